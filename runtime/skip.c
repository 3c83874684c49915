/* SPDX-License-Identifier: MIT */
/* Stepping over what a reader has no use for: every type, both protocols, the same limits as for what is read. */
#include <ingot/decode.h>

#include "internal.h"

/* The least bytes of an element, by wire type; 0: no such type, or one without a size. */
static const uint8_t least_size[2][16] = {
	[INGOT_COMPACT] = { [INGOT_COMPACT_BOOL] = 1, [INGOT_COMPACT_I8] = 1, [INGOT_COMPACT_I16] = 1, [INGOT_COMPACT_I32] = 1,
			    [INGOT_COMPACT_I64] = 1, [INGOT_COMPACT_DOUBLE] = 8, [INGOT_COMPACT_STRING] = 1, [INGOT_COMPACT_LIST] = 1,
			    [INGOT_COMPACT_SET] = 1, [INGOT_COMPACT_MAP] = 1, [INGOT_COMPACT_STRUCT] = 1, [INGOT_COMPACT_UUID] = 16 },
	[INGOT_BINARY] = { [INGOT_COMPACT_BOOL] = 1, [INGOT_COMPACT_I8] = 1, [INGOT_COMPACT_I16] = 2, [INGOT_COMPACT_I32] = 4,
			   [INGOT_COMPACT_I64] = 8, [INGOT_COMPACT_DOUBLE] = 8, [INGOT_COMPACT_STRING] = 4, [INGOT_COMPACT_LIST] = 5,
			   [INGOT_COMPACT_SET] = 5, [INGOT_COMPACT_MAP] = 6, [INGOT_COMPACT_STRUCT] = 1, [INGOT_COMPACT_UUID] = 16 },
};

/* Types whose elements all have their least size. */
#define FIXED_COMPACT (1u << INGOT_COMPACT_BOOL | 1u << INGOT_COMPACT_I8 | 1u << INGOT_COMPACT_DOUBLE | 1u << INGOT_COMPACT_UUID)
#define FIXED_BINARY (FIXED_COMPACT | 1u << INGOT_COMPACT_I16 | 1u << INGOT_COMPACT_I32 | 1u << INGOT_COMPACT_I64)

static const uint8_t *skip_struct(struct ingot_decoder *d, const uint8_t *p, int depth, enum ingot_protocol protocol);
static const uint8_t *skip_list(struct ingot_decoder *d, const uint8_t *p, int depth, enum ingot_protocol protocol);
static const uint8_t *skip_map(struct ingot_decoder *d, const uint8_t *p, int depth, enum ingot_protocol protocol);

/* One byte is tested first: a predicted branch does not wait for the bytes, as what follows has to. */
INGOT_INLINE const uint8_t *skip_varint(struct ingot_decoder *d, const uint8_t *p)
{
	uint64_t last, ignored;

	if (*p < 0x80)
		return p + 1;
	last = ~ingot_load_le64(p) & INGOT_HIGH_BITS;
	if (INGOT_UNLIKELY(last == 0))
		return ingot_long_varint(d, p, &ignored);
	return p + (__builtin_ctzll(last) >> 3) + 1;
}

INGOT_INLINE const uint8_t *skip_string(struct ingot_decoder *d, const uint8_t *p, enum ingot_protocol protocol)
{
	uint32_t size;

	if (protocol == INGOT_COMPACT) {
		size = ingot_varint32(d, &p);
	} else {
		size = ingot_load_be32(p);
		p += 4;
	}
	if (INGOT_UNLIKELY((int64_t)size > d->end - p || size > INT32_MAX))
		return ingot_fail_size(d, p, size);
	return p + size;
}

