/* SPDX-License-Identifier: MIT */
#include "rules_compare.h"
#include <stdlib.h>
#include <string.h>

static int compare_bytes(const struct idl_value *a, const struct idl_value *b)
{
	int order = memcmp(a->bytes, b->bytes, a->size < b->size ? a->size : b->size);

	return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static int compare_items(const struct idl_value *a, const struct idl_value *b)
{
	for (; a != NULL && b != NULL; a = a->next, b = b->next) {
		int order = a->field == b->field	  ? rules_compare(a, b)
			    : a->field->id < b->field->id ? -1
							  : 1;

		if (order == 0 && a->mapped != NULL)
			order = rules_compare(a->mapped, b->mapped);
		if (order != 0)
			return order;
	}
	return (a != NULL) - (b != NULL);
}

int rules_compare(const struct idl_value *a, const struct idl_value *b)
{
	switch (a->kind) {
	case IDL_VALUE_INT:
		return (a->number > b->number) - (a->number < b->number);
	case IDL_VALUE_DOUBLE:
		return (a->real > b->real) - (a->real < b->real);
	case IDL_VALUE_STRING:
	case IDL_VALUE_UUID:
	case IDL_VALUE_NAME:
		return compare_bytes(a, b);
	case IDL_VALUE_LIST:
	case IDL_VALUE_MAP:
	case IDL_VALUE_STRUCT:
		break;
	}
	return compare_items(a->items, b->items);
}

/* A value and its place among its siblings. */
struct placed {
	struct idl_value *value;
	size_t place;
};

static int compare_placed(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = rules_compare(x->value, y->value);

	return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

/* The items by value, and equal ones by place. Freed by the caller. */
static struct placed *sort_items(struct rules *rules, const struct idl_value *value)
{
	struct placed *all =
		arena_need(talloc_size(rules->scratch, (value->count + 1) * sizeof(*all)));
	size_t n = 0;

	for (struct idl_value *item = value->items; item != NULL; item = item->next, n++)
		all[n] = (struct placed){item, n};
	qsort(all, n, sizeof(*all), compare_placed);
	return all;
}

bool rules_distinct_keys(struct rules *rules, const struct idl_value *map)
{
	struct placed *all = sort_items(rules, map);
	bool is_good = true;

	for (size_t i = 1; i < map->count; i++) {
		if (rules_compare(all[i - 1].value, all[i].value) != 0)
			continue;
		diag_error(rules->diag, all[i].value->span, "this key of the map is there twice");
		diag_note(rules->diag, all[i - 1].value->span, "the first one is here");
		is_good = false;
	}
	talloc_free(all);
	return is_good;
}

void rules_distinct_items(struct rules *rules, struct idl_value *set)
{
	struct placed *all = sort_items(rules, set);
	struct idl_value **place = &set->items;
	size_t count = set->count;

	for (size_t i = 1, first = 0; i < count; i++) {
		if (rules_compare(all[first].value, all[i].value) != 0) {
			first = i;
			continue;
		}
		diag_warn(rules->diag, DIAG_DUPLICATE_ITEM, all[i].value->span,
			"this item of the set is there twice");
		diag_note(rules->diag, all[first].value->span, "the first one is here");
		all[i].value->is_dropped = true;
	}
	while (*place != NULL) {
		if ((*place)->is_dropped) {
			*place = (*place)->next;
			set->count--;
		} else {
			place = &(*place)->next;
		}
	}
	talloc_free(all);
}
