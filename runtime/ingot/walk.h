/* SPDX-License-Identifier: MIT */
/*
 * A cursor over wire bytes that needs no schema: one event for each value, and one more for each struct, list, set and map
 * that ends. Time is linear in the bytes, memory constant, and nothing is allocated. Every rule of the two protocols is
 * enforced; the first failure goes to the reader, with the way to it by field ids and indexes.
 */
#ifndef INGOT_WALK_H
#define INGOT_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Wire types. The numbers are those of the binary protocol; compact's are translated. */
enum ingot_wire_type {
	INGOT_WIRE_STOP = 0,
	INGOT_WIRE_BOOL = 2,
	INGOT_WIRE_I8 = 3,
	INGOT_WIRE_DOUBLE = 4,
	INGOT_WIRE_I16 = 6,
	INGOT_WIRE_I32 = 8,
	INGOT_WIRE_I64 = 10,
	INGOT_WIRE_BINARY = 11, /* strings too: the wire does not tell them apart */
	INGOT_WIRE_STRUCT = 12,
	INGOT_WIRE_MAP = 13,
	INGOT_WIRE_SET = 14,
	INGOT_WIRE_LIST = 15,
	INGOT_WIRE_UUID = 16,
	INGOT_WIRE_FLOAT = 19   /* INGOT_FACEBOOK only */
};

enum ingot_event_kind {
	INGOT_EVENT_VALUE, /* a bool, number, uuid or binary, whole */
	INGOT_EVENT_BEGIN, /* a struct, list, set or map: its header was read */
	INGOT_EVENT_END    /* it is over; for a struct the stop byte was read */
};

enum ingot_role {
	INGOT_ROLE_ROOT,
	INGOT_ROLE_FIELD,
	INGOT_ROLE_ELEMENT, /* of a list or set */
	INGOT_ROLE_KEY,
	INGOT_ROLE_VALUE    /* of a map's entry */
};

/*
 * Offsets are of the reader's bytes. A value is written as
 *     header: the field's header, for fields; else empty
 *     offset: the size, count and element types, for binary, lists, sets and maps; else empty
 *     body:   the value itself; empty for a compact bool field, whose value is in the header
 *     end
 * and those of END are: header and offset of the matching BEGIN, body at the stop byte (or at end), end.
 */
struct ingot_event {
	uint8_t kind;    /* enum ingot_event_kind */
	uint8_t type;    /* enum ingot_wire_type */
	uint8_t role;    /* enum ingot_role */
	uint8_t key;     /* BEGIN of a map: the keys' wire type */
	uint8_t element; /* BEGIN of a list, set or map: the elements' or values' wire type; of an empty one whatever is there, or STOP */
	int16_t id;      /* FIELD */
	uint32_t index;  /* ELEMENT, KEY, VALUE: from 0 */
	uint32_t count;  /* BEGIN of a list, set or map */
	uint32_t depth;  /* of structs, lists, sets and maps around the value: 0 for the root */
	int64_t integer; /* bools (0, 1) and integers */
	double real;     /* doubles and floats */
	size_t header;
	size_t offset;
	size_t body;     /* binary and uuid: the bytes are [body, end) */
	size_t end;
};

struct ingot_walk_level {
	size_t header;
	size_t offset;
	uint32_t count;
	uint32_t position; /* elements begun; for maps keys and values together */
	int16_t id;        /* of a struct: the last field's */
	uint8_t type;
	uint8_t key;
	uint8_t element;
};

/* Belongs to the caller; its members are private. */
struct ingot_walk {
	struct ingot_reader *reader;
	const uint8_t *p;
	uint32_t depth;
	uint8_t root;
	bool started;
	uint8_t flaw; /* enum ingot_status: of the last value, whose type cannot have it */
	const char *flaw_expected;
	struct ingot_walk_level levels[INGOT_MAX_DEPTH + 1];
};

/*
 * Begins at reader->offset with a value of that wire type; a bool is read as an element is. The reader must stay where it is, with
 * its bytes and options, as long as the walk goes on.
 */
void ingot_walk_init(struct ingot_walk *walk, struct ingot_reader *reader, enum ingot_wire_type type);

/*
 * The next event. False when the value is whole (reader->status is INGOT_OK and reader->offset behind it), or at a failure, which leaves
 * reader->offset where it was.
 */
bool ingot_walk_next(struct ingot_walk *walk, struct ingot_event *event);

/*
 * After a BEGIN: to behind the end of that value; its END is not delivered. False at a failure. All of it is checked but what only a
 * value's type can tell (bools, the range of integers), unless INGOT_STRICT is set.
 */
bool ingot_walk_skip(struct ingot_walk *walk);

/* Puts the way to where the walk is into the reader's steps, as a failure does. */
void ingot_walk_steps(const struct ingot_walk *walk);

/* "i32", "list", "binary": a short lower-case name in static storage; NULL for a number that is no wire type. */
const char *ingot_wire_type_name(enum ingot_wire_type type);

#ifdef __cplusplus
}
#endif
#endif
