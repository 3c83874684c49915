/* SPDX-License-Identifier: MIT */
/* See visit.h. Members of any pointer type are read and written as bytes, since their type is not known here. */
#include "visit.h"

#include <string.h>

static void *visit_pointer(struct visitor *visitor, void *place)
{
	void *pointer;

	memcpy(&pointer, place, sizeof(pointer));
	if (pointer == NULL)
		return NULL;
	visitor->pointer(visitor, place);
	memcpy(&pointer, place, sizeof(pointer));
	return pointer;
}

static void visit_string(struct visitor *visitor, void *place)
{
	struct ingot_string string;
	const void *bytes;

	memcpy(&string, place, sizeof(string));
	bytes = string.data;
	if (bytes == NULL)
		return;
	visitor->bytes(visitor, &bytes, string.size);
	string.data = (const char *)bytes;
	memcpy(place, &string, sizeof(string));
}

static void visit_value(struct visitor *visitor, const struct ingot_type *type, void *value);

static void visit_items(struct visitor *visitor, const struct ingot_type *type, void *place)
{
	char *items = (char *)visit_pointer(visitor, place);
	struct ingot_list list;
	uint32_t i;

	memcpy(&list, place, sizeof(list));
	for (i = 0; i < list.count; i++) {
		char *item = items + (size_t)i * type->entry_size;

		if (type->key != NULL)
			visit_value(visitor, type->key, item);
		visit_value(visitor, type->element, item + type->value_offset);
	}
}

/* A value in place. */
static void visit_value(struct visitor *visitor, const struct ingot_type *type, void *value)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		visit_string(visitor, value);
		return;
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		visit_struct(visitor, type, value);
		return;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		visit_items(visitor, type, value);
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

static bool is_aggregate(const struct ingot_type *type)
{
	return type->kind == INGOT_KIND_STRUCT || type->kind == INGOT_KIND_UNION;
}

/* An optional scalar, enum or uuid: a pointer in the struct. */
static bool is_boxed(const struct ingot_type *type, const struct ingot_field *field)
{
	enum ingot_kind kind = (enum ingot_kind)field->type->kind;

	return type->kind != INGOT_KIND_UNION && field->requiredness == INGOT_OPTIONAL &&
	       (kind < INGOT_KIND_STRING || kind == INGOT_KIND_UUID || kind == INGOT_KIND_ENUM);
}

/* Whether a member points to its default in the IDL: a constant, with all that is below it. */
static bool is_default(const struct ingot_type *type, const struct ingot_field *field, const char *place)
{
	bool is_scalar = field->type->kind < INGOT_KIND_STRING || field->type->kind == INGOT_KIND_UUID ||
			 field->type->kind == INGOT_KIND_ENUM;
	const char *initial = (const char *)type->initial;

	if (initial == NULL || (is_scalar && !is_boxed(type, field)))
		return false;
	return memcmp(initial + field->offset, place, sizeof(void *)) == 0;
}

static void visit_field(struct visitor *visitor, const struct ingot_type *type, const struct ingot_field *field, void *value)
{
	char *place = (char *)value + field->offset;
	void *nested;

	if (is_default(type, field, place))
		return;
	if (field->flags & INGOT_FIELD_LAZY) {
		visit_string(visitor, place);
	} else if (is_aggregate(field->type)) {
		nested = visit_pointer(visitor, place);
		if (nested != NULL)
			visit_struct(visitor, field->type, nested);
	} else if (is_boxed(type, field)) {
		visit_pointer(visitor, place);
	} else {
		visit_value(visitor, field->type, place);
	}
}

/* What a struct or union keeps of what its schema does not know. A node without bytes is a constant. */
static void visit_unknown(struct visitor *visitor, void *place)
{
	struct ingot_unknown *unknown = (struct ingot_unknown *)visit_pointer(visitor, place);
	const void *bytes;

	while (unknown != NULL && unknown->bytes != NULL) {
		bytes = unknown->bytes;
		visitor->bytes(visitor, &bytes, unknown->size);
		unknown->bytes = (const uint8_t *)bytes;
		unknown = (struct ingot_unknown *)visit_pointer(visitor, &unknown->next);
	}
}

void visit_struct(struct visitor *visitor, const struct ingot_type *type, void *value)
{
	int32_t tag = 0;
	uint32_t i;

	if (type->kind == INGOT_KIND_UNION)
		memcpy(&tag, value, sizeof(tag));
	if (type->kind == INGOT_KIND_UNION ? tag == 0 : (type->flags & INGOT_TYPE_UNKNOWN) != 0)
		visit_unknown(visitor, (char *)value + type->unknown_offset);
	for (i = 0; i < type->field_count; i++) {
		if (type->kind != INGOT_KIND_UNION || type->fields[i].id == tag)
			visit_field(visitor, type, &type->fields[i], value);
	}
}
