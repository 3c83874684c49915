/* SPDX-License-Identifier: MIT */
/*
 * Every byte explained: offset, bytes, path and meaning, one row for each piece of the encoding.
 * Long runs of bytes are cut in the middle unless all is asked for; no byte goes unmentioned.
 */
#include "view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include "wire.h"

#define PER_ROW 12
#define ROWS 4
#define PATH_ROOM 400

struct printer {
	struct view *view;
	struct out *out;
	FILE *file;
	const uint8_t *bytes;
};

static void put_bytes(const struct printer *printer, size_t begin, size_t count)
{
	size_t i;

	out_colour(printer->out, COLOUR_DIM);
	fprintf(printer->file, "%08zx", begin);
	out_colour(printer->out, COLOUR_NONE);
	putc(' ', printer->file);
	for (i = 0; i < count; i++)
		fprintf(printer->file, " %02x", printer->bytes[begin + i]);
}

static void pad(const struct printer *printer, size_t count)
{
	fprintf(printer->file, "%*s", (int)(3 * (PER_ROW - count) + 2), "");
}

/* The first row of the bytes [begin, end), without its end of line: path and meaning follow. */
static void begin_row(const struct printer *printer, size_t begin, size_t end)
{
	size_t count = end - begin < PER_ROW ? end - begin : PER_ROW;

	put_bytes(printer, begin, count);
	pad(printer, count);
}

/* The rows behind the first. */
static void end_row(const struct printer *printer, size_t begin, size_t end)
{
	size_t last = end;

	putc('\n', printer->file);
	if (!printer->view->options->full && end - begin > ROWS * PER_ROW)
		last = begin + (ROWS - 1) * PER_ROW;
	for (begin += PER_ROW; begin < last; begin += PER_ROW) {
		put_bytes(printer, begin, last - begin < PER_ROW ? last - begin : PER_ROW);
		putc('\n', printer->file);
	}
	if (last < end)
		fprintf(printer->file, "%8s  ... %zu more bytes\n", "", end - last);
}

