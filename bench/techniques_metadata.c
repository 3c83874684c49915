/* SPDX-License-Identifier: MIT */
/*
 * Metadata. The rivals are what a C programmer writes: an array that each append copies (the keys and values are shared), a
 * linked list with one malloc a node, and, for look-up, strcasecmp and g_ascii_strdown over an array.
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ingot/metadata.h>
#include "technique.h"

#define CHAIN_MAX 10001

/* ---- Ours. ---- */

struct ours {
	TALLOC_CTX *mem_ctx;
	struct ingot_metadata handles[CHAIN_MAX];
};

/* Not const, so that nobody's compiler knows the sizes. */
static struct ingot_pair two_pairs[] = { { { "k1", 2 }, { "v1", 2 } }, { { "k2", 2 }, { "v2", 2 } } };

static void ours_append(struct ours *ours, unsigned n, unsigned pairs)
{
	for (unsigned i = 0; i < n; i++) {
		if (ingot_metadata_append(ours->mem_ctx, &ours->handles[i], two_pairs, pairs, &ours->handles[i + 1]) != INGOT_OK)
			broken("append");
	}
}

static uint64_t ours_visit(const struct ingot_metadata *metadata)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < metadata->count; i++)
		sum += metadata->pairs[i].key.size + (unsigned char)metadata->pairs[i].value.data[0];
	return sum;
}

static void *ours_prepare(const struct row *row)
{
	struct ours *ours = calloc(1, sizeof(*ours));

	ours->mem_ctx = talloc_new(NULL);
	if (row->extra != NULL)
		ours_append(ours, row->n, 2);
	return ours;
}

static void ours_clear(const struct row *row, void *state)
{
	struct ours *ours = state;

	(void)row;
	talloc_free(ours->mem_ctx);
	free(ours);
}

static void ours_run_append(const struct row *row, void *state)
{
	struct ours *ours = state;

	ours_append(ours, row->n, 2);
	use(ours->handles[row->n].count);
	talloc_free_children(ours->mem_ctx);
}

static void ours_run_append_raw(const struct row *row, void *state)
{
	struct ours *ours = state;

	ours_append(ours, row->n, 2);
	use(ours_visit(&ours->handles[row->n]));
	talloc_free_children(ours->mem_ctx);
}

static void ours_run_raw(const struct row *row, void *state)
{
	struct ours *ours = state;

	use(ours_visit(&ours->handles[row->n]));
}

static void ours_run_from(const struct row *row, void *state)
{
	struct ours *ours = state;
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata copy;

	if (ingot_metadata_copy(mem_ctx, &ours->handles[row->n], &copy) != INGOT_OK)
		broken("copy");
	use(copy.count);
	talloc_free(mem_ctx);
}

static void ours_run_chain(const struct row *row, void *state)
{
	struct ours *ours = state;

	ours_append(ours, row->n, 1);
	use(ours->handles[row->n].count);
	talloc_free_children(ours->mem_ctx);
}

/* A branch: one more append to a handle that others were made from. */
static void ours_run_branch(const struct row *row, void *state)
{
	struct ours *ours = state;
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata branch;

	if (ingot_metadata_append(mem_ctx, &ours->handles[row->n - 1], two_pairs, 2, &branch) != INGOT_OK)
		broken("branch");
	use(branch.count);
	talloc_free(mem_ctx);
}

/* ---- An array that is copied. ---- */

struct pair {
	const char *key;
	const char *value;
};

struct array {
	struct pair *pairs;
	char *strings; /* of the pairs that this append brought */
	size_t count;
};

/* Room for the keys and values of an append, and the pairs that point into it. */
static size_t strings_size(unsigned pairs)
{
	size_t size = 0;

	for (unsigned i = 0; i < pairs; i++)
		size += two_pairs[i].key.size + two_pairs[i].value.size + 2;
	return size;
}

static void put_pairs(char *strings, unsigned pairs, struct pair *to)
{
	for (unsigned i = 0; i < pairs; i++) {
		to[i].key = memcpy(strings, two_pairs[i].key.data, two_pairs[i].key.size + 1);
		strings += two_pairs[i].key.size + 1;
		to[i].value = memcpy(strings, two_pairs[i].value.data, two_pairs[i].value.size + 1);
		strings += two_pairs[i].value.size + 1;
	}
}

struct copying {
	struct array handles[CHAIN_MAX];
};

static void copying_append_to(const struct array *from, unsigned pairs, struct array *to)
{
	to->count = from->count + pairs;
	to->pairs = malloc(to->count * sizeof(*to->pairs));
	if (from->count > 0)
		memcpy(to->pairs, from->pairs, from->count * sizeof(*to->pairs));
	to->strings = malloc(strings_size(pairs));
	put_pairs(to->strings, pairs, to->pairs + from->count);
}

