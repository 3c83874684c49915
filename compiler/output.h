/* SPDX-License-Identifier: MIT */
/*
 * Files that are written all or not at all: each to a temporary file beside it, then all are
 * renamed. One that has its content already is left alone, so that nothing is built again for it.
 */
#ifndef COMPILER_OUTPUT_H
#define COMPILER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Zeroed but for path. */
struct output {
	const char *path;
	char *temporary; /* output's own, until commit or abandon */
	FILE *file;
};

/* Where the content goes; NULL: reported on stderr. */
FILE *output_begin(struct output *output);

/* The content is complete. False: not all could be written, which is reported. */
bool output_end(struct output *output);

/* Puts all that was ended in place. False: reported, and nothing was changed, unless it was the
 * last step that failed. */
bool output_commit(struct output *outputs, size_t count);

/* Takes temporary files away. */
void output_abandon(struct output *outputs, size_t count);

#endif
