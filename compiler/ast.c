/* SPDX-License-Identifier: MIT */
#include "ast.h"
#include <string.h>

const struct idl_type *idl_type_resolve(const struct idl_type *type)
{
	if (type->kind == IDL_NAMED && type->target != NULL && type->target->kind == IDL_TYPEDEF)
		return type->target->resolved;
	return type;
}

static bool has_parts(const struct idl_type *type)
{
	type = idl_type_resolve(type);
	if (type == NULL || (type->kind == IDL_NAMED && type->target == NULL))
		return true; /* link reported it */
	return type->kind == IDL_LIST || type->kind == IDL_SET || type->kind == IDL_MAP ||
	       (type->kind == IDL_NAMED && type->target->kind != IDL_ENUM);
}

bool idl_may_be_lazy(enum idl_kind kind, const struct idl_field *field)
{
	return (kind == IDL_STRUCT || kind == IDL_EXCEPTION) &&
	       field->requiredness != IDL_REQUIRED && has_parts(field->type);
}

const char *idl_annotation_value(const struct idl_annotation *list, const char *key)
{
	const char *value = NULL;

	for (; list != NULL; list = list->next) {
		if (strcmp(list->key, key) == 0)
			value = list->value;
	}
	return value;
}
