/* SPDX-License-Identifier: MIT */
#include "random.h"
#include <stdlib.h>
#include <string.h>

static void fill(TALLOC_CTX *ctx, struct random *random, const struct ingot_type *type, void *at, unsigned nesting);

/* SplitMix64. */
static uint64_t next(struct random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint32_t random_below(struct random *random, uint32_t below)
{
	return (uint32_t)(next(random) >> 32) % below;
}

static void *allocate(TALLOC_CTX *ctx, size_t size)
{
	void *memory = talloc_zero_size(ctx, size);

	if (memory == NULL)
		abort();
	return memory;
}

/* Mostly short; a small number as often as one that takes all bits. */
static uint64_t some_bits(struct random *random)
{
	uint64_t bits = next(random);

	switch (random_below(random, 4)) {
	case 0:
		return bits;
	case 1:
		return bits >> random_below(random, 64);
	case 2:
		return ~(bits >> random_below(random, 64));
	default:
		return bits & 15;
	}
}

static double some_double(struct random *random)
{
	static const double special[] = { 0.0, -0.0, 1.5, -1e308, 5e-324, 1e21 };
	uint64_t bits = next(random);
	double number;

	if (random_below(random, 2) == 0)
		return special[random_below(random, 6)];
	memcpy(&number, &bits, sizeof(number));
	if (number == number)
		return number;
	/* Not every machine keeps a NaN's bits in all that it does with it; one NaN is enough. */
	bits = random->plain ? 0 : UINT64_C(0x7ff8000000000000);
	memcpy(&number, &bits, sizeof(number));
	return number;
}

static struct ingot_string some_string(TALLOC_CTX *ctx, struct random *random, bool is_text)
{
	static const char *const words[] = { "a", "row", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\n", "\"", " ", "\\", "0" };
	uint32_t count = random_below(random, 8) == 0 ? random_below(random, 40) : random_below(random, 6);
	char *text = allocate(ctx, 4 * (size_t)count + 1);
	struct ingot_string string = { text, 0 };

	if (!is_text && random_below(random, 2) == 0) {
		for (; string.size < count; string.size++)
			text[string.size] = (char)next(random);
		return string;
	}
	for (uint32_t i = 0; i < count; i++)
		strcpy(text + strlen(text), words[random_below(random, 10)]);
	string.size = (uint32_t)strlen(text);
	return string;
}

static int32_t some_enum(struct random *random, const struct ingot_type *type)
{
	if (type->value_count > 0 && (random->plain || random_below(random, 4) != 0))
		return type->values[random_below(random, type->value_count)].number;
	return random->plain ? 0 : (int32_t)some_bits(random);
}

/* The items of a set or map without those that are there twice. */
static uint32_t without_repeats(const struct ingot_type *type, char *items, uint32_t count)
{
	const struct ingot_type *item = type->kind == INGOT_KIND_MAP ? type->key : type->element;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t j = 0;

		while (j < kept && !ingot_equal(item, items + (size_t)type->entry_size * j, items + (size_t)type->entry_size * i))
			j++;
		if (j < kept)
			continue;
		memmove(items + (size_t)type->entry_size * kept, items + (size_t)type->entry_size * i, type->entry_size);
		kept++;
	}
	return kept;
}

static void fill_list(TALLOC_CTX *ctx, struct random *random, const struct ingot_type *type, void *at, unsigned nesting)
{
	uint32_t most = nesting == 0 ? 1 : random_below(random, 16) == 0 ? 4 * random->items : random->items;
	uint32_t count = random_below(random, most + (nesting > 0));
	char *items = allocate(ctx, (size_t)type->entry_size * count);
	struct ingot_list list = { items, count };

	for (uint32_t i = 0; i < count; i++) {
		char *item = items + (size_t)type->entry_size * i;

		if (type->kind == INGOT_KIND_MAP)
			fill(ctx, random, type->key, item, nesting - 1);
		fill(ctx, random, type->element, item + type->value_offset, nesting - 1);
	}
	if (type->kind != INGOT_KIND_LIST)
		list.count = without_repeats(type, items, count);
	memcpy(at, &list, sizeof(list));
}

static bool is_nested(const struct ingot_type *type)
{
	return type->kind >= INGOT_KIND_STRUCT;
}

static bool is_pointer(const struct ingot_type *owner, const struct ingot_field *field)
{
	if (field->type->kind == INGOT_KIND_STRUCT || field->type->kind == INGOT_KIND_UNION)
		return true;
	return owner->kind == INGOT_KIND_STRUCT && field->requiredness == INGOT_OPTIONAL && !is_nested(field->type) &&
	       field->type->kind != INGOT_KIND_STRING && field->type->kind != INGOT_KIND_BINARY;
}

