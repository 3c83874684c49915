/* SPDX-License-Identifier: MIT */
/* The cursor over wire bytes: its steps are in walk_inline.h. */
#include "walk_inline.h"

const char *ingot_wire_type_name(enum ingot_wire_type type)
{
	return (size_t)type < sizeof(types) / sizeof(types[0]) ? types[type].name : NULL;
}

void ingot_reader_fail(struct ingot_reader *reader, enum ingot_status status, size_t offset, uint64_t missing,
	const char *expected)
{
	if (reader->status != INGOT_OK)
		return;
	reader->status = status;
	reader->error_offset = offset;
	reader->missing = missing;
	reader->expected = expected;
}

void ingot_walk_steps(const struct ingot_walk *walk)
{
	struct ingot_reader *reader = walk->reader;
	uint32_t i;

	reader->root = NULL;
	reader->step_count = 0;
	for (i = 0; i < walk->depth; i++) {
		const struct ingot_walk_level *level = &walk->levels[i];
		struct ingot_step *step = &reader->steps[reader->step_count];

		if (level->position == 0)
			break; /* nothing of this one was begun */
		step->field = NULL;
		step->id = level->id;
		step->index = level->position - 1;
		step->kind = INGOT_STEP_ELEMENT;
		if (level->type == INGOT_WIRE_STRUCT) {
			step->kind = INGOT_STEP_FIELD;
			step->index = 0;
		} else if (level->type == INGOT_WIRE_MAP) {
			step->kind = step->index % 2 == 0 ? INGOT_STEP_KEY : INGOT_STEP_VALUE;
			step->index /= 2;
		}
		reader->step_count++;
	}
}

void ingot_walk_init(struct ingot_walk *walk, struct ingot_reader *reader, enum ingot_wire_type type)
{
	walk->reader = reader;
	walk->p = reader->bytes + reader->offset;
	walk->depth = 0;
	walk->root = (uint8_t)type;
	walk->started = false;
	walk->flaw = INGOT_OK;
	walk->flaw_expected = NULL;
}

bool ingot_walk_step(struct ingot_walk *walk, struct ingot_event *event)
{
	const uint8_t *p;

	walk->flaw = INGOT_OK;
	if (walk->reader->status != INGOT_OK)
		return false;
	if (walk->depth == 0 && walk->started)
		return false;
	if (!walk->started)
		p = read_root(walk, event);
	else if (walk->reader->protocol == INGOT_COMPACT)
		p = read_event(walk, walk->p, event, true);
	else
		p = read_event(walk, walk->p, event, false);
	if (p == NULL)
		return false;
	walk->p = p;
	if (walk->depth == 0)
		walk->reader->offset = (size_t)(p - walk->reader->bytes);
	return true;
}

bool ingot_walk_next(struct ingot_walk *walk, struct ingot_event *event)
{
	if (!ingot_walk_step(walk, event))
		return false;
	if (walk->flaw == INGOT_OK)
		return true;
	if (walk->depth == 0)
		walk->reader->offset = event->header;
	fail(walk, (enum ingot_status)walk->flaw, walk->reader->bytes + event->offset, 0, walk->flaw_expected);
	return false;
}

INLINE bool skip_to(struct ingot_walk *walk, uint32_t depth, const bool compact)
{
	struct ingot_event event = { .count = 0 };
	const uint8_t *p = walk->p;

	while (walk->depth > depth) {
		p = read_event(walk, p, &event, compact);
		if (p == NULL)
			return false;
		if (walk->flaw != INGOT_OK && (walk->reader->options & INGOT_STRICT))
			return fail(walk, (enum ingot_status)walk->flaw, walk->reader->bytes + event.offset, 0, walk->flaw_expected) != NULL;
	}
	walk->p = p;
	if (depth == 0)
		walk->reader->offset = (size_t)(p - walk->reader->bytes);
	return true;
}

bool ingot_walk_skip(struct ingot_walk *walk)
{
	if (walk->reader->status != INGOT_OK || walk->depth == 0)
		return false;
	if (walk->reader->protocol == INGOT_COMPACT)
		return skip_to(walk, walk->depth - 1, true);
	return skip_to(walk, walk->depth - 1, false);
}
