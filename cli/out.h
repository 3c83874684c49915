/* SPDX-License-Identifier: MIT */
/*
 * Where everything goes that a person sees. Bytes from a blob, names from a schema, file names and arguments pass through out_text,
 * out_plain or out_error, and leave as printable ASCII, or as printable Unicode when the terminal takes UTF-8; never as a control.
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
	bool utf8;   /* the terminal takes UTF-8 */
	bool colour;
	bool is_terminal;
	unsigned width; /* columns */
};

enum colour { COLOUR_NONE, COLOUR_NAME, COLOUR_TYPE, COLOUR_STRING, COLOUR_NUMBER, COLOUR_DIM, COLOUR_BAD, COLOUR_ADDED };

/* stdout or --output. False after it has said why. */
bool out_open(struct out *out, const struct options *options);

/* Flushes; false after it has said that not everything could be written. */
bool out_close(struct out *out);

/* Text in double quotes, cut after `most` bytes (0: never) with a note of how many there are. */
void out_text(struct out *out, const void *bytes, size_t size, size_t most);

/* Hex digits, cut likewise. */
void out_hex(struct out *out, const void *bytes, size_t size, size_t most);

void out_colour(struct out *out, enum colour colour);

/* "ingot: …" and a newline on stderr, as printable ASCII whatever the arguments hold. */
void out_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A name or other short text, without quotes, as printable ASCII. */
void out_plain(struct out *out, const char *text);

#endif
