/* SPDX-License-Identifier: MIT */
/* ingot identify: reads the bytes as each struct of a schema, and tells which fit, best first, and
 * what does not. */
#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "builtin.h"
#include "internal.h"
#include "json_text.h"
#include "out.h"
#include "source.h"
#include "typed.h"

struct candidate {
	const struct ingot_type *type;
	bool fits;          /* a decoder takes it */
	uint32_t own_known; /* fields of the struct itself that are there */
	uint64_t known;     /* fields at all levels, by what a decoder makes of them */
	uint64_t unknown;
	uint64_t mismatched;
	uint64_t odd;       /* strings that are not text, enums without a name */
	char first[160];    /* the first thing that does not fit */
};

static void note(struct candidate *candidate, const struct ingot_walk *walk,
	const struct typed_walk *typed, const char *what)
{
	char path[100];

	if (candidate->first[0] != '\0')
		return;
	ingot_walk_steps(walk);
	typed_steps(typed);
	ingot_path_text(path, sizeof(path), NULL, walk->reader->steps, walk->reader->step_count);
	snprintf(candidate->first, sizeof(candidate->first), "%s: %s", path, what);
}

static bool is_odd(const struct typed_walk *typed, const struct ingot_event *event)
{
	const struct ingot_reader *reader = typed->walk.reader;

	if (typed->type->kind == INGOT_KIND_STRING)
		return !ingot_is_utf8(reader->bytes + event->body, event->end - event->body);
	return typed->type->kind == INGOT_KIND_ENUM &&
		ingot_enum_name(typed->type, (int32_t)event->integer) == NULL;
}

static void judge(
	struct candidate *candidate, struct typed_walk *typed, const struct ingot_event *event)
{
	const struct typed_level *outer =
		event->depth > 0 ? &typed->levels[event->depth - 1] : NULL;

	if (event->kind == INGOT_EVENT_END || (outer != NULL && outer->type == NULL))
		return; /* what is below something unknown is counted with it */
	if (typed->fit == TYPED_MISMATCHED) {
		candidate->mismatched++;
		note(candidate, &typed->walk, typed, "has another type");
	} else if (typed->fit == TYPED_UNKNOWN) {
		candidate->unknown++;
		note(candidate, &typed->walk, typed, "not in the schema");
	} else {
		candidate->known += event->role == INGOT_ROLE_FIELD;
		candidate->own_known += event->role == INGOT_ROLE_FIELD && event->depth == 1;
		if (event->kind == INGOT_EVENT_VALUE && is_odd(typed, event)) {
			candidate->odd++;
			note(candidate, &typed->walk, typed,
				typed->type->kind == INGOT_KIND_ENUM ? "number without a name"
								     : "string that is not UTF-8");
		}
	}
}

static void try_type(
	struct candidate *candidate, const struct ingot_reader *at, const struct ingot_type *type)
{
	struct ingot_reader reader = *at;
	struct typed_walk typed;
	struct ingot_event event;
	char path[100];

	*candidate = (struct candidate){ .type = type };
	typed_init(&typed, &reader, type);
	while (typed_next(&typed, &event))
		judge(candidate, &typed, &event);
	candidate->fits = reader.status == INGOT_OK;
	if (candidate->fits)
		return;
	ingot_path_text(path, sizeof(path), NULL, reader.steps, reader.step_count);
	snprintf(candidate->first, sizeof(candidate->first), "%s: %s", path,
		ingot_status_name(reader.status));
}

/* How much of what is there the struct explains, and how much of the struct is there. */
static double score(const struct candidate *candidate)
{
	double wrong = (double)candidate->unknown + 2 * (double)candidate->mismatched +
		(double)candidate->odd;
	double explained = ((double)candidate->known + 1) / ((double)candidate->known + 1 + wrong);
	double present = candidate->type->field_count == 0
		? 0
		: (double)candidate->own_known / candidate->type->field_count;

	if (candidate->type->kind == INGOT_KIND_UNION)
		present = candidate->own_known == 1;
	return (candidate->fits ? 1 : 0.1) * explained * (0.7 + 0.3 * present) *
		(candidate->known > 0 ? 1 : 0.3);
}

static int compare(const void *a, const void *b)
{
	double left = score(a), right = score(b);

	if (left != right)
		return left > right ? -1 : 1;
	return strcmp(((const struct candidate *)a)->type->name,
		((const struct candidate *)b)->type->name);
}

