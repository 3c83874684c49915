/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const struct fuzz_target fuzz_targets[] = {
	{ "binary", fuzz_binary },
	{ "compact", fuzz_compact },
	{ "skip", fuzz_skip },
	{ "json", fuzz_json },
	{ "message", fuzz_message },
	{ "idl", fuzz_idl },
	{ "text", fuzz_text },
	{ NULL, NULL },
};

void fuzz_broken(const char *promise)
{
	fprintf(stderr, "broken: %s\n", promise);
	abort();
}

static char paths[FUZZ_FILES][64];
static pid_t owner;

static void remove_files(void)
{
	unsigned i;

	for (i = 0; i < FUZZ_FILES && owner == getpid(); i++)
		if (paths[i][0] != '\0')
			unlink(paths[i]);
}

const char *fuzz_file(unsigned number, const void *data, size_t size)
{
	const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	FILE *file;

	if (owner != getpid()) {
		owner = getpid();
		atexit(remove_files);
	}
	snprintf(paths[number], sizeof(paths[number]), "%s/ingot-fuzz-%ld-%u", folder, (long)owner, number);
	file = fopen(paths[number], "wb");
	if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
		fuzz_broken("a scratch file can be written");
	return paths[number];
}
