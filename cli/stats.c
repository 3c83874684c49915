/* SPDX-License-Identifier: MIT */
/* ingot stats: where the bytes go, as a table, as JSON or as a drawing. */
#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "builtin.h"
#include "group.h"
#include "json_text.h"
#include "source.h"
#include "stats_draw.h"
#include "tally.h"
#include "view.h"

#define BAR 20
#define PATH_ROOM 512

struct table {
	const struct tally *tally;
	const struct tally_node **rows;
	size_t count;
};

/* Elements stand for their list, which is nothing but them and a byte or two. */
static bool is_shown(const struct tally_node *node)
{
	const struct tally_node *only = node->first;

	return only == NULL || only->role != INGOT_ROLE_ELEMENT || only->sibling != NULL ||
		only->count == 0;
}

static void collect(struct table *table, const struct tally_node *node)
{
	const struct tally_node *child;

	if (is_shown(node) && node->count > 0)
		table->rows[table->count++] = node;
	for (child = node->first; child != NULL; child = child->sibling)
		collect(table, child);
}

/* Large ones first; of equal ones the outer first, and so always in the same order. */
static int compare(const void *a, const void *b)
{
	const struct tally_node *left = *(const struct tally_node *const *)a,
				*right = *(const struct tally_node *const *)b;
	const struct tally_node *node;

	if (left->total != right->total)
		return left->total > right->total ? -1 : 1;
	for (node = right; node != NULL; node = node->parent)
		if (node == left)
			return -1;
	for (node = left; node != NULL; node = node->parent)
		if (node == right)
			return 1;
	return left->id != right->id ? (left->id < right->id ? -1 : 1)
				     : (left->wire > right->wire) - (left->wire < right->wire);
}

void stats_path(const struct tally_node *node, char *text, size_t room)
{
	size_t size;

	if (node->parent == NULL) {
		snprintf(text, room, "%s",
			node->type != NULL && node->type->name != NULL ? node->type->name : "");
		return;
	}
	stats_path(node->parent, text, room);
	if (node->parent->parent == NULL)
		text[0] = '\0'; /* paths are those of query: without the type's name */
	size = strlen(text);
	switch ((enum ingot_role)node->role) {
	case INGOT_ROLE_FIELD:
		if (node->field != NULL)
			snprintf(text + size, room - size, "%s%s", size > 0 ? "." : "",
				node->field->name);
		else
			snprintf(text + size, room - size, "%s%d", size > 0 ? "." : "", node->id);
		break;
	case INGOT_ROLE_ELEMENT:
		snprintf(text + size, room - size, "[*]");
		break;
	case INGOT_ROLE_KEY:
		snprintf(text + size, room - size, "[key *]");
		break;
	case INGOT_ROLE_VALUE:
		snprintf(text + size, room - size, "[value *]");
		break;
	case INGOT_ROLE_ROOT:
		break;
	}
}

static void put_bar(struct out *out, double share)
{
	unsigned eighths = (unsigned)(share * BAR * 8 + 0.5), i;

	out_colour(out, COLOUR_TYPE);
	for (i = 0; i < BAR; i++) {
		unsigned filled = eighths >= 8 * (i + 1) ? 8
			: eighths <= 8 * i		 ? 0
							 : eighths - 8 * i;

		if (!out->utf8)
			putc(filled >= 4 ? '#' : ' ', out->file);
		else if (filled == 0)
			putc(' ', out->file);
		else
			fprintf(out->file, "\xe2\x96%c", (int)(0x90 - filled));
	}
	out_colour(out, COLOUR_NONE);
}

enum { COLUMN_BYTES, COLUMN_COUNT, COLUMN_MIN, COLUMN_MEDIAN, COLUMN_MAX, COLUMNS };

static const char *const columns[COLUMNS] = { "bytes", "count", "min", "median", "max" };

static uint64_t number_of(const struct tally_node *node, int column)
{
	switch (column) {
	case COLUMN_BYTES:
		return node->total;
	case COLUMN_COUNT:
		return node->count;
	case COLUMN_MIN:
		return node->least;
	case COLUMN_MEDIAN:
		return tally_median(node);
	default:
		return node->most;
	}
}

/* As wide as what is in it, so that paths have room. */
static void measure(int *widths, const struct tally_node *const *rows, size_t count)
{
	size_t i;
	int column;

	for (column = 0; column < COLUMNS; column++) {
		widths[column] = (int)strlen(columns[column]);
		for (i = 0; i < count; i++) {
			int width = snprintf(NULL, 0, "%" PRIu64, number_of(rows[i], column));

			if (width > widths[column])
				widths[column] = width;
		}
	}
}

static void put_row(
	struct out *out, const struct tally_node *node, uint64_t whole, const int *widths)
{
	struct ingot_event event = {
		.type = node->wire, .key = node->key, .element = node->element
	};
	double share = whole > 0 ? (double)node->total / (double)whole : 0;
	char path[PATH_ROOM];
	int column;

