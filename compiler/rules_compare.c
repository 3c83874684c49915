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
		int order = a->field == b->field ? rules_compare(a, b) : a->field->id < b->field->id ? -1 : 1;

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
	const struct idl_value *value;
	size_t place;
};

static int compare_placed(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = rules_compare(x->value, y->value);

	return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

bool rules_distinct(struct rules *rules, const struct idl_value *value, const char *what)
{
	struct placed *all = arena_need(talloc_size(rules->scratch, (value->count + 1) * sizeof(*all)));
	bool is_good = true;
	size_t n = 0;

	for (const struct idl_value *item = value->items; item != NULL; item = item->next, n++)
		all[n] = (struct placed){item, n};
	qsort(all, n, sizeof(*all), compare_placed);
	for (size_t i = 1; i < n; i++) {
		if (rules_compare(all[i - 1].value, all[i].value) != 0)
			continue;
		diag_error(rules->diag, all[i].value->span, "this %s is there twice", what);
		diag_note(rules->diag, all[i - 1].value->span, "the first one is here");
		is_good = false;
	}
	talloc_free(all);
	return is_good;
}
