/* SPDX-License-Identifier: MIT */
#include "lookup.h"
#include <stdlib.h>
#include <string.h>
#include "arena.h"

/* Longer names are not compared for likeness, and no more of them than so many. */
#define SIMILAR_MAX_SIZE 48
#define SIMILAR_MAX_COUNT 2000

struct lookup *lookup_new(TALLOC_CTX *mem_ctx)
{
	return arena_need(talloc_zero(mem_ctx, struct lookup));
}

void lookup_add(struct lookup *lookup, const char *name, void *item)
{
	lookup->entries =
		arena_grow(lookup, lookup->entries, lookup->count, sizeof(*lookup->entries));
	lookup->entries[lookup->count] = (struct lookup_entry){name, item, lookup->count};
	lookup->count++;
}

static int compare_entries(const void *a, const void *b)
{
	const struct lookup_entry *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

void lookup_sort(struct lookup *lookup)
{
	if (lookup->count > 1)
		qsort(lookup->entries, lookup->count, sizeof(*lookup->entries), compare_entries);
}

static int compare_name(const char *name, size_t size, const char *other)
{
	int order = strncmp(name, other, size);

	return order != 0 ? order : other[size] == '\0' ? 0 : -1;
}

const struct lookup_entry *lookup_entry(const struct lookup *lookup, const char *name, size_t size)
{
	uint32_t low = 0, high = lookup->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (compare_name(name, size, lookup->entries[middle].name) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == lookup->count || compare_name(name, size, lookup->entries[low].name) != 0)
		return NULL;
	return &lookup->entries[low];
}

bool lookup_has_longer(const struct lookup *lookup, const char *name, char byte)
{
	size_t size = strlen(name);
	uint32_t low = 0, high = lookup->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const char *other = lookup->entries[middle].name;
		int order = strncmp(name, other, size);

		if (order > 0 || (order == 0 && (unsigned char)other[size] < (unsigned char)byte))
			low = middle + 1;
		else
			high = middle;
	}
	return low < lookup->count && strncmp(name, lookup->entries[low].name, size) == 0 &&
	       lookup->entries[low].name[size] == byte;
}

void *lookup_find(const struct lookup *lookup, const char *name, size_t size)
{
	const struct lookup_entry *entry = lookup_entry(lookup, name, size);

	return entry == NULL ? NULL : entry->item;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Insertions, removals and replacements between two names, twice each; once when only the case
 * differs. Both are short. */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[SIMILAR_MAX_SIZE + 1];
	size_t na = strlen(a), nb = strlen(b);

	for (size_t j = 0; j <= nb; j++)
		row[j] = (unsigned)j * 2;
	for (size_t i = 1; i <= na; i++) {
		unsigned diagonal = row[0];

		row[0] = (unsigned)i * 2;
		for (size_t j = 1; j <= nb; j++) {
			unsigned cost = a[i - 1] == b[j - 1]		     ? 0
					: lower(a[i - 1]) == lower(b[j - 1]) ? 1
									     : 2;
			unsigned best = diagonal + cost;

			diagonal = row[j];
			if (row[j] + 2 < best)
				best = row[j] + 2;
			if (row[j - 1] + 2 < best)
				best = row[j - 1] + 2;
			row[j] = best;
		}
	}
	return row[nb];
}

const char *lookup_closer(const char *name, const char *candidate, const char *best)
{
	size_t size = strlen(name), other = strlen(candidate);
	unsigned limit;

	if (size > SIMILAR_MAX_SIZE || other > SIMILAR_MAX_SIZE || strcmp(name, candidate) == 0)
		return best;
	limit = best != NULL ? distance(name, best) : size < 3 ? 2 : (unsigned)(size / 3 + 1) * 2;
	return distance(name, candidate) < limit + (best == NULL) ? candidate : best;
}

const char *lookup_similar(const struct lookup *lookup, const char *name)
{
	const char *best = NULL;

	for (uint32_t i = 0; i < lookup->count && i < SIMILAR_MAX_COUNT; i++)
		best = lookup_closer(name, lookup->entries[i].name, best);
	return best;
}
