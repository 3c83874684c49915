/* SPDX-License-Identifier: MIT */
/* ingot: looks into wire blobs. Finds the verb and hands over. */
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <ingot/version.h>
#include "help.h"
#include "interrupt.h"
#include "options.h"
#include "out.h"
#include "verbs.h"

int main(int argc, char **argv)
{
	struct options options;
	enum verb verb;
	bool done;
	int code;

	/* Characters only: numbers are written and read the same everywhere. */
	setlocale(LC_CTYPE, "");
	interrupt_begin();
	if (argc < 2) {
		out_error("no verb given; `ingot --help` lists them");
		return EXIT_USAGE;
	}
	if (argc == 3 && strcmp(argv[1], "help") == 0 && options_verb(argv[2]) != 0) {
		help_verb(options_verb(argv[2]));
		return EXIT_FINE;
	}
	if (argc == 3 && strcmp(argv[1], "help") == 0 && strcmp(argv[2], "--man") == 0) {
		help_man(INGOT_VERSION);
		return EXIT_FINE;
	}
	if (argc == 3 && strcmp(argv[1], "help") == 0 && strncmp(argv[2], "--completion=", 13) == 0)
		return help_completion(argv[2] + 13) ? EXIT_FINE : EXIT_USAGE;
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
		strcmp(argv[1], "help") == 0) {
		help_all();
		return EXIT_FINE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("ingot %s\n", INGOT_VERSION);
		return EXIT_FINE;
	}
	verb = options_verb(argv[1]);
	if (verb == 0) {
		out_error("'%s' is no verb; `ingot --help` lists them", argv[1]);
		return EXIT_USAGE;
	}
	code = options_parse(&options, verb, argc - 1, argv + 1, &done);
	return done || code != EXIT_FINE ? code : verb_run(&options);
}
