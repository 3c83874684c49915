/* SPDX-License-Identifier: MIT */
/* A value's parts as an array in the order of the bytes, for who has to go back and forth between
 * them. */
#ifndef CLI_INDEX_H
#define CLI_INDEX_H

#include <talloc.h>
#include "typed.h"

struct index_node {
	struct ingot_event event; /* VALUE or BEGIN; of the latter, end is that of the whole */
	const struct ingot_type *type;   /* NULL: not in the schema */
	const struct ingot_field *field;
	uint32_t next;                   /* the node behind this one and all that is in it */
	uint32_t parent;
};

struct index {
	struct index_node *nodes; /* nodes[0] is the value itself */
	uint32_t count;
	uint32_t room;
};

/* Walks from reader->offset and leaves that behind the value. NULL at a failure, which the reader
 * has (INGOT_NOMEM too). */
struct index *index_value(
	TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type);

/* "row_groups[3].codec" */
void index_path(const struct index *index, uint32_t at, char *text, size_t room);

#endif
