/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "hostile.h"

static void decode(enum ingot_protocol protocol, const uint8_t *data, size_t size)
{
	size_t count = 0;
	const char *broken;

	if (size < 1)
		return;
	while (hostile_types[count].name != NULL)
		count++;
	broken = hostile_run(hostile_types[(data[0] & 0x7f) % count].type, protocol, data[0] & 0x80 ? INGOT_STRICT : 0, data + 1, size - 1,
			     NULL);
	if (broken != NULL)
		fuzz_broken(broken);
}

void fuzz_binary(const uint8_t *data, size_t size)
{
	decode(INGOT_BINARY, data, size);
}

void fuzz_compact(const uint8_t *data, size_t size)
{
	decode(INGOT_COMPACT, data, size);
}
