/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "compat_parts.h"
#include "link.h"
#include "rules_compare.h"

static const struct idl_def *named(const struct idl_type *type)
{
	return type->kind == IDL_NAMED ? type->target : NULL;
}

/* Kinds that are the same bytes on the wire: an enum is an i32, and text is bytes. */
static enum idl_type_kind wire_kind(const struct idl_type *type)
{
	if (type->kind == IDL_BINARY)
		return IDL_STRING;
	return type->kind == IDL_NAMED && type->target->kind == IDL_ENUM ? IDL_I32 : type->kind;
}

bool compat_same_type(
	struct compat *compat, const struct idl_type *before, const struct idl_type *after)
{
	before = idl_type_resolve(before);
	after = idl_type_resolve(after);
	if (wire_kind(before) != wire_kind(after))
		return false;
	if (named(before) != NULL && named(after) != NULL)
		compat_add_pair(compat, named(before), named(after));
	if (before->key != NULL && !compat_same_type(compat, before->key, after->key))
		return false;
	return before->element == NULL || compat_same_type(compat, before->element, after->element);
}

static int compare_ids(const void *a, const void *b)
{
	const struct idl_field *x = *(const struct idl_field *const *)a,
			       *y = *(const struct idl_field *const *)b;

	return (x->id > y->id) - (x->id < y->id);
}

/* The fields by id, with a NULL behind them. */
static const struct idl_field **sort_fields(struct compat *compat, const struct idl_field *field)
{
	const struct idl_field **fields = NULL;
	size_t count = 0;

	for (; field != NULL; field = field->next) {
		fields = arena_grow(compat->scratch, fields, count, sizeof(*fields));
		fields[count++] = field;
	}
	fields = arena_grow(compat->scratch, fields, count, sizeof(*fields));
	fields[count] = NULL;
	qsort(fields, count, sizeof(*fields), compare_ids);
	return fields;
}

static bool same_default(const struct idl_value *before, const struct idl_value *after)
{
	if (before == NULL || after == NULL)
		return before == after;
	return before->kind == after->kind && rules_compare(before, after) == 0;
}

static void compare_requiredness(struct compat *compat, const char *what,
	const struct idl_field *before, const struct idl_field *after)
{
	bool was = before->requiredness == IDL_REQUIRED, is = after->requiredness == IDL_REQUIRED;

	if (is && !was) {
		diag_error(compat->diag, after->span,
			"field %d \"%s\" of %s has become required: new readers refuse data of old writers that lack it",
			after->id, after->name, what);
		diag_note(compat->diag, before->span, "it was not");
	} else if (was && !is) {
		diag_error(compat->diag, after->span,
			"field %d \"%s\" of %s is not required any more: old readers refuse data of new writers that lack it",
			after->id, after->name, what);
		diag_note(compat->diag, before->span, "it was");
	}
}

static void compare_field(struct compat *compat, const char *what, const struct idl_field *before,
	const struct idl_field *after)
{
	if (!compat_same_type(compat, before->type, after->type)) {
		diag_error(compat->diag, after->type->span,
			"field %d \"%s\" of %s has another type: old readers lose what new writers write, and new readers what old ones wrote",
			after->id, after->name, what);
		diag_note(compat->diag, before->type->span, "it was %s",
			link_type_text(compat->scratch, before->type));
	}
	compare_requiredness(compat, what, before, after);
	if (strcmp(before->name, after->name) != 0) {
		diag_warn(compat->diag, DIAG_RENAMED, after->span,
			"field %d of %s has another name: only code and JSON see it", after->id,
			what);
		diag_note(compat->diag, before->span, "it was \"%s\"", before->name);
	}
	if (!same_default(before->initial, after->initial)) {
		diag_warn(compat->diag, DIAG_CHANGED_DEFAULT, after->span,
			"field %d \"%s\" of %s has another default: old and new readers see different values when it is absent",
			after->id, after->name, what);
		diag_note(compat->diag, before->span, "it was here");
	}
}

static void report_gone(struct compat *compat, const char *what, struct idl_span owner,
	const struct idl_field *before)
{
	if (before->requiredness == IDL_REQUIRED)
		diag_error(compat->diag, owner,
			"field %d \"%s\" of %s is gone: old readers refuse data of new writers, since it was required",
			before->id, before->name, what);
	else
		diag_error(compat->diag, owner,
			"field %d \"%s\" of %s is gone: old readers do not get it from new writers",
			before->id, before->name, what);
	diag_note(compat->diag, before->span, "it was here");
}

static void report_new(struct compat *compat, const char *what, struct idl_span owner,
	const struct idl_field *after)
{
	if (after->requiredness != IDL_REQUIRED)
		return;
	diag_error(compat->diag, after->span,
		"field %d \"%s\" of %s is new and required: new readers refuse all data of old writers",
		after->id, after->name, what);
	diag_note(compat->diag, owner, "there was none in here");
}

void compat_fields(struct compat *compat, const char *what, struct idl_span owner,
	struct idl_span old_owner, const struct idl_field *before, const struct idl_field *after)
{
	const struct idl_field **old = sort_fields(compat, before),
			       **new = sort_fields(compat, after);

	while (*old != NULL || *new != NULL) {
		if (*new == NULL || (*old != NULL && (*old)->id < (*new)->id))
			report_gone(compat, what, owner, *old++);
		else if (*old == NULL || (*new)->id < (*old)->id)
			report_new(compat, what, old_owner, *new ++);
		else
			compare_field(compat, what, *old++, *new ++);
	}
}
