/* SPDX-License-Identifier: MIT */
/* Setting up a reader, and its failure in words. */
#include <ingot/reader.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ingot_reader_init(struct ingot_reader *reader, enum ingot_protocol protocol, const void *bytes, size_t size)
{
	/* Not one memset: the steps and the text are large and are written before they are read. */
	reader->bytes = bytes;
	reader->size = size;
	reader->offset = 0;
	reader->protocol = protocol;
	reader->options = 0;
	reader->max_depth = INGOT_MAX_DEPTH;
	reader->budget = INGOT_BUDGET_BASE + (uint64_t)INGOT_BUDGET_FACTOR * size;
	reader->block = NULL;
	reader->status = INGOT_OK;
	reader->error_offset = 0;
	reader->missing = 0;
	reader->expected = NULL;
	reader->root = NULL;
	reader->step_count = 0;
	reader->text[0] = '\0';
}

struct line {
	char *text;
	size_t room;
	size_t size;
};

static void put(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends; what does not fit is cut. */
static void put(struct line *line, const char *format, ...)
{
	size_t left = line->room - line->size;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line->text + line->size, left, format, args);
	va_end(args);
	if (n > 0)
		line->size += (size_t)n < left ? (size_t)n : left - 1;
}

/* Names are a schema's and so, in the end, somebody's input. */
static void put_name(struct line *line, const char *name)
{
	for (; *name != '\0'; name++)
		if (*name > 0x20 && *name < 0x7f)
			put(line, "%c", *name);
		else
			put(line, "\\x%02x", (unsigned char)*name);
}

static void put_step(struct line *line, const struct ingot_step *step)
{
	switch ((enum ingot_step_kind)step->kind) {
	case INGOT_STEP_FIELD:
		if (line->size > 0)
			put(line, ".");
		if (step->field != NULL)
			put_name(line, step->field->name);
		else
			put(line, "%" PRId32, step->id);
		break;
	case INGOT_STEP_ELEMENT:
		put(line, "[%" PRIu32 "]", step->index);
		break;
	case INGOT_STEP_KEY:
		put(line, "[key %" PRIu32 "]", step->index);
		break;
	case INGOT_STEP_VALUE:
		put(line, "[value %" PRIu32 "]", step->index);
		break;
	}
}

const char *ingot_reader_error(struct ingot_reader *reader)
{
	struct line line = { .text = reader->text, .room = sizeof(reader->text) };
	/* The path gives way to the reason when both do not fit. */
	size_t reason_room = 160;
	uint32_t i;

	reader->text[0] = '\0';
	if (reader->status == INGOT_OK) {
		put(&line, "ok");
		return reader->text;
	}
	line.room -= reason_room;
	if (reader->root != NULL && reader->root->name != NULL)
		put_name(&line, reader->root->name);
	for (i = 0; i < reader->step_count; i++)
		put_step(&line, &reader->steps[i]);
	line.room += reason_room;
	if (line.size > 0)
		put(&line, ": ");
	put(&line, "at byte %zu: %s", reader->error_offset, ingot_status_name(reader->status));
	if (reader->expected != NULL)
		put(&line, " (expected %s)", reader->expected);
	return reader->text;
}
