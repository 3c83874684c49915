/* SPDX-License-Identifier: MIT */
/* Validation: what the writer checks, and then what it does not ask of a value. */
#include <ingot/ops.h>
#include "compare.h"
#include "internal.h"
#include "layout.h"
#include "steps.h"
#include "write.h"

struct check {
	struct ingot_writer *report;
	unsigned wanted;
	int depth;
};

static bool check_value(struct check *check, const struct ingot_type *type, const void *at);

static bool fail(struct check *check, enum ingot_status status)
{
	check->report->status = status;
	return false;
}

static bool check_string(struct check *check, const void *at)
{
	struct ingot_string string = layout_string(at);

	if ((check->wanted & INGOT_VALIDATE_UTF8) == 0 || ingot_is_utf8((const uint8_t *)string.data, string.size))
		return true;
	return fail(check, INGOT_BAD_UTF8);
}

/* Equal items are neighbours in the order; of a map, the keys must differ. */
static bool check_unique(struct check *check, const struct ingot_type *type, struct ingot_list list)
{
	const struct ingot_type *item = type->kind == INGOT_KIND_MAP ? type->key : type->element;
	uint32_t *order;
	bool is_unique = true;

	if ((check->wanted & INGOT_VALIDATE_UNIQUE) == 0 || type->kind == INGOT_KIND_LIST || list.count < 2)
		return true;
	order = compare_order(NULL, type, list, check->depth);
	if (order == NULL)
		return fail(check, INGOT_NOMEM);
	for (uint32_t i = 1; is_unique && i < list.count; i++) {
		is_unique = ingot_compare(item, layout_item(type, list, order[i - 1]), layout_item(type, list, order[i])) != 0;
		if (!is_unique)
			steps_enter(check->report, type->kind == INGOT_KIND_MAP ? INGOT_STEP_KEY : INGOT_STEP_ELEMENT, NULL,
				    order[i] > order[i - 1] ? order[i] : order[i - 1]);
	}
	talloc_free(order);
	return is_unique ? true : fail(check, INGOT_BAD_VALUE);
}

static bool check_list(struct check *check, const struct ingot_type *type, struct ingot_list list)
{
	check->depth--;
	for (uint32_t i = 0; i < list.count; i++) {
		const char *item = layout_item(type, list, i);

		if (type->kind == INGOT_KIND_MAP) {
			steps_enter(check->report, INGOT_STEP_KEY, NULL, i);
			if (!check_value(check, type->key, item))
				return false;
			steps_leave(check->report);
		}
		steps_enter(check->report, type->kind == INGOT_KIND_MAP ? INGOT_STEP_VALUE : INGOT_STEP_ELEMENT, NULL, i);
		if (!check_value(check, type->element, item + type->value_offset))
			return false;
		steps_leave(check->report);
	}
	check->depth++;
	return check_unique(check, type, list);
}

static bool check_struct(struct check *check, const struct ingot_type *type, const void *value)
{
	const struct ingot_field *field;
	const void *at;
	uint32_t i = 0;

	check->depth--;
	while ((field = ingot_next_field(type, value, &i, &at)) != NULL) {
		steps_enter(check->report, INGOT_STEP_FIELD, field, 0);
		if (!check_value(check, field->type, at))
			return false;
		steps_leave(check->report);
	}
	check->depth++;
	return true;
}

/* The writer has been here: the value is not too deep. */
static bool check_value(struct check *check, const struct ingot_type *type, const void *at)
{
	if (type->kind == INGOT_KIND_STRING)
		return check_string(check, at);
	if (type->kind == INGOT_KIND_ENUM && (check->wanted & INGOT_VALIDATE_ENUMS) != 0)
		return ingot_enum_name(type, layout_i32(at)) != NULL ? true : fail(check, INGOT_BAD_VALUE);
	if (layout_is_list(type))
		return check_list(check, type, layout_list(at));
	if (layout_is_struct(type))
		return check_struct(check, type, at);
	return true;
}

bool ingot_validate(struct ingot_writer *report, const struct ingot_type *type, const void *value, unsigned checks)
{
	struct check check = { report, checks, INGOT_MAX_DEPTH };
	uint64_t size;

	ingot_writer_init(report, INGOT_COMPACT, NULL);
	if (!write_measure(report, type, value, &size))
		return false;
	return checks == 0 || check_value(&check, type, value);
}
