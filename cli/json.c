/* SPDX-License-Identifier: MIT */
/*
 * A value as JSON, on one line, in ASCII. With a schema: names, known fields only. Without: {"1":
 * {"i32": 7}}. A field that comes again is printed once, with its last value. After damage
 * everything that is open is closed, so that the line stays JSON.
 */
#include "view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "json_text.h"
#include "repeats.h"

/* What is open at one depth. */
struct level {
	bool is_empty;
	bool is_object; /* of a map: its keys are names */
	bool is_pairs;  /* of a map: [[key, value], …] */
	bool is_wrapped; /* the value stands in {"i32": …} */
	bool has_key;   /* of a map: the key is out, its value is not */
};

struct printer {
	struct view *view;
	FILE *file;
	struct repeats *repeats;
	uint32_t depth;
	struct level levels[INGOT_MAX_DEPTH + 1];
};

static void put_enum(FILE *file, const struct ingot_type *type, int64_t number, bool enum_numbers)
{
	const char *name = enum_numbers ? NULL : ingot_enum_name(type, (int32_t)number);

	if (name != NULL)
		fprintf(file, "\"%s\"", name);
	else
		fprintf(file, "%" PRId64, number);
}

void view_json_scalar(FILE *file, const struct ingot_reader *reader,
	const struct ingot_event *event, const struct ingot_type *type, bool enum_numbers)
{
	const uint8_t *bytes = reader->bytes + event->body;

	switch (event->type) {
	case INGOT_WIRE_BOOL:
		fputs(event->integer != 0 ? "true" : "false", file);
		break;
	case INGOT_WIRE_DOUBLE:
	case INGOT_WIRE_FLOAT:
		json_text_double(file, event->real);
		break;
	case INGOT_WIRE_BINARY:
		json_text_bytes(file, bytes, event->end - event->body);
		break;
	case INGOT_WIRE_UUID:
		json_text_uuid(file, bytes);
		break;
	default:
		if (type != NULL && type->kind == INGOT_KIND_ENUM)
			put_enum(file, type, event->integer, enum_numbers);
		else
			fprintf(file, "%" PRId64, event->integer);
		break;
	}
}

static void put_scalar(const struct printer *printer, const struct ingot_event *event,
	const struct ingot_type *type)
{
	view_json_scalar(printer->file, printer->view->reader, event, type,
		printer->view->options->enum_numbers);
}

static const char *wire_name(uint8_t type)
{
	return ingot_wire_type_name((enum ingot_wire_type)type);
}

/* {"list<i32>": before a value that no schema names. */
static void put_wire_type(const struct printer *printer, const struct ingot_event *event)
{
	const char *key = wire_name(event->key), *element = wire_name(event->element);

	fprintf(printer->file, "{\"%s", wire_name(event->type));
	if (event->kind == INGOT_EVENT_BEGIN && event->type == INGOT_WIRE_MAP && key != NULL &&
		element != NULL)
		fprintf(printer->file, "<%s,%s>", key, element);
	else if (event->kind == INGOT_EVENT_BEGIN && event->type != INGOT_WIRE_STRUCT &&
		event->type != INGOT_WIRE_MAP && element != NULL)
		fprintf(printer->file, "<%s>", element);
	fputs("\": ", printer->file);
}

static bool is_plain_key(const struct ingot_type *key)
{
	switch ((enum ingot_kind)key->kind) {
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
	case INGOT_KIND_STRING:
		return true;
	default:
		return false;
	}
}

/* A key in the bytes. Equal integers need not be equal bytes, so that for them the number
 * counts. */
struct key {
	int64_t integer;
	const uint8_t *bytes;
	size_t size;
};

static int compare_keys(const void *a, const void *b)
{
	const struct key *left = a, *right = b;
	int order;

	if (left->integer != right->integer)
		return left->integer < right->integer ? -1 : 1;
	if (left->size != right->size)
		return left->size < right->size ? -1 : 1;
	order = left->size == 0 ? 0 : memcmp(left->bytes, right->bytes, left->size);
	return order;
}

static bool has_repeats(struct key *keys, uint32_t count)
{
	uint32_t i;

	if (count < 2)
		return false;
	qsort(keys, count, sizeof(keys[0]), compare_keys);
	for (i = 1; i < count; i++)
		if (compare_keys(&keys[i - 1], &keys[i]) == 0)
			return true;
	return false;
}

/*
 * Whether a map may be an object: its keys are integers, enums or printable strings, and each is
 * there once. Looks ahead over the map.
 */
