/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "options.h"
#include "verbs.h"

struct blob {
	char *bytes;
	size_t size;
};

static struct blob read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct blob blob = { NULL, 0 };
	long size;

	if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
		fuzz_broken("a scratch file can be read");
	rewind(file);
	blob.size = (size_t)size;
	blob.bytes = malloc(blob.size + 1);
	if (blob.bytes == NULL || fread(blob.bytes, 1, blob.size, file) != blob.size)
		fuzz_broken("a scratch file can be read");
	fclose(file);
	return blob;
}

/* One verb from one file to another. Returns the exit code. */
static int run(int (*verb)(const struct options *), enum verb which, const char *from, const char *to)
{
	struct options options = { .verb = which, .format = FORMAT_TEXT, .top = 20 };
	char *files[2] = { NULL, NULL };
	int code;

	options.has_format = which == VERB_INSPECT;
	files[0] = strdup(from);
	options.files = files;
	options.file_count = 1;
	options.output = to;
	code = verb(&options);
	free(files[0]);
	return code;
}

/* Whatever the bytes are: their text is taken, and means those bytes. */
static void there_and_back(const char *from, const void *bytes, size_t size)
{
	const char *text = fuzz_file(2, "", 0), *to = fuzz_file(3, "", 0);
	struct blob blob;

	if (run(verb_inspect, VERB_INSPECT, from, text) == EXIT_USAGE)
		fuzz_broken("inspect ends with 0 or 1");
	if (run(verb_encode, VERB_ENCODE, text, to) != EXIT_FINE)
		fuzz_broken("the text form of any bytes is taken by encode");
	blob = read_file(to);
	if (blob.size != size || memcmp(blob.bytes, bytes, size) != 0)
		fuzz_broken("the text form of any bytes means those bytes");
	free(blob.bytes);
}

void fuzz_text(const uint8_t *data, size_t size)
{
	const char *from = fuzz_file(0, data, size), *to = fuzz_file(1, "", 0);
	struct blob blob;
	int code = run(verb_encode, VERB_ENCODE, from, to);

	if (code == EXIT_USAGE)
		fuzz_broken("encode ends with 0 or 1");
	if (code == EXIT_FINE) {
		blob = read_file(to);
		there_and_back(to, blob.bytes, blob.size);
		free(blob.bytes);
	} else {
		there_and_back(from, data, size);
	}
}
