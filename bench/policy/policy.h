/* SPDX-License-Identifier: MIT */
/* Where baselines.c's memory comes from. One message at a time; no failure is survived. */
#ifndef BENCH_POLICY_H
#define BENCH_POLICY_H

#include <stddef.h>
#include <stdint.h>
#include <ingot/type.h>

#define POLICY_CHUNKS 1
#define POLICY_COMBINED 2

struct ingot_decoder;

#if POLICY == POLICY_CHUNKS

/* A talloc chunk under parent; never NULL. */
void *policy_chunk(void *parent, size_t size);

#else

/* A struct at that depth begins: with room of its own when it is the root or an element, in its parent's room when it was just taken. */
void policy_begin_struct(struct ingot_decoder *d, const uint8_t *p, void *value, const struct ingot_type *type, int depth);

/* The next bytes of the room of the struct at that depth. */
void *policy_take(struct ingot_decoder *d, const uint8_t *p, size_t size, size_t align, int depth);

#endif

#endif
