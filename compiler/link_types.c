/* SPDX-License-Identifier: MIT */
#include "link_types.h"
#include <string.h>
#include "arena.h"
#include "cycle.h"
#include "link.h"
#include "lookup.h"
#include "order.h"
#include "parse.h"

static const char *const base_names[] = {
	[IDL_BOOL] = "bool",
	[IDL_I8] = "i8",
	[IDL_I16] = "i16",
	[IDL_I32] = "i32",
	[IDL_I64] = "i64",
	[IDL_DOUBLE] = "double",
	[IDL_STRING] = "string",
	[IDL_BINARY] = "binary",
	[IDL_UUID] = "uuid",
};

static const struct foreign {
	const char *name;
	const char *ours;
} foreign_types[] = {
	{"int", "i32"},
	{"long", "i64"},
	{"short", "i16"},
	{"float", "double"},
	{"real", "double"},
	{"boolean", "bool"},
	{"str", "string"},
	{"slist", "string"},
	{"text", "string"},
	{"bytes", "binary"},
	{"int8", "i8"},
	{"int16", "i16"},
	{"int32", "i32"},
	{"int64", "i64"},
	{"int8_t", "i8"},
	{"int16_t", "i16"},
	{"int32_t", "i32"},
	{"int64_t", "i64"},
	{"uint8", "i16"},
	{"uint16", "i32"},
	{"uint32", "i64"},
	{"u8", "i16"},
	{"u16", "i32"},
	{"u32", "i64"},
	{"char", "i8"},
	{"f64", "double"},
	{"f32", "double"},
	{"float64", "double"},
	{"String", "string"},
	{"guid", "uuid"},
};

const char *link_foreign_type(const char *name)
{
	for (size_t i = 0; i < sizeof(foreign_types) / sizeof(foreign_types[0]); i++) {
		if (strcmp(foreign_types[i].name, name) == 0)
			return foreign_types[i].ours;
	}
	return NULL;
}

const char *link_similar_base(const char *name, const char *best)
{
	for (size_t i = 0; i < sizeof(base_names) / sizeof(base_names[0]); i++)
		best = lookup_closer(name, base_names[i], best);
	return best;
}

const char *link_type_text(TALLOC_CTX *mem_ctx, const struct idl_type *type)
{
	const char *element;

	switch (type->kind) {
	case IDL_VOID:
		return "void";
	case IDL_NAMED:
		return type->name;
	case IDL_LIST:
	case IDL_SET:
		element = link_type_text(mem_ctx, type->element);
		return arena_text(
			mem_ctx, "%s<%s>", type->kind == IDL_LIST ? "list" : "set", element);
	case IDL_MAP:
		element = link_type_text(mem_ctx, type->element);
		return arena_text(
			mem_ctx, "map<%s, %s>", link_type_text(mem_ctx, type->key), element);
	case IDL_BOOL:
	case IDL_I8:
	case IDL_I16:
	case IDL_I32:
	case IDL_I64:
	case IDL_DOUBLE:
	case IDL_STRING:
	case IDL_BINARY:
	case IDL_UUID:
		break;
	}
	return base_names[type->kind];
}

struct typedefs {
	struct link *link;
	const struct idl_unit *unit;
	struct order *order;
	unsigned *depths; /* by the definition's number */
};

static void add_needs(struct typedefs *all, uint32_t from, const struct idl_type *type)
{
	if (type->kind == IDL_NAMED && type->target != NULL && type->target->kind == IDL_TYPEDEF)
		order_need(all->order, from, type->target->number, type);
	if (type->key != NULL)
		add_needs(all, from, type->key);
	if (type->element != NULL)
		add_needs(all, from, type->element);
}

static void report_cycle(void *private_data, const struct order_step *steps, size_t count)
{
	struct typedefs *all = private_data;

	cycle_report(all->link->diag, "typedefs lead in a circle", all->unit->defs, steps, count);
	for (size_t i = 0; i < count; i++)
		all->unit->defs[steps[i].node]->is_broken = true;
}

/* Levels of containers, those behind typedefs included. */
static unsigned depth_of(const struct typedefs *all, const struct idl_type *type)
{
	unsigned depth = 0, key_depth = 0;

	if (type->kind == IDL_NAMED && type->target != NULL && type->target->kind == IDL_TYPEDEF)
		return all->depths[type->target->number];
	if (type->element != NULL)
		depth = depth_of(all, type->element) + 1;
	if (type->key != NULL)
		key_depth = depth_of(all, type->key) + 1;
	return depth > key_depth ? depth : key_depth;
}

static void check_depth(struct typedefs *all, const struct idl_type *type)
{
	if (depth_of(all, type) > PARSE_MAX_TYPE_DEPTH)
		diag_error(all->link->diag, type->span,
			"containers are nested too deep: %d levels are the most, typedefs included",
			PARSE_MAX_TYPE_DEPTH);
}

static void check_fields(struct typedefs *all, const struct idl_field *field)
{
	for (; field != NULL; field = field->next)
		check_depth(all, field->type);
}

static void check_depths(struct typedefs *all)
{
	for (uint32_t i = 0; i < all->unit->def_count; i++) {
		const struct idl_def *def = all->unit->defs[i];

		if (def->kind == IDL_CONST)
			check_depth(all, def->type);
		check_fields(all, def->fields);
		for (const struct idl_function *f = def->functions; f != NULL; f = f->next) {
			check_depth(all, f->result);
			check_fields(all, f->arguments);
			check_fields(all, f->throws);
		}
	}
}

/* Its target was resolved before; that of a typedef in a circle was not, and so it ends in NULL,
 * too. */
static const struct idl_type *resolve(struct typedefs *all, struct idl_def *def, unsigned *depth)
{
	*depth = depth_of(all, def->type);
	if (*depth > PARSE_MAX_TYPE_DEPTH) {
		if (!diag_is_full(all->link->diag))
			check_depth(all, def->type);
		*depth = 0;
		return NULL;
	}
	if (def->is_broken || (def->type->kind == IDL_NAMED && def->type->target == NULL))
		return NULL;
	return idl_type_resolve(def->type);
}

void link_typedefs(struct link *link, struct idl_unit *unit)
{
	struct typedefs all = {
		.link = link, .unit = unit, .order = order_new(link->scratch, unit->def_count)};
	const uint32_t *sorted;

	for (uint32_t i = 0; i < unit->def_count; i++) {
		if (unit->defs[i]->kind == IDL_TYPEDEF)
			add_needs(&all, i, unit->defs[i]->type);
	}
	sorted = order_sort(all.order, report_cycle, &all);
	all.depths = arena_need(talloc_zero_array(link->scratch, unsigned, unit->def_count + 1));
	for (uint32_t i = 0; i < unit->def_count; i++) {
		struct idl_def *def = unit->defs[sorted[i]];

		if (def->kind == IDL_TYPEDEF)
			def->resolved = resolve(&all, def, &all.depths[sorted[i]]);
	}
	check_depths(&all);
}
