/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a file, of stdin, or of hex or base64 text. Regular files are mapped. Of a pipe a
 * first part is read, and more on demand, to rising addresses of a reserved range, so that offsets
 * and pointers stay; what was done with can be given back.
 */
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
	size_t size; /* where the part that was asked for ends: offsets stay those of the file */
	size_t begin;         /* --at */
	bool has_more;        /* a pipe whose end was not met yet */
	/* Private. */
	uint8_t *range;       /* of a pipe: where its bytes go */
	size_t room;
	size_t released;
	int fd;
};

/* Under mem_ctx. NULL after it has said why. */
struct input *input_load(TALLOC_CTX *mem_ctx, const char *name, const struct options *options);

/* Reads until there are `least` bytes more, or the end is met. False after an error, which has been
 * reported. */
bool input_more(struct input *input, size_t least);

/* Everything that is left. */
bool input_rest(struct input *input);

/* The bytes before that offset are not needed any more. */
void input_release(struct input *input, size_t before);

#endif
