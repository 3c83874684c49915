/* SPDX-License-Identifier: MIT */
/*
 * How values lie in C, for code driven by type tables: see type.h for the rules. Everything is read by memcpy, because the members'
 * own types differ from struct to struct.
 */
#ifndef RUNTIME_LAYOUT_H
#define RUNTIME_LAYOUT_H

#include <string.h>
#include <ingot/type.h>

static inline const void *layout_pointer(const void *at)
{
	const void *pointer;

	memcpy(&pointer, at, sizeof(pointer));
	return pointer;
}

static inline struct ingot_list layout_list(const void *at)
{
	struct ingot_list list;

	memcpy(&list, at, sizeof(list));
	return list;
}

static inline struct ingot_string layout_string(const void *at)
{
	struct ingot_string string;

	memcpy(&string, at, sizeof(string));
	return string;
}

static inline int32_t layout_i32(const void *at)
{
	int32_t number;

	memcpy(&number, at, sizeof(number));
	return number;
}

/* Any scalar but a double or uuid, widened; a bool is 0 or 1. */
int64_t layout_integer(const struct ingot_type *type, const void *at);

static inline double layout_double(const void *at)
{
	double number;

	memcpy(&number, at, sizeof(number));
	return number;
}

static inline bool layout_is_struct(const struct ingot_type *type)
{
	return type->kind == INGOT_KIND_STRUCT || type->kind == INGOT_KIND_UNION;
}

static inline bool layout_is_string(const struct ingot_type *type)
{
	return type->kind == INGOT_KIND_STRING || type->kind == INGOT_KIND_BINARY;
}

static inline bool layout_is_list(const struct ingot_type *type)
{
	return type->kind == INGOT_KIND_LIST || type->kind == INGOT_KIND_SET || type->kind == INGOT_KIND_MAP;
}

/* Whether the field's member is a pointer to its value. */
bool layout_is_pointer(const struct ingot_type *owner, const struct ingot_field *field);

/* The value of a struct's field or a union's member, as its type lies in place; NULL when it is absent. */
const void *layout_field(const struct ingot_type *owner, const struct ingot_field *field, const void *value);

/* The member of a union that is set; NULL: none, or one that the schema does not know. */
const struct ingot_field *layout_member(const struct ingot_type *type, const void *value);

/* The unknown fields of a struct or union; NULL: none, or no place for them. */
const struct ingot_unknown *layout_unknown(const struct ingot_type *type, const void *value);

/* Of a list's element, a set's or a map's entry. */
static inline const char *layout_item(const struct ingot_type *type, struct ingot_list list, uint32_t index)
{
	return (const char *)list.items + (size_t)type->entry_size * index;
}

#endif
