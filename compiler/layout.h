/* SPDX-License-Identifier: MIT */
/*
 * How large things are: in C, on the wire, and in the block. Sizes in C are those of 64 bits, and upper bounds for smaller machines;
 * generated code asserts that. What is said of a struct depends only on its file and the files that one includes.
 */
#ifndef COMPILER_LAYOUT_H
#define COMPILER_LAYOUT_H

#include <talloc.h>
#include "ast.h"

enum layout_protocol { LAYOUT_BINARY, LAYOUT_COMPACT }; /* as enum ingot_protocol */

/* Of a struct, union or exception. */
struct layout {
	uint32_t size;
	uint32_t align;
	uint32_t room;           /* most bytes of block for its fixed-size parts: optional scalars, nested structs and theirs */
	uint32_t max_room;       /* most that one reservation is for, in this struct or any below it */
	uint32_t max_part;       /* the largest of those parts, in this struct or any below it */
	uint32_t room_factor[2]; /* most bytes of such parts that one byte of the wire pays for, the last part apart */
	uint32_t least_wire[2];  /* an encoded value's least size */
	bool has_string;         /* in it or below it */
	uint32_t growth[2];      /* bytes of block to expect for 16 bytes of wire; 0: no containers below it */
};

struct layouts;

/* NULL only when memory runs out. */
struct layouts *layouts_new(TALLOC_CTX *mem_ctx, const struct idl_unit *unit);

const struct layout *layout_of(const struct layouts *layouts, const struct idl_def *def);

/* Whether the struct has a place for unknown fields, a pointer, as every union has for an unknown member. */
bool keeps_unknown(const struct idl_def *def);

/* Whether the field is kept as bytes, in C a string: (ingot.lazy) on a struct or container that is not required. */
bool is_lazy(const struct idl_def *def, const struct idl_field *field);

/* Whether a struct in that field reserves for itself, because it is recursive, or too much for its parent's reservation. */
bool layout_reserves(const struct layouts *layouts, const struct idl_field *field);

/* An element's, key's or value's least size on the wire, and how it lies in C: pointer fields do not count. */
uint32_t layout_least_wire(const struct layouts *layouts, const struct idl_type *type, enum layout_protocol protocol);
uint32_t layout_align(const struct layouts *layouts, const struct idl_type *type);

#endif
