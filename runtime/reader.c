/* SPDX-License-Identifier: MIT */
/* Setting up a reader, and its failure in words. */
#include <ingot/reader.h>

#include <stdio.h>

void ingot_reader_init(struct ingot_reader *reader, enum ingot_protocol protocol, const void *bytes, size_t size)
{
	/* An empty input may have no bytes at all; pointers need something to stand on. */
	static const uint8_t nothing[1];

	/* Not one memset: the steps and the text are large and are written before they are read. */
	reader->bytes = bytes != NULL ? bytes : nothing;
	reader->size = size;
	reader->offset = 0;
	reader->protocol = protocol;
	reader->options = 0;
	reader->max_depth = INGOT_MAX_DEPTH;
	reader->budget = INGOT_BUDGET_BASE + (uint64_t)INGOT_BUDGET_FACTOR * size;
	reader->block = NULL;
	reader->strings = NULL;
	reader->status = INGOT_OK;
	reader->error_offset = 0;
	reader->missing = 0;
	reader->expected = NULL;
	reader->root = NULL;
	reader->step_count = 0;
	reader->text[0] = '\0';
}

const char *ingot_reader_error(struct ingot_reader *reader)
{
	char *text = reader->text;
	size_t room = sizeof(reader->text);
	size_t size;

	if (reader->status == INGOT_OK) {
		snprintf(text, room, "ok");
		return text;
	}
	/* The path gives way to the reason when both do not fit. */
	size = ingot_path_text(text, room - 160, reader->root, reader->steps, reader->step_count);
	size += (size_t)snprintf(text + size, room - size, "%sat byte %zu: %s", size > 0 ? ": " : "", reader->error_offset,
				 ingot_status_name(reader->status));
	if (reader->expected != NULL)
		snprintf(text + size, room - size, " (expected %s)", reader->expected);
	return text;
}
