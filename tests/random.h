/* SPDX-License-Identifier: MIT */
/* Random values of any type, made by its table. The same seed gives the same values. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <ingot/ingot.h>

struct random {
	uint64_t state;
	unsigned nesting; /* levels of structs and containers to go down to before only what must be is there */
	unsigned items;   /* most elements of a container */
	bool plain;       /* only what every implementation can hold: text in strings, no NaN, enums by the schema, no absent default fields */
};

/* 0 … below - 1. */
uint32_t random_below(struct random *random, uint32_t below);

/* A value whose parts hang under it. Required fields and union members are there; the others as it happens. No set or map has a thing twice. */
void *random_value(TALLOC_CTX *mem_ctx, struct random *random, const struct ingot_type *type);

#endif
