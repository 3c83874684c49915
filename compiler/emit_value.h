/* SPDX-License-Identifier: MIT */
/* Constant values as C initializers that are address constants: what they point to are compound
 * literals of static storage. */
#ifndef COMPILER_EMIT_VALUE_H
#define COMPILER_EMIT_VALUE_H

#include "emitter.h"

/* Where a value is: it decides what the entries of its maps are called. */
struct value_place {
	const struct idl_def *def;
	const struct idl_field *field;
};

/*
 * "PREFIX = initializer," in as many lines as it takes, for a member, an element or, with `;` for
 * suffix, a variable. In place: what a required field would hold, a struct by value.
 */
void emit_value(struct emitter *e, struct value_place place, const char *prefix,
	const struct idl_type *type, const struct idl_value *value, const char *suffix);

/*
 * Whether a field that is not set reads as its default. An optional one stays absent, so that it
 * can be told from one that was set; X_field_default is what it then means.
 */
bool has_default(const struct idl_def *def, const struct idl_field *field);

/* The members of a struct that a value sets, or that have a default; value NULL: only those. One
 * line or more each. */
void emit_members_of_value(
	struct emitter *e, const struct idl_def *def, const struct idl_value *value);

/* A string literal, for any size below 4096. */
const char *literal_text(struct emitter *e, const struct idl_value *value);

/* An expression for a bool, integer, enum or double. */
const char *scalar_text(
	struct emitter *e, const struct idl_type *type, const struct idl_value *value);

#endif
