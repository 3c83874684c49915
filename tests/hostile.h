/* SPDX-License-Identifier: MIT */
/*
 * One input through every reader that Ingot has: the generated decoder with strings copied and borrowed, fresh and into a block; the
 * walk by tables; skipping. What they promise is checked for each: they agree, memory is within its bound and given back, values are
 * whole, and what was read can be written and read again. docs/security.md has the promises.
 */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/ingot.h>

struct hostile_type {
	const char *name;
	const struct ingot_type *type;
	bool is_ours; /* from idl/attack.thrift, idl/everything.thrift or idl/recursion.thrift */
};

/* The types that random messages are made of, and inputs are read as; ends with a name of NULL. */
extern const struct hostile_type hostile_types[];

const struct ingot_type *hostile_type_by_name(const char *name);

struct hostile_result {
	enum ingot_status status;
	size_t offset;   /* of the failure, or behind the value */
	size_t asked;    /* of talloc, 96 for each request included, by the decoder that copies */
	uint64_t hash;   /* of the value */
	uint64_t output; /* of the bytes it is written as in both protocols, and of the error's text */
};

/*
 * NULL when all promises hold; else which does not, static. options: INGOT_STRICT, or 0. result may be NULL. Between runs only
 * the block of hostile_begin is kept.
 */
const char *hostile_run(const struct ingot_type *type, enum ingot_protocol protocol, uint32_t options, const uint8_t *bytes,
			size_t size, struct hostile_result *result);

/* Frees what runs have kept. */
void hostile_end(void);

#endif
