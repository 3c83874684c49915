/* SPDX-License-Identifier: MIT */
/*
 * Counts what a program asks talloc for, and makes chosen requests fail. Works by defining talloc's allocating functions in the
 * test program, in front of the library's, and so under the sanitizers too.
 */
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the nth request (from 0) fails, and with sticky all after it. Clears the counts. */
void failing_at(long nth, bool sticky);

/* No request fails any more. Clears the counts. */
void failing_never(void);

/* From now on a chunk whose size changes moves, as it may with any allocator. A chunk with children must not. */
void failing_moves(bool always);

/* Requests, and their bytes without talloc's headers, since the last of the two above. */
long failing_requests(void);
size_t failing_bytes(void);

/* Those of the requests that made a chunk: not those that changed one's size, of which only growth counts as bytes. */
long failing_chunks(void);

#endif
