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

/* Whether a file holds just this text. */
static bool is_unchanged(const char *path, const char *text)
{
	size_t size = strlen(text);
	bool is_same = false;
	struct stat st;
	FILE *file;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || (size_t)st.st_size != size)
		return false;
	file = fopen(path, "rb");
	if (file == NULL)
		return false;
	is_same = true;
	for (size_t at = 0; is_same && at < size;) {
		char bytes[4096];
		size_t n = fread(bytes, 1, sizeof(bytes), file);

		is_same = n > 0 && n <= size - at && memcmp(bytes, text + at, n) == 0;
		at += n;
	}
	fclose(file);
	return is_same;
}

static bool write_text(int fd, const char *text)
{
	size_t size = strlen(text);

	while (size > 0) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		size -= (size_t)n;
	}
	return true;
}

/* As open(path, O_CREAT, 0666) would have made it. */
static bool set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask) == 0;
}

static bool write_temporary(struct output *output)
{
	struct stat st;
	bool is_good;
	int fd;

	/* rename would fail for it, and then others might be in place already. */
	if (stat(output->path, &st) == 0 && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return fail(output->path);
	}
	output->temporary = arena_need(talloc_asprintf(NULL, "%s.XXXXXX", output->path));
	fd = mkstemp(output->temporary);
	if (fd < 0) {
		TALLOC_FREE(output->temporary);
		return fail(output->path);
	}
	is_good = write_text(fd, output->text) && set_mode(fd);
	if (close(fd) != 0)
		is_good = false;
	return is_good ? true : fail(output->path);
}

bool output_write(struct output *outputs, size_t count)
{
	bool is_good = true;

	for (size_t i = 0; i < count && is_good; i++) {
		outputs[i].temporary = NULL;
		if (!is_unchanged(outputs[i].path, outputs[i].text))
			is_good = write_temporary(&outputs[i]);
	}
	for (size_t i = 0; i < count; i++) {
		if (outputs[i].temporary == NULL)
			continue;
		if (is_good && rename(outputs[i].temporary, outputs[i].path) != 0)
			is_good = fail(outputs[i].path);
		if (!is_good)
			unlink(outputs[i].temporary);
		TALLOC_FREE(outputs[i].temporary);
	}
	return is_good;
}
