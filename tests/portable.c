/* SPDX-License-Identifier: MIT */
/* Prints one hash over the outcomes of many inputs: statuses, offsets, error texts, values, bytes written. The same on every machine. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hostile.h"
#include "wiregen.h"

#define ROOM 2048

static uint64_t sum;

static void add(uint64_t number)
{
	sum = (sum ^ number) * UINT64_C(0x100000001b3);
	sum ^= sum >> 29;
}

static int add_run(const struct hostile_type *type, enum ingot_protocol protocol, uint32_t options, const uint8_t *bytes, size_t size)
{
	struct hostile_result result;
	uint8_t *exact = malloc(size);
	const char *broken;

	if (exact == NULL)
		return 2;
	memcpy(exact, bytes, size);
	broken = hostile_run(type->type, protocol, options, exact, size, &result);
	free(exact);
	if (broken != NULL) {
		printf("%s: broken: %s\n", type->name, broken);
		return 1;
	}
	add(result.status);
	add(result.offset);
	add(result.hash);
	add(result.output);
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 50, seed, i, state = 1;
	static uint8_t message[ROOM], other[ROOM], damaged[2 * ROOM];
	static struct wiregen_map map;
	const struct hostile_type *type;
	int failed = 0, side;

	for (type = hostile_types; type->name != NULL; type++) {
		for (side = 0; side < 2; side++) {
			enum ingot_protocol protocol = (enum ingot_protocol)side;

			for (seed = 1; seed < 9 && failed == 0; seed++) {
				size_t size = wiregen_message(seed, type->type, protocol, message, 1000), damaged_size;
				size_t other_size = wiregen_message(seed + 1, type->type, protocol, other, 1000);

				if (size == 0)
					continue;
				failed = add_run(type, protocol, 0, message, size);
				wiregen_map(&map, protocol, message, size);
				for (i = 0; i < rounds && failed == 0; i++) {
					memcpy(damaged, message, size);
					damaged_size = wiregen_damage(&state, &map, protocol, damaged, size, sizeof(damaged), other, other_size);
					failed = add_run(type, protocol, i % 4 == 3 ? INGOT_STRICT : 0, damaged, damaged_size);
				}
			}
		}
	}
	hostile_end();
	if (failed == 0)
		printf("%016" PRIx64 "\n", sum);
	return failed;
}