static void array_free(struct array *array)
{
	free(array->pairs);
	free(array->strings);
}

static void copying_append(struct copying *copying, unsigned n, unsigned pairs)
{
	for (unsigned i = 0; i < n; i++)
		copying_append_to(&copying->handles[i], pairs, &copying->handles[i + 1]);
}

static void copying_free(struct copying *copying, unsigned n)
{
	for (unsigned i = 1; i <= n; i++)
		array_free(&copying->handles[i]);
}

static uint64_t array_visit(const struct array *array)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < array->count; i++)
		sum += (unsigned char)array->pairs[i].key[0] + (uint64_t)(unsigned char)array->pairs[i].value[0];
	return sum;
}

static void *copying_prepare(const struct row *row)
{
	struct copying *copying = calloc(1, sizeof(*copying));

	if (row->extra != NULL)
		copying_append(copying, row->n, 2);
	return copying;
}

static void copying_clear(const struct row *row, void *state)
{
	if (row->extra != NULL)
		copying_free(state, row->n);
	free(state);
}

static void copying_run_append(const struct row *row, void *state)
{
	struct copying *copying = state;

	copying_append(copying, row->n, 2);
	use(copying->handles[row->n].count);
	copying_free(copying, row->n);
}

static void copying_run_append_raw(const struct row *row, void *state)
{
	struct copying *copying = state;

	copying_append(copying, row->n, 2);
	use(array_visit(&copying->handles[row->n]));
	copying_free(copying, row->n);
}

static void copying_run_raw(const struct row *row, void *state)
{
	struct copying *copying = state;

	use(array_visit(&copying->handles[row->n]));
}

static void copying_run_from(const struct row *row, void *state)
{
	struct copying *copying = state;
	const struct array *array = &copying->handles[row->n];
	GPtrArray *copy = g_ptr_array_new_with_free_func(g_free);

	for (size_t i = 0; i < array->count; i++) {
		g_ptr_array_add(copy, g_strdup(array->pairs[i].key));
		g_ptr_array_add(copy, g_strdup(array->pairs[i].value));
	}
	use(copy->len);
	g_ptr_array_free(copy, TRUE);
}

static void copying_run_chain(const struct row *row, void *state)
{
	struct copying *copying = state;

	copying_append(copying, row->n, 1);
	use(copying->handles[row->n].count);
	copying_free(copying, row->n);
}

static void copying_run_branch(const struct row *row, void *state)
{
	struct copying *copying = state;
	struct array branch;

	copying_append_to(&copying->handles[row->n - 1], 2, &branch);
	use(branch.count);
	array_free(&branch);
}

/* ---- A linked list: each node has its pairs, the newest first. ---- */

struct node {
	struct node *older;
	size_t total; /* pairs of this node and all older ones */
	size_t count;
	struct pair pairs[];
};

struct list {
	struct node *handles[CHAIN_MAX];
};

static struct node *list_append_to(struct node *older, unsigned pairs)
{
	struct node *node = malloc(sizeof(*node) + pairs * sizeof(node->pairs[0]) + strings_size(pairs));

	node->older = older;
	node->count = pairs;
	node->total = pairs + (older != NULL ? older->total : 0);
	put_pairs((char *)(node->pairs + pairs), pairs, node->pairs);
	return node;
}

static void list_append(struct list *list, unsigned n, unsigned pairs)
{
	for (unsigned i = 0; i < n; i++)
		list->handles[i + 1] = list_append_to(list->handles[i], pairs);
}

static void list_free(struct list *list, unsigned n)
{
	for (unsigned i = 1; i <= n; i++)
		free(list->handles[i]);
}

/* Oldest first: backwards into an array, then along it. */
static uint64_t list_visit(const struct node *node)
{
	struct array array = { NULL, NULL, node->total };
	size_t at = node->total;
	uint64_t sum;

	array.pairs = malloc(node->total * sizeof(*array.pairs));
	for (; node != NULL; node = node->older) {
		at -= node->count;
		memcpy(array.pairs + at, node->pairs, node->count * sizeof(*array.pairs));
	}
	sum = array_visit(&array);
	free(array.pairs);
	return sum;
}

static void *list_prepare(const struct row *row)
{
	struct list *list = calloc(1, sizeof(*list));

	if (row->extra != NULL)
		list_append(list, row->n, 2);
	return list;
}

static void list_clear(const struct row *row, void *state)
{
	if (row->extra != NULL)
		list_free(state, row->n);
	free(state);
}

static void list_run_append(const struct row *row, void *state)
{
	struct list *list = state;

	list_append(list, row->n, 2);
	use(list->handles[row->n]->total);
	list_free(list, row->n);
}

