/* SPDX-License-Identifier: MIT */
#include "wiregen.h"

#include <string.h>
#include <ingot/walk.h>

/* splitmix64. */
uint64_t wiregen_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* ---- Messages ---- */

struct gen {
	uint64_t state;
	enum ingot_protocol protocol;
	uint8_t *bytes;
	size_t size;
	size_t capacity;
	bool is_full;
	uint32_t density; /* of 8 optional fields so many are there */
	uint32_t most;    /* elements in a container */
};

static uint32_t below(struct gen *gen, uint32_t limit)
{
	return (uint32_t)(wiregen_random(&gen->state) >> 32) % limit;
}

static void put(struct gen *gen, uint64_t byte)
{
	if (gen->size == gen->capacity) {
		gen->is_full = true;
		return;
	}
	gen->bytes[gen->size++] = (uint8_t)byte;
}

static void put_fixed(struct gen *gen, uint64_t value, unsigned size)
{
	while (size-- > 0)
		put(gen, value >> (8 * size));
}

static void put_varint(struct gen *gen, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		put(gen, value | 0x80);
	put(gen, value);
}

static uint64_t zigzag(int64_t value)
{
	return (uint64_t)value << 1 ^ (0 - ((uint64_t)value >> 63));
}

static void put_integer(struct gen *gen, int64_t value, unsigned size)
{
	if (gen->protocol == INGOT_COMPACT)
		put_varint(gen, zigzag(value));
	else
		put_fixed(gen, (uint64_t)value, size);
}

static void put_size(struct gen *gen, uint32_t size)
{
	if (gen->protocol == INGOT_COMPACT)
		put_varint(gen, size);
	else
		put_fixed(gen, size, 4);
}

/* Of any length in bits: short numbers are as likely as long ones. */
static int64_t some_integer(struct gen *gen, unsigned bits)
{
	uint64_t value = wiregen_random(&gen->state) >> (64 - bits) >> below(gen, bits);

	return (int64_t)((below(gen, 2) != 0 ? value : ~value) << (64 - bits)) >> (64 - bits);
}

static uint8_t wire_of(const struct ingot_type *type, enum ingot_protocol protocol)
{
	static const uint8_t codes[][2] = {
		[INGOT_KIND_BOOL] = { 2, 1 },    [INGOT_KIND_I8] = { 3, 3 },      [INGOT_KIND_I16] = { 6, 4 },
		[INGOT_KIND_I32] = { 8, 5 },     [INGOT_KIND_I64] = { 10, 6 },    [INGOT_KIND_DOUBLE] = { 4, 7 },
		[INGOT_KIND_STRING] = { 11, 8 }, [INGOT_KIND_BINARY] = { 11, 8 }, [INGOT_KIND_UUID] = { 16, 13 },
		[INGOT_KIND_ENUM] = { 8, 5 },    [INGOT_KIND_STRUCT] = { 12, 12 }, [INGOT_KIND_UNION] = { 12, 12 },
		[INGOT_KIND_LIST] = { 15, 9 },   [INGOT_KIND_SET] = { 14, 10 },   [INGOT_KIND_MAP] = { 13, 11 },
	};

	return codes[type->kind][protocol];
}

static void put_struct(struct gen *gen, const struct ingot_type *type, uint32_t depth);

static void put_string(struct gen *gen, bool is_text)
{
	uint32_t size = below(gen, 8) == 0 ? below(gen, 200) : below(gen, 20), i;

	put_size(gen, size);
	for (i = 0; i < size; i++)
		put(gen, is_text ? 'a' + below(gen, 26) : below(gen, 256));
}

static void put_value(struct gen *gen, const struct ingot_type *type, uint32_t depth);

static uint32_t some_count(struct gen *gen, const struct ingot_type *type, uint32_t depth)
{
	bool is_deep = type->element->kind >= INGOT_KIND_STRUCT;

	if (depth > 12 || gen->size > gen->capacity / 4)
		return 0;
	return below(gen, is_deep ? gen->most / 4 + 2 : gen->most + 1);
}

