/* SPDX-License-Identifier: MIT */
/* talloc's allocating functions in front of the library's: each counts, and either fails or calls the next one of its name. */
#define _GNU_SOURCE
#include "failing.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <talloc.h>

static long fail_at = -1;
static bool fail_sticky;
static long requests;
static long resized;
static size_t requested_bytes;

void failing_at(long nth, bool sticky)
{
	fail_at = nth;
	fail_sticky = sticky;
	requests = 0;
	requested_bytes = 0;
	resized = 0;
}

void failing_never(void)
{
	failing_at(-1, false);
}

long failing_requests(void)
{
	return requests;
}

long failing_chunks(void)
{
	return requests - resized;
}

size_t failing_bytes(void)
{
	return requested_bytes;
}

static bool moves;

void failing_moves(bool always)
{
	moves = always;
}

/* Requests that talloc makes of itself within one are not counted. */
static int depth;

static bool fails(size_t size)
{
	long n;

	if (depth > 0)
		return false;
	n = requests++;
	requested_bytes += size;
	return fail_at >= 0 && (n == fail_at || (fail_sticky && n > fail_at));
}

/* The library's function of that name, into *function, which is a pointer to a function. */
static void find_next(const char *name, void *function)
{
	void **target = function;

	if (*target != NULL)
		return;
	*target = dlsym(RTLD_NEXT, name);
	if (*target == NULL) {
		fprintf(stderr, "no %s in libtalloc\n", name);
		abort();
	}
}

void *talloc_named_const(const void *context, size_t size, const char *name)
{
	static void *(*next)(const void *, size_t, const char *);
	void *result;

	find_next("talloc_named_const", &next);
	if (fails(size))
		return NULL;
	depth++;
	result = next(context, size, name);
	depth--;
	return result;
}

void *_talloc_zero(const void *context, size_t size, const char *name)
{
	static void *(*next)(const void *, size_t, const char *);
	void *result;

	find_next("_talloc_zero", &next);
	if (fails(size))
		return NULL;
	depth++;
	result = next(context, size, name);
	depth--;
	return result;
}

void *_talloc_memdup(const void *context, const void *p, size_t size, const char *name)
{
	static void *(*next)(const void *, const void *, size_t, const char *);
	void *result;

	find_next("_talloc_memdup", &next);
	if (fails(size))
		return NULL;
	depth++;
	result = next(context, p, size, name);
	depth--;
	return result;
}

void *_talloc_array(const void *context, size_t size, unsigned count, const char *name)
{
	static void *(*next)(const void *, size_t, unsigned, const char *);
	void *result;

	find_next("_talloc_array", &next);
	if (fails(size * count))
		return NULL;
	depth++;
	result = next(context, size, count, name);
	depth--;
	return result;
}

void *_talloc_zero_array(const void *context, size_t size, unsigned count, const char *name)
{
	static void *(*next)(const void *, size_t, unsigned, const char *);
	void *result;

	find_next("_talloc_zero_array", &next);
	if (fails(size * count))
		return NULL;
	depth++;
	result = next(context, size, count, name);
	depth--;
	return result;
}

/* The first bytes of p in a new chunk; p is gone, and what it held is not what it was. */
static void *move(void *p, size_t size, const char *name)
{
	size_t old_size = talloc_get_size(p);
	void *result = talloc_named_const(talloc_parent(p), size, name);

	if (result == NULL)
		return NULL;
	memcpy(result, p, size < old_size ? size : old_size);
	memset(p, 0xee, old_size);
	talloc_free(p);
	return result;
}

void *_talloc_realloc(const void *context, void *p, size_t size, const char *name)
{
	static void *(*next)(const void *, void *, size_t, const char *);
	void *result;

	find_next("_talloc_realloc", &next);
	/* Giving back may fail like any request, and asks for nothing. */
	if (fails(p == NULL || size <= talloc_get_size(p) ? (p == NULL ? size : 0) : size - talloc_get_size(p)))
		return NULL;
	resized += p != NULL && depth == 0;
	depth++;
	result = moves && p != NULL && size > 0 ? move(p, size, name) : next(context, p, size, name);
	depth--;
	return result;
}

void *_talloc_realloc_array(const void *context, void *p, size_t size, unsigned count, const char *name)
{
	static void *(*next)(const void *, void *, size_t, unsigned, const char *);
	void *result;

	find_next("_talloc_realloc_array", &next);
	if (fails(size * count))
		return NULL;
	depth++;
	result = next(context, p, size, count, name);
	depth--;
	return result;
}

void *talloc_pool(const void *context, size_t size)
{
	static void *(*next)(const void *, size_t);
	void *result;

	find_next("talloc_pool", &next);
	if (fails(size))
		return NULL;
	depth++;
	result = next(context, size);
	depth--;
	return result;
}

char *talloc_strdup(const void *context, const char *text)
{
	static char *(*next)(const void *, const char *);
	char *result;

	find_next("talloc_strdup", &next);
	if (fails(0))
		return NULL;
	depth++;
	result = next(context, text);
	depth--;
	return result;
}

char *talloc_strndup(const void *context, const char *text, size_t size)
{
	static char *(*next)(const void *, const char *, size_t);
	char *result;

	find_next("talloc_strndup", &next);
	if (fails(size))
		return NULL;
	depth++;
	result = next(context, text, size);
	depth--;
	return result;
}
