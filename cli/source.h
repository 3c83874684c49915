/* SPDX-License-Identifier: MIT */
/*
 * The values of a file one after another: what the bytes are is found out once, then each value is
 * given out with its envelope, its schema and a reader that stands at it. What every verb that
 * reads is built on.
 */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include <talloc.h>
#include "detect.h"
#include "envelope.h"
#include "input.h"
#include "progress.h"
#include "schema.h"

struct source {
	const struct options *options;
	const struct schema *schema;   /* NULL: none */
	const struct ingot_type *type; /* of bare structs; NULL: none */
	struct input *input;
	struct detection detection;
	/* Of the current value. */
	struct envelope envelope;
	struct ingot_reader reader;
	const struct ingot_type *value_type;
	uint64_t number;      /* from 0 */
	size_t next;          /* where the next one begins */
	size_t reported;      /* to the progress line */
	uint64_t searched;    /* bytes of damaged values, and read in search of others */
	bool is_over;
	int code;             /* EXIT_*: the worst so far */
	struct progress progress;
};

/* Loads the schema that the options name and looks up the type; *schema is NULL when they name
 * none. False after errors were printed. */
bool source_schema(TALLOC_CTX *mem_ctx, const struct options *options, const struct schema **schema,
	const struct ingot_type **type);

/* Under mem_ctx; NULL after it has said why. */
struct source *source_open(TALLOC_CTX *mem_ctx, const struct options *options, const char *name,
	const struct schema *schema, const struct ingot_type *type);

/*
 * The next value: source->reader stands at its struct. False: there is none, or what is around it
 * is damaged, which has been reported and is in source->code.
 */
bool source_next(struct source *source);

/* To be called when the value was walked: reports a failure in the reader, or bytes left over, and
 * settles where the next begins. */
void source_done(struct source *source);

#endif