static void put_container(struct gen *gen, const struct ingot_type *type, uint32_t depth)
{
	uint32_t count = some_count(gen, type, depth), i;
	uint8_t key = type->key != NULL ? wire_of(type->key, gen->protocol) : 0;
	uint8_t element = wire_of(type->element, gen->protocol);

	if (type->key != NULL) {
		if (gen->protocol == INGOT_COMPACT) {
			put_varint(gen, count);
			if (count > 0)
				put(gen, (uint64_t)key << 4 | element);
		} else {
			put(gen, key);
			put(gen, element);
			put_fixed(gen, count, 4);
		}
	} else if (gen->protocol == INGOT_COMPACT) {
		put(gen, (uint64_t)(count < 15 ? count : 15) << 4 | element);
		if (count >= 15)
			put_varint(gen, count);
	} else {
		put(gen, element);
		put_fixed(gen, count, 4);
	}
	for (i = 0; i < count; i++) {
		if (type->key != NULL)
			put_value(gen, type->key, depth + 1);
		put_value(gen, type->element, depth + 1);
	}
}

/* An element, or a field behind its header (not a bool in the compact protocol). */
static void put_value(struct gen *gen, const struct ingot_type *type, uint32_t depth)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
		put(gen, gen->protocol == INGOT_COMPACT ? 1 + below(gen, 2) : below(gen, 2));
		return;
	case INGOT_KIND_I8:
		put(gen, below(gen, 256));
		return;
	case INGOT_KIND_I16:
		put_integer(gen, some_integer(gen, 16), 2);
		return;
	case INGOT_KIND_I32:
	case INGOT_KIND_ENUM:
		put_integer(gen, some_integer(gen, 32), 4);
		return;
	case INGOT_KIND_I64:
		put_integer(gen, some_integer(gen, 64), 8);
		return;
	case INGOT_KIND_DOUBLE:
		put_fixed(gen, wiregen_random(&gen->state), 8);
		return;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		put_string(gen, type->kind == INGOT_KIND_STRING);
		return;
	case INGOT_KIND_UUID:
		put_fixed(gen, wiregen_random(&gen->state), 8);
		put_fixed(gen, wiregen_random(&gen->state), 8);
		return;
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		put_struct(gen, type, depth);
		return;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		put_container(gen, type, depth);
		return;
	}
}

static void put_header(struct gen *gen, const struct ingot_field *field, int32_t *last_id, uint8_t code)
{
	int32_t delta = field->id - *last_id;

	if (gen->protocol == INGOT_BINARY) {
		put(gen, code);
		put_fixed(gen, (uint64_t)field->id, 2);
	} else if (delta >= 1 && delta <= 15) {
		put(gen, (uint64_t)delta << 4 | code);
	} else {
		put(gen, code);
		put_varint(gen, zigzag(field->id));
	}
	*last_id = field->id;
}

static void put_field(struct gen *gen, const struct ingot_field *field, int32_t *last_id, uint32_t depth)
{
	uint8_t code = wire_of(field->type, gen->protocol);

	if (field->type->kind == INGOT_KIND_BOOL && gen->protocol == INGOT_COMPACT) {
		put_header(gen, field, last_id, (uint8_t)(1 + below(gen, 2)));
		return;
	}
	put_header(gen, field, last_id, code);
	put_value(gen, field->type, depth + 1);
}

/* A type that ends: scalars and strings. */
static bool is_flat(const struct ingot_type *type)
{
	return type->kind < INGOT_KIND_STRUCT;
}

static void put_member(struct gen *gen, const struct ingot_type *type, uint32_t depth)
{
	uint32_t index = below(gen, type->field_count), i;
	int32_t last_id = 0;

	for (i = 0; (depth > 6 || gen->size > gen->capacity / 4) && i < type->field_count && !is_flat(type->fields[index].type); i++)
		index = (index + 1) % type->field_count;
	put_field(gen, &type->fields[index], &last_id, depth);
}

