/* SPDX-License-Identifier: MIT */
/* Parsing the options of every verb by the table. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "help.h"
#include "option_table.h"
#include "out.h"

/* More than the table has. */
#define MOST_OPTIONS 64

enum verb options_verb(const char *name)
{
	const struct verb_row *row;

	for (row = verb_rows; row->name != NULL; row++)
		if (strcmp(row->name, name) == 0)
			return row->verb;
	return (enum verb)0;
}

/* The position of a word in a list that is written a|b|c, or -1 after saying what the choices
 * are. */
static int choose(const char *option, const char *choices, const char *word)
{
	const char *p = choices;
	size_t size = strlen(word);
	int i;

	for (i = 0;; i++) {
		size_t n = strcspn(p, "|");

		if (n == size && memcmp(p, word, n) == 0)
			return i;
		if (p[n] == '\0')
			break;
		p += n + 1;
	}
	out_error("--%s: '%s' is none of %s", option, word, choices);
	return -1;
}

static bool parse_number(const char *option, const char *word, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, 0);
	if (errno == 0 && *end == '\0' && end != word && *word != '-')
		return true;
	out_error("--%s: '%s' is not a number of bytes", option, word);
	return false;
}

static bool take_number(struct options *options, const struct option_row *row, const char *word)
{
	uint64_t number;

	if (!parse_number(row->name, word, &number))
		return false;
	if (strcmp(row->name, "at") == 0) {
		options->at = number;
	} else if (strcmp(row->name, "length") == 0) {
		options->length = number;
		options->has_length = true;
	} else {
		options->has_top = true;
		options->top = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
	}
	return true;
}

static bool take_choice(struct options *options, const struct option_row *row, const char *word)
{
	static const enum framing framings[] = {
		FRAMING_NONE, FRAMING_FRAMED, FRAMING_VARINT, FRAMING_THEADER, FRAMING_PARQUET,
	};
	const char *name = row->name;
	int chosen = choose(name, row->argument, word);

	if (chosen < 0)
		return false;
	if (strcmp(name, "protocol") == 0) {
		options->protocol = (enum ingot_protocol)chosen;
		options->has_protocol = true;
	} else if (strcmp(name, "to") == 0) {
		options->to_protocol = (enum ingot_protocol)chosen;
		options->has_to_protocol = true;
	} else if (strcmp(name, "framing") == 0) {
		options->framing = framings[chosen];
	} else if (strcmp(name, "to-framing") == 0) {
		options->to_framing = framings[chosen];
	} else if (strcmp(name, "from") == 0) {
		options->from = (enum from)chosen;
	} else if (strcmp(name, "enums") == 0) {
		options->enum_numbers = chosen == 1;
	} else if (strcmp(name, "dialect") == 0) {
		options->facebook = chosen == 1;
	} else if (strcmp(name, "color") == 0) {
		options->has_colour = chosen != 0;
		options->colour = chosen == 1;
	} else { /* format */
		options->has_format = true;
		options->format = options->verb == VERB_ENCODE && chosen == 0 ? FORMAT_JSON :
			options->verb == VERB_ENCODE ? FORMAT_TEXT : (enum format)chosen;
	}
	return true;
}

static void take_flag(struct options *options, const char *name)
{
	if (strcmp(name, "message") == 0)
		options->is_message = true;
	else if (strcmp(name, "struct") == 0)
		options->is_struct = true;
	else if (strcmp(name, "many") == 0)
		options->many = true;
	else if (strcmp(name, "strict") == 0)
		options->has_strict = true;
	else if (strcmp(name, "full") == 0)
		options->full = true;
	else if (strcmp(name, "pages") == 0)
		options->pages = true;
	else if (strcmp(name, "resync") == 0)
		options->resync = true;
	else if (strcmp(name, "svg") == 0)
		options->svg = true;
}

