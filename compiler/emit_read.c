/* SPDX-License-Identifier: MIT */
/*
 * The source's decoders. One reader a struct, written once for both protocols: always inlined into two functions in which the
 * protocol is a constant. What the statements mean is said in ingot/decode.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "emitter.h"
#include "names.h"

/* ---- Wire types ---- */

static const char *wire_type(const struct idl_type *type)
{
	static const char *const names[] = {
		[IDL_BOOL] = "BOOL",
		[IDL_I8] = "I8",
		[IDL_I16] = "I16",
		[IDL_I32] = "I32",
		[IDL_I64] = "I64",
		[IDL_DOUBLE] = "DOUBLE",
		[IDL_STRING] = "STRING",
		[IDL_BINARY] = "STRING",
		[IDL_UUID] = "UUID",
		[IDL_LIST] = "LIST",
		[IDL_SET] = "SET",
		[IDL_MAP] = "MAP",
		[IDL_NAMED] = "I32", /* an enum */
	};

	return struct_of(type) != NULL ? "STRUCT" : names[idl_type_resolve(type)->kind];
}

/* A string, in whatever containers, of a field whose strings share storage. */
static bool is_shared(const struct idl_field *field, const struct idl_type *type)
{
	return has_dedup(field) && is_string(type);
}

/* What the functions for a scalar or string, and for a list of it, are called. */
static const char *reader_name(const struct idl_field *field, const struct idl_type *type)
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
		[IDL_NAMED] = "i32", /* an enum */
	};

	return is_shared(field, type) ? "shared" : names[idl_type_resolve(type)->kind];
}

/* The expression that reads a scalar or string. */
static const char *read_scalar(const struct idl_field *field, const struct idl_type *type)
{
	static const char *const calls[] = {
		[IDL_BOOL] = "ingot_read_bool(d, &p, protocol)",
		[IDL_I8] = "ingot_read_i8(&p)",
		[IDL_I16] = "ingot_read_i16(d, &p, protocol)",
		[IDL_I32] = "ingot_read_i32(d, &p, protocol)",
		[IDL_I64] = "ingot_read_i64(d, &p, protocol)",
		[IDL_DOUBLE] = "ingot_read_double(&p, protocol)",
		[IDL_STRING] = "ingot_read_string(d, &p, protocol)",
		[IDL_BINARY] = "ingot_read_string(d, &p, protocol)",
		[IDL_UUID] = "ingot_read_uuid(&p)",
		[IDL_NAMED] = "ingot_read_i32(d, &p, protocol)", /* an enum */
	};

	return is_shared(field, type) ? "ingot_read_shared(d, &p, protocol)" : calls[idl_type_resolve(type)->kind];
}

static bool is_bool(const struct idl_type *type)
{
	return idl_type_resolve(type)->kind == IDL_BOOL;
}

/* A list or set that libingot reads itself. */
static bool is_base_list(const struct idl_type *type)
{
	const struct idl_type *resolved = idl_type_resolve(type);

	return is_container(type) && resolved->kind != IDL_MAP && !is_container(resolved->element) &&
	       struct_of(resolved->element) == NULL;
}

static const char *least_wire(struct emitter *e, const struct idl_type *type)
{
	const struct idl_type *resolved = idl_type_resolve(type);
	uint32_t least[2];
	int i;

	for (i = 0; i < 2; i++) {
		least[i] = layout_least_wire(e->layouts, resolved->element, (enum layout_protocol)i);
		if (resolved->key != NULL)
			least[i] += layout_least_wire(e->layouts, resolved->key, (enum layout_protocol)i);
	}
	return arena_text(e->mem_ctx, "protocol == INGOT_COMPACT ? %u : %u", least[LAYOUT_COMPACT], least[LAYOUT_BINARY]);
}

/* ---- Small structs ---- */

/* Fields of a struct that is read where it stands, instead of by a call. */
#define MOST_INLINE_FIELDS 4

