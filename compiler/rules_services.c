/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "cycle.h"
#include "lookup.h"
#include "order.h"
#include "rules_parts.h"

/* Longer chains of extends are refused, so that looking through a service's parents is cheap. */
#define MAX_PARENTS 64

static void check_arguments(struct rules *rules, struct idl_field *argument)
{
	rules_field_list(rules, argument);
	for (; argument != NULL; argument = argument->next) {
		if (argument->requiredness != IDL_OPTIONAL)
			continue;
		diag_warn(rules->diag, DIAG_REQUIREDNESS, argument->span,
			"an argument cannot be optional: the word is ignored");
		argument->requiredness = IDL_DEFAULT;
	}
}

static void check_throws(struct rules *rules, struct idl_field *thrown)
{
	rules_field_list(rules, thrown);
	for (; thrown != NULL; thrown = thrown->next) {
		const struct idl_type *type = idl_type_resolve(thrown->type);

		if (thrown->requiredness == IDL_REQUIRED)
			diag_warn(rules->diag, DIAG_REQUIREDNESS, thrown->span,
				"what is thrown cannot be required: the word is ignored");
		thrown->requiredness = IDL_OPTIONAL;
		if (type == NULL || (type->kind == IDL_NAMED && type->target == NULL))
			continue;
		if (type->kind == IDL_NAMED && type->target->kind == IDL_EXCEPTION)
			continue;
		diag_error(rules->diag, thrown->type->span, "only exceptions can be thrown");
		if (type->kind == IDL_NAMED)
			diag_note(rules->diag, type->target->span, "this is not an exception");
	}
}

static void check_function(struct rules *rules, struct idl_function *function)
{
	check_arguments(rules, function->arguments);
	check_throws(rules, function->throws);
	if (!function->is_oneway)
		return;
	if (function->throws != NULL)
		diag_error(rules->diag, function->throws->span,
			"a oneway function has no reply: it cannot throw");
	if (function->result->kind != IDL_VOID)
		diag_warn(rules->diag, DIAG_ONEWAY, function->result->span,
			"a oneway function has no reply: nobody gets its result");
}

void rules_service(struct rules *rules, struct idl_def *def)
{
	struct lookup *names;

	if (def->is_broken)
		return;
	names = lookup_new(rules->scratch);
	for (struct idl_function *function = def->functions; function != NULL;
		function = function->next) {
		check_function(rules, function);
		lookup_add(names, function->name, function);
	}
	lookup_sort(names);
	for (const struct idl_function *function = def->functions; function != NULL;
		function = function->next) {
		const struct idl_function *first =
			lookup_find(names, function->name, strlen(function->name));

		if (first == function)
			continue;
		diag_error(rules->diag, function->span, "service %s has two functions \"%s\"",
			def->name, function->name);
		diag_note(rules->diag, first->span, "the first one is here");
	}
	def->mark = names;
}

static void report_cycle(void *private_data, const struct order_step *steps, size_t count)
{
	struct rules *rules = private_data;

	cycle_report(rules->diag, "services extend each other in a circle", rules->unit->defs,
		steps, count);
	for (size_t i = 0; i < count; i++)
		rules->unit->defs[steps[i].node]->parent = NULL;
}

static void check_inherited(
	struct rules *rules, const struct idl_def *def, const struct idl_def *parent)
{
	for (const struct idl_function *function = def->functions; function != NULL;
		function = function->next) {
		const struct idl_function *first =
			parent->mark == NULL
				? NULL
				: lookup_find(parent->mark, function->name, strlen(function->name));

		if (first == NULL)
			continue;
		diag_error(rules->diag, function->span,
			"service %s has a function \"%s\" already, from %s", def->name,
			function->name, parent->name);
		diag_note(rules->diag, first->span, "it is here");
	}
}

static void check_chain(struct rules *rules, const struct idl_def *def)
{
	unsigned count = 0;

	for (const struct idl_def *parent = def->parent; parent != NULL; parent = parent->parent) {
		if (++count > MAX_PARENTS) {
			diag_error(rules->diag, def->extends_span,
				"too many services extend each other: %d are the most",
				MAX_PARENTS);
			return;
		}
		check_inherited(rules, def, parent);
	}
}

void rules_parents(struct rules *rules)
{
	const struct idl_unit *unit = rules->unit;
	struct order *order = order_new(rules->scratch, unit->def_count);

	for (uint32_t i = 0; i < unit->def_count; i++) {
		if (unit->defs[i]->parent != NULL)
			order_need(order, i, unit->defs[i]->parent->number, NULL);
	}
	order_sort(order, report_cycle, rules);
	for (uint32_t i = 0; i < unit->def_count && !diag_is_full(rules->diag); i++)
		check_chain(rules, unit->defs[i]);
	for (uint32_t i = 0; i < unit->def_count; i++)
		unit->defs[i]->mark = NULL;
}
