/* SPDX-License-Identifier: MIT */
/* The store for the decoder: looking up and putting in apart, and strings whose bytes lie elsewhere. Public half: ingot/strings.h. */
#ifndef RUNTIME_STRING_STORE_H
#define RUNTIME_STRING_STORE_H

#include <ingot/strings.h>

/*
 * The string held with these bytes, or NULL; then *hash is theirs, for strings_put. Tries first what came after the last one
 * found: messages repeat their strings in the same order.
 */
const struct ingot_string *strings_look_up(struct ingot_strings *strings, const char *data, uint32_t size, uint32_t *hash);

/* Puts in a string that is not held, and which stays where it is as long as the store is used. TOO_LARGE, NOMEM. */
enum ingot_status strings_put(struct ingot_strings *strings, uint32_t hash, struct ingot_string string);

#endif
