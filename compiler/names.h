/* SPDX-License-Identifier: MIT */
/*
 * What things are called in C. Names are the IDL's own after the namespace; names that C, C++ or a
 * standard header's macro already has get a trailing `_`; names_check reports every other clash
 * with both places. (c.name = "x") settles one by hand.
 */
#ifndef COMPILER_NAMES_H
#define COMPILER_NAMES_H

#include <talloc.h>
#include "ast.h"
#include "diag.h"

/* Reports each pair of names of the unit that cannot be told apart in C. After it without an error
 * the functions below give valid C. */
void names_check(const struct idl_unit *unit, struct diag *diag);

/*
 * All global names that the definition has in C, derived ones too, in an order of their own. Tags
 * of structs, unions and enums are a name space apart. Valid after link without an error.
 */
typedef void names_see_fn(void *private_data, const char *name, bool is_tag, struct idl_span span);
void names_each(const struct idl_def *def, names_see_fn *see_one, void *private_data);

/* The prefix of a file's names: `namespace c`, else `namespace *`, else the base name made an
 * identifier; dots become `_`. */
const char *names_namespace(TALLOC_CTX *mem_ctx, const struct idl_file *file);

/* "parquet_KeyValue": a definition's name after its namespace; also the stem of its functions and
 * tables. */
const char *names_def(TALLOC_CTX *mem_ctx, const struct idl_def *def);

/* A struct's member: the field's own name, mangled when C cannot have it. */
const char *names_member(TALLOC_CTX *mem_ctx, const struct idl_field *field);

/* A function's, where it is a member of a struct; its own name. */
const char *names_function(TALLOC_CTX *mem_ctx, const struct idl_function *function);

/* "parquet_Codec_SNAPPY" */
const char *names_enum_value(
	TALLOC_CTX *mem_ctx, const struct idl_def *def, const struct idl_enum_value *value);

/* The output's base name: "parquet" for parquet.thrift; "my-types" stays as it is in file names. */
const char *names_output(TALLOC_CTX *mem_ctx, const struct idl_file *file);

/* The include guard of the file's header. */
const char *names_guard(TALLOC_CTX *mem_ctx, const struct idl_file *file);

#endif
