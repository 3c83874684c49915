/* SPDX-License-Identifier: MIT */
/*
 * The steps of the walk, to be compiled into the loops that use them: walk.c's own, and that of the statistics, which has to be as fast.
 * Each function that reads returns the pointer behind what it read, or NULL after it has put the failure into the reader.
 * `compact` is a constant wherever these are called, so that each protocol gets its own copy of the code.
 */
#ifndef RUNTIME_WALK_INLINE_H
#define RUNTIME_WALK_INLINE_H

#include <string.h>
#include "internal.h"

#define INLINE static inline __attribute__((always_inline))
#define BAD 0xff

/* A compact type nibble as a wire type. */
static const uint8_t compact_types[16] = {
	INGOT_WIRE_STOP, INGOT_WIRE_BOOL, INGOT_WIRE_BOOL, INGOT_WIRE_I8,
	INGOT_WIRE_I16, INGOT_WIRE_I32, INGOT_WIRE_I64, INGOT_WIRE_DOUBLE,
	INGOT_WIRE_BINARY, INGOT_WIRE_LIST, INGOT_WIRE_SET, INGOT_WIRE_MAP,
	INGOT_WIRE_STRUCT, INGOT_WIRE_UUID, BAD, BAD,
};

static const struct {
	const char *name;
	uint8_t compact_size; /* the fewest bytes that a value takes as an element */
	uint8_t binary_size;
} types[] = {
	[INGOT_WIRE_BOOL] = { "bool", 1, 1 },
	[INGOT_WIRE_I8] = { "i8", 1, 1 },
	[INGOT_WIRE_DOUBLE] = { "double", 8, 8 },
	[INGOT_WIRE_I16] = { "i16", 1, 2 },
	[INGOT_WIRE_I32] = { "i32", 1, 4 },
	[INGOT_WIRE_I64] = { "i64", 1, 8 },
	[INGOT_WIRE_BINARY] = { "binary", 1, 4 },
	[INGOT_WIRE_STRUCT] = { "struct", 1, 1 },
	[INGOT_WIRE_MAP] = { "map", 1, 6 },
	[INGOT_WIRE_SET] = { "set", 1, 5 },
	[INGOT_WIRE_LIST] = { "list", 1, 5 },
	[INGOT_WIRE_UUID] = { "uuid", 16, 16 },
	[INGOT_WIRE_FLOAT] = { "float", 4, 4 },
};

static __attribute__((cold, noinline)) const uint8_t *fail(struct ingot_walk *walk, enum ingot_status status,
	const uint8_t *at, uint64_t missing, const char *expected)
{
	struct ingot_reader *reader = walk->reader;

	ingot_walk_steps(walk);
	ingot_reader_fail(reader, status, (size_t)(at - reader->bytes), missing, expected);
	return NULL;
}

/* A failure in a field header: the field that is on the way is none yet. */
static __attribute__((cold, noinline)) const uint8_t *fail_header(struct ingot_walk *walk, enum ingot_status status,
	const uint8_t *at, uint64_t missing)
{
	walk->levels[walk->depth - 1].position = 0;
	return fail(walk, status, at, missing, "field header");
}

INLINE size_t left_of(const struct ingot_walk *walk, const uint8_t *p)
{
	return (size_t)(walk->reader->bytes + walk->reader->size - p);
}

INLINE uint32_t load32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

INLINE uint64_t load64(const uint8_t *p)
{
	return (uint64_t)load32(p) << 32 | load32(p + 4);
}

/* 2 … 10 bytes, 5 when is_short. */
static const uint8_t *read_long_varint(struct ingot_walk *walk, const uint8_t *p, uint64_t *value, const bool is_short,
	const char *expected)
{
	size_t left = left_of(walk, p);
	uint64_t sum = 0;
	unsigned i;

	for (i = 0;; i++) {
		uint8_t byte;

		if (i == left)
			return fail(walk, INGOT_TRUNCATED, p, 1, expected);
		byte = p[i];
		if (i == (is_short ? 4 : 9) && byte > (is_short ? 15 : 1))
			return fail(walk, INGOT_BAD_VARINT, p, 0, expected);
		sum |= (uint64_t)(byte & 0x7f) << (7 * i);
		if (byte < 0x80)
			break;
	}
	if (p[i] == 0 && (walk->reader->options & INGOT_STRICT))
		return fail(walk, INGOT_BAD_VARINT, p, 0, expected);
	*value = sum;
	return p + i + 1;
}

