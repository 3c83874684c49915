/* SPDX-License-Identifier: MIT */
/* What libFuzzer calls: the target that the environment's FUZZ_TARGET names. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("FUZZ_TARGET");

	for (target = fuzz_targets; target->name != NULL; target++)
		if (name != NULL && strcmp(name, target->name) == 0)
			return 0;
	fputs("FUZZ_TARGET in the environment has to be one of:", stderr);
	for (target = fuzz_targets; target->name != NULL; target++)
		fprintf(stderr, " %s", target->name);
	fputc('\n', stderr);
	(void)argc;
	(void)argv;
	exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	target->run(data, size);
	return 0;
}