static bool has_plain_keys(const struct printer *printer, const struct ingot_event *begin,
	const struct ingot_type *type)
{
	struct ingot_reader reader = *printer->view->reader;
	struct ingot_walk walk;
	struct ingot_event event;
	struct key *keys;
	uint32_t count = 0;
	bool is_plain = type != NULL && type->key != NULL && is_plain_key(type->key);

	/* The count is bounded by the bytes that are left. */
	keys = is_plain ? malloc(((size_t)begin->count + 1) * sizeof(*keys)) : NULL;
	if (keys == NULL)
		return false;
	reader.offset = begin->offset;
	ingot_walk_init(&walk, &reader, INGOT_WIRE_MAP);
	while (is_plain && ingot_walk_next(&walk, &event)) {
		if (event.depth != 1 || event.kind == INGOT_EVENT_END)
			continue;
		if (event.role == INGOT_ROLE_KEY) {
			keys[count] = (struct key){
				.integer = event.type == INGOT_WIRE_BINARY ? 0 : event.integer
			};
			if (event.type == INGOT_WIRE_BINARY) {
				keys[count].bytes = reader.bytes + event.body;
				keys[count].size = event.end - event.body;
				is_plain =
					json_text_is_printable(keys[count].bytes, keys[count].size);
			}
			count++;
		} else if (event.kind == INGOT_EVENT_BEGIN && !ingot_walk_skip(&walk)) {
			break;
		}
	}
	is_plain = is_plain && !has_repeats(keys, count);
	free(keys);
	return is_plain;
}

/* The name of a field, or of an entry of a map that is an object. */
static void put_name(const struct printer *printer, const struct ingot_event *event,
	const struct ingot_type *type)
{
	const struct ingot_field *field = printer->view->walk.field;

	if (event->role == INGOT_ROLE_FIELD && field != NULL && printer->view->type != NULL) {
		fprintf(printer->file, "\"%s\": ", field->name);
	} else if (event->role == INGOT_ROLE_FIELD) {
		fprintf(printer->file, "\"%d\": ", event->id);
	} else if (event->type == INGOT_WIRE_BINARY ||
		(type != NULL && type->kind == INGOT_KIND_ENUM &&
			!printer->view->options->enum_numbers &&
			ingot_enum_name(type, (int32_t)event->integer) != NULL)) {
		put_scalar(printer, event, type);
		fputs(": ", printer->file);
	} else {
		putc('"', printer->file);
		put_scalar(printer, event, type);
		fputs("\": ", printer->file);
	}
}

/* Commas, names and the pairs of maps: what stands before a value. */
static void before_value(struct printer *printer, const struct ingot_event *event)
{
	struct level *outer;

	if (event->depth == 0)
		return;
	outer = &printer->levels[event->depth - 1];
	if (event->role == INGOT_ROLE_VALUE) {
		if (outer->is_pairs)
			fputs(", ", printer->file);
		return;
	}
	if (!outer->is_empty)
		fputs(", ", printer->file);
	outer->is_empty = false;
	if (event->role == INGOT_ROLE_KEY && outer->is_pairs)
		putc('[', printer->file);
}

/* What stands behind one. */
static void after_value(struct printer *printer, const struct ingot_event *event)
{
	if (event->role == INGOT_ROLE_KEY)
		printer->levels[event->depth - 1].has_key = true;
	if (event->role != INGOT_ROLE_VALUE)
		return;
	printer->levels[event->depth - 1].has_key = false;
	if (printer->levels[event->depth - 1].is_pairs)
		putc(']', printer->file);
}

/* Without a schema every field says what it is, and so do containers in containers. */
static bool is_wrapped(const struct printer *printer, const struct ingot_event *event)
{
	if (printer->view->type != NULL || event->depth == 0)
		return false;
	return event->role == INGOT_ROLE_FIELD ||
		(event->kind == INGOT_EVENT_BEGIN && event->type != INGOT_WIRE_STRUCT);
}

static void open_level(struct printer *printer, const struct ingot_event *event, bool wrapped)
{
	struct level *level = &printer->levels[event->depth];

	*level = (struct level){ .is_empty = true, .is_wrapped = wrapped };
	if (event->type == INGOT_WIRE_MAP) {
		level->is_object = has_plain_keys(printer, event, printer->view->walk.type);
		level->is_pairs = !level->is_object;
	}
	putc(event->type == INGOT_WIRE_STRUCT || level->is_object ? '{' : '[', printer->file);
	printer->depth = event->depth + 1;
}

