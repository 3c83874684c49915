/* SPDX-License-Identifier: MIT */
/*
 * One value to the form that its type calls for. A value that was converted may be converted again,
 * to another type: that is how a name takes its constant's value.
 */
#include <stdlib.h>
#include <string.h>
#include "link.h"
#include "lookup.h"
#include "rules_compare.h"
#include "rules_parts.h"

/* Nodes that names of constants may copy, in all: constants that hold each other twice grow without
 * bounds otherwise. */
#define MAX_COPIES 200000

static const char *value_text(const struct idl_value *value)
{
	switch (value->kind) {
	case IDL_VALUE_INT:
		return value->enum_value == NULL ? "an integer" : "a value of an enum";
	case IDL_VALUE_DOUBLE:
		return "a double";
	case IDL_VALUE_STRING:
		return "a string";
	case IDL_VALUE_UUID:
		return "a uuid";
	case IDL_VALUE_NAME:
		return "a name";
	case IDL_VALUE_LIST:
		return "a list";
	case IDL_VALUE_MAP:
		return "a map";
	case IDL_VALUE_STRUCT:
		break;
	}
	return "a struct";
}

static bool report_kind(
	struct rules *rules, const struct idl_value *value, const struct idl_type *type)
{
	diag_error(rules->diag, value->span, "this is %s, but %s is wanted", value_text(value),
		link_type_text(rules->scratch, type));
	return false;
}

static bool convert_int(struct rules *rules, struct idl_value *value, const struct idl_type *type,
	int64_t least, int64_t most)
{
	if (value->kind != IDL_VALUE_INT)
		return report_kind(rules, value, type);
	value->enum_value = NULL;
	if (value->number >= least && value->number <= most)
		return true;
	if (type->kind == IDL_BOOL)
		diag_error(rules->diag, value->span, "a bool is true, false, 1 or 0, not %lld",
			(long long)value->number);
	else
		diag_error(rules->diag, value->span, "%lld is out of the range of %s: %lld to %lld",
			(long long)value->number, link_type_text(rules->scratch, type),
			(long long)least, (long long)most);
	return false;
}

