/* SPDX-License-Identifier: MIT */
/* Nodes: finding them, and what their counts come to. The counting itself is in tally_add.c. */
#include "tally.h"

#include "internal.h"

static unsigned bucket_of(uint64_t size)
{
	unsigned exponent;

	if (size > INT32_MAX)
		size = INT32_MAX;
	exponent = 63 - (unsigned)__builtin_clzll(size);
	return (exponent - 6) * 32 + ((unsigned)(size >> (exponent - 5)) & 31);
}

static uint64_t least_of(unsigned bucket)
{
	return (uint64_t)(32 + bucket % 32) << (bucket / 32 + 1);
}

void tally_count_large(struct tally *tally, struct tally_node *node, uint64_t size)
{
	if (node->large == NULL) {
		node->large = talloc_zero_array(node, uint64_t, TALLY_BUCKETS);
		if (node->large == NULL) {
			tally->failed = true;
			return;
		}
		node->large_least = size;
	}
	node->large[bucket_of(size)]++;
	node->large_total += size;
	if (size < node->large_least)
		node->large_least = size;
	if (size > node->large_most)
		node->large_most = size;
}

static void finish(struct tally_node *node)
{
	unsigned i;

	node->count = 0;
	node->total = node->large_total;
	node->least = node->large_least;
	node->most = node->large_most;
	for (i = 0; node->large != NULL && i < TALLY_BUCKETS; i++)
		node->count += node->large[i];
	for (i = TALLY_SMALL; i-- > 0;) {
		if (node->small[i] == 0)
			continue;
		node->count += node->small[i];
		node->total += i * node->small[i];
		node->least = i;
		if (i > node->most)
			node->most = i;
	}
}

void tally_finish(struct tally *tally)
{
	size_t i;

	finish(tally->root);
	for (i = 0; i < TALLY_SLOTS; i++)
		if (tally->slots[i] != NULL)
			finish(tally->slots[i]);
}

uint64_t tally_median(const struct tally_node *node)
{
	uint64_t sum = 0;
	unsigned i;

	for (i = 0; i < TALLY_SMALL; i++) {
		sum += node->small[i];
		if (2 * sum >= node->count)
			return i;
	}
	if (node->large_least == node->large_most)
		return node->large_least;
	for (i = 0; i < TALLY_BUCKETS - 1; i++) {
		sum += node->large[i];
		if (2 * sum >= node->count)
			break;
	}
	return least_of(i) < node->large_least ? node->large_least : least_of(i);
}

/* The schema's part in a new node: its field and type. */
static void name_node(struct tally_node *node)
{
	const struct ingot_type *outer = node->parent->type;

	if (outer == NULL)
		return;
	if (node->role == INGOT_ROLE_KEY) {
		node->type = outer->key;
	} else if (node->role != INGOT_ROLE_FIELD) {
		node->type = outer->element;
	} else {
		node->field = ingot_field_by_id(outer, node->id);
		node->type = node->field != NULL ? node->field->type : NULL;
	}
	/* Another wire type: the schema says nothing about what is below. */
	if (node->type != NULL &&
		ingot_wire_of_kind((enum ingot_kind)node->type->kind) != node->wire)
		node->type = NULL;
}

/* Where a child is, or would be. There are always free slots. */
static struct tally_node **slot_of(const struct tally *tally, const struct tally_node *parent,
	uint8_t wire, uint8_t role, int16_t id)
{
	uint64_t hash = (uint64_t)(uintptr_t)parent ^
		((uint64_t)(uint16_t)id << 40 | (uint64_t)wire << 32 | (uint64_t)role << 24);
	size_t at = (size_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> 48);

	for (;; at = (at + 1) % TALLY_SLOTS) {
		const struct tally_node *node = tally->slots[at];

		if (node == NULL ||
			(node->parent == parent && node->wire == wire && node->role == role &&
				node->id == id))
			return &tally->slots[at];
	}
}

struct tally_node *tally_find(const struct tally *tally, const struct tally_node *parent,
	uint8_t wire, uint8_t role, int16_t id)
{
	return *slot_of(tally, parent, wire, role, id);
}

struct tally_node *tally_child(
	struct tally *tally, struct tally_node *parent, uint8_t wire, uint8_t role, int16_t id)
{
	struct tally_node **slot = slot_of(tally, parent, wire, role, id);
	struct tally_node *node = *slot;

	if (node != NULL)
		return node;
	if (tally->paths >= TALLY_MAX_PATHS) {
		tally->is_cut = true;
		return NULL;
	}
	node = talloc_zero(tally, struct tally_node);
	if (node == NULL) {
		tally->failed = true;
		return NULL;
	}
	tally->paths++;
	*slot = node;
	node->parent = parent;
	node->role = role;
	node->id = id;
	node->wire = wire;
	node->next.header = node->begin.header = TALLY_NO_HEADER;
	node->next.last = id;
	name_node(node);
	if (parent->first == NULL)
		parent->first = node;
	else
		parent->last->sibling = node;
	parent->last = node;
	return node;
}

struct tally *tally_new(TALLOC_CTX *mem_ctx, const struct ingot_type *type)
{
	struct tally *tally = talloc_zero(mem_ctx, struct tally);

	if (tally == NULL)
		return NULL;
	tally->root = talloc_zero(tally, struct tally_node);
	tally->slots = talloc_zero_array(tally, struct tally_node *, TALLY_SLOTS);
	if (tally->root == NULL || tally->slots == NULL) {
		talloc_free(tally);
		return NULL;
	}
	tally->root->wire = INGOT_WIRE_STRUCT;
	tally->root->next.header = tally->root->begin.header = TALLY_NO_HEADER;
	tally->root->type = type;
	return tally;
}
