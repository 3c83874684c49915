/* SPDX-License-Identifier: MIT */
/*
 * Copies and merges into one chunk: the same walk goes over the value twice, first with no memory to find how much is needed, then
 * with it.
 */
#include <ingot/ops.h>
#include "layout.h"

struct copy {
	char *base; /* NULL while measuring */
	size_t used;
};

/* Room for size bytes; NULL while measuring. */
static void *take(struct copy *copy, size_t size, size_t align)
{
	size_t at = (copy->used + align - 1) & ~(align - 1);

	copy->used = at + size;
	return copy->base != NULL ? copy->base + at : NULL;
}

/* Copies what a value in place points to; to is a flat copy of from already, or NULL while measuring. */
static void copy_below(struct copy *copy, const struct ingot_type *type, void *to, const void *from, int depth);

static void *copy_bytes(struct copy *copy, const void *bytes, size_t size, size_t align)
{
	void *to = take(copy, size, align);

	if (to != NULL && size > 0)
		memcpy(to, bytes, size);
	return to;
}

static const void *copy_pointed(struct copy *copy, const struct ingot_type *type, const void *from, int depth)
{
	void *to;

	if (layout_is_struct(type) && depth <= 0)
		return NULL;
	to = copy_bytes(copy, from, type->size, type->align);
	copy_below(copy, type, to, from, depth);
	return to;
}

static void set_pointer(void *at, const void *pointer)
{
	memcpy(at, &pointer, sizeof(pointer));
}

static void copy_string(struct copy *copy, void *to, const void *from)
{
	struct ingot_string string = layout_string(from);
	char *data;

	if (string.data == NULL)
		return;
	data = (char *)take(copy, (size_t)string.size + 1, 1);
	if (data == NULL)
		return;
	if (string.size > 0)
		memcpy(data, string.data, string.size);
	data[string.size] = '\0';
	string.data = data;
	memcpy(to, &string, sizeof(string));
}

static void copy_list(struct copy *copy, const struct ingot_type *type, void *to, const void *from, int depth)
{
	struct ingot_list list = layout_list(from);
	size_t align = type->element->align;
	char *items;

	if (list.items == NULL)
		return;
	if (depth <= 0)
		list.count = 0;
	if (type->kind == INGOT_KIND_MAP && type->key->align > align)
		align = type->key->align;
	/* An empty list points somewhere, too. */
	items = (char *)copy_bytes(copy, list.items, (size_t)type->entry_size * list.count, align);
	for (uint32_t i = 0; i < list.count; i++) {
		const char *item = layout_item(type, list, i);
		char *at = items != NULL ? items + (size_t)type->entry_size * i : NULL;

		if (type->kind == INGOT_KIND_MAP)
			copy_below(copy, type->key, at, item, depth - 1);
		copy_below(copy, type->element, at != NULL ? at + type->value_offset : NULL, item + type->value_offset, depth - 1);
	}
	if (to != NULL) {
		list.items = items;
		memcpy(to, &list, sizeof(list));
	}
}

/* A chain behind another one. Returns the first of both. */
static const struct ingot_unknown *copy_unknown(struct copy *copy, const struct ingot_unknown *first, const struct ingot_unknown *second)
{
	const struct ingot_unknown *head = NULL;
	struct ingot_unknown *last = NULL;
	const struct ingot_unknown *from = first != NULL ? first : second;

	while (from != NULL) {
		struct ingot_unknown *to = (struct ingot_unknown *)copy_bytes(copy, from, sizeof(*to), _Alignof(struct ingot_unknown));
		const uint8_t *bytes = (const uint8_t *)copy_bytes(copy, from->bytes, from->size, 1);

		if (to != NULL) {
			to->bytes = bytes;
			to->next = NULL;
			if (last != NULL)
				last->next = to;
			else
				head = to;
			last = to;
		}
		from = from->next;
		if (from == NULL && first != NULL) {
			first = NULL;
			from = second;
		}
	}
	return head;
}

static void keep_unknown(struct copy *copy, const struct ingot_type *type, void *to, const struct ingot_unknown *first,
			 const struct ingot_unknown *second)
{
	const struct ingot_unknown *unknown;

	if (first == NULL && second == NULL)
		return;
	unknown = copy_unknown(copy, first, second);
	if (to != NULL)
		set_pointer((char *)to + type->unknown_offset, unknown);
}

