/* SPDX-License-Identifier: MIT */
/* Structs that no finite message can hold, because a required field leads back to the struct that
 * it is in. */
#include "cycle.h"
#include "order.h"
#include "rules_parts.h"

static void report_cycle(void *private_data, const struct order_step *steps, size_t count)
{
	struct rules *rules = private_data;
	const struct idl_field *field = steps[0].why;

	cycle_report(rules->diag, "a struct that must contain itself never ends", rules->unit->defs,
		steps, count);
	diag_note(rules->diag, field->span, "make this field optional");
}

static void add_needs(struct order *order, const struct idl_def *def)
{
	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		const struct idl_type *type = idl_type_resolve(field->type);

		if (field->requiredness != IDL_REQUIRED || type == NULL ||
			type->kind != IDL_NAMED || type->target == NULL)
			continue;
		if (type->target->kind == IDL_STRUCT || type->target->kind == IDL_EXCEPTION)
			order_need(order, def->number, type->target->number, field);
	}
}

void rules_finite(struct rules *rules)
{
	const struct idl_unit *unit = rules->unit;
	struct order *order = order_new(rules->scratch, unit->def_count);

	for (uint32_t i = 0; i < unit->def_count; i++)
		add_needs(order, unit->defs[i]);
	order_sort(order, report_cycle, rules);
}
