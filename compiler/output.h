/* SPDX-License-Identifier: MIT */
/*
 * Files that are written all or not at all: each to a temporary file beside it, then all are renamed. One that has its content already is left
 * alone, so that nothing is built again for it.
 */
#ifndef COMPILER_OUTPUT_H
#define COMPILER_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct output {
	const char *path;
	const char *text; /* NUL-terminated */
	char *temporary;  /* output_write's own */
};

/* False: reported on stderr, and no file was changed (unless a rename failed halfway, which is said). */
bool output_write(struct output *outputs, size_t count);

#endif
