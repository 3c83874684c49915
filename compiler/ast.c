/* SPDX-License-Identifier: MIT */
#include "ast.h"
#include <string.h>

const struct idl_type *idl_type_resolve(const struct idl_type *type)
{
	if (type->kind == IDL_NAMED && type->target != NULL && type->target->kind == IDL_TYPEDEF)
		return type->target->resolved;
	return type;
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
