/* SPDX-License-Identifier: MIT */
/*
 * What the grammar cannot say: ids, numbers, duplicates, requiredness, types of constants, cycles.
 * Settles what ast.h says that rules settles. May run on a unit with errors; what link left NULL is
 * passed over.
 */
#ifndef COMPILER_RULES_H
#define COMPILER_RULES_H

#include "arena.h"
#include "ast.h"
#include "diag.h"

void rules_check(struct arena *arena, struct idl_unit *unit, struct diag *diag);

#endif
