/* SPDX-License-Identifier: MIT */
/* A block is a talloc chunk whose children are the chunks that messages are decoded to: in the steady state, one. */
#include "block.h"

#include <stdint.h>
#include <ingot/strings.h>

struct ingot_block *ingot_block_new(TALLOC_CTX *mem_ctx, size_t size)
{
	struct ingot_block *block = talloc_zero(mem_ctx, struct ingot_block);

	if (block != NULL && size > 0 && !ingot_block_renew(block, size)) {
		talloc_free(block);
		return NULL;
	}
	return block;
}

void ingot_block_add(struct ingot_block *block, char *chunk, size_t size)
{
	block->chunk = block->at = chunk;
	block->chunk_size = size;
	block->held += size;
	block->chunks++;
}

bool ingot_block_renew(struct ingot_block *block, size_t size)
{
	char *chunk = (char *)talloc_size(block, size);

	if (chunk == NULL)
		return false;
	ingot_block_add(block, chunk, size);
	return true;
}

void ingot_block_reset(struct ingot_block *block)
{
	block->taken = 0;
	block->at = block->chunk;
	if (block->table != NULL)
		ingot_strings_reset(block->table);
	if (block->chunks <= 1)
		return;
	talloc_free_children(block);
	block->table = NULL;
	block->wanted = block->held;
	block->chunk = block->at = NULL;
	block->chunk_size = 0;
	block->held = 0;
	block->chunks = 0;
}

struct ingot_stats ingot_block_stats(const struct ingot_block *block)
{
	struct ingot_stats stats = { block->taken, block->held, block->chunks };

	return stats;
}
