/* SPDX-License-Identifier: MIT */
/*
 * Where everything goes that a person sees. Bytes from a blob, names from a schema, file names and
 * arguments pass through out_text, out_plain or out_error, and leave as printable ASCII, or as
 * printable Unicode when the terminal takes UTF-8; never as a control.
 */
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "options.h"

struct out {
	FILE *file;
	/* With --output: a file beside the one that is to be, until all is written. Else NULL. */
	char *temporary;
	char *path;
	bool utf8;   /* the terminal takes UTF-8 */
	bool colour;
	bool is_terminal;
	unsigned width; /* columns */
};

enum colour {
	COLOUR_NONE,
	COLOUR_NAME,
	COLOUR_TYPE,
	COLOUR_STRING,
	COLOUR_NUMBER,
	COLOUR_DIM,
	COLOUR_BAD,
	COLOUR_ADDED
};

/* stdout or --output. False after it has said why. */
bool out_open(struct out *out, const struct options *options);

/*
 * Flushes; false after it has said that not everything could be written. The file of --output is
 * there afterwards as it was wanted, or as it was before: when something could not be written, or
 * has no worth. Of stdout that cannot be undone.
 */
bool out_close(struct out *out, bool has_worth);

/* Text in double quotes, cut after `most` bytes (0: never) with a note of how many there are. */
void out_text(struct out *out, const void *bytes, size_t size, size_t most);

/* Hex digits, cut likewise. */
void out_hex(struct out *out, const void *bytes, size_t size, size_t most);

void out_colour(struct out *out, enum colour colour);

/* "ingot: …" and a newline on stderr, as printable ASCII whatever the arguments hold. */
void out_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same as text, cut to fit. Returns its size. */
size_t out_line(char *line, size_t room, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A name or other short text, without quotes, as printable ASCII. */
void out_plain(struct out *out, const char *text);

#endif
