/* SPDX-License-Identifier: MIT */
#include "parse.h"
#include <string.h>
#include "parser.h"
#include "parser_lex.h"

const char *parse_text(struct parse *parse, struct idl_span span)
{
	return arena_copy(parse->arena, span.source->text + span.begin, span.end - span.begin);
}

bool parse_note_token(struct parse *parse, struct idl_span span)
{
	parse->previous = parse->current;
	parse->current = span;
	if (parse->has_doc)
		parse->docs[parse->doc_count - 1].token = span.begin;
	parse->has_doc = false;
	if (arena_size(parse->arena) <= PARSE_MAX_TREE)
		return true;
	if (!parse->is_full)
		diag_error(parse->diag, span,
			"the schema is too large: up to here it takes more than %zu MiB",
			PARSE_MAX_TREE >> 20);
	parse->is_full = true;
	parse->file->has_lost_names = true;
	return false;
}

const char *parse_doc_before(const struct parse *parse, uint32_t token)
{
	size_t low = 0, high = parse->doc_count - parse->has_doc;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (parse->docs[middle].token < token)
			low = middle + 1;
		else
			high = middle;
	}
	return low < parse->doc_count - parse->has_doc && parse->docs[low].token == token
		       ? parse->docs[low].text
		       : NULL;
}

/* One line of a doc comment. */
struct line {
	const char *text;
	size_t size;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static size_t count_blanks(struct line line)
{
	size_t n = 0;

	while (n < line.size && is_blank(line.text[n]))
		n++;
	return n;
}

static void cut(struct line *line, size_t n)
{
	line->text += n;
	line->size -= n;
}

static size_t split_lines(TALLOC_CTX *mem_ctx, struct line **lines, const char *text, size_t size)
{
	const char *end = text + size;
	size_t count = 0;

	*lines = NULL;
	for (;;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *line_end = newline == NULL ? end : newline;

		*lines = arena_grow(mem_ctx, *lines, count, sizeof(**lines));
		(*lines)[count].text = text;
		(*lines)[count].size = (size_t)(line_end - text);
		while ((*lines)[count].size > 0 && is_blank(text[(*lines)[count].size - 1]))
			(*lines)[count].size--;
		count++;
		if (newline == NULL)
			return count;
		text = newline + 1;
	}
}

/* Whether every line but the first that is not blank begins with a star. */
static bool has_stars(const struct line *lines, size_t count)
{
	bool has = false;

	for (size_t i = 1; i < count; i++) {
		size_t blanks = count_blanks(lines[i]);

		if (blanks == lines[i].size)
			continue;
		if (lines[i].text[blanks] != '*')
			return false;
		has = true;
	}
	return has;
}

static void cut_indent(struct line *lines, size_t count)
{
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		if (lines[i].size > 0 && count_blanks(lines[i]) < least)
			least = count_blanks(lines[i]);
	}
	for (size_t i = 0; i < count; i++)
		cut(&lines[i], lines[i].size < least ? lines[i].size : least);
}

static const char *join(struct arena *arena, const struct line *lines, size_t count)
{
	size_t size = 0, at = 0;
	char *text;

	for (size_t i = 0; i < count; i++)
		size += lines[i].size + 1;
	text = arena_alloc(arena, size + 1);
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			text[at++] = '\n';
		memcpy(text + at, lines[i].text, lines[i].size);
		at += lines[i].size;
	}
	return text;
}

const char *parse_clean_doc(struct arena *arena, const char *text, size_t size)
{
	struct line *lines, *first;
	size_t count = split_lines(arena, &lines, text == NULL ? "" : text, size);
	const char *doc;

	first = lines;
	cut(first, count_blanks(*first));
	if (has_stars(lines, count)) {
		for (size_t i = 1; i < count; i++) {
			size_t blanks = count_blanks(lines[i]);

			cut(&lines[i], blanks < lines[i].size ? blanks + 1 : blanks);
		}
	}
	cut_indent(lines + 1, count - 1);
	while (count > 0 && first->size == 0) {
		first++;
		count--;
	}
	while (count > 0 && first[count - 1].size == 0)
		count--;
	doc = join(arena, first, count);
	talloc_free(lines);
	return count == 0 ? NULL : doc;
}

void parse_file(struct arena *arena, struct idl_file *file, struct diag *diag)
{
	struct parse parse = {.arena = arena, .diag = diag, .file = file, .source = file->source};
	size_t skip = 0;
	void *scanner;

	parse.scratch = arena_need(talloc_new(arena));
	parse.current = (struct idl_span){file->source, 0, 0};
	if (file->source->size >= 3 && memcmp(file->source->text, "\xef\xbb\xbf", 3) == 0)
		skip = 3;
	parse.offset = (uint32_t)skip;
	if (idl_scan_lex_init_extra(&parse, &scanner) != 0)
		arena_need(NULL);
	arena_need(idl_scan__scan_bytes(
		file->source->text + skip, (int)(file->source->size - skip), scanner));
	if (idl_yyparse(&parse, scanner) != 0)
		file->has_lost_names = true;
	idl_scan_lex_destroy(scanner);
	talloc_free(parse.scratch);
}
