/* SPDX-License-Identifier: MIT */
#include <string.h>
#include "arena.h"
#include "compat_parts.h"
#include "link.h"

static struct lookup *functions_of(struct compat *compat, const struct idl_def *def)
{
	struct lookup *functions = lookup_new(compat->scratch);

	for (struct idl_function *function = def->functions; function != NULL;
		function = function->next)
		lookup_add(functions, function->name, function);
	lookup_sort(functions);
	return functions;
}

static const struct idl_field *find_thrown(const struct idl_field *list, int32_t id)
{
	while (list != NULL && list->id != id)
		list = list->next;
	return list;
}

/* A client that does not know an exception takes the reply for one without a result. */
static void compare_throws(
	struct compat *compat, const struct idl_function *before, const struct idl_function *after)
{
	for (const struct idl_field *old = before->throws; old != NULL; old = old->next) {
		const struct idl_field *new = find_thrown(after->throws, old->id);

		if (new == NULL || !compat_same_type(compat, old->type, new->type)) {
			diag_error(compat->diag, new == NULL ? after->span : new->span,
				"%s() does not throw %s as %d any more: new clients do not understand it from old servers",
				after->name, link_type_text(compat->scratch, old->type), old->id);
			diag_note(compat->diag, old->span, "it was thrown here");
		}
	}
	for (const struct idl_field *new = after->throws; new != NULL; new = new->next) {
		if (find_thrown(before->throws, new->id) != NULL)
			continue;
		diag_error(compat->diag, new->span,
			"%s() has begun to throw %s: old clients do not understand it", after->name,
			link_type_text(compat->scratch, new->type));
		diag_note(compat->diag, before->span, "it did not, here");
	}
}

static void compare_functions(
	struct compat *compat, const struct idl_function *before, const struct idl_function *after)
{
	const char *what = arena_text(compat->scratch, "%s()", after->name);

	if (before->is_oneway != after->is_oneway) {
		diag_error(compat->diag, after->span,
			after->is_oneway
				? "%s() has become oneway: old clients wait for a reply for ever"
				: "%s() is not oneway any more: old clients do not expect a reply",
			after->name);
		diag_note(compat->diag, before->span, "it was here");
	}
	if (!compat_same_type(compat, before->result, after->result)) {
		diag_error(compat->diag, after->result->span,
			"%s() returns another type: clients and servers do not understand each other",
			after->name);
		diag_note(compat->diag, before->result->span, "it was %s",
			link_type_text(compat->scratch, before->result));
	}
	compat_fields(compat, what, after->span, before->span, before->arguments, after->arguments);
	compare_throws(compat, before, after);
}

static void compare_parents(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	if (before->parent == NULL && after->parent == NULL)
		return;
	if (before->parent != NULL && after->parent != NULL) {
		compat_add_pair(compat, before->parent, after->parent);
		if (strcmp(before->parent->name, after->parent->name) == 0)
			return;
	} else if (before->parent == NULL) {
		return; /* more functions than before */
	}
	diag_error(compat->diag, after->span,
		"%s does not extend %s any more: old clients cannot call its functions",
		after->name, before->parent->name);
	diag_note(compat->diag, before->extends_span, "it did here");
}

void compat_services(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	const struct lookup *functions = functions_of(compat, after);

	compare_parents(compat, before, after);
	for (const struct idl_function *old = before->functions; old != NULL; old = old->next) {
		const struct idl_function *new =
			lookup_find(functions, old->name, strlen(old->name));

		if (new != NULL) {
			compare_functions(compat, old, new);
			continue;
		}
		diag_error(compat->diag, after->span,
			"function \"%s\" of %s is gone: old clients cannot call it", old->name,
			after->name);
		diag_note(compat->diag, old->span, "it was here");
	}
}
