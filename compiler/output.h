/* SPDX-License-Identifier: MIT */
/*
 * Files that are written all or not at all: all go to temporary files beside them, then all are
 * renamed. One that has its content already is left alone, so that nothing is built again for it.
 */
#ifndef COMPILER_OUTPUT_H
#define COMPILER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed but for what is to be written. */
struct output {
	const char *path;
	const char *text;
	size_t size;
	/* output_commit's own. */
	char *temporary; /* the path of a file … */
	bool is_written; /* … that exists */
};

/* Puts all in place. False: reported on stderr, and nothing was changed, unless it was the last
 * step that failed. */
bool output_commit(struct output *outputs, size_t count);

#endif
