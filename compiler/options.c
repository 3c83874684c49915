/* SPDX-License-Identifier: MIT */
#include "options.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include "arena.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

static const char usage[] = "usage: ingotc [-I DIR]... [-o DIR] [OPTION]... FILE.thrift\n"
			    "       ingotc [-I DIR]... --compat OLD.thrift NEW.thrift\n";

static const char help[] =
	"\n"
	"Compiles Thrift IDL to C: FILE.h and FILE.c.\n"
	"\n"
	"  -I DIR            look for included files in DIR, too\n"
	"  -o DIR            write to DIR, which must exist (default: here)\n"
	"  -r, --no-recurse  write the same for all included files (default), or not\n"
	"  --check           find errors, write nothing\n"
	"  --stdout          print the output, write nothing\n"
	"  --project TYPE:PATHS --as NAME\n"
	"                    add the struct NAME with some fields of TYPE: a,b.c,b.d; may be repeated\n"
	"  --unknown         keep fields that the schema does not have, as (ingot.unknown) does for one struct\n"
	"  --depfile FILE    write what the output depends on, for make and ninja\n"
	"  --compat OLD NEW  compare two versions of a schema: what breaks readers or writers\n"
	"  -WNAME, -Wno-NAME turn a warning on or off\n"
	"  -Werror[=NAME]    make all warnings, or one, errors\n"
	"  --diagnostics=text|json\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0; 1 when the schema is wrong, or something breaks; 2 for usage and system errors.\n";

enum long_option {
	OPTION_CHECK = 256,
	OPTION_STDOUT,
	OPTION_DEPFILE,
	OPTION_COMPAT,
	OPTION_DIAGNOSTICS,
	OPTION_NO_RECURSE,
	OPTION_PROJECT,
	OPTION_AS,
	OPTION_UNKNOWN,
	OPTION_HELP,
	OPTION_VERSION
};

static const struct option long_options[] = {
	{"check", no_argument, NULL, OPTION_CHECK},
	{"stdout", no_argument, NULL, OPTION_STDOUT},
	{"depfile", required_argument, NULL, OPTION_DEPFILE},
	{"compat", no_argument, NULL, OPTION_COMPAT},
	{"diagnostics", required_argument, NULL, OPTION_DIAGNOSTICS},
	{"no-recurse", no_argument, NULL, OPTION_NO_RECURSE},
	{"recurse", no_argument, NULL, 'r'},
	{"project", required_argument, NULL, OPTION_PROJECT},
	{"as", required_argument, NULL, OPTION_AS},
	{"unknown", no_argument, NULL, OPTION_UNKNOWN},
	{"help", no_argument, NULL, OPTION_HELP},
	{"version", no_argument, NULL, OPTION_VERSION},
	{NULL, 0, NULL, 0},
};

static bool wrong(const char *problem, const char *value)
{
	fprintf(stderr, "ingotc: %s", problem);
	if (value != NULL) {
		fputs(" \"", stderr);
		diag_put_escaped(stderr, value);
		putc('"', stderr);
	}
	fprintf(stderr, "\n%s", usage);
	return false;
}

static void add_include_dir(TALLOC_CTX *mem_ctx, struct options *options, const char *dir)
{
	const char **dirs = (const char **)(uintptr_t)options->front.include_dirs;

	dirs = arena_grow(mem_ctx, dirs, options->front.include_dir_count, sizeof(*dirs));
	dirs[options->front.include_dir_count++] = dir;
	options->front.include_dirs = dirs;
}

static bool set_format(struct diag *diag, const char *format)
{
	if (strcmp(format, "json") == 0)
		diag->format = DIAG_JSON;
	else if (strcmp(format, "text") == 0)
		diag->format = DIAG_TEXT;
	else
		return wrong("--diagnostics is text or json, not", format);
	return true;
}

static void add_projection(TALLOC_CTX *mem_ctx, struct options *options, const char *paths)
{
	options->projections = arena_grow(mem_ctx, options->projections, options->projection_count,
		sizeof(*options->projections));
	options->projections[options->projection_count++] =
		(struct options_projection){.paths = paths};
}

/* Of the projection before it. */
static bool name_projection(struct options *options, const char *name)
{
	if (options->projection_count == 0 ||
		options->projections[options->projection_count - 1].name != NULL)
		return wrong("--as belongs behind a --project", NULL);
	options->projections[options->projection_count - 1].name = name;
	return true;
}

static bool take_option(TALLOC_CTX *mem_ctx, struct options *options, struct diag *diag, int option)
{
	switch (option) {
	case 'I':
		add_include_dir(mem_ctx, options, optarg);
		return true;
	case 'o':
		options->output_dir = optarg;
		return true;
	case 'r':
	case OPTION_NO_RECURSE:
		options->is_recursive = option == 'r';
		return true;
	case 'W':
		return diag_set_warning(diag, optarg) ? true : wrong("there is no warning", optarg);
	case OPTION_CHECK:
		options->is_check = true;
		return true;
	case OPTION_STDOUT:
		options->is_stdout = true;
		return true;
	case OPTION_DEPFILE:
		options->depfile = optarg;
		return true;
	case OPTION_COMPAT:
		options->is_compat = true;
		return true;
	case OPTION_PROJECT:
		add_projection(mem_ctx, options, optarg);
		return true;
	case OPTION_AS:
		return name_projection(options, optarg);
	case OPTION_UNKNOWN:
		options->keeps_unknown = true;
		return true;
	case OPTION_DIAGNOSTICS:
		return set_format(diag, optarg);
	default:
		fputs(usage, stderr); /* getopt has said why */
		return false;
	}
}

static bool take_paths(struct options *options, int count, char **paths)
{
	if (options->is_compat && count != 2)
		return wrong("--compat wants two files", NULL);
	if (!options->is_compat && count != 1)
		return wrong(count == 0 ? "no file is given" : "one file at a time", NULL);
	if (options->is_compat &&
		(options->is_check || options->is_stdout || options->depfile != NULL))
		return wrong(
			"--compat writes nothing: --check, --stdout and --depfile do not go with it",
			NULL);
	if (options->depfile != NULL && (options->is_check || options->is_stdout))
		return wrong("--depfile wants files to be written", NULL);
	for (size_t i = 0; i < options->projection_count; i++) {
		if (options->projections[i].name == NULL)
			return wrong(
				"there is no --as behind --project", options->projections[i].paths);
	}
	options->path = paths[count - 1];
	options->old_path = paths[0];
	return true;
}

enum options_result options_parse(
	TALLOC_CTX *mem_ctx, struct options *options, struct diag *diag, int argc, char **argv)
{
	int option;

	*options = (struct options){.output_dir = ".", .is_recursive = true};
	while ((option = getopt_long(argc, argv, "I:o:rW:h", long_options, NULL)) != -1) {
		if (option == 'h' || option == OPTION_HELP) {
			printf("%s%s", usage, help);
			return OPTIONS_DONE;
		}
		if (option == OPTION_VERSION) {
			puts("ingotc " PACKAGE_VERSION);
			return OPTIONS_DONE;
		}
		if (!take_option(mem_ctx, options, diag, option))
			return OPTIONS_WRONG;
	}
	return take_paths(options, argc - optind, argv + optind) ? OPTIONS_RUN : OPTIONS_WRONG;
}