static void put_struct(struct gen *gen, const struct ingot_type *type, uint32_t depth)
{
	int32_t last_id = 0;
	uint32_t i;

	if (depth > 60)
		gen->is_full = true;
	if (gen->is_full)
		return;
	if (type->kind == INGOT_KIND_UNION && type->field_count > 0) {
		put_member(gen, type, depth);
	} else {
		for (i = 0; i < type->field_count; i++) {
			const struct ingot_field *field = &type->fields[i];
			bool is_here = below(gen, 8) < gen->density;

			if (!is_flat(field->type) && (depth > 6 || gen->size > gen->capacity / 4))
				is_here = false;
			if (is_here || field->requiredness == INGOT_REQUIRED)
				put_field(gen, field, &last_id, depth);
		}
	}
	put(gen, 0);
}

size_t wiregen_message(uint64_t seed, const struct ingot_type *type, enum ingot_protocol protocol, uint8_t *buffer, size_t capacity)
{
	struct gen gen = { .state = seed, .protocol = protocol, .bytes = buffer, .capacity = capacity };
	const char *name;

	/* Not the type's size, which depends on the machine. */
	for (name = type->name; *name != '\0'; name++)
		gen.state = gen.state * 31 + (uint8_t)*name;
	gen.density = seed < 8 ? (uint32_t)seed : below(&gen, 8) + 1;
	gen.most = seed < 8 ? 3 : 20;
	put_struct(&gen, type, 0);
	return gen.is_full ? 0 : gen.size;
}

/* ---- Damage ---- */

void wiregen_map(struct wiregen_map *map, enum ingot_protocol protocol, const uint8_t *bytes, size_t size)
{
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;

	map->count = 0;
	ingot_reader_init(&reader, protocol, bytes, size);
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (map->count < sizeof(map->parts) / sizeof(map->parts[0]) && ingot_walk_next(&walk, &event)) {
		struct wiregen_part *part = &map->parts[map->count];

		if (event.depth == 0)
			continue;
		part->header = (uint32_t)event.header;
		part->offset = (uint32_t)event.offset;
		part->body = (uint32_t)event.body;
		part->end = (uint32_t)event.end;
		map->count++;
	}
}

struct damage {
	uint64_t *state;
	enum ingot_protocol protocol;
	uint8_t *bytes;
	size_t size;
	size_t capacity;
};

static size_t pick(struct damage *damage, size_t limit)
{
	return limit == 0 ? 0 : (size_t)((wiregen_random(damage->state) >> 16) % limit);
}

static void erase(struct damage *damage, size_t at, size_t size)
{
	if (at >= damage->size || size > damage->size - at || size >= damage->size)
		return;
	memmove(damage->bytes + at, damage->bytes + at + size, damage->size - at - size);
	damage->size -= size;
}

/* bytes may lie in the message itself, in front of `at` or behind. */
static void insert(struct damage *damage, size_t at, const uint8_t *bytes, size_t size)
{
	uint8_t copy[256];

	if (size > sizeof(copy))
		size = sizeof(copy);
	if (at > damage->size || size > damage->capacity - damage->size)
		return;
	memcpy(copy, bytes, size);
	memmove(damage->bytes + at + size, damage->bytes + at, damage->size - at);
	memcpy(damage->bytes + at, copy, size);
	damage->size += size;
}

static const uint8_t bad_counts[][5] = {
	{ 0xff, 0xff, 0xff, 0xff, 0x07 }, { 0xff, 0xff, 0xff, 0xff, 0x0f }, { 0x80, 0x80, 0x80, 0x80, 0x08 },
	{ 0x80, 0x80, 0x80, 0x32, 0x00 }, { 0x7f, 0xff, 0xff, 0xff, 0xff }, { 0x80, 0x00, 0x00, 0x00, 0x00 },
	{ 0x00, 0x00, 0x00, 0x00, 0x00 }, { 0x00, 0x00, 0xff, 0xff, 0xff }, { 0x20, 0x00, 0x00, 0x01, 0x01 },
};

