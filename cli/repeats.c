/* SPDX-License-Identifier: MIT */
/*
 * Fields that come again. Ids mostly go up, and then nothing is looked up: only a struct in which
 * one goes down, or stays, pays for a table of where each id was last.
 */
#include "repeats.h"

#include <stdlib.h>
#include <string.h>
#include "typed.h"

#define IDS 65536

/* The ids of one open struct. */
struct seen {
	int32_t highest;
	size_t count;
	size_t room;
	struct {
		int16_t id;
		size_t header;
	} *fields;
	size_t *last; /* by id: 1 + index of its last field; NULL until an id goes down */
};

struct finder {
	struct repeats *repeats;
	size_t room;
	struct seen levels[INGOT_MAX_DEPTH + 1];
};

static bool add_repeat(struct finder *finder, size_t header)
{
	struct repeats *repeats = finder->repeats;

	if (repeats->count == finder->room) {
		size_t room = finder->room == 0 ? 16 : 2 * finder->room;
		size_t *headers =
			talloc_realloc_size(repeats, repeats->headers, room * sizeof(size_t));

		if (headers == NULL)
			return false;
		repeats->headers = headers;
		finder->room = room;
	}
	repeats->headers[repeats->count++] = header;
	return true;
}

static size_t *slot(const struct seen *seen, int16_t id)
{
	return &seen->last[(uint16_t)id];
}

static void forget(struct seen *seen)
{
	size_t i;

	if (seen->last != NULL)
		for (i = 0; i < seen->count; i++)
			*slot(seen, seen->fields[i].id) = 0;
	seen->count = 0;
	seen->highest = INT32_MIN;
}

/* The table is filled when it is first needed in a struct, and used from then on. */
static bool look_up(struct finder *finder, struct seen *seen, int16_t id)
{
	size_t i;

	if (seen->last == NULL)
		seen->last = talloc_zero_array(finder, size_t, IDS);
	if (seen->last == NULL)
		return false;
	for (i = seen->count; i > 0 && *slot(seen, seen->fields[i - 1].id) != i; i--)
		continue;
	for (; i < seen->count; i++)
		*slot(seen, seen->fields[i].id) = i + 1;
	i = *slot(seen, id);
	return i == 0 || add_repeat(finder, seen->fields[i - 1].header);
}

static bool add_field(struct finder *finder, struct seen *seen, int16_t id, size_t header)
{
	if (id <= seen->highest && !look_up(finder, seen, id))
		return false;
	if (seen->count == seen->room) {
		size_t room = seen->room == 0 ? 32 : 2 * seen->room;
		void *fields =
			talloc_realloc_size(finder, seen->fields, room * sizeof(seen->fields[0]));

		if (fields == NULL)
			return false;
		seen->fields = fields;
		seen->room = room;
	}
	seen->fields[seen->count].id = id;
	seen->fields[seen->count++].header = header;
	if (id > seen->highest)
		seen->highest = id;
	return true;
}

static int compare(const void *a, const void *b)
{
	const size_t *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

static bool find(struct finder *finder, struct typed_walk *typed)
{
	struct ingot_event event;

	while (typed_next(typed, &event)) {
		if (event.kind == INGOT_EVENT_END)
			continue;
		if (event.role == INGOT_ROLE_FIELD &&
			(typed->root == NULL || typed->fit == TYPED_KNOWN) &&
			!add_field(
				finder, &finder->levels[event.depth - 1], event.id, event.header))
			return false;
		if (event.kind == INGOT_EVENT_BEGIN && event.type == INGOT_WIRE_STRUCT)
			forget(&finder->levels[event.depth]);
	}
	return true;
}

struct repeats *repeats_find(TALLOC_CTX *mem_ctx, const struct view *view)
{
	struct repeats *repeats = talloc_zero(mem_ctx, struct repeats);
	struct finder *finder = talloc_zero(repeats, struct finder);
	struct typed_walk *typed = talloc(finder, struct typed_walk);
	struct ingot_reader *copy = talloc(finder, struct ingot_reader);

	if (repeats == NULL || finder == NULL || typed == NULL || copy == NULL) {
		talloc_free(repeats);
		return NULL;
	}
	*copy = *view->reader;
	finder->repeats = repeats;
	typed_init_value(typed, copy, view->type, (enum ingot_wire_type)view->walk.walk.root);
	if (!find(finder, typed)) {
		talloc_free(repeats);
		return NULL;
	}
	talloc_free(finder);
	if (repeats->count > 1)
		qsort(repeats->headers, repeats->count, sizeof(size_t), compare);
	return repeats;
}

bool repeats_has(struct repeats *repeats, size_t header)
{
	while (repeats->next < repeats->count && repeats->headers[repeats->next] < header)
		repeats->next++;
	return repeats->next < repeats->count && repeats->headers[repeats->next] == header;
}
