/* SPDX-License-Identifier: MIT */
#include "names.h"
#include <string.h>
#include "arena.h"
#include "names_reserved.h"

static bool is_letter_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* With `_` for all that a name cannot have, and before a digit that it would begin with. */
static char *identifier_of(TALLOC_CTX *mem_ctx, const char *text)
{
	bool has_digit = text[0] >= '0' && text[0] <= '9';
	char *name = arena_text(mem_ctx, "%s%s", has_digit || text[0] == '\0' ? "_" : "", text);

	for (char *c = name; *c != '\0'; c++) {
		if (!is_letter_or_digit(*c))
			*c = '_';
	}
	return name;
}

/* With a `_` behind it when that is needed. */
static const char *mangled(TALLOC_CTX *mem_ctx, const char *name, bool is_taken)
{
	return arena_need(
		is_taken ? arena_text(mem_ctx, "%s_", name) : talloc_strdup(mem_ctx, name));
}

static bool is_taken_globally(const char *name)
{
	return names_is_reserved(name) || names_is_declared(name);
}

/* What an annotation says, or NULL. */
static const char *given_name(const struct idl_annotation *annotations)
{
	return idl_annotation_value(annotations, "c.name");
}

static const struct idl_namespace *find_namespace(const struct idl_file *file, const char *language)
{
	const struct idl_namespace *found = NULL;

	for (const struct idl_namespace *space = file->namespaces; space != NULL;
		space = space->next) {
		if (strcmp(space->language, language) == 0)
			found = space;
	}
	return found;
}

const char *names_namespace(TALLOC_CTX *mem_ctx, const struct idl_file *file)
{
	const struct idl_namespace *space = find_namespace(file, "c");

	if (space == NULL)
		space = find_namespace(file, "*");
	return identifier_of(mem_ctx, space != NULL ? space->name : file->base_name);
}

const char *names_def(TALLOC_CTX *mem_ctx, const struct idl_def *def)
{
	const char *name = given_name(def->annotations);

	if (name == NULL)
		name = arena_text(
			mem_ctx, "%s_%s", names_namespace(mem_ctx, def->file), def->name);
	return mangled(mem_ctx, name, is_taken_globally(name));
}

/* Members that the generated structs have of their own. */
static bool is_own_member(const struct idl_field *field, const char *name)
{
	return strncmp(name, "ingot_", 6) == 0 ||
	       (field->is_union_member && strcmp(name, "tag") == 0);
}

/* Macros of the runtime and of talloc, and types that the same struct may need: C++ takes no member
 * that is called like its own type. */
static bool is_needed_in_struct(const char *name)
{
	return strncmp(name, "INGOT_", 6) == 0 || strncmp(name, "TALLOC_", 7) == 0 ||
	       ((strncmp(name, "int", 3) == 0 || strncmp(name, "uint", 4) == 0) &&
		       names_is_declared(name));
}

const char *names_member(TALLOC_CTX *mem_ctx, const struct idl_field *field)
{
	const char *name = given_name(field->annotations);

	if (name == NULL)
		name = field->name;
	return mangled(mem_ctx, name,
		names_is_reserved(name) || is_own_member(field, name) || is_needed_in_struct(name));
}

const char *names_function(TALLOC_CTX *mem_ctx, const struct idl_function *function)
{
	const char *name = given_name(function->annotations);

	if (name == NULL)
		name = function->name;
	return mangled(mem_ctx, name, names_is_reserved(name) || names_is_function_macro(name));
}

/* E_name is a function: a value of that name must give way. */
static bool is_own_of_enum(const char *name)
{
	return strcmp(name, "type") == 0 || strcmp(name, "name") == 0 ||
	       strcmp(name, "from_name") == 0 || strcmp(name, "values") == 0;
}

const char *names_enum_value(
	TALLOC_CTX *mem_ctx, const struct idl_def *def, const struct idl_enum_value *value)
{
	const char *name = given_name(value->annotations);

	if (name == NULL)
		name = arena_text(mem_ctx, "%s_%s", names_def(mem_ctx, def), value->name);
	return mangled(mem_ctx, name, is_taken_globally(name) || is_own_of_enum(value->name));
}

const char *names_output(TALLOC_CTX *mem_ctx, const struct idl_file *file)
{
	return arena_need(talloc_strdup(mem_ctx, file->base_name));
}

/* Every base name has its own: bytes other than letters, digits and underscores are spelled by
 * their number. */
const char *names_guard(TALLOC_CTX *mem_ctx, const struct idl_file *file)
{
	char *guard = arena_need(talloc_strdup(mem_ctx, "INGOT_"));

	for (const char *c = file->base_name; *c != '\0'; c++) {
		if (is_letter_or_digit(*c) || *c == '_')
			guard = arena_need(talloc_asprintf_append(guard, "%c", *c));
		else
			guard = arena_need(
				talloc_asprintf_append(guard, "_%02x_", (unsigned char)*c));
	}
	return arena_need(talloc_asprintf_append(guard, "_H"));
}
