/* SPDX-License-Identifier: MIT */
/* An order of values that were converted to one type, to find equal ones. For rules_convert.c. */
#ifndef COMPILER_RULES_COMPARE_H
#define COMPILER_RULES_COMPARE_H

#include "rules_parts.h"

/* Below 0, 0 or above. */
int rules_compare(const struct idl_value *a, const struct idl_value *b);

/* Whether no two keys of a map are equal; the second of such a pair is reported. */
bool rules_distinct_keys(struct rules *rules, const struct idl_value *map);

/* Takes items out of a set that are there already, with a warning. */
void rules_distinct_items(struct rules *rules, struct idl_value *set);

#endif
