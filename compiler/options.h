/* SPDX-License-Identifier: MIT */
/* The command line of ingotc. */
#ifndef COMPILER_OPTIONS_H
#define COMPILER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <talloc.h>
#include "diag.h"
#include "front.h"

/* --project TYPE:paths --as NAME */
struct options_projection {
	const char *paths;
	const char *name;
};

struct options {
	struct front_options front;
	const char *output_dir; /* "." when not given */
	const char *depfile;	/* NULL: none */
	const char *path;	/* the schema; with is_compat, the new one */
	const char *old_path;	/* with is_compat */
	bool is_compat;		/* --compat: two schemas are compared */
	struct options_projection *projections;
	size_t projection_count;
	bool keeps_unknown; /* --unknown: all structs have a place for unknown fields */
	bool is_check;	    /* --check: nothing is generated */
	bool is_stdout;	    /* --stdout: nothing is written to files */
	bool is_recursive;  /* files for all that is included, too */
};

enum options_result {
	OPTIONS_RUN,
	OPTIONS_DONE, /* --help or --version: it was printed */
	OPTIONS_WRONG /* reported on stderr */
};

/* Settings of diagnostics go to diag. What options points to is argv's, or under mem_ctx. */
enum options_result options_parse(
	TALLOC_CTX *mem_ctx, struct options *options, struct diag *diag, int argc, char **argv);

#endif
