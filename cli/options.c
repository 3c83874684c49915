/* SPDX-License-Identifier: MIT */
/* Options of every verb, from one table, and the help that is printed from the same table. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "out.h"

#define READS (VERB_INSPECT | VERB_CONVERT | VERB_STATS | VERB_QUERY | VERB_DIFF | VERB_IDENTIFY | VERB_INFER)
#define NAMES (VERB_INSPECT | VERB_STATS | VERB_QUERY | VERB_DIFF | VERB_ENCODE)

static const struct {
	const char *name;
	char letter; /* 0: none */
	const char *argument; /* NULL: none */
	unsigned verbs;
	const char *help;
} table[] = {
	{ "protocol", 'p', "binary|compact", READS, "the protocol, instead of finding out" },
	{ "framing", 0, "none|framed|varint|theader|parquet", READS, "what is around each value, instead of finding out" },
	{ "message", 'm', NULL, READS, "messages: a header with a name, then a struct" },
	{ "struct", 0, NULL, READS, "bare structs, no message headers" },
	{ "many", 0, NULL, READS, "values follow one another to the end of the file" },
	{ "idl", 'i', "FILE", NAMES | VERB_IDENTIFY, "take names from this Thrift file" },
	{ "type", 't', "NAME", NAMES, "the struct in the Thrift file that the bytes are" },
	{ "include", 'I', "DIR", NAMES | VERB_IDENTIFY, "where included Thrift files are looked for; may be repeated" },
	{ "from", 0, "raw|hex|base64", READS, "how the bytes are written in the file" },
	{ "at", 0, "OFFSET", READS, "begin at this byte (0x... for hex)" },
	{ "length", 0, "SIZE", READS, "take so many bytes" },
	{ "format", 'f', "tree|json|hex|text|html", VERB_INSPECT, "how to print" },
	{ "format", 'f', "tree|json", VERB_STATS | VERB_QUERY | VERB_DIFF | VERB_IDENTIFY, "how to print" },
	{ "format", 'f', "json|text", VERB_ENCODE, "what is read, instead of finding out" },
	{ "enums", 0, "name|number", VERB_INSPECT | VERB_QUERY | VERB_DIFF, "how enums are printed" },
	{ "strict", 0, NULL, READS, "refuse what decoders let pass: mistyped fields, padded varints, text that is not UTF-8" },
	{ "dialect", 0, "apache|facebook", READS, "facebook: type 13 is float, compact doubles are big endian" },
	{ "full", 0, NULL, VERB_INSPECT | VERB_QUERY | VERB_DIFF, "do not cut long values" },
	{ "pages", 0, NULL, VERB_INSPECT, "of a Parquet file: page headers and indexes too" },
	{ "resync", 0, NULL, VERB_INSPECT | VERB_STATS, "after damage in a stream, go on at the next message" },
	{ "color", 0, "auto|always|never", VERB_INSPECT | VERB_QUERY | VERB_DIFF | VERB_STATS, "colours" },
	{ "by", 0, "PATH", VERB_STATS, "add up by the value at this path, such as 'row_groups[*].columns[*].meta_data.codec'" },
	{ "svg", 0, NULL, VERB_STATS, "a drawing instead of a table" },
	{ "top", 'n', "COUNT", VERB_STATS | VERB_IDENTIFY, "how many lines at most (0: all)" },
	{ "to", 0, "binary|compact", VERB_CONVERT | VERB_ENCODE, "the protocol to write" },
	{ "to-framing", 0, "none|framed|varint|theader", VERB_CONVERT, "what to put around each value" },
	{ "output", 'o', "FILE", VERB_INSPECT | VERB_ENCODE | VERB_CONVERT | VERB_STATS, "write there instead of to stdout" },
	{ "help", 'h', NULL, ~0u, "print this" },
};

#define TABLE_COUNT (sizeof(table) / sizeof(table[0]))

static const struct {
	enum verb verb;
	const char *name;
	const char *usage;
	const char *about;
	const char *examples;
} verbs[] = {
	{ VERB_INSPECT, "inspect", "FILE...", "print what is in wire bytes",
	  "  ingot inspect data.parquet                     what is in this Parquet file\n"
	  "  ingot inspect --idl api.thrift --type User u.bin\n"
	  "  echo 150e00 | ingot inspect --from hex -       what a line of a log says\n"
	  "  ingot inspect --format hex blob.bin            every byte explained\n"
	  "  ingot inspect --format html blob.bin >page.html\n" },
	{ VERB_STATS, "stats", "FILE...", "tell where the bytes go, by path",
	  "  ingot stats data.parquet                       which columns take most of the footer\n"
	  "  ingot stats --svg capture.bin >where.svg\n" },
	{ VERB_QUERY, "query", "PATH FILE...", "print the values at a path",
	  "  ingot query 'row_groups[*].columns[*].meta_data.codec' data.parquet\n"
	  "  ingot query '2[0].1' blob.bin\n" },
	{ VERB_DIFF, "diff", "FILE FILE", "tell what differs between two blobs, by path; exit 1 when something does",
	  "  ingot diff before.parquet after.parquet\n" },
	{ VERB_IDENTIFY, "identify", "--idl FILE BLOB...", "tell which structs of an IDL the bytes could be, best first",
	  "  ingot identify --idl api.thrift blob.bin\n" },
	{ VERB_INFER, "infer", "BLOB...", "write a draft of an IDL from samples",
	  "  ingot infer samples/*.bin >draft.thrift\n" },
	{ VERB_ENCODE, "encode", "[FILE]", "turn the text or JSON that inspect prints back into bytes",
	  "  ingot inspect --format text blob.bin >blob.txt; vi blob.txt; ingot encode blob.txt >new.bin\n"
	  "  echo '{\"1\": {\"i32\": 7}}' | ingot encode --to compact >seven.bin\n" },
	{ VERB_CONVERT, "convert", "--to PROTOCOL FILE", "write the same values in another protocol or framing",
	  "  ingot convert --to binary compact.bin >binary.bin\n"
	  "  ingot convert --to-framing none framed.bin >plain.bin\n" },
};

