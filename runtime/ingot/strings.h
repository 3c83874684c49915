/* SPDX-License-Identifier: MIT */
/*
 * A store of distinct strings. Putting a string in gives its id: 0, 1, 2 … in the order of first appearance, the same for equal
 * strings, never changed. A batch gives a map from its indexes to ids. Strings lie in chunks and never move, so that a
 * struct ingot_string taken out of the store stays good until the store is freed or reset.
 *
 * A store is one thread's at a time; looking up and reading may be done by several at once while none puts strings in.
 * When putting in fails, the store holds what it held before.
 */
#ifndef INGOT_STRINGS_H
#define INGOT_STRINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/status.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ingot_strings;

/* The id of no string: what an absent string maps to. */
#define INGOT_NO_STRING UINT32_MAX

/* The most that a store can hold: talloc gives no chunk of 256 MiB, which the index would need above. */
#define INGOT_STRINGS_COUNT (3u << 22)
#define INGOT_STRINGS_SIZE ((uint64_t)1 << 40)

/* An empty store without other limits than the most; NULL when talloc fails. talloc_free frees it with all its strings. */
struct ingot_strings *ingot_strings_new(TALLOC_CTX *mem_ctx);

/* From now on putting in is refused with TOO_LARGE above so many strings, or bytes of them. What is held stays. */
void ingot_strings_limit(struct ingot_strings *strings, uint32_t max_count, uint64_t max_size);

/* The id of the string with these bytes, which are copied if they are new. TOO_LARGE, NOMEM: *id is as it was. */
enum ingot_status ingot_strings_add(struct ingot_strings *strings, const char *data, uint32_t size, uint32_t *id);

/*
 * The same for a batch: map[i] is the id of batch[i], INGOT_NO_STRING where that is absent. Faster than one by one, and sizes
 * its memory ahead by how many were new so far. All or nothing: on TOO_LARGE or NOMEM none is put in and map is undefined.
 */
enum ingot_status ingot_strings_add_all(struct ingot_strings *strings, const struct ingot_string *batch, uint32_t count,
					uint32_t *map);

/* Whether the store holds these bytes, and under which id. Puts nothing in and allocates nothing. */
bool ingot_strings_find(const struct ingot_strings *strings, const char *data, uint32_t size, uint32_t *id);

/* The string of an id, NUL-terminated, in the store's memory; NULL for an id that was not given out. */
const struct ingot_string *ingot_strings_get(const struct ingot_strings *strings, uint32_t id);

/* How many strings are held; their ids are all numbers below. */
uint32_t ingot_strings_count(const struct ingot_strings *strings);

/* Bytes of all strings held, NULs not counted. */
uint64_t ingot_strings_size(const struct ingot_strings *strings);

/* Forgets all strings and ids; keeps the index and the largest chunk for the next ones. */
void ingot_strings_reset(struct ingot_strings *strings);

#ifdef __cplusplus
}
#endif
#endif
