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

static bool has_same_content(const struct output *output, int fd)
{
	char bytes[16384];
	size_t at = 0;
	ssize_t n;

	while ((n = read(fd, bytes, sizeof(bytes))) > 0) {
		if ((size_t)n > output->size - at || memcmp(bytes, output->text + at, (size_t)n) != 0)
			return false;
		at += (size_t)n;
	}
	return n == 0 && at == output->size;
}

static bool is_unchanged(const struct output *output)
{
	struct stat st;
	bool is_same;
	int fd;

	if (stat(output->path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	fd = open(output->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	is_same = has_same_content(output, fd);
	close(fd);
	return is_same;
}

/* As open(path, O_CREAT, 0666) would have made it. */
static bool set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask) == 0;
}

static bool write_all(int fd, const char *text, size_t size)
{
	while (size > 0) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		text += n;
		size -= (size_t)n;
	}
	return true;
}

/* To a file beside it. */
static bool write_temporary(struct output *output)
{
	bool is_good;
	int fd = mkstemp(output->temporary);

	if (fd < 0)
		return fail(output->path);
	output->is_written = true;
	is_good = set_mode(fd) && write_all(fd, output->text, output->size);
	if (!is_good)
		fail(output->path);
	if (close(fd) != 0 && is_good)
		is_good = fail(output->path);
	return is_good;
}

static bool write_changed(struct output *output)
{
	struct stat st;

	/* rename would fail for it, and then others might be in place already. */
	if (stat(output->path, &st) == 0 && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return fail(output->path);
	}
	return is_unchanged(output) || write_temporary(output);
}

bool output_commit(struct output *outputs, size_t count)
{
	bool is_good = true;

	/* Nothing is asked of memory once a file has been made: running out of it would leave that behind. */
	for (size_t i = 0; i < count; i++)
		outputs[i].temporary = arena_text(NULL, "%s.XXXXXX", outputs[i].path);
	for (size_t i = 0; i < count && is_good; i++)
		is_good = write_changed(&outputs[i]);
	for (size_t i = 0; i < count && is_good; i++) {
		if (!outputs[i].is_written)
			continue;
		if (rename(outputs[i].temporary, outputs[i].path) != 0)
			is_good = fail(outputs[i].path);
		else
			outputs[i].is_written = false;
	}
	for (size_t i = 0; i < count; i++) {
		if (outputs[i].is_written)
			unlink(outputs[i].temporary);
		TALLOC_FREE(outputs[i].temporary);
		outputs[i].is_written = false;
	}
	return is_good;
}
