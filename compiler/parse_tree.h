/* SPDX-License-Identifier: MIT */
/* Nodes of the tree, as the grammar's actions make them. For parser.y only. */
#ifndef COMPILER_PARSE_TREE_H
#define COMPILER_PARSE_TREE_H

#include "parse.h"

/*
 * A list that is being made is held by its last node, whose next is the first. TREE_APPEND gives
 * the new last node, TREE_CLOSE the first of the finished list.
 */
#define TREE_APPEND(last, node)                                                                    \
	((last) == NULL ? ((node)->next = (node))                                                  \
			: ((node)->next = (last)->next, (last)->next = (node), (node)))
#define TREE_CLOSE(type, last)                                                                     \
	((type *)tree_close((last), (last) == NULL ? NULL : (void *)&(last)->next))

void *tree_close(void *last, void *next);

struct tree_bytes {
	const char *bytes;
	size_t size;
};

struct tree_name {
	const char *text;
	struct idl_span span;
};

struct tree_id {
	bool is_written;
	int64_t number;
	struct idl_span span;
};

/* The head that all definitions share; begin is where the first token is, for the doc comment. */
struct idl_def *tree_def(
	struct parse *parse, enum idl_kind kind, struct tree_name name, struct idl_span whole);
void tree_add_def(struct parse *parse, struct idl_def *def, struct idl_annotation *annotations);

void tree_namespace(struct parse *parse, struct tree_name language, struct tree_name name,
	struct idl_span whole);
void tree_include(
	struct parse *parse, struct tree_bytes path, struct idl_span span, struct idl_span whole);
void tree_header(struct parse *parse, struct idl_span whole);
struct idl_annotation *tree_annotation(
	struct parse *parse, struct tree_name key, struct tree_bytes value);
struct idl_type *tree_type(struct parse *parse, enum idl_type_kind kind, struct idl_span span);
struct idl_type *tree_container(struct parse *parse, enum idl_type_kind kind, struct idl_type *key,
	struct idl_type *element, struct idl_span span);
struct idl_type *tree_named_type(struct parse *parse, struct idl_span span);
struct idl_value *tree_value(struct parse *parse, enum idl_value_kind kind, struct idl_span span);
struct idl_value *tree_items(struct parse *parse, enum idl_value_kind kind, struct idl_value *last,
	struct idl_span span);
struct idl_field *tree_field(
	struct parse *parse, struct tree_id id, struct tree_name name, struct idl_span whole);
struct idl_enum_value *tree_enum_value(
	struct parse *parse, struct tree_name name, struct tree_id number, struct idl_span whole);
struct idl_function *tree_function(
	struct parse *parse, struct tree_name name, struct idl_span whole);

/* A name without dots; one with dots is reported. */
struct tree_name tree_name(struct parse *parse, struct idl_span span);
struct tree_name tree_dotted_name(struct parse *parse, struct idl_span span);

/* One level deeper; false, and reported, when that is too deep. */
bool tree_enter_type(struct parse *parse);
bool tree_enter_value(struct parse *parse);

/* Goes on behind a syntax error; tree_lose: which may have hidden a definition. */
void tree_recover(struct parse *parse);
void tree_lose(struct parse *parse);

void tree_deprecated(
	struct parse *parse, struct idl_span span, const char *what, const char *instead);

#endif
