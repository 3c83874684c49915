/* SPDX-License-Identifier: MIT */
/* Constants and defaults of a unit, each behind those that it names. What one value must be for its
 * type is in rules_convert.c. */
#include "cycle.h"
#include "order.h"
#include "rules_parts.h"

/* Values that constants and defaults of a unit may come to, when each struct in them has its own
 * defaults. */
#define MAX_GROWTH 1000000u

static void report_cycle(void *private_data, const struct order_step *steps, size_t count)
{
	struct rules *rules = private_data;

	cycle_report(rules->diag, "constants lead in a circle", rules->unit->defs, steps, count);
	for (size_t i = 0; i < count; i++)
		rules->unit->defs[steps[i].node]->is_broken = true;
}

static void add_needs(struct order *order, uint32_t from, const struct idl_value *value)
{
	if (value->kind == IDL_VALUE_NAME && value->constant != NULL && value->enum_value == NULL)
		order_need(order, from, value->constant->number, value);
	for (const struct idl_value *item = value->items; item != NULL; item = item->next) {
		add_needs(order, from, item);
		if (item->mapped != NULL)
			add_needs(order, from, item->mapped);
	}
}

static void convert_constants(struct rules *rules)
{
	const struct idl_unit *unit = rules->unit;
	struct order *order = order_new(rules->scratch, unit->def_count);
	const uint32_t *sorted;

	for (uint32_t i = 0; i < unit->def_count; i++) {
		if (unit->defs[i]->kind == IDL_CONST)
			add_needs(order, i, unit->defs[i]->value);
	}
	sorted = order_sort(order, report_cycle, rules);
	for (uint32_t i = 0; i < unit->def_count && !diag_is_full(rules->diag); i++) {
		struct idl_def *def = unit->defs[sorted[i]];

		if (def->kind == IDL_CONST && !def->is_broken &&
			!rules_convert(rules, def->value, def->type))
			def->is_broken = true;
	}
}

static void convert_defaults(struct rules *rules, struct idl_field *field)
{
	for (; field != NULL && !diag_is_full(rules->diag); field = field->next) {
		if (field->initial != NULL && !rules_convert(rules, field->initial, field->type))
			field->initial = NULL;
	}
}

static bool has_struct(const struct idl_value *value)
{
	if (value->kind == IDL_VALUE_STRUCT)
		return true;
	for (const struct idl_value *item = value->items; item != NULL; item = item->next) {
		if (has_struct(item) || (item->mapped != NULL && has_struct(item->mapped)))
			return true;
	}
	return false;
}

/*
 * Whether a struct value leaves out a field whose default holds a struct, which then brings
 * defaults of its own. Items are in the order of the fields.
 */
static bool takes_struct_default(const struct idl_value *value, const struct idl_def *def)
{
	const struct idl_value *item = value->items;

	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		if (item != NULL && item->field == field)
			item = item->next;
		else if (field->initial != NULL && has_struct(field->initial))
			return true;
	}
	return false;
}

/* A default of `from` needs the defaults of each struct in it that takes some. */
static void add_default_needs(struct order *order, uint32_t from, const struct idl_value *value,
	const struct idl_type *type)
{
	type = idl_type_resolve(type);
	if (value->kind == IDL_VALUE_STRUCT && takes_struct_default(value, type->target))
		order_need(order, from, type->target->number, NULL);
	for (const struct idl_value *item = value->items; item != NULL; item = item->next) {
		if (value->kind == IDL_VALUE_STRUCT) {
			add_default_needs(order, from, item, item->field->type);
			continue;
		}
		add_default_needs(order, from, item,
			value->kind == IDL_VALUE_MAP ? type->key : type->element);
		if (item->mapped != NULL)
			add_default_needs(order, from, item->mapped, type->element);
	}
}

/*
 * How much a value grows when each struct in it gets its defaults, as an upper bound in nodes.
 * `totals`: of all defaults of a definition, by its number.
 */
static uint64_t growth_of(
	const uint64_t *totals, const struct idl_value *value, const struct idl_type *type)
{
	uint64_t total = 0;

	type = idl_type_resolve(type);
	if (value->kind == IDL_VALUE_STRUCT)
		total += totals[type->target->number] + 1;
	for (const struct idl_value *item = value->items; item != NULL; item = item->next) {
		if (value->kind == IDL_VALUE_STRUCT)
			total += growth_of(totals, item, item->field->type);
		else
			total += growth_of(totals, item,
				value->kind == IDL_VALUE_MAP ? type->key : type->element);
		if (item->mapped != NULL)
			total += growth_of(totals, item->mapped, type->element);
	}
	return total < MAX_GROWTH ? total : MAX_GROWTH;
}

/* Defaults in defaults multiply; what they come to is limited, for the whole unit. */
static void check_growth(struct rules *rules, const uint32_t *sorted)
{
	const struct idl_unit *unit = rules->unit;
	uint64_t *totals = arena_need(
			 talloc_zero_array(rules->scratch, uint64_t, unit->def_count + 1)),
		 sum = 0;

	for (uint32_t i = 0; i < unit->def_count && sum < MAX_GROWTH; i++) {
		const struct idl_def *def = unit->defs[sorted[i]];
		uint64_t *total = &totals[def->number];

		for (const struct idl_field *field = def->fields; field != NULL;
			field = field->next)
			*total += field->initial == NULL
					  ? 0
					  : growth_of(totals, field->initial, field->type);
		if (def->kind == IDL_CONST && !def->is_broken)
			sum += growth_of(totals, def->value, def->type);
		sum += *total;
		if (sum >= MAX_GROWTH)
			diag_error(rules->diag, def->span,
				"defaults grow too large by holding each other: here they come to more than %u values",
				MAX_GROWTH);
	}
}

static void report_default_cycle(void *private_data, const struct order_step *steps, size_t count)
{
	struct rules *rules = private_data;

	cycle_report(rules->diag, "defaults contain each other without end", rules->unit->defs,
		steps, count);
}

static void check_default_cycles(struct rules *rules)
{
	const struct idl_unit *unit = rules->unit;
	struct order *order = order_new(rules->scratch, unit->def_count);
	unsigned errors_before = rules->diag->error_count;
	const uint32_t *sorted;

	for (uint32_t i = 0; i < unit->def_count; i++) {
		if (unit->defs[i]->kind == IDL_CONST && !unit->defs[i]->is_broken)
			add_default_needs(order, i, unit->defs[i]->value, unit->defs[i]->type);
		for (const struct idl_field *field = unit->defs[i]->fields; field != NULL;
			field = field->next) {
			if (field->initial != NULL)
				add_default_needs(order, i, field->initial, field->type);
		}
	}
	sorted = order_sort(order, report_default_cycle, rules);
	if (rules->diag->error_count == errors_before)
		check_growth(rules, sorted);
}

void rules_values(struct rules *rules)
{
	const struct idl_unit *unit = rules->unit;

	convert_constants(rules);
	for (uint32_t i = 0; i < unit->def_count; i++) {
		struct idl_def *def = unit->defs[i];

		convert_defaults(rules, def->fields);
		for (struct idl_function *function = def->functions; function != NULL;
			function = function->next) {
			convert_defaults(rules, function->arguments);
			convert_defaults(rules, function->throws);
		}
	}
	if (!diag_is_full(rules->diag))
		check_default_cycles(rules);
	for (uint32_t i = 0; i < unit->def_count; i++)
		unit->defs[i]->mark = NULL;
}
