/* SPDX-License-Identifier: MIT */
#include "project.h"
#include <ctype.h>
#include <string.h>
#include "arena.h"

/* The fields that are wanted, as a tree: a node without children is kept whole. */
struct node {
	struct node *next;
	struct node *children;
	const char *name;
	size_t size;
};

struct projection {
	TALLOC_CTX *mem_ctx;
	struct idl_unit *unit;
	struct idl_def *last;  /* of the main file's definitions */
	const char *name;      /* of the whole */
	const char *problem;
};

static void *allocate(struct projection *projection, size_t size)
{
	return arena_need(talloc_zero_size(projection->mem_ctx, size));
}

static void *copy(struct projection *projection, const void *from, size_t size)
{
	return arena_need(talloc_memdup(projection->mem_ctx, from, size));
}

/* ---- Paths ---- */

static struct node *child_of(struct projection *projection, struct node *parent, const char *name, size_t size)
{
	struct node **at = &parent->children;

	for (; *at != NULL; at = &(*at)->next) {
		if ((*at)->size == size && memcmp((*at)->name, name, size) == 0)
			return *at;
	}
	*at = allocate(projection, sizeof(**at));
	(*at)->name = name;
	(*at)->size = size;
	return *at;
}

/* "a,b.c,b.d" */
static struct node *parse_paths(struct projection *projection, const char *text)
{
	struct node *root = allocate(projection, sizeof(*root));
	struct node *node = root;

	for (;;) {
		size_t size = strcspn(text, ".,");

		if (size == 0) {
			projection->problem = "a path has an empty name in it";
			return NULL;
		}
		node = child_of(projection, node, text, size);
		text += size;
		if (*text == '\0')
			return root;
		if (*text++ == ',')
			node = root;
	}
}

/* ---- The smaller structs ---- */

static const struct idl_def *find_def(const struct idl_file *file, const char *name, size_t size)
{
	const struct idl_def *def;

	for (def = file->defs; def != NULL; def = def->next) {
		if (strlen(def->name) == size && memcmp(def->name, name, size) == 0)
			return def;
	}
	return NULL;
}

static struct idl_def *project_def(struct projection *projection, const struct idl_def *def, const struct node *node, const char *name);

static struct idl_def *struct_of(const struct idl_type *type)
{
	struct idl_def *def = type->kind == IDL_NAMED ? type->target : NULL;

	return def != NULL && (def->kind == IDL_STRUCT || def->kind == IDL_UNION || def->kind == IDL_EXCEPTION) ? def : NULL;
}

/* "Stats_RowGroup", and for another part of the same struct "Stats_RowGroup2". */
static const char *name_of_part(struct projection *projection, const struct idl_def *def)
{
	char *name = arena_text(projection->mem_ctx, "%s_%s", projection->name, def->name);

	for (unsigned i = 2; find_def(projection->unit->main, name, strlen(name)) != NULL; i++)
		name = arena_text(projection->mem_ctx, "%s_%s%u", projection->name, def->name, i);
	return name;
}

/* The field's type with its struct replaced by a smaller one: of elements and of a map's values, too. */
static struct idl_type *project_type(struct projection *projection, const struct idl_type *written, const struct node *node)
{
	const struct idl_type *resolved = idl_type_resolve(written);
	struct idl_type *type = copy(projection, resolved, sizeof(*resolved));
	const struct idl_def *def = struct_of(resolved);

	if (def != NULL) {
		type->name = name_of_part(projection, def);
		type->target = project_def(projection, def, node, type->name);
	} else if (resolved->element != NULL) {
		type->element = project_type(projection, resolved->element, node);
	} else {
		projection->problem = arena_text(projection->mem_ctx, "\"%.*s\" has no fields", (int)node->size, node->name);
	}
	return type;
}

static const struct idl_field *find_field(const struct idl_def *def, const struct node *node)
{
	const struct idl_field *field;

	for (field = def->fields; field != NULL; field = field->next) {
		if (strlen(field->name) == node->size && memcmp(field->name, node->name, node->size) == 0)
			return field;
	}
	return NULL;
}

static const struct node *find_node(const struct node *parent, const struct idl_field *field)
{
	const struct node *node;

	for (node = parent->children; node != NULL; node = node->next) {
		if (strlen(field->name) == node->size && memcmp(field->name, node->name, node->size) == 0)
			return node;
	}
	return NULL;
}

static void check_names(struct projection *projection, const struct idl_def *def, const struct node *node)
{
	for (const struct node *child = node->children; child != NULL; child = child->next) {
		if (find_field(def, child) == NULL && projection->problem == NULL)
			projection->problem = arena_text(projection->mem_ctx, "\"%s\" has no field \"%.*s\"", def->name,
									 (int)child->size, child->name);
	}
}

static struct idl_field *project_field(struct projection *projection, const struct idl_field *field, const struct node *node)
{
	struct idl_field *kept = copy(projection, field, sizeof(*field));

	kept->next = NULL;
	if (node->children != NULL) {
		kept->type = project_type(projection, field->type, node);
		/* It is a value of the larger struct. */
		kept->initial = NULL;
	}
	return kept;
}