#define VERB_COUNT (sizeof(verbs) / sizeof(verbs[0]))

enum verb options_verb(const char *name)
{
	size_t i;

	for (i = 0; i < VERB_COUNT; i++)
		if (strcmp(verbs[i].name, name) == 0)
			return verbs[i].verb;
	return (enum verb)0;
}

void options_help(void)
{
	size_t i;

	printf("usage: ingot VERB [OPTION]... FILE...\n\nLooks into Thrift wire bytes, with or without the IDL.\n\n");
	for (i = 0; i < VERB_COUNT; i++)
		printf("  %-9s %s\n", verbs[i].name, verbs[i].about);
	printf("\nFILE may be - for stdin. `ingot VERB --help` tells more about one.\n"
	       "Exit status: 0, 1 when the bytes are wrong (or differ), 2 for usage and system errors.\n");
}

static void print_verb_help(enum verb verb)
{
	size_t i;

	for (i = 0; verbs[i].verb != verb; i++)
		continue;
	printf("usage: ingot %s [OPTION]... %s\n\n%s.\n\n", verbs[i].name, verbs[i].usage, verbs[i].about);
	printf("Examples:\n%s\nOptions:\n", verbs[i].examples);
	for (i = 0; i < TABLE_COUNT; i++) {
		char text[80];

		if (!(table[i].verbs & (unsigned)verb))
			continue;
		if (table[i].letter != 0)
			printf("  -%c, ", table[i].letter);
		else
			printf("      ");
		snprintf(text, sizeof(text), "--%s%s%s", table[i].name, table[i].argument != NULL ? "=" : "",
			table[i].argument != NULL ? table[i].argument : "");
		printf(strlen(text) > 24 ? "%s\n                              %s\n" : "%-24s%s\n", text, table[i].help);
	}
}

/* The position of a word in a list that is written a|b|c, or -1 after saying what the choices are. */
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

static bool take_number(struct options *options, size_t i, const char *word)
{
	uint64_t number;

	if (!parse_number(table[i].name, word, &number))
		return false;
	if (strcmp(table[i].name, "at") == 0) {
		options->at = number;
	} else if (strcmp(table[i].name, "length") == 0) {
		options->length = number;
		options->has_length = true;
	} else {
		options->top = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
	}
	return true;
}

static bool take_choice(struct options *options, size_t i, const char *word)
{
	static const enum framing framings[] = {
		FRAMING_NONE, FRAMING_FRAMED, FRAMING_VARINT, FRAMING_THEADER, FRAMING_PARQUET,
	};
	const char *name = table[i].name;
	int chosen = choose(name, table[i].argument, word);

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

static bool take(struct options *options, size_t i, const char *word)
{
	const char *name = table[i].name;

	if (table[i].argument == NULL) {
		take_flag(options, name);
		return true;
	}
	if (strchr(table[i].argument, '|') != NULL)
		return take_choice(options, i, word);
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
		return take_number(options, i, word);
	}
	return true;
}

/* What the verb does with its files. */
static bool check_files(struct options *options)
{
	int least = options->verb == VERB_QUERY || options->verb == VERB_DIFF ? 2 : options->verb == VERB_ENCODE ? 0 : 1;

	if (options->file_count < least) {
		out_error(options->verb == VERB_QUERY ? "query needs a path and a file" :
			options->verb == VERB_DIFF ? "diff needs two files" : "no file given (- is stdin)");
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
	return true;
}

int options_parse(struct options *options, enum verb verb, int argc, char **argv, bool *done)
{
	struct option longs[TABLE_COUNT + 1] = { { 0 } };
	char shorts[3 * TABLE_COUNT + 2] = ":";
	size_t i, count = 0, at = 1;
	int c;

	*options = (struct options){ .verb = verb, .verb_name = argv[0], .top = 30 };
	*done = false;
	for (i = 0; i < TABLE_COUNT; i++) {
		if (!(table[i].verbs & (unsigned)verb))
			continue;
		longs[count++] = (struct option){ table[i].name, table[i].argument != NULL, NULL, (int)i + 256 };
		if (table[i].letter == 0)
			continue;
		shorts[at++] = table[i].letter;
		if (table[i].argument != NULL)
			shorts[at++] = ':';
	}
	shorts[at] = '\0';
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (c == ':' || c == '?') {
			out_error(c == ':' ? "%s: an argument is missing" : "%s: no such option", argv[optind - 1]);
			out_error("`ingot %s --help` lists the options", options->verb_name);
			return EXIT_USAGE;
		}
		for (i = 0; c >= 256 ? i != (size_t)c - 256 : table[i].letter != c || !(table[i].verbs & (unsigned)verb); i++)
			continue;
		if (strcmp(table[i].name, "help") == 0) {
			print_verb_help(verb);
			*done = true;
			return EXIT_FINE;
		}
		if (!take(options, i, optarg))
			return EXIT_USAGE;
	}
	options->files = argv + optind;
	options->file_count = argc - optind;
	return check_files(options) ? EXIT_FINE : EXIT_USAGE;
}
