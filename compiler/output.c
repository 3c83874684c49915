/* SPDX-License-Identifier: MIT */
#include "output.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "arena.h"
#include "diag.h"

static bool fail(const char *path)
{
	int error = errno;

	fputs("ingotc: ", stderr);
	diag_put_escaped(stderr, path);
	fprintf(stderr, ": %s\n", strerror(error));
	return false;
}

static bool has_same_content(FILE *a, FILE *b)
{
	char left[4096], right[4096];

	for (;;) {
		size_t n = fread(left, 1, sizeof(left), a);

		if (fread(right, 1, sizeof(right), b) != n || memcmp(left, right, n) != 0 ||
			ferror(a) || ferror(b))
			return false;
		if (n < sizeof(left))
			return true;
	}
}

static bool is_unchanged(const struct output *output)
{
	FILE *now, *then;
	struct stat st;
	bool is_same;

	if (stat(output->path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	now = fopen(output->temporary, "rb");
	then = fopen(output->path, "rb");
	is_same = now != NULL && then != NULL && has_same_content(now, then);
	if (now != NULL)
		fclose(now);
	if (then != NULL)
		fclose(then);
	return is_same;
}

/* As open(path, O_CREAT, 0666) would have made it. */
static bool set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask) == 0;
}

static void forget(struct output *output)
{
	if (output->temporary == NULL)
		return;
	unlink(output->temporary);
	TALLOC_FREE(output->temporary);
}

FILE *output_begin(struct output *output)
{
	struct stat st;
	int fd;

	/* rename would fail for it, and then others might be in place already. */
	if (stat(output->path, &st) == 0 && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		fail(output->path);
		return NULL;
	}
	output->temporary = arena_need(talloc_asprintf(NULL, "%s.XXXXXX", output->path));
	fd = mkstemp(output->temporary);
	if (fd < 0) {
		fail(output->path);
		TALLOC_FREE(output->temporary);
		return NULL;
	}
	output->file = set_mode(fd) ? fdopen(fd, "wb") : NULL;
	if (output->file != NULL)
		return output->file;
	fail(output->path);
	close(fd);
	forget(output);
	return NULL;
}

bool output_end(struct output *output)
{
	bool is_good = !ferror(output->file);

	if (fclose(output->file) != 0)
		is_good = false;
	output->file = NULL;
	return is_good ? true : fail(output->path);
}

bool output_commit(struct output *outputs, size_t count)
{
	bool is_good = true;

	for (size_t i = 0; i < count && is_good; i++) {
		if (is_unchanged(&outputs[i]))
			continue;
		if (rename(outputs[i].temporary, outputs[i].path) != 0)
			is_good = fail(outputs[i].path);
		else
			TALLOC_FREE(outputs[i].temporary);
	}
	output_abandon(outputs, count);
	return is_good;
}

void output_abandon(struct output *outputs, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (outputs[i].file != NULL)
			fclose(outputs[i].file);
		outputs[i].file = NULL;
		forget(&outputs[i]);
	}
}
