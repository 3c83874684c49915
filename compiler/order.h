/* SPDX-License-Identifier: MIT */
/* What must come before what: nodes and edges, sorted without recursion, and cycles reported, at
 * most one through any node. */
#ifndef COMPILER_ORDER_H
#define COMPILER_ORDER_H

#include <stddef.h>
#include <stdint.h>
#include <talloc.h>

struct order;

/* Node `node`, and why it needs the next step's node: the `why` of that edge. The last step needs
 * the first. */
struct order_step {
	uint32_t node;
	const void *why;
};

typedef void order_cycle_fn(void *private_data, const struct order_step *steps, size_t count);

/* Nodes are 0 … node_count - 1. Never NULL. */
struct order *order_new(TALLOC_CTX *mem_ctx, uint32_t node_count);

/* `from` needs `to`. */
void order_need(struct order *order, uint32_t from, uint32_t to, const void *why);

/*
 * Returns all nodes, each behind those that it needs, as an array under order; where there is a
 * cycle, which is reported, one of its edges is as good as absent. The result depends on nothing
 * but the order of nodes and calls.
 */
const uint32_t *order_sort(struct order *order, order_cycle_fn *report, void *private_data);

#endif
