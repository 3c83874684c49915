/* SPDX-License-Identifier: MIT */
/*
 * What generated writing code is made of; not for use by hand. Every struct has one inline function that is compiled once for each
 * protocol; its struct ingot_out lives in registers. Invariant: wherever a struct begins and after each string, container and nested
 * struct, INGOT_WRITE_SLACK bytes of room are left, so that the fixed-size fields between need no checks.
 *
 * A failure is noted in the writer and writing goes on, harmlessly, at the value's start: there is no error branch per field.
 * ingot_write then finds out with the type's table what was wrong and where.
 */
#ifndef INGOT_ENCODE_H
#define INGOT_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ingot/inline.h>
#include <ingot/type.h>
#include <ingot/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_WRITE_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define INGOT_WRITE_COLD __attribute__((cold))

/*
 * The longest fixed-size field is a uuid: 16 bytes behind a header of at most 4. Generated code asks for room again after at
 * most INGOT_WRITE_RUN such fields in a row. Then a string's or list's header and size may follow before it asks.
 */
#define INGOT_WRITE_RUN 12
#define INGOT_WRITE_SLACK (INGOT_WRITE_RUN * 20 + 4 + 6)

struct ingot_out {
	struct ingot_writer *writer;
	uint8_t *p;
	int32_t last;  /* compact: the id of the field before */
	int depth;     /* levels that may still be opened */
	enum ingot_protocol protocol;
};

/* Out of line: makes room for size bytes and the slack behind p. On failure: notes it and returns the place to go on at. */
INGOT_WRITE_COLD uint8_t *ingot_write_grow(struct ingot_writer *writer, uint8_t *p, size_t size);

/* Out of line: notes a failure whose place ingot_write then finds. */
INGOT_WRITE_COLD void ingot_write_fail(struct ingot_writer *writer, enum ingot_status status);

/* Out of line: the unknown fields that came behind the field `after`. */
INGOT_WRITE_COLD uint8_t *ingot_write_unknown_fields(struct ingot_writer *writer, uint8_t *p, const struct ingot_unknown *unknown, int32_t after,
				  int32_t *last, enum ingot_protocol protocol);

/* Out of line: a lazy field that is present. */
uint8_t *ingot_write_lazy_bytes(struct ingot_writer *writer, uint8_t *p, struct ingot_string lazy, int32_t id, int32_t *last,
				enum ingot_protocol protocol);

INGOT_INLINE uint8_t ingot_write_code(enum ingot_kind kind, enum ingot_protocol protocol)
{
	static const uint8_t binary[] = { 2, 3, 6, 8, 10, 4, 11, 11, 16, 8, 12, 12, 15, 14, 13 };
	static const uint8_t compact[] = { 1, 3, 4, 5, 6, 7, 8, 8, 13, 5, 12, 12, 9, 10, 11 };

	return protocol == INGOT_BINARY ? binary[kind] : compact[kind];
}

/* -- Bare values ------------------------------------------------------------------------------------------------------------ */

/* From memory's order of bytes to big or little endian. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define INGOT_WRITE_BE(bits, value) (value)
#define INGOT_WRITE_LE(bits, value) __builtin_bswap##bits(value)
#else
#define INGOT_WRITE_BE(bits, value) __builtin_bswap##bits(value)
#define INGOT_WRITE_LE(bits, value) (value)
#endif

INGOT_INLINE uint8_t *ingot_write_be16(uint8_t *p, uint16_t value)
{
	value = INGOT_WRITE_BE(16, value);
	memcpy(p, &value, sizeof(value));
	return p + sizeof(value);
}

INGOT_INLINE uint8_t *ingot_write_be32(uint8_t *p, uint32_t value)
{
	value = INGOT_WRITE_BE(32, value);
	memcpy(p, &value, sizeof(value));
	return p + sizeof(value);
}

INGOT_INLINE uint8_t *ingot_write_be64(uint8_t *p, uint64_t value)
{
	value = INGOT_WRITE_BE(64, value);
	memcpy(p, &value, sizeof(value));
	return p + sizeof(value);
}

INGOT_INLINE uint8_t *ingot_write_le64(uint8_t *p, uint64_t value)
{
	value = INGOT_WRITE_LE(64, value);
	memcpy(p, &value, sizeof(value));
	return p + sizeof(value);
}

/* Measured against spreading the bits without branches: faster, since a field's values are mostly of one size, and smaller. */
INGOT_INLINE uint8_t *ingot_write_varint(uint8_t *p, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		*p++ = (uint8_t)(value | 0x80);
	*p = (uint8_t)value;
	return p + 1;
}

