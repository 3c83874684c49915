/* SPDX-License-Identifier: MIT */
/* names_each, with a choice that only the check for clashes makes. For names_*.c. */
#ifndef COMPILER_NAMES_WALK_H
#define COMPILER_NAMES_WALK_H

#include "names.h"

struct names_walk {
	names_see_fn *see;
	void *private_data;
	TALLOC_CTX *scratch;
	bool is_brief; /* without what is derived from a struct's or enum's name alone */
};

/* All names of a definition, to walk->see. Empties walk->scratch. */
void names_walk(const struct names_walk *walk, const struct idl_def *def);

#endif
