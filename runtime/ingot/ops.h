/* SPDX-License-Identifier: MIT */
/*
 * Operations on values of any generated type, driven by its table: compare, hash, copy, merge, clear, validate, and access by name
 * for generic code. Values are given by `X_type` and a pointer to the C struct. Nothing here recurses deeper than INGOT_MAX_DEPTH levels:
 * parts of a value below that, which could not be written either, count as absent.
 *
 * One order and one equality hold throughout: an absent field comes before every present one; doubles are ordered by value, -0.0 before
 * 0.0, and NaNs by their bits, negative ones before everything and positive ones behind; strings by their bytes, then by size; sets
 * and maps whatever order they are in. Values are equal exactly if INGOT_SORTED writes them to the same bytes, absence set aside.
 */
#ifndef INGOT_OPS_H
#define INGOT_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/type.h>
#include <ingot/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

bool ingot_equal(const struct ingot_type *type, const void *a, const void *b);

/* Negative, 0 or positive. A total order. */
int ingot_compare(const struct ingot_type *type, const void *a, const void *b);

/* Equal values have equal hashes, on every machine; a changed schema changes them. Not for use against those who choose the keys. */
uint64_t ingot_hash(const struct ingot_type *type, const void *value, uint64_t seed);

/* A copy with all below it, in one talloc chunk under mem_ctx. NULL when talloc fails. */
void *ingot_copy(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const void *value);

/*
 * A new value, in one talloc chunk under mem_ctx: base with all that is present in over laid over it. Structs that both have are merged
 * field by field; everything else of over replaces what base has, scalars that are always present included; unknown fields of both are
 * kept. Neither argument changes. NULL when talloc fails.
 */
void *ingot_merge(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const void *base, const void *over);

/* Sets every field to its default, or to absent. Frees nothing. For structs, unions and exceptions. */
void ingot_clear_value(const struct ingot_type *type, void *value);

enum ingot_validation {
	INGOT_VALIDATE_UTF8 = 1,   /* strings (not binaries) are UTF-8: INGOT_BAD_UTF8 */
	INGOT_VALIDATE_ENUMS = 2,  /* enums have a number of the schema: INGOT_BAD_VALUE */
	INGOT_VALIDATE_UNIQUE = 4  /* no element of a set and no key of a map is there twice: INGOT_BAD_VALUE */
};

/*
 * Whether a value could be written, and what else checks (enum ingot_validation, or-ed) asks for. The first fault is in the report,
 * which ingot_validate initialises: read it with ingot_writer_error.
 */
bool ingot_validate(struct ingot_writer *report, const struct ingot_type *type, const void *value, unsigned checks);

/* -- For generic code ------------------------------------------------------------------------------------------------------- */

/*
 * The value of a struct's field or a union's member, as its type lies in place (an optional scalar is followed); NULL when it is
 * absent, or a member that is not set.
 */
const void *ingot_field_value(const struct ingot_type *type, const struct ingot_field *field, const void *value);

/* The next field that is present, from *index on, which begins as 0; NULL: no more. *at is its value. */
const struct ingot_field *ingot_next_field(const struct ingot_type *type, const void *value, uint32_t *index, const void **at);

/* The elements of a list or set, or the entries of a map: how many, and where one is. A map's value is at entry + value_offset. */
uint32_t ingot_item_count(const void *list);
const void *ingot_item(const struct ingot_type *type, const void *list, uint32_t index);

/*
 * What is at a path below a value, such as "row_groups[2].columns[0].meta_data.codec"; maps with string, integer or enum keys take a key in
 * the brackets: "tags[\"colour\"]", "names[-3]". NULL when something on the way is absent or does not exist; else *found, when not NULL,
 * becomes its type.
 */
const void *ingot_get(const struct ingot_type *type, const void *value, const char *path, const struct ingot_type **found);

#ifdef __cplusplus
}
#endif
#endif
