/* SPDX-License-Identifier: MIT */
/*
 * Where the bytes of values go: a tree of paths (fields by id, all elements of a list together),
 * each with how many values it had and how large they were. Memory depends on the number of paths,
 * which is bounded, and not on the input.
 */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include <stdint.h>
#include <talloc.h>
#include <ingot/type.h>
#include <ingot/walk.h>
#include "progress.h"

/* Paths beyond this are counted with their parents only. */
#define TALLY_MAX_PATHS 20000
/* A power of two above that. */
#define TALLY_SLOTS 65536

/* Sizes below that are counted one by one; those above share a bucket with sizes that differ by up
 * to a 32nd. */
#define TALLY_SMALL 64
#define TALLY_BUCKETS (26 * 32)

/* Which node comes next, if it is the one that came there the time before, and by which header. */
struct tally_link {
	struct tally_node *node;
	/* Of a compact field its first byte, when that is all of it; of a binary one its three. */
	uint32_t header;
	int16_t last; /* the id of the field before, 0 of the first */
};

/* None that the node can be told by. */
#define TALLY_NO_HEADER UINT32_MAX

struct tally_node {
	struct tally_node *parent, *first, *last, *sibling;
	struct tally_link next;  /* what came behind it last time … */
	struct tally_link begin; /* … and first in it */
	const struct ingot_field *field; /* NULL: not in the schema */
	const struct ingot_type *type;   /* NULL: no schema here */
	/* While counting: how many values had each size, so that most values cost one addition. */
	uint64_t small[TALLY_SMALL];
	uint64_t *large; /* NULL as long as there was none */
	uint64_t large_total, large_least, large_most;
	/* By tally_finish: */
	uint64_t count;
	uint64_t total; /* bytes, headers and all that is below included */
	uint64_t least, most;
	int16_t id;
	uint8_t role;     /* enum ingot_role */
	uint8_t wire;
	uint8_t key, element; /* of containers: the wire types, of the last that was not empty */
	uint8_t rank;     /* infer's: of those of one place that differ in type only */
	bool is_bytes;    /* BINARY, when they are looked at: one was not printable text */
};

struct tally {
	struct tally_node *root;
	struct tally_node **slots; /* all but the root, by parent and what they are */
	uint64_t paths;
	uint64_t values;
	uint64_t around; /* bytes of frames and message headers, which are in no path */
	bool is_cut;         /* there were more paths than are counted */
	bool looks_at_bytes; /* to be set before the first value */
	bool failed; /* out of memory */
};

struct tally *tally_new(TALLOC_CTX *mem_ctx, const struct ingot_type *type);

/* Walks the struct at reader->offset and counts it. False at a failure, which the reader has; what
 * was read before it counts. */
bool tally_add(struct tally *tally, struct ingot_reader *reader, struct progress *progress);

/* Sums up what was counted so far, for those who read nodes. */
void tally_finish(struct tally *tally);

/* The size that half of the values do not exceed; exact below 64 bytes. */
uint64_t tally_median(const struct tally_node *node);

/* ---- For tally_add ---- */

/* The node of a child, new if need be. NULL when there are too many paths, or no memory. */
struct tally_node *tally_child(
	struct tally *tally, struct tally_node *parent, uint8_t wire, uint8_t role, int16_t id);

/* The same, or NULL when it is new. */
struct tally_node *tally_find(const struct tally *tally, const struct tally_node *parent,
	uint8_t wire, uint8_t role, int16_t id);

void tally_count_large(struct tally *tally, struct tally_node *node, uint64_t size);

#endif
