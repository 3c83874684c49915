/* SPDX-License-Identifier: MIT */
/* The parts of compat. For compat*.c. */
#ifndef COMPILER_COMPAT_PARTS_H
#define COMPILER_COMPAT_PARTS_H

#include "ast.h"
#include "diag.h"
#include "lookup.h"

/* Two definitions to be compared. */
struct compat_pair {
	const struct idl_def *before;
	const struct idl_def *after;
};

struct compat {
	struct diag *diag;
	TALLOC_CTX *scratch;
	const struct idl_unit *before;
	struct compat_pair *pairs; /* each once, in the order in which they are compared */
	size_t pair_count;
};

/* To be compared, unless it was or will be. */
void compat_add_pair(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after);

/* Whether values of one type are read as the other's; if so, named types in them are to be
 * compared. */
bool compat_same_type(
	struct compat *compat, const struct idl_type *before, const struct idl_type *after);

/*
 * Fields of two structs, or arguments of two functions. `what`: "S" or "f()", for texts; the owners
 * are where a field should be that is missing in the new or in the old one.
 */
void compat_fields(struct compat *compat, const char *what, struct idl_span owner,
	struct idl_span old_owner, const struct idl_field *before, const struct idl_field *after);

void compat_services(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after);

#endif