static void put_value(struct printer *printer, const struct ingot_event *event)
{
	const struct ingot_type *type = printer->view->walk.type;
	bool wrapped = is_wrapped(printer, event);

	before_value(printer, event);
	if (event->role == INGOT_ROLE_KEY && printer->levels[event->depth - 1].is_object) {
		put_name(printer, event, type);
		after_value(printer, event);
		return;
	}
	if (event->role == INGOT_ROLE_FIELD)
		put_name(printer, event, type);
	if (wrapped)
		put_wire_type(printer, event);
	if (event->kind == INGOT_EVENT_BEGIN) {
		open_level(printer, event, wrapped);
		return;
	}
	put_scalar(printer, event, type);
	if (wrapped)
		putc('}', printer->file);
	after_value(printer, event);
}

static void put_end(struct printer *printer, uint32_t depth, bool is_struct)
{
	const struct level *level = &printer->levels[depth];

	if (level->has_key) /* cut off between key and value */
		fputs(level->is_pairs ? ", null]" : "null", printer->file);
	putc(is_struct || level->is_object ? '}' : ']', printer->file);
	if (level->is_wrapped)
		putc('}', printer->file);
	printer->depth = depth;
}

/* A value that the schema does not have in this form: fields are left out, elements are null. */
static void put_unknown(struct printer *printer, const struct ingot_event *event)
{
	if (event->role != INGOT_ROLE_FIELD) {
		before_value(printer, event);
		fputs("null", printer->file);
		after_value(printer, event);
	}
	if (event->kind == INGOT_EVENT_BEGIN)
		typed_skip(&printer->view->walk);
}

static void print(struct printer *printer)
{
	struct view *view = printer->view;
	struct ingot_event event;

	while (typed_next(&view->walk, &event)) {
		if (event.kind == INGOT_EVENT_END) {
			put_end(printer, event.depth, event.type == INGOT_WIRE_STRUCT);
			after_value(printer, &event);
		} else if (event.role == INGOT_ROLE_FIELD &&
			repeats_has(printer->repeats, event.header)) {
			if (event.kind == INGOT_EVENT_BEGIN)
				typed_skip(&view->walk);
		} else if (view->type != NULL && view->walk.type == NULL) {
			put_unknown(printer, &event);
		} else {
			put_value(printer, &event);
		}
	}
	while (printer->depth > 0) {
		uint32_t depth = printer->depth - 1;

		put_end(printer, depth, view->walk.walk.levels[depth].type == INGOT_WIRE_STRUCT);
		if (depth > 0 && printer->levels[depth - 1].is_pairs) {
			/* A value ends its pair; a key that was cut off leaves its value to be made
			 * up. */
			if (printer->levels[depth - 1].has_key)
				putc(']', printer->file);
			else
				fputs(", null]", printer->file);
			printer->levels[depth - 1].has_key = false;
		} else if (depth > 0) {
			printer->levels[depth - 1].has_key = false;
		}
	}
}

static void put_message(const struct printer *printer)
{
	const struct envelope *envelope = printer->view->envelope;
	const uint8_t *bytes = printer->view->reader->bytes;
	const char *type = envelope_message_type(envelope->message_type);
	struct envelope_info info;
	size_t at = envelope->transport;
	uint64_t left = 0;
	bool first = true;

	fputs("{\"name\": ", printer->file);
	json_text_bytes(printer->file, bytes + envelope->name, envelope->name_size);
	if (printer->view->options->enum_numbers)
		fprintf(printer->file, ", \"type\": %u", envelope->message_type);
	else
		fprintf(printer->file, ", \"type\": \"%s\"", type);
	fprintf(printer->file, ", \"seqid\": %" PRId32, envelope->seqid);
	if (envelope->shape.framing == FRAMING_THEADER) {
		fputs(", \"headers\": {", printer->file);
		while (envelope_next_info(envelope, bytes, &at, &left, &info)) {
			fputs(first ? "" : ", ", printer->file);
			json_text_string(printer->file, bytes + info.key, info.key_size);
			fputs(": ", printer->file);
			json_text_bytes(printer->file, bytes + info.value, info.value_size);
			first = false;
		}
		putc('}', printer->file);
	}
	fputs(", \"value\": ", printer->file);
}

void view_json(struct view *view)
{
	struct printer *printer = talloc_zero(NULL, struct printer);
	bool is_message = view->envelope->shape.is_message && !view->is_part;

	if (printer == NULL)
		return;
	printer->view = view;
	printer->file = view->out->file;
	printer->repeats = repeats_find(printer, view);
	if (printer->repeats == NULL) {
		ingot_reader_fail(view->reader, INGOT_NOMEM, view->reader->offset, 0, NULL);
	} else {
		if (is_message)
			put_message(printer);
		print(printer);
		if (is_message)
			putc('}', printer->file);
		if (!view->is_inline)
			putc('\n', printer->file);
	}
	talloc_free(printer);
}
