/* SPDX-License-Identifier: MIT */
#include "put.h"

#include <stdlib.h>
#include <string.h>

/* Wire types, in the order of enum put_type. */
static const uint8_t binary_types[] = {2, 3, 6, 8, 10, 4, 11, 15, 14, 13, 12};
static const uint8_t compact_types[] = {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

static void put_raw(struct put *put, const void *bytes, size_t size)
{
	if (put->capacity - put->size < size) {
		put->capacity = (put->capacity + size) * 2;
		put->bytes = realloc(put->bytes, put->capacity);
		if (!put->bytes)
			abort();
	}
	memcpy(put->bytes + put->size, bytes, size);
	put->size += size;
}

static void put_byte(struct put *put, unsigned byte)
{
	uint8_t one = (uint8_t)byte;

	put_raw(put, &one, 1);
}

static void put_varint(struct put *put, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		put_byte(put, (unsigned)(value & 0x7f) | 0x80);
	put_byte(put, (unsigned)value);
}

static void put_zigzag(struct put *put, int64_t value)
{
	put_varint(put, ((uint64_t)value << 1) ^ (uint64_t)(value >> 63));
}

static void put_big_endian(struct put *put, uint64_t value, int size)
{
	while (size--)
		put_byte(put, (unsigned)(value >> (8 * size)) & 0xff);
}

static unsigned wire_type(const struct put *put, enum put_type type)
{
	return put->compact ? compact_types[type] : binary_types[type];
}

void put_begin(struct put *put)
{
	if (put->depth == PUT_MAX_DEPTH)
		abort();
	put->last[put->depth++] = 0;
}

void put_end(struct put *put)
{
	put_byte(put, 0);
	put->depth--;
}

static void put_header(struct put *put, int id, unsigned type)
{
	int *last = &put->last[put->depth - 1];
	int delta = id - *last;

	*last = id;
	if (!put->compact) {
		put_byte(put, type);
		put_big_endian(put, (uint64_t)id, 2);
	} else if (delta >= 1 && delta <= 15) {
		put_byte(put, (unsigned)delta << 4 | type);
	} else {
		put_byte(put, type);
		put_zigzag(put, id);
	}
}

void put_field(struct put *put, int id, enum put_type type)
{
	put_header(put, id, wire_type(put, type));
}

void put_bool_field(struct put *put, int id, bool value)
{
	if (put->compact) {
		put_header(put, id, value ? 1 : 2);
	} else {
		put_header(put, id, 2);
		put_byte(put, value);
	}
}

void put_list(struct put *put, enum put_type element, size_t count)
{
	if (!put->compact) {
		put_byte(put, wire_type(put, element));
		put_big_endian(put, count, 4);
	} else if (count < 15) {
		put_byte(put, (unsigned)count << 4 | wire_type(put, element));
	} else {
		put_byte(put, 0xf0 | wire_type(put, element));
		put_varint(put, count);
	}
}

void put_map(struct put *put, enum put_type key, enum put_type value, size_t count)
{
	if (!put->compact) {
		put_byte(put, wire_type(put, key));
		put_byte(put, wire_type(put, value));
		put_big_endian(put, count, 4);
	} else {
		put_varint(put, count);
		if (count)
			put_byte(put, wire_type(put, key) << 4 | wire_type(put, value));
	}
}

void put_int(struct put *put, enum put_type type, int64_t value)
{
	static const int sizes[] = {1, 1, 2, 4, 8};

	if (!put->compact)
		put_big_endian(put, (uint64_t)value, sizes[type]);
	else if (type == PUT_I8)
		put_byte(put, (unsigned)value & 0xff);
	else
		put_zigzag(put, value);
}

void put_double(struct put *put, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	if (!put->compact) {
		put_big_endian(put, bits, 8);
		return;
	}
	for (int i = 0; i < 8; i++)
		put_byte(put, (unsigned)(bits >> (8 * i)) & 0xff);
}

void put_bytes(struct put *put, const void *bytes, size_t size)
{
	if (put->compact)
		put_varint(put, size);
	else
		put_big_endian(put, size, 4);
	put_raw(put, bytes, size);
}

void put_text(struct put *put, const char *text)
{
	put_bytes(put, text, strlen(text));
}

void put_int_field(struct put *put, int id, enum put_type type, int64_t value)
{
	put_field(put, id, type);
	put_int(put, type, value);
}

void put_text_field(struct put *put, int id, const char *text)
{
	put_field(put, id, PUT_STRING);
	put_text(put, text);
}