static void put_json(FILE *file, const struct candidate *candidate)
{
	fputs("{\"type\": ", file);
	json_text_string(file, candidate->type->name, strlen(candidate->type->name));
	fprintf(file,
		", \"score\": %.3f, \"fits\": %s, \"known\": %" PRIu64 ", \"unknown\": %" PRIu64
		", \"mismatched\": %" PRIu64 ", \"odd\": %" PRIu64 ", \"first\": ",
		score(candidate), candidate->fits ? "true" : "false", candidate->known,
		candidate->unknown, candidate->mismatched, candidate->odd);
	json_text_string(file, candidate->first, strlen(candidate->first));
	fputs("}\n", file);
}

static void put_line(struct out *out, const struct candidate *candidate)
{
	fprintf(out->file, "%3.0f%% ", 100 * score(candidate));
	out_colour(out, COLOUR_TYPE);
	out_plain(out, candidate->type->name);
	out_colour(out, COLOUR_NONE);
	fprintf(out->file, ": %s, %" PRIu64 " known field%s",
		candidate->fits ? "fits" : "does not fit", candidate->known,
		candidate->known == 1 ? "" : "s");
	if (candidate->unknown > 0)
		fprintf(out->file, ", %" PRIu64 " unknown", candidate->unknown);
	if (candidate->mismatched > 0)
		fprintf(out->file, ", %" PRIu64 " of another type", candidate->mismatched);
	if (candidate->odd > 0)
		fprintf(out->file, ", %" PRIu64 " odd value%s", candidate->odd,
			candidate->odd == 1 ? "" : "s");
	if (candidate->first[0] != '\0') {
		fputs(" (", out->file);
		out_plain(out, candidate->first);
		fputs(")", out->file);
	}
	putc('\n', out->file);
}

static int identify(struct out *out, const struct options *options, const char *name,
	const struct ingot_type *const *types, uint32_t count)
{
	struct source *source = source_open(NULL, options, name, NULL, NULL);
	struct candidate *candidates =
		source != NULL ? talloc_array(source, struct candidate, count) : NULL;
	int code = EXIT_USAGE;
	uint32_t i, shown = 0;

	if (candidates != NULL && source_next(source)) {
		for (i = 0; i < count; i++)
			try_type(&candidates[i], &source->reader, types[i]);
		qsort(candidates, count, sizeof(candidates[0]), compare);
		if (options->file_count > 1 && options->format != FORMAT_JSON) {
			out_plain(out, source->input->name);
			fputs(":\n", out->file);
		}
		for (i = 0; i < count && (options->top == 0 || shown < options->top); i++) {
			if (!candidates[i].fits && candidates[0].fits && !options->has_top &&
				options->format != FORMAT_JSON)
				continue; /* what does not fit is of interest when nothing does */
			shown++;
			if (options->format == FORMAT_JSON)
				put_json(out->file, &candidates[i]);
			else
				put_line(out, &candidates[i]);
		}
		code = candidates[0].fits ? EXIT_FINE : EXIT_WRONG;
	} else if (source != NULL) {
		code = source->code;
	}
	talloc_free(source);
	return code;
}

int verb_identify(const struct options *options)
{
	const struct ingot_type *builtins[16];
	TALLOC_CTX *ctx = talloc_new(NULL);
	const struct ingot_type *const *types = builtins;
	const struct schema *schema = NULL;
	struct out out;
	uint32_t count = 0;
	int worst = EXIT_USAGE, i;

	if (options->idl != NULL) {
		schema = schema_load(ctx, options);
		types = schema != NULL ? schema->types : NULL;
		count = schema != NULL ? schema->count : 0;
	} else {
		for (; builtin_at(count) != NULL; count++)
			builtins[count] = builtin_at(count);
	}
	if (types != NULL && count == 0)
		out_error("%s: no structs", options->idl);
	else if (types != NULL && out_open(&out, options)) {
		worst = EXIT_FINE;
		for (i = 0; i < options->file_count; i++) {
			int code = identify(&out, options, options->files[i], types, count);

			worst = code > worst ? code : worst;
		}
		if (!out_close(&out, true))
			worst = EXIT_USAGE;
	}
	talloc_free(ctx);
	return worst;
}
