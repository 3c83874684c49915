/* SPDX-License-Identifier: MIT */
/*
 * Paths to values: `row_groups[*].columns[0].meta_data`, with field names or ids, [n] or [*] for
 * elements, [key n] and [value n] (or *) for entries of maps, and * for any field.
 */
#ifndef CLI_PATH_H
#define CLI_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <talloc.h>
#include "typed.h"

struct path_step {
	enum ingot_role role;
	const char *name; /* FIELD: a name; NULL: by id */
	int32_t id;       /* FIELD by id */
	uint32_t index;   /* ELEMENT, KEY, VALUE */
	bool any;
};

struct path {
	struct path_step *steps;
	uint32_t count;
};

/* Under mem_ctx; NULL after it has said what is wrong. An empty path is the whole value. */
struct path *path_parse(TALLOC_CTX *mem_ctx, const char *text);

/* Where a walk stands on the path: to be given every event that is not an END. */
struct path_match {
	const struct path *path;
	int32_t steps[INGOT_MAX_DEPTH +
		2]; /* of the value at each depth: how many steps led to it; -1: not on the path */
};

enum path_verdict {
	PATH_OFF,   /* not on the path: may be skipped */
	PATH_ON,    /* leads on */
	PATH_HERE   /* this is what the path names */
};

void path_begin(struct path_match *match, const struct path *path);
enum path_verdict path_at(
	struct path_match *match, const struct ingot_event *event, const struct ingot_field *field);

#endif
