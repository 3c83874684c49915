/* SPDX-License-Identifier: MIT */
/*
 * Writers: for each struct one inline function, a line a field in the IDL's order, that is compiled once for each protocol. What the
 * emitted functions promise each other is in the runtime's encode.h.
 */
#include <stdio.h>
#include <string.h>

#include "emitter.h"
#include "arena.h"
#include "names.h"

/* As INGOT_WRITE_RUN: fixed-size fields that may follow each other before room is asked for. */
#define WRITE_RUN 12

static void emit_element(struct emitter *e, const struct idl_type *type, const char *expression, unsigned level);

/* The name of a value's functions: "i32" for ingot_write_i32 and ingot_write_i32_field; NULL for structs and containers. */
static const char *put_name(const struct idl_type *type)
{
	static const char *const names[] = {
		[IDL_BOOL] = "bool",
		[IDL_I8] = "i8",
		[IDL_I16] = "i16",
		[IDL_I32] = "i32",
		[IDL_I64] = "i64",
		[IDL_DOUBLE] = "double",
		[IDL_STRING] = "string",
		[IDL_BINARY] = "string",
		[IDL_UUID] = "uuid",
		[IDL_LIST] = NULL,
		[IDL_SET] = NULL,
		[IDL_MAP] = NULL,
		[IDL_NAMED] = "i32", /* an enum */
	};

	return struct_of(type) != NULL ? NULL : names[idl_type_resolve(type)->kind];
}

static bool is_fixed(const struct idl_type *type)
{
	return put_name(type) != NULL && !is_string(type);
}

/* What follows INGOT_KIND_. */
static const char *kind_name(const struct idl_type *type)
{
	static const char *const names[] = {
		[IDL_BOOL] = "BOOL",
		[IDL_I8] = "I8",
		[IDL_I16] = "I16",
		[IDL_I32] = "I32",
		[IDL_I64] = "I64",
		[IDL_DOUBLE] = "DOUBLE",
		[IDL_STRING] = "STRING",
		[IDL_BINARY] = "BINARY",
		[IDL_UUID] = "UUID",
		[IDL_LIST] = "LIST",
		[IDL_SET] = "SET",
		[IDL_MAP] = "MAP",
		[IDL_NAMED] = "ENUM",
	};

	return struct_of(type) != NULL ? "STRUCT" : names[idl_type_resolve(type)->kind];
}

static const char *requiredness_name(const struct idl_def *def, const struct idl_field *field)
{
	if (def->kind == IDL_UNION || field->requiredness == IDL_REQUIRED)
		return "REQUIRED";
	return field->requiredness == IDL_OPTIONAL ? "OPTIONAL" : "DEFAULT";
}

/* The statement of an `if` without braces. */
static void emit_only(struct emitter *e, const char *name, const char *expression)
{
	e->level++;
	emit(e, "ingot_write_%s_items(&out, INGOT_ITEMS(%s));", name, expression);
	e->level--;
}

/* What is between the braces of a container's `if`. */
static void emit_items(struct emitter *e, const struct idl_type *type, const char *expression, unsigned level)
{
	const char *index = level < 4 ? arena_text(e->mem_ctx, "%c", "ijkl"[level]) : arena_text(e->mem_ctx, "i%u", level);
	const char *item = arena_text(e->mem_ctx, "%s.items[%s]", expression, index);

	emit(e, "for (uint32_t %s = 0; %s < %s.count; %s++) {", index, index, expression, index);
	if (type->kind == IDL_MAP) {
		emit_element(e, type->key, arena_text(e->mem_ctx, "%s.key", item), level + 1);
		emit_element(e, type->element, arena_text(e->mem_ctx, "%s.value", item), level + 1);
		if (is_fixed(type->key) && is_fixed(type->element))
			emit(e, "ingot_write_room(&out);");
	} else {
		emit_element(e, type->element, item, level + 1);
	}
	emit(e, "}");
	emit(e, "ingot_write_close(&out);");
}

/* The head of a container, as the condition of an `if`; then what is in it. */
static void emit_container(struct emitter *e, const struct idl_type *type, const char *head, const char *expression, unsigned level)
{
	const char *name = type->kind == IDL_MAP ? NULL : put_name(type->element);

	if (name != NULL) {
		emit(e, "if (%s)", head);
		emit_only(e, name, expression);
		return;
	}
	emit(e, "if (%s) {", head);
	emit_items(e, type, expression, level);
	emit(e, "}");
}

static const char *element_head(struct emitter *e, const struct idl_type *type, const char *expression)
{
	if (type->kind == IDL_MAP)
		return arena_text(e->mem_ctx, "ingot_write_map(&out, INGOT_KIND_%s, INGOT_KIND_%s, INGOT_ITEMS(%s))",
				       kind_name(type->key), kind_name(type->element), expression);
	return arena_text(e->mem_ctx, "ingot_write_list(&out, INGOT_KIND_%s, INGOT_ITEMS(%s))", kind_name(type->element),
			       expression);
}

