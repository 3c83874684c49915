/* SPDX-License-Identifier: MIT */
/* What a person typed: the verb, its options and its files. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>

/* Exit codes, the same for each verb. */
enum {
	EXIT_FINE = 0,
	EXIT_WRONG = 1, /* the bytes are wrong, or differ */
	EXIT_USAGE = 2  /* usage, files, memory */
};

enum verb {
	VERB_INSPECT = 1,
	VERB_ENCODE = 2,
	VERB_CONVERT = 4,
	VERB_STATS = 8,
	VERB_QUERY = 16,
	VERB_DIFF = 32,
	VERB_IDENTIFY = 64,
	VERB_INFER = 128
};

enum format { FORMAT_TREE, FORMAT_JSON, FORMAT_HEX, FORMAT_TEXT, FORMAT_HTML };
enum from { FROM_RAW, FROM_HEX, FROM_BASE64 };

enum framing {
	FRAMING_AUTO,
	FRAMING_NONE,
	FRAMING_FRAMED,  /* an i32 size, big endian, before each message or struct */
	FRAMING_VARINT,  /* a varint size before each */
	FRAMING_THEADER, /* header transport */
	FRAMING_PARQUET  /* a file that ends with its footer */
};

#define OPTIONS_MAX_INCLUDES 32

struct options {
	enum verb verb;
	const char *verb_name;
	enum format format;
	bool has_format;
	enum from from;
	enum framing framing;
	enum framing to_framing; /* convert */
	bool has_protocol;
	enum ingot_protocol protocol;
	bool has_to_protocol;    /* convert, encode */
	enum ingot_protocol to_protocol;
	bool is_message;
	bool is_struct;   /* --struct: no message */
	bool many;        /* values follow one another to the end */
	bool has_strict;
	bool facebook;
	bool enum_numbers;
	bool full;
	bool pages;
	bool resync;
	bool has_colour, colour;
	bool svg;
	const char *idl;
	const char *type;
	const char *includes[OPTIONS_MAX_INCLUDES + 1];
	size_t include_count;
	const char *output;
	const char *by; /* stats: a path */
	uint64_t at;
	bool has_length;
	uint64_t length;
	bool has_top;
	uint32_t top; /* 0: all */
	char **files;
	int file_count;
};

/*
 * argv[0] is the verb's name. Returns EXIT_FINE; or EXIT_USAGE after it has said why. After --help
 * it has printed that and *done is set.
 */
int options_parse(struct options *options, enum verb verb, int argc, char **argv, bool *done);

/* VERB_*, or 0. */
enum verb options_verb(const char *name);

#endif
