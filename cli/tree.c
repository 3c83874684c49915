/* SPDX-License-Identifier: MIT */
/*
 * A value for reading: one line for each field, nested by indentation; lists of scalars on the line
 * of their field, what a map has for a scalar key on the line of the key. Long values are cut and
 * say how long they are. Fields of a schema go by name; what it does not have goes by id and says
 * so.
 */
#include "view.h"

#include <inttypes.h>
#include "internal.h"
#include "json_text.h"
#include "repeats.h"

#define CUT_BYTES 100
#define CUT_ELEMENTS 32

struct printer {
	struct view *view;
	struct out *out;
	struct repeats *repeats;
	bool has_key;      /* a scalar key stands in this line, whose value goes behind it */
	unsigned notes;    /* ids that went down */
	int32_t last_ids[INGOT_MAX_DEPTH + 1];
};

static size_t cut_of(const struct printer *printer)
{
	return printer->view->options->full ? 0 : CUT_BYTES;
}

static void indent(const struct printer *printer, uint32_t depth)
{
	uint32_t i;

	for (i = printer->view->is_part ? 0 : 1; i < depth; i++)
		fputs("  ", printer->out->file);
}

static void note(const struct printer *printer, const char *text)
{
	out_colour(printer->out, COLOUR_DIM);
	fprintf(printer->out->file, "  (%s)", text);
	out_colour(printer->out, COLOUR_NONE);
}

static void put_label(struct printer *printer, const struct ingot_event *event)
{
	const struct typed_walk *walk = &printer->view->walk;
	struct out *out = printer->out;

	switch ((enum ingot_role)event->role) {
	case INGOT_ROLE_ROOT:
		break;
	case INGOT_ROLE_FIELD:
		out_colour(out, COLOUR_NAME);
		if (walk->field != NULL)
			out_plain(out, walk->field->name);
		else
			fprintf(out->file, "%d", event->id);
		out_colour(out, COLOUR_NONE);
		fputs(": ", out->file);
		break;
	case INGOT_ROLE_ELEMENT:
		fprintf(out->file, "[%" PRIu32 "] ", event->index);
		break;
	case INGOT_ROLE_KEY:
		fprintf(out->file, "[%" PRIu32 "] ", event->index);
		break;
	case INGOT_ROLE_VALUE:
		fputs("=> ", out->file);
		break;
	}
}

/* What is odd about a field. */
static void put_notes(struct printer *printer, const struct ingot_event *event)
{
	const struct typed_walk *walk = &printer->view->walk;
	const struct typed_level *outer = event->depth > 0 ? &walk->levels[event->depth - 1] : NULL;

	if (printer->view->type != NULL && walk->fit == TYPED_MISMATCHED && outer != NULL &&
		outer->type != NULL)
		note(printer, "not the schema's type: decoders skip it");
	else if (printer->view->type != NULL && walk->fit == TYPED_UNKNOWN && outer != NULL &&
		outer->type != NULL)
		note(printer, "not in the schema");
	if (event->role == INGOT_ROLE_FIELD && repeats_has(printer->repeats, event->header))
		note(printer, "comes again below, which counts");
}

static bool is_scalar(uint8_t type)
{
	return type != INGOT_WIRE_STRUCT && type != INGOT_WIRE_LIST && type != INGOT_WIRE_SET &&
		type != INGOT_WIRE_MAP;
}

static void put_scalar(const struct printer *printer, const struct ingot_event *event)
{
	view_scalar(printer->out, printer->view->reader, event, printer->view->walk.type,
		printer->view->options->enum_numbers, cut_of(printer));
}

/* The elements of a list of scalars, up to its END. */
static bool put_elements(struct printer *printer, const struct ingot_event *begin)
{
	struct view *view = printer->view;
	FILE *file = printer->out->file;
	uint32_t most = view->options->full ? UINT32_MAX : CUT_ELEMENTS;
	struct ingot_event event;
	uint32_t shown = 0;

	fputs(" [", file);
	while (typed_next(&view->walk, &event)) {
		if (event.kind == INGOT_EVENT_END) {
			if (shown < begin->count)
				fprintf(file, ", ... (%" PRIu32 " elements)", begin->count);
			fputs("]", file);
			return true;
		}
		if (shown == most)
			continue;
		if (shown++ > 0)
			fputs(", ", file);
		put_scalar(printer, &event);
	}
	if (shown < begin->count)
		fputs(shown > 0 ? ", ..." : "...", file);
	fputs("\n", file);
	return false;
}

