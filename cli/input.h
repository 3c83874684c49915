/* SPDX-License-Identifier: MIT */
/* The bytes of a file, of stdin, or of hex or base64 text, all in memory (mapped when it is a regular file). */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include "options.h"

struct input {
	const char *name;     /* as typed; for messages */
	const uint8_t *bytes; /* never NULL */
	size_t size;          /* where the part that was asked for ends: offsets stay those of the file */
	size_t begin;         /* --at */
	size_t whole;         /* size of the file */
};

/* Under mem_ctx. NULL after it has said why. */
struct input *input_load(TALLOC_CTX *mem_ctx, const char *name, const struct options *options);

#endif
