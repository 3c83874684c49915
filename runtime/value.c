/* SPDX-License-Identifier: MIT */
/* Values in the bytes: a walk one level deep over what was checked before. */
#include <ingot/value.h>

#include <string.h>

/* What an event says about a value, without its size when it has only begun. */
static void fill(struct ingot_value *value, const struct ingot_reader *reader, const struct ingot_event *event)
{
	*value = (struct ingot_value){
		.bytes = reader->bytes + event->offset,
		.size = event->end - event->offset,
		.options = reader->options & INGOT_FACEBOOK,
		.protocol = (uint8_t)reader->protocol,
		.type = event->type,
	};
	if (event->kind != INGOT_EVENT_BEGIN) {
		value->integer = event->type == INGOT_WIRE_BINARY || event->type == INGOT_WIRE_UUID ? 0 : event->integer;
		value->real = event->type == INGOT_WIRE_DOUBLE || event->type == INGOT_WIRE_FLOAT ? event->real : 0;
		return;
	}
	if (event->type == INGOT_WIRE_STRUCT)
		return;
	value->count = event->count;
	value->element = event->element;
	if (event->type == INGOT_WIRE_MAP)
		value->key = event->key;
}

/* The value whose event has just come, to its end. False: it is damaged. */
static bool take(struct ingot_value *value, struct ingot_walk *walk, const struct ingot_event *begin)
{
	struct ingot_event event = *begin;
	uint32_t fields = 0;

	fill(value, walk->reader, begin);
	if (begin->kind != INGOT_EVENT_BEGIN)
		return true;
	/* Not skipped: a skip minds only the structure, and who walks the value later minds all of it. */
	do {
		if (!ingot_walk_next(walk, &event))
			return false;
		if (event.depth == begin->depth + 1 && event.kind != INGOT_EVENT_END)
			fields++;
	} while (event.kind != INGOT_EVENT_END || event.depth != begin->depth);
	if (begin->type == INGOT_WIRE_STRUCT)
		value->count = fields;
	value->size = event.end - begin->offset;
	return true;
}

bool ingot_value_read(struct ingot_value *value, struct ingot_reader *reader, enum ingot_wire_type type)
{
	struct ingot_walk walk;
	struct ingot_event event;

	ingot_walk_init(&walk, reader, type);
	if (ingot_walk_next(&walk, &event) && take(value, &walk, &event))
		return true;
	memset(value, 0, sizeof(*value));
	return false;
}

struct ingot_string ingot_value_string(const struct ingot_value *value)
{
	size_t head = 4;

	if (value->type != INGOT_WIRE_BINARY)
		return (struct ingot_string){ .data = NULL };
	if (value->protocol == INGOT_COMPACT)
		for (head = 1; value->bytes[head - 1] >= 0x80; head++)
			continue;
	return (struct ingot_string){ (const char *)value->bytes + head, (uint32_t)(value->size - head) };
}

struct ingot_uuid ingot_value_uuid(const struct ingot_value *value)
{
	struct ingot_uuid uuid = { { 0 } };

	if (value->type == INGOT_WIRE_UUID)
		memcpy(uuid.bytes, value->bytes, sizeof(uuid.bytes));
	return uuid;
}

void ingot_value_iterate(struct ingot_value_iterator *iterator, const struct ingot_value *value)
{
	struct ingot_event event;

	ingot_reader_init(&iterator->reader, (enum ingot_protocol)value->protocol, value->bytes, value->size);
	iterator->reader.options = value->options;
	ingot_walk_init(&iterator->walk, &iterator->reader, (enum ingot_wire_type)value->type);
	/* To behind its own header: what comes next is in it. Of a scalar nothing is. */
	ingot_walk_next(&iterator->walk, &event);
}

static bool next(struct ingot_value_iterator *iterator, enum ingot_role role, int16_t *id, struct ingot_value *value)
{
	struct ingot_event event;

	if (!ingot_walk_next(&iterator->walk, &event) || event.kind == INGOT_EVENT_END || event.role != role)
		return false;
	if (id != NULL)
		*id = event.id;
	return take(value, &iterator->walk, &event);
}

bool ingot_value_next_field(struct ingot_value_iterator *iterator, int16_t *id, struct ingot_value *field)
{
	return next(iterator, INGOT_ROLE_FIELD, id, field);
}

bool ingot_value_next_element(struct ingot_value_iterator *iterator, struct ingot_value *element)
{
	return next(iterator, INGOT_ROLE_ELEMENT, NULL, element);
}

bool ingot_value_next_entry(struct ingot_value_iterator *iterator, struct ingot_value *key, struct ingot_value *value)
{
	return next(iterator, INGOT_ROLE_KEY, NULL, key) && next(iterator, INGOT_ROLE_VALUE, NULL, value);
}

bool ingot_value_field(const struct ingot_value *value, int16_t id, struct ingot_value *field)
{
	struct ingot_value_iterator iterator;
	struct ingot_value candidate;
	bool found = false;
	int16_t candidate_id;

	ingot_value_iterate(&iterator, value);
	while (ingot_value_next_field(&iterator, &candidate_id, &candidate))
		if (candidate_id == id) {
			*field = candidate;
			found = true;
		}
	return found;
}

bool ingot_value_element(const struct ingot_value *value, uint32_t index, struct ingot_value *element)
{
	struct ingot_value_iterator iterator;
	uint32_t i;

	if (index >= value->count)
		return false;
	ingot_value_iterate(&iterator, value);
	for (i = 0; ingot_value_next_element(&iterator, element); i++)
		if (i == index)
			return true;
	return false;
}
