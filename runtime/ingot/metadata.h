/* SPDX-License-Identifier: MIT */
/*
 * Metadata: the key-value headers of a call. A handle is an immutable snapshot: a plain value of 16 bytes, copied by assignment,
 * over an array that only ever grows. Appending gives a new handle in O(1) (amortised), and every earlier handle stays what it
 * was. Reading is a loop over handle.pairs, oldest first.
 *
 * Memory. A function that makes a handle takes the context that new memory hangs under, if any is needed. A handle refers to
 * the memory of the handles it was made from: it is valid as long as every context along that way is. ingot_metadata_copy
 * makes one that depends on its own context only. On failure nothing was allocated and *to is as it was.
 *
 * Threads. All functions here may run at the same time on handles that share memory, the very same handle included, and
 * readers may go on reading, if each call that takes a mem_ctx gets one whose talloc tree (from its root down) no other thread
 * uses meanwhile. A handle is passed to another thread like any plain value: through a lock, a queue, an atomic.
 */
#ifndef INGOT_METADATA_H
#define INGOT_METADATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/status.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits of a chain that was not begun with ingot_metadata_init. */
#define INGOT_METADATA_COUNT (1u << 16) /* pairs */
#define INGOT_METADATA_SIZE (1u << 20)  /* bytes of all keys and values */

/* The most that ingot_metadata_init takes. */
#define INGOT_METADATA_MAX_COUNT (1u << 22)
#define INGOT_METADATA_MAX_SIZE (1u << 26)

struct ingot_pair {
	struct ingot_string key; /* at least one byte */
	struct ingot_string value;
};

/* { 0 } is the empty set. To be read, not changed. */
struct ingot_metadata {
	const struct ingot_pair *pairs; /* oldest first; strings are NUL-terminated and binary-safe */
	uint32_t count;
	uint32_t size; /* bytes of all keys and values, NULs not counted */
};

/* An empty set with limits of its own, which all that is made from it inherits. TOO_LARGE: a limit above the most. */
enum ingot_status ingot_metadata_init(TALLOC_CTX *mem_ctx, uint32_t max_count, uint32_t max_size,
				      struct ingot_metadata *to);

/*
 * *to is *from with the pairs behind it; keys and values are copied. to may be from. BAD_VALUE: an empty key, or a string
 * that is absent; TOO_LARGE: above a limit; NOMEM.
 */
enum ingot_status ingot_metadata_append(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from,
					const struct ingot_pair *pairs, uint32_t count, struct ingot_metadata *to);

/* The same for one pair of NUL-terminated texts. */
enum ingot_status ingot_metadata_add(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from, const char *key,
				     const char *value, struct ingot_metadata *to);

/* *to is *first with all pairs of *second behind it, which are shared, not copied. The limits of *first hold. */
enum ingot_status ingot_metadata_merge(TALLOC_CTX *mem_ctx, const struct ingot_metadata *first,
				       const struct ingot_metadata *second, struct ingot_metadata *to);

/* *to is equal to *from and shares nothing with it: one chunk, or none for the empty set with the usual limits. */
enum ingot_status ingot_metadata_copy(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from,
				      struct ingot_metadata *to);

/*
 * The newest value of a key, or NULL. ASCII letters are equal in either case, other bytes only to themselves.
 * Linear in count; gives up on a pair at the first word that differs; allocates nothing.
 */
const struct ingot_string *ingot_metadata_get(const struct ingot_metadata *metadata, const char *key, size_t size);

/*
 * The values of a key one by one, oldest first, then NULL. *at is where to go on, 0 at first:
 *	for (at = 0; (value = ingot_metadata_next(&metadata, "via", 3, &at)) != NULL;)
 */
const struct ingot_string *ingot_metadata_next(const struct ingot_metadata *metadata, const char *key, size_t size,
					       uint32_t *at);

/*
 * The key-value block of the header transport, without its id: varint count, then for each pair varint size and bytes of key
 * and value. Reading begins at bytes[*offset] and appends to *from (limits checked before anything is allocated); on success
 * *offset is behind the block, on failure at the fault: TRUNCATED, BAD_VARINT, BAD_SIZE, BAD_MESSAGE (an empty key),
 * TOO_LARGE, NOMEM. At most one allocation.
 */
enum ingot_status ingot_metadata_from_block(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from, const void *bytes,
					    size_t size, size_t *offset, struct ingot_metadata *to);

/* The size of the block, which is written to out when room is enough and out is not NULL. */
size_t ingot_metadata_to_block(const struct ingot_metadata *metadata, void *out, size_t room);

#ifdef __cplusplus
}
#endif
#endif
