/* SPDX-License-Identifier: MIT */
/* From a path to a checked tree: lexer, parser, includes, link and rules in one call. ingotc and
 * ingot both begin here. */
#ifndef COMPILER_FRONT_H
#define COMPILER_FRONT_H

#include <talloc.h>
#include "ast.h"
#include "diag.h"

struct front_options {
	const char *const *include_dirs; /* -I, in order */
	size_t include_dir_count;
};

/*
 * Reads, links and checks a file and all that it includes. Errors and warnings go to diag as they
 * are found. Returns the tree, under mem_ctx, or NULL when there was an error (diag->error_count >
 * 0).
 */
struct idl_unit *front_load(TALLOC_CTX *mem_ctx, const char *path,
	const struct front_options *options, struct diag *diag);

#endif
