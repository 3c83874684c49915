/* SPDX-License-Identifier: MIT */
/* Unknown fields from one protocol to the other: what the walk over the bytes finds is written again. */
#include <ingot/walk.h>
#include "pen.h"

struct convert {
	struct pen *pen;
	const struct ingot_unknown *unknown;
	/* Of the struct around the field, and then of each level below: the id of the field before. */
	int32_t last[INGOT_MAX_DEPTH + 2];
};

/* Indexed by wire type as the binary protocol has it. */
static uint8_t code_of(const struct pen *pen, uint8_t type)
{
	static const uint8_t compact[] = {
		[INGOT_WIRE_BOOL] = 1, [INGOT_WIRE_I8] = 3, [INGOT_WIRE_DOUBLE] = 7, [INGOT_WIRE_I16] = 4, [INGOT_WIRE_I32] = 5,
		[INGOT_WIRE_I64] = 6, [INGOT_WIRE_BINARY] = 8, [INGOT_WIRE_STRUCT] = 12, [INGOT_WIRE_MAP] = 11,
		[INGOT_WIRE_SET] = 10, [INGOT_WIRE_LIST] = 9, [INGOT_WIRE_UUID] = 13,
	};

	if (pen->protocol == INGOT_BINARY)
		return type;
	return type < sizeof(compact) ? compact[type] : 0;
}

static uint8_t wire_type_of(const struct ingot_unknown *unknown)
{
	static const uint8_t binary[] = {
		0, INGOT_WIRE_BOOL, INGOT_WIRE_BOOL, INGOT_WIRE_I8, INGOT_WIRE_I16, INGOT_WIRE_I32, INGOT_WIRE_I64, INGOT_WIRE_DOUBLE,
		INGOT_WIRE_BINARY, INGOT_WIRE_LIST, INGOT_WIRE_SET, INGOT_WIRE_MAP, INGOT_WIRE_STRUCT, INGOT_WIRE_UUID,
	};

	if (unknown->protocol == INGOT_BINARY)
		return unknown->code;
	return unknown->code < sizeof(binary) ? binary[unknown->code] : 0;
}

/* The header of a field; true when a bool's value is in it and nothing follows. */
static bool convert_header(struct pen *pen, int32_t *last, int32_t id, uint8_t type, bool truth)
{
	if (type == INGOT_WIRE_BOOL && pen->protocol == INGOT_COMPACT) {
		pen_header(pen, last, id, truth ? 1 : 2);
		return true;
	}
	pen_header(pen, last, id, code_of(pen, type));
	return false;
}

static void convert_scalar(struct convert *convert, const struct ingot_event *event)
{
	struct pen *pen = convert->pen;
	const uint8_t *bytes = convert->unknown->bytes;

	switch ((enum ingot_wire_type)event->type) {
	case INGOT_WIRE_BOOL:
		pen_bool(pen, event->integer != 0);
		return;
	case INGOT_WIRE_I8:
		pen_integer(pen, event->integer, 1);
		return;
	case INGOT_WIRE_I16:
		pen_integer(pen, event->integer, 2);
		return;
	case INGOT_WIRE_I32:
		pen_integer(pen, event->integer, 4);
		return;
	case INGOT_WIRE_I64:
		pen_integer(pen, event->integer, 8);
		return;
	case INGOT_WIRE_DOUBLE:
		pen_double(pen, event->real);
		return;
	case INGOT_WIRE_BINARY:
		/* The walk lets no size through that this would refuse. */
		pen_count(pen, (uint32_t)(event->end - event->body));
		pen_bytes(pen, bytes + event->body, event->end - event->body);
		return;
	default: /* uuid */
		pen_bytes(pen, bytes + event->body, event->end - event->body);
		return;
	}
}

static bool convert_begin(struct convert *convert, const struct ingot_event *event)
{
	struct pen *pen = convert->pen;

	if (pen->depth - (int)event->depth <= 0)
		return pen_fail(pen, INGOT_DEPTH);
	if (event->type == INGOT_WIRE_STRUCT) {
		convert->last[event->depth + 1] = 0;
		return true;
	}
	if (event->type == INGOT_WIRE_MAP)
		return pen_map_head(pen, code_of(pen, event->key), code_of(pen, event->element), event->count);
	return pen_list_head(pen, code_of(pen, event->element), event->count);
}

static bool convert_event(struct convert *convert, const struct ingot_event *event)
{
	if (event->kind == INGOT_EVENT_END) {
		if (event->type == INGOT_WIRE_STRUCT)
			pen_byte(convert->pen, 0);
		return true;
	}
	if (event->role == INGOT_ROLE_FIELD &&
	    convert_header(convert->pen, &convert->last[event->depth], event->id, event->type, event->integer != 0))
		return true;
	if (event->kind == INGOT_EVENT_BEGIN)
		return convert_begin(convert, event);
	convert_scalar(convert, event);
	return true;
}

bool pen_convert(struct pen *pen, int32_t *last, const struct ingot_unknown *unknown)
{
	struct convert convert = { .pen = pen, .unknown = unknown };
	uint8_t type = wire_type_of(unknown);
	bool truth = unknown->protocol == INGOT_COMPACT ? unknown->code == 1 : unknown->size == 1 && unknown->bytes[0] != 0;
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;

	/* No reader keeps a type that is none. */
	if (code_of(pen, type) == 0)
		return pen_fail(pen, INGOT_BAD_VALUE);
	if (convert_header(pen, last, unknown->id, type, truth))
		return true;
	/* A compact bool has no bytes of its own. */
	if (type == INGOT_WIRE_BOOL) {
		pen_bool(pen, truth);
		return true;
	}
	ingot_reader_init(&reader, (enum ingot_protocol)unknown->protocol, unknown->bytes, unknown->size);
	ingot_walk_init(&walk, &reader, (enum ingot_wire_type)type);
	while (ingot_walk_next(&walk, &event)) {
		if (!convert_event(&convert, &event))
			return false;
	}
	return reader.status == INGOT_OK ? true : pen_fail(pen, reader.status);
}
