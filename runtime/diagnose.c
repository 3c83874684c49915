/* SPDX-License-Identifier: MIT */
/* The cold half of decoding: why a decoder failed, found by walking the bytes again by the tables. */
#include "internal.h"

#include "typed.h"

bool ingot_check(struct ingot_reader *reader, const struct ingot_type *type)
{
	size_t begin = reader->offset;
	struct typed_walk typed;
	struct ingot_event event;

	typed_init(&typed, reader, type);
	while (typed_next(&typed, &event))
		;
	reader->offset = begin;
	return reader->status == INGOT_OK;
}

void ingot_diagnose(struct ingot_reader *reader, const struct ingot_type *type, enum ingot_status status, size_t stop)
{
	size_t begin = reader->offset;
	struct typed_walk typed;
	struct ingot_event event;

	reader->status = INGOT_OK;
	reader->step_count = 0;
	typed_init(&typed, reader, type);
	while (typed_next(&typed, &event))
		if (status != INGOT_OK && (event.end > stop || event.header >= stop))
			break;
	reader->offset = begin;
	/* What is too deep may be wrong in another way, too, which the walk looks at first. */
	if ((status == INGOT_OK || status == INGOT_DEPTH) && reader->status != INGOT_OK)
		return;
	if (reader->status == INGOT_OK) {
		ingot_walk_steps(&typed.walk);
		typed_steps(&typed);
	}
	/* Nothing was found though a decoder failed: it refuses what the walk takes, which must still not pass as success. */
	reader->status = status == INGOT_OK ? INGOT_MISMATCH : status;
	reader->error_offset = stop;
	reader->missing = 0;
	reader->expected = NULL;
}
