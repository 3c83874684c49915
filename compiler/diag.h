/* SPDX-License-Identifier: MIT */
/* Errors and warnings with line, column and caret, printed as they are found and counted; the run goes on after one. */
#ifndef COMPILER_DIAG_H
#define COMPILER_DIAG_H

#include <stdbool.h>
#include <stdio.h>
#include "ast.h"

struct diag {
	FILE *out;             /* where to print; NULL: nowhere */
	unsigned error_count;
	unsigned warning_count;
};

#endif