/* A struct of a few scalars and strings, of this file: its reader is inlined, and so is emitted before all others. */
static bool is_small(const struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field;
	unsigned count = 0;

	if (def->file != e->file || def->kind == IDL_UNION)
		return false;
	for (field = def->fields; field != NULL; field = field->next) {
		if (++count > MOST_INLINE_FIELDS || struct_of(field->type) != NULL || is_container(field->type))
			return false;
	}
	return true;
}

static void emit_read_struct(struct emitter *e, const struct idl_def *target, const char *place, const char *depth)
{
	if (is_small(e, target))
		emit(e, "p = %s_read(d, p, %s, %s, protocol);", name_of(e, target), place, depth);
	else
		emit(e, "INGOT_READ_STRUCT(%s, %s, %s);", name_of(e, target), place, depth);
}

/* ---- Containers that hold structs or containers: a function a field ---- */

/* place: the member, or the element of an outer container; level: 0 for the field's own container. */
struct container {
	const struct idl_def *def;
	const struct idl_field *field;
	const struct idl_type *type;
	const char *place;
	unsigned level;
};

static void emit_inner_container(struct emitter *e, const struct container *container);

static const char *depth_text(struct emitter *e, unsigned level)
{
	return level == 0 ? "depth" : arena_text(e->mem_ctx, "depth - %u", level);
}

/* Reads an element, key or value to its place. Scalars and strings need what was tested just before. */
static void emit_item(struct emitter *e, const struct container *outer, const struct idl_type *type, const char *place)
{
	const struct idl_def *target = struct_of(type);
	struct container inner = { outer->def, outer->field, type, place, outer->level + 1 };
	const char *depth = depth_text(e, outer->level + 1);

	if (target != NULL) {
		emit_read_struct(e, target, arena_text(e->mem_ctx, "&%s", place), depth);
	} else if (!is_container(type)) {
		emit(e, "%s = %s;", place, read_scalar(outer->field, type));
	} else {
		emit(e, "%s.items = NULL;", place);
		emit(e, "%s.count = 0;", place);
		if (is_base_list(type))
			emit(e, "INGOT_READ_LIST(%s, %s, %s);", place, reader_name(outer->field, idl_type_resolve(type)->element), depth);
		else
			emit_inner_container(e, &inner);
	}
}

/* A struct with fixed-size parts of its own, beyond its place in an array. */
static bool needs_room(struct emitter *e, const struct idl_type *type)
{
	return struct_of(type) != NULL && layout_of(e->layouts, struct_of(type))->max_room > 0;
}

/* What must hold before an item is read. */
static const char *item_test(struct emitter *e, const struct idl_type *type)
{
	return needs_room(e, type) ? "ingot_reserve(d, p)" : "ingot_ready(d, &p)";
}

static const char *sub(struct emitter *e, const struct container *container, const char *member)
{
	return arena_text(e->mem_ctx, "%s.items[i%u]%s", container->place, container->level, member);
}

static unsigned items_align(struct emitter *e, const struct idl_type *resolved)
{
	unsigned align = layout_align(e->layouts, resolved->element);

	if (resolved->key != NULL && layout_align(e->layouts, resolved->key) > align)
		align = layout_align(e->layouts, resolved->key);
	return align;
}

static void emit_begin(struct emitter *e, const struct container *container, const struct idl_type *resolved)
{
	const char *depth = depth_text(e, container->level), *least = least_wire(e, resolved);
	unsigned level = container->level;

	if (resolved->key == NULL)
		emit(e, "if (ingot_begin_list(d, &p, INGOT_COMPACT_%s, %s, %s, &n%u, protocol)) {",
		     wire_type(resolved->element), least, depth, level);
	else
		emit(e, "if (ingot_begin_map(d, &p, INGOT_COMPACT_%s, INGOT_COMPACT_%s, %s, %s, &n%u, protocol)) {",
		     wire_type(resolved->key), wire_type(resolved->element), least, depth, level);
}

/* Structs get a pointer of their own, which the compiler need not read again for each. */
static void emit_new_array(struct emitter *e, const struct container *container, const struct idl_type *resolved)
{
	const struct idl_def *target = resolved->key == NULL ? struct_of(resolved->element) : NULL;
	const char *call = arena_text(e->mem_ctx, "ingot_new_array(d, p, &n%u, sizeof(*%s.items), %u)", container->level,
					   container->place, items_align(e, resolved));

	if (target == NULL) {
		emit(e, "%s.items = %s;", container->place, call);
		return;
	}
	emit(e, "struct %s *items%u = %s;", name_of(e, target), container->level, call);
	emit(e, "%s", "");
	emit(e, "%s.items = items%u;", container->place, container->level);
}

