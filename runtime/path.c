/* SPDX-License-Identifier: MIT */
/* The way to a value in words, for the errors of readers and writers. */
#include <ingot/reader.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

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

size_t ingot_path_text(char *text, size_t room, const struct ingot_type *root, const struct ingot_step *steps, uint32_t step_count)
{
	struct line line = { .text = text, .room = room };

	text[0] = '\0';
	if (root != NULL && root->name != NULL)
		put_name(&line, root->name);
	for (uint32_t i = 0; i < step_count; i++)
		put_step(&line, &steps[i]);
	return line.size;
}
