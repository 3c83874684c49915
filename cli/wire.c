/* SPDX-License-Identifier: MIT */
/* Canonical pieces of both protocols, and a growing buffer. */
#include "wire.h"

#include <stdlib.h>
#include <string.h>

static uint8_t compact_code(uint8_t type)
{
	static const uint8_t codes[] = {
		[INGOT_WIRE_BOOL] = 1,
		[INGOT_WIRE_I8] = 3,
		[INGOT_WIRE_DOUBLE] = 7,
		[INGOT_WIRE_I16] = 4,
		[INGOT_WIRE_I32] = 5,
		[INGOT_WIRE_I64] = 6,
		[INGOT_WIRE_BINARY] = 8,
		[INGOT_WIRE_STRUCT] = 12,
		[INGOT_WIRE_MAP] = 11,
		[INGOT_WIRE_SET] = 10,
		[INGOT_WIRE_LIST] = 9,
		[INGOT_WIRE_UUID] = 13,
		[INGOT_WIRE_FLOAT] = 13,
	};

	return type < sizeof(codes) ? codes[type] : 0;
}

static size_t put_be(uint8_t *piece, uint64_t value, unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		piece[i] = (uint8_t)(value >> (8 * (size - 1 - i)));
	return size;
}

size_t wire_i32(uint8_t *piece, uint32_t value)
{
	return put_be(piece, value, 4);
}

size_t wire_varint(uint8_t *piece, uint64_t value)
{
	size_t size = 0;

	for (; value >= 0x80; value >>= 7)
		piece[size++] = (uint8_t)(value | 0x80);
	piece[size++] = (uint8_t)value;
	return size;
}

uint64_t wire_zigzag(int64_t value)
{
	return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

size_t wire_field(uint8_t *piece, struct wire_form form, int16_t last_id, int16_t id, uint8_t type,
	bool value)
{
	int32_t delta = id - last_id;
	uint8_t code = compact_code(type);

	if (form.protocol == INGOT_BINARY) {
		piece[0] = type;
		return 1 + put_be(piece + 1, (uint16_t)id, 2);
	}
	if (type == INGOT_WIRE_BOOL)
		code = value ? 1 : 2;
	if (delta > 0 && delta <= 15) {
		piece[0] = (uint8_t)(delta << 4 | code);
		return 1;
	}
	piece[0] = code;
	return 1 + wire_varint(piece + 1, wire_zigzag(id));
}

static size_t put_real(uint8_t *piece, struct wire_form form, uint8_t type, double real)
{
	uint64_t bits;
	float narrow = (float)real;
	uint32_t narrow_bits;

	if (type == INGOT_WIRE_FLOAT) {
		memcpy(&narrow_bits, &narrow, 4);
		return put_be(piece, narrow_bits, 4);
	}
	memcpy(&bits, &real, 8);
	if (form.protocol == INGOT_COMPACT && !form.facebook)
		bits = __builtin_bswap64(bits);
	return put_be(piece, bits, 8);
}

size_t wire_scalar(
	uint8_t *piece, struct wire_form form, uint8_t type, int64_t integer, double real)
{
	bool compact = form.protocol == INGOT_COMPACT;

	switch (type) {
	case INGOT_WIRE_BOOL:
		piece[0] = integer != 0 ? 1 : compact ? 2 : 0;
		return 1;
	case INGOT_WIRE_I8:
		piece[0] = (uint8_t)integer;
		return 1;
	case INGOT_WIRE_I16:
		return compact ? wire_varint(piece, wire_zigzag(integer))
			       : put_be(piece, (uint64_t)integer, 2);
	case INGOT_WIRE_I32:
		return compact ? wire_varint(piece, wire_zigzag(integer))
			       : put_be(piece, (uint64_t)integer, 4);
	case INGOT_WIRE_I64:
		return compact ? wire_varint(piece, wire_zigzag(integer))
			       : put_be(piece, (uint64_t)integer, 8);
	default:
		return put_real(piece, form, type, real);
	}
}

size_t wire_size(uint8_t *piece, struct wire_form form, uint32_t size)
{
	return form.protocol == INGOT_COMPACT ? wire_varint(piece, size) : wire_i32(piece, size);
}

size_t wire_list(uint8_t *piece, struct wire_form form, uint8_t element, uint32_t count)
{
	if (form.protocol == INGOT_BINARY) {
		piece[0] = element;
		return 1 + wire_i32(piece + 1, count);
	}
	piece[0] = (uint8_t)((count < 15 ? count : 15) << 4 | compact_code(element));
	return count < 15 ? 1 : 1 + wire_varint(piece + 1, count);
}

size_t wire_map(uint8_t *piece, struct wire_form form, uint8_t key, uint8_t element, uint32_t count)
{
	size_t size;

	if (form.protocol == INGOT_BINARY) {
		piece[0] = key;
		piece[1] = element;
		return 2 + wire_i32(piece + 2, count);
	}
	size = wire_varint(piece, count);
	if (count > 0)
		piece[size++] = (uint8_t)(compact_code(key) << 4 | compact_code(element));
	return size;
}

uint8_t wire_type(const char *name, size_t size)
{
	uint8_t type;

	for (type = 1; type <= INGOT_WIRE_FLOAT; type++) {
		const char *own = ingot_wire_type_name((enum ingot_wire_type)type);

		if (own != NULL && strlen(own) == size && memcmp(own, name, size) == 0)
			return type;
	}
	return INGOT_WIRE_STOP;
}

int wire_hex_digit(int c)
{
	return c >= '0' && c <= '9'    ? c - '0'
		: c >= 'a' && c <= 'f' ? c - 'a' + 10
		: c >= 'A' && c <= 'F' ? c - 'A' + 10
				       : -1;
}

static bool has_room(struct bytes *bytes, size_t size)
{
	size_t room = bytes->room < 4096 ? 4096 : bytes->room;
	uint8_t *data;

	if (bytes->failed)
		return false;
	if (bytes->room - bytes->size >= size)
		return true;
	while (room - bytes->size < size && room <= SIZE_MAX / 2)
		room *= 2;
	data = realloc(bytes->data, room);
	if (data == NULL || room - bytes->size < size) {
		bytes->data = data != NULL ? data : bytes->data;
		bytes->failed = true;
		return false;
	}
	bytes->data = data;
	bytes->room = room;
	return true;
}

void bytes_put(struct bytes *bytes, const void *data, size_t size)
{
	if (size == 0 || !has_room(bytes, size))
		return;
	memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

void bytes_insert(struct bytes *bytes, size_t at, const void *data, size_t size)
{
	if (size == 0 || !has_room(bytes, size))
		return;
	memmove(bytes->data + at + size, bytes->data + at, bytes->size - at);
	memcpy(bytes->data + at, data, size);
	bytes->size += size;
}

void bytes_free(struct bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct bytes){ .data = NULL };
}
