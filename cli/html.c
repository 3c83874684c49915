/* SPDX-License-Identifier: MIT */
/*
 * One page that needs nothing else: hex on the left, the tree on the right, each lighting up the
 * other. The bytes go in as base64 and the tree as JSON, so that nothing of the blob is ever
 * markup.
 */
#include "html.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "html_page.h"
#include "internal.h"
#include "json_text.h"

/* More than this makes a page that browsers do not like. */
#define MOST_BYTES (8u << 20)
#define MOST_NODES 1000000u

/* Labels and types repeat, so each is in the page once. */
struct names {
	struct name {
		char *text;
		struct name *next;
		uint32_t index;
	} **buckets;
	uint32_t count;
};

#define BUCKETS 4096

struct page {
	struct out *out;
	FILE *file;
	struct names *names;
	struct html_node {
		uint64_t header, end;
		uint32_t label, type;
		uint32_t depth;
		char *value; /* NULL: none */
	} *nodes;
	uint32_t count, room;
	char *text;      /* what `memory` holds */
	size_t text_size;
	FILE *memory;
	uint32_t outer;  /* depth of the values: 1 below a message's node */
	bool is_cut;
	bool failed;
};

static int free_page(struct page *page)
{
	if (page->memory != NULL)
		fclose(page->memory);
	free(page->text);
	free(page->nodes);
	return 0;
}

struct page *html_open(TALLOC_CTX *mem_ctx, struct out *out)
{
	struct page *page = talloc_zero(mem_ctx, struct page);

	if (page == NULL)
		return NULL;
	talloc_set_destructor(page, free_page);
	page->out = out;
	page->file = out->file;
	page->names = talloc_zero(page, struct names);
	page->memory = open_memstream(&page->text, &page->text_size);
	if (page->names != NULL)
		page->names->buckets = talloc_zero_array(page->names, struct name *, BUCKETS);
	if (page->memory == NULL || page->names == NULL || page->names->buckets == NULL) {
		talloc_free(page);
		return NULL;
	}
	return page;
}

/* What was written to page->memory since the last call, NUL-terminated; valid until the next
 * write. */
static const char *written(struct page *page)
{
	putc('\0', page->memory);
	fflush(page->memory);
	rewind(page->memory);
	if (page->text == NULL)
		page->failed = true;
	return page->text != NULL ? page->text : "";
}

static uint32_t name_index(struct page *page, const char *text)
{
	struct names *names = page->names;
	uint32_t hash = 2166136261u;
	struct name *name;
	const char *p;

	for (p = text; *p != '\0'; p++)
		hash = (hash ^ (unsigned char)*p) * 16777619u;
	for (name = names->buckets[hash % BUCKETS]; name != NULL; name = name->next)
		if (strcmp(name->text, text) == 0)
			return name->index;
	name = talloc(names, struct name);
	if (name != NULL)
		name->text = talloc_strdup(name, text);
	if (name == NULL || name->text == NULL) {
		page->failed = true;
		return 0;
	}
	name->index = names->count++;
	name->next = names->buckets[hash % BUCKETS];
	names->buckets[hash % BUCKETS] = name;
	return name->index;
}

static struct html_node *add(struct page *page, uint32_t depth, uint64_t header, uint64_t end)
{
	if (page->count >= MOST_NODES) {
		page->is_cut = true;
		return NULL;
	}
	if (page->count == page->room) {
		uint32_t room = page->room == 0 ? 256 : 2 * page->room;
		struct html_node *nodes = realloc(page->nodes, room * sizeof(*nodes));

		if (nodes == NULL) {
			page->failed = true;
			return NULL;
		}
		page->nodes = nodes;
		page->room = room;
	}
	page->nodes[page->count] =
		(struct html_node){ .header = header, .end = end, .depth = depth };
	return &page->nodes[page->count++];
}

static void put_label(const struct view *view, const struct ingot_event *event, FILE *file)
{
	switch ((enum ingot_role)event->role) {
	case INGOT_ROLE_ROOT:
		break;
	case INGOT_ROLE_FIELD:
		if (view->walk.field != NULL)
			fputs(view->walk.field->name, file);
		else
			fprintf(file, "%d", event->id);
		break;
	case INGOT_ROLE_ELEMENT:
		fprintf(file, "[%" PRIu32 "]", event->index);
		break;
	case INGOT_ROLE_KEY:
		fprintf(file, "key %" PRIu32, event->index);
		break;
	case INGOT_ROLE_VALUE:
		fprintf(file, "value %" PRIu32, event->index);
		break;
	}
}

