/* SPDX-License-Identifier: MIT */
/* Annotations whose keys are ours ("c." and "ingot."): spelled right, in a place where they mean
 * something. Others are kept as they are. */
#include <string.h>
#include "lookup.h"
#include "rules_parts.h"

enum place {
	ON_TYPE_DEF = 1, /* struct, union, exception, enum, typedef, service */
	ON_FIELD = 2,
	ON_ENUM_VALUE = 4,
	ON_FUNCTION = 8,
	ON_STRUCT = 16,    /* struct, union, exception */
	ON_LAZY_FIELD = 32 /* of a struct: a struct or container that may be absent */
};

static const struct known {
	const char *key;
	unsigned places;
} known[] = {
	{"c.name", ON_TYPE_DEF | ON_FIELD | ON_ENUM_VALUE | ON_FUNCTION},
	{"c.project", ON_TYPE_DEF},
	{"ingot.batch", ON_STRUCT},
	{"ingot.dedup", ON_FIELD},
	{"ingot.lazy", ON_LAZY_FIELD},
	{"ingot.unknown", ON_TYPE_DEF},
};

static bool is_identifier(const char *text, size_t size)
{
	if (size == 0 || (text[0] >= '0' && text[0] <= '9'))
		return false;
	for (size_t i = 0; i < size; i++) {
		char c = text[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    c == '_'))
			return false;
	}
	return true;
}

static void check_one(struct rules *rules, const struct idl_annotation *annotation, unsigned place)
{
	const char *best = NULL;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].key, annotation->key) != 0) {
			best = lookup_closer(annotation->key, known[i].key, best);
			continue;
		}
		if ((known[i].places & place) == 0)
			diag_warn(rules->diag, DIAG_ANNOTATION, annotation->span,
				"\"%s\" means nothing here", annotation->key);
		else if (strcmp(annotation->key, "c.name") == 0 &&
			 !is_identifier(annotation->value, annotation->value_size))
			diag_error(rules->diag, annotation->span,
				"the value of \"c.name\" is not a name in C");
		return;
	}
	diag_warn(rules->diag, DIAG_ANNOTATION, annotation->span, "there is no annotation \"%s\"",
		annotation->key);
	if (best != NULL)
		diag_note(rules->diag, annotation->span, "did you mean \"%s\"?", best);
}

static void check(struct rules *rules, const struct idl_annotation *annotation, unsigned place)
{
	for (; annotation != NULL; annotation = annotation->next) {
		if (strncmp(annotation->key, "c.", 2) == 0 ||
			strncmp(annotation->key, "ingot.", 6) == 0)
			check_one(rules, annotation, place);
	}
}

static void check_fields(
	struct rules *rules, enum idl_kind kind, const struct idl_field *field)
{
	for (; field != NULL; field = field->next)
		check(rules, field->annotations,
			ON_FIELD | (idl_may_be_lazy(kind, field) ? (unsigned)ON_LAZY_FIELD : 0));
}

void rules_annotations(struct rules *rules, struct idl_def *def)
{
	bool is_struct =
		def->kind == IDL_STRUCT || def->kind == IDL_UNION || def->kind == IDL_EXCEPTION;

	check(rules, def->annotations, ON_TYPE_DEF | (is_struct ? (unsigned)ON_STRUCT : 0));
	check_fields(rules, def->kind, def->fields);
	for (const struct idl_enum_value *value = def->values; value != NULL; value = value->next)
		check(rules, value->annotations, ON_ENUM_VALUE);
	for (const struct idl_function *function = def->functions; function != NULL;
		function = function->next) {
		check(rules, function->annotations, ON_FUNCTION);
		check_fields(rules, def->kind, function->arguments);
		check_fields(rules, def->kind, function->throws);
	}
}
