/* SPDX-License-Identifier: MIT */
#include "compat.h"
#include <string.h>
#include "arena.h"
#include "compat_parts.h"
#include "names.h"
#include "rules_compare.h"

/* What a definition was paired with; kept in the mark of the old one. Nearly always one. */
struct partner {
	struct partner *next;
	const struct idl_def *after;
};

void compat_add_pair(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	struct idl_def *old = compat->before->defs[before->number];
	struct partner *partner;

	for (partner = old->mark; partner != NULL; partner = partner->next) {
		if (partner->after == after)
			return;
	}
	partner = arena_need(talloc(compat->scratch, struct partner));
	*partner = (struct partner){old->mark, after};
	old->mark = partner;
	compat->pairs = arena_grow(
		compat->scratch, compat->pairs, compat->pair_count, sizeof(*compat->pairs));
	compat->pairs[compat->pair_count++] = (struct compat_pair){before, after};
}

static bool is_struct(enum idl_kind kind)
{
	return kind == IDL_STRUCT || kind == IDL_UNION || kind == IDL_EXCEPTION;
}

static const char *kind_text(enum idl_kind kind)
{
	static const char *const texts[] = {
		[IDL_TYPEDEF] = "typedef",
		[IDL_ENUM] = "enum",
		[IDL_STRUCT] = "struct",
		[IDL_UNION] = "union",
		[IDL_EXCEPTION] = "exception",
		[IDL_CONST] = "constant",
		[IDL_SERVICE] = "service",
	};

	return texts[kind];
}

static const struct idl_enum_value *value_with(const struct idl_def *def, int64_t number)
{
	const struct idl_enum_value *value = def->values;

	while (value != NULL && value->number != number)
		value = value->next;
	return value;
}

static void compare_enum_value(struct compat *compat, const struct idl_def *after,
	const struct lookup *names, const struct idl_enum_value *before)
{
	const struct idl_enum_value *same = lookup_find(names, before->name, strlen(before->name));

	if (same != NULL && same->number == before->number)
		return;
	if (same != NULL) {
		diag_error(compat->diag, same->span,
			"%s.%s has another number: old and new readers take each other's for something else",
			after->name, same->name);
		diag_note(compat->diag, before->span, "it was %lld", (long long)before->number);
		return;
	}
	same = value_with(after, before->number);
	if (same != NULL) {
		diag_warn(compat->diag, DIAG_RENAMED, same->span,
			"%lld of enum %s has another name: only code and JSON see it",
			(long long)before->number, after->name);
		diag_note(compat->diag, before->span, "it was \"%s\"", before->name);
		return;
	}
	diag_error(compat->diag, after->span,
		"value \"%s\" (%lld) of enum %s is gone: new readers do not know it from old writers",
		before->name, (long long)before->number, after->name);
	diag_note(compat->diag, before->span, "it was here");
}

static void compare_enums(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	struct lookup *names = lookup_new(compat->scratch);

	for (struct idl_enum_value *value = after->values; value != NULL; value = value->next)
		lookup_add(names, value->name, value);
	lookup_sort(names);
	for (const struct idl_enum_value *value = before->values; value != NULL;
		value = value->next)
		compare_enum_value(compat, after, names, value);
}

static void compare_consts(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	if (before->value->kind == after->value->kind &&
		rules_compare(before->value, after->value) == 0)
		return;
	diag_warn(compat->diag, DIAG_CHANGED_CONSTANT, after->span,
		"constant \"%s\" has another value", after->name);
	diag_note(compat->diag, before->span, "it was here");
}

static void compare_typedefs(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	if (compat_same_type(compat, before->type, after->type))
		return;
	diag_warn(compat->diag, DIAG_CHANGED_TYPEDEF, after->span,
		"\"%s\" is another type: fields of it are reported besides", after->name);
	diag_note(compat->diag, before->span, "it was here");
}

