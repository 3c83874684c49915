/* SPDX-License-Identifier: MIT */
/* Words that cannot be names in C or C++. */
#ifndef COMPILER_NAMES_RESERVED_H
#define COMPILER_NAMES_RESERVED_H

#include <stdbool.h>

/* A keyword, or a macro that is replaced wherever it stands. */
bool names_is_reserved(const char *name);

/* Something that a header of the C library declares: no name for what is global. */
bool names_is_declared(const char *name);

/* A macro that is replaced when a parenthesis follows: no name for a member that is called. */
bool names_is_function_macro(const char *name);

#endif
