/* SPDX-License-Identifier: MIT */
#include "order.h"
#include <stdbool.h>
#include "arena.h"

enum state { UNSEEN, OPEN, DONE };

struct edge {
	uint32_t from;
	uint32_t to;
	const void *why;
};

struct order {
	uint32_t node_count;
	struct edge *edges;
	size_t edge_count;
	size_t *firsts; /* by node: where its edges begin in sorted; one more for the end */
	size_t *sorted; /* edges by node they leave from */
	size_t *next;	/* by node: the edge to follow next */
	unsigned char *states;
	bool *is_reported; /* by node: a cycle through it was */
	struct order_step *path;
	uint32_t path_size;
	uint32_t *result;
	uint32_t result_count;
	order_cycle_fn *report;
	void *private_data;
};

struct order *order_new(TALLOC_CTX *mem_ctx, uint32_t node_count)
{
	struct order *order = arena_need(talloc_zero(mem_ctx, struct order));

	order->node_count = node_count;
	return order;
}

void order_need(struct order *order, uint32_t from, uint32_t to, const void *why)
{
	order->edges = arena_grow(order, order->edges, order->edge_count, sizeof(*order->edges));
	order->edges[order->edge_count++] = (struct edge){from, to, why};
}

/* A counting sort: stable, so that edges of a node stay in the order of the calls. */
static void sort_edges(struct order *order)
{
	size_t n = order->node_count;

	order->firsts = arena_need(talloc_zero_size(order, (n + 2) * sizeof(size_t)));
	order->sorted = arena_need(talloc_size(order, (order->edge_count + 1) * sizeof(size_t)));
	for (size_t i = 0; i < order->edge_count; i++)
		order->firsts[order->edges[i].from + 2]++;
	for (size_t i = 2; i < n + 2; i++)
		order->firsts[i] += order->firsts[i - 1];
	for (size_t i = 0; i < order->edge_count; i++)
		order->sorted[order->firsts[order->edges[i].from + 1]++] = i;
}

static void push(struct order *order, uint32_t node)
{
	order->states[node] = OPEN;
	order->path[order->path_size++] = (struct order_step){node, NULL};
}

static void report_cycle(struct order *order, uint32_t node)
{
	uint32_t begin = order->path_size - 1;

	while (order->path[begin].node != node)
		begin--;
	if (order->is_reported[node])
		return;
	for (uint32_t i = begin; i < order->path_size; i++)
		order->is_reported[order->path[i].node] = true;
	order->report(order->private_data, order->path + begin, order->path_size - begin);
}

static void visit(struct order *order, uint32_t root)
{
	push(order, root);
	while (order->path_size > 0) {
		struct order_step *top = &order->path[order->path_size - 1];
		uint32_t node = top->node;
		const struct edge *edge;

		if (order->next[node] == order->firsts[node + 1]) {
			order->states[node] = DONE;
			order->result[order->result_count++] = node;
			order->path_size--;
			continue;
		}
		edge = &order->edges[order->sorted[order->next[node]++]];
		top->why = edge->why;
		if (order->states[edge->to] == UNSEEN)
			push(order, edge->to);
		else if (order->states[edge->to] == OPEN)
			report_cycle(order, edge->to);
	}
}

const uint32_t *order_sort(struct order *order, order_cycle_fn *report, void *private_data)
{
	uint32_t n = order->node_count;

	sort_edges(order);
	order->states = arena_need(talloc_zero_array(order, unsigned char, n + 1));
	order->is_reported = arena_need(talloc_zero_array(order, bool, n + 1));
	order->next = arena_need(talloc_memdup(order, order->firsts, (n + 1) * sizeof(size_t)));
	order->path = arena_need(talloc_array(order, struct order_step, n + 1));
	order->result = arena_need(talloc_array(order, uint32_t, n + 1));
	order->report = report;
	order->private_data = private_data;
	for (uint32_t node = 0; node < n; node++) {
		if (order->states[node] == UNSEEN)
			visit(order, node);
	}
	return order->result;
}
