/* SPDX-License-Identifier: MIT */
/*
 * Making values by hand. X_init sets a struct's fields to their defaults; then members are set as in any C struct. What needs more than
 * an assignment is here: optional scalars, which are pointers; strings; and lists that grow. Everything that is allocated hangs
 * under the talloc context that is given, so that one talloc_free ends the whole value.
 *
 *     demo_Event_init(&event);
 *     event.name = INGOT_TEXT("start");
 *     event.attempt = INGOT_SOME(int32_t, 3);
 *     *INGOT_APPEND(ctx, &event.ids) = 17;
 */
#ifndef INGOT_MAKE_H
#define INGOT_MAKE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <talloc.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What X_INIT is for a struct without defaults. */
#ifdef __cplusplus
#define INGOT_ZERO {}
#else
#define INGOT_ZERO { 0 }
#endif

/* A string literal, NUL bytes in it included, as an initialiser: struct ingot_string s = INGOT_TEXT_INIT("start"); */
#define INGOT_TEXT_INIT(literal) { literal, (uint32_t)(sizeof(literal) - 1) }

/* The same as an expression. Nothing is copied. */
#define INGOT_TEXT(literal) ingot_bytes(literal, (uint32_t)(sizeof(literal) - 1))

/* Bytes that stay where they are, and must outlive the value. */
static inline struct ingot_string ingot_bytes(const void *bytes, uint32_t size)
{
	struct ingot_string string = { (const char *)bytes, size };

	return string;
}

/* As ingot_bytes, up to the NUL. Absent when text is NULL. */
static inline struct ingot_string ingot_text(const char *text)
{
	return ingot_bytes(text, text != NULL ? (uint32_t)strlen(text) : 0);
}

/* Copies, NUL-terminated, under mem_ctx. Absent (data == NULL) when talloc fails or size is above INT32_MAX. */
struct ingot_string ingot_bytes_copy(TALLOC_CTX *mem_ctx, const void *bytes, size_t size);
struct ingot_string ingot_text_copy(TALLOC_CTX *mem_ctx, const char *text);

/*
 * An optional scalar, enum or uuid that is present: a pointer to the value, which lasts until the enclosing block of the C function
 * ends, or for ever at file scope. C only; see ingot_some_… for values that must outlive the function.
 */
#define INGOT_SOME(type, value) (&(const type){ value })

/* The same on the heap, under mem_ctx. NULL, which is absent, when talloc fails. An enum is an int32_t. */
const bool *ingot_some_bool(TALLOC_CTX *mem_ctx, bool value);
const int8_t *ingot_some_i8(TALLOC_CTX *mem_ctx, int8_t value);
const int16_t *ingot_some_i16(TALLOC_CTX *mem_ctx, int16_t value);
const int32_t *ingot_some_i32(TALLOC_CTX *mem_ctx, int32_t value);
const int64_t *ingot_some_i64(TALLOC_CTX *mem_ctx, int64_t value);
const double *ingot_some_double(TALLOC_CTX *mem_ctx, double value);
const struct ingot_uuid *ingot_some_uuid(TALLOC_CTX *mem_ctx, struct ingot_uuid value);

/* An optional scalar's value, or another one when it is absent, such as its default: INGOT_OR(event->attempt, 1). */
#define INGOT_OR(pointer, otherwise) ((pointer) != NULL ? *(pointer) : (otherwise))

/* Both members of a list, set or map from an array: event.ids = … is not C, so this is for initialisers: .ids = INGOT_ARRAY(numbers). */
#define INGOT_ARRAY(array) { (array), (uint32_t)(sizeof(array) / sizeof((array)[0])) }

/*
 * Makes list (the address of a struct's list, set or map) have count zeroed items, under mem_ctx; what it had before is forgotten, not
 * freed. False when talloc fails: the list is as it was.
 */
#define INGOT_RESIZE(mem_ctx, list, count) ingot_list_resize(mem_ctx, (list), sizeof(*(list)->items), (count))

/*
 * Adds a zeroed item at the end; the address of that item, of its own type. For lists that only INGOT_APPEND and INGOT_RESIZE have made: the
 * array grows by doubling and may move. NULL when talloc fails, or count is INT32_MAX already.
 */
#define INGOT_APPEND(mem_ctx, list) \
	((__typeof__((list)->items))ingot_list_append(mem_ctx, (list), sizeof(*(list)->items)))

/* The functions behind them; list points to a generated list, set or map. */
bool ingot_list_resize(TALLOC_CTX *mem_ctx, void *list, size_t item_size, uint32_t count);
void *ingot_list_append(TALLOC_CTX *mem_ctx, void *list, size_t item_size);

#ifdef __cplusplus
}
#endif
#endif