static void add_event(
	struct page *page, struct view *view, const struct ingot_event *event, uint32_t *open)
{
	struct out plain = { .file = page->memory };
	struct html_node *node = add(page, page->outer + event->depth, event->header, event->end);

	if (node == NULL)
		return;
	open[event->depth] = page->count - 1;
	put_label(view, event, page->memory);
	node->label = name_index(page, written(page));
	view_type(&plain, event, view->walk.type);
	if (event->kind == INGOT_EVENT_BEGIN && event->type != INGOT_WIRE_STRUCT)
		fprintf(page->memory, ", %" PRIu32, event->count);
	node->type = name_index(page, written(page));
	if (event->kind == INGOT_EVENT_BEGIN)
		return;
	view_scalar(&plain, view->reader, event, view->walk.type, view->options->enum_numbers,
		view->options->full ? 0 : 400);
	node->value = talloc_strdup(page, written(page));
	page->failed = page->failed || node->value == NULL;
}

static void add_message(struct page *page, const struct view *view)
{
	const struct envelope *envelope = view->envelope;
	struct out plain = { .file = page->memory };
	struct html_node *node;

	page->outer = 0;
	if (!envelope->shape.is_message && envelope->shape.framing != FRAMING_FRAMED &&
		envelope->shape.framing != FRAMING_VARINT)
		return;
	node = add(page, 0, envelope->begin, envelope->has_end ? envelope->end : view->input->size);
	page->outer = 1;
	if (node == NULL)
		return;
	node->label = name_index(page,
		envelope->shape.is_message ? envelope_message_type(envelope->message_type)
					   : "frame");
	if (envelope->shape.is_message) {
		out_text(&plain, view->input->bytes + envelope->name, envelope->name_size, 100);
		fprintf(page->memory, ", sequence id %" PRId32, envelope->seqid);
	}
	node->type = name_index(page, written(page));
}

void html_add(struct page *page, struct view *view)
{
	uint32_t open[INGOT_MAX_DEPTH + 1] = { 0 };
	uint32_t first = page->count;
	struct ingot_event event;

	add_message(page, view);
	while (typed_next(&view->walk, &event)) {
		if (event.kind != INGOT_EVENT_END)
			add_event(page, view, &event, open);
		else if (!page->is_cut)
			page->nodes[open[event.depth]].end = event.end;
	}
	if (page->outer == 1 && view->reader->status == INGOT_OK && page->count > first)
		page->nodes[first].end = view->reader->offset;
	/* What was open at a failure goes as far as it was read. */
	if (view->reader->status != INGOT_OK && !page->is_cut) {
		uint32_t depth;

		for (depth = 0; depth < view->walk.walk.depth; depth++)
			if (open[depth] < page->count &&
				page->nodes[open[depth]].depth == page->outer + depth)
				page->nodes[open[depth]].end = view->reader->error_offset;
	}
	if (page->failed)
		ingot_reader_fail(view->reader, INGOT_NOMEM, view->reader->offset, 0, NULL);
}

/* JSON that may stand in a script element: `<` does not. The text is printable ASCII. */
static void put_string(FILE *file, const char *text)
{
	putc('"', file);
	for (; *text != '\0'; text++)
		if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else if (*text == '<' || *text == '>' || *text == '&' || *text < 0x20 ||
			*text >= 0x7f)
			fprintf(file, "\\u%04x", (unsigned char)*text);
		else
			putc(*text, file);
	putc('"', file);
}

static void put_base64(FILE *file, const uint8_t *bytes, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < size; i += 3) {
		uint32_t bits = (uint32_t)bytes[i] << 16 |
			(i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0) |
			(i + 2 < size ? bytes[i + 2] : 0);

		putc(digits[bits >> 18], file);
		putc(digits[bits >> 12 & 63], file);
		putc(i + 1 < size ? digits[bits >> 6 & 63] : '=', file);
		putc(i + 2 < size ? digits[bits & 63] : '=', file);
	}
}

