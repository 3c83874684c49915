/* SPDX-License-Identifier: MIT */
#include "front.h"
#include <string.h>
#include <sys/stat.h>
#include "arena.h"
#include "link.h"
#include "names.h"
#include "parse.h"
#include "rules.h"
#include "source.h"

/* Files that include one another in a chain. */
#define MAX_INCLUDE_DEPTH 200

/* Of one file. Each is looked for among all files, and names are looked for in each. */
#define MAX_INCLUDES 1000

struct front {
	struct idl_unit *unit;
	struct arena *arena;
	struct diag *diag;
	const struct front_options *options;
	struct idl_file *last_file;
	const struct idl_file *open[MAX_INCLUDE_DEPTH]; /* that are being read … */
	const struct idl_include
		*links[MAX_INCLUDE_DEPTH]; /* … and by which include of it each leads to the next */
	unsigned depth;
};

/* The base name of a path without its last extension. */
static char *base_name_of(struct arena *arena, const char *path)
{
	const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
	const char *dot = strrchr(base, '.');

	return arena_copy(arena, base, dot == NULL ? strlen(base) : (size_t)(dot - base));
}

/* The file of the unit that a path leads to, or NULL. */
static struct idl_file *find_file(const struct front *front, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return NULL;
	for (struct idl_file *file = front->unit->files; file != NULL; file = file->next) {
		if (file->source->device == st.st_dev && file->source->inode == st.st_ino)
			return file;
	}
	return NULL;
}

static struct idl_file *add_file(struct front *front, const struct source *source)
{
	struct idl_file *file = arena_new_node(front->arena, struct idl_file);

	file->source = source;
	file->path = source->path;
	file->base_name = base_name_of(front->arena, source->path);
	if (front->last_file == NULL)
		front->unit->files = front->unit->main = file;
	else
		front->last_file->next = file;
	front->last_file = file;
	return file;
}

/* The file at a path: one of the unit's already, or a new one. NULL as source_read. */
static struct idl_file *open_file(
	struct front *front, const char *path, const char **why, bool *is_missing)
{
	struct idl_file *file = find_file(front, path);
	struct source *source;

	if (file != NULL)
		return file;
	source = source_read(front->arena, path, why, is_missing);
	return source == NULL ? NULL : add_file(front, source);
}

/* "folder of the including file/path", and then "-I/path". NULL: reported. */
static struct idl_file *open_include(
	struct front *front, const struct idl_file *from, const struct idl_include *include)
{
	const char *slash = strrchr(from->path, '/'), *path = include->path, *why;
	struct idl_file *file;
	bool is_missing;

	if (include->path[0] != '/' && slash != NULL)
		path = arena_text(front->arena, "%.*s/%s", (int)(slash - from->path), from->path,
			include->path);
	file = open_file(front, path, &why, &is_missing);
	for (size_t i = 0; file == NULL && is_missing && include->path[0] != '/' &&
			   i < front->options->include_dir_count;
		i++) {
		path = arena_text(
			front->arena, "%s/%s", front->options->include_dirs[i], include->path);
		file = open_file(front, path, &why, &is_missing);
	}
	if (file != NULL)
		return file;
	if (!is_missing)
		diag_error(front->diag, include->span, "cannot read \"%s\": %s", path, why);
	else
		diag_error(front->diag, include->span,
			"there is no file \"%s\", neither beside this one nor in a folder of -I",
			include->path);
	return NULL;
}

/* Whether the file is one that is being read: then its includes lead in a circle, which is
 * reported. */
static bool is_circle(
	struct front *front, const struct idl_file *file, const struct idl_include *include)
{
	for (unsigned i = 0; i < front->depth; i++) {
		if (front->open[i] != file)
			continue;
		if (i + 1 == front->depth)
			diag_error(front->diag, include->span, "this file includes itself");
		else
			diag_error(front->diag, include->span,
				"includes lead in a circle: this one is included by \"%s\" in turn",
				front->open[i + 1]->path);
		for (unsigned j = i; j + 1 < front->depth; j++)
			diag_note(front->diag, front->links[j]->span, "by way of this include");
		return true;
	}
	return false;
}

static void load_file(struct front *front, struct idl_file *file);

static void load_include(struct front *front, struct idl_file *from, struct idl_include *include)
{
	const struct idl_file *last = front->last_file;
	struct idl_file *file = open_include(front, from, include);

	if (file == NULL || is_circle(front, file, include))
		return;
	if (front->last_file == last) {
		include->file = file;
		return;
	}
	if (front->depth == MAX_INCLUDE_DEPTH) {
		diag_error(front->diag, include->span,
			"too many files include each other: %d levels are the most",
			MAX_INCLUDE_DEPTH);
		return;
	}
	include->file = file;
	front->links[front->depth - 1] = include;
	load_file(front, file);
}

static void load_file(struct front *front, struct idl_file *file)
{
	unsigned count = 0;

	front->open[front->depth++] = file;
	parse_file(front->arena, file, front->diag);
	for (struct idl_include *include = file->includes;
		include != NULL && !diag_is_full(front->diag); include = include->next) {
		if (count++ == MAX_INCLUDES) {
			diag_error(front->diag, include->span,
				"too many includes: %d in one file are the most", MAX_INCLUDES);
			break;
		}
		load_include(front, file, include);
	}
	front->depth--;
}

struct idl_unit *front_load(TALLOC_CTX *mem_ctx, const char *path,
	const struct front_options *options, struct diag *diag)
{
	struct idl_unit *unit = arena_need(talloc_zero(mem_ctx, struct idl_unit));
	struct front front = {
		.unit = unit, .arena = arena_new(unit), .diag = diag, .options = options};
	unsigned errors_before = diag->error_count;
	const struct source *source;
	const char *why;
	bool is_missing;

	source = source_read(front.arena, path, &why, &is_missing);
	if (source == NULL) {
		diag_error_plain(diag, path, "cannot be read: %s", why);
		talloc_free(unit);
		return NULL;
	}
	load_file(&front, add_file(&front, source));
	if (!diag_is_full(diag) && arena_size(front.arena) <= PARSE_MAX_TREE)
		link_unit(unit, diag);
	if (!diag_is_full(diag) && arena_size(front.arena) <= PARSE_MAX_TREE)
		rules_check(front.arena, unit, diag);
	if (diag->error_count == errors_before)
		names_check(unit, diag);
	diag_finish(diag, path);
	if (diag->error_count == errors_before)
		return unit;
	talloc_free(unit);
	return NULL;
}