	fprintf(out->file, "%5.1f%% ", 100 * share);
	put_bar(out, share);
	for (column = 0; column < COLUMNS; column++)
		fprintf(out->file, "%s%*" PRIu64, column == 0 ? " " : "  ", widths[column],
			number_of(node, column));
	fputs("  ", out->file);
	stats_path(node, path, sizeof(path));
	out_colour(out, COLOUR_NAME);
	out_plain(out, node->parent == NULL ? "(all)" : path);
	out_colour(out, COLOUR_NONE);
	putc(' ', out->file);
	view_type(out, &event, node->type);
	putc('\n', out->file);
}

static void put_json(FILE *file, const struct tally_node *node, uint64_t whole, bool first)
{
	char path[PATH_ROOM];

	stats_path(node, path, sizeof(path));
	fprintf(file, "%s\n{\"path\": ", first ? "" : ",");
	json_text_string(
		file, node->parent == NULL ? "" : path, node->parent == NULL ? 0 : strlen(path));
	fprintf(file,
		", \"type\": \"%s\", \"bytes\": %" PRIu64 ", \"share\": %.6f, \"count\": %" PRIu64
		", \"min\": %" PRIu64 ", \"median\": %" PRIu64 ", \"max\": %" PRIu64 "}",
		ingot_wire_type_name((enum ingot_wire_type)node->wire), node->total,
		whole > 0 ? (double)node->total / (double)whole : 0, node->count, node->least,
		tally_median(node), node->most);
}

static void print_table(struct out *out, const struct tally *tally,
	const struct tally_node *const *rows, size_t count, const char *heading)
{
	int widths[COLUMNS], column;
	size_t i;

	measure(widths, rows, count);
	out_plain(out, heading);
	fprintf(out->file, ": %" PRIu64 " value%s, %" PRIu64 " byte%s", tally->values,
		tally->values == 1 ? "" : "s", tally->root->total,
		tally->root->total == 1 ? "" : "s");
	if (tally->around > 0)
		fprintf(out->file, ", and %" PRIu64 " of frames and message headers",
			tally->around);
	fprintf(out->file, "\n%6s %*s", "share", BAR, "");
	for (column = 0; column < COLUMNS; column++)
		fprintf(out->file, "%s%*s", column == 0 ? " " : "  ", widths[column],
			columns[column]);
	fputs("  path\n", out->file);
	for (i = 0; i < count; i++)
		put_row(out, rows[i], tally->root->total, widths);
}

static bool print(struct out *out, const struct options *options, const struct tally *tally,
	const char *heading)
{
	struct table table = { .tally = tally };
	uint64_t whole = tally->root->total;
	size_t shown, i;

	table.rows = talloc_array(NULL, const struct tally_node *, (unsigned)tally->paths + 1);
	if (table.rows == NULL)
		return false;
	collect(&table, tally->root);
	qsort(table.rows, table.count, sizeof(table.rows[0]), compare);
	shown = options->top == 0 || options->top > table.count ? table.count : options->top;
	if (options->format == FORMAT_JSON) {
		putc('[', out->file);
		for (i = 0; i < table.count; i++)
			put_json(out->file, table.rows[i], whole, i == 0);
		fputs("\n]\n", out->file);
	} else {
		print_table(out, tally, table.rows, shown, heading);
		if (shown < table.count)
			fprintf(out->file, "and %zu more (--top 0 shows all)\n",
				table.count - shown);
	}
	talloc_free(table.rows);
	return true;
}

static void put_group(struct out *out, const struct options *options, const struct group *group,
	uint64_t whole, const int *widths)
{
	double share = whole > 0 ? (double)group->bytes / (double)whole : 0;

	if (options->format == FORMAT_JSON) {
		fputs("{\"key\": ", out->file);
		json_text_bytes(out->file, group->key, group->size);
		fprintf(out->file,
			", \"bytes\": %" PRIu64 ", \"share\": %.6f, \"count\": %" PRIu64 "}",
			group->bytes, share, group->count);
		return;
	}
	fprintf(out->file, "%5.1f%% ", 100 * share);
	put_bar(out, share);
	fprintf(out->file, " %*" PRIu64 "  %*" PRIu64 "  ", widths[0], group->bytes, widths[1],
		group->count);
	out_text(out, group->key, group->size, options->full ? 0 : 100);
	putc('\n', out->file);
}

static void measure_groups(int *widths, const struct group *const *list, uint32_t most)
{
	uint32_t i;

	for (i = 0; list[i] != NULL && (most == 0 || i < most); i++) {
		int bytes = snprintf(NULL, 0, "%" PRIu64, list[i]->bytes),
		    count = snprintf(NULL, 0, "%" PRIu64, list[i]->count);

		widths[0] = bytes > widths[0] ? bytes : widths[0];
		widths[1] = count > widths[1] ? count : widths[1];
	}
}

