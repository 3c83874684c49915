/* SPDX-License-Identifier: MIT */
/*
 * Every global name that a definition has in C: what emitters derive must be here, too, which
 * tests/check_names.c makes sure of.
 */
#include "names_walk.h"
#include <stdio.h>
#include "arena.h"

/* What is derived from a struct's, union's or exception's name. */
static const char *const struct_suffixes[] = {
	"_type",
	"_from_wire",
	"_to_wire",
	"_wire_size",
	"_init",
	"_read",
	"_read_binary",
	"_read_compact",
	"_write",
	"_initial",
	"_write_binary",
	"_write_compact",
	"_fields",
	"_INIT",
};

static const char *const enum_suffixes[] = {"_type", "_name", "_from_name", "_values"};

/* What is derived from the names of a struct and of a field of a container type, or of a constant.
 */
static const char *const container_suffixes[] = {"_read", "_write", "_type"};

static void see(const struct names_walk *walk, const char *name, bool is_tag, struct idl_span span)
{
	walk->see(walk->private_data, name, is_tag, span);
}

static void see_joined(const struct names_walk *walk, const char *stem, const char *middle,
	const char *suffix, bool is_tag, struct idl_span span)
{
	char text[512], *name = text;
	size_t size = (size_t)snprintf(
		text, sizeof(text), "%s%s%s%s", stem, *middle == '\0' ? "" : "_", middle, suffix);

	if (size >= sizeof(text))
		name = arena_text(walk->scratch, "%s%s%s%s", stem,
			*middle == '\0' ? "" : "_", middle, suffix);
	see(walk, name, is_tag, span);
	if (name != text)
		talloc_free(name);
}

static void see_all(const struct names_walk *walk, const char *stem, const char *const *suffixes,
	size_t count, struct idl_span span)
{
	for (size_t i = 0; i < count && !walk->is_brief; i++)
		see_joined(walk, stem, "", suffixes[i], false, span);
}

#define SEE_ALL(walk, stem, suffixes, span)                                                        \
	see_all(walk, stem, suffixes, sizeof(suffixes) / sizeof((suffixes)[0]), span)

/* Containers in a type, all and only maps. */
static void count_containers(const struct idl_type *type, unsigned *containers, unsigned *maps)
{
	type = idl_type_resolve(type);
	if (type->element == NULL)
		return;
	++*containers;
	*maps += type->kind == IDL_MAP;
	if (type->key != NULL)
		count_containers(type->key, containers, maps);
	count_containers(type->element, containers, maps);
}

/* What a field of that type, or a constant (then its name is "value"), needs besides. */
static void see_containers(const struct names_walk *walk, const char *stem, const char *name,
	const struct idl_type *type, struct idl_span span)
{
	unsigned containers = 0, maps = 0;
	char suffix[32];

	count_containers(type, &containers, &maps);
	for (size_t i = 0; i < sizeof(container_suffixes) / sizeof(container_suffixes[0]); i++)
		see_joined(walk, stem, name, container_suffixes[i], false, span);
	for (unsigned i = 1; i <= containers; i++) {
		snprintf(suffix, sizeof(suffix), "_type%u", i);
		see_joined(walk, stem, name, suffix, false, span);
	}
	for (unsigned i = 1; i <= maps; i++) {
		snprintf(suffix, sizeof(suffix), i == 1 ? "_entry" : "_entry%u", i);
		see_joined(walk, stem, name, suffix, true, span);
	}
}

static void see_field(const struct names_walk *walk, const struct idl_def *def, const char *stem,
	const struct idl_field *field)
{
	bool is_container = idl_type_resolve(field->type)->element != NULL;
	const char *name;

	if (!is_container && field->initial == NULL)
		return;
	name = names_member(walk->scratch, field);
	if (is_container)
		see_containers(walk, stem, name, field->type, field->span);
	if (is_container && def->kind == IDL_UNION)
		see_joined(walk, stem, name, "_list", true, field->span);
	if (field->initial != NULL)
		see_joined(walk, stem, name, "_default", false, field->span);
}

static void see_struct(const struct names_walk *walk, const struct idl_def *def, const char *stem)
{
	see(walk, stem, true, def->span);
	SEE_ALL(walk, stem, struct_suffixes, def->span);
	if (idl_annotation_value(def->annotations, "ingot.batch") != NULL) {
		see_joined(walk, stem, "", "_batch", true, def->span);
		see_joined(walk, stem, "", "_batch_from_wire", false, def->span);
	}
	for (const struct idl_field *field = def->fields; field != NULL; field = field->next)
		see_field(walk, def, stem, field);
}

static void see_enum(const struct names_walk *walk, const struct idl_def *def, const char *stem)
{
	TALLOC_CTX *names = arena_need(talloc_new(walk->scratch));

	see(walk, stem, true, def->span);
	SEE_ALL(walk, stem, enum_suffixes, def->span);
	for (const struct idl_enum_value *value = def->values; value != NULL; value = value->next) {
		see(walk, names_enum_value(names, def, value), false, value->span);
		talloc_free_children(names);
	}
}

static void see_const(const struct names_walk *walk, const struct idl_def *def, const char *stem)
{
	see(walk, stem, false, def->span);
	see(walk, stem, true, def->span); /* a macro would replace a tag, too */
	if (idl_type_resolve(def->type)->element != NULL) {
		see_joined(walk, stem, "", "_value", true, def->span);
		see_containers(walk, stem, "value", def->type, def->span);
	}
}

void names_walk(const struct names_walk *walk, const struct idl_def *def)
{
	const char *stem;

	if (def->kind == IDL_TYPEDEF)
		return;
	stem = names_def(walk->scratch, def);
	switch (def->kind) {
	case IDL_STRUCT:
	case IDL_UNION:
	case IDL_EXCEPTION:
		see_struct(walk, def, stem);
		break;
	case IDL_ENUM:
		see_enum(walk, def, stem);
		break;
	case IDL_CONST:
		see_const(walk, def, stem);
		break;
	case IDL_SERVICE:
		see(walk, stem, true, def->span);
		break;
	case IDL_TYPEDEF:
		break;
	}
	talloc_free_children(walk->scratch);
}

void names_each(const struct idl_def *def, names_see_fn *see_one, void *private_data)
{
	struct names_walk walk = {see_one, private_data, arena_need(talloc_new(NULL)), false};

	names_walk(&walk, def);
	talloc_free(walk.scratch);
}
