/* SPDX-License-Identifier: MIT */
/*
 * A walk that knows a type: each event comes with the type and field it belongs to, and the rules that only a schema can state
 * are enforced (required fields, unions, and in strict mode mismatches and UTF-8). What a decoder would make of the bytes,
 * without making it.
 */
#ifndef RUNTIME_TYPED_H
#define RUNTIME_TYPED_H

#include <ingot/type.h>
#include <ingot/walk.h>

enum typed_fit {
	TYPED_KNOWN,      /* the schema has it, and with this wire type */
	TYPED_UNKNOWN,    /* a field that the schema does not have, or below such */
	TYPED_MISMATCHED  /* the schema has it with another wire type, or below such: a decoder skips it */
};

/* Required fields at indexes below this are followed by a bit each; those above cost a second walk over their struct. */
#define TYPED_BITS 256

struct typed_level {
	const struct ingot_type *type;   /* NULL: nothing known */
	const struct ingot_field *field; /* STRUCT, UNION: the last one met that the schema has */
	uint32_t hint;                   /* index at which the next field is looked for first */
	int32_t member;                  /* UNION: id of the member met, when has_member */
	bool has_member;
	uint8_t fit;
	uint64_t seen[TYPED_BITS / 64];
};

struct typed_walk {
	struct ingot_walk walk;
	const struct ingot_type *root;
	bool refuses_flaws; /* also refuse bad values in what a decoder skips; false after typed_init */
	/* Of the last event. */
	const struct ingot_type *type;   /* NULL unless TYPED_KNOWN */
	const struct ingot_field *field; /* FIELD: the schema's, also when mismatched; else NULL */
	enum typed_fit fit;
	/* levels[n]: the struct, list, set or map at depth n. */
	struct typed_level levels[INGOT_MAX_DEPTH + 1];
};

/* Begins at reader->offset with a value of that type; NULL: no schema, the root is a struct and everything UNKNOWN. */
void typed_init(struct typed_walk *typed, struct ingot_reader *reader, const struct ingot_type *type);

/* The same for a value of any wire type; type may be NULL. */
void typed_init_value(struct typed_walk *typed, struct ingot_reader *reader, const struct ingot_type *type,
	enum ingot_wire_type wire);

/* As ingot_walk_next; failures of both kinds go to the reader, with fields in its steps. */
bool typed_next(struct typed_walk *typed, struct ingot_event *event);

/* As ingot_walk_skip; what is skipped is checked against the type all the same. */
bool typed_skip(struct typed_walk *typed);

/* Puts the way to the last event into the reader's steps. */
void typed_steps(const struct typed_walk *typed);

#endif
