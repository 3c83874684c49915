/* SPDX-License-Identifier: MIT */
/* Every struct, union and exception of the generated code in the tree. */
#ifndef TESTS_TYPES_H
#define TESTS_TYPES_H

#include <ingot/ingot.h>

extern const struct ingot_type *const types[];
extern const unsigned type_count;

#endif