/* Appended before its parts are made, so that they follow it. */
static struct idl_def *project_def(struct projection *projection, const struct idl_def *def, const struct node *node, const char *name)
{
	struct idl_def *smaller = copy(projection, def, sizeof(*def));
	struct idl_field **at = &smaller->fields;

	smaller->next = NULL;
	smaller->name = name;
	smaller->doc = arena_text(projection->mem_ctx, "Some fields of %s.", def->name);
	smaller->annotations = NULL;
	smaller->file = projection->unit->main;
	smaller->mark = NULL;
	projection->last->next = smaller;
	projection->last = smaller;
	check_names(projection, def, node);
	for (const struct idl_field *field = def->fields; field != NULL; field = field->next) {
		const struct node *wanted = find_node(node, field);

		if (wanted == NULL)
			continue;
		*at = project_field(projection, field, wanted);
		at = &(*at)->next;
	}
	*at = NULL;
	return smaller;
}

/* ---- The whole ---- */

static bool is_identifier(const char *text)
{
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	for (; *text != '\0'; text++) {
		if (!isalnum((unsigned char)*text) && *text != '_')
			return false;
	}
	return true;
}

/* Of the main file, or "included.Name". */
static const struct idl_def *find_type(const struct idl_unit *unit, const char *name, size_t size)
{
	const struct idl_def *def = find_def(unit->main, name, size);

	for (const struct idl_include *include = unit->main->includes; include != NULL && def == NULL; include = include->next) {
		size_t prefix = strlen(include->prefix);

		if (include->file != NULL && size > prefix && memcmp(name, include->prefix, prefix) == 0 && name[prefix] == '.')
			def = find_def(include->file, name + prefix + 1, size - prefix - 1);
	}
	return def;
}

const char *project_add(TALLOC_CTX *mem_ctx, struct idl_unit *unit, const char *text, const char *name)
{
	struct projection projection = {.mem_ctx = mem_ctx, .unit = unit, .last = unit->main->defs, .name = name};
	size_t size = strcspn(text, ":");
	const struct idl_def *def = find_type(unit, text, size);
	struct node *root;

	if (text[size] == '\0')
		return "a projection is TYPE:path,path";
	if (!is_identifier(name))
		return arena_text(mem_ctx, "\"%s\" is no name for a projection", name);
	if (find_def(unit->main, name, strlen(name)) != NULL)
		return arena_text(mem_ctx, "there is a \"%s\" already", name);
	if (def != NULL && def->kind == IDL_TYPEDEF)
		def = struct_of(idl_type_resolve(def->type));
	if (def == NULL || (def->kind != IDL_STRUCT && def->kind != IDL_UNION && def->kind != IDL_EXCEPTION))
		return arena_text(mem_ctx, "there is no struct \"%.*s\"", (int)size, text);
	root = parse_paths(&projection, text + size + 1);
	if (root == NULL)
		return projection.problem;
	for (; projection.last != NULL && projection.last->next != NULL;)
		projection.last = projection.last->next;
	if (projection.last == NULL)
		return "the file has no definitions of its own";
	project_def(&projection, def, root, arena_need(talloc_strdup(mem_ctx, name)));
	return projection.problem;
}

static void add_annotated(TALLOC_CTX *mem_ctx, struct idl_unit *unit, const struct idl_def *def, const struct idl_annotation *annotation,
			  struct diag *diag)
{
	size_t size = strcspn(annotation->value, ":");
	const char *name = arena_need(talloc_strndup(mem_ctx, annotation->value, size));
	const char *problem;

	if (annotation->value[size] == '\0') {
		diag_error(diag, annotation->span, "the value of \"c.project\" is NAME:path,path");
		return;
	}
	problem = project_add(mem_ctx, unit, arena_text(mem_ctx, "%s:%s", def->name, annotation->value + size + 1), name);
	if (problem != NULL)
		diag_error(diag, annotation->span, "%s", problem);
}

bool project_annotated(TALLOC_CTX *mem_ctx, struct idl_unit *unit, struct diag *diag)
{
	bool has_any = false;

	/* Projections are added behind, without annotations. */
	for (const struct idl_def *def = unit->main->defs; def != NULL; def = def->next) {
		for (const struct idl_annotation *annotation = def->annotations; annotation != NULL; annotation = annotation->next) {
			if (strcmp(annotation->key, "c.project") != 0)
				continue;
			add_annotated(mem_ctx, unit, def, annotation, diag);
			has_any = true;
		}
	}
	return has_any;
}

void project_keep_unknown(TALLOC_CTX *mem_ctx, struct idl_unit *unit)
{
	struct projection projection = {.mem_ctx = mem_ctx, .unit = unit};

	for (struct idl_file *file = unit->files; file != NULL; file = file->next) {
		for (struct idl_def *def = file->defs; def != NULL; def = def->next) {
			struct idl_annotation *annotation;

			if (def->kind != IDL_STRUCT && def->kind != IDL_EXCEPTION)
				continue;
			annotation = allocate(&projection, sizeof(*annotation));
			annotation->key = "ingot.unknown";
			annotation->value = "1";
			annotation->value_size = 1;
			annotation->span = def->span;
			annotation->next = def->annotations;
			def->annotations = annotation;
		}
	}
}
