/* SPDX-License-Identifier: MIT */
/*
 * Values as JSON, driven by their type's table: fields by name in the IDL's order, absent ones left out; enums as numbers, or by
 * name when asked; strings and binaries as a string when they are printable UTF-8, else {"hex": "…"}; doubles with the fewest digits that read back
 * the same, NaN and infinities as strings; uuids as strings; a union as an object of one member, none when it is one that the schema does not
 * know. Maps with string, binary, integer or enum keys are objects, or, when a key is not printable and for all other types of
 * keys, arrays of pairs. Only printable ASCII comes out, as one line without a newline at the end. <ingot/json_read.h> reads it back.
 */
#ifndef INGOT_JSON_H
#define INGOT_JSON_H

#include <stdbool.h>
#include <stdio.h>
#include <talloc.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ingot_json_options {
	bool enum_names;  /* enums by name where the schema has one, also as keys */
	unsigned indent;  /* 0: one line; else blanks a level, and each member and element on a line of its own */
};

/* False when the stream has failed, or the value is nested deeper than INGOT_MAX_DEPTH: what is below is printed as null. */
bool ingot_json_print(FILE *out, const struct ingot_type *type, const void *value);

/* options may be NULL: all as ingot_json_print does. */
bool ingot_json_print_options(FILE *out, const struct ingot_type *type, const void *value, const struct ingot_json_options *options);

/* The same as a NUL-terminated string, a chunk under mem_ctx; NULL when memory is short or the value is too deep. */
char *ingot_json_text(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const void *value, const struct ingot_json_options *options);

#ifdef __cplusplus
}
#endif
#endif
