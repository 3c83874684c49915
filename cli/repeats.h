/* SPDX-License-Identifier: MIT */
/* Which fields of a value are overtaken by a later field with the same id, and how often ids went
 * down. */
#ifndef CLI_REPEATS_H
#define CLI_REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <talloc.h>
#include "view.h"

struct repeats {
	size_t *headers; /* offsets of the headers of fields that are overtaken, ascending */
	size_t count;
	size_t next;     /* for repeats_has */
};

/*
 * Walks the view's value once, on a reader of its own. With a type only fields that it knows count.
 * Under mem_ctx; NULL without memory.
 */
struct repeats *repeats_find(TALLOC_CTX *mem_ctx, const struct view *view);

/* Whether the field whose header is there is overtaken. To be asked with ascending offsets. */
bool repeats_has(struct repeats *repeats, size_t header);

#endif
