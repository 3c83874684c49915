/* SPDX-License-Identifier: MIT */
/*
 * Random valid messages of any generated type, written by the type's table and by nothing of libingot, and random damage to them. A seed
 * gives the same bytes on every machine.
 */
#ifndef TESTS_WIREGEN_H
#define TESTS_WIREGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>
#include <ingot/type.h>

/* The next number of a sequence that begins at any state. */
uint64_t wiregen_random(uint64_t *state);

/* A message into buffer. Returns its size, at least 1; small seeds (below 8) give small messages. 0: it needs more than capacity. */
size_t wiregen_message(uint64_t seed, const struct ingot_type *type, enum ingot_protocol protocol, uint8_t *buffer,
		       size_t capacity);

/* Where a message has what: found once for each message that is to be damaged. */
struct wiregen_part {
	uint32_t header; /* offsets as in struct ingot_event */
	uint32_t offset;
	uint32_t body;
	uint32_t end;
};

struct wiregen_map {
	uint32_t count;
	struct wiregen_part parts[512];
};

void wiregen_map(struct wiregen_map *map, enum ingot_protocol protocol, const uint8_t *bytes, size_t size);

/*
 * Damages a message in place, one to four times: bits, bytes, types, counts, fields repeated, dropped, swapped and nested, parts of
 * another message. buffer holds size bytes of capacity; map is of what it holds. Returns the new size, at least 1.
 */
size_t wiregen_damage(uint64_t *state, const struct wiregen_map *map, enum ingot_protocol protocol, uint8_t *buffer, size_t size,
		      size_t capacity, const uint8_t *other, size_t other_size);

#endif
