/* SPDX-License-Identifier: MIT */
#include "depfile.h"
#include <stdio.h>
#include <string.h>
#include "arena.h"

/* A path with what make gives a meaning to written so that it has none. */
static char *append_path(char *text, const char *path)
{
	for (; *path != '\0'; path++) {
		const char *before =
			*path == '$'							     ? "$"
			: strchr(" #\\", *path) != NULL && (*path != '\\' || path[1] == ' ') ? "\\"
											     : "";

		text = arena_need(talloc_asprintf_append_buffer(text, "%s%c", before, *path));
	}
	return text;
}

const char *depfile_text(TALLOC_CTX *mem_ctx, const struct idl_unit *unit,
	const struct output *outputs, size_t count)
{
	char *text = arena_need(talloc_strdup(mem_ctx, ""));

	for (size_t i = 0; i < count; i++) {
		text = append_path(text, outputs[i].path);
		text = arena_need(talloc_strdup_append_buffer(text, i + 1 < count ? " " : ":"));
	}
	for (const struct idl_file *file = unit->files; file != NULL; file = file->next) {
		text = arena_need(talloc_strdup_append_buffer(text, " \\\n  "));
		text = append_path(text, file->path);
	}
	return arena_need(talloc_strdup_append_buffer(text, "\n"));
}