/* p is ready; depth: the levels left for this value. An element: its bool has a byte. */
INGOT_INLINE const uint8_t *skip_value(struct ingot_decoder *d, const uint8_t *p, uint32_t wire, int depth,
				       enum ingot_protocol protocol)
{
	switch (wire) {
	case INGOT_COMPACT_BOOL:
	case INGOT_COMPACT_I8:
		return p + 1;
	case INGOT_COMPACT_I16:
		return protocol == INGOT_COMPACT ? skip_varint(d, p) : p + 2;
	case INGOT_COMPACT_I32:
		return protocol == INGOT_COMPACT ? skip_varint(d, p) : p + 4;
	case INGOT_COMPACT_I64:
		return protocol == INGOT_COMPACT ? skip_varint(d, p) : p + 8;
	case INGOT_COMPACT_DOUBLE:
		return p + 8;
	case INGOT_COMPACT_STRING:
		return skip_string(d, p, protocol);
	case INGOT_COMPACT_LIST:
	case INGOT_COMPACT_SET:
		return skip_list(d, p, depth, protocol);
	case INGOT_COMPACT_MAP:
		return skip_map(d, p, depth, protocol);
	case INGOT_COMPACT_STRUCT:
		return skip_struct(d, p, depth, protocol);
	case INGOT_COMPACT_UUID:
		return p + 16;
	default:
		return ingot_fail(d, p, INGOT_BAD_TYPE);
	}
}

INGOT_INLINE const uint8_t *skip_field(struct ingot_decoder *d, const uint8_t *p, int32_t key, int depth,
				       enum ingot_protocol protocol)
{
	uint32_t wire = (uint32_t)key & 15;

	if (INGOT_UNLIKELY(key >> 4 > INT16_MAX))
		return ingot_fail(d, p, INGOT_BAD_FIELD_ID);
	if (protocol == INGOT_COMPACT && wire <= INGOT_COMPACT_FALSE)
		return p;
	return skip_value(d, p, wire, depth, protocol);
}

/* At most eight varints of one byte each: lists of enums are most often that. They may end behind the input's last byte. */
INGOT_INLINE bool is_short_run(const uint8_t *p, uint32_t count)
{
	return count - 1 < 8 && (ingot_load_le64(p) << (64 - 8 * count) % 64 & INGOT_HIGH_BITS) == 0;
}

INGOT_INLINE bool is_varint(uint32_t type)
{
	return type - INGOT_COMPACT_I16 <= INGOT_COMPACT_I64 - INGOT_COMPACT_I16;
}

/* What a field header of the compact protocol asks for, by its byte: a row for each delta. A stop's delta means nothing. */
enum step { ODD, VARINT, STRING, STOP, LIST, STRUCT };
#define STEPS STOP, ODD, ODD, ODD, VARINT, VARINT, VARINT, ODD, STRING, LIST, LIST, ODD, STRUCT, ODD, ODD, ODD
static const uint8_t steps[256] = {
	STOP, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD, ODD,
	STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS
};
#undef STEPS

/* Ids only matter for going past the last one, and grow until a long header or the stop: that is where they are tested. */
static bool is_past_last_id(struct ingot_decoder *d, const uint8_t *p, int64_t id)
{
	if (INGOT_LIKELY(id <= INT16_MAX))
		return false;
	ingot_fail(d, p, INGOT_BAD_FIELD_ID);
	return true;
}

/* A field header without a delta, p behind its first byte; the key in d->long_key. id: of the field before. */
static INGOT_COLD const uint8_t *skip_long_header(struct ingot_decoder *d, const uint8_t *p, int64_t id, uint32_t type)
{
	d->long_key = 0;
	return is_past_last_id(d, p, id) ? p : ingot_long_header(d, p, INT16_MIN, type);
}

/* Structs within structs, and lists of them, are followed without a call for so many levels. */
#define OPEN_STRUCTS 8

/* A struct that is being skipped while one of its fields is. */
struct open_struct {
	int32_t id;     /* of that field */
	uint32_t left;  /* structs of the same list behind it */
	int levels;     /* that the field adds to the depth */
};

/* How many structs a list's head at p announces, when they are there in any likelihood; 0: see skip_list. */
INGOT_INLINE uint32_t count_of_structs(const struct ingot_decoder *d, const uint8_t *p)
{
	uint32_t count = *p >> 4;

	return (*p & 15) == INGOT_COMPACT_STRUCT && count < 15 && d->end - p > (ptrdiff_t)count ? count : 0;
}

