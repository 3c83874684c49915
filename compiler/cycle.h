/* SPDX-License-Identifier: MIT */
/* How a cycle of definitions is said: "typedefs lead in a circle: A -> B -> A". */
#ifndef COMPILER_CYCLE_H
#define COMPILER_CYCLE_H

#include "ast.h"
#include "diag.h"
#include "order.h"

/* defs: by the steps' nodes. The error is at the first definition; a note at each of the others
 * that is shown. */
void cycle_report(struct diag *diag, const char *what, struct idl_def *const *defs,
	const struct order_step *steps, size_t count);

#endif
