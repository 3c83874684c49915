/* SPDX-License-Identifier: MIT */
/* "out.h out.c: a.thrift b.thrift", as make and ninja read it. */
#ifndef COMPILER_DEPFILE_H
#define COMPILER_DEPFILE_H

#include <stddef.h>
#include <talloc.h>
#include "ast.h"
#include "output.h"

/* Under mem_ctx, never NULL. */
const char *depfile_text(TALLOC_CTX *mem_ctx, const struct idl_unit *unit,
	const struct output *outputs, size_t count);

#endif
