/* SPDX-License-Identifier: MIT */
/* The store for the decoder: looking up and putting in apart, and strings whose bytes lie elsewhere. Public half: ingot/strings.h. */
#ifndef RUNTIME_STRING_STORE_H
#define RUNTIME_STRING_STORE_H

#include <ingot/strings.h>

/* Strings of a store that lie side by side, next … end. */
struct strings_run {
	const struct ingot_string *next;
	const struct ingot_string *end;
};

/* Behind each string of a store so many bytes may be read. */
#define STRINGS_SLACK 16

/*
 * The string held with these bytes, or NULL; then *hash is theirs, for strings_put. Tries first the run, which is set to what was
 * put in behind the string that is found: messages repeat their strings in the same order.
 */
const struct ingot_string *strings_look_up(const struct ingot_strings *strings, const char *data, uint32_t size,
					   struct strings_run *run, uint32_t *hash);

/* Puts in a string that is not held, and which stays where it is as long as the store is used. TOO_LARGE, NOMEM. */
enum ingot_status strings_put(struct ingot_strings *strings, uint32_t hash, struct ingot_string string);

#endif
