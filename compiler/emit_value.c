/* SPDX-License-Identifier: MIT */
#include "emit_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "names.h"

/* A list of scalars no longer than this stays on one line; the standard guarantees literals of so
 * many bytes. */
#define ONE_LINE 72
#define LITERAL_MAX 4095

/* The shortest decimal that is read as the same double, with a point or an exponent. */
static const char *double_text(struct emitter *e, double real)
{
	char text[40];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, real);
		if (strtod(text, NULL) == real)
			break;
	}
	return arena_text(e->mem_ctx, "%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

static const char *integer_text(struct emitter *e, enum idl_type_kind kind, int64_t number)
{
	if (kind == IDL_BOOL)
		return number != 0 ? "true" : "false";
	if (number == INT32_MIN)
		return kind == IDL_I64 ? "INT64_C(-2147483648)" : "INT32_MIN";
	if (number == INT64_MIN)
		return "INT64_MIN";
	return arena_text(
		e->mem_ctx, kind == IDL_I64 ? "INT64_C(%lld)" : "%lld", (long long)number);
}

const char *scalar_text(
	struct emitter *e, const struct idl_type *type, const struct idl_value *value)
{
	const struct idl_type *resolved = idl_type_resolve(type);

	if (value->kind == IDL_VALUE_DOUBLE)
		return double_text(e, value->real);
	if (value->enum_value != NULL)
		return names_enum_value(e->mem_ctx, resolved->target, value->enum_value);
	return integer_text(e, resolved->kind, value->number);
}

/* One byte as it stands in a literal or between single quotes; `before` is the byte before it. */
static const char *byte_text(char text[8], unsigned char c, unsigned char before)
{
	if (c == '\n')
		return "\\n";
	if (c == '\t')
		return "\\t";
	if (c == '\r')
		return "\\r";
	if (c == '"' || c == '\\' || c == '\'' || (c == '?' && before == '?'))
		snprintf(text, 8, "\\%c", c);
	else if (c >= 0x20 && c < 0x7f)
		snprintf(text, 8, "%c", c);
	else
		snprintf(text, 8, "\\%03o", c);
	return text;
}

const char *literal_text(struct emitter *e, const struct idl_value *value)
{
	char *text = arena_need(talloc_size(e->mem_ctx, value->size * 4 + 3)), *to = text;
	char one[8];

	*to++ = '"';
	for (size_t i = 0; i < value->size; i++) {
		const char *from = byte_text(one, (unsigned char)value->bytes[i],
			i == 0 ? 0 : (unsigned char)value->bytes[i - 1]);

		if (value->bytes[i] == '\'')
			from = "'";
		while (*from != '\0')
			*to++ = *from++;
	}
	*to++ = '"';
	*to = '\0';
	return text;
}

/* Longer than a literal may be: an array of characters. */
static void emit_long_string(
	struct emitter *e, const char *prefix, const struct idl_value *value, const char *suffix)
{
	emit(e, "%s{ (const char[]){", prefix);
	for (size_t i = 0; i <= value->size; i += 16) {
		char line[16 * 8 + 1] = "", one[8];

		for (size_t j = i; j < i + 16 && j <= value->size; j++) {
			unsigned char c = (unsigned char)(j < value->size ? value->bytes[j] : '\0');

			snprintf(line + strlen(line), sizeof(line) - strlen(line), "'%s',",
				byte_text(one, c, 0));
		}
		emit(e, "%s", line);
	}
	emit(e, "}, %zu }%s", value->size, suffix);
}

static const char *uuid_text(struct emitter *e, const struct idl_value *value)
{
	char *text = arena_need(talloc_strdup(e->mem_ctx, "{ { "));

	for (unsigned i = 0; i < 16; i++)
		text = arena_need(talloc_asprintf_append_buffer(
			text, "0x%02x%s", (unsigned char)value->bytes[i], i < 15 ? ", " : " } }"));
	return text;
}

/* A value that is one expression or a braced one; NULL for those that take lines of their own. */
static const char *inline_text(
	struct emitter *e, const struct idl_type *type, const struct idl_value *value)
{
	switch (value->kind) {
	case IDL_VALUE_INT:
	case IDL_VALUE_DOUBLE:
		return scalar_text(e, type, value);
	case IDL_VALUE_STRING:
		if (value->size > LITERAL_MAX)
			return NULL;
		return arena_text(
			e->mem_ctx, "{ %s, %zu }", literal_text(e, value), value->size);
	case IDL_VALUE_UUID:
		return uuid_text(e, value);
	case IDL_VALUE_LIST:
	case IDL_VALUE_MAP:
		/* Empty is not absent. */
		return value->count == 0 ? "{ (void *)&(const uint64_t){ 0 }, 0 }" : NULL;
	case IDL_VALUE_NAME:
	case IDL_VALUE_STRUCT:
		break;
	}
	return NULL;
}

/* Elements that are each one expression, many to a line. */
static void emit_short_items(
	struct emitter *e, const struct idl_type *element, const struct idl_value *item)
{
	char line[ONE_LINE + 40];

	while (item != NULL) {
		size_t used = 0;

		while (item != NULL && used < ONE_LINE) {
			used += (size_t)snprintf(line + used, sizeof(line) - used, "%s%s,",
				used > 0 ? " " : "", scalar_text(e, element, item));
			item = item->next;
		}
		emit(e, "%s", line);
	}
}

static void emit_entry(struct emitter *e, struct value_place place, const struct idl_type *type,
	const struct idl_value *key)
{
	emit(e, "{");
	emit_value(e, place, ".key = ", type->key, key, ",");
	emit_value(e, place, ".value = ", type->element, key->mapped, ",");
	emit(e, "},");
}

static void emit_items(struct emitter *e, struct value_place place, const struct idl_type *type,
	const struct idl_value *value)
{
	if (type->kind != IDL_MAP &&
		(value->items->kind == IDL_VALUE_INT || value->items->kind == IDL_VALUE_DOUBLE)) {
		emit_short_items(e, type->element, value->items);
		return;
	}
	for (const struct idl_value *item = value->items; item != NULL; item = item->next) {
		if (type->kind == IDL_MAP)
			emit_entry(e, place, type, item);
		else
			emit_value(e, place, "", type->element, item, ",");
	}
}

/* "1, 2, 3", or NULL when that is too long for one line, or not of scalars. */
static const char *short_items_text(
	struct emitter *e, const struct idl_type *type, const struct idl_value *value)
{
	char *text = arena_need(talloc_strdup(e->mem_ctx, ""));

	if (type->kind == IDL_MAP ||
		(value->items->kind != IDL_VALUE_INT && value->items->kind != IDL_VALUE_DOUBLE))
		return NULL;
	for (const struct idl_value *item = value->items; item != NULL; item = item->next) {
		text = arena_need(talloc_asprintf_append_buffer(text, "%s%s",
			item == value->items ? "" : ", ", scalar_text(e, type->element, item)));
		if (strlen(text) > ONE_LINE / 2)
			return NULL;
	}
	return text;
}

/* What the items are in C, and what to cast them to: containers of containers have no name, but the
 * layout of struct ingot_list. */
static void emit_list(struct emitter *e, struct value_place place, const char *prefix,
	const struct idl_type *type, const struct idl_value *value, const char *suffix)
{
	const char *item, *cast, *text = short_items_text(e, type, value);

	if (type->kind == IDL_MAP)
		item = arena_text(
			e->mem_ctx, "struct %s", entry_name(e, place.def, place.field, type));
	else
		item = is_container(type->element)
			       ? "struct ingot_list"
			       : c_type_of(e, place.def, place.field, type->element);
	cast = type->kind != IDL_MAP && is_container(type->element) ? "void" : item;
	if (text != NULL) {
		emit(e, "%s{ (%s *)(const %s[]){ %s }, %zu }%s", prefix, cast, item, text,
			value->count, suffix);
		return;
	}
	emit(e, "%s{ (%s *)(const %s[]){", prefix, cast, item);
	emit_items(e, place, type, value);
	emit(e, "}, %zu }%s", value->count, suffix);
}

void emit_value(struct emitter *e, struct value_place place, const char *prefix,
	const struct idl_type *type, const struct idl_value *value, const char *suffix)
{
	const struct idl_type *resolved = idl_type_resolve(type);
	const char *text = inline_text(e, type, value);

	if (text != NULL) {
		emit(e, "%s%s%s", prefix, text, suffix);
	} else if (value->kind == IDL_VALUE_STRING) {
		emit_long_string(e, prefix, value, suffix);
	} else if (value->kind == IDL_VALUE_STRUCT) {
		emit(e, "%s{", prefix);
		emit_members_of_value(e, resolved->target, value);
		emit(e, "}%s", suffix);
	} else {
		emit_list(e, place, prefix, resolved, value, suffix);
	}
}

/* A member of a struct: structs and optional scalars are pointers. */
static void emit_member_value(struct emitter *e, const struct idl_def *def,
	const struct idl_field *field, const struct idl_value *value)
{
	struct value_place place = {def, field};
	const struct idl_def *target = struct_of(field->type);
	const char *member = names_member(e->mem_ctx, field), *prefix;

	if (target != NULL)
		prefix = arena_text(e->mem_ctx, ".%s = (struct %s *)&(const struct %s)",
			member, name_of(e, target), name_of(e, target));
	else if (is_boxed(def, field))
		prefix = arena_text(e->mem_ctx, ".%s = &(const %s)", member,
			c_type_of(e, def, field, field->type));
	else
		prefix = arena_text(e->mem_ctx, ".%s = ", member);
	arena_need((void *)(uintptr_t)prefix);
	if (is_boxed(def, field) && value->kind != IDL_VALUE_UUID)
		emit(e, "%s{ %s },", prefix, scalar_text(e, field->type, value));
	else
		emit_value(e, place, prefix, field->type, value, ",");
}

bool has_default(const struct idl_def *def, const struct idl_field *field)
{
	return field->initial != NULL && def->kind != IDL_UNION &&
	       field->requiredness != IDL_OPTIONAL && !is_lazy(def, field);
}

/* For a value in which nothing is set, since braces around nothing are no C before C23: its first
 * member, which is zero anyway. */
static void emit_first_zero(struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field = def->fields;
	const char *member = field == NULL ? NULL : names_member(e->mem_ctx, field);
	enum idl_type_kind kind = field == NULL ? IDL_VOID : idl_type_resolve(field->type)->kind;

	if (def->kind == IDL_UNION)
		emit(e, ".tag = 0,");
	else if (field == NULL)
		emit(e, ".ingot_empty = 0,");
	else if (struct_of(field->type) != NULL || is_boxed(def, field))
		emit(e, ".%s = NULL,", member);
	else if (is_container(field->type) || is_string(field->type))
		emit(e, ".%s = { NULL, 0 },", member);
	else
		emit(e, kind == IDL_UUID ? ".%s = { { 0 } }," : ".%s = 0,", member);
}

void emit_members_of_value(
	struct emitter *e, const struct idl_def *def, const struct idl_value *value)
{
	const struct idl_value *item = value == NULL ? NULL : value->items;
	bool is_empty = true;

	if (def->kind == IDL_UNION && item != NULL)
		emit(e, ".tag = %d,", item->field->id);
	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		const struct idl_value *set = item != NULL && item->field == field ? item : NULL;

		if (set != NULL)
			item = item->next;
		else if (has_default(def, field))
			set = field->initial;
		if (set == NULL || is_lazy(def, field))
			continue;
		emit_member_value(e, def, field, set);
		is_empty = false;
	}
	if (is_empty)
		emit_first_zero(e, def);
}
