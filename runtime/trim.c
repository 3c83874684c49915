/* SPDX-License-Identifier: MIT */
/*
 * Giving back what a message's chunk has too much. Allocators shrink in place; should one move the chunk all the same, every
 * pointer of the message that points into it is moved along, by the type's tables.
 */
#include <talloc.h>

#include "internal.h"

struct move {
	uintptr_t from; /* where the chunk was */
	size_t size;
	char *to;
};

static void move_struct(const struct move *move, const struct ingot_type *type, void *value);

static bool is_moved(const struct move *move, const void *pointer)
{
	return (uintptr_t)pointer - (uintptr_t)move->to <= move->size;
}

static void move_pointer(const struct move *move, void *place)
{
	void *pointer;

	memcpy(&pointer, place, sizeof(pointer));
	if (pointer == NULL || (uintptr_t)pointer - move->from > move->size)
		return;
	pointer = move->to + ((uintptr_t)pointer - move->from);
	memcpy(place, &pointer, sizeof(pointer));
}

/* A value in place. Its own pointers are moved before what they point to. */
static void move_value(const struct move *move, const struct ingot_type *type, void *value)
{
	struct ingot_list list;
	uint32_t i;

	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		move_pointer(move, value);
		return;
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		move_struct(move, type, value);
		return;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		move_pointer(move, value);
		memcpy(&list, value, sizeof(list));
		for (i = 0; i < list.count; i++) {
			char *item = (char *)list.items + (size_t)i * type->entry_size;

			if (type->key != NULL)
				move_value(move, type->key, item);
			move_value(move, type->element, item + type->value_offset);
		}
		return;
	case INGOT_KIND_BOOL:
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_DOUBLE:
	case INGOT_KIND_UUID:
	case INGOT_KIND_ENUM:
		return;
	}
}

static void move_field(const struct move *move, const struct ingot_type *type, const struct ingot_field *field, void *value)
{
	char *place = (char *)value + field->offset;
	bool is_struct = field->type->kind == INGOT_KIND_STRUCT || field->type->kind == INGOT_KIND_UNION;
	bool is_boxed = type->kind != INGOT_KIND_UNION && field->requiredness == INGOT_OPTIONAL &&
			(field->type->kind < INGOT_KIND_STRING || field->type->kind == INGOT_KIND_UUID ||
			 field->type->kind == INGOT_KIND_ENUM);
	void *nested;

	if (!is_struct && !is_boxed) {
		move_value(move, field->type, place);
		return;
	}
	move_pointer(move, place);
	memcpy(&nested, place, sizeof(nested));
	if (is_struct && nested != NULL)
		move_struct(move, field->type, nested);
}

/* What a struct or union keeps of what its schema does not know. */
static void move_unknown(const struct move *move, void *place)
{
	struct ingot_unknown *unknown;

	move_pointer(move, place);
	for (memcpy(&unknown, place, sizeof(unknown)); unknown != NULL && is_moved(move, unknown);) {
		move_pointer(move, &unknown->bytes);
		move_pointer(move, &unknown->next);
		memcpy(&unknown, &unknown->next, sizeof(unknown));
	}
}

static void move_struct(const struct move *move, const struct ingot_type *type, void *value)
{
	int32_t tag = 0;
	uint32_t i;

	if (type->kind == INGOT_KIND_UNION)
		memcpy(&tag, value, sizeof(tag));
	if (type->kind == INGOT_KIND_UNION ? tag == 0 : (type->flags & INGOT_TYPE_UNKNOWN) != 0)
		move_unknown(move, (char *)value + type->unknown_offset);
	for (i = 0; i < type->field_count; i++) {
		if (type->kind != INGOT_KIND_UNION || type->fields[i].id == tag)
			move_field(move, type, &type->fields[i], value);
	}
}

void *ingot_trim(void *root, const struct ingot_type *type, size_t used, size_t size)
{
	size_t waste = size - used;
	struct move move = { (uintptr_t)root, size, NULL };
	void *moved;

	if (waste < INGOT_LEAST_TRIM || waste <= size / 4)
		return root;
	moved = talloc_realloc_size(NULL, root, used);
	if (moved == NULL)
		return root;
	talloc_set_name_const(moved, type->name);
	if (moved == root)
		return root;
	move.to = (char *)moved;
	move_struct(&move, type, moved);
	return moved;
}