/* A list of up to eight varints of one byte each, or of one string. False: it is another, or depth is used up. */
INGOT_INLINE bool skip_short_list(struct ingot_decoder *d, const uint8_t **p, int depth)
{
	uint32_t head = **p;

	if (depth <= 0)
		return false;
	if (is_varint(head & 15) && is_short_run(*p + 1, head >> 4)) {
		*p += 1 + (head >> 4);
		return true;
	}
	if (head != (1 << 4 | INGOT_COMPACT_STRING))
		return false;
	*p = skip_string(d, *p + 1, INGOT_COMPACT);
	return true;
}

/*
 * Any other field, p behind its header's byte. *id: of the field before if the id follows, then the field's. INGOT_SLACK is enough for
 * the longest header and what a value begins with; after a failure, what is skipped does not matter.
 */
static const uint8_t *skip_odd_field(struct ingot_decoder *d, const uint8_t *p, uint32_t header, int64_t *id, int depth)
{
	if (header < 16) {
		p = skip_long_header(d, p, *id, header);
		*id = d->long_key >> 4;
	}
	return (header & 15) > INGOT_COMPACT_FALSE ? skip_value(d, p, header & 15, depth, INGOT_COMPACT) : p;
}

/* The fields of a struct up to its stop; the values are what most of the time goes to. */
static const uint8_t *skip_compact_fields(struct ingot_decoder *d, const uint8_t *p, int depth)
{
	struct open_struct open[OPEN_STRUCTS];
	unsigned opened = 0;
	uint32_t left = 0;
	int64_t id = 0; /* at most 15 for each byte of input */

	while (ingot_ready(d, &p)) {
		uint32_t header = *p++;
		uint32_t step = steps[header], count = 1;
		int levels = 1;

		if (step == STOP) {
			if (is_past_last_id(d, p, id) || (left == 0 && opened == 0))
				return p;
			id = 0;
			if (left > 0) {
				left--;
				continue;
			}
			opened--;
			id = open[opened].id;
			left = open[opened].left;
			depth += open[opened].levels;
			continue;
		}
		id += header >> 4;
		if (step == VARINT) {
			p = skip_varint(d, p);
			/* INGOT_SLACK is enough for two. */
			if (steps[*p] == VARINT) {
				id += *p >> 4;
				p = skip_varint(d, p + 1);
			}
			continue;
		}
		if (step == STRING) {
			p = skip_string(d, p, INGOT_COMPACT);
			continue;
		}
		if (step == LIST) {
			if (skip_short_list(d, &p, depth))
				continue;
			count = count_of_structs(d, p);
			levels = 2;
		}
		if (step == ODD || count == 0 || depth < levels || opened == OPEN_STRUCTS || id > INT16_MAX) {
			p = skip_odd_field(d, p, header, &id, depth);
			continue;
		}
		open[opened++] = (struct open_struct){ (int32_t)id, left, levels };
		p += levels - 1;
		depth -= levels;
		left = count - 1;
		id = 0;
	}
	return p;
}

static const uint8_t *skip_binary_fields(struct ingot_decoder *d, const uint8_t *p, int depth)
{
	int32_t key = 0;

	for (;;) {
		key = ingot_next_key(d, &p, key >> 4, INGOT_BINARY);
		if (ingot_is_stop(key))
			return p;
		p = skip_field(d, p, key, depth, INGOT_BINARY);
	}
}

static const uint8_t *skip_struct(struct ingot_decoder *d, const uint8_t *p, int depth, enum ingot_protocol protocol)
{
	if (!ingot_enter(d, p, depth))
		return p;
	return protocol == INGOT_COMPACT ? skip_compact_fields(d, p, depth - 1) : skip_binary_fields(d, p, depth - 1);
}