static void emit_container(struct emitter *e, const struct container *container)
{
	const struct idl_type *resolved = idl_type_resolve(container->type);
	const struct idl_type *first = resolved->key != NULL ? resolved->key : resolved->element;
	unsigned level = container->level;

	emit(e, "uint32_t i%u, n%u;", level, level);
	emit(e, "%s", "");
	emit_begin(e, container, resolved);
	if (level == 0 && container->def->kind == IDL_UNION)
		emit(e, "value->tag = ingot_set_member(d, p, value->tag, %d);", container->field->id);
	emit_new_array(e, container, resolved);
	emit(e, "%s.count = n%u;", container->place, level);
	emit(e, "for (i%u = 0; i%u < n%u && %s; i%u++) {", level, level, level, item_test(e, first), level);
	if (resolved->key != NULL) {
		emit_item(e, container, resolved->key, sub(e, container, ".key"));
		emit(e, "if (!%s)", item_test(e, resolved->element));
		emit(e, "\tbreak;");
		emit_item(e, container, resolved->element, sub(e, container, ".value"));
	} else {
		emit_item(e, container, resolved->element,
			  struct_of(resolved->element) == NULL ? sub(e, container, "") :
			  arena_text(e->mem_ctx, "items%u[i%u]", level, level));
	}
	emit(e, "}");
	if (needs_room(e, first) || needs_room(e, resolved->element))
		emit(e, "ingot_reserve(d, p);");
	emit(e, "}");
}

static void emit_inner_container(struct emitter *e, const struct container *container)
{
	emit(e, "{");
	emit_container(e, container);
	emit(e, "}");
}

static void emit_container_reader(struct emitter *e, const struct idl_def *def, const struct idl_field *field)
{
	const char *member = names_member(e->mem_ctx, field);
	struct container container = { def, field, field->type, arena_text(e->mem_ctx, "value->%s", member), 0 };

	emit(e, "%s", "");
	emit(e, "INGOT_INLINE const uint8_t *%s_%s_read(struct ingot_decoder *d, const uint8_t *p,", name_of(e, def), names_member(e->mem_ctx, field));
	emit(e, "\tstruct %s *value, int depth, enum ingot_protocol protocol)", name_of(e, def));
	emit(e, "{");
	emit_container(e, &container);
	emit(e, "return p;");
	emit(e, "}");
}

/* ---- Fields ---- */

static void emit_struct_field(struct emitter *e, const struct idl_field *field, const char *member)
{
	const struct idl_def *target = struct_of(field->type);
	const char *name = name_of(e, target);
	bool reserves = layout_reserves(e->layouts, field);

	if (reserves) {
		emit(e, "if (!ingot_reserve(d, p))");
		emit(e, "\treturn p;");
	}
	emit(e, "value->%s = (struct %s *)ingot_take(d, sizeof(struct %s), %u);", member, name, name,
	     layout_of(e->layouts, target)->align);
	emit_read_struct(e, target, arena_text(e->mem_ctx, "value->%s", member), "depth - 1");
	if (reserves)
		emit(e, "ingot_reserve(d, p);");
}

/* Wider structs are sparse: few of their boxes follow one another. */
#define MOST_FIELDS_KEEPING_AT 64

/*
 * Whether a reader has a copy of d->at, so that a box need not wait until the one before has stored it. Not when it calls other
 * readers, which want the register.
 */
static bool keeps_at(const struct idl_def *def)
{
	const struct idl_field *field;
	unsigned boxes = 0, count = 0;

	for (field = def->fields; field != NULL; field = field->next) {
		if (++count > MOST_FIELDS_KEEPING_AT || struct_of(field->type) != NULL || is_container(field->type))
			return false;
		boxes += is_boxed(def, field);
	}
	return boxes > 1;
}

