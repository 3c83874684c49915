/* SPDX-License-Identifier: MIT */
#include "parse_tree.h"
#include <string.h>

void *tree_close(void *last, void *next)
{
	void *first = NULL;

	if (last == NULL)
		return NULL;
	memcpy(&first, next, sizeof(first)); /* last->next, whatever the type of the node */
	memset(next, 0, sizeof(first));
	return first;
}

struct tree_name tree_dotted_name(struct parse *parse, struct idl_span span)
{
	return (struct tree_name){parse_text(parse, span), span};
}

struct tree_name tree_name(struct parse *parse, struct idl_span span)
{
	struct tree_name name = tree_dotted_name(parse, span);

	if (strchr(name.text, '.') != NULL) {
		diag_error(parse->diag, span, "a name that is defined cannot have dots: \"%s\"",
			name.text);
	}
	return name;
}

struct idl_def *tree_def(
	struct parse *parse, enum idl_kind kind, struct tree_name name, struct idl_span whole)
{
	struct idl_def *def = arena_new_node(parse->arena, struct idl_def);

	def->kind = kind;
	def->name = name.text;
	def->span = name.span;
	def->doc = parse_doc_before(parse, whole.begin);
	def->file = parse->file;
	def->is_broken = parse->is_broken;
	return def;
}

void tree_add_def(struct parse *parse, struct idl_def *def, struct idl_annotation *annotations)
{
	def->annotations = annotations;
	if (parse->last_def == NULL)
		parse->file->defs = def;
	else
		parse->last_def->next = def;
	parse->last_def = def;
}

void tree_header(struct parse *parse, struct idl_span whole)
{
	if (parse->file->doc == NULL)
		parse->file->doc = parse_doc_before(parse, whole.begin);
	if (parse->last_def == NULL)
		return;
	diag_error(parse->diag, whole, "this line must come before the first definition");
	diag_note(parse->diag, parse->file->defs->span, "the first definition is here");
}

void tree_namespace(struct parse *parse, struct tree_name language, struct tree_name name,
	struct idl_span whole)
{
	struct idl_namespace *space = arena_new_node(parse->arena, struct idl_namespace);
	struct idl_namespace **place = &parse->file->namespaces;
	unsigned count = 0;

	tree_header(parse, whole);
	space->language = language.text;
	space->name = name.text;
	space->span = name.span;
	for (; *place != NULL && count < PARSE_MAX_NAMESPACES; count++)
		place = &(*place)->next;
	if (count < PARSE_MAX_NAMESPACES)
		*place = space;
	else
		diag_error(parse->diag, whole, "too many namespaces: %d in one file are the most",
			PARSE_MAX_NAMESPACES);
}

/* The base name without its last extension: "b.c" of "x/b.c.thrift". */
static const char *prefix_of(struct arena *arena, const char *path)
{
	const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
	const char *dot = strrchr(base, '.');

	return arena_copy(arena, base, dot == NULL ? strlen(base) : (size_t)(dot - base));
}

void tree_include(
	struct parse *parse, struct tree_bytes path, struct idl_span span, struct idl_span whole)
{
	struct idl_include *include = arena_new_node(parse->arena, struct idl_include);

	tree_header(parse, whole);
	if (strlen(path.bytes) != path.size || path.size == 0) {
		diag_error(parse->diag, span,
			path.size == 0 ? "the path is empty" : "the path has a NUL byte in it");
		parse->file->has_lost_names = true;
		return;
	}
	include->path = path.bytes;
	include->prefix = prefix_of(parse->arena, path.bytes);
	include->span = span;
	if (parse->last_include == NULL)
		parse->file->includes = include;
	else
		parse->last_include->next = include;
	parse->last_include = include;
}

struct idl_annotation *tree_annotation(
	struct parse *parse, struct tree_name key, struct tree_bytes value)
{
	struct idl_annotation *annotation = arena_new_node(parse->arena, struct idl_annotation);

	annotation->key = key.text;
	annotation->span = key.span;
	annotation->value = value.bytes;
	annotation->value_size = value.size;
	return annotation;
}

struct idl_type *tree_type(struct parse *parse, enum idl_type_kind kind, struct idl_span span)
{
	struct idl_type *type = arena_new_node(parse->arena, struct idl_type);

