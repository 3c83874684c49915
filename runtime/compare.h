/* SPDX-License-Identifier: MIT */
/* The order of the elements of sets and the entries of maps. */
#ifndef RUNTIME_COMPARE_H
#define RUNTIME_COMPARE_H

#include <talloc.h>
#include <ingot/type.h>

/* By element, or by key and then value. depth: levels left below the container. */
int compare_items(const struct ingot_type *type, const void *a, const void *b, int depth);

/* The indexes of a set's or map's items in order, under mem_ctx. NULL when talloc fails. */
uint32_t *compare_order(TALLOC_CTX *mem_ctx, const struct ingot_type *type, struct ingot_list list, int depth);

#endif
