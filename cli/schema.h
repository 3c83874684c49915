/* SPDX-License-Identifier: MIT */
/* Tables of types, made from a Thrift file when the program runs. Only what walking and printing
 * need is filled in. */
#ifndef CLI_SCHEMA_H
#define CLI_SCHEMA_H

#include <talloc.h>
#include <ingot/type.h>
#include "envelope.h"
#include "options.h"

struct schema {
	const struct ingot_type *
		*types; /* structs, unions and exceptions of all files, the main file's first */
	uint32_t count;
	uint32_t main_count;
	struct schema_function *functions; /* of all services */
	uint32_t function_count;
};

struct schema_function {
	const char *service;
	const char *name;
	const struct ingot_type *arguments;
	const struct ingot_type *result;
};

/* Reads options->idl. NULL after errors were printed. Under mem_ctx. */
struct schema *schema_load(TALLOC_CTX *mem_ctx, const struct options *options);

/* A struct by its name, with or without its file's name; typedefs too. NULL after it has said what
 * there is. */
const struct ingot_type *schema_type(const struct schema *schema, const struct options *options);

/* What a message carries, by its name ("method" or "Service:method") and type; NULL when no service
 * has it. */
const struct ingot_type *schema_message(
	const struct schema *schema, const struct envelope *envelope, const uint8_t *bytes);

#endif
