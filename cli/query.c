/* SPDX-License-Identifier: MIT */
/* ingot query: the values at a path, each as it is met. */
#include "verbs.h"

#include <string.h>
#include "path.h"
#include "source.h"
#include "view.h"

struct query {
	struct out *out;
	const struct options *options;
	struct source *source;
	struct path_match match;
	struct typed_walk walk;
	uint64_t found;
};

static void put_path(struct query *query)
{
	struct ingot_reader *reader = &query->source->reader;
	char path[1024];

	ingot_walk_steps(&query->walk.walk);
	typed_steps(&query->walk);
	ingot_path_text(path, sizeof(path), NULL, reader->steps, reader->step_count);
	out_colour(query->out, COLOUR_NAME);
	fprintf(query->out->file, "%s", path);
	out_colour(query->out, COLOUR_NONE);
}

/* A struct or container: a view of its own, on a reader of its own. */
static void put_inner(struct query *query, const struct ingot_event *event)
{
	struct ingot_reader reader = query->source->reader;
	struct view *view = talloc_zero(NULL, struct view);

	if (view == NULL)
		return;
	reader.offset = event->offset;
	view->out = query->out;
	view->options = query->options;
	view->input = query->source->input;
	view->envelope = &query->source->envelope;
	view->type = query->walk.type;
	view->reader = &reader;
	view->is_part = true;
	typed_init_value(&view->walk, &reader, view->type, (enum ingot_wire_type)event->type);
	if (query->options->format == FORMAT_JSON)
		view_json(view);
	else
		view_tree(view);
	talloc_free(view);
}

static void put(struct query *query, const struct ingot_event *event)
{
	bool is_json = query->options->format == FORMAT_JSON;

	query->found++;
	if (!is_json) {
		put_path(query);
		fputs(event->depth == 0 ? "" : ": ", query->out->file);
	}
	if (event->kind == INGOT_EVENT_BEGIN) {
		if (!is_json) {
			view_type(query->out, event, query->walk.type);
			putc('\n', query->out->file);
		}
		put_inner(query, event);
		return;
	}
	if (is_json)
		view_json_scalar(query->out->file, &query->source->reader, event, query->walk.type,
			query->options->enum_numbers);
	else
		view_scalar(query->out, &query->source->reader, event, query->walk.type,
			query->options->enum_numbers, query->options->full ? 0 : 200);
	putc('\n', query->out->file);
}

static void run(struct query *query)
{
	struct ingot_event event;

	typed_init(&query->walk, &query->source->reader, query->source->value_type);
	while (!ferror(query->out->file) && typed_next(&query->walk, &event)) {
		enum path_verdict verdict;

		if (event.kind == INGOT_EVENT_END)
			continue;
		verdict = path_at(&query->match, &event, query->walk.field);
		if (verdict == PATH_HERE)
			put(query, &event);
		if (verdict != PATH_ON && event.kind == INGOT_EVENT_BEGIN)
			typed_skip(&query->walk);
	}
}

static int query_file(struct query *query, const char *name, const struct schema *schema,
	const struct ingot_type *type)
{
	int code = EXIT_USAGE;

	query->source = source_open(NULL, query->options, name, schema, type);
	if (query->source == NULL)
		return code;
	while (!ferror(query->out->file) && source_next(query->source)) {
		run(query);
		if (ferror(query->out->file))
			break;
		source_done(query->source);
	}
	code = query->source->code;
	talloc_free(query->source);
	return code;
}

int verb_query(const struct options *options)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct query *query = talloc_zero(ctx, struct query);
	struct path *path = path_parse(ctx, options->files[0]);
	const struct schema *schema;
	const struct ingot_type *type;
	struct out out;
	int worst = EXIT_USAGE, i;

	if (query != NULL && path != NULL && source_schema(ctx, options, &schema, &type) &&
		out_open(&out, options)) {
		worst = EXIT_FINE;
		query->out = &out;
		query->options = options;
		path_begin(&query->match, path);
		for (i = 1; i < options->file_count; i++) {
			int code = query_file(query, options->files[i], schema, type);

			worst = code > worst ? code : worst;
		}
		if (query->found == 0 && worst == EXIT_FINE) {
			out_error("%s: nothing there", options->files[0]);
			worst = EXIT_WRONG;
		}
		if (!out_close(&out, true))
			worst = EXIT_USAGE;
	}
	talloc_free(ctx);
	return worst;
}
