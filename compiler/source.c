/* SPDX-License-Identifier: MIT */
#include "source.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "arena.h"

struct source *source_from_text(
	TALLOC_CTX *mem_ctx, const char *path, const char *text, size_t size)
{
	struct source *source = arena_need(talloc_zero(mem_ctx, struct source));
	char *copy = arena_need(talloc_size(source, size + 1));

	if (size > 0)
		memcpy(copy, text, size);
	copy[size] = '\0';
	source->path = arena_need(talloc_strdup(source, path));
	source->text = copy;
	source->size = size;
	return source;
}

/* Reads up to size bytes; the file may have shrunk or grown since it was measured. */
static ssize_t read_all(int fd, char *to, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read(fd, to + done, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

static struct source *read_open_file(
	TALLOC_CTX *mem_ctx, int fd, const char *path, const char **why)
{
	struct source *source;
	struct stat st;
	char *text;
	ssize_t n;

	if (fstat(fd, &st) != 0) {
		*why = strerror(errno);
		return NULL;
	}
	if (!S_ISREG(st.st_mode)) {
		*why = S_ISDIR(st.st_mode) ? "is a directory" : "is not a regular file";
		return NULL;
	}
	if (st.st_size > (off_t)SOURCE_MAX_SIZE) {
		*why = "is larger than 64 MiB";
		return NULL;
	}
	source = arena_need(talloc_zero(mem_ctx, struct source));
	text = arena_need(talloc_size(source, (size_t)st.st_size + 1));
	n = read_all(fd, text, (size_t)st.st_size);
	if (n < 0) {
		*why = strerror(errno);
		talloc_free(source);
		return NULL;
	}
	text[n] = '\0';
	source->path = arena_need(talloc_strdup(source, path));
	source->text = text;
	source->size = (size_t)n;
	source->device = st.st_dev;
	source->inode = st.st_ino;
	return source;
}

struct source *source_read(TALLOC_CTX *mem_ctx, const char *path, const char **why, bool *missing)
{
	struct source *source;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	*missing = false;
	if (fd < 0) {
		*missing = errno == ENOENT || errno == ENOTDIR;
		*why = strerror(errno);
		return NULL;
	}
	source = read_open_file(mem_ctx, fd, path, why);
	close(fd);
	return source;
}

static void find_lines(struct source *source)
{
	const char *text = source->text;
	uint32_t count = 1;

	for (size_t i = 0; i < source->size; i++)
		count += text[i] == '\n';
	source->lines = arena_need(talloc_array(source, uint32_t, count));
	source->lines[0] = 0;
	source->line_count = 1;
	for (size_t i = 0; i < source->size; i++) {
		if (text[i] == '\n')
			source->lines[source->line_count++] = (uint32_t)i + 1;
	}
}

struct source_place source_place(const struct source *source, uint32_t offset)
{
	struct source_place place;
	uint32_t low = 0, high, end;

	if (source->lines == NULL)
		find_lines((struct source *)(uintptr_t)
				source); /* a cache: nothing that can be seen changes */
	high = source->line_count;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (source->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	end = low + 1 < source->line_count ? source->lines[low + 1] - 1 : (uint32_t)source->size;
	while (end > source->lines[low] && source->text[end - 1] == '\r')
		end--;
	place.line = low + 1;
	place.column = offset - source->lines[low] + 1;
	place.line_begin = source->lines[low];
	place.line_end = end;
	return place;
}
