/* SPDX-License-Identifier: MIT */
/* Headers of a file: what is said twice, or cannot be reached. */
#include <string.h>
#include "lookup.h"
#include "rules_parts.h"

static void check_namespaces(struct rules *rules, const struct idl_file *file)
{
	for (const struct idl_namespace *space = file->namespaces; space != NULL;
		space = space->next) {
		const struct idl_namespace *later = space->next;

		while (later != NULL && strcmp(later->language, space->language) != 0)
			later = later->next;
		if (later == NULL)
			continue;
		diag_warn(rules->diag, DIAG_NAMESPACE, space->span,
			"this namespace of \"%s\" is not used", space->language);
		diag_note(rules->diag, later->span, "this one counts: it is the later one");
	}
}

/* A name of the file that begins like the names of an include. */
static void check_shadows(struct rules *rules, const struct idl_file *file)
{
	struct lookup *prefixes = lookup_new(rules->scratch);

	for (struct idl_include *include = file->includes; include != NULL; include = include->next)
		lookup_add(prefixes, include->prefix, include);
	lookup_sort(prefixes);
	for (const struct idl_def *def = file->defs; def != NULL && prefixes->count > 0;
		def = def->next) {
		const struct idl_include *include =
			lookup_find(prefixes, def->name, strlen(def->name));

		if (include == NULL)
			continue;
		diag_warn(rules->diag, DIAG_SHADOW, def->span,
			"\"%s\" is the name of an include, too", def->name);
		diag_note(rules->diag, include->span, "it is this one");
	}
	talloc_free(prefixes);
}

void rules_headers(struct rules *rules, const struct idl_file *file)
{
	check_namespaces(rules, file);
	check_shadows(rules, file);
}