static void put_names(FILE *file, const struct names *names)
{
	const struct name **list = talloc_zero_array(names, const struct name *, names->count + 1);
	uint32_t i;

	for (i = 0; i < BUCKETS && list != NULL; i++) {
		const struct name *name;

		for (name = names->buckets[i]; name != NULL; name = name->next)
			list[name->index] = name;
	}
	fputs(",\"names\":[", file);
	for (i = 0; i < names->count && list != NULL; i++) {
		fputs(i > 0 ? ",\n" : "\n", file);
		put_string(file, list[i]->text);
	}
	putc(']', file);
}

static void put_nodes(FILE *file, const struct page *page, uint64_t begin)
{
	uint32_t i;

	fputs(",\"nodes\":[", file);
	for (i = 0; i < page->count; i++) {
		const struct html_node *node = &page->nodes[i];

		if (node->header < begin && node->end <= begin)
			continue;
		fprintf(file, "%s[%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32,
			i > 0 ? ",\n" : "\n", node->depth, node->header, node->end, node->label,
			node->type);
		if (node->value != NULL) {
			putc(',', file);
			put_string(file, node->value);
		}
		putc(']', file);
	}
	putc(']', file);
}

static void put_title(const struct page *page, const char *title)
{
	for (; *title != '\0'; title++)
		if (*title == '<' || *title == '&' || *title == '>' || *title == '"')
			fprintf(page->file, "&#%d;", *title);
		else if (*title >= 0x20 && *title < 0x7f)
			putc(*title, page->file);
		else
			fprintf(page->file, "\\x%02x", (unsigned char)*title);
}

static void put_lines(FILE *file, const char *const *lines)
{
	for (; *lines != NULL; lines++)
		fputs(*lines, file);
}

void html_close(struct page *page, const struct input *input, size_t begin,
	const struct ingot_reader *reader, const char *what)
{
	FILE *file = page->file;
	bool has_fault = reader->status != INGOT_OK;
	size_t size = input->size - begin < MOST_BYTES ? input->size - begin : MOST_BYTES;
	char error[1200] = "", path[800];

	if (has_fault) {
		ingot_path_text(
			path, sizeof(path), reader->root, reader->steps, reader->step_count);
		snprintf(error, sizeof(error), "damaged at byte %zu: %s: %s%s%s%s",
			reader->error_offset, path, ingot_status_name(reader->status),
			reader->expected != NULL ? " (expected " : "",
			reader->expected != NULL ? reader->expected : "",
			reader->expected != NULL ? ")" : "");
	} else if (page->is_cut || size < input->size - begin) {
		snprintf(error, sizeof(error),
			"cut: this page holds the first %zu of %zu bytes and at most %u values",
			size, input->size - begin, MOST_NODES);
	}
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "script-src 'unsafe-inline'; "
	      "style-src 'unsafe-inline'\">\n<title>",
		file);
	put_title(page, input->name);
	fputs("</title>\n<style>\n", file);
	put_lines(file, html_page_style);
	fputs("</style>\n</head>\n<body>\n<header><b>", file);
	put_title(page, input->name);
	fputs(": ", file);
	put_title(page, what);
	fputs("</b><input id=\"search\" type=\"search\" placeholder=\"search, Enter for the next\">"
	      "<button id=\"fold\">fold</button><button id=\"unfold\">unfold</button></header>\n"
	      "<main><div id=\"hex\" class=\"pane\" tabindex=\"0\"><div "
	      "class=\"space\"></div></div>"
	      "<div id=\"tree\" class=\"pane\" tabindex=\"0\"><div "
	      "class=\"space\"></div></div></main>\n"
	      "<div id=\"status\"></div>\n<script id=\"bytes\" type=\"text/plain\">",
		file);
	put_base64(file, input->bytes + begin, size);
	fprintf(file,
		"</script>\n<script id=\"data\" "
		"type=\"application/json\">{\"base\":%zu,\"fault\":%lld,\"error\":",
		begin, has_fault ? (long long)reader->error_offset : -1LL);
	put_string(file, error);
	put_names(file, page->names);
	put_nodes(file, page, begin);
	fputs("}</script>\n<script>\n", file);
	put_lines(file, html_page_script);
	fputs("</script>\n</body>\n</html>\n", file);
}
