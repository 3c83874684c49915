/* SPDX-License-Identifier: MIT */
/*
 * Values out of a stream whose bytes arrive in pieces of any size: what is cut off is INGOT_TRUNCATED, and reader.missing says how many bytes
 * are certainly still to come, so nothing is tried again before that. A block that is reset takes every value: in the steady state
 * nothing is allocated. Reads Events in the compact protocol, one behind the other, from standard input, and prints their names.
 */
#include <stdio.h>
#include <string.h>
#include "event.h"

#define MOST (1u << 20) /* bytes of one value */

/* The values that are whole, of size bytes. Returns how many bytes they took; *wanted: how many more the next one needs at least. */
static size_t take_values(struct ingot_block *block, const uint8_t *bytes, size_t size, uint64_t *wanted, int *status)
{
	size_t taken = 0;

	*wanted = 1;
	while (taken < size) {
		struct ingot_reader reader;
		struct event_Event *event;

		ingot_reader_init(&reader, INGOT_COMPACT, bytes + taken, size - taken);
		reader.block = block;
		event = event_Event_from_wire(NULL, &reader);
		if (event == NULL && reader.status == INGOT_TRUNCATED) {
			*wanted = reader.missing;
			break;
		}
		if (event == NULL) {
			fprintf(stderr, "%s\n", ingot_reader_error(&reader));
			*status = 1;
			break;
		}
		printf("%.*s\n", (int)event->name.size, event->name.data);
		ingot_block_reset(block);
		taken += reader.offset;
	}
	return taken;
}

int main(void)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_block *block = ingot_block_new(mem_ctx, 4096);
	uint8_t *bytes = talloc_array(mem_ctx, uint8_t, MOST);
	size_t held = 0;
	uint64_t wanted = 1;
	int status = 0;

	while (status == 0 && wanted <= MOST - held) {
		/* At least what is missing; a socket would give what it has. */
		size_t got = fread(bytes + held, 1, (size_t)wanted, stdin);
		size_t taken;

		if (got == 0)
			break;
		held += got;
		if (got < wanted)
			continue;
		taken = take_values(block, bytes, held, &wanted, &status);
		held -= taken;
		memmove(bytes, bytes + taken, held);
	}
	if (status == 0 && held > 0) {
		fprintf(stderr, "the stream ends inside a value\n");
		status = 1;
	}
	talloc_free(mem_ctx);
	return status;
}
