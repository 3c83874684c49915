/* SPDX-License-Identifier: MIT */
#include "cycle.h"
#include <string.h>

/* Longer cycles are shown with their beginning only. */
#define CYCLE_MAX_SHOWN 8

void cycle_report(struct diag *diag, const char *what, struct idl_def *const *defs,
	const struct order_step *steps, size_t count)
{
	size_t shown = count < CYCLE_MAX_SHOWN ? count : CYCLE_MAX_SHOWN;
	char path[512];
	size_t used = 0;

	for (size_t i = 0; i < shown && used < sizeof(path); i++)
		used += (size_t)snprintf(
			path + used, sizeof(path) - used, "%s -> ", defs[steps[i].node]->name);
	diag_error(diag, defs[steps[0].node]->span, "%s: %s%s%s", what, path,
		shown < count ? "... -> " : "", defs[steps[0].node]->name);
	for (size_t i = 1; i < shown; i++)
		diag_note(diag, defs[steps[i].node]->span, "by way of \"%s\"",
			defs[steps[i].node]->name);
}