/* An element, key or value, which expression names in place. level: of the containers around it, in this field. */
static void emit_element(struct emitter *e, const struct idl_type *type, const char *expression, unsigned level)
{
	const struct idl_type *resolved = idl_type_resolve(type);

	if (put_name(type) != NULL)
		emit(e, "ingot_write_%s(&out, %s);", put_name(type), expression);
	else if (struct_of(type) != NULL)
		emit(e, "ingot_write_struct(&out, %s, &%s);", name_of(e, struct_of(type)), expression);
	else
		emit_container(e, resolved, element_head(e, resolved, expression), expression, level);
}

static const char *field_head(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const char *expression)
{
	const struct idl_type *type = idl_type_resolve(field->type);
	const char *requiredness = requiredness_name(def, field);

	if (type->kind == IDL_MAP)
		return arena_text(e->mem_ctx, "INGOT_WRITE_MAP(%d, %s, %s, %s, %s)", field->id, kind_name(type->key),
				       kind_name(type->element), requiredness, expression);
	return arena_text(e->mem_ctx, "INGOT_WRITE_LIST(%d, %s, %s, %s, %s)", field->id, kind_name(type),
			       kind_name(type->element), requiredness, expression);
}

static void emit_write_field(struct emitter *e, const struct idl_def *def, const struct idl_field *field)
{
	const char *expression = arena_text(e->mem_ctx, "value->%s", names_member(e->mem_ctx, field));
	bool is_certain = strcmp(requiredness_name(def, field), "REQUIRED") == 0;

	if (is_lazy(def, field))
		emit(e, "ingot_write_lazy(&out, %d, %s);", field->id, expression);
	else if (is_container(field->type))
		emit_container(e, idl_type_resolve(field->type), field_head(e, def, field, expression), expression, 0);
	else if (struct_of(field->type) != NULL)
		emit(e, "ingot_write_struct_%s(&out, %d, %s, %s);", is_certain ? "field" : "optional", field->id,
		     name_of(e, struct_of(field->type)), expression);
	else if (is_string(field->type))
		emit(e, "ingot_write_string_%s(&out, %d, %s);", is_certain ? "field" : "optional", field->id, expression);
	else
		emit(e, "ingot_write_%s_%s(&out, %d, %s);", put_name(field->type), is_boxed(def, field) ? "optional" : "field",
		     field->id, expression);
}

static void emit_write_fields(struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field;
	unsigned run = 0;

	if (keeps_unknown(def))
		emit(e, "ingot_write_unknown(&out, 0, value->ingot_unknown);");
	for (field = def->fields; field != NULL; field = field->next) {
		if (is_fixed(field->type) && run++ == WRITE_RUN) {
			emit(e, "ingot_write_room(&out);");
			run = 1;
		}
		emit_write_field(e, def, field);
		if (keeps_unknown(def))
			emit(e, "ingot_write_unknown(&out, %d, value->ingot_unknown);", field->id);
		if (!is_fixed(field->type) && field->requiredness == IDL_REQUIRED)
			run = 0;
	}
}

static void emit_write_members(struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field;

	emit(e, "switch (value->tag) {");
	for (field = def->fields; field != NULL; field = field->next) {
		emit(e, "case %d:", field->id);
		emit_write_field(e, def, field);
		emit(e, "break;");
	}
	emit(e, "default:");
	emit(e, "ingot_write_unknown_member(&out, value->tag, value->ingot_unknown);");
	emit(e, "}");
}

static void emit_writer(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);

	emit(e, "%s", "");
	emit(e, "INGOT_INLINE uint8_t *%s_write(struct ingot_out out, const struct %s *value)", name, name);
	emit(e, "{");
	emit(e, "if (!ingot_write_begin(&out))");
	emit(e, "\treturn out.p;");
	if (def->kind == IDL_UNION)
		emit_write_members(e, def);
	else if (def->fields == NULL && !keeps_unknown(def))
		emit(e, "(void)value;");
	else
		emit_write_fields(e, def);
	emit(e, "return ingot_write_end(&out);");
	emit(e, "}");
	emit(e, "INGOT_WRITE_FUNCTIONS(%s)", name);
	emit(e, "%s", "");
	emit(e, "bool %s_to_wire(const struct %s *value, struct ingot_writer *writer)", name, name);
	emit(e, "{");
	emit(e, "return ingot_write(writer, &%s_type, value);", name);
	emit(e, "}");
	emit(e, "%s", "");
	emit(e, "size_t %s_wire_size(const struct %s *value, enum ingot_protocol protocol)", name, name);
	emit(e, "{");
	emit(e, "return ingot_wire_size(&%s_type, value, protocol);", name);
	emit(e, "}");
	emit(e, "%s", "");
	emit(e, "void %s_init(struct %s *value)", name, name);
	emit(e, "{");
	emit(e, "ingot_clear_value(&%s_type, value);", name);
	emit(e, "}");
}

void emit_writers(struct emitter *e)
{
	const struct idl_def *def;

	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def))
			emit_writer(e, def);
	}
}

void emit_write_decls(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);

	emit(e, "bool %s_to_wire(const struct %s *value, struct ingot_writer *writer);", name, name);
	emit(e, "size_t %s_wire_size(const struct %s *value, enum ingot_protocol protocol);", name, name);
	emit(e, "void %s_init(struct %s *value);", name, name);
	emit_init_macros(e, def);
}