static bool take(struct options *options, const struct option_row *row, const char *word)
{
	const char *name = row->name;

	if (row->argument == NULL) {
		take_flag(options, name);
		return true;
	}
	if (strchr(row->argument, '|') != NULL)
		return take_choice(options, row, word);
	if (strcmp(name, "idl") == 0) {
		options->idl = word;
	} else if (strcmp(name, "type") == 0) {
		options->type = word;
	} else if (strcmp(name, "by") == 0) {
		options->by = word;
	} else if (strcmp(name, "output") == 0) {
		options->output = word;
	} else if (strcmp(name, "include") == 0) {
		if (options->include_count == OPTIONS_MAX_INCLUDES) {
			out_error("more than %d times --include", OPTIONS_MAX_INCLUDES);
			return false;
		}
		options->includes[options->include_count++] = word;
	} else {
		return take_number(options, row, word);
	}
	return true;
}

/* What the verb does with its files. */
static bool check_files(struct options *options)
{
	int least = options->verb == VERB_QUERY || options->verb == VERB_DIFF ? 2
		: options->verb == VERB_ENCODE				      ? 0
									      : 1;

	if (options->file_count < least) {
		out_error(options->verb == VERB_QUERY	     ? "query needs a path and a file"
				: options->verb == VERB_DIFF ? "diff needs two files"
							     : "no file given (- is stdin)");
		return false;
	}
	if (options->verb == VERB_DIFF && options->file_count > 2) {
		out_error("diff takes two files");
		return false;
	}
	if (options->is_message && options->is_struct) {
		out_error("--message and --struct exclude each other");
		return false;
	}
	if (options->is_message && options->framing == FRAMING_PARQUET) {
		out_error("--message and --framing parquet exclude each other");
		return false;
	}
	return true;
}

/* What getopt_long wants, from the table; a long option's number is 256 and its index. */
static void prepare(struct option *longs, char *shorts, enum verb verb)
{
	const struct option_row *row;
	size_t count = 0, at = 1;

	shorts[0] = ':';
	for (row = option_rows; row->name != NULL; row++) {
		if (!(row->verbs & (unsigned)verb))
			continue;
		longs[count++] = (struct option){ row->name, row->argument != NULL, NULL,
			(int)(row - option_rows) + 256 };
		if (row->letter == 0)
			continue;
		shorts[at++] = row->letter;
		if (row->argument != NULL)
			shorts[at++] = ':';
	}
	shorts[at] = '\0';
	longs[count] = (struct option){ 0 };
}

static const struct option_row *row_of(int c, enum verb verb)
{
	const struct option_row *row;

	if (c >= 256)
		return &option_rows[c - 256];
	for (row = option_rows; row->letter != c || !(row->verbs & (unsigned)verb); row++)
		continue;
	return row;
}

/* Says what getopt_long did not take: c is what it returned, `word` the argument it was at. */
static void refuse(int c, const struct options *options, const char *word)
{
	char letter[] = { '-', (char)optopt, '\0' };
	bool is_short = optopt != 0 && optopt < 256; /* else the word may be the one before */

	if (is_short)
		word = letter;
	if (c == ':')
		out_error("%s: an argument is missing", word);
	else if (optopt >= 256)
		out_error("--%s: takes no argument", option_rows[optopt - 256].name);
	else
		out_error("%s: no such option", word);
	if (options->verb == VERB_QUERY && is_short)
		out_error("`ingot query -- PATH FILE` takes a path that begins with -");
	else
		out_error("`ingot %s --help` lists the options", options->verb_name);
}

int options_parse(struct options *options, enum verb verb, int argc, char **argv, bool *done)
{
	struct option longs[MOST_OPTIONS];
	char shorts[3 * MOST_OPTIONS];
	int c;

	*options = (struct options){ .verb = verb, .verb_name = argv[0], .top = 30 };
	*done = false;
	prepare(longs, shorts, verb);
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const struct option_row *row;

		if (c == ':' || c == '?') {
			refuse(c, options, argv[optind - 1]);
			return EXIT_USAGE;
		}
		row = row_of(c, verb);
		if (row->letter == 'h') {
			help_verb(verb);
			*done = true;
			return EXIT_FINE;
		}
		if (!take(options, row, optarg))
			return EXIT_USAGE;
	}
	options->files = argv + optind;
	options->file_count = argc - optind;
	return check_files(options) ? EXIT_FINE : EXIT_USAGE;
}
