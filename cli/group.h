/* SPDX-License-Identifier: MIT */
/*
 * Bytes by a value found at a path: with `row_groups[*].columns[*].meta_data.path_in_schema` each
 * column's chunks are added up under the column's name. What is added is the element that the last
 * [*] on the way names.
 */
#ifndef CLI_GROUP_H
#define CLI_GROUP_H

#include <stdint.h>
#include <talloc.h>
#include "path.h"
#include "wire.h"

#define GROUP_MAX 1000000u

struct group {
	struct group *next; /* in its bucket */
	uint64_t bytes;
	uint64_t count;
	size_t size;
	uint8_t key[];      /* values joined with points */
};

struct groups {
	const struct path *path;
	uint32_t owner;     /* steps that lead to what is added */
	struct group **buckets;
	uint32_t count;
	uint32_t bucket_count;
	uint64_t other;     /* bytes of groups that there was no room for */
	bool failed;        /* out of memory */
	struct bytes key;   /* being collected */
};

/* NULL after it has said why: out of memory, or a path without an element on it. */
struct groups *groups_new(TALLOC_CTX *mem_ctx, const struct path *path);

/* Walks the struct at reader->offset. False at a failure, which the reader has. */
bool groups_add(struct groups *groups, struct ingot_reader *reader, const struct ingot_type *type);

/* All groups, the largest first, ended with NULL; under groups. NULL without memory. */
const struct group **groups_sorted(struct groups *groups);

#endif
