/* SPDX-License-Identifier: MIT */
/* Every verb and every option, once: for parsing, --help, man pages and completions. */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "options.h"

struct option_row {
	const char *name;     /* NULL ends the table */
	char letter;          /* 0: none */
	const char *argument; /* NULL: none; a|b|c: one of these */
	unsigned verbs;       /* enum verb, or-ed */
	const char *help;
};

struct verb_row {
	enum verb verb;
	const char *name; /* NULL ends the table */
	const char *usage;
	const char *about;
	const char *examples;
};

extern const struct option_row option_rows[];
extern const struct verb_row verb_rows[];

#endif