INGOT_INLINE uint8_t *ingot_write_varint32(uint8_t *p, uint32_t value)
{
	for (; value >= 0x80; value >>= 7)
		*p++ = (uint8_t)(value | 0x80);
	*p = (uint8_t)value;
	return p + 1;
}

INGOT_INLINE uint64_t ingot_write_zigzag(int64_t value)
{
	return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

INGOT_INLINE uint32_t ingot_write_zigzag32(int32_t value)
{
	return (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
}

INGOT_INLINE void ingot_write_bool(struct ingot_out *out, bool value)
{
	*out->p++ = (uint8_t)(out->protocol == INGOT_BINARY ? value : value ? 1 : 2);
}

INGOT_INLINE void ingot_write_i8(struct ingot_out *out, int8_t value)
{
	*out->p++ = (uint8_t)value;
}

INGOT_INLINE void ingot_write_i16(struct ingot_out *out, int16_t value)
{
	out->p = out->protocol == INGOT_BINARY ? ingot_write_be16(out->p, (uint16_t)value)
					       : ingot_write_varint32(out->p, ingot_write_zigzag32(value));
}

INGOT_INLINE void ingot_write_i32(struct ingot_out *out, int32_t value)
{
	out->p = out->protocol == INGOT_BINARY ? ingot_write_be32(out->p, (uint32_t)value)
					       : ingot_write_varint32(out->p, ingot_write_zigzag32(value));
}

INGOT_INLINE void ingot_write_i64(struct ingot_out *out, int64_t value)
{
	out->p = out->protocol == INGOT_BINARY ? ingot_write_be64(out->p, (uint64_t)value)
					       : ingot_write_varint(out->p, ingot_write_zigzag(value));
}

INGOT_INLINE void ingot_write_double(struct ingot_out *out, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	out->p = out->protocol == INGOT_BINARY ? ingot_write_be64(out->p, bits) : ingot_write_le64(out->p, bits);
}

INGOT_INLINE void ingot_write_uuid(struct ingot_out *out, struct ingot_uuid value)
{
	memcpy(out->p, value.bytes, sizeof(value.bytes));
	out->p += sizeof(value.bytes);
}

INGOT_INLINE void ingot_write_room(struct ingot_out *out)
{
	if (INGOT_WRITE_UNLIKELY(out->p > out->writer->limit))
		out->p = ingot_write_grow(out->writer, out->p, 0);
}

INGOT_INLINE void ingot_write_count(struct ingot_out *out, uint32_t count)
{
	if (INGOT_WRITE_UNLIKELY(count > INT32_MAX))
		ingot_write_fail(out->writer, INGOT_BAD_VALUE);
	out->p = out->protocol == INGOT_BINARY ? ingot_write_be32(out->p, count) : ingot_write_varint32(out->p, count);
}

/* Copies without a call what is as short as most strings are. */
INGOT_INLINE void ingot_write_copy(uint8_t *p, const char *data, uint32_t size)
{
	if (size > 16) {
		memcpy(p, data, size);
	} else if (size >= 8) {
		memcpy(p, data, 8);
		memcpy(p + size - 8, data + size - 8, 8);
	} else if (size >= 4) {
		memcpy(p, data, 4);
		memcpy(p + size - 4, data + size - 4, 4);
	} else if (size > 0) {
		p[0] = (uint8_t)data[0];
		p[size / 2] = (uint8_t)data[size / 2];
		p[size - 1] = (uint8_t)data[size - 1];
	}
}

/* The bytes alone, and room behind them. NULL is empty. */
INGOT_INLINE void ingot_write_raw(struct ingot_out *out, struct ingot_string value)
{
	if (INGOT_WRITE_UNLIKELY((ptrdiff_t)value.size > out->writer->limit - out->p)) {
		out->p = ingot_write_grow(out->writer, out->p, value.size);
		if (out->writer->status != INGOT_OK)
			return;
	}
	if (INGOT_WRITE_UNLIKELY(value.data == NULL)) {
		if (value.size > 0)
			ingot_write_fail(out->writer, INGOT_BAD_VALUE);
		return;
	}
	ingot_write_copy(out->p, value.data, value.size);
	out->p += value.size;
}

/* An element, key or value. */
INGOT_INLINE void ingot_write_string(struct ingot_out *out, struct ingot_string value)
{
	ingot_write_count(out, value.size);
	ingot_write_raw(out, value);
}

/* -- Structs ---------------------------------------------------------------------------------------------------------------- */

/* Opens a struct or union. False: it is too deep, and has no bytes. */
INGOT_INLINE bool ingot_write_begin(struct ingot_out *out)
{
	ingot_write_room(out);
	if (INGOT_WRITE_UNLIKELY(out->depth <= 0)) {
		ingot_write_fail(out->writer, INGOT_DEPTH);
		return false;
	}
	out->depth--;
	return true;
}

INGOT_INLINE uint8_t *ingot_write_end(struct ingot_out *out)
{
	*out->p = 0;
	return out->p + 1;
}

/* Compact has a bool field's value in its type: code is given. */
INGOT_INLINE void ingot_write_header(struct ingot_out *out, int32_t id, uint8_t code)
{
	int32_t delta = id - out->last;

	if (out->protocol == INGOT_BINARY) {
		*out->p = code;
		out->p = ingot_write_be16(out->p + 1, (uint16_t)id);
		return;
	}
	out->last = id;
	if (delta > 0 && delta <= 15) {
		*out->p++ = (uint8_t)(delta << 4 | code);
		return;
	}
	*out->p = code;
	out->p = ingot_write_varint32(out->p + 1, ingot_write_zigzag32(id));
}

INGOT_INLINE void ingot_write_missing(struct ingot_out *out)
{
	ingot_write_fail(out->writer, INGOT_MISSING);
}

INGOT_INLINE void ingot_write_bool_field(struct ingot_out *out, int32_t id, bool value)
{
	if (out->protocol == INGOT_BINARY) {
		ingot_write_header(out, id, ingot_write_code(INGOT_KIND_BOOL, INGOT_BINARY));
		*out->p++ = value;
	} else {
		ingot_write_header(out, id, value ? 1 : 2);
	}
}

INGOT_INLINE void ingot_write_bool_optional(struct ingot_out *out, int32_t id, const bool *value)
{
	if (value != NULL)
		ingot_write_bool_field(out, id, *value);
}

/* ingot_write_KIND_field: a value that is there. ingot_write_KIND_optional: one that is left out when NULL. */
#define INGOT_WRITE_SCALAR(name, kind, c_type)                                                                        \
	INGOT_INLINE void ingot_write_##name##_field(struct ingot_out *out, int32_t id, c_type value)           \
	{                                                                                                             \
		ingot_write_header(out, id, ingot_write_code(kind, out->protocol));                                   \
		ingot_write_##name(out, value);                                                                       \
	}                                                                                                             \
	INGOT_INLINE void ingot_write_##name##_optional(struct ingot_out *out, int32_t id, const c_type *value) \
	{                                                                                                             \
		if (value != NULL)                                                                                    \
			ingot_write_##name##_field(out, id, *value);                                                  \
	}

INGOT_WRITE_SCALAR(i8, INGOT_KIND_I8, int8_t)
INGOT_WRITE_SCALAR(i16, INGOT_KIND_I16, int16_t)
INGOT_WRITE_SCALAR(i32, INGOT_KIND_I32, int32_t)
INGOT_WRITE_SCALAR(i64, INGOT_KIND_I64, int64_t)
INGOT_WRITE_SCALAR(double, INGOT_KIND_DOUBLE, double)
INGOT_WRITE_SCALAR(uuid, INGOT_KIND_UUID, struct ingot_uuid)
#undef INGOT_WRITE_SCALAR

INGOT_INLINE void ingot_write_string_field(struct ingot_out *out, int32_t id, struct ingot_string value)
{
	if (INGOT_WRITE_UNLIKELY(value.data == NULL)) {
		ingot_write_missing(out);
		return;
	}
	ingot_write_header(out, id, ingot_write_code(INGOT_KIND_STRING, out->protocol));
	ingot_write_string(out, value);
}

INGOT_INLINE void ingot_write_string_optional(struct ingot_out *out, int32_t id, struct ingot_string value)
{
	if (value.data != NULL)
		ingot_write_string_field(out, id, value);
	else if (INGOT_WRITE_UNLIKELY(value.size > 0))
		ingot_write_fail(out->writer, INGOT_BAD_VALUE);
}

/* A nested struct's value, written by the functions of its type, whose names are X_write_binary and X_write_compact. */
#define ingot_write_struct(out, X, value)                                                                             \
	do {                                                                                                          \
		(out)->p = (out)->protocol == INGOT_BINARY ? X##_write_binary((out)->writer, (out)->p, (value), (out)->depth) \
							   : X##_write_compact((out)->writer, (out)->p, (value), (out)->depth); \
		ingot_write_room(out);                                                                                \
	} while (0)

#define ingot_write_struct_optional(out, id, X, value)                                                                \
	do {                                                                                                          \
		if ((value) != NULL) {                                                                                \
			ingot_write_header(out, id, ingot_write_code(INGOT_KIND_STRUCT, (out)->protocol));            \
			ingot_write_struct(out, X, value);                                                            \
		}                                                                                                     \
	} while (0)

#define ingot_write_struct_field(out, id, X, value)                                                                   \
	do {                                                                                                          \
		if (INGOT_WRITE_UNLIKELY((value) == NULL))                                                            \
			ingot_write_missing(out);                                                                     \
		else                                                                                                  \
			ingot_write_struct_optional(out, id, X, value);                                               \
	} while (0)

/* The unknown fields that came behind the field `after`; 0: before all others. */
INGOT_INLINE void ingot_write_unknown(struct ingot_out *out, int32_t after, const struct ingot_unknown *unknown)
{
	if (INGOT_WRITE_UNLIKELY(unknown != NULL))
		out->p = ingot_write_unknown_fields(out->writer, out->p, unknown, after, &out->last, out->protocol);
}

INGOT_INLINE void ingot_write_lazy(struct ingot_out *out, int32_t id, struct ingot_string lazy)
{
	if (lazy.data != NULL)
		out->p = ingot_write_lazy_bytes(out->writer, out->p, lazy, id, &out->last, out->protocol);
}

/* A union whose tag is none of its members'. */
INGOT_INLINE void ingot_write_unknown_member(struct ingot_out *out, int32_t tag, const struct ingot_unknown *unknown)
{
	if (INGOT_WRITE_UNLIKELY(tag != 0 || unknown == NULL))
		ingot_write_fail(out->writer, INGOT_BAD_VALUE);
	else
		ingot_write_unknown(out, 0, unknown);
}

/* X_write_binary and X_write_compact, from the inline function X_write that both are made of. */
#define INGOT_WRITE_FUNCTIONS(X)                                                                                      \
	uint8_t *X##_write_binary(struct ingot_writer *writer, uint8_t *p, const void *value, int depth)              \
	{                                                                                                             \
		struct ingot_out out = { writer, p, 0, depth, INGOT_BINARY };                                         \
                                                                                                                      \
		return X##_write(out, (const struct X *)value);                                                       \
	}                                                                                                             \
	uint8_t *X##_write_compact(struct ingot_writer *writer, uint8_t *p, const void *value, int depth)             \
	{                                                                                                             \
		struct ingot_out out = { writer, p, 0, depth, INGOT_COMPACT };                                        \
                                                                                                                      \
		return X##_write(out, (const struct X *)value);                                                       \
	}

/* -- Containers ------------------------------------------------------------------------------------------------------------- */

/* The most elements that there can be. */
INGOT_INLINE uint32_t ingot_write_most(const void *items)
{
	return items != NULL ? INT32_MAX : 0;
}

/* A list or set as an element: its head. True: the elements follow, then ingot_write_close. */
INGOT_INLINE bool ingot_write_list(struct ingot_out *out, enum ingot_kind element, const void *items, uint32_t count)
{
	uint8_t code = ingot_write_code(element, out->protocol);

	ingot_write_room(out);
	if (INGOT_WRITE_UNLIKELY(out->depth <= 0 || count > ingot_write_most(items))) {
		ingot_write_fail(out->writer, out->depth <= 0 ? INGOT_DEPTH : INGOT_BAD_VALUE);
		return false;
	}
	out->depth--;
	if (out->protocol == INGOT_BINARY) {
		*out->p++ = code;
		ingot_write_count(out, count);
	} else if (count < 15) {
		*out->p++ = (uint8_t)(count << 4 | code);
	} else {
		*out->p++ = 0xf0 | code;
		ingot_write_count(out, count);
	}
	return true;
}

/* A map as an element: its head. True: the entries follow, then ingot_write_close. */
INGOT_INLINE bool ingot_write_map(struct ingot_out *out, enum ingot_kind key, enum ingot_kind value, const void *items,
				    uint32_t count)
{
	ingot_write_room(out);
	if (INGOT_WRITE_UNLIKELY(out->depth <= 0 || count > ingot_write_most(items))) {
		ingot_write_fail(out->writer, out->depth <= 0 ? INGOT_DEPTH : INGOT_BAD_VALUE);
		return false;
	}
	out->depth--;
	if (out->protocol == INGOT_BINARY) {
		*out->p++ = ingot_write_code(key, INGOT_BINARY);
		*out->p++ = ingot_write_code(value, INGOT_BINARY);
		ingot_write_count(out, count);
	} else {
		ingot_write_count(out, count);
		if (count > 0)
			*out->p++ = (uint8_t)(ingot_write_code(key, INGOT_COMPACT) << 4 | ingot_write_code(value, INGOT_COMPACT));
	}
	return true;
}

/* Both members of a list, set or map, as the functions here take them. */
#define INGOT_ITEMS(list) (list).items, (list).count

/* As ingot_write_list and ingot_write_map, for a field, header included. Left out when items is NULL, which is a fault when required. */
INGOT_INLINE bool ingot_write_list_field(struct ingot_out *out, int32_t id, enum ingot_kind kind, enum ingot_kind element,
					   enum ingot_requiredness requiredness, const void *items, uint32_t count)
{
	if (items == NULL) {
		if (INGOT_WRITE_UNLIKELY(requiredness == INGOT_REQUIRED || count > 0))
			ingot_write_missing(out);
		return false;
	}
	ingot_write_header(out, id, ingot_write_code(kind, out->protocol));
	return ingot_write_list(out, element, items, count);
}

INGOT_INLINE bool ingot_write_map_field(struct ingot_out *out, int32_t id, enum ingot_kind key, enum ingot_kind value,
					  enum ingot_requiredness requiredness, const void *items, uint32_t count)
{
	if (items == NULL) {
		if (INGOT_WRITE_UNLIKELY(requiredness == INGOT_REQUIRED || count > 0))
			ingot_write_missing(out);
		return false;
	}
	ingot_write_header(out, id, ingot_write_code(INGOT_KIND_MAP, out->protocol));
	return ingot_write_map(out, key, value, items, count);
}

/* The same in fewer words, for a list, set or map with its two members, in a function where `out` is. */
#define INGOT_WRITE_LIST(id, kind, element, requiredness, list)                                                       \
	ingot_write_list_field(&out, id, INGOT_KIND_##kind, INGOT_KIND_##element, INGOT_##requiredness, INGOT_ITEMS(list))
#define INGOT_WRITE_MAP(id, key, value, requiredness, map)                                                            \
	ingot_write_map_field(&out, id, INGOT_KIND_##key, INGOT_KIND_##value, INGOT_##requiredness, INGOT_ITEMS(map))

INGOT_INLINE void ingot_write_close(struct ingot_out *out)
{
	out->depth++;
	ingot_write_room(out);
}

/* ingot_write_KIND_items: the elements of a list or set that was opened, and its end. */
#define INGOT_WRITE_ITEMS(name, c_type)                                                                               \
	INGOT_INLINE void ingot_write_##name##_items(struct ingot_out *out, const c_type *items, uint32_t count) \
	{                                                                                                             \
		const c_type *end = count > 0 ? items + count : items;                                                \
                                                                                                                      \
		while (INGOT_WRITE_UNLIKELY(end - items > INGOT_WRITE_RUN)) {                                         \
			for (const c_type *run_end = items + INGOT_WRITE_RUN; items < run_end; items++)               \
				ingot_write_##name(out, *items);                                                      \
			ingot_write_room(out);                                                                        \
		}                                                                                                     \
		for (; items < end; items++)                                                                          \
			ingot_write_##name(out, *items);                                                              \
		ingot_write_close(out);                                                                               \
	}

INGOT_WRITE_ITEMS(bool, bool)
INGOT_WRITE_ITEMS(i8, int8_t)
INGOT_WRITE_ITEMS(i16, int16_t)
INGOT_WRITE_ITEMS(i32, int32_t)
INGOT_WRITE_ITEMS(i64, int64_t)
INGOT_WRITE_ITEMS(double, double)
INGOT_WRITE_ITEMS(uuid, struct ingot_uuid)
INGOT_WRITE_ITEMS(string, struct ingot_string)
#undef INGOT_WRITE_ITEMS

#ifdef __cplusplus
}
#endif
#endif
