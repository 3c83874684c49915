/* SPDX-License-Identifier: MIT */
/* ingot inspect: every value of every file, in the format asked for. */
#include "verbs.h"

#include "html.h"
#include "out.h"
#include "pages.h"
#include "source.h"
#include "view.h"

static void heading(struct view *view, const struct source *source)
{
	const struct detection *detection = &source->detection;
	FILE *file = view->out->file;
	size_t size = source->input->size - source->input->begin, i;
	char text[64];

	out_colour(view->out, COLOUR_DIM);
	out_plain(view->out, source->input->name);
	fprintf(file, ": %s", detect_describe(&detection->shape, text, sizeof(text)));
	if (detection->shape.framing == FRAMING_PARQUET)
		fprintf(file, ", footer of %zu bytes at %zu",
			source->envelope.end - source->envelope.body, source->envelope.body);
	else
		fprintf(file, ", %zu byte%s", size, size == 1 ? "" : "s");
	fprintf(file, " (%s", detect_sureness(detection->sureness));
	for (i = 0; i < detection->other_count; i++)
		fprintf(file, "%s a %s", i == 0 ? "; could also be" : ",",
			detect_describe(&detection->others[i], text, sizeof(text)));
	fputs(")", file);
	out_colour(view->out, COLOUR_NONE);
	putc('\n', file);
}

static void print(struct view *view)
{
	switch (view->options->format) {
	case FORMAT_TREE:
		view_tree(view);
		break;
	case FORMAT_JSON:
		view_json(view);
		break;
	case FORMAT_TEXT:
		view_text(view);
		break;
	case FORMAT_HEX:
		view_hex(view);
		break;
	case FORMAT_HTML:
		html_add(view->page, view);
		break;
	}
}

static void put_pages(struct source *source, struct view *view)
{
	if (source->detection.shape.framing != FRAMING_PARQUET) {
		out_error("%s: --pages is for Parquet files", source->input->name);
		source->code = EXIT_WRONG;
	} else if (source->code == EXIT_FINE) {
		source->code = pages_print(source, view, print);
	}
}

static void close_page(struct page *page, const struct source *source)
{
	bool is_parquet =
		source->detection.shape.framing == FRAMING_PARQUET && source->envelope.body > 0;
	char text[64];

	html_close(page, source->input, is_parquet ? source->envelope.body : source->input->begin,
		&source->reader, detect_describe(&source->detection.shape, text, sizeof(text)));
}

/* After a value that was damaged, or that is smaller than its frame. What follows a whole one is said elsewhere. */
static void put_skipped(struct view *view, const struct source *source)
{
	size_t next = source->is_over ? source->input->size : source->next;

	if (source->reader.status != INGOT_OK)
		view_hex_skipped(view, next);
	else if (source->envelope.has_end)
		view_hex_skipped(view, next < source->envelope.end ? next : source->envelope.end);
}

static int inspect_file(struct out *out, const struct options *options, const char *name,
	const struct schema *schema, const struct ingot_type *type)
{
	struct source *source = source_open(NULL, options, name, schema, type);
	struct view *view = source != NULL ? talloc_zero(source, struct view) : NULL;
	struct page *page =
		view != NULL && options->format == FORMAT_HTML ? html_open(source, out) : NULL;
	int code = EXIT_USAGE;

	if (view != NULL && (page != NULL || options->format != FORMAT_HTML)) {
		view->out = out;
		view->options = options;
		view->input = source->input;
		view->covered = source->input->begin;
		view->page = page;
		while (!ferror(out->file) && source_next(source)) {
			view->envelope = &source->envelope;
			view->reader = &source->reader;
			view->type = source->value_type;
			view->number = source->number;
			typed_init(&view->walk, view->reader, view->type);
			if ((options->format == FORMAT_TREE || options->format == FORMAT_HEX) &&
				source->number == 0)
				heading(view, source);
			print(view);
			source_done(source);
			if (options->format == FORMAT_HEX)
				put_skipped(view, source);
		}
		if (options->format == FORMAT_TEXT)
			view_text_rest(view);
		if (options->format == FORMAT_HEX)
			put_skipped(view, source);
		if (page != NULL)
			close_page(page, source);
		if (options->pages)
			put_pages(source, view);
		code = source->code;
	} else if (source != NULL) {
		out_error("%s: out of memory", source->input->name);
	}
	talloc_free(source);
	return code;
}

int verb_inspect(const struct options *options)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	const struct schema *schema;
	const struct ingot_type *type;
	struct out out;
	int worst = EXIT_USAGE, i;

	if (options->pages && (options->format == FORMAT_TEXT || options->format == FORMAT_HTML))
		out_error("--pages goes with --format tree, json or hex");
	else if (options->format == FORMAT_HTML && options->file_count > 1)
		out_error("--format html makes the page of one file");
	else if (source_schema(ctx, options, &schema, &type) && out_open(&out, options)) {
		worst = EXIT_FINE;
		for (i = 0; i < options->file_count; i++) {
			int code = inspect_file(&out, options, options->files[i], schema, type);

			if (code > worst)
				worst = code;
		}
		if (!out_close(&out, worst != EXIT_USAGE))
			worst = EXIT_USAGE;
	}
	talloc_free(ctx);
	return worst;
}
