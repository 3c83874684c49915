/* SPDX-License-Identifier: MIT */
/* What the program says about itself, all on stdout and all from the tables of verbs and
 * options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>
#include "options.h"

/* The list of verbs. */
void help_all(void);

/* One verb: usage, examples, options. */
void help_verb(enum verb verb);

/* `ingot help --man` and `ingot help --completion=bash|zsh|fish`, for the build. False: no such
 * shell. */
void help_man(const char *version);
bool help_completion(const char *shell);

#endif