/* Whether count elements of least size can be in what is left; fails otherwise. */
static bool fits(struct ingot_decoder *d, const uint8_t *p, uint32_t count, uint32_t least)
{
	if (least == 0) {
		ingot_fail(d, p, INGOT_BAD_TYPE);
		return false;
	}
	if ((int64_t)count * least > d->end - p || count > INT32_MAX) {
		ingot_fail_size(d, p, count);
		return false;
	}
	return true;
}

static const uint8_t *skip_compact_structs(struct ingot_decoder *d, const uint8_t *p, uint32_t count, int depth)
{
	if (!ingot_enter(d, p, depth))
		return p;
	while (count-- > 0 && d->status == INGOT_OK)
		p = skip_compact_fields(d, p, depth - 1);
	return p;
}

const uint8_t *ingot_skip_elements(struct ingot_decoder *d, const uint8_t *p, uint32_t count, uint32_t wire,
				   int depth, enum ingot_protocol protocol)
{
	uint32_t least = least_size[protocol][wire];
	uint32_t fixed = protocol == INGOT_COMPACT ? FIXED_COMPACT : FIXED_BINARY;

	if (!fits(d, p, count, least))
		return p;
	if (fixed >> wire & 1)
		return p + (size_t)count * least;
	if (protocol == INGOT_COMPACT && wire == INGOT_COMPACT_STRUCT)
		return skip_compact_structs(d, p, count, depth - 1);
	while (count-- > 0 && ingot_ready(d, &p))
		p = skip_value(d, p, wire, depth - 1, protocol);
	return p;
}

const uint8_t *ingot_skip_entries(struct ingot_decoder *d, const uint8_t *p, uint32_t count, uint32_t key_wire,
				  uint32_t value_wire, int depth, enum ingot_protocol protocol)
{
	uint32_t key_least = least_size[protocol][key_wire], value_least = least_size[protocol][value_wire];

	if (!fits(d, p, count, key_least == 0 || value_least == 0 ? 0 : key_least + value_least))
		return p;
	while (count-- > 0 && ingot_ready(d, &p)) {
		p = skip_value(d, p, key_wire, depth - 1, protocol);
		if (!ingot_ready(d, &p))
			break;
		p = skip_value(d, p, value_wire, depth - 1, protocol);
	}
	return p;
}

static const uint8_t *skip_list(struct ingot_decoder *d, const uint8_t *p, int depth, enum ingot_protocol protocol)
{
	uint32_t wire, count;

	if (!ingot_enter(d, p, depth))
		return p;
	if (protocol == INGOT_COMPACT) {
		wire = *p & 15;
		count = *p++ >> 4;
		if (count == 15)
			count = ingot_varint32(d, &p);
		wire += wire == INGOT_COMPACT_TRUE;
	} else {
		wire = ingot_compact_of_binary(*p);
		count = ingot_load_be32(p + 1);
		p += 5;
	}
	return count == 0 ? p : ingot_skip_elements(d, p, count, wire, depth, protocol);
}

static const uint8_t *skip_map(struct ingot_decoder *d, const uint8_t *p, int depth, enum ingot_protocol protocol)
{
	uint32_t key = 0, value = 0, count;

	if (!ingot_enter(d, p, depth))
		return p;
	if (protocol == INGOT_COMPACT) {
		count = ingot_varint32(d, &p);
		if (count != 0) {
			key = *p >> 4;
			value = *p++ & 15;
			key += key == INGOT_COMPACT_TRUE;
			value += value == INGOT_COMPACT_TRUE;
		}
	} else {
		key = ingot_compact_of_binary(p[0]);
		value = ingot_compact_of_binary(p[1]);
		count = ingot_load_be32(p + 2);
		p += 6;
	}
	return count == 0 ? p : ingot_skip_entries(d, p, count, key, value, depth, protocol);
}

const uint8_t *ingot_skip_field(struct ingot_decoder *d, const uint8_t *p, int32_t key, int depth,
				enum ingot_protocol protocol)
{
	return protocol == INGOT_COMPACT ? skip_field(d, p, key, depth - 1, INGOT_COMPACT) :
					   skip_field(d, p, key, depth - 1, INGOT_BINARY);
}