static void emit_scalar_field(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const char *member)
{
	const char *call = is_bool(field->type) ? "ingot_read_bool_field(&p, key, protocol)" : read_scalar(field, field->type);

	if (is_boxed(def, field))
		emit(e, "value->%s = ingot_box_%s(d, &%s, %s);", member, reader_name(field, field->type), keeps_at(def) ? "at" : "d->at",
		     call);
	else
		emit(e, "value->%s = %s;", member, call);
}

static void emit_container_field(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const char *member)
{
	if (!is_base_list(field->type))
		emit(e, "p = %s_%s_read(d, p, value, depth - 1, protocol);", name_of(e, def), names_member(e->mem_ctx, field));
	else if (def->kind == IDL_UNION)
		emit(e, "INGOT_READ_MEMBER_LIST(value->%s, %s, depth - 1, %d);", member,
		     reader_name(field, idl_type_resolve(field->type)->element), field->id);
	else
		emit(e, "INGOT_READ_LIST(value->%s, %s, depth - 1);", member,
		     reader_name(field, idl_type_resolve(field->type)->element));
}

/* Required fields have a bit each, 64 to a word. */
static void emit_seen(struct emitter *e, const struct idl_def *def, const struct idl_field *field, const char *member,
		      unsigned number, bool is_wide)
{
	const char *word = is_wide ? arena_text(e->mem_ctx, "seen[%u]", number / 64) : "seen";
	unsigned long long bit = 1ull << number % 64;

	if (is_container(field->type)) {
		/* A container that was skipped, because it holds another type, leaves what was there before the field. */
		if (field->initial != NULL)
			emit(e, "if (value->%s.items != %s_initial.%s.items)", member, name_of(e, def), member);
		else
			emit(e, "if (value->%s.items != NULL)", member);
		emit(e, "\t%s |= UINT64_C(0x%llx);", word, bit);
	} else {
		emit(e, "%s |= UINT64_C(0x%llx);", word, bit);
	}
}

static void emit_case(struct emitter *e, const struct idl_field *field, const char *member)
{
	if (is_bool(field->type)) {
		emit(e, "case INGOT_KEY(%d, TRUE):", field->id);
		emit(e, "case INGOT_KEY(%d, FALSE): /* %s */", field->id, member);
	} else {
		emit(e, "case INGOT_KEY(%d, %s): /* %s */", field->id, wire_type(field->type), member);
	}
	if (field->id > 0)
		emit(e, "INGOT_LABEL(%d)", field->id);
}

static void emit_field(struct emitter *e, const struct idl_def *def, const struct idl_field *field, unsigned number,
		       bool is_wide)
{
	const char *member = names_member(e->mem_ctx, field);

	emit_case(e, field, member);
	if (def->kind == IDL_UNION && !is_container(field->type))
		emit(e, "value->tag = ingot_set_member(d, p, value->tag, %d);", field->id);
	if (def->kind == IDL_UNION && struct_of(field->type) != NULL) {
		emit(e, "if (value->tag == 0)");
		emit(e, "\treturn p;");
	}
	if (is_lazy(def, field))
		emit(e, "p = ingot_keep_lazy(d, p, key, &value->%s, depth, protocol);", member);
	else if (struct_of(field->type) != NULL)
		emit_struct_field(e, field, member);
	else if (is_container(field->type))
		emit_container_field(e, def, field, member);
	else
		emit_scalar_field(e, def, field, member);
	if (keeps_at(def) && is_string(field->type))
		emit(e, "at = d->at;");
	if (field->requiredness == IDL_REQUIRED && def->kind != IDL_UNION)
		emit_seen(e, def, field, member, number, is_wide);
	if (def->kind != IDL_UNION && keeps_unknown(def))
		emit(e, "after = %d;", field->id);
}

/* ---- Structs ---- */

static int compare_ids(const void *a, const void *b)
{
	const struct idl_field *left = *(const struct idl_field *const *)a, *right = *(const struct idl_field *const *)b;

	return (left->id > right->id) - (left->id < right->id);
}

