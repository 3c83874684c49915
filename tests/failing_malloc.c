/* SPDX-License-Identifier: MIT */
#include "failing_malloc.h"

#include <errno.h>

static long fail_at = -1;
static bool fail_sticky;
static long requests;
static long held;

void failing_malloc_at(long nth, bool sticky)
{
	fail_at = nth;
	fail_sticky = sticky;
	requests = 0;
}

long failing_malloc_requests(void)
{
	return requests;
}

long failing_malloc_held(void)
{
	return held;
}

#if FAILING_MALLOC_WORKS

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

static bool fails(void)
{
	long n = requests++;

	if (fail_at < 0 || (n != fail_at && (!fail_sticky || n < fail_at)))
		return false;
	errno = ENOMEM;
	return true;
}

static void *hold(void *p)
{
	held += p != NULL;
	return p;
}

void *malloc(size_t size)
{
	return fails() ? NULL : hold(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : hold(__libc_calloc(count, size));
}

void *realloc(void *p, size_t size)
{
	void *moved;

	if (fails())
		return NULL;
	moved = __libc_realloc(p, size);
	if (p == NULL)
		held += moved != NULL;
	else if (size == 0)
		held--;
	return moved;
}

void free(void *p)
{
	held -= p != NULL;
	__libc_free(p);
}

#endif
