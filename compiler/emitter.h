/* SPDX-License-Identifier: MIT */
/* Text that grows line by line, and what every emitter needs to know of the tree. Private to the emit_*.c files. */
#ifndef COMPILER_EMITTER_H
#define COMPILER_EMITTER_H

#include <stdbool.h>
#include <stdint.h>
#include <talloc.h>
#include "ast.h"
#include "layout.h"

struct emitter {
	TALLOC_CTX *mem_ctx; /* for names and the like; freed when a definition is done */
	const struct idl_unit *unit;
	const struct idl_file *file;
	const struct layouts *layouts;
	char *text; /* so far */
	size_t size;
	size_t room;
	unsigned level; /* of indentation, in tabs */
};

/*
 * One line of C, indented. A leading `}` closes a level, a trailing `{` opens one; `case …:` and `default:` stand one level
 * to the left; an empty line and one that begins with `#` are not indented.
 */
void emit(struct emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A comment with a definition's or member's doc text; nothing when doc is NULL. Safe for any text. */
void emit_doc(struct emitter *e, const char *doc);

/*
 * One definition is done: mem_ctx is emptied. Returns the next, for loops over definitions; NULL, too, when the
 * text gets too large.
 */
const struct idl_def *emit_done(struct emitter *e, const struct idl_def *def);

/* "parquet_KeyValue", under mem_ctx. */
const char *name_of(struct emitter *e, const struct idl_def *def);

/* The struct, union or exception that a type is, or NULL. */
const struct idl_def *struct_of(const struct idl_type *type);
bool is_struct_def(const struct idl_def *def);
/* The enum that a type is, or NULL. */
const struct idl_def *enum_of(const struct idl_type *type);
bool is_container(const struct idl_type *type);
/* string or binary */
bool is_string(const struct idl_type *type);
/* (ingot.dedup): its strings share storage. */
bool has_dedup(const struct idl_field *field);
/* An optional scalar, enum or uuid: a pointer in the struct, its value in the block. */
bool is_boxed(const struct idl_def *def, const struct idl_field *field);

/* How a value lies in place: "int32_t", "struct ingot_string", "struct parquet_KeyValue", "struct { … *items; uint32_t count; }". */
const char *c_type_of(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const struct idl_type *type);

/* The entry struct of a map in a field's type: maps are numbered in the order in which they are written. */
const char *entry_name(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const struct idl_type *map);

/* The definitions of the entry structs that a field's type needs. */
void emit_entry_structs(struct emitter *e, const struct idl_def *def, const struct idl_field *field);

/* The parts of a generated pair. */
void emit_enum_decls(struct emitter *e);
void emit_struct_decls(struct emitter *e);
void emit_function_decls(struct emitter *e);
void emit_tables(struct emitter *e);
void emit_readers(struct emitter *e);
void emit_writers(struct emitter *e);
void emit_batch_decls(struct emitter *e);
void emit_batches(struct emitter *e);
/* Of one struct, in the header. */
void emit_write_decls(struct emitter *e, const struct idl_def *def);

/* Whether a value in which every field is absent is not all zero; and that value, `static const struct X X_initial`. */
bool has_initial(const struct idl_def *def);
void emit_initial(struct emitter *e, const struct idl_def *def);
/* X_INIT, and X_field_default of each optional field that has a default. */
void emit_init_macros(struct emitter *e, const struct idl_def *def);
/* Constants: declarations and macros; and what is behind them. */
void emit_const_decls(struct emitter *e);
void emit_consts(struct emitter *e);

#endif
