/* SPDX-License-Identifier: MIT */
/* Parts of link that look at types only. For link.c. */
#ifndef COMPILER_LINK_TYPES_H
#define COMPILER_LINK_TYPES_H

#include <talloc.h>
#include "ast.h"
#include "diag.h"

struct link {
	struct diag *diag;
	TALLOC_CTX *scratch;
};

/* Sets resolved of every typedef, and reports typedefs that lead to themselves, or too deep. */
void link_typedefs(struct link *link, struct idl_unit *unit);

/* What other languages' names for base types are called here: "i32" for "int"; NULL when it is no
 * such name. */
const char *link_foreign_type(const char *name);

/* The base type that is closer to the name than best, or best. */
const char *link_similar_base(const char *name, const char *best);

#endif