static void copy_field(struct copy *copy, const struct ingot_type *type, const struct ingot_field *field, void *to, const void *from,
		       int depth)
{
	char *at = to != NULL ? (char *)to + field->offset : NULL;
	const char *source = (const char *)from + field->offset;
	const void *pointer;

	if (!layout_is_pointer(type, field)) {
		copy_below(copy, field->type, at, source, depth);
		return;
	}
	pointer = layout_pointer(source);
	if (pointer != NULL)
		pointer = copy_pointed(copy, field->type, pointer, depth);
	if (at != NULL)
		set_pointer(at, pointer);
}

static void copy_struct(struct copy *copy, const struct ingot_type *type, void *to, const void *from, int depth)
{
	if (type->kind == INGOT_KIND_UNION) {
		const struct ingot_field *member = layout_member(type, from);

		if (member != NULL)
			copy_field(copy, type, member, to, from, depth);
	} else {
		for (uint32_t i = 0; i < type->field_count; i++)
			copy_field(copy, type, &type->fields[i], to, from, depth);
	}
	keep_unknown(copy, type, to, layout_unknown(type, from), NULL);
}

static void copy_below(struct copy *copy, const struct ingot_type *type, void *to, const void *from, int depth)
{
	if (layout_is_string(type))
		copy_string(copy, to, from);
	else if (layout_is_list(type))
		copy_list(copy, type, to, from, depth);
	else if (layout_is_struct(type))
		copy_struct(copy, type, to, from, depth - 1);
}

void *ingot_copy(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const void *value)
{
	struct copy copy = { NULL, 0 };

	copy_pointed(&copy, type, value, INGOT_MAX_DEPTH);
	copy.base = (char *)talloc_size(mem_ctx, copy.used);
	if (copy.base == NULL)
		return NULL;
	copy.used = 0;
	copy_pointed(&copy, type, value, INGOT_MAX_DEPTH);
	return copy.base;
}

/* -- Merging ---------------------------------------------------------------------------------------------------------------- */

static const void *merge_pointed(struct copy *copy, const struct ingot_type *type, const void *base, const void *over, int depth);

static void merge_field(struct copy *copy, const struct ingot_type *type, const struct ingot_field *field, char *to, const char *base,
			const char *over, int depth)
{
	const void *base_at = layout_field(type, field, base);
	const void *over_at = layout_field(type, field, over);

	if (over_at != NULL && base_at != NULL && layout_is_struct(field->type)) {
		const void *merged = merge_pointed(copy, field->type, base_at, over_at, depth);

		if (to != NULL)
			set_pointer(to + field->offset, merged);
		return;
	}
	if (over_at == NULL && to != NULL) {
		size_t size = layout_is_pointer(type, field) ? sizeof(void *) : field->type->size;

		memcpy(to + field->offset, base + field->offset, size);
	}
	copy_field(copy, type, field, to, over_at != NULL ? over : base, depth);
}

static const void *merge_pointed(struct copy *copy, const struct ingot_type *type, const void *base, const void *over, int depth)
{
	char *to;

	/* Of a union there can be one member only. */
	if (type->kind == INGOT_KIND_UNION || depth <= 0)
		return copy_pointed(copy, type, over, depth);
	to = (char *)copy_bytes(copy, over, type->size, type->align);
	for (uint32_t i = 0; i < type->field_count; i++)
		merge_field(copy, type, &type->fields[i], to, (const char *)base, (const char *)over, depth - 1);
	keep_unknown(copy, type, to, layout_unknown(type, base), layout_unknown(type, over));
	return to;
}

void *ingot_merge(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const void *base, const void *over)
{
	struct copy copy = { NULL, 0 };

	merge_pointed(&copy, type, base, over, INGOT_MAX_DEPTH);
	copy.base = (char *)talloc_size(mem_ctx, copy.used);
	if (copy.base == NULL)
		return NULL;
	copy.used = 0;
	merge_pointed(&copy, type, base, over, INGOT_MAX_DEPTH);
	return copy.base;
}

void ingot_clear_value(const struct ingot_type *type, void *value)
{
	if (type->initial != NULL)
		memcpy(value, type->initial, type->size);
	else
		memset(value, 0, type->size);
}
