/* SPDX-License-Identifier: MIT */
/* The source's tables: what each type is, for code that works on any. */
#include <stdio.h>
#include <string.h>

#include "emitter.h"
#include "arena.h"
#include "names.h"

/* ---- Enums ---- */

static void emit_enum_table(struct emitter *e, const struct idl_def *def)
{
	const struct idl_enum_value *value;
	const char *name = name_of(e, def);
	unsigned count = 0;

	emit(e, "%s", "");
	if (def->values != NULL) {
		emit(e, "static const struct ingot_enum_value %s_values[] = {", name);
		for (value = def->values; value != NULL; value = value->next, count++)
			emit(e, "{ \"%s\", %s },", value->name, names_enum_value(e->mem_ctx, def, value));
		emit(e, "};");
		emit(e, "%s", "");
	}
	emit(e, "const struct ingot_type %s_type = {", name);
	emit(e, ".kind = INGOT_KIND_ENUM, .align = _Alignof(int32_t), .size = sizeof(int32_t),");
	emit(e, ".name = \"%s.%s\",", names_namespace(e->mem_ctx, def->file), def->name);
	if (count > 0)
		emit(e, ".values = %s_values, .value_count = %u,", name, count);
	emit(e, "};");
	emit(e, "%s", "");
	emit(e, "const char *%s_name(int32_t number)", name);
	emit(e, "{");
	emit(e, "return ingot_enum_name(&%s_type, number);", name);
	emit(e, "}");
	emit(e, "%s", "");
	emit(e, "bool %s_from_name(const char *name, int32_t *number)", name);
	emit(e, "{");
	emit(e, "return ingot_enum_number(&%s_type, name, number);", name);
	emit(e, "}");
}

/* ---- Types of fields ---- */

static const char *base_table(enum idl_type_kind kind)
{
	static const char *const names[] = {
		[IDL_BOOL] = "ingot_bool_type",
		[IDL_I8] = "ingot_i8_type",
		[IDL_I16] = "ingot_i16_type",
		[IDL_I32] = "ingot_i32_type",
		[IDL_I64] = "ingot_i64_type",
		[IDL_DOUBLE] = "ingot_double_type",
		[IDL_STRING] = "ingot_string_type",
		[IDL_BINARY] = "ingot_binary_type",
		[IDL_UUID] = "ingot_uuid_type",
	};

	return names[kind];
}

/* The containers of a field's type are numbered in the order in which their tables stand: inner ones first. */
static const char *container_table(struct emitter *e, const struct idl_def *def, const struct idl_field *field, unsigned number)
{
	return arena_text(e->mem_ctx, "%s_%s_type%u", name_of(e, def), names_member(e->mem_ctx, field), number);
}

static void emit_map_table(struct emitter *e, const struct idl_def *def, const struct idl_field *field,
			   const struct idl_type *type)
{
	const char *entry = entry_name(e, def, field, type);

	emit(e, ".value_offset = offsetof(struct %s, value), .entry_size = sizeof(struct %s),", entry, entry);
}

/* Emits the tables that a type needs; returns the name of its own. */
static const char *emit_type_table(struct emitter *e, const struct idl_def *def, const struct idl_field *field,
				   const struct idl_type *type, unsigned *number)
{
	const struct idl_type *resolved = idl_type_resolve(type);
	const char *key, *element, *name;

	if (!is_container(type))
		return resolved->kind == IDL_NAMED ? arena_text(e->mem_ctx, "%s_type", name_of(e, resolved->target)) :
						     base_table(resolved->kind);
	key = resolved->key != NULL ? emit_type_table(e, def, field, resolved->key, number) : NULL;
	element = emit_type_table(e, def, field, resolved->element, number);
	name = container_table(e, def, field, ++*number);
	emit(e, "static const struct ingot_type %s = {", name);
	emit(e, ".kind = INGOT_KIND_%s, .align = _Alignof(struct ingot_list), .size = sizeof(struct ingot_list),",
	     resolved->kind == IDL_MAP ? "MAP" : resolved->kind == IDL_SET ? "SET" : "LIST");
	if (key != NULL) {
		emit(e, ".key = &%s,", key);
		emit_map_table(e, def, field, type);
	} else {
		emit(e, ".entry_size = sizeof(%s),", c_type_of(e, def, field, resolved->element));
	}
	emit(e, ".element = &%s,", element);
	emit(e, "};");
	return name;
}

