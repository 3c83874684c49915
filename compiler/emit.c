/* SPDX-License-Identifier: MIT */
/* The plan of a generated pair, and the lines it is made of. */
#include "emit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "emitter.h"
#include "names.h"

/* ---- Lines ---- */

static void make_room(struct emitter *e, size_t more)
{
	if (e->size + more + 1 <= e->room)
		return;
	e->room = (e->size + more + 1) * 2;
	e->text = arena_need(talloc_realloc_size(e, e->text, e->room));
}

static void append(struct emitter *e, const char *text, size_t size)
{
	make_room(e, size);
	memcpy(e->text + e->size, text, size);
	e->size += size;
	e->text[e->size] = '\0';
}

static void indent(struct emitter *e, unsigned level)
{
	while (level-- > 0)
		append(e, "\t", 1);
}

static bool is_label(const char *line)
{
	return strncmp(line, "case ", 5) == 0 || strncmp(line, "default:", 8) == 0;
}

void emit(struct emitter *e, const char *format, ...)
{
	va_list args;
	char *line;
	size_t size;

	va_start(args, format);
	line = arena_need(talloc_vasprintf(e->mem_ctx, format, args));
	va_end(args);
	size = strlen(line);
	if (line[0] == '}')
		e->level--;
	if (size > 0 && line[0] != '#')
		indent(e, is_label(line) ? e->level - 1 : e->level);
	append(e, line, size);
	append(e, "\n", 1);
	if (size > 0 && line[size - 1] == '{')
		e->level++;
	talloc_free(line);
}

/* One line of a comment, with what would end it, or begin another, broken up, and control characters left out. */
static char *comment_text(struct emitter *e, const char *text, size_t size)
{
	char *safe = arena_need(talloc_zero_size(e->mem_ctx, size * 2 + 1));
	size_t at = 0, i;

	if (safe == NULL)
		arena_need(NULL);
	for (i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x20 || c == 0x7f)
			c = ' ';
		if (at > 0 && ((safe[at - 1] == '*' && c == '/') || (safe[at - 1] == '/' && c == '*') ||
			       (safe[at - 1] == '?' && c == '?')))
			safe[at++] = ' ';
		safe[at++] = (char)c;
	}
	while (at > 0 && (safe[at - 1] == ' ' || safe[at - 1] == '\\'))
		safe[--at] = '\0';
	return safe;
}

void emit_doc(struct emitter *e, const char *doc)
{
	size_t size;

	if (doc == NULL || *doc == '\0')
		return;
	size = strcspn(doc, "\n");
	if (doc[size] == '\0') {
		emit(e, "/** %s */", comment_text(e, doc, size));
		return;
	}
	emit(e, "/**");
	for (;;) {
		const char *line = comment_text(e, doc, size);

		emit(e, *line == '\0' ? " *%s" : " * %s", line);
		if (doc[size] == '\0')
			break;
		doc += size + 1;
		size = strcspn(doc, "\n");
	}
	emit(e, " */");
}

/* ---- The tree ---- */

const char *name_of(struct emitter *e, const struct idl_def *def)
{
	return names_def(e->mem_ctx, def);
}

bool is_struct_def(const struct idl_def *def)
{
	return def->kind == IDL_STRUCT || def->kind == IDL_UNION || def->kind == IDL_EXCEPTION;
}

const struct idl_def *struct_of(const struct idl_type *type)
{
	type = idl_type_resolve(type);
	return type->kind == IDL_NAMED && is_struct_def(type->target) ? type->target : NULL;
}

const struct idl_def *enum_of(const struct idl_type *type)
{
	type = idl_type_resolve(type);
	return type->kind == IDL_NAMED && type->target->kind == IDL_ENUM ? type->target : NULL;
}

bool is_container(const struct idl_type *type)
{
	enum idl_type_kind kind = idl_type_resolve(type)->kind;

	return kind == IDL_LIST || kind == IDL_SET || kind == IDL_MAP;
}

bool is_string(const struct idl_type *type)
{
	enum idl_type_kind kind = idl_type_resolve(type)->kind;

	return kind == IDL_STRING || kind == IDL_BINARY;
}

bool is_boxed(const struct idl_def *def, const struct idl_field *field)
{
	return def->kind != IDL_UNION && field->requiredness == IDL_OPTIONAL && struct_of(field->type) == NULL &&
	       !is_container(field->type) && !is_string(field->type);
}

bool has_dedup(const struct idl_field *field)
{
	return idl_annotation_value(field->annotations, "ingot.dedup") != NULL;
}

/* ---- The pair ---- */

static struct emitter *begin(TALLOC_CTX *mem_ctx, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file)
{
	struct emitter *e = arena_need(talloc_zero(mem_ctx, struct emitter));

	e->mem_ctx = arena_need(talloc_new(e));
	e->unit = unit;
	e->file = file;
	e->layouts = layouts;
	return e;
}

const struct idl_def *emit_done(struct emitter *e, const struct idl_def *def)
{
	talloc_free_children(e->mem_ctx);
	return e->size > EMIT_MAX_SIZE ? NULL : def->next;
}

static char *finish(struct emitter *e, size_t *size)
{
	char *text = e->size > EMIT_MAX_SIZE ? NULL : talloc_steal(talloc_parent(e), e->text);

	*size = e->size;
	talloc_free(e);
	return text;
}

static void emit_includes(struct emitter *e)
{
	const struct idl_include *include;

	emit(e, "#include <ingot/ingot.h>");
	for (include = e->file->includes; include != NULL; include = include->next) {
		if (include->file != NULL)
			emit(e, "#include \"%s.h\"", names_output(e->mem_ctx, include->file));
	}
}

char *emit_header(TALLOC_CTX *mem_ctx, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file,
	size_t *size)
{
	struct emitter *e = begin(mem_ctx, layouts, unit, file);
	const char *guard = names_guard(e, file);

	emit(e, "/* Generated by ingotc from %s.thrift. Do not edit. */", names_output(e, file));
	emit(e, "#ifndef %s", guard);
	emit(e, "#define %s", guard);
	emit(e, "%s", "");
	emit_doc(e, file->doc);
	emit_includes(e);
	emit(e, "%s", "");
	emit(e, "#if INGOT_API != 1");
	emit(e, "#error \"%s.h was generated for another libingot: run its ingotc again.\"", names_output(e, file));
	emit(e, "#endif");
	emit(e, "%s", "");
	emit(e, "#ifdef __cplusplus");
	emit(e, "extern \"C\" {");
	e->level = 0;
	emit(e, "#endif");
	emit_enum_decls(e);
	emit_struct_decls(e);
	emit_const_decls(e);
	emit_function_decls(e);
	emit_batch_decls(e);
	emit(e, "%s", "");
	emit(e, "#ifdef __cplusplus");
	e->level = 1;
	emit(e, "}");
	emit(e, "#endif");
	emit(e, "#endif");
	return finish(e, size);
}

char *emit_source(TALLOC_CTX *mem_ctx, const struct layouts *layouts, const struct idl_unit *unit, const struct idl_file *file,
	size_t *size)
{
	struct emitter *e = begin(mem_ctx, layouts, unit, file);

	emit(e, "/* Generated by ingotc from %s.thrift. Do not edit. */", names_output(e, file));
	emit(e, "#include \"%s.h\"", names_output(e, file));
	emit(e, "%s", "");
	emit(e, "#include <ingot/decode.h>");
	emit(e, "#include <ingot/encode.h>");
	emit_consts(e);
	emit_tables(e);
	emit_readers(e);
	emit_writers(e);
	emit_batches(e);
	return finish(e, size);
}