static void print_groups(
	struct out *out, const struct options *options, struct groups *groups, uint64_t whole)
{
	const struct group **list = groups_sorted(groups);
	uint32_t most = options->top, i;
	int widths[] = { (int)strlen("bytes"), (int)strlen("count") };

	if (list == NULL || groups->failed) {
		groups->failed = true;
		return;
	}
	measure_groups(widths, list, most);
	if (options->format == FORMAT_JSON)
		putc('[', out->file);
	else
		fprintf(out->file, "%6s %*s %*s  %*s  %s\n", "share", BAR, "", widths[0], "bytes",
			widths[1], "count", options->by != NULL ? "value" : "column");
	for (i = 0; list[i] != NULL && (most == 0 || i < most || options->format == FORMAT_JSON);
		i++) {
		if (options->format == FORMAT_JSON)
			fputs(i > 0 ? ",\n" : "\n", out->file);
		put_group(out, options, list[i], whole, widths);
	}
	if (options->format == FORMAT_JSON)
		fputs("\n]\n", out->file);
	else if (list[i] != NULL)
		fprintf(out->file, "and %" PRIu32 " more (--top 0 shows all)\n", groups->count - i);
}

/* What is counted over all files. */
struct run {
	struct tally *tally;   /* NULL until the first value, whose type it gets */
	struct groups *groups; /* NULL: none */
};

/* Of a Parquet file people mostly want to know which columns it is. */
static void begin(struct run *run, TALLOC_CTX *ctx, const struct source *source)
{
	bool is_parquet = source->envelope.shape.framing == FRAMING_PARQUET &&
		source->options->by == NULL && source->options->format == FORMAT_TREE &&
		!source->options->svg;
	struct path *path;

	run->tally = tally_new(ctx, source->value_type);
	if (!is_parquet || source->value_type != builtin_type("FileMetaData"))
		return;
	path = path_parse(ctx, "row_groups[*].columns[*].meta_data.path_in_schema");
	if (path != NULL)
		run->groups = groups_new(ctx, path);
}

/* Counts the values of one file. */
static int count_file(struct run *run, TALLOC_CTX *ctx, const struct options *options,
	const char *name, const struct schema *schema, const struct ingot_type *type)
{
	struct source *source = source_open(ctx, options, name, schema, type);
	int code;

	if (source == NULL)
		return EXIT_USAGE;
	while (source_next(source)) {
		if (run->tally == NULL)
			begin(run, ctx, source);
		if (run->tally == NULL)
			break;
		if (run->groups != NULL) {
			struct ingot_reader reader = source->reader;

			groups_add(run->groups, &reader, source->value_type);
		}
		if (source->envelope.shape.framing != FRAMING_PARQUET)
			run->tally->around += source->envelope.body - source->envelope.begin;
		tally_add(run->tally, &source->reader, &source->progress);
		source_done(source);
	}
	progress_end(&source->progress);
	code = source->code;
	talloc_free(source);
	return code;
}

static bool begin_groups(struct run *run, TALLOC_CTX *ctx, const struct options *options)
{
	struct path *path;

	if (options->by == NULL)
		return true;
	path = path_parse(ctx, options->by);
	run->groups = path != NULL ? groups_new(ctx, path) : NULL;
	return run->groups != NULL;
}

static void put(struct run *run, struct out *out, const struct options *options)
{
	if (options->svg) {
		stats_draw(out, run->tally);
		return;
	}
	if (options->by == NULL)
		print(out, options, run->tally,
			options->file_count == 1 ? options->files[0] : "all files");
	if (options->by == NULL && run->groups != NULL)
		fputs("\nby column:\n", out->file);
	if (run->tally->is_cut)
		out_error("more than %d paths: the others count with what they are in",
			TALLY_MAX_PATHS);
	if (run->groups != NULL)
		print_groups(out, options, run->groups, run->tally->root->total);
}

int verb_stats(const struct options *options)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct run run = { .tally = NULL };
	const struct schema *schema;
	const struct ingot_type *type;
	struct out out;
	int worst = EXIT_USAGE, i;

	if (begin_groups(&run, ctx, options) && source_schema(ctx, options, &schema, &type) &&
		out_open(&out, options)) {
		worst = EXIT_FINE;
		for (i = 0; i < options->file_count; i++) {
			int code = count_file(&run, ctx, options, options->files[i], schema, type);

			worst = code > worst ? code : worst;
		}
		if (run.tally != NULL) {
			tally_finish(run.tally);
			put(&run, &out, options);
		}
		if ((run.tally != NULL && run.tally->failed) ||
			(run.groups != NULL && run.groups->failed)) {
			out_error("out of memory");
			worst = EXIT_USAGE;
		}
		if (!out_close(&out, worst != EXIT_USAGE))
			worst = EXIT_USAGE;
	}
	talloc_free(ctx);
	return worst;
}
