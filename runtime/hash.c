/* SPDX-License-Identifier: MIT */
/* Hashes of values: xxHash over the parts, each with the hash so far as its seed; sums where order does not count. */
#include <ingot/ops.h>
#define XXH_INLINE_ALL
#define XXH_NO_STREAM
#include <xxhash.h>
#include "layout.h"

static uint64_t hash_value(const struct ingot_type *type, const void *at, uint64_t hash, int depth);

/* Little endian on every machine. */
static uint64_t hash_number(uint64_t number, uint64_t hash)
{
	uint8_t bytes[8];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(number >> (8 * i));
	return XXH3_64bits_withSeed(bytes, sizeof(bytes), hash);
}

static uint64_t hash_bytes(const void *bytes, size_t size, uint64_t hash)
{
	hash = hash_number(size, hash);
	return size > 0 ? XXH3_64bits_withSeed(bytes, size, hash) : hash;
}

static uint64_t hash_item(const struct ingot_type *type, const char *item, uint64_t hash, int depth)
{
	if (type->kind != INGOT_KIND_MAP)
		return hash_value(type->element, item, hash, depth);
	hash = hash_value(type->key, item, hash, depth);
	return hash_value(type->element, item + type->value_offset, hash, depth);
}

static uint64_t hash_list(const struct ingot_type *type, struct ingot_list list, uint64_t hash, int depth)
{
	uint64_t sum = 0;

	hash = hash_number(list.count, hash);
	for (uint32_t i = 0; i < list.count; i++) {
		if (type->kind == INGOT_KIND_LIST)
			hash = hash_item(type, layout_item(type, list, i), hash, depth);
		else
			sum += hash_item(type, layout_item(type, list, i), hash, depth);
	}
	return type->kind == INGOT_KIND_LIST ? hash : hash_number(sum, hash);
}

static uint64_t hash_struct(const struct ingot_type *type, const void *value, uint64_t hash, int depth)
{
	const void *at;

	for (uint32_t i = 0; i < type->field_count; i++) {
		at = ingot_field_value(type, &type->fields[i], value);
		if (at != NULL)
			hash = hash_value(type->fields[i].type, at, hash_number((uint64_t)type->fields[i].id, hash), depth);
	}
	for (const struct ingot_unknown *unknown = layout_unknown(type, value); unknown != NULL; unknown = unknown->next)
		hash = hash_bytes(unknown->bytes, unknown->size, hash_number((uint64_t)unknown->id, hash));
	/* Sets this struct apart from its neighbour's fields. */
	return hash_number(type->field_count, hash);
}

static uint64_t hash_value(const struct ingot_type *type, const void *at, uint64_t hash, int depth)
{
	struct ingot_string string;
	uint64_t bits;

	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
		return hash_number((uint64_t)layout_integer(type, at), hash);
	case INGOT_KIND_DOUBLE:
		memcpy(&bits, at, sizeof(bits));
		return hash_number(bits, hash);
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		string = layout_string(at);
		return hash_bytes(string.data, string.size, hash);
	case INGOT_KIND_UUID:
		return hash_bytes(at, sizeof(struct ingot_uuid), hash);
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return depth > 0 ? hash_struct(type, at, hash, depth - 1) : hash;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		return depth > 0 ? hash_list(type, layout_list(at), hash, depth - 1) : hash;
	}
	return hash;
}

uint64_t ingot_hash(const struct ingot_type *type, const void *value, uint64_t seed)
{
	return hash_value(type, value, seed, INGOT_MAX_DEPTH);
}
