/* SPDX-License-Identifier: MIT */
/* LD_PRELOADed into a contender for counting only, never while time is taken: how often malloc and its like are asked, and for how much. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *chunk);

static unsigned long calls;
static size_t requested;
static size_t held; /* usable bytes in live chunks that were made since the last reset, less what was freed since */
static size_t peak;

static void *counted(void *chunk, size_t size)
{
	calls++;
	requested += size;
	held += malloc_usable_size(chunk);
	if ((ptrdiff_t)held > (ptrdiff_t)peak)
		peak = held;
	return chunk;
}

void *malloc(size_t size)
{
	return counted(__libc_malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
	return counted(__libc_calloc(count, size), count * size);
}

void *realloc(void *old, size_t size)
{
	size_t usable = malloc_usable_size(old);
	void *chunk;

	held -= usable;
	chunk = __libc_realloc(old, size);
	/* To give back the end of a chunk where it stands is no allocation. */
	if (chunk == old && old != NULL && size <= usable) {
		held += malloc_usable_size(chunk);
		return chunk;
	}
	return counted(chunk, size);
}

void *memalign(size_t alignment, size_t size)
{
	return counted(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

int posix_memalign(void **chunk, size_t alignment, size_t size)
{
	*chunk = memalign(alignment, size);
	return *chunk ? 0 : ENOMEM;
}

void free(void *chunk)
{
	held -= malloc_usable_size(chunk);
	__libc_free(chunk);
}

void count_malloc_reset(void);
void count_malloc_report(void);

void count_malloc_reset(void)
{
	calls = 0;
	requested = held = peak = 0;
}

/* Allocations, bytes asked for, and the most that was held at one time, usable bytes. */
void count_malloc_report(void)
{
	unsigned long seen = calls;
	size_t size = requested, most = peak;

	printf("%lu %zu %zu\n", seen, size, most);
}
