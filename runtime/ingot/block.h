/* SPDX-License-Identifier: MIT */
/*
 * A block that is used again: a caller that decodes many messages sets reader->block and resets the block between messages,
 * and no allocation is left in the steady state. A block belongs to one thread at a time.
 */
#ifndef INGOT_BLOCK_H
#define INGOT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ingot_block;

struct ingot_stats {
	size_t taken;    /* bytes that messages took since the last reset, alignment included */
	size_t held;     /* bytes that the block holds from talloc, headers not counted */
	uint32_t chunks; /* talloc chunks that hold them */
};

/* NULL when talloc fails. size: bytes to begin with, 0 for none. Freed by talloc_free, with all that was decoded to it. */
struct ingot_block *ingot_block_new(TALLOC_CTX *mem_ctx, size_t size);

/*
 * Forgets all that was decoded to the block, which must not be used any more, and keeps its memory. If the last message needed
 * several chunks, they are replaced by one that is large enough for all of it when the next message asks for it.
 */
void ingot_block_reset(struct ingot_block *block);

struct ingot_stats ingot_block_stats(const struct ingot_block *block);

/*
 * Makes a value that was decoded with INGOT_BORROW independent of its input: copies all its strings, NUL-terminated, to one chunk, a
 * child of mem_ctx (the value itself, most often), and points the value to the copies. False, the value untouched, when talloc fails.
 */
bool ingot_own(TALLOC_CTX *mem_ctx, const struct ingot_type *type, void *value);

#ifdef __cplusplus
}
#endif
#endif