static void row(const struct printer *printer, size_t begin, size_t end, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* A row whose meaning holds nothing from outside. */
static void row(const struct printer *printer, size_t begin, size_t end, const char *format, ...)
{
	va_list args;

	if (begin == end)
		return;
	begin_row(printer, begin, end);
	va_start(args, format);
	vfprintf(printer->file, format, args);
	va_end(args);
	end_row(printer, begin, end);
}

/* The path to the last event. */
static void put_path(const struct printer *printer)
{
	struct view *view = printer->view;
	char path[PATH_ROOM];

	ingot_walk_steps(&view->walk.walk);
	typed_steps(&view->walk);
	if (ingot_path_text(
		    path, sizeof(path), NULL, view->reader->steps, view->reader->step_count) == 0)
		return;
	out_colour(printer->out, COLOUR_NAME);
	fputs(path, printer->file);
	out_colour(printer->out, COLOUR_NONE);
	fputs("  ", printer->file);
}

static const char *name_of(uint8_t type)
{
	const char *name = ingot_wire_type_name((enum ingot_wire_type)type);

	return name != NULL ? name : "nothing";
}

static void put_field(const struct printer *printer, const struct ingot_event *event)
{
	begin_row(printer, event->header, event->offset);
	put_path(printer);
	fprintf(printer->file, "field %d, %s", event->id, name_of(event->type));
	if (event->type == INGOT_WIRE_BOOL && event->body == event->end)
		fprintf(printer->file, " %s", event->integer != 0 ? "true" : "false");
	if (printer->view->reader->protocol == INGOT_COMPACT && event->offset - event->header > 1)
		fputs(" (long form)", printer->file);
	if (printer->view->type != NULL && printer->view->walk.fit == TYPED_MISMATCHED &&
		printer->view->walk.field != NULL)
		fputs(" (not the schema's type)", printer->file);
	end_row(printer, event->header, event->offset);
}

static void put_head(const struct printer *printer, const struct ingot_event *event)
{
	begin_row(printer, event->offset, event->body);
	put_path(printer);
	if (event->type == INGOT_WIRE_BINARY)
		fprintf(printer->file, "size %zu", event->end - event->body);
	else if (event->type == INGOT_WIRE_MAP)
		fprintf(printer->file, "map of %" PRIu32 ", %s to %s", event->count,
			name_of(event->key), name_of(event->element));
	else
		fprintf(printer->file, "%s of %" PRIu32 " %s", name_of(event->type), event->count,
			name_of(event->element));
	end_row(printer, event->offset, event->body);
}

static void put_value(const struct printer *printer, const struct ingot_event *event)
{
	const struct view *view = printer->view;
	uint8_t piece[WIRE_PIECE];
	size_t size;

	begin_row(printer, event->body, event->end);
	put_path(printer);
	fputs("= ", printer->file);
	view_scalar(printer->out, view->reader, event, view->walk.type, view->options->enum_numbers,
		view->options->full ? 0 : 60);
	if (event->type != INGOT_WIRE_BINARY && event->type != INGOT_WIRE_UUID) {
		struct wire_form form = { view->reader->protocol, view->options->facebook };

		size = wire_scalar(piece, form, event->type, event->integer, event->real);
		if (size != event->end - event->body)
			fputs(" (padded)", printer->file);
	}
	end_row(printer, event->body, event->end);
}

static void put_event(const struct printer *printer, const struct ingot_event *event)
{
	if (event->kind == INGOT_EVENT_END) {
		if (event->body == event->end)
			return;
		begin_row(printer, event->body, event->end);
		put_path(printer);
		fputs("end of struct", printer->file);
		end_row(printer, event->body, event->end);
		return;
	}
	if (event->offset > event->header)
		put_field(printer, event);
	if (event->body > event->offset)
		put_head(printer, event);
	if (event->kind == INGOT_EVENT_VALUE && event->end > event->body)
		put_value(printer, event);
}

/* What is before the struct. */
static void put_envelope(const struct printer *printer)
{
	const struct envelope *envelope = printer->view->envelope;
	size_t at = envelope->begin;

	switch (envelope->shape.framing) {
	case FRAMING_PARQUET:
		row(printer, at, at + 4, "Parquet's first four bytes");
		if (envelope->body > at + 4)
			fprintf(printer->file,
				"%08zx  %zu bytes of pages and indexes, up to %08zx\n", at + 4,
				envelope->body - (at + 4), envelope->body);
		return;
	case FRAMING_FRAMED:
	case FRAMING_VARINT:
		row(printer, at, envelope->message, "frame of %zu bytes",
			envelope->end - envelope->message);
		break;
	case FRAMING_THEADER:
		row(printer, at, at + 4, "frame of %zu bytes", envelope->end - (at + 4));
		row(printer, at + 4, at + 14,
			"header transport: magic, flags, sequence id, header size");
		row(printer, at + 14, envelope->transport, "protocol %s, no transforms",
			envelope_protocol(envelope->shape.protocol));
		row(printer, envelope->transport, envelope->message,
			"header's key-values and padding");
		break;
	case FRAMING_AUTO:
	case FRAMING_NONE:
		break;
	}
	if (!envelope->shape.is_message)
		return;
	begin_row(printer, envelope->message, envelope->body);
	fprintf(printer->file, "%s ", envelope_message_type(envelope->message_type));
	out_text(printer->out, printer->bytes + envelope->name, envelope->name_size, 60);
	fprintf(printer->file, ", sequence id %" PRId32 "%s", envelope->seqid,
		envelope->is_old ? " (old form)" : "");
	end_row(printer, envelope->message, envelope->body);
}

static void put_tail(const struct printer *printer)
{
	const struct view *view = printer->view;
	const struct envelope *envelope = view->envelope;

	if (view->reader->status != INGOT_OK) {
		out_colour(printer->out, COLOUR_BAD);
		fprintf(printer->file, "<<< damaged at byte %zu (%08zx): %s",
			view->reader->error_offset, view->reader->error_offset,
			ingot_status_name(view->reader->status));
		if (view->reader->expected != NULL)
			fprintf(printer->file, " (expected %s)", view->reader->expected);
		out_colour(printer->out, COLOUR_NONE);
		putc('\n', printer->file);
	}
	if (view->is_part)
		return;
	if (view->reader->status == INGOT_OK && view->covered < envelope->end && !envelope->has_end &&
		!envelope->shape.is_message && !view->options->many)
		row(printer, view->covered, view->input->size, "left over");
	if (envelope->shape.framing == FRAMING_PARQUET && view->reader->status == INGOT_OK) {
		row(printer, envelope->end, envelope->end + 4, "footer's size: %zu",
			envelope->end - envelope->body);
		row(printer, envelope->end + 4, envelope->end + 8, "Parquet's last four bytes");
	}
}

void view_hex(struct view *view)
{
	struct printer printer = {
		.view = view,
		.out = view->out,
		.file = view->out->file,
		.bytes = view->reader->bytes,
	};
	struct ingot_event event;

	if (!view->is_part) {
		view_hex_skipped(view, view->envelope->begin);
		put_envelope(&printer);
	}
	view->covered = view->reader->offset;
	while (typed_next(&view->walk, &event)) {
		put_event(&printer, &event);
		view->covered = event.end;
	}
	if (!view->is_part || view->reader->status != INGOT_OK)
		put_tail(&printer);
}

void view_hex_skipped(struct view *view, size_t next)
{
	struct printer printer = {
		.view = view,
		.out = view->out,
		.file = view->out->file,
		.bytes = view->input->bytes,
	};

	if (next <= view->covered)
		return;
	row(&printer, view->covered, next, "not read");
	view->covered = next;
}