/* The fields in the order of their ids, which is that of most writers. */
static const struct idl_field **fields_by_id(struct emitter *e, const struct idl_def *def, size_t *count)
{
	const struct idl_field *field, **fields;

	*count = 0;
	for (field = def->fields; field != NULL; field = field->next)
		++*count;
	fields = arena_need(talloc_array(e->mem_ctx, const struct idl_field *, (unsigned)*count + 1));
	if (fields == NULL)
		arena_need(NULL);
	*count = 0;
	for (field = def->fields; field != NULL; field = field->next)
		fields[(*count)++] = field;
	qsort(fields, *count, sizeof(fields[0]), compare_ids);
	return fields;
}

static unsigned required_count(const struct idl_def *def)
{
	const struct idl_field *field;
	unsigned count = 0;

	for (field = def->fields; field != NULL && def->kind != IDL_UNION; field = field->next)
		count += field->requiredness == IDL_REQUIRED;
	return count;
}

static unsigned long long mask_of(unsigned count)
{
	return count >= 64 ? ~0ull : (1ull << count) - 1;
}

static void emit_leave(struct emitter *e, const struct idl_def *def, unsigned required)
{
	unsigned word;

	emit(e, "if (ingot_is_stop(key)) {");
	emit(e, "stop: __attribute__((unused));");
	if (def->kind == IDL_UNION) {
		emit(e, "if (value->tag == 0 && last == NULL)");
		emit(e, "\tvalue->ingot_unknown = &ingot_no_member;");
	}
	for (word = 0; required > 64 && word * 64 < required; word++)
		emit(e, "ingot_leave(d, p, seen[%u], UINT64_C(0x%llx));", word, mask_of(required - word * 64));
	if (required > 64 || required == 0)
		emit(e, "return p;");
	else
		emit(e, "return ingot_leave(d, p, seen, UINT64_C(0x%llx));", mask_of(required));
	emit(e, "}");
}

/* A union's unknown member is always kept, unless it has a known one, too; a struct's fields when asked. */
static void emit_unknown(struct emitter *e, const struct idl_def *def)
{
	const char *condition = def->kind == IDL_UNION ? "value->tag == 0" : "d->reader->options & INGOT_KEEP_UNKNOWN";

	if (!keeps_unknown(def)) {
		emit(e, "p = ingot_skip_field(d, p, key, depth, protocol);");
		return;
	}
	emit(e, "if (%s)", condition);
	emit(e, "\tp = ingot_keep_field(d, p, key, %s, &value->ingot_unknown, &last, depth, protocol);",
	     def->kind == IDL_UNION ? "0" : "after");
	emit(e, "else");
	emit(e, "\tp = ingot_skip_field(d, p, key, depth, protocol);");
}

static const char *header_type(const struct idl_field *field)
{
	return is_bool(field->type) ? "TRUE" : wire_type(field->type);
}

/* A macro that looks for each of the next fields; for the last one again when there are fewer. */
static void emit_next(struct emitter *e, const char *begin, const struct idl_field *const *next, size_t count, size_t looked_at)
{
	const char *line = begin;
	size_t i;

	for (i = 0; i < looked_at; i++) {
		const struct idl_field *field = next[i < count ? i : count - 1];

		line = arena_text(e->mem_ctx, "%s%s%d, %s", line, i > 0 ? ", " : "", field->id, header_type(field));
	}
	emit(e, "%s);", line);
}

static void emit_switch(struct emitter *e, const struct idl_def *def, unsigned required)
{
	size_t count, i;
	const struct idl_field **fields = fields_by_id(e, def, &count);
	unsigned number = 0;

	emit(e, "switch (key) {");
	for (i = 0; i < count; i++) {
		emit_field(e, def, fields[i], number, required > 64);
		number += fields[i]->requiredness == IDL_REQUIRED && def->kind != IDL_UNION;
		if (i + 1 < count && fields[i]->id > 0)
			emit_next(e, arena_text(e->mem_ctx, "INGOT_NEXT(%d, ", fields[i]->id), fields + i + 1, count - i - 1, 2);
		else
			emit(e, "INGOT_LAST(%d);", fields[i]->id);
	}
	emit(e, "default:");
	emit_leave(e, def, required);
	emit_unknown(e, def);
	emit(e, "INGOT_LAST(key >> 4);");
	emit(e, "}");
}