	type->kind = kind;
	type->span = span;
	return type;
}

struct idl_type *tree_container(struct parse *parse, enum idl_type_kind kind, struct idl_type *key,
	struct idl_type *element, struct idl_span span)
{
	struct idl_type *type = tree_type(parse, kind, span);

	parse->type_depth--;
	type->key = key;
	type->element = element;
	return type;
}

struct idl_type *tree_named_type(struct parse *parse, struct idl_span span)
{
	struct idl_type *type = tree_type(parse, IDL_NAMED, span);

	type->name = parse_text(parse, span);
	return type;
}

struct idl_value *tree_value(struct parse *parse, enum idl_value_kind kind, struct idl_span span)
{
	struct idl_value *value = arena_new_node(parse->arena, struct idl_value);

	value->kind = kind;
	value->span = span;
	return value;
}

struct idl_value *tree_items(
	struct parse *parse, enum idl_value_kind kind, struct idl_value *last, struct idl_span span)
{
	struct idl_value *value = tree_value(parse, kind, span);

	parse->value_depth--;
	value->items = TREE_CLOSE(struct idl_value, last);
	for (const struct idl_value *item = value->items; item != NULL; item = item->next)
		value->count++;
	return value;
}

struct idl_field *tree_field(
	struct parse *parse, struct tree_id id, struct tree_name name, struct idl_span whole)
{
	struct idl_field *field = arena_new_node(parse->arena, struct idl_field);

	field->name = name.text;
	field->span = name.span;
	field->doc = parse_doc_before(parse, whole.begin);
	field->has_id = id.is_written;
	field->id_span = id.is_written ? id.span : name.span;
	if (id.is_written && (id.number > 32767 || id.number < -32768 || id.number == 0)) {
		if (id.number == 0)
			diag_error(
				parse->diag, id.span, "field ids go from 1 to 32767: 0 is not one");
		else
			diag_error(parse->diag, id.span,
				"field ids go from 1 to 32767: they have 16 bits on the wire");
		parse->is_broken = true;
		return field;
	}
	field->id = (int32_t)id.number;
	return field;
}

struct idl_enum_value *tree_enum_value(
	struct parse *parse, struct tree_name name, struct tree_id number, struct idl_span whole)
{
	struct idl_enum_value *value = arena_new_node(parse->arena, struct idl_enum_value);

	if (strchr(name.text, '.') != NULL) {
		diag_error(parse->diag, name.span,
			"a name that is defined cannot have dots: \"%s\"", name.text);
	}
	value->name = name.text;
	value->span = name.span;
	value->doc = parse_doc_before(parse, whole.begin);
	value->has_number = number.is_written;
	value->number = number.number;
	value->number_span = number.is_written ? number.span : name.span;
	return value;
}

struct idl_function *tree_function(
	struct parse *parse, struct tree_name name, struct idl_span whole)
{
	struct idl_function *function = arena_new_node(parse->arena, struct idl_function);

	function->name = name.text;
	function->span = name.span;
	function->doc = parse_doc_before(parse, whole.begin);
	return function;
}

bool tree_enter_type(struct parse *parse)
{
	if (++parse->type_depth <= PARSE_MAX_TYPE_DEPTH)
		return true;
	diag_error(parse->diag, parse->current,
		"containers are nested too deep: %d levels are the most", PARSE_MAX_TYPE_DEPTH);
	return false;
}

bool tree_enter_value(struct parse *parse)
{
	if (++parse->value_depth <= PARSE_MAX_VALUE_DEPTH)
		return true;
	diag_error(parse->diag, parse->current,
		"constants are nested too deep: %d levels are the most", PARSE_MAX_VALUE_DEPTH);
	return false;
}

void tree_recover(struct parse *parse)
{
	parse->is_broken = true;
	parse->type_depth = 0;
	parse->value_depth = 0;
}

void tree_lose(struct parse *parse)
{
	tree_recover(parse);
	parse->file->has_lost_names = true;
}

void tree_deprecated(
	struct parse *parse, struct idl_span span, const char *what, const char *instead)
{
	diag_warn(parse->diag, DIAG_DEPRECATED, span, "\"%s\" is deprecated: write \"%s\"", what,
		instead);
}
