/* SPDX-License-Identifier: MIT */
/* From a checked tree to C: the text of one file's header and of its source. */
#ifndef COMPILER_EMIT_H
#define COMPILER_EMIT_H

#include <talloc.h>
#include "ast.h"

/* Both return NUL-terminated text under mem_ctx. The unit passed rules and names_check without an error. */
char *emit_header(TALLOC_CTX *mem_ctx, const struct idl_unit *unit, const struct idl_file *file);
char *emit_source(TALLOC_CTX *mem_ctx, const struct idl_unit *unit, const struct idl_file *file);

#endif