static bool convert_double(
	struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	if (value->kind == IDL_VALUE_INT && value->enum_value == NULL) {
		value->kind = IDL_VALUE_DOUBLE;
		value->real = (double)value->number;
		return true;
	}
	return value->kind == IDL_VALUE_DOUBLE ? true : report_kind(rules, value, type);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* 8-4-4-4-12 hexadecimal digits, in braces or not. */
static bool parse_uuid(unsigned char bytes[16], const char *text, size_t size)
{
	unsigned count = 0;

	if (size == 38 && text[0] == '{' && text[37] == '}') {
		text++;
		size -= 2;
	}
	if (size != 36)
		return false;
	for (unsigned i = 0; i < 36; i++) {
		if (i == 8 || i == 13 || i == 18 || i == 23) {
			if (text[i] != '-')
				return false;
			continue;
		}
		if (hex_digit(text[i]) < 0 || hex_digit(text[i + 1]) < 0)
			return false;
		bytes[count++] = (unsigned char)(hex_digit(text[i]) * 16 + hex_digit(text[i + 1]));
		i++;
	}
	return true;
}

static bool convert_uuid(struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	unsigned char bytes[16];

	if (value->kind == IDL_VALUE_UUID)
		return true;
	if (value->kind != IDL_VALUE_STRING)
		return report_kind(rules, value, type);
	if (!parse_uuid(bytes, value->bytes, value->size)) {
		diag_error(rules->diag, value->span,
			"a uuid is written as \"00112233-4455-6677-8899-aabbccddeeff\"");
		return false;
	}
	value->kind = IDL_VALUE_UUID;
	value->bytes = arena_copy(rules->arena, (const char *)bytes, sizeof(bytes));
	value->size = sizeof(bytes);
	return true;
}

static int compare_numbers(const void *a, const void *b)
{
	const struct idl_enum_value *x = *(const struct idl_enum_value *const *)a,
				    *y = *(const struct idl_enum_value *const *)b;

	return (x->number > y->number) - (x->number < y->number);
}

/* An enum's values by number; made when it is first asked for, and kept in the mark. */
static const struct idl_enum_value **numbers_of(struct rules *rules, struct idl_def *def)
{
	const struct idl_enum_value **numbers = def->mark;
	size_t count = 0;

	if (numbers != NULL)
		return numbers;
	for (const struct idl_enum_value *value = def->values; value != NULL; value = value->next) {
		numbers = arena_grow(rules->scratch, numbers, count, sizeof(*numbers));
		numbers[count++] = value;
	}
	if (count == 0)
		return NULL;
	numbers =
		arena_need(talloc_realloc_size(rules->scratch, numbers, count * sizeof(*numbers)));
	qsort(numbers, count, sizeof(*numbers), compare_numbers);
	def->mark = numbers;
	return numbers;
}

static bool has_number(struct rules *rules, struct idl_def *def, int64_t number)
{
	struct idl_enum_value wanted = {.number = number};
	const struct idl_enum_value *key = &wanted, **numbers = numbers_of(rules, def);

	if (numbers == NULL)
		return false;
	return bsearch(&key, numbers, talloc_get_size(numbers) / sizeof(*numbers), sizeof(*numbers),
		       compare_numbers) != NULL;
}

static bool convert_enum(struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	struct idl_def *def = type->target;

	if (value->kind != IDL_VALUE_INT)
		return report_kind(rules, value, type);
	if (value->enum_value != NULL) {
		if (value->constant == def)
			return true;
		diag_error(rules->diag, value->span, "a value of enum %s is wanted", def->name);
		diag_note(rules->diag, value->enum_value->span, "this is a value of enum %s",
			value->constant->name);
		return false;
	}
	if (def->is_broken || has_number(rules, def, value->number))
		return true;
	diag_error(rules->diag, value->span, "enum %s has no value with the number %lld", def->name,
		(long long)value->number);
	return false;
}

/* {} for no items at all, which the reference takes for any container. */
static bool is_empty_literal(struct rules *rules, struct idl_value *value, enum idl_value_kind kind)
{
	if ((value->kind != IDL_VALUE_LIST && value->kind != IDL_VALUE_MAP) || value->count > 0)
		return false;
	if (value->kind != kind)
		diag_warn(rules->diag, DIAG_EMPTY_LITERAL, value->span,
			kind == IDL_VALUE_LIST ? "an empty list is written as []"
					       : "an empty map is written as {}");
	value->kind = kind;
	return true;
}

static bool convert_list(struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	bool is_good = true;

	if (is_empty_literal(rules, value, IDL_VALUE_LIST))
		return true;
	if (value->kind != IDL_VALUE_LIST)
		return report_kind(rules, value, type);
	for (struct idl_value *item = value->items; item != NULL && !diag_is_full(rules->diag);
		item = item->next)
		is_good &= rules_convert(rules, item, type->element);
	if (is_good && type->kind == IDL_SET)
		rules_distinct_items(rules, value);
	return is_good;
}

static bool convert_map(struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	bool is_good = true;

	if (is_empty_literal(rules, value, IDL_VALUE_MAP))
		return true;
	if (value->kind != IDL_VALUE_MAP)
		return report_kind(rules, value, type);
	for (struct idl_value *item = value->items; item != NULL && !diag_is_full(rules->diag);
		item = item->next) {
		is_good &= rules_convert(rules, item, type->key);
		is_good &= rules_convert(rules, item->mapped, type->element);
	}
	return is_good && rules_distinct_keys(rules, value);
}

static struct lookup *fields_of(struct rules *rules, struct idl_def *def)
{
	struct lookup *fields = def->mark;

	if (fields != NULL)
		return fields;
	fields = lookup_new(rules->scratch);
	for (struct idl_field *field = def->fields; field != NULL; field = field->next)
		lookup_add(fields, field->name, field);
	lookup_sort(fields);
	def->mark = fields;
	return fields;
}

/* An entry of a struct's literal: the field that it sets, and by which key. */
struct setting {
	uint32_t order; /* of the field */
	uint32_t place; /* of the entry */
	struct idl_value *key;
	struct idl_field *field;
};

static int compare_settings(const void *a, const void *b)
{
	const struct setting *x = a, *y = b;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static bool find_setting(
	struct rules *rules, struct setting *setting, struct idl_value *key, struct idl_def *def)
{
	const struct lookup_entry *entry;
	const char *similar;

	if (key->kind != IDL_VALUE_STRING) {
		diag_error(rules->diag, key->span,
			"the name of a field of %s, in quotes, is wanted", def->name);
		return false;
	}
	entry = lookup_entry(fields_of(rules, def), key->bytes, key->size);
	if (entry == NULL) {
		if (def->is_broken)
			return false;
		diag_error(rules->diag, key->span, "%s has no field \"%s\"", def->name, key->bytes);
		similar = lookup_similar(fields_of(rules, def), key->bytes);
		if (similar != NULL)
			diag_note(rules->diag, key->span, "did you mean \"%s\"?", similar);
		return false;
	}
	setting->key = key;
	setting->field = entry->item;
	setting->order = entry->order;
	return true;
}

/* The entries in the order of the fields become the items. */
static bool settle_settings(
	struct rules *rules, struct idl_value *value, struct setting *settings, uint32_t count)
{
	struct idl_value **last = &value->items;
	bool is_good = true;

	qsort(settings, count, sizeof(*settings), compare_settings);
	for (uint32_t i = 0; i < count; i++) {
		struct idl_value *item = settings[i].key->mapped;

		if (i > 0 && settings[i].field == settings[i - 1].field) {
			diag_error(rules->diag, settings[i].key->span, "field \"%s\" is set twice",
				settings[i].field->name);
			diag_note(rules->diag, settings[i - 1].key->span, "it is set here, too");
			is_good = false;
			continue;
		}
		item->field = settings[i].field;
		item->next = NULL;
		*last = item;
		last = &item->next;
	}
	*last = NULL;
	return is_good;
}

static bool check_union(
	struct rules *rules, const struct idl_value *value, const struct idl_def *def)
{
	if (def->kind != IDL_UNION || value->count < 2)
		return true;
	diag_error(rules->diag, value->items->next->span,
		"a union has one member at a time: %s has \"%s\" already", def->name,
		value->items->field->name);
	diag_note(rules->diag, value->items->span, "it is set here");
	return false;
}

static void warn_missing(
	struct rules *rules, const struct idl_value *value, const struct idl_def *def)
{
	const struct idl_value *item = value->items;

	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		if (item != NULL && item->field == field) {
			item = item->next;
		} else if (field->requiredness == IDL_REQUIRED && field->initial == NULL) {
			diag_warn(rules->diag, DIAG_MISSING_FIELD, value->span,
				"the required field \"%s\" of %s is left out", field->name,
				def->name);
			diag_note(rules->diag, field->span, "the field is here");
		}
	}
}

static bool convert_struct(
	struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	struct idl_def *def = type->target;
	struct setting *settings;
	bool is_good = true;
	uint32_t count = 0;

	if (value->kind == IDL_VALUE_STRUCT && value->constant == def)
		return true;
	if (value->kind != IDL_VALUE_MAP && !is_empty_literal(rules, value, IDL_VALUE_MAP))
		return report_kind(rules, value, type);
	settings = arena_need(
		talloc_array_size(rules->scratch, sizeof(*settings), (unsigned)value->count + 1));
	for (struct idl_value *key = value->items; key != NULL && !diag_is_full(rules->diag);
		key = key->next) {
		settings[count].place = count;
		if (find_setting(rules, &settings[count], key, def))
			is_good &= rules_convert(rules, key->mapped, settings[count++].field->type);
		else
			is_good = false;
	}
	is_good &= settle_settings(rules, value, settings, count);
	talloc_free(settings);
	value->kind = IDL_VALUE_STRUCT;
	value->constant = def;
	value->count = count;
	if (!is_good || !check_union(rules, value, def))
		return false;
	warn_missing(rules, value, def);
	return true;
}

static struct idl_value *copy_value(struct rules *rules, const struct idl_value *value);

static struct idl_value *copy_items(struct rules *rules, const struct idl_value *item)
{
	struct idl_value *first = NULL, **last = &first;

	for (; item != NULL && rules->copy_count < MAX_COPIES; item = item->next) {
		*last = copy_value(rules, item);
		last = &(*last)->next;
	}
	return first;
}

static struct idl_value *copy_value(struct rules *rules, const struct idl_value *value)
{
	struct idl_value *copy = arena_new_node(rules->arena, struct idl_value);

	rules->copy_count++;
	*copy = *value;
	copy->next = NULL;
	copy->items = copy_items(rules, value->items);
	if (value->mapped != NULL)
		copy->mapped = copy_value(rules, value->mapped);
	return copy;
}

/* The value takes the kind and contents of what it names, and keeps its own place. */
static bool take_named(struct rules *rules, struct idl_value *value)
{
	const struct idl_def *def = value->constant;
	struct idl_value own = *value;

	if (def == NULL || (value->enum_value == NULL && def->is_broken))
		return false; /* reported before */
	if (value->enum_value != NULL) {
		value->kind = IDL_VALUE_INT;
		value->number = value->enum_value->number;
		return true;
	}
	*value = *copy_value(rules, def->value);
	value->next = own.next;
	value->span = own.span;
	value->mapped = own.mapped;
	value->field = own.field;
	if (rules->copy_count < MAX_COPIES)
		return true;
	if (!rules->is_grown)
		diag_error(rules->diag, own.span, "constants grow too large by naming each other");
	rules->is_grown = true;
	return false;
}

bool rules_convert(struct rules *rules, struct idl_value *value, const struct idl_type *type)
{
	type = idl_type_resolve(type);
	if (type == NULL || (type->kind == IDL_NAMED && type->target == NULL))
		return false; /* reported before */
	if (value->kind == IDL_VALUE_NAME && !take_named(rules, value))
		return false;
	switch (type->kind) {
	case IDL_BOOL:
		return convert_int(rules, value, type, 0, 1);
	case IDL_I8:
		return convert_int(rules, value, type, INT8_MIN, INT8_MAX);
	case IDL_I16:
		return convert_int(rules, value, type, INT16_MIN, INT16_MAX);
	case IDL_I32:
		return convert_int(rules, value, type, INT32_MIN, INT32_MAX);
	case IDL_I64:
		return convert_int(rules, value, type, INT64_MIN, INT64_MAX);
	case IDL_DOUBLE:
		return convert_double(rules, value, type);
	case IDL_STRING:
	case IDL_BINARY:
		return value->kind == IDL_VALUE_STRING ? true : report_kind(rules, value, type);
	case IDL_UUID:
		return convert_uuid(rules, value, type);
	case IDL_LIST:
	case IDL_SET:
		return convert_list(rules, value, type);
	case IDL_MAP:
		return convert_map(rules, value, type);
	case IDL_NAMED:
		return type->target->kind == IDL_ENUM ? convert_enum(rules, value, type)
						      : convert_struct(rules, value, type);
	case IDL_VOID:
		break;
	}
	return false;
}
