/* SPDX-License-Identifier: MIT */
/* The total order of values, and equality, which is the same thing. */
#include "compare.h"
#include <ingot/ops.h>
#include "layout.h"

static int compare_value(const struct ingot_type *type, const void *a, const void *b, int depth);

static int order_of(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_bytes(const void *a, size_t a_size, const void *b, size_t b_size)
{
	size_t common = a_size < b_size ? a_size : b_size;
	int order = common > 0 ? memcmp(a, b, common) : 0;

	return order != 0 ? order : a_size < b_size ? -1 : a_size > b_size;
}

static int compare_strings(const void *a, const void *b)
{
	struct ingot_string left = layout_string(a);
	struct ingot_string right = layout_string(b);

	return compare_bytes(left.data, left.size, right.data, right.size);
}

/* Maps the bits of doubles to integers in their order: IEEE 754's totalOrder. */
static int64_t double_rank(const void *at)
{
	int64_t bits;

	memcpy(&bits, at, sizeof(bits));
	return bits < 0 ? INT64_MIN - bits - 1 : bits;
}

int compare_items(const struct ingot_type *type, const void *a, const void *b, int depth)
{
	int order;

	if (type->kind != INGOT_KIND_MAP)
		return compare_value(type->element, a, b, depth);
	order = compare_value(type->key, a, b, depth);
	if (order != 0)
		return order;
	return compare_value(type->element, (const char *)a + type->value_offset, (const char *)b + type->value_offset, depth);
}

static int compare_at(const struct ingot_type *type, struct ingot_list list, uint32_t a, uint32_t b, int depth)
{
	return compare_items(type, layout_item(type, list, a), layout_item(type, list, b), depth);
}

/* Heap sort: no recursion, no more memory, and no input on which it is slow. */
static void sift_down(const struct ingot_type *type, struct ingot_list list, uint32_t *order, uint32_t root, uint32_t count, int depth)
{
	while (root < count / 2) {
		uint32_t child = 2 * root + 1;
		uint32_t kept = order[root];

		if (child + 1 < count && compare_at(type, list, order[child], order[child + 1], depth) < 0)
			child++;
		if (compare_at(type, list, kept, order[child], depth) >= 0)
			return;
		order[root] = order[child];
		order[child] = kept;
		root = child;
	}
}

uint32_t *compare_order(TALLOC_CTX *mem_ctx, const struct ingot_type *type, struct ingot_list list, int depth)
{
	uint32_t *order = talloc_array(mem_ctx, uint32_t, list.count);

	if (order == NULL)
		return NULL;
	for (uint32_t i = 0; i < list.count; i++)
		order[i] = i;
	for (uint32_t i = list.count / 2; i > 0; i--)
		sift_down(type, list, order, i - 1, list.count, depth);
	for (uint32_t left = list.count; left > 1; left--) {
		uint32_t largest = order[0];

		order[0] = order[left - 1];
		order[left - 1] = largest;
		sift_down(type, list, order, 0, left - 1, depth);
	}
	return order;
}

/* Without memory for an order: the item behind `previous` (count: the first) in it, equal ones by their index. Slow. */
static uint32_t next_in_order(const struct ingot_type *type, struct ingot_list list, uint32_t previous, int depth)
{
	uint32_t best = list.count;

	for (uint32_t i = 0; i < list.count; i++) {
		int order = previous == list.count ? 1 : compare_at(type, list, i, previous, depth);

		if (order < 0 || (order == 0 && i <= previous))
			continue;
		if (best == list.count || compare_at(type, list, i, best, depth) < 0)
			best = i;
	}
	return best;
}

static int compare_in_order(const struct ingot_type *type, struct ingot_list a, struct ingot_list b, int depth)
{
	uint32_t common = a.count < b.count ? a.count : b.count;
	uint32_t *a_order = compare_order(NULL, type, a, depth);
	uint32_t *b_order = a_order != NULL ? compare_order(NULL, type, b, depth) : NULL;
	uint32_t a_index = a.count;
	uint32_t b_index = b.count;
	int order = 0;

	for (uint32_t i = 0; order == 0 && i < common; i++) {
		a_index = b_order != NULL ? a_order[i] : next_in_order(type, a, a_index, depth);
		b_index = b_order != NULL ? b_order[i] : next_in_order(type, b, b_index, depth);
		order = compare_items(type, layout_item(type, a, a_index), layout_item(type, b, b_index), depth);
	}
	talloc_free(a_order);
	talloc_free(b_order);
	return order != 0 ? order : order_of(a.count, b.count);
}

static int compare_lists(const struct ingot_type *type, const void *a, const void *b, int depth)
{
	struct ingot_list left = layout_list(a);
	struct ingot_list right = layout_list(b);
	uint32_t common = left.count < right.count ? left.count : right.count;
	int order = 0;
	uint32_t i;

	for (i = 0; order == 0 && i < common; i++)
		order = compare_items(type, layout_item(type, left, i), layout_item(type, right, i), depth);
	if (order == 0 && left.count == right.count)
		return 0;
	/* Sets that are in the same order so far may be so throughout; else the order that they are in does not count. */
	if (type->kind != INGOT_KIND_LIST)
		return compare_in_order(type, left, right, depth);
	return order != 0 ? order : order_of(left.count, right.count);
}

static int compare_unknown(const struct ingot_unknown *a, const struct ingot_unknown *b)
{
	for (; a != NULL && b != NULL; a = a->next, b = b->next) {
		int order = order_of(a->id, b->id);

		if (order == 0)
			order = order_of(a->protocol * 256 + a->code, b->protocol * 256 + b->code);
		if (order == 0)
			order = compare_bytes(a->bytes, a->size, b->bytes, b->size);
		if (order != 0)
			return order;
	}
	return order_of(a != NULL, b != NULL);
}

static int compare_field(const struct ingot_type *type, const struct ingot_field *field, const void *a, const void *b, int depth)
{
	const void *left = layout_field(type, field, a);
	const void *right = layout_field(type, field, b);

	if (left == NULL || right == NULL)
		return order_of(left != NULL, right != NULL);
	return compare_value(field->type, left, right, depth);
}

static int compare_structs(const struct ingot_type *type, const void *a, const void *b, int depth)
{
	int order = 0;

	if (type->kind == INGOT_KIND_UNION) {
		const struct ingot_field *member = layout_member(type, a);

		order = order_of(layout_i32(a), layout_i32(b));
		if (order == 0 && member != NULL)
			return compare_field(type, member, a, b, depth);
	} else {
		for (uint32_t i = 0; order == 0 && i < type->field_count; i++)
			order = compare_field(type, &type->fields[i], a, b, depth);
	}
	return order != 0 ? order : compare_unknown(layout_unknown(type, a), layout_unknown(type, b));
}

static int compare_value(const struct ingot_type *type, const void *a, const void *b, int depth)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
		return order_of(layout_integer(type, a), layout_integer(type, b));
	case INGOT_KIND_DOUBLE:
		return order_of(double_rank(a), double_rank(b));
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		return compare_strings(a, b);
	case INGOT_KIND_UUID:
		return memcmp(a, b, sizeof(struct ingot_uuid));
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return depth > 0 ? compare_structs(type, a, b, depth - 1) : 0;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		return depth > 0 ? compare_lists(type, a, b, depth - 1) : 0;
	}
	return 0;
}

int ingot_compare(const struct ingot_type *type, const void *a, const void *b)
{
	return compare_value(type, a, b, INGOT_MAX_DEPTH);
}

bool ingot_equal(const struct ingot_type *type, const void *a, const void *b)
{
	return ingot_compare(type, a, b) == 0;
}
