/* SPDX-License-Identifier: MIT */
/* Items by name: an array that is sorted once and then searched, so that no choice of names makes
 * it slow. */
#ifndef COMPILER_LOOKUP_H
#define COMPILER_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>

struct lookup_entry {
	const char *name; /* not copied */
	void *item;
	uint32_t order; /* in which entries were added */
};

struct lookup {
	struct lookup_entry *entries;
	uint32_t count;
};

/* Never NULL. */
struct lookup *lookup_new(TALLOC_CTX *mem_ctx);

void lookup_add(struct lookup *lookup, const char *name, void *item);

/* By name, entries of one name in the order in which they were added. After this nothing is added.
 */
void lookup_sort(struct lookup *lookup);

/* The first entry of that name, of size bytes; NULL when there is none. */
const struct lookup_entry *lookup_entry(const struct lookup *lookup, const char *name, size_t size);

/* Its item, or NULL. */
void *lookup_find(const struct lookup *lookup, const char *name, size_t size);

/* Whether there is an entry whose name is this one, then the byte, and maybe more. */
bool lookup_has_longer(const struct lookup *lookup, const char *name, char byte);

/* The name that is most like the given one, or NULL when none is close to it. */
const char *lookup_similar(const struct lookup *lookup, const char *name);

/* The closer of a candidate and the best so far (NULL: none): for lists that are in no lookup. */
const char *lookup_closer(const char *name, const char *candidate, const char *best);

#endif
