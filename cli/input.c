/* SPDX-License-Identifier: MIT */
/* Loading bytes: mapping, reading, and decoding text. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "digits.h"
#include "interrupt.h"
#include "out.h"

struct mapping {
	void *bytes;
	size_t size;
	struct interrupt_mapping interrupt;
};

static int unmap(struct mapping *mapping)
{
	interrupt_unmap(&mapping->interrupt);
	munmap(mapping->bytes, mapping->size);
	return 0;
}

static bool map_file(struct input *input, int fd, size_t size)
{
	struct mapping *mapping = talloc(input, struct mapping);
	void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);

	if (mapping == NULL || bytes == MAP_FAILED) {
		talloc_free(mapping);
		return false;
	}
	*mapping = (struct mapping){ .bytes = bytes, .size = size };
	talloc_set_destructor(mapping, unmap);
	interrupt_map(&mapping->interrupt, bytes, size, input->name);
	posix_madvise(bytes, size, POSIX_MADV_SEQUENTIAL);
	input->bytes = bytes;
	input->size = size;
	return true;
}

/* Bytes from malloc that end with the input: talloc gives no chunk above 256 MiB. */
struct buffer {
	uint8_t *bytes;
};

static int free_buffer(struct buffer *buffer)
{
	free(buffer->bytes);
	return 0;
}

static struct buffer *new_buffer(struct input *input, size_t size)
{
	struct buffer *buffer = talloc(input, struct buffer);

	if (buffer == NULL)
		return NULL;
	buffer->bytes = malloc(size);
	if (buffer->bytes == NULL) {
		talloc_free(buffer);
		return NULL;
	}
	talloc_set_destructor(buffer, free_buffer);
	return buffer;
}

static bool no_memory(const struct input *input)
{
	out_error("%s: too large for memory", input->name);
	return false;
}

/*
 * Address space for a pipe, of which only what is written to becomes memory. Where so much cannot
 * be had (ulimit -v) less has to do, and an input that is larger is refused.
 */
static bool reserve(struct input *input)
{
	size_t room;

	for (room = (size_t)1 << 42; room >= (size_t)1 << 26; room >>= 2) {
		struct mapping *mapping;
		void *range = mmap(NULL, room, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

		if (range == MAP_FAILED)
			continue;
		mapping = talloc(input, struct mapping);
		if (mapping == NULL) {
			munmap(range, room);
			return false;
		}
		*mapping = (struct mapping){ .bytes = range, .size = room };
		talloc_set_destructor(mapping, unmap);
		input->range = range;
		input->bytes = range;
		input->room = room;
		return true;
	}
	return false;
}

bool input_more(struct input *input, size_t least)
{
	size_t wanted = least > input->room - input->size ? input->room : input->size + least;

	while (input->has_more && input->size < wanted) {
		size_t left = input->room - input->size;
		ssize_t n;

		if (left == 0)
			return no_memory(input);
		n = read(input->fd, input->range + input->size, left < (1 << 20) ? left : 1 << 20);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			out_error("%s: %s", input->name, strerror(errno));
			return false;
		}
		input->has_more = n > 0;
		input->size += (size_t)n;
	}
	return input->size >= wanted || !input->has_more || no_memory(input);
}

bool input_rest(struct input *input)
{
	while (input->has_more)
		if (!input_more(input, 1 << 24))
			return false;
	return true;
}

void input_release(struct input *input, size_t before)
{
	size_t step = 1 << 22, end = before / step * step;

	if (input->range == NULL || end <= input->released)
		return;
	madvise(input->range + input->released, end - input->released, MADV_DONTNEED);
	input->released = end;
}

static bool load(struct input *input, int fd)
{
	struct stat status;

	if (fstat(fd, &status) != 0) {
		out_error("%s: %s", input->name, strerror(errno));
		return false;
	}
	if (S_ISDIR(status.st_mode)) {
		out_error("%s: %s", input->name, strerror(EISDIR));
		return false;
	}
	if (S_ISREG(status.st_mode) && status.st_size > 0 && lseek(fd, 0, SEEK_CUR) == 0 &&
	    map_file(input, fd, (size_t)status.st_size))
		return true;
	if (!reserve(input))
		return no_memory(input);
	input->has_more = true;
	return input_more(input, 1 << 20);
}

static bool cut(struct input *input, const struct options *options)
{
	if (options->has_length || options->at > input->size)
		if (!input_rest(input))
			return false;
	if (options->at > input->size) {
		out_error("%s: --at %llu is behind the end (%zu bytes)", input->name,
			(unsigned long long)options->at, input->size);
		return false;
	}
	input->begin = (size_t)options->at;
	if (!options->has_length)
		return true;
	if (options->length > input->size - input->begin) {
		out_error("%s: --length %llu goes past the end (%zu bytes left)", input->name,
			(unsigned long long)options->length, input->size - input->begin);
		return false;
	}
	input->size = input->begin + (size_t)options->length;
	return true;
}

static int close_input(struct input *input)
{
	if (input->fd > STDIN_FILENO)
		close(input->fd);
	return 0;
}

static bool decode(struct input *input, enum from from)
{
	struct buffer *buffer;
	size_t count;

	if (from == FROM_RAW)
		return true;
	if (!input_rest(input))
		return false;
	buffer = new_buffer(input, input->size / 4 * 3 + 4);
	if (buffer == NULL)
		return no_memory(input);
	if (!(from == FROM_HEX ? digits_hex : digits_base64)(
		    input->name, input->bytes, input->size, buffer->bytes, &count))
		return false;
	input->bytes = buffer->bytes;
	input->size = count;
	return true;
}

struct input *input_load(TALLOC_CTX *mem_ctx, const char *name, const struct options *options)
{
	static const uint8_t nothing[1];
	struct input *input = talloc_zero(mem_ctx, struct input);
	bool is_stdin = strcmp(name, "-") == 0;

	if (input == NULL)
		return NULL;
	input->name = is_stdin ? "stdin" : name;
	input->fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (input->fd < 0)
		out_error("%s: %s", name, strerror(errno));
	talloc_set_destructor(input, close_input);
	if (input->fd < 0 || !load(input, input->fd) || !decode(input, options->from) ||
		!cut(input, options)) {
		talloc_free(input);
		return NULL;
	}
	if (input->bytes == NULL)
		input->bytes = nothing;
	return input;
}
