/* SPDX-License-Identifier: MIT */
/* What the decoder does with a block that is used again. Public half: ingot/block.h. */
#ifndef RUNTIME_BLOCK_H
#define RUNTIME_BLOCK_H

#include <stdbool.h>
#include <ingot/block.h>

struct ingot_block {
	char *chunk;       /* the newest talloc chunk, a child of the block; NULL: none */
	size_t chunk_size;
	char *at;          /* its first byte that no message has */
	size_t taken;
	size_t held;
	uint32_t chunks;
	struct ingot_strings *table; /* shared strings of the messages since the reset; a child of the block; NULL: none yet */
	size_t wanted;     /* size for the next first chunk: what the block held when it was reset */
};

/* Bytes of the newest chunk that no message has. */
static inline size_t ingot_block_left(const struct ingot_block *block)
{
	return block->chunk == NULL ? 0 : block->chunk_size - (size_t)(block->at - block->chunk);
}

/* A new chunk for the messages to come; earlier ones stay until the reset. False when talloc fails. */
bool ingot_block_renew(struct ingot_block *block, size_t size);

/* A message got a further chunk of that size, as a child of the block. */
void ingot_block_add(struct ingot_block *block, char *chunk, size_t size);

/* A message is complete: it took that many bytes, the last of them before `at`. */
static inline void ingot_block_end_message(struct ingot_block *block, char *at, size_t taken)
{
	block->at = at;
	block->taken += taken;
}

#endif