static void overwrite(struct damage *damage, size_t at, const uint8_t *bytes, size_t size)
{
	if (at < damage->size)
		memcpy(damage->bytes + at, bytes, size < damage->size - at ? size : damage->size - at);
}

/* A part's header, count or place among the others. */
static void damage_part(struct damage *damage, const struct wiregen_map *map)
{
	const struct wiregen_part *part = &map->parts[pick(damage, map->count)], *second = &map->parts[pick(damage, map->count)];
	const uint8_t *count = bad_counts[pick(damage, sizeof(bad_counts) / sizeof(bad_counts[0]))];
	size_t whole = part->end - part->header;
	uint8_t open[4] = { 0x1c, 0x1c, 0x1c, 0x19 };
	uint8_t type = (uint8_t)pick(damage, 20);

	if (part->end > damage->size || second->end > damage->size)
		return;
	switch (pick(damage, 10)) {
	case 0:
		erase(damage, part->header, whole);
		return;
	case 1:
		insert(damage, part->end, damage->bytes + part->header, whole);
		return;
	case 2:
		insert(damage, second->header, damage->bytes + part->header, whole);
		return;
	case 3:
		damage->bytes[part->header] = damage->protocol == INGOT_BINARY ?
			type : (uint8_t)((damage->bytes[part->header] & 0xf0) | (type & 15));
		return;
	case 4:
		overwrite(damage, part->offset, count, 5);
		return;
	case 5:
		overwrite(damage, part->offset + (damage->protocol == INGOT_BINARY ? 1 : 0), count, 4);
		return;
	case 6:
		damage->bytes[part->offset] = (uint8_t)pick(damage, 256);
		return;
	case 7:
		if (damage->protocol == INGOT_BINARY)
			insert(damage, part->header, (const uint8_t[]){ 12, 0, (uint8_t)pick(damage, 20) }, 3);
		else
			insert(damage, part->header, open, 1 + pick(damage, 4));
		return;
	case 8:
		erase(damage, part->offset, part->end - part->offset);
		return;
	default:
		insert(damage, part->offset, (const uint8_t[]){ 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
		       1 + pick(damage, 11));
	}
}

static void damage_bytes(struct damage *damage, const uint8_t *other, size_t other_size)
{
	static const uint8_t interesting[] = { 0x00, 0x01, 0x02, 0x0f, 0x10, 0x7f, 0x80, 0xf0, 0xff, 0x0c, 0x1c, 0x19, 0xf9, 0xfc };
	size_t at = pick(damage, damage->size), from;
	uint8_t byte = (uint8_t)pick(damage, 256);

	switch (pick(damage, 8)) {
	case 0:
	case 1:
		damage->bytes[at] ^= (uint8_t)(1u << pick(damage, 8));
		return;
	case 2:
		damage->bytes[at] = interesting[pick(damage, sizeof(interesting))];
		return;
	case 3:
		damage->bytes[at] = byte;
		return;
	case 4:
		erase(damage, at, 1 + pick(damage, 8));
		return;
	case 5:
		insert(damage, at, &byte, 1);
		return;
	case 6:
		damage->size = at + 1;
		return;
	default:
		from = pick(damage, other_size);
		insert(damage, at, other + from, pick(damage, other_size - from));
	}
}

size_t wiregen_damage(uint64_t *state, const struct wiregen_map *map, enum ingot_protocol protocol, uint8_t *buffer, size_t size,
		      size_t capacity, const uint8_t *other, size_t other_size)
{
	struct damage damage = { state, protocol, buffer, size, capacity };
	size_t times = 1 + pick(&damage, 3);

	if (map->count > 0 && pick(&damage, 3) != 0)
		damage_part(&damage, map);
	else
		damage_bytes(&damage, other, other_size);
	while (--times > 0)
		damage_bytes(&damage, other, other_size);
	return damage.size;
}
