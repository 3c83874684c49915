/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include "lookup.h"
#include "rules_parts.h"

/* A field by id and then by place in the file. */
struct by_id {
	int32_t id;
	uint32_t order;
	const struct idl_field *field;
};

static int compare_ids(const void *a, const void *b)
{
	const struct by_id *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/* As the reference does it: fields without an id count down from -1, and go on below an id that was
 * given and is negative. */
static void settle_ids(struct rules *rules, struct idl_field *field)
{
	int32_t next = -1;

	for (; field != NULL; field = field->next) {
		if (field->has_id && field->id >= 0)
			continue;
		if (field->has_id) {
			diag_warn(rules->diag, DIAG_NEGATIVE_ID, field->id_span,
				"field id %d is negative: it is kept, but other compilers take %d for it",
				field->id, next);
			next = field->id - 1;
			continue;
		}
		if (next < -32768) {
			diag_error(rules->diag, field->span,
				"too many fields without an id: -32768 is the last");
			return;
		}
		field->id = next--;
		diag_warn(rules->diag, DIAG_IMPLICIT_ID, field->span,
			"field \"%s\" has no id: %d is taken", field->name, field->id);
	}
}

static void check_ids(struct rules *rules, const struct idl_field *fields, uint32_t count)
{
	struct by_id *ids = arena_need(talloc_array(rules->scratch, struct by_id, count + 1));
	uint32_t n = 0;

	for (const struct idl_field *field = fields; field != NULL; field = field->next, n++)
		ids[n] = (struct by_id){field->id, n, field};
	qsort(ids, count, sizeof(*ids), compare_ids);
	for (uint32_t i = 1, first = 0; i < count; i++) {
		if (ids[i].id != ids[first].id || ids[i].id == 0) {
			first = i;
			continue;
		}
		diag_error(rules->diag, ids[i].field->id_span,
			"field \"%s\" has id %d, which \"%s\" has already", ids[i].field->name,
			ids[i].id, ids[first].field->name);
		diag_note(rules->diag, ids[first].field->id_span,
			"the first field with this id is here");
	}
	talloc_free(ids);
}

static void check_names(struct rules *rules, struct idl_field *fields)
{
	struct lookup *names = lookup_new(rules->scratch);

	for (struct idl_field *field = fields; field != NULL; field = field->next)
		lookup_add(names, field->name, field);
	lookup_sort(names);
	for (uint32_t i = 1, first = 0; i < names->count; i++) {
		const struct idl_field *field = names->entries[i].item,
				       *earlier = names->entries[first].item;

		if (strcmp(field->name, earlier->name) != 0) {
			first = i;
			continue;
		}
		diag_error(rules->diag, field->span, "there are two fields \"%s\"", field->name);
		diag_note(rules->diag, earlier->span, "the first one is here");
	}
	talloc_free(names);
}

void rules_field_list(struct rules *rules, struct idl_field *fields)
{
	uint32_t count = 0;

	for (const struct idl_field *field = fields; field != NULL; field = field->next)
		count++;
	if (count == 0)
		return;
	settle_ids(rules, fields);
	check_ids(rules, fields, count);
	check_names(rules, fields);
}

static void check_union(struct rules *rules, struct idl_field *field)
{
	const struct idl_field *with_default = NULL;

	for (; field != NULL; field = field->next) {
		if (field->requiredness == IDL_REQUIRED)
			diag_warn(rules->diag, DIAG_REQUIREDNESS, field->span,
				"a union's members cannot be required");
		field->requiredness = IDL_OPTIONAL;
		field->is_union_member = true;
		if (field->initial == NULL)
			continue;
		if (with_default != NULL) {
			diag_error(rules->diag, field->initial->span,
				"one member of a union at most can have a default");
			diag_note(rules->diag, with_default->initial->span, "there is one already");
		} else {
			with_default = field;
		}
	}
}

void rules_fields(struct rules *rules, struct idl_def *def)
{
	if (def->is_broken)
		return;
	rules_field_list(rules, def->fields);
	if (def->kind == IDL_UNION)
		check_union(rules, def->fields);
}

/* Of one enum: its part of the output is held in memory as a whole. */
#define MAX_ENUM_VALUES 65536

static void settle_numbers(struct rules *rules, struct idl_enum_value *value)
{
	int64_t next = 0;

	for (uint32_t count = 0; value != NULL; value = value->next) {
		if (count++ == MAX_ENUM_VALUES) {
			diag_error(rules->diag, value->span,
				"too many values: %d in one enum are the most", MAX_ENUM_VALUES);
			return;
		}
		if (!value->has_number) {
			value->number = next;
			if (next > INT32_MAX) {
				diag_error(rules->diag, value->span,
					"\"%s\" would be 2147483648: an enum's numbers have 32 bits",
					value->name);
				return;
			}
		} else if (value->number < INT32_MIN || value->number > INT32_MAX) {
			diag_error(rules->diag, value->number_span,
				"an enum's numbers have 32 bits: -2147483648 to 2147483647");
			value->number = 0;
		}
		next = value->number + 1;
	}
}

void rules_enum(struct rules *rules, struct idl_def *def)
{
	struct lookup *names;

	if (def->is_broken)
		return;
	settle_numbers(rules, def->values);
	names = lookup_new(rules->scratch);
	for (struct idl_enum_value *value = def->values; value != NULL; value = value->next)
		lookup_add(names, value->name, value);
	lookup_sort(names);
	for (const struct idl_enum_value *value = def->values; value != NULL; value = value->next) {
		const struct idl_enum_value *first =
			lookup_find(names, value->name, strlen(value->name));

		if (first == value)
			continue;
		diag_error(rules->diag, value->span, "enum %s has two values \"%s\"", def->name,
			value->name);
		diag_note(rules->diag, first->span, "the first one is here");
	}
	talloc_free(names);
}
