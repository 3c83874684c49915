/* SPDX-License-Identifier: MIT */
/* Bytes through every reader. The first byte chooses the type, the second protocol and options; the rest is the message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hostile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t count = 0;
	const char *broken;

	if (size < 2)
		return 0;
	while (hostile_types[count].name != NULL)
		count++;
	broken = hostile_run(hostile_types[data[0] % count].type, (enum ingot_protocol)(data[1] & 1), data[1] & 2 ? INGOT_STRICT : 0, data + 2,
			     size - 2, NULL);
	if (broken == NULL)
		return 0;
	fprintf(stderr, "broken: %s\n", broken);
	abort();
}
