/* SPDX-License-Identifier: MIT */
/*
 * Two versions of a schema: what breaks readers or writers when one side is new and the other old.
 * Errors break something, and say for whom; warnings are changes that the wire does not show.
 */
#ifndef COMPILER_COMPAT_H
#define COMPILER_COMPAT_H

#include "ast.h"
#include "diag.h"

/* Reports to diag: places are in the new schema, with a note for the place in the old one. Both
 * units are checked trees. */
void compat_compare(struct idl_unit *before, struct idl_unit *after, struct diag *diag);

#endif
