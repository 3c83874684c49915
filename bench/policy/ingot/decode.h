/* SPDX-License-Identifier: MIT */
/*
 * Stands before libingot's <ingot/decode.h> when baselines.c is built: the same generated readers, with another way to get memory.
 *
 *   POLICY_CHUNKS    a talloc chunk for each optional scalar, nested struct, array and string, as a decoder without a block has it
 *   POLICY_COMBINED  the block, in which each struct takes room for all its optional fields and nested structs, present or not
 */
#ifndef BENCH_POLICY_DECODE_H
#define BENCH_POLICY_DECODE_H

#include_next <ingot/decode.h>
#include "policy.h"

#if POLICY == POLICY_CHUNKS

INGOT_INLINE void *policy_take_chunk(struct ingot_decoder *d, size_t size)
{
	return policy_chunk(d->parent, size);
}

INGOT_INLINE void *policy_new_array(struct ingot_decoder *d, uint32_t count, size_t size)
{
	return policy_chunk(d->parent, count * size);
}

INGOT_INLINE struct ingot_string policy_read_string(struct ingot_decoder *d, const uint8_t **p, enum ingot_protocol protocol)
{
	uint8_t keep = d->keep;
	struct ingot_string string;
	char *copy;

	d->keep = INGOT_KEEP_BORROWED;
	string = ingot_read_string(d, p, protocol);
	d->keep = keep;
	if (keep == INGOT_KEEP_BORROWED || !string.data)
		return string;
	copy = (char *)policy_chunk(d->parent, string.size + 1);
	/* Borrowed strings lie in the caller's bytes, even those of the tail. */
	memcpy(copy, string.data, string.size);
	copy[string.size] = '\0';
	string.data = copy;
	return string;
}

#define ingot_take(d, size, align) policy_take_chunk(d, size)
#define ingot_new_array(d, p, count, size, align) policy_new_array(d, *(count), size)
#define ingot_read_string(d, p, protocol) policy_read_string(d, p, protocol)

#else

/* A nested struct, or an element. */
#undef INGOT_READ_STRUCT
#define INGOT_READ_STRUCT(name, place, depth_left) \
	do { \
		policy_begin_struct(d, p, place, &name##_type, depth_left); \
		p = protocol == INGOT_COMPACT ? name##_read_compact(d, p, place, depth_left) : \
						name##_read_binary(d, p, place, depth_left); \
	} while (0)
#define ingot_take(d, size, align) policy_take(d, p, size, align, depth)

#endif

/* Optional scalars, in the place that the policy gives. */
#define POLICY_BOX(name, type) \
	INGOT_INLINE const type *policy_box_##name(void *place, type value) \
	{ \
		*(type *)place = value; \
		return (const type *)place; \
	}
POLICY_BOX(bool, bool)
POLICY_BOX(i8, int8_t)
POLICY_BOX(i16, int16_t)
POLICY_BOX(i32, int32_t)
POLICY_BOX(i64, int64_t)
POLICY_BOX(double, double)

#define ingot_box_bool(d, at, value) ((void)(at), policy_box_bool(ingot_take(d, sizeof(bool), _Alignof(bool)), value))
#define ingot_box_i8(d, at, value) ((void)(at), policy_box_i8(ingot_take(d, sizeof(int8_t), _Alignof(int8_t)), value))
#define ingot_box_i16(d, at, value) ((void)(at), policy_box_i16(ingot_take(d, sizeof(int16_t), _Alignof(int16_t)), value))
#define ingot_box_i32(d, at, value) ((void)(at), policy_box_i32(ingot_take(d, sizeof(int32_t), _Alignof(int32_t)), value))
#define ingot_box_i64(d, at, value) ((void)(at), policy_box_i64(ingot_take(d, sizeof(int64_t), _Alignof(int64_t)), value))
#define ingot_box_double(d, at, value) ((void)(at), policy_box_double(ingot_take(d, sizeof(double), _Alignof(double)), value))

#endif