static void list_run_append_raw(const struct row *row, void *state)
{
	struct list *list = state;

	list_append(list, row->n, 2);
	use(list_visit(list->handles[row->n]));
	list_free(list, row->n);
}

static void list_run_raw(const struct row *row, void *state)
{
	struct list *list = state;

	use(list_visit(list->handles[row->n]));
}

static void list_run_chain(const struct row *row, void *state)
{
	struct list *list = state;

	list_append(list, row->n, 1);
	use(list->handles[row->n]->total);
	list_free(list, row->n);
}

static void list_run_branch(const struct row *row, void *state)
{
	struct list *list = state;
	struct node *branch = list_append_to(list->handles[row->n - 1], 2);

	use(branch->total);
	free(branch);
}

/* ---- Look-up among n headers "x-my-header-1" … ---- */

struct headers {
	struct ingot_metadata metadata;
	struct pair pairs[16];
	unsigned count;
};

static void *headers_prepare(const struct row *row)
{
	struct headers *headers = talloc_zero(NULL, struct headers);

	for (unsigned i = 0; i < row->n; i++) {
		char *key = talloc_asprintf(headers, "x-my-header-%u", i + 1);

		headers->pairs[i].key = key;
		headers->pairs[i].value = "42";
		if (ingot_metadata_add(headers, &headers->metadata, key, "42", &headers->metadata) != INGOT_OK)
			broken("headers");
	}
	headers->count = row->n;
	return headers;
}

static void headers_clear(const struct row *row, void *state)
{
	(void)row;
	talloc_free(state);
}

static void ours_run_get(const struct row *row, void *state)
{
	struct headers *headers = state;
	const char *wanted = row->extra;

	use(ingot_metadata_get(&headers->metadata, wanted, strlen(wanted)) != NULL);
}

static void strcasecmp_run_get(const struct row *row, void *state)
{
	struct headers *headers = state;
	const char *wanted = row->extra;
	unsigned i;

	for (i = headers->count; i > 0; i--) {
		if (strcasecmp(headers->pairs[i - 1].key, wanted) == 0)
			break;
	}
	use(i);
}

static void strdown_run_get(const struct row *row, void *state)
{
	struct headers *headers = state;
	const char *wanted = row->extra;
	unsigned i;

	for (i = headers->count; i > 0; i--) {
		char *lower = g_ascii_strdown(headers->pairs[i - 1].key, -1);
		int order = strcmp(lower, wanted);

		g_free(lower);
		if (order == 0)
			break;
	}
	use(i);
}

#define OURS(technique, run, n, units, built) \
	{ technique, "N = " #n, "ingot", ours_prepare, ours_run_##run, ours_clear, n, units, 0, built }
#define COPYING(technique, run, n, units, built) \
	{ technique, "N = " #n, "copied array", copying_prepare, copying_run_##run, copying_clear, n, units, 0, built }
#define LIST(technique, run, n, units, built) \
	{ technique, "N = " #n, "linked list", list_prepare, list_run_##run, list_clear, n, units, 0, built }
#define THREE(technique, run, n, units, built) \
	OURS(technique, run, n, units, built), COPYING(technique, run, n, units, built), LIST(technique, run, n, units, built)
#define EACH_N(technique, run, built) \
	THREE(technique, run, 1, 1, built), THREE(technique, run, 5, 1, built), THREE(technique, run, 10, 1, built), \
	THREE(technique, run, 50, 1, built)
#define FROM(n) OURS("from", from, n, 1, ""), COPYING("from", from, n, 1, "")
#define CHAIN(n) THREE("chain", chain, n, n, NULL)
#define GET(workload, n, key) \
	{ "lookup", workload, "ingot", headers_prepare, ours_run_get, headers_clear, n, 1, 0, key }, \
	{ "lookup", workload, "strcasecmp", headers_prepare, strcasecmp_run_get, headers_clear, n, 1, 0, key }, \
	{ "lookup", workload, "g_ascii_strdown", headers_prepare, strdown_run_get, headers_clear, n, 1, 0, key }

const struct row metadata_rows[] = {
	EACH_N("append", append, NULL),
	EACH_N("raw", raw, ""),
	EACH_N("append+raw", append_raw, NULL),
	FROM(1), FROM(5), FROM(10), FROM(50),
	EACH_N("branch", branch, ""),
	CHAIN(10), CHAIN(30), CHAIN(100), CHAIN(300), CHAIN(1000), CHAIN(3000), CHAIN(10000),
	GET("1 header, found", 1, "x-my-header-1"),
	GET("1 header, not found", 1, "key-not-found"),
	GET("10 headers, found", 10, "x-my-header-1"),
	GET("10 headers, not found", 10, "key-not-found"),
	GET("10 headers, not found, alike", 10, "x-my-header-0"),
	{ 0 }
};
