/* SPDX-License-Identifier: MIT */
/* From a checked tree to C: the text of one file's header and of its source. */
#ifndef COMPILER_EMIT_H
#define COMPILER_EMIT_H

#include <stdio.h>
#include "ast.h"
#include "layout.h"

/*
 * Both write as they go, so that no more than one definition's text is held. The unit passed rules and names_check without an error; layouts
 * are of the unit. Whether all could be written is for the caller to see from the stream.
 */
void emit_header(FILE *out, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file);
void emit_source(FILE *out, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file);

#endif
