/* SPDX-License-Identifier: MIT */
/* What the runtime's files share and do not export in headers. */
#ifndef RUNTIME_INTERNAL_H
#define RUNTIME_INTERNAL_H

#include <ingot/reader.h>
#include <ingot/walk.h>
#include <ingot/decode.h>

/*
 * Called after a decoder failed on reader->bytes from reader->offset: walks the bytes again by the type's tables and fills
 * status, error_offset, missing, expected, root and steps. With INGOT_OK it finds the failure itself; with another status
 * (INGOT_BUDGET, INGOT_NOMEM, INGOT_DEPTH) it keeps that and finds the way to the byte at `stop`. Never leaves INGOT_OK; leaves
 * reader->offset as it was.
 */
void ingot_diagnose(struct ingot_reader *reader, const struct ingot_type *type, enum ingot_status status, size_t stop);

/* Whether a value of that type is at reader->offset, by every rule that the reader's options ask for; the failure is in the reader. */
bool ingot_check(struct ingot_reader *reader, const struct ingot_type *type);

/* The first failure stays: sets the reader's status and offset unless it has one. expected is static or NULL. */
void ingot_reader_fail(struct ingot_reader *reader, enum ingot_status status, size_t offset, uint64_t missing,
	const char *expected);

/*
 * As ingot_walk_next, but delivers values that their type cannot have, with walk->flaw set: a bool above 2, an i16 or i32 that is too
 * long or too large.
 */
bool ingot_walk_step(struct ingot_walk *walk, struct ingot_event *event);

/* The wire type that a kind is written as. */
enum ingot_wire_type ingot_wire_of_kind(enum ingot_kind kind);

/* True when the bytes are UTF-8: no surrogates, no overlong forms, nothing above U+10FFFF. */
bool ingot_is_utf8(const uint8_t *bytes, size_t size);

/* As ingot_skip_elements, for the entries of a map. */
const uint8_t *ingot_skip_entries(struct ingot_decoder *d, const uint8_t *p, uint32_t count, uint32_t key_type,
				  uint32_t value_type, int depth, enum ingot_protocol protocol);

/* Less than this, talloc does not give back. */
#define INGOT_LEAST_TRIM 1024

/*
 * A message fills `used` of the `size` bytes of its only chunk: gives the rest back when it is much. Returns the message, which may
 * have moved.
 */
void *ingot_trim(void *root, const struct ingot_type *type, size_t used, size_t size);

/* Reads p to end from now on, bytes of d->reader. The first of what is needed before a generated reader is called. */
void ingot_begin_input(struct ingot_decoder *d, const uint8_t *p, const uint8_t *end);

/* Pieces of this size are worth a call of the kernel. */
#define INGOT_LARGE_PIECE ((size_t)1 << 20)

/* A large piece of memory that was just allocated is likely to be filled from its start. */
void ingot_advise_use(char *piece, size_t size);

#endif
