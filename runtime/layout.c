/* SPDX-License-Identifier: MIT */
/* Where the parts of a value are, from its type's table. */
#include "layout.h"

int64_t layout_integer(const struct ingot_type *type, const void *at)
{
	int16_t i16;
	int64_t i64;

	switch (type->size) {
	case 1:
		return type->kind == INGOT_KIND_BOOL ? *(const uint8_t *)at != 0 : *(const int8_t *)at;
	case 2:
		memcpy(&i16, at, sizeof(i16));
		return i16;
	case 4:
		return layout_i32(at);
	default:
		memcpy(&i64, at, sizeof(i64));
		return i64;
	}
}

bool layout_is_pointer(const struct ingot_type *owner, const struct ingot_field *field)
{
	if (layout_is_struct(field->type))
		return true;
	if (layout_is_string(field->type) || layout_is_list(field->type))
		return false;
	return owner->kind == INGOT_KIND_STRUCT && field->requiredness == INGOT_OPTIONAL;
}

const void *layout_field(const struct ingot_type *owner, const struct ingot_field *field, const void *value)
{
	const char *at = (const char *)value + field->offset;

	if (layout_is_pointer(owner, field))
		return layout_pointer(at);
	if (layout_is_string(field->type))
		return layout_string(at).data != NULL ? at : NULL;
	if (layout_is_list(field->type))
		return layout_list(at).items != NULL ? at : NULL;
	return at;
}

const struct ingot_field *layout_member(const struct ingot_type *type, const void *value)
{
	int32_t tag = layout_i32(value);

	return tag == 0 ? NULL : ingot_field_by_id(type, tag);
}

const struct ingot_unknown *layout_unknown(const struct ingot_type *type, const void *value)
{
	if (type->kind == INGOT_KIND_UNION ? type->unknown_offset == 0 || layout_i32(value) != 0
					   : (type->flags & INGOT_TYPE_UNKNOWN) == 0)
		return NULL;
	return (const struct ingot_unknown *)layout_pointer((const char *)value + type->unknown_offset);
}
