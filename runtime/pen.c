/* SPDX-License-Identifier: MIT */
#include "pen.h"
#include <ingot/encode.h>

bool pen_fail(struct pen *pen, enum ingot_status status)
{
	pen->writer->status = status;
	return false;
}

void pen_bytes(struct pen *pen, const void *bytes, size_t size)
{
	pen->size += size;
	if (pen->p != NULL && size > 0) {
		memcpy(pen->p, bytes, size);
		pen->p += size;
	}
}

void pen_byte(struct pen *pen, uint8_t byte)
{
	pen_bytes(pen, &byte, 1);
}

static void pen_varint(struct pen *pen, uint64_t value)
{
	uint8_t bytes[10];
	size_t size = 0;

	while (value >= 0x80) {
		bytes[size++] = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	bytes[size++] = (uint8_t)value;
	pen_bytes(pen, bytes, size);
}

static void pen_big_endian(struct pen *pen, uint64_t value, size_t size)
{
	uint8_t bytes[8];

	ingot_write_be64(bytes, value);
	pen_bytes(pen, bytes + 8 - size, size);
}

void pen_bool(struct pen *pen, bool value)
{
	pen_byte(pen, (uint8_t)(value ? 1 : pen->protocol == INGOT_BINARY ? 0 : 2));
}

void pen_integer(struct pen *pen, int64_t value, size_t size)
{
	if (size == 1)
		pen_byte(pen, (uint8_t)value);
	else if (pen->protocol == INGOT_BINARY)
		pen_big_endian(pen, (uint64_t)value, size);
	else
		pen_varint(pen, ingot_write_zigzag(value));
}

void pen_double(struct pen *pen, double value)
{
	uint64_t bits;
	uint8_t bytes[8];

	memcpy(&bits, &value, sizeof(bits));
	if (pen->protocol == INGOT_BINARY)
		ingot_write_be64(bytes, bits);
	else
		ingot_write_le64(bytes, bits);
	pen_bytes(pen, bytes, sizeof(bytes));
}

bool pen_count(struct pen *pen, uint32_t count)
{
	if (count > INT32_MAX)
		return pen_fail(pen, INGOT_BAD_VALUE);
	if (pen->protocol == INGOT_BINARY)
		pen_big_endian(pen, count, 4);
	else
		pen_varint(pen, count);
	return true;
}

void pen_header(struct pen *pen, int32_t *last, int32_t id, uint8_t code)
{
	int32_t delta = id - *last;

	if (pen->protocol == INGOT_BINARY) {
		pen_byte(pen, code);
		pen_big_endian(pen, (uint16_t)id, 2);
		return;
	}
	*last = id;
	if (delta > 0 && delta <= 15) {
		pen_byte(pen, (uint8_t)(delta << 4 | code));
		return;
	}
	pen_byte(pen, code);
	pen_varint(pen, ingot_write_zigzag(id));
}

bool pen_list_head(struct pen *pen, uint8_t element, uint32_t count)
{
	if (pen->protocol == INGOT_BINARY) {
		pen_byte(pen, element);
		return pen_count(pen, count);
	}
	pen_byte(pen, (uint8_t)((count < 15 ? count : 15) << 4 | element));
	return count < 15 || pen_count(pen, count);
}

bool pen_map_head(struct pen *pen, uint8_t key, uint8_t value, uint32_t count)
{
	if (pen->protocol == INGOT_BINARY) {
		pen_byte(pen, key);
		pen_byte(pen, value);
		return pen_count(pen, count);
	}
	if (!pen_count(pen, count))
		return false;
	if (count > 0)
		pen_byte(pen, (uint8_t)(key << 4 | value));
	return true;
}
