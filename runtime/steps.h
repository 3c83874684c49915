/* SPDX-License-Identifier: MIT */
/* The way to where a walk over a value is, kept in a writer for its error. */
#ifndef RUNTIME_STEPS_H
#define RUNTIME_STEPS_H

#include <ingot/writer.h>

static inline void steps_enter(struct ingot_writer *writer, enum ingot_step_kind kind, const struct ingot_field *field, uint32_t index)
{
	struct ingot_step *step = &writer->steps[writer->step_count];

	/* A walk is at most INGOT_MAX_DEPTH levels deep, and a step is a level or the value in the last one. */
	if (writer->step_count == sizeof(writer->steps) / sizeof(writer->steps[0]))
		return;
	writer->step_count++;
	step->field = field;
	step->id = field != NULL ? field->id : 0;
	step->index = index;
	step->kind = (uint8_t)kind;
}

static inline void steps_leave(struct ingot_writer *writer)
{
	writer->step_count--;
}

#endif
