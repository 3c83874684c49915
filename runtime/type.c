/* SPDX-License-Identifier: MIT */
/* The types that every schema shares, and look-ups in the tables of types. */
#include <ingot/type.h>

#include <string.h>

#define SCALAR(id, c_type, kind_, name_)  \
	const struct ingot_type id = {    \
		.kind = kind_,            \
		.align = _Alignof(c_type), \
		.size = sizeof(c_type),   \
		.name = name_,            \
	}

SCALAR(ingot_bool_type, bool, INGOT_KIND_BOOL, "bool");
SCALAR(ingot_i8_type, int8_t, INGOT_KIND_I8, "i8");
SCALAR(ingot_i16_type, int16_t, INGOT_KIND_I16, "i16");
SCALAR(ingot_i32_type, int32_t, INGOT_KIND_I32, "i32");
SCALAR(ingot_i64_type, int64_t, INGOT_KIND_I64, "i64");
SCALAR(ingot_double_type, double, INGOT_KIND_DOUBLE, "double");
SCALAR(ingot_string_type, struct ingot_string, INGOT_KIND_STRING, "string");
SCALAR(ingot_binary_type, struct ingot_string, INGOT_KIND_BINARY, "binary");
SCALAR(ingot_uuid_type, struct ingot_uuid, INGOT_KIND_UUID, "uuid");

const char *ingot_enum_name(const struct ingot_type *type, int32_t number)
{
	uint32_t i;

	for (i = 0; i < type->value_count; i++)
		if (type->values[i].number == number)
			return type->values[i].name;
	return NULL;
}

bool ingot_enum_number(const struct ingot_type *type, const char *name, int32_t *number)
{
	uint32_t i;

	for (i = 0; i < type->value_count; i++) {
		if (strcmp(type->values[i].name, name) == 0) {
			*number = type->values[i].number;
			return true;
		}
	}
	return false;
}

const struct ingot_field *ingot_field_by_id(const struct ingot_type *type, int32_t id)
{
	uint32_t i;

	/* Most schemas number their fields from 1 without a gap. */
	if (id > 0 && (uint32_t)id <= type->field_count && type->fields[id - 1].id == id)
		return &type->fields[id - 1];
	for (i = 0; i < type->field_count; i++)
		if (type->fields[i].id == id)
			return &type->fields[i];
	return NULL;
}

const struct ingot_field *ingot_field_by_name(const struct ingot_type *type, const char *name, size_t size)
{
	uint32_t i;

	for (i = 0; i < type->field_count; i++) {
		const char *own = type->fields[i].name;

		if (strlen(own) == size && memcmp(own, name, size) == 0)
			return &type->fields[i];
	}
	return NULL;
}
