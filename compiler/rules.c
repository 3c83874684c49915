/* SPDX-License-Identifier: MIT */
#include "rules.h"
#include "rules_parts.h"

static void check_def(struct rules *rules, struct idl_def *def)
{
	switch (def->kind) {
	case IDL_ENUM:
		rules_enum(rules, def);
		break;
	case IDL_STRUCT:
	case IDL_UNION:
	case IDL_EXCEPTION:
		rules_fields(rules, def);
		break;
	case IDL_SERVICE:
		rules_service(rules, def);
		break;
	case IDL_TYPEDEF:
	case IDL_CONST:
		break;
	}
	rules_annotations(rules, def);
}

void rules_check(struct arena *arena, struct idl_unit *unit, struct diag *diag)
{
	struct rules rules = {.diag = diag,
		.arena = arena,
		.unit = unit,
		.scratch = arena_need(talloc_new(unit))};

	for (struct idl_file *file = unit->files; file != NULL; file = file->next) {
		rules_headers(&rules, file);
		for (struct idl_def *def = file->defs; def != NULL && !diag_is_full(diag);
			def = def->next)
			check_def(&rules, def);
	}
	rules_parents(&rules);
	rules_finite(&rules);
	rules_values(&rules);
	talloc_free(rules.scratch);
}
