/* SPDX-License-Identifier: MIT */
/* From names to what they mean: types, constants, enum values and services, in this file and in
 * those that it includes. */
#ifndef COMPILER_LINK_H
#define COMPILER_LINK_H

#include "ast.h"
#include "diag.h"
#include "lookup.h"

/*
 * Sets every target of the unit (see ast.h) and each typedef's resolved type. What stays NULL was
 * reported, or belongs to a file with syntax errors, which were.
 */
void link_unit(struct idl_unit *unit, struct diag *diag);

/* A type as it would be written: "list<i32>", "shared.Point". In static text for base types, else
 * under mem_ctx. */
const char *link_type_text(TALLOC_CTX *mem_ctx, const struct idl_type *type);

#endif