INLINE const uint8_t *read_varint(struct ingot_walk *walk, const uint8_t *p, uint64_t *value, const bool is_short,
	const char *expected)
{
	if (left_of(walk, p) >= 1 && *p < 0x80) {
		*value = *p;
		return p + 1;
	}
	return read_long_varint(walk, p, value, is_short, expected);
}

/* The value has its bytes, but not one that its type can have. Who wants the value fails then; who skips it does not mind. */
INLINE void mark_flaw(struct ingot_walk *walk, enum ingot_status status, const char *expected)
{
	walk->flaw = (uint8_t)status;
	walk->flaw_expected = expected;
}

INLINE int64_t unzigzag(uint64_t value)
{
	return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

INLINE bool has(struct ingot_walk *walk, const uint8_t *p, size_t size, const char *expected)
{
	size_t left = left_of(walk, p);

	if (left >= size)
		return true;
	fail(walk, INGOT_TRUNCATED, p, size - left, expected);
	return false;
}

/* A size or count: at most INT32_MAX. */
INLINE const uint8_t *read_size(struct ingot_walk *walk, const uint8_t *p, uint32_t *size, const char *expected,
	const bool compact)
{
	uint64_t value = 0;
	const uint8_t *q;

	if (compact) {
		q = read_varint(walk, p, &value, true, expected);
		if (q == NULL)
			return NULL;
	} else {
		if (!has(walk, p, 4, expected))
			return NULL;
		value = load32(p);
		q = p + 4;
	}
	if (value > INT32_MAX)
		return fail(walk, INGOT_BAD_SIZE, p, 0, expected);
	*size = (uint32_t)value;
	return q;
}

/* What the code of an element, key or value means; BAD, or STOP, when nothing. */
INLINE uint8_t element_type(const struct ingot_walk *walk, uint8_t code, const bool compact)
{
	bool facebook = (walk->reader->options & INGOT_FACEBOOK) != 0;

	if (compact)
		return code == 13 && facebook ? INGOT_WIRE_FLOAT : compact_types[code];
	if (code >= sizeof(types) / sizeof(types[0]) || types[code].name == NULL)
		return code == 0 ? INGOT_WIRE_STOP : BAD;
	return code == INGOT_WIRE_FLOAT && !facebook ? BAD : code;
}

INLINE uint32_t smallest(uint8_t type, const bool compact)
{
	return compact ? types[type].compact_size : types[type].binary_size;
}

/* Opens a level, once its header was read up to p. */
INLINE const uint8_t *open_level(struct ingot_walk *walk, const uint8_t *p, const struct ingot_event *event)
{
	struct ingot_walk_level *level = &walk->levels[walk->depth];

	if (walk->depth >= walk->reader->max_depth || walk->depth > INGOT_MAX_DEPTH)
		return fail(walk, INGOT_DEPTH, walk->reader->bytes + event->offset, 0, NULL);
	level->header = event->header;
	level->offset = event->offset;
	level->count = event->count;
	level->position = 0;
	level->id = 0;
	level->type = event->type;
	level->key = event->key;
	level->element = event->element;
	walk->depth++;
	return p;
}

/* A list's or map's count against the bytes that are left, in 64 bits. */
INLINE bool is_bounded(struct ingot_walk *walk, const uint8_t *p, uint32_t count, uint32_t size, const char *expected)
{
	uint64_t least = (uint64_t)count * size;
	size_t left = left_of(walk, p);

	if (least <= left)
		return true;
	fail(walk, INGOT_TRUNCATED, p, least - left, expected);
	return false;
}

INLINE const uint8_t *read_list(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	const uint8_t *start = p;
	uint8_t code;

	if (!has(walk, p, compact ? 1 : 5, "list header"))
		return NULL;
	code = *p++;
	if (compact && code >> 4 != 15) {
		event->count = code >> 4;
	} else {
		p = read_size(walk, p, &event->count, "count", compact);
		if (p == NULL)
			return NULL;
	}
	event->element = element_type(walk, compact ? code & 15 : code, compact);
	if (event->count == 0) {
		if (event->element == BAD)
			event->element = INGOT_WIRE_STOP;
		return p;
	}
	if (event->element == BAD || event->element == INGOT_WIRE_STOP)
		return fail(walk, INGOT_BAD_TYPE, start, 0, "element type");
	if (!is_bounded(walk, p, event->count, smallest(event->element, compact), types[event->element].name))
		return NULL;
	return p;
}

INLINE const uint8_t *read_map(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	const uint8_t *codes = p;
	uint8_t key, element;

	if (!compact) {
		if (!has(walk, p, 6, "map header"))
			return NULL;
		p += 2;
	}
	p = read_size(walk, p, &event->count, "count", compact);
	if (p == NULL)
		return NULL;
	event->key = INGOT_WIRE_STOP;
	event->element = INGOT_WIRE_STOP;
	if (compact) {
		if (event->count == 0)
			return p;
		if (!has(walk, p, 1, "key and value types"))
			return NULL;
		codes = p++;
		key = element_type(walk, *codes >> 4, true);
		element = element_type(walk, *codes & 15, true);
	} else {
		key = element_type(walk, codes[0], false);
		element = element_type(walk, codes[1], false);
	}
	if (event->count == 0) {
		event->key = key == BAD ? INGOT_WIRE_STOP : key;
		event->element = element == BAD ? INGOT_WIRE_STOP : element;
		return p;
	}
	if (key == BAD || key == INGOT_WIRE_STOP)
		return fail(walk, INGOT_BAD_TYPE, codes, 0, "key type");
	if (element == BAD || element == INGOT_WIRE_STOP)
		return fail(walk, INGOT_BAD_TYPE, compact ? codes : codes + 1, 0, "value type");
	if (!is_bounded(walk, p, event->count, smallest(key, compact) + smallest(element, compact), types[key].name))
		return NULL;
	event->key = key;
	event->element = element;
	return p;
}

INLINE const uint8_t *read_double(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	uint64_t bits;

	if (!has(walk, p, 8, "double"))
		return NULL;
	bits = load64(p);
	if (compact && !(walk->reader->options & INGOT_FACEBOOK))
		bits = __builtin_bswap64(bits);
	memcpy(&event->real, &bits, 8);
	return p + 8;
}

INLINE const uint8_t *read_float(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event)
{
	uint32_t bits;
	float real;

	if (!has(walk, p, 4, "float"))
		return NULL;
	bits = load32(p);
	memcpy(&real, &bits, 4);
	event->real = (double)real;
	return p + 4;
}

INLINE const uint8_t *read_integer(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, unsigned bits,
	const char *expected, const bool compact)
{
	const uint8_t *start = p;
	uint64_t value = 0;

	if (compact) {
		p = read_varint(walk, p, &value, false, expected);
		if (p != NULL && bits < 64 && (value >> bits != 0 || p - start > 5))
			mark_flaw(walk, INGOT_BAD_VARINT, expected);
		event->integer = unzigzag(value);
		return p;
	}
	if (!has(walk, p, bits / 8, expected))
		return NULL;
	if (bits == 16)
		event->integer = (int16_t)(p[0] << 8 | p[1]);
	else if (bits == 32)
		event->integer = (int32_t)load32(p);
	else
		event->integer = (int64_t)load64(p);
	return p + bits / 8;
}

INLINE const uint8_t *read_bool(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	if (!has(walk, p, 1, "bool"))
		return NULL;
	if (*p > (compact ? 2 : 1) && (compact || (walk->reader->options & INGOT_STRICT)))
		mark_flaw(walk, INGOT_BAD_BOOL, "bool");
	event->integer = compact ? *p == 1 : *p != 0;
	return p + 1;
}

/* The value behind its header; sets all of the event but role, id, index and header. A compact bool field was read before. */
INLINE const uint8_t *read_value(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	const uint8_t *bytes = walk->reader->bytes;
	uint32_t size = 0;

	event->kind = INGOT_EVENT_VALUE;
	event->depth = walk->depth;
	event->offset = event->body = (size_t)(p - bytes);
	switch (event->type) {
	case INGOT_WIRE_BOOL:
		p = read_bool(walk, p, event, compact);
		break;
	case INGOT_WIRE_I8:
		if (!has(walk, p, 1, "i8"))
			return NULL;
		event->integer = (int8_t)*p++;
		break;
	case INGOT_WIRE_I16:
		p = read_integer(walk, p, event, 16, "i16", compact);
		break;
	case INGOT_WIRE_I32:
		p = read_integer(walk, p, event, 32, "i32", compact);
		break;
	case INGOT_WIRE_I64:
		p = read_integer(walk, p, event, 64, "i64", compact);
		break;
	case INGOT_WIRE_DOUBLE:
		p = read_double(walk, p, event, compact);
		break;
	case INGOT_WIRE_FLOAT:
		p = read_float(walk, p, event);
		break;
	case INGOT_WIRE_UUID:
		p = has(walk, p, 16, "uuid") ? p + 16 : NULL;
		break;
	case INGOT_WIRE_BINARY:
		p = read_size(walk, p, &size, "size", compact);
		if (p == NULL || !has(walk, p, size, "binary"))
			return NULL;
		event->body = (size_t)(p - bytes);
		p += size;
		break;
	case INGOT_WIRE_STRUCT:
		event->kind = INGOT_EVENT_BEGIN;
		event->count = 0;
		event->key = event->element = 0;
		p = open_level(walk, p, event);
		break;
	default: /* list, set, map */
		event->kind = INGOT_EVENT_BEGIN;
		event->key = 0;
		if (event->type == INGOT_WIRE_MAP)
			p = read_map(walk, p, event, compact);
		else
			p = read_list(walk, p, event, compact);
		if (p == NULL)
			return NULL;
		event->body = (size_t)(p - bytes);
		p = open_level(walk, p, event);
		break;
	}
	if (p == NULL)
		return NULL;
	event->end = (size_t)(p - bytes);
	return p;
}

/* The level's END. */
INLINE const uint8_t *close_level(struct ingot_walk *walk, const uint8_t *body, const uint8_t *p, struct ingot_event *event)
{
	const struct ingot_walk_level *level = &walk->levels[--walk->depth];
	const struct ingot_walk_level *outer = level - 1;

	event->kind = INGOT_EVENT_END;
	event->type = level->type;
	event->key = level->key;
	event->element = level->element;
	event->count = level->count;
	event->depth = walk->depth;
	event->header = level->header;
	event->offset = level->offset;
	event->body = (size_t)(body - walk->reader->bytes);
	event->end = (size_t)(p - walk->reader->bytes);
	if (walk->depth == 0) {
		event->role = INGOT_ROLE_ROOT;
	} else if (outer->type == INGOT_WIRE_STRUCT) {
		event->role = INGOT_ROLE_FIELD;
		event->id = outer->id;
	} else if (outer->type == INGOT_WIRE_MAP) {
		event->role = outer->position % 2 == 1 ? INGOT_ROLE_KEY : INGOT_ROLE_VALUE;
		event->index = (outer->position - 1) / 2;
	} else {
		event->role = INGOT_ROLE_ELEMENT;
		event->index = outer->position - 1;
	}
	return p;
}

INLINE const uint8_t *read_compact_field(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event)
{
	struct ingot_walk_level *level = &walk->levels[walk->depth - 1];
	const uint8_t *start = p;
	uint8_t code;

	if (left_of(walk, p) < 1)
		return fail_header(walk, INGOT_TRUNCATED, p, 1);
	code = *p++;
	if ((code & 15) == 0)
		return close_level(walk, start, p, event);
	event->type = compact_types[code & 15];
	if (event->type >= INGOT_WIRE_UUID) {
		if (event->type == BAD)
			return fail_header(walk, INGOT_BAD_TYPE, start, 0);
		if (walk->reader->options & INGOT_FACEBOOK)
			event->type = INGOT_WIRE_FLOAT;
	}
	if (code >> 4 != 0) {
		if (level->id > INT16_MAX - (code >> 4))
			return fail_header(walk, INGOT_BAD_FIELD_ID, start, 0);
		level->id = (int16_t)(level->id + (code >> 4));
	} else {
		uint64_t value = 0;

		level->position = 0;
		p = read_varint(walk, p, &value, true, "field id");
		if (p == NULL)
			return NULL;
		if (value > UINT16_MAX)
			return fail_header(walk, INGOT_BAD_FIELD_ID, start, 0);
		level->id = (int16_t)unzigzag(value);
	}
	level->position = 1;
	event->role = INGOT_ROLE_FIELD;
	event->id = level->id;
	event->header = (size_t)(start - walk->reader->bytes);
	if (event->type == INGOT_WIRE_BOOL) {
		event->kind = INGOT_EVENT_VALUE;
		event->depth = walk->depth;
		event->integer = (code & 15) == 1;
		event->offset = event->body = event->end = (size_t)(p - walk->reader->bytes);
		return p;
	}
	return read_value(walk, p, event, true);
}

INLINE const uint8_t *read_binary_field(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event)
{
	struct ingot_walk_level *level = &walk->levels[walk->depth - 1];
	const uint8_t *start = p;

	if (left_of(walk, p) < 1)
		return fail_header(walk, INGOT_TRUNCATED, p, 1);
	if (*p == 0)
		return close_level(walk, start, p + 1, event);
	event->type = element_type(walk, *p, false);
	if (event->type == BAD)
		return fail_header(walk, INGOT_BAD_TYPE, start, 0);
	if (left_of(walk, p) < 3)
		return fail_header(walk, INGOT_TRUNCATED, p, 3 - left_of(walk, p));
	level->id = (int16_t)(p[1] << 8 | p[2]);
	level->position = 1;
	event->role = INGOT_ROLE_FIELD;
	event->id = level->id;
	event->header = (size_t)(start - walk->reader->bytes);
	return read_value(walk, p + 3, event, false);
}

INLINE const uint8_t *read_element(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	struct ingot_walk_level *level = &walk->levels[walk->depth - 1];
	uint32_t position = level->position;

	event->type = level->element;
	event->role = INGOT_ROLE_ELEMENT;
	event->index = position;
	if (level->type == INGOT_WIRE_MAP) {
		if (position == 2 * level->count)
			return close_level(walk, p, p, event);
		if (position % 2 == 0)
			event->type = level->key;
		event->role = position % 2 == 0 ? INGOT_ROLE_KEY : INGOT_ROLE_VALUE;
		event->index = position / 2;
	} else if (position == level->count) {
		return close_level(walk, p, p, event);
	}
	level->position = position + 1;
	event->header = (size_t)(p - walk->reader->bytes);
	return read_value(walk, p, event, compact);
}

INLINE const uint8_t *read_event(struct ingot_walk *walk, const uint8_t *p, struct ingot_event *event, const bool compact)
{
	if (walk->levels[walk->depth - 1].type != INGOT_WIRE_STRUCT)
		return read_element(walk, p, event, compact);
	return compact ? read_compact_field(walk, p, event) : read_binary_field(walk, p, event);
}

static inline const uint8_t *read_root(struct ingot_walk *walk, struct ingot_event *event)
{
	walk->started = true;
	event->type = walk->root;
	event->role = INGOT_ROLE_ROOT;
	event->header = (size_t)(walk->p - walk->reader->bytes);
	if (walk->reader->protocol == INGOT_COMPACT)
		return read_value(walk, walk->p, event, true);
	return read_value(walk, walk->p, event, false);
}

#endif
