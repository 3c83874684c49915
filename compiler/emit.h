/* SPDX-License-Identifier: MIT */
/* From a checked tree to C: the text of one file's header and of its source. */
#ifndef COMPILER_EMIT_H
#define COMPILER_EMIT_H

#include <stddef.h>
#include <talloc.h>
#include "ast.h"
#include "layout.h"

/* Bytes of one file. A definition without fields takes some 3,000, a field some 250. */
#define EMIT_MAX_SIZE ((size_t)32 << 20)

/*
 * The text, of *size bytes and a NUL, under mem_ctx. NULL: it is more than EMIT_MAX_SIZE. The unit passed rules and names_check without an
 * error; layouts are of the unit.
 */
char *emit_header(TALLOC_CTX *mem_ctx, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file,
	size_t *size);
char *emit_source(TALLOC_CTX *mem_ctx, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file,
	size_t *size);

#endif
