/* SPDX-License-Identifier: MIT */
/* The header: enums, structs and unions as plain C, entries of maps, and the functions. */
#include <stdio.h>
#include <string.h>

#include "emitter.h"
#include "arena.h"
#include "names.h"

/* ---- How values lie in C ---- */

/* The number of a map among the maps of a field's type, from 1; *seen counts those before it. */
static bool find_map(const struct idl_type *type, const struct idl_type *map, unsigned *seen)
{
	type = idl_type_resolve(type);
	if (type->kind == IDL_MAP)
		++*seen;
	if (type == map)
		return true;
	if (type->key != NULL && find_map(type->key, map, seen))
		return true;
	return type->element != NULL && find_map(type->element, map, seen);
}

const char *entry_name(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const struct idl_type *map)
{
	unsigned number = 0;
	const char *stem = arena_text(e->mem_ctx, "%s_%s_entry", name_of(e, def), names_member(e->mem_ctx, field));

	find_map(field->type, idl_type_resolve(map), &number);
	return number <= 1 ? stem : arena_text(e->mem_ctx, "%s%u", stem, number);
}

static const char *scalar_type(enum idl_type_kind kind)
{
	static const char *const names[] = {
		[IDL_BOOL] = "bool",
		[IDL_I8] = "int8_t",
		[IDL_I16] = "int16_t",
		[IDL_I32] = "int32_t",
		[IDL_I64] = "int64_t",
		[IDL_DOUBLE] = "double",
		[IDL_STRING] = "struct ingot_string",
		[IDL_BINARY] = "struct ingot_string",
		[IDL_UUID] = "struct ingot_uuid",
		[IDL_NAMED] = "int32_t", /* an enum */
	};

	return names[kind];
}

const char *c_type_of(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const struct idl_type *type)
{
	const struct idl_def *target = struct_of(type);
	const struct idl_type *resolved = idl_type_resolve(type);

	if (target != NULL)
		return arena_text(e->mem_ctx, "struct %s", name_of(e, target));
	if (resolved->kind == IDL_MAP)
		return arena_text(e->mem_ctx, "struct { struct %s *items; uint32_t count; }",
				       entry_name(e, def, field, type));
	if (is_container(type))
		return arena_text(e->mem_ctx, "struct { %s *items; uint32_t count; }",
				       c_type_of(e, def, field, resolved->element));
	return scalar_type(resolved->kind);
}

/* ---- Enums ---- */

static const char *number_text(struct emitter *e, int64_t number)
{
	if (number == INT32_MIN)
		return "-2147483647 - 1";
	return arena_text(e->mem_ctx, "%lld", (long long)number);
}

static void emit_enum(struct emitter *e, const struct idl_def *def)
{
	const struct idl_enum_value *value;
	const char *name = name_of(e, def);

	emit(e, "%s", "");
	emit_doc(e, def->doc);
	if (def->values != NULL) {
		emit(e, "enum %s {", name);
		for (value = def->values; value != NULL; value = value->next) {
			emit_doc(e, value->doc);
			emit(e, "%s = %s%s", names_enum_value(e->mem_ctx, def, value), number_text(e, value->number),
			     value->next != NULL ? "," : "");
		}
		emit(e, "};");
	}
	emit(e, "extern const struct ingot_type %s_type;", name);
	emit(e, "/* The name of a number, or NULL. */");
	emit(e, "const char *%s_name(int32_t number);", name);
	emit(e, "/* False when there is no such name. */");
	emit(e, "bool %s_from_name(const char *name, int32_t *number);", name);
}

void emit_enum_decls(struct emitter *e)
{
	const struct idl_def *def;

	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (def->kind == IDL_ENUM)
			emit_enum(e, def);
	}
}

/* ---- Structs ---- */

static const char *requiredness_text(const struct idl_def *def, const struct idl_field *field)
{
	if (def->kind == IDL_UNION)
		return "member";
	switch (field->requiredness) {
	case IDL_REQUIRED:
		return "required";
	case IDL_OPTIONAL:
		return "optional";
	case IDL_DEFAULT:
		break;
	}
	return "default";
}

/* The name a field's type was written with, when C does not show it. */
static const char *alias_text(struct emitter *e, const struct idl_field *field)
{
	const struct idl_type *type = field->type;

	if (type->kind != IDL_NAMED || (struct_of(type) == type->target))
		return "";
	return arena_text(e->mem_ctx, ", %s", type->name);
}

/* A list or map in a union has a struct with a name: C++ takes none without one in there. */
static const char *member_list_name(struct emitter *e, const struct idl_def *def, const struct idl_field *field)
{
	return arena_text(e->mem_ctx, "struct %s_%s_list", name_of(e, def), names_member(e->mem_ctx, field));
}

static void emit_member_lists(struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field;

	for (field = def->fields; field != NULL; field = field->next) {
		const char *type = c_type_of(e, def, field, field->type);

		if (is_container(field->type))
			emit(e, "%s %s;", member_list_name(e, def, field), strchr(type, '{'));
	}
}

