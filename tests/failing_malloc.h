/* SPDX-License-Identifier: MIT */
/*
 * Makes chosen calls of malloc, calloc and realloc fail, whoever makes them: the program, libtalloc, Jansson, the C library itself.
 * Defines them in the program, in front of glibc's, so not for other C libraries, nor for sanitizers, which do the same.
 */
#ifndef TESTS_FAILING_MALLOC_H
#define TESTS_FAILING_MALLOC_H

#include <stdbool.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FAILING_MALLOC_IS_SANITIZED
#endif
#endif
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(FAILING_MALLOC_IS_SANITIZED)
#define FAILING_MALLOC_WORKS 1
#else
#define FAILING_MALLOC_WORKS 0
#endif

/* From now on the nth request (from 0; negative: none) fails, and with sticky all after it. Clears the count. */
void failing_malloc_at(long nth, bool sticky);

/* Requests since then. */
long failing_malloc_requests(void);

/* Pieces of memory that are held now. */
long failing_malloc_held(void);

#endif
