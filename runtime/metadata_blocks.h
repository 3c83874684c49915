/* SPDX-License-Identifier: MIT */
/*
 * Key-value blocks of the header transport that become one handle: all are measured, then there is room for all or a failure, then
 * all are put in. So a later one that is wrong leaves nothing of the earlier ones behind.
 */
#ifndef RUNTIME_METADATA_BLOCKS_H
#define RUNTIME_METADATA_BLOCKS_H

#include <ingot/metadata.h>

/* All zero before the first block. */
struct metadata_blocks {
	uint32_t count; /* pairs of all blocks that were measured */
	size_t size;    /* bytes of their keys and values */
	struct ingot_pair *slot; /* where the next pair and its strings are put */
	char *at;
};

/* The block at *p, which goes behind it or to the fault; statuses as of ingot_metadata_from_block. Allocates nothing. */
enum ingot_status metadata_blocks_measure(struct metadata_blocks *blocks, const struct ingot_metadata *from,
					  const uint8_t **p, const uint8_t *end);

/* *to is *from with room for the pairs that were measured, to be put in. NOMEM. */
enum ingot_status metadata_blocks_make(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from,
				       struct metadata_blocks *blocks, struct ingot_metadata *to);

/* The block at *p again. */
void metadata_blocks_put(struct metadata_blocks *blocks, const uint8_t **p, const uint8_t *end);

#endif
