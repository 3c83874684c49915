/* SPDX-License-Identifier: MIT */
/*
 * Projections: smaller structs with some of another's fields, and decoders that step over the rest. A projection is added to the main
 * file as a definition of its own; for each struct on the way to a field another one: Stats_RowGroup for a part of RowGroup.
 */
#ifndef COMPILER_PROJECT_H
#define COMPILER_PROJECT_H

#include <talloc.h>
#include "ast.h"
#include "diag.h"

/*
 * Adds `name`, which is what paths leave of a type: "FileMetaData:num_rows,row_groups.columns.meta_data.statistics". A path goes through lists
 * and sets to their elements, through maps to their values, and ends with a field that is kept whole. The unit passed rules. Returns NULL, or
 * what is wrong, under mem_ctx.
 */
const char *project_add(TALLOC_CTX *mem_ctx, struct idl_unit *unit, const char *projection, const char *name);

/* What (c.project = "NAME:paths") on structs of the main file asks for; problems go to diag. Whether there was any. */
bool project_annotated(TALLOC_CTX *mem_ctx, struct idl_unit *unit, struct diag *diag);

/* As if every struct and exception of the unit had (ingot.unknown). */
void project_keep_unknown(TALLOC_CTX *mem_ctx, struct idl_unit *unit);

#endif