/* ---- Structs ---- */

static const char *const requiredness_names[] = {
	[IDL_DEFAULT] = "INGOT_DEFAULT",
	[IDL_REQUIRED] = "INGOT_REQUIRED",
	[IDL_OPTIONAL] = "INGOT_OPTIONAL",
};

static void emit_fields(struct emitter *e, const struct idl_def *def, const char **tables)
{
	const struct idl_field *field;
	unsigned i = 0;

	emit(e, "static const struct ingot_field %s_fields[] = {", name_of(e, def));
	for (field = def->fields; field != NULL; field = field->next)
		emit(e, "{ \"%s\", &%s, %d, %s, %s, offsetof(struct %s, %s) },", field->name, tables[i++], field->id,
		     requiredness_names[field->requiredness], is_lazy(def, field) ? "INGOT_FIELD_LAZY" : has_dedup(field) ? "INGOT_FIELD_DEDUP" : "0", name_of(e, def),
		     names_member(e->mem_ctx, field));
	emit(e, "};");
	emit(e, "%s", "");
}

static void emit_flags(struct emitter *e, const struct idl_def *def, const struct layout *layout)
{
	const char *exception = def->kind == IDL_EXCEPTION ? " | INGOT_TYPE_EXCEPTION" : "";
	const char *unknown = keeps_unknown(def) && def->kind != IDL_UNION ? " | INGOT_TYPE_UNKNOWN" : "";
	const char *strings = layout->has_string ? " | INGOT_TYPE_STRINGS" : "";
	const char *flags = arena_text(e->mem_ctx, "%s%s%s", exception, unknown, strings);

	if (*flags != '\0')
		emit(e, ".flags = %s,", flags + strlen(" | "));
}

static void emit_struct_table(struct emitter *e, const struct idl_def *def)
{
	const struct layout *layout = layout_of(e->layouts, def);
	const struct idl_field *field;
	const char *name = name_of(e, def);
	const char **tables;
	unsigned count = 0, i = 0, number;

	for (field = def->fields; field != NULL; field = field->next)
		count++;
	tables = arena_need(talloc_array(e->mem_ctx, const char *, count + 1));
	emit(e, "%s", "");
	for (field = def->fields; field != NULL; field = field->next) {
		number = 0;
		tables[i++] = is_lazy(def, field) ? "ingot_binary_type" : emit_type_table(e, def, field, field->type, &number);
	}
	if (count > 0)
		emit_fields(e, def, tables);
	if (has_initial(def))
		emit_initial(e, def);
	emit(e, "_Static_assert(sizeof(struct %s) <= %u, \"the decoder reserves that much\");", name, layout->size);
	emit(e, "const struct ingot_type %s_type = {", name);
	emit(e, ".kind = INGOT_KIND_%s, .align = _Alignof(struct %s), .size = sizeof(struct %s),",
	     def->kind == IDL_UNION ? "UNION" : "STRUCT", name, name);
	emit_flags(e, def, layout);
	emit(e, ".name = \"%s.%s\",", names_namespace(e->mem_ctx, def->file), def->name);
	if (count > 0)
		emit(e, ".fields = %s_fields, .field_count = %u,", name, count);
	if (has_initial(def))
		emit(e, ".initial = &%s_initial,", name);
	if (keeps_unknown(def))
		emit(e, ".unknown_offset = offsetof(struct %s, ingot_unknown),", name);
	emit(e, ".read_binary = %s_read_binary, .read_compact = %s_read_compact,", name, name);
	emit(e, ".write_binary = %s_write_binary, .write_compact = %s_write_compact,", name, name);
	emit(e, ".max_room = %u, .max_part = %u, .room_factor = { %u, %u }, .growth = { %u, %u },", layout->max_room,
	     layout->max_part, layout->room_factor[0], layout->room_factor[1], layout->growth[0], layout->growth[1]);
	emit(e, "};");
}

void emit_tables(struct emitter *e)
{
	const struct idl_def *def;

	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (def->kind == IDL_ENUM)
			emit_enum_table(e, def);
	}
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def))
			emit_struct_table(e, def);
	}
}