/* Whether a reader has to make every member absent first: not when each is required and so is set, or the value is dropped. */
static bool needs_clearing(const struct idl_def *def)
{
	const struct idl_field *field;

	if (def->fields == NULL || def->kind == IDL_UNION || keeps_unknown(def))
		return true;
	for (field = def->fields; field != NULL; field = field->next) {
		if (field->requiredness != IDL_REQUIRED || is_container(field->type))
			return true;
	}
	return false;
}

static bool is_integer(const struct idl_type *type)
{
	enum idl_type_kind kind = idl_type_resolve(type)->kind;

	return kind == IDL_I8 || kind == IDL_I16 || kind == IDL_I32 || kind == IDL_I64 || enum_of(type) != NULL;
}

/* Headers, values and the stop of so many integers are in eight bytes. */
#define MOST_SMALL_INTEGERS 3

/* In the compact protocol a struct of nothing but required integers is taken at a glance when each is one byte. */
static void emit_small_struct(struct emitter *e, const struct idl_field *const *fields, size_t count)
{
	uint64_t mask = 0, pattern = 0;
	int32_t last = 0;
	size_t i;

	if (count > MOST_SMALL_INTEGERS)
		return;
	for (i = 0; i < count; i++) {
		bool is_varint = idl_type_resolve(fields[i]->type)->kind != IDL_I8;
		int32_t delta = fields[i]->id - last;
		static const unsigned codes[] = { [IDL_I8] = 3, [IDL_I16] = 4, [IDL_I32] = 5, [IDL_I64] = 6, [IDL_NAMED] = 5 };

		if (!is_integer(fields[i]->type) || fields[i]->requiredness != IDL_REQUIRED || delta < 1 || delta > 15)
			return;
		pattern |= (uint64_t)((unsigned)delta << 4 | codes[idl_type_resolve(fields[i]->type)->kind]) << (16 * i);
		mask |= (uint64_t)(is_varint ? 0x80ff : 0xff) << (16 * i);
		last = fields[i]->id;
	}
	mask |= UINT64_C(0xff) << (16 * count);
	emit(e, "if (protocol == INGOT_COMPACT && ingot_is_small_struct(d, p, UINT64_C(0x%llx), UINT64_C(0x%llx))) {",
	     (unsigned long long)mask, (unsigned long long)pattern);
	for (i = 0; i < count; i++)
		emit(e, idl_type_resolve(fields[i]->type)->kind == IDL_I8 ? "value->%s = (int8_t)p[%zu];" :
									    "value->%s = ingot_small_ints[p[%zu]];",
		     names_member(e->mem_ctx, fields[i]), 2 * i + 1);
	emit(e, "return p + %zu;", 2 * count + 1);
	emit(e, "}");
}

/* Bytes that may be read at once: INGOT_SLACK of ingot/cursor.h. */
#define MOST_AT_ONCE 32

/* What a required field takes in the binary protocol, its header included; 0 when that is not always the same, or for a bool. */
static unsigned fixed_size(struct emitter *e, const struct idl_field *field)
{
	bool is_fixed = is_integer(field->type) || idl_type_resolve(field->type)->kind == IDL_DOUBLE;

	if (field->requiredness != IDL_REQUIRED || !is_fixed)
		return 0;
	return 3 + layout_least_wire(e->layouts, field->type, LAYOUT_BINARY);
}

/* In the binary protocol a struct of nothing but required numbers has one size: one test for all of its headers. */
static void emit_fixed_struct(struct emitter *e, const struct idl_field *const *fields, size_t count)
{
	unsigned size = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		if (fixed_size(e, fields[i]) == 0 || size + fixed_size(e, fields[i]) + 1 > MOST_AT_ONCE)
			return;
		size += fixed_size(e, fields[i]);
	}
	emit(e, "if (protocol == INGOT_BINARY && p <= d->safe && p[%u] == INGOT_COMPACT_STOP &&", size);
	size = 0;
	for (i = 0; i < count; i++) {
		emit(e, "\tingot_is_header(p + %u, 0, %d, INGOT_COMPACT_%s, protocol)%s", size, fields[i]->id, wire_type(fields[i]->type),
		     i + 1 < count ? " &&" : ") {");
		size += fixed_size(e, fields[i]);
	}
	for (i = 0; i < count; i++) {
		emit(e, "p += 3;");
		emit(e, "value->%s = %s;", names_member(e->mem_ctx, fields[i]), read_scalar(fields[i], fields[i]->type));
	}
	emit(e, "return p + 1;");
	emit(e, "}");
}

