/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdbool.h>
#include <ingot/value.h>
#include <ingot/walk.h>

static const uint8_t wire_types[] = { INGOT_WIRE_STRUCT, INGOT_WIRE_LIST, INGOT_WIRE_SET, INGOT_WIRE_MAP, INGOT_WIRE_BINARY, INGOT_WIRE_UUID,
	INGOT_WIRE_BOOL, INGOT_WIRE_I8, INGOT_WIRE_I16, INGOT_WIRE_I32, INGOT_WIRE_I64, INGOT_WIRE_DOUBLE, INGOT_WIRE_FLOAT };

struct input {
	enum ingot_wire_type type;
	enum ingot_protocol protocol;
	uint32_t options;
	const uint8_t *bytes;
	size_t size;
};

static void begin(const struct input *input, struct ingot_reader *reader)
{
	ingot_reader_init(reader, input->protocol, input->bytes, input->size);
	reader->options = input->options;
}

/* Event by event. Returns how many values there are. */
static size_t walk(const struct input *input, struct ingot_reader *reader)
{
	struct ingot_event event;
	struct ingot_walk walk;
	size_t count = 0, last = 0;

	begin(input, reader);
	ingot_walk_init(&walk, reader, input->type);
	while (ingot_walk_next(&walk, &event)) {
		if (event.header > event.offset || event.offset > event.body || event.body > event.end || event.end > input->size)
			fuzz_broken("the offsets of an event are in order and within the input");
		if (event.end < last || event.depth > INGOT_MAX_DEPTH)
			fuzz_broken("events go forward, and no deeper than the limit");
		last = event.end;
		count += event.kind != INGOT_EVENT_END;
	}
	if (reader->status == INGOT_OK ? reader->offset != last : reader->offset != 0 || reader->error_offset > input->size)
		fuzz_broken("a walk leaves the offset behind the value, or where it was");
	return count;
}

static void skip(const struct input *input, const struct ingot_reader *walked)
{
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;

	begin(input, &reader);
	ingot_walk_init(&walk, &reader, input->type);
	if (ingot_walk_next(&walk, &event) && event.kind == INGOT_EVENT_BEGIN)
		ingot_walk_skip(&walk);
	while (ingot_walk_next(&walk, &event))
		continue;
	if (walked->status == INGOT_OK && reader.status != INGOT_OK)
		fuzz_broken("what can be walked can be skipped");
	if (walked->status == INGOT_OK && reader.offset != walked->offset)
		fuzz_broken("skipping ends where walking ends");
}

static size_t count_values(const struct ingot_value *value)
{
	struct ingot_value_iterator iterator;
	struct ingot_value part, other;
	size_t count = 1;
	uint32_t parts = 0;
	int16_t id;

	ingot_value_iterate(&iterator, value);
	while (value->type == INGOT_WIRE_MAP ? ingot_value_next_entry(&iterator, &part, &other) :
	       value->type == INGOT_WIRE_STRUCT ? ingot_value_next_field(&iterator, &id, &part) :
						  ingot_value_next_element(&iterator, &part)) {
		count += count_values(&part) + (value->type == INGOT_WIRE_MAP ? count_values(&other) : 0);
		parts++;
	}
	if (parts != value->count)
		fuzz_broken("a value has as many parts as it says");
	return count;
}

static void view(const struct input *input, const struct ingot_reader *walked, size_t count)
{
	struct ingot_reader reader;
	struct ingot_value value;

	begin(input, &reader);
	if (ingot_value_read(&value, &reader, input->type)) {
		if (walked->status == INGOT_OK && (reader.offset != walked->offset || value.size != walked->offset))
			fuzz_broken("a value is as long as walking it");
		if (count_values(&value) != count && walked->status == INGOT_OK)
			fuzz_broken("the parts of a value are those of its walk");
	} else if (walked->status == INGOT_OK) {
		fuzz_broken("what can be walked can be viewed");
	} else if (value.bytes != NULL || value.size != 0) {
		fuzz_broken("a value that is none is all zero");
	}
}

void fuzz_skip(const uint8_t *data, size_t size)
{
	struct ingot_reader reader;
	struct input input;
	size_t count;

	if (size < 2)
		return;
	input.type = (enum ingot_wire_type)wire_types[data[0] % sizeof(wire_types)];
	input.protocol = (enum ingot_protocol)(data[1] & 1);
	input.options = (data[1] & 2 ? INGOT_STRICT : 0) | (data[1] & 4 ? INGOT_FACEBOOK : 0);
	input.bytes = data + 2;
	input.size = size - 2;
	count = walk(&input, &reader);
	skip(&input, &reader);
	view(&input, &reader, count);
}
