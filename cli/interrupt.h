/* SPDX-License-Identifier: MIT */
/*
 * Ends that come from outside: ctrl-C and its like, and a mapped file that somebody makes shorter.
 * What has to be tidied up then is told here beforehand. A handler sees only what is global, so
 * this unit holds the program's only mutable globals.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>
#include <stddef.h>

/* A file that is mapped; its place in memory does not change while it is known. */
struct interrupt_mapping {
	const unsigned char *bytes;
	size_t size;
	char line[256]; /* what is said when it became shorter */
	struct interrupt_mapping *next;
};

/* Sets the handlers. For main(). */
void interrupt_begin(void);

/* A file that must not stay, or NULL: there is none any more. The text is not copied. */
void interrupt_temporary(const char *path);

void interrupt_map(
	struct interrupt_mapping *mapping, const void *bytes, size_t size, const char *name);
void interrupt_unmap(struct interrupt_mapping *mapping);

/* What the terminal would be left with: a colour on stdout, a progress line on stderr. */
void interrupt_colour(bool is_on);
void interrupt_progress(bool is_shown);

#endif
