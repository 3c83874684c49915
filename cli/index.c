/* SPDX-License-Identifier: MIT */
/* Building the array. */
#include "index.h"

#include <stdlib.h>
#include "internal.h"

/* The nodes come from realloc: talloc's chunks end at 256 MiB. */
static int free_nodes(struct index *index)
{
	free(index->nodes);
	return 0;
}

static bool add(struct index *index, const struct typed_walk *walk, const struct ingot_event *event,
	uint32_t parent)
{
	if (index->count == index->room) {
		uint32_t room = index->room < 64 ? 64 : 2 * index->room;
		struct index_node *nodes =
			room > index->room ? realloc(index->nodes, room * sizeof(*nodes)) : NULL;

		if (nodes == NULL)
			return false;
		index->nodes = nodes;
		index->room = room;
	}
	index->nodes[index->count] = (struct index_node){
		.event = *event,
		.type = walk->type,
		.field = walk->field,
		.next = index->count + 1,
		.parent = parent,
	};
	index->count++;
	return true;
}

static bool fill(struct index *index, struct typed_walk *walk)
{
	uint32_t open[INGOT_MAX_DEPTH + 1];
	struct ingot_event event;

	while (typed_next(walk, &event)) {
		if (event.kind == INGOT_EVENT_END) {
			struct index_node *node = &index->nodes[open[event.depth]];

			node->event.end = event.end;
			node->next = index->count;
			continue;
		}
		if (event.kind == INGOT_EVENT_BEGIN)
			open[event.depth] = index->count;
		if (!add(index, walk, &event, event.depth > 0 ? open[event.depth - 1] : 0)) {
			ingot_reader_fail(walk->walk.reader, INGOT_NOMEM, event.header, 0, NULL);
			return false;
		}
	}
	return walk->walk.reader->status == INGOT_OK;
}

struct index *index_value(
	TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type)
{
	struct index *index = talloc_zero(mem_ctx, struct index);
	struct typed_walk walk;

	if (index == NULL) {
		ingot_reader_fail(reader, INGOT_NOMEM, reader->offset, 0, NULL);
		return NULL;
	}
	talloc_set_destructor(index, free_nodes);
	typed_init(&walk, reader, type);
	if (!fill(index, &walk)) {
		talloc_free(index);
		return NULL;
	}
	return index;
}

void index_path(const struct index *index, uint32_t at, char *text, size_t room)
{
	struct ingot_step steps[INGOT_MAX_DEPTH + 1];
	uint32_t count = index->nodes[at].event.depth, i;

	for (i = count; i > 0; i--) {
		const struct index_node *node = &index->nodes[at];

		steps[i - 1] = (struct ingot_step){
			.field = node->field,
			.id = node->event.id,
			.index = node->event.index,
			.kind = node->event.role == INGOT_ROLE_FIELD   ? INGOT_STEP_FIELD
				: node->event.role == INGOT_ROLE_KEY   ? INGOT_STEP_KEY
				: node->event.role == INGOT_ROLE_VALUE ? INGOT_STEP_VALUE
								       : INGOT_STEP_ELEMENT,
		};
		at = node->parent;
	}
	ingot_path_text(text, room, NULL, steps, count);
}