static void compare_pair(
	struct compat *compat, const struct idl_def *before, const struct idl_def *after)
{
	if (before->kind != after->kind &&
		!(is_struct(before->kind) && is_struct(after->kind) && before->kind != IDL_UNION &&
			after->kind != IDL_UNION)) {
		diag_error(compat->diag, after->span,
			"\"%s\" has become another thing (%s): old and new readers do not understand each other's",
			after->name, kind_text(after->kind));
		diag_note(
			compat->diag, before->span, "before, it was: %s", kind_text(before->kind));
		return;
	}
	switch (after->kind) {
	case IDL_STRUCT:
	case IDL_UNION:
	case IDL_EXCEPTION:
		compat_fields(compat, after->name, after->span, before->span, before->fields,
			after->fields);
		break;
	case IDL_ENUM:
		compare_enums(compat, before, after);
		break;
	case IDL_SERVICE:
		compat_services(compat, before, after);
		break;
	case IDL_CONST:
		compare_consts(compat, before, after);
		break;
	case IDL_TYPEDEF:
		compare_typedefs(compat, before, after);
		break;
	}
}

static void report_gone(
	struct compat *compat, const struct idl_file *after, const struct idl_def *before)
{
	struct idl_span place = {after->source, 0, 0};

	switch (before->kind) {
	case IDL_STRUCT:
	case IDL_UNION:
	case IDL_EXCEPTION:
		diag_error(compat->diag, place,
			"%s \"%s\" is gone: old and new programs cannot exchange it",
			kind_text(before->kind), before->name);
		break;
	case IDL_SERVICE:
		diag_error(compat->diag, place,
			"service \"%s\" is gone: old clients cannot call it", before->name);
		break;
	case IDL_ENUM:
	case IDL_CONST:
	case IDL_TYPEDEF:
		diag_warn(compat->diag, DIAG_REMOVED, place, "%s \"%s\" is gone: only code sees it",
			kind_text(before->kind), before->name);
		break;
	}
	diag_note(compat->diag, before->span, "it was here");
}

static void compare_namespaces(
	struct compat *compat, const struct idl_file *before, const struct idl_file *after)
{
	const char *old = names_namespace(compat->scratch, before),
		   *new = names_namespace(compat->scratch, after);

	if (strcmp(old, new) == 0 || (before->namespaces == NULL && after->namespaces == NULL))
		return;
	diag_warn(compat->diag, DIAG_RENAMED, (struct idl_span){after->source, 0, 0},
		"names in C begin with \"%s_\", and began with \"%s_\": only code sees it", new,
		old);
}

static void add_file(
	struct compat *compat, const struct idl_file *before, const struct idl_file *after)
{
	struct lookup *names = lookup_new(compat->scratch);

	compare_namespaces(compat, before, after);
	for (struct idl_def *def = after->defs; def != NULL; def = def->next)
		lookup_add(names, def->name, def);
	lookup_sort(names);
	for (const struct idl_def *def = before->defs; def != NULL; def = def->next) {
		const struct idl_def *same = lookup_find(names, def->name, strlen(def->name));

		if (same != NULL)
			compat_add_pair(compat, def, same);
		else
			report_gone(compat, after, def);
	}
}

/* The main files go together whatever they are called, includes by their base names. */
static const struct idl_file *counterpart(
	const struct idl_unit *after, const struct idl_unit *before, const struct idl_file *file)
{
	const struct idl_file *other = after->files->next;

	if (file == before->main)
		return after->main;
	while (other != NULL && strcmp(other->base_name, file->base_name) != 0)
		other = other->next;
	return other;
}

void compat_compare(struct idl_unit *before, struct idl_unit *after, struct diag *diag)
{
	struct compat compat = {
		.diag = diag, .before = before, .scratch = arena_need(talloc_new(after))};

	for (uint32_t i = 0; i < before->def_count; i++)
		before->defs[i]->mark = NULL;
	for (const struct idl_file *file = before->files; file != NULL; file = file->next) {
		const struct idl_file *other = counterpart(after, before, file);

		if (other != NULL)
			add_file(&compat, file, other);
	}
	for (size_t i = 0; i < compat.pair_count; i++)
		compare_pair(&compat, compat.pairs[i].before, compat.pairs[i].after);
	talloc_free(compat.scratch);
}
