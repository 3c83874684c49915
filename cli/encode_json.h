/* SPDX-License-Identifier: MIT */
/* What inspect prints as JSON back to bytes: with a schema by names, without by {"1": {"i32":
 * 7}}. */
#ifndef CLI_ENCODE_JSON_H
#define CLI_ENCODE_JSON_H

#include <stdbool.h>
#include "assemble.h"
#include "schema.h"

/*
 * Appends every value of the text. type NULL: no schema; schema may then still have the messages'
 * types. False after it has said what is wrong, with the way to it.
 */
bool encode_json(struct assembler *to, const char *name, const void *text, size_t size,
	const struct schema *schema, const struct ingot_type *type);

#endif