static void put_begin(struct printer *printer, const struct ingot_event *event)
{
	FILE *file = printer->out->file;
	const char *plural = event->type == INGOT_WIRE_MAP ? "entries" : "elements";

	view_type(printer->out, event, printer->view->walk.type);
	if (event->type == INGOT_WIRE_STRUCT) {
		put_notes(printer, event);
		putc('\n', file);
		return;
	}
	if (event->type != INGOT_WIRE_MAP && is_scalar(event->element) && event->count > 0) {
		if (!put_elements(printer, event))
			return;
		put_notes(printer, event);
		putc('\n', file);
		return;
	}
	if (event->count == 1)
		plural = event->type == INGOT_WIRE_MAP ? "entry" : "element";
	if (event->count == 0)
		fputs(event->type == INGOT_WIRE_MAP ? " {}" : " []", file);
	else
		fprintf(file, ", %" PRIu32 " %s", event->count, plural);
	put_notes(printer, event);
	putc('\n', file);
}

static void put_value(struct printer *printer, const struct ingot_event *event)
{
	const struct typed_walk *walk = &printer->view->walk;
	FILE *file = printer->out->file;

	if (event->depth == 0)
		return; /* the heading says what it is */
	if (printer->has_key) {
		putc(' ', file);
	} else {
		indent(printer, event->depth);
		if (event->role == INGOT_ROLE_VALUE)
			fputs("    ", file);
	}
	printer->has_key = event->role == INGOT_ROLE_KEY && event->kind == INGOT_EVENT_VALUE;
	put_label(printer, event);
	if (event->kind == INGOT_EVENT_BEGIN) {
		put_begin(printer, event);
		return;
	}
	if (walk->type == NULL && event->role == INGOT_ROLE_FIELD) {
		view_type(printer->out, event, NULL);
		putc(' ', file);
	}
	put_scalar(printer, event);
	put_notes(printer, event);
	if (!printer->has_key)
		putc('\n', file);
}

/* Ids may come in any order, but it is rare enough to be told. */
static void watch_order(struct printer *printer, const struct ingot_event *event)
{
	if (event->kind == INGOT_EVENT_BEGIN && event->type == INGOT_WIRE_STRUCT)
		printer->last_ids[event->depth] = INT32_MIN;
	if (event->role != INGOT_ROLE_FIELD)
		return;
	if (event->id < printer->last_ids[event->depth - 1])
		printer->notes++;
	printer->last_ids[event->depth - 1] = event->id;
}

static void put_message(const struct printer *printer)
{
	const struct envelope *envelope = printer->view->envelope;
	const uint8_t *bytes = printer->view->reader->bytes;
	struct out *out = printer->out;
	struct envelope_info info;
	size_t at = envelope->transport;
	uint64_t left = 0;

	out_colour(out, COLOUR_TYPE);
	fputs(envelope_message_type(envelope->message_type), out->file);
	out_colour(out, COLOUR_NONE);
	putc(' ', out->file);
	out_text(out, bytes + envelope->name, envelope->name_size, cut_of(printer));
	fprintf(out->file, ", sequence id %" PRId32 "\n", envelope->seqid);
	if (envelope->shape.framing != FRAMING_THEADER)
		return;
	while (envelope_next_info(envelope, bytes, &at, &left, &info)) {
		fputs("header ", out->file);
		out_text(out, bytes + info.key, info.key_size, cut_of(printer));
		fputs(" = ", out->file);
		out_text(out, bytes + info.value, info.value_size, cut_of(printer));
		putc('\n', out->file);
	}
}

static void print(struct printer *printer)
{
	struct view *view = printer->view;
	FILE *file = printer->out->file;
	struct ingot_event event;
	bool is_empty = true;

	if (view->envelope->shape.is_message && !view->is_part)
		put_message(printer);
	while (typed_next(&view->walk, &event)) {
		if (event.kind == INGOT_EVENT_END)
			continue;
		watch_order(printer, &event);
		is_empty = is_empty && event.depth == 0;
		put_value(printer, &event);
	}
	if (printer->has_key)
		putc('\n', file); /* whose value cannot be read */
	if (view->reader->status != INGOT_OK) {
		out_colour(printer->out, COLOUR_BAD);
		fprintf(file, "<<< damaged at byte %zu: %s", view->reader->error_offset,
			ingot_status_name(view->reader->status));
		if (view->reader->expected != NULL)
			fprintf(file, " (expected %s)", view->reader->expected);
		out_colour(printer->out, COLOUR_NONE);
		putc('\n', file);
	} else if (is_empty && !view->is_part) {
		fputs("no fields\n", file);
	}
	if (printer->notes == 1)
		fputs("note: one field's id is below that of the field before it\n", file);
	else if (printer->notes > 1)
		fprintf(file, "note: %u fields' ids are below that of the field before them\n",
			printer->notes);
}

void view_tree(struct view *view)
{
	struct printer *printer = talloc_zero(NULL, struct printer);

	if (printer == NULL)
		return;
	printer->view = view;
	printer->out = view->out;
	printer->repeats = repeats_find(printer, view);
	if (printer->repeats == NULL)
		ingot_reader_fail(view->reader, INGOT_NOMEM, view->reader->offset, 0, NULL);
	else
		print(printer);
	talloc_free(printer);
}
