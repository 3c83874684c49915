/* SPDX-License-Identifier: MIT */
/* Putting pieces together. */
#include "assemble.h"

#include <string.h>

static void put(struct assembler *to, struct raw raw, const uint8_t *piece, size_t size)
{
	if (raw.data != NULL)
		bytes_put(&to->out, raw.data, raw.size);
	else
		bytes_put(&to->out, piece, size);
}

static void count(struct assembler *to)
{
	if (to->depth > 0)
		to->levels[to->depth - 1].count++;
}

void assemble_field(struct assembler *to, int16_t id, uint8_t type, bool value, struct raw raw)
{
	struct assembler_level *level = &to->levels[to->depth - 1];
	uint8_t piece[WIRE_PIECE];

	put(to, raw, piece, wire_field(piece, to->form, level->last_id, id, type, value));
	level->last_id = id;
}

void assemble_scalar(
	struct assembler *to, uint8_t type, int64_t integer, double real, struct raw raw)
{
	uint8_t piece[WIRE_PIECE];

	count(to);
	put(to, raw, piece, wire_scalar(piece, to->form, type, integer, real));
}

void assemble_binary(struct assembler *to, const void *data, size_t size, struct raw raw)
{
	uint8_t piece[WIRE_PIECE];

	count(to);
	put(to, raw, piece, wire_size(piece, to->form, (uint32_t)size));
	bytes_put(&to->out, data, size);
}

void assemble_uuid(struct assembler *to, const uint8_t bytes[16])
{
	count(to);
	bytes_put(&to->out, bytes, 16);
}

bool assemble_begin(
	struct assembler *to, uint8_t type, uint8_t key, uint8_t element, struct raw raw)
{
	if (to->depth > INGOT_MAX_DEPTH - 1)
		return false;
	count(to);
	to->levels[to->depth++] = (struct assembler_level){
		.begin = to->out.size, .header = raw, .type = type, .key = key, .element = element,
	};
	return true;
}

void assemble_end(struct assembler *to, struct raw raw)
{
	struct assembler_level *level = &to->levels[--to->depth];
	uint8_t piece[WIRE_PIECE] = { 0 };
	size_t size;

	if (level->type == INGOT_WIRE_STRUCT) {
		put(to, raw, piece, 1);
		return;
	}
	if (level->header.data != NULL) {
		bytes_insert(&to->out, level->begin, level->header.data, level->header.size);
		return;
	}
	if (level->type == INGOT_WIRE_MAP)
		size = wire_map(piece, to->form, level->key, level->element, level->count / 2);
	else
		size = wire_list(piece, to->form, level->element, level->count);
	bytes_insert(&to->out, level->begin, piece, size);
}

void assemble_message(struct assembler *to, bool is_old, uint8_t type, const void *name,
	size_t size, int32_t seqid)
{
	uint8_t piece[WIRE_PIECE];

	if (to->form.protocol == INGOT_COMPACT) {
		piece[0] = 0x82;
		piece[1] = (uint8_t)(type << 5 | 1);
		bytes_put(&to->out, piece, 2);
		bytes_put(&to->out, piece, wire_varint(piece, (uint32_t)seqid));
		bytes_put(&to->out, piece, wire_varint(piece, size));
		bytes_put(&to->out, name, size);
		return;
	}
	if (!is_old)
		bytes_put(&to->out, piece, wire_i32(piece, 0x80010000u | type));
	bytes_put(&to->out, piece, wire_i32(piece, (uint32_t)size));
	bytes_put(&to->out, name, size);
	if (is_old)
		bytes_put(&to->out, &type, 1);
	bytes_put(&to->out, piece, wire_i32(piece, (uint32_t)seqid));
}