static void fill_field(TALLOC_CTX *ctx, struct random *random, const struct ingot_type *type, const struct ingot_field *field, void *value,
		       unsigned nesting)
{
	void *at = (char *)value + field->offset;

	if (is_pointer(type, field)) {
		void *pointer = allocate(ctx, field->type->size);

		memcpy(at, &pointer, sizeof(pointer));
		at = pointer;
	}
	fill(ctx, random, field->type, at, nesting);
}

static void fill_union(TALLOC_CTX *ctx, struct random *random, const struct ingot_type *type, void *value, unsigned nesting)
{
	const struct ingot_field *member = NULL;
	int32_t tag;

	/* At the bottom, something that ends: the first few tries are as good as certain to find it. */
	for (unsigned i = 0; member == NULL || (nesting == 0 && i < 100 && is_nested(member->type)); i++)
		member = &type->fields[random_below(random, type->field_count)];
	tag = member->id;
	memcpy(value, &tag, sizeof(tag));
	fill_field(ctx, random, type, member, value, nesting > 0 ? nesting - 1 : 0);
}

/* Whether a field that is absent on the wire would be read as something: then it has to be there. */
static bool has_default(const struct ingot_type *type, const struct ingot_field *field)
{
	static const char zero[sizeof(struct ingot_list)];

	return type->initial != NULL && field->requiredness == INGOT_DEFAULT &&
	       memcmp((const char *)type->initial + field->offset, zero, sizeof(void *) < field->type->size ? sizeof(void *) : 1) != 0;
}

static void fill_struct(TALLOC_CTX *ctx, struct random *random, const struct ingot_type *type, void *value, unsigned nesting)
{
	bool is_sparse = random_below(random, 3) == 0;

	for (uint32_t i = 0; i < type->field_count; i++) {
		const struct ingot_field *field = &type->fields[i];
		bool is_scalar = !is_nested(field->type);
		bool is_certain = field->requiredness == INGOT_REQUIRED || (field->requiredness == INGOT_DEFAULT && is_scalar) ||
				  (random->plain && field->requiredness == INGOT_DEFAULT) || has_default(type, field);

		/* Not any bytes will do. */
		if ((field->flags & INGOT_FIELD_LAZY) != 0)
			continue;
		if (is_certain || ((is_scalar || nesting > 0) && random_below(random, is_sparse ? 6 : 2) == 0))
			fill_field(ctx, random, type, field, value, nesting > 0 ? nesting - 1 : 0);
	}
}

static void fill(TALLOC_CTX *ctx, struct random *random, const struct ingot_type *type, void *at, unsigned nesting)
{
	uint64_t bits;
	int8_t i8;
	int16_t i16;
	int32_t i32;
	double number;
	struct ingot_string string;

	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
		*(bool *)at = random_below(random, 2) == 0;
		return;
	case INGOT_KIND_I8:
		i8 = (int8_t)next(random);
		memcpy(at, &i8, sizeof(i8));
		return;
	case INGOT_KIND_I16:
		i16 = (int16_t)some_bits(random);
		memcpy(at, &i16, sizeof(i16));
		return;
	case INGOT_KIND_I32:
	case INGOT_KIND_ENUM:
		i32 = type->kind == INGOT_KIND_ENUM ? some_enum(random, type) : (int32_t)some_bits(random);
		memcpy(at, &i32, sizeof(i32));
		return;
	case INGOT_KIND_I64:
		bits = some_bits(random);
		memcpy(at, &bits, sizeof(bits));
		return;
	case INGOT_KIND_DOUBLE:
		number = some_double(random);
		memcpy(at, &number, sizeof(number));
		return;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		string = some_string(ctx, random, type->kind == INGOT_KIND_STRING && random->plain);
		memcpy(at, &string, sizeof(string));
		return;
	case INGOT_KIND_UUID:
		for (size_t i = 0; i < sizeof(struct ingot_uuid); i++)
			((uint8_t *)at)[i] = (uint8_t)next(random);
		return;
	case INGOT_KIND_STRUCT:
		fill_struct(ctx, random, type, at, nesting);
		return;
	case INGOT_KIND_UNION:
		fill_union(ctx, random, type, at, nesting);
		return;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		fill_list(ctx, random, type, at, nesting);
		return;
	}
}

void *random_value(TALLOC_CTX *mem_ctx, struct random *random, const struct ingot_type *type)
{
	void *value = allocate(mem_ctx, type->size);

	fill(value, random, type, value, random->nesting);
	return value;
}