static void emit_first(struct emitter *e, const struct idl_field *const *fields, size_t count)
{
	if (count > 0 && fields[0]->id > 0)
		emit_next(e, "INGOT_FIRST(", fields, count, 3);
	else
		emit(e, "key = ingot_next_key(d, &p, 0, protocol);");
}

static void emit_reader(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);
	unsigned required = required_count(def);
	size_t count;
	const struct idl_field **fields = fields_by_id(e, def, &count);

	emit(e, "%s", "");
	emit(e, "INGOT_INLINE const uint8_t *%s_read(struct ingot_decoder *d, const uint8_t *p,", name);
	emit(e, "\tstruct %s *value, int depth, enum ingot_protocol protocol)", name);
	emit(e, "{");
	if (required > 64)
		emit(e, "uint64_t seen[%u] = { 0 };", (required + 63) / 64);
	else if (required > 0)
		emit(e, "uint64_t seen = 0;");
	if (keeps_unknown(def))
		emit(e, "struct ingot_unknown *last = NULL;");
	if (keeps_unknown(def) && def->kind != IDL_UNION)
		emit(e, "int32_t after = 0;");
	if (keeps_at(def))
		emit(e, "char *at = d->at;");
	emit(e, "int32_t key;");
	emit(e, "%s", "");
	if (has_initial(def))
		emit(e, "*value = %s_initial;", name);
	else if (needs_clearing(def))
		emit(e, "ingot_zero(value, sizeof(*value));");
	emit(e, "if (!ingot_enter(d, p, depth))");
	emit(e, "\treturn p;");
	if (count > 0 && def->kind != IDL_UNION) {
		emit_small_struct(e, fields, count);
		emit_fixed_struct(e, fields, count);
	}
	emit_first(e, fields, count);
	emit(e, "for (;;) {");
	if (keeps_at(def))
		emit(e, "at = d->at;");
	emit_switch(e, def, required);
	emit(e, "}");
	emit(e, "}");
}

static void emit_protocol(struct emitter *e, const struct idl_def *def, const char *lower, const char *upper)
{
	const char *name = name_of(e, def);

	emit(e, "%s", "");
	emit(e, "const uint8_t *%s_read_%s(struct ingot_decoder *d, const uint8_t *p, void *value, int depth)", name, lower);
	emit(e, "{");
	emit(e, "return %s_read(d, p, (struct %s *)value, depth, INGOT_%s);", name, name, upper);
	emit(e, "}");
}

static void emit_from_wire(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);

	emit(e, "%s", "");
	emit(e, "struct %s *%s_from_wire(TALLOC_CTX *mem_ctx, struct ingot_reader *reader)", name, name);
	emit(e, "{");
	emit(e, "return (struct %s *)ingot_decode(mem_ctx, reader, &%s_type);", name, name);
	emit(e, "}");
}

static void emit_readers_of(struct emitter *e, const struct idl_def *def)
{
	const struct idl_field *field;

	for (field = def->fields; field != NULL; field = field->next) {
		if (is_container(field->type) && !is_base_list(field->type) && !is_lazy(def, field))
			emit_container_reader(e, def, field);
	}
	emit_reader(e, def);
	emit_protocol(e, def, "binary", "BINARY");
	emit_protocol(e, def, "compact", "COMPACT");
	emit_from_wire(e, def);
}

void emit_readers(struct emitter *e)
{
	const struct idl_def *def;

	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def) && is_small(e, def))
			emit_readers_of(e, def);
	}
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (is_struct_def(def) && !is_small(e, def))
			emit_readers_of(e, def);
	}
}