static void emit_member(struct emitter *e, const struct idl_def *def, const struct idl_field *field)
{
	bool is_named_list = def->kind == IDL_UNION && is_container(field->type);
	const char *member = names_member(e->mem_ctx, field);
	const char *type = is_named_list ? member_list_name(e, def, field) : c_type_of(e, def, field, field->type);
	const char *note = arena_text(e->mem_ctx, "/* %d: %s%s */", field->id, requiredness_text(def, field),
					   alias_text(e, field));

	emit_doc(e, field->doc);
	if (is_lazy(def, field))
		emit(e, "struct ingot_string %s; /* %d: %s, lazy */", member, field->id, requiredness_text(def, field));
	else if (struct_of(field->type) != NULL)
		emit(e, "%s *%s; %s", type, member, note);
	else if (is_boxed(def, field))
		emit(e, "const %s *%s; %s", type, member, note);
	else
		emit(e, "%s %s; %s", type, member, note);
}

static void emit_members(struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field;

	for (field = def->fields; field != NULL; field = field->next)
		emit_member(e, def, field);
}

static void emit_struct(struct emitter *e, const struct idl_def *def)
{
	emit(e, "%s", "");
	if (def->kind == IDL_UNION)
		emit_member_lists(e, def);
	emit_doc(e, def->doc);
	emit(e, "struct %s {", name_of(e, def));
	if (def->kind == IDL_UNION) {
		emit(e, "int32_t tag; /* the id of the member that is set; 0: none, or an unknown one */");
		emit(e, "union {");
		emit_members(e, def);
		emit(e, "const struct ingot_unknown *ingot_unknown; /* tag 0: what was there, or NULL */");
		emit(e, "};");
	} else {
		emit_members(e, def);
		if (keeps_unknown(def))
			emit(e, "const struct ingot_unknown *ingot_unknown; /* fields that the schema does not have, or NULL */");
		else if (def->fields == NULL)
			emit(e, "char ingot_empty; /* C has no empty structs */");
	}
	emit(e, "};");
}

/* `seen` counts the maps of the field. One that a typedef brings in twice is emitted once. */
static void emit_entries_of(struct emitter *e, const struct idl_def *def, const struct idl_field *field,
			    const struct idl_type *type, bool is_forward, unsigned *seen)
{
	bool is_first = false;
	unsigned number = 0;

	type = idl_type_resolve(type);
	if (type->kind == IDL_MAP)
		is_first = find_map(field->type, type, &number) && number == ++*seen;
	if (is_first && is_forward)
		emit(e, "struct %s;", entry_name(e, def, field, type));
	if (is_first && !is_forward) {
		emit(e, "%s", "");
		emit(e, "/* An entry of %s.%s. */", def->name, field->name);
		emit(e, "struct %s {", entry_name(e, def, field, type));
		emit(e, "%s key;", c_type_of(e, def, field, type->key));
		emit(e, "%s value;", c_type_of(e, def, field, type->element));
		emit(e, "};");
	}
	if (type->key != NULL)
		emit_entries_of(e, def, field, type->key, is_forward, seen);
	if (type->element != NULL)
		emit_entries_of(e, def, field, type->element, is_forward, seen);
}

void emit_entry_structs(struct emitter *e, const struct idl_def *def, const struct idl_field *field)
{
	unsigned forward = 0, seen = 0;

	emit_entries_of(e, def, field, field->type, true, &forward);
	emit_entries_of(e, def, field, field->type, false, &seen);
}

static void emit_entries(struct emitter *e, const struct idl_def *def, bool is_forward)
{
	const struct idl_field *field;

	for (field = def->fields; field != NULL; field = field->next) {
		unsigned seen = 0;

		emit_entries_of(e, def, field, field->type, is_forward, &seen);
	}
}

void emit_struct_decls(struct emitter *e)
{
	const struct idl_def *def;

	emit(e, "%s", "");
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def)) {
			emit(e, "struct %s;", name_of(e, def));
			emit_entries(e, def, true);
		}
	}
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def))
			emit_struct(e, def);
	}
	/* Last, since a value in place must be complete. */
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def))
			emit_entries(e, def, false);
	}
}

/* ---- Functions ---- */

static void emit_functions(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);

	emit(e, "%s", "");
	emit(e, "extern const struct ingot_type %s_type;", name);
	emit(e, "struct %s *%s_from_wire(TALLOC_CTX *mem_ctx, struct ingot_reader *reader);", name, name);
	emit_write_decls(e, def);
}

static bool has_structs(const struct idl_file *file)
{
	const struct idl_def *def;

	for (def = file->defs; def != NULL; def = def->next) {
		if (is_struct_def(def))
			return true;
	}
	return false;
}

void emit_function_decls(struct emitter *e)
{
	const struct idl_def *def;

	if (!has_structs(e->file))
		return;
	emit(e, "%s", "");
	emit(e, "/*");
	emit(e, " * X_from_wire decodes the next value of the reader to one chunk, a child of mem_ctx. NULL on failure: mem_ctx is as it");
	emit(e, " * was, and ingot_reader_error() tells what was wrong, and where.");
	emit(e, " * X_to_wire appends a value to the writer. False on failure: nothing is appended, and ingot_writer_error() tells more.");
	emit(e, " * X_wire_size is how many bytes that would be, 0 when it would fail. X_init sets all fields to their defaults.");
	emit(e, " */");
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def))
			emit_functions(e, def);
	}
	emit(e, "%s", "");
	emit(e, "/* For generated code only. */");
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def)) {
			emit(e, "ingot_read_fn %s_read_binary, %s_read_compact;", name_of(e, def), name_of(e, def));
			emit(e, "ingot_write_fn %s_write_binary, %s_write_compact;", name_of(e, def), name_of(e, def));
		}
	}
}
