/* SPDX-License-Identifier: MIT */
/* The text form back to bytes. */
#ifndef CLI_ENCODE_TEXT_H
#define CLI_ENCODE_TEXT_H

#include <stdbool.h>
#include "assemble.h"

/* Appends what the text says to to->out. False after it has said what is wrong, with line and
 * column. */
bool encode_text(struct assembler *to, const char *name, const void *text, size_t size);

#endif
