/* SPDX-License-Identifier: MIT */
/*
 * Constants and defaults. A constant of a bool, number or enum is a macro, so that it may stand in
 * a case label; any other is a variable. That of a list or map has a struct of its own, X_value,
 * which is laid out as such a field is.
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "emit_value.h"
#include "names.h"

/* ---- Defaults ---- */

static bool is_zero(const struct idl_value *value)
{
	switch (value->kind) {
	case IDL_VALUE_INT:
		return value->number == 0;
	case IDL_VALUE_DOUBLE:
		return value->real == 0 && !signbit(value->real);
	case IDL_VALUE_STRING:
	case IDL_VALUE_UUID:
	case IDL_VALUE_NAME:
	case IDL_VALUE_LIST:
	case IDL_VALUE_MAP:
	case IDL_VALUE_STRUCT:
		break;
	}
	return false;
}

/* A union's default is no member that is set: the tag stays 0. */
bool has_initial(const struct idl_def *def)
{
	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		if (has_default(def, field) && !is_zero(field->initial))
			return true;
	}
	return false;
}

void emit_initial(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);

	emit(e, "static const struct %s %s_initial = {", name, name);
	emit_members_of_value(e, def, NULL);
	emit(e, "};");
	emit(e, "%s", "");
}

/* What an optional field that is absent means, when it is one expression. */
static void emit_default(
	struct emitter *e, const struct idl_def *def, const struct idl_field *field)
{
	const struct idl_value *value = field->initial;
	const char *text = NULL;

	if (value->kind == IDL_VALUE_INT || value->kind == IDL_VALUE_DOUBLE)
		text = scalar_text(e, field->type, value);
	else if (value->kind == IDL_VALUE_STRING && value->size < 4096)
		text = arena_text(e->mem_ctx, "INGOT_TEXT(%s)", literal_text(e, value));
	if (text != NULL)
		emit(e, "#define %s_%s_default %s%s%s", name_of(e, def),
			names_member(e->mem_ctx, field), text[0] == '-' ? "(" : "", text,
			text[0] == '-' ? ")" : "");
}

/* Appends ` \\` to each line of the text from begin on. */
static void continue_lines(struct emitter *e, size_t begin)
{
	char *lines = arena_need(talloc_strdup(e->mem_ctx, e->text + begin));
	char *line = lines, *end;

	e->size = begin;
	e->level = 0;
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1)
		emit(e, "%.*s \\", (int)(end - line), line);
	talloc_free(lines);
}

void emit_init_macros(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);
	size_t begin;

	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		if (field->initial != NULL && field->requiredness == IDL_OPTIONAL &&
			def->kind != IDL_UNION)
			emit_default(e, def, field);
	}
	if (!has_initial(def)) {
		emit(e, "#define %s_INIT INGOT_ZERO", name);
		return;
	}
	emit(e, "#ifndef __cplusplus");
	emit(e, "#define %s_INIT { \\", name);
	begin = e->size;
	e->level = 1;
	emit_members_of_value(e, def, NULL);
	continue_lines(e, begin);
	e->level = 1;
	emit(e, "}");
	emit(e, "#endif");
}

/* ---- Constants ---- */

/* What stands for the field that a constant's value would be in. */
static struct idl_field const_field(const struct idl_def *def)
{
	return (struct idl_field){.name = "value", .type = def->type, .requiredness = IDL_REQUIRED};
}

static const char *macro_text(struct emitter *e, const struct idl_def *def)
{
	const char *text = scalar_text(e, def->type, def->value);
	enum idl_type_kind kind = idl_type_resolve(def->type)->kind;

	if (kind == IDL_I8 || kind == IDL_I16 || kind == IDL_NAMED)
		return arena_text(e->mem_ctx, "((%s)%s)",
			kind == IDL_I8	  ? "int8_t"
			: kind == IDL_I16 ? "int16_t"
					  : "int32_t",
			text);
	return text[0] == '-' ? arena_text(e->mem_ctx, "(%s)", text) : text;
}

static void emit_list_decl(struct emitter *e, const struct idl_def *def)
{
	const struct idl_type *type = idl_type_resolve(def->type);
	struct idl_field field = const_field(def);
	const char *name = name_of(e, def), *item;

	if (type->kind == IDL_MAP)
		item = arena_text(e->mem_ctx, "struct %s", entry_name(e, def, &field, type));
	else
		item = c_type_of(e, def, &field, type->element);
	emit_entry_structs(e, def, &field);
	emit(e, "extern const struct %s_value {", name);
	emit(e, "const %s *items;", item);
	emit(e, "uint32_t count;");
	emit(e, "} %s;", name);
}

static bool is_macro(const struct idl_def *def)
{
	return def->value->kind == IDL_VALUE_INT || def->value->kind == IDL_VALUE_DOUBLE;
}

static void emit_const_decl(struct emitter *e, const struct idl_def *def, bool is_behind_macro)
{
	const char *name = name_of(e, def);
	const struct idl_def *target = struct_of(def->type);
	struct idl_field field = const_field(def);

	if (!is_behind_macro || !is_macro(def) || def->doc != NULL)
		emit(e, "%s", "");
	emit_doc(e, def->doc);
	if (is_macro(def))
		emit(e, "#define %s %s", name, macro_text(e, def));
	else if (target != NULL)
		emit(e, "extern const struct %s %s;", name_of(e, target), name);
	else if (is_container(def->type))
		emit_list_decl(e, def);
	else
		emit(e, "extern const %s %s;", c_type_of(e, def, &field, def->type), name);
}

void emit_const_decls(struct emitter *e)
{
	bool is_macro_before = false;

	for (const struct idl_def *def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (def->kind != IDL_CONST)
			continue;
		emit_const_decl(e, def, is_macro_before);
		is_macro_before = is_macro(def);
	}
}

static void emit_const(struct emitter *e, const struct idl_def *def)
{
	struct idl_field field = const_field(def);
	const char *name = name_of(e, def), *type;

	if (is_macro(def))
		return;
	type = is_container(def->type) ? arena_text(e->mem_ctx, "struct %s_value", name)
				       : c_type_of(e, def, &field, def->type);
	emit(e, "%s", "");
	emit_value(e, (struct value_place){def, &field},
		arena_text(e->mem_ctx, "const %s %s = ", type, name), def->type, def->value,
		";");
}

void emit_consts(struct emitter *e)
{
	for (const struct idl_def *def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (def->kind == IDL_CONST)
			emit_const(e, def);
	}
}
