/* SPDX-License-Identifier: MIT */
/*
 * The text form: a value that can be edited and goes back to bytes with encode, to the same bytes
 * when nothing was changed. Whatever is not as an encoder would write it (a padded varint, a long
 * field header, another bool type) stands in backquotes behind it as hex. Bytes that cannot be read
 * stand at the end as raw.
 */
#include "view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "assemble.h"
#include "json_text.h"

struct printer {
	struct view *view;
	struct out *out;
	FILE *file;
	const uint8_t *bytes;
	struct wire_form form;
	bool is_damaged; /* counts and sizes cannot be computed again */
	bool is_commented; /* the line ends in a comment: what comes next needs a new one */
	int16_t last_ids[INGOT_MAX_DEPTH + 1];
};

static void indent(const struct printer *printer, uint32_t depth)
{
	uint32_t i;

	for (i = 0; i < depth; i++)
		fputs("  ", printer->file);
}

static void put_raw(const struct printer *printer, size_t begin, size_t end)
{
	putc('`', printer->file);
	out_hex(printer->out, printer->bytes + begin, end - begin, 0);
	putc('`', printer->file);
}

/* The bytes [begin, end), unless they are the canonical piece. */
static void put_odd(
	const struct printer *printer, size_t begin, size_t end, const uint8_t *piece, size_t size)
{
	if (end - begin != size || memcmp(printer->bytes + begin, piece, size) != 0)
		put_raw(printer, begin, end);
}

static void new_line(struct printer *printer, uint32_t depth)
{
	putc('\n', printer->file);
	indent(printer, depth);
	printer->is_commented = false;
}

static void put_header(struct printer *printer, const struct ingot_event *event)
{
	int16_t *last_id = &printer->last_ids[event->depth - 1];
	uint8_t piece[WIRE_PIECE];
	size_t size = wire_field(
		piece, printer->form, *last_id, event->id, event->type, event->integer != 0);

	fprintf(printer->file, "%d", event->id);
	put_odd(printer, event->header, event->offset, piece, size);
	fputs(": ", printer->file);
	*last_id = event->id;
}

static void put_string(const struct printer *printer, const struct ingot_event *event)
{
	const uint8_t *bytes = printer->bytes + event->body;
	size_t size = event->end - event->body;

	if (json_text_is_printable(bytes, size)) {
		out_text(printer->out, bytes, size, 0);
		return;
	}
	fputs("0x", printer->file);
	out_hex(printer->out, bytes, size, 0);
}

/* With its type when it is a field's. */
static void put_scalar(const struct printer *printer, const struct ingot_event *event)
{
	/* "NaN" says nothing of the bits of one that is not the usual. */
	double real = isnan(event->real) ? (double)NAN : event->real;
	uint8_t piece[WIRE_PIECE];
	char digits[JSON_TEXT_DOUBLE];

	if (event->role == INGOT_ROLE_FIELD)
		fprintf(printer->file, "%s ",
			ingot_wire_type_name((enum ingot_wire_type)event->type));
	switch (event->type) {
	case INGOT_WIRE_BINARY:
		put_odd(printer, event->offset, event->body, piece,
			wire_size(piece, printer->form, (uint32_t)(event->end - event->body)));
		put_string(printer, event);
		return;
	case INGOT_WIRE_UUID:
		view_scalar(printer->out, printer->view->reader, event, NULL, true, 0);
		return;
	case INGOT_WIRE_BOOL:
		fputs(event->integer != 0 ? "true" : "false", printer->file);
		if (event->body == event->end)
			return; /* it is in the header */
		break;
	case INGOT_WIRE_DOUBLE:
	case INGOT_WIRE_FLOAT:
		json_text_digits(digits, real);
		fputs(digits, printer->file);
		break;
	default:
		fprintf(printer->file, "%" PRId64, event->integer);
		break;
	}
	put_odd(printer, event->body, event->end, piece,
		wire_scalar(piece, printer->form, event->type, event->integer, real));
}

/* Of what is in a container; an empty one may have no type. */
static const char *type_name(uint8_t type, const char *without)
{
	const char *name = ingot_wire_type_name((enum ingot_wire_type)type);

	return name != NULL ? name : without;
}

/* `list<i32> [`, `map<binary, i32> {`, `struct {`, and for structs as elements `{`. */
static void put_begin(struct printer *printer, const struct ingot_event *event)
{
	bool is_named = event->role == INGOT_ROLE_FIELD ||
		(event->role == INGOT_ROLE_ROOT && !printer->view->envelope->shape.is_message);
	uint8_t piece[WIRE_PIECE];
	size_t size;

	if (event->type == INGOT_WIRE_STRUCT) {
		printer->last_ids[event->depth] = 0;
		fputs(is_named ? "struct {" : "{", printer->file);
		return;
	}
	if (event->type == INGOT_WIRE_MAP) {
		if (event->key == 0 && event->element == 0)
			fputs("map<>", printer->file);
		else
			fprintf(printer->file, "map<%s, %s>", type_name(event->key, "stop"),
				type_name(event->element, "stop"));
		size = wire_map(piece, printer->form, event->key, event->element, event->count);
	} else {
		fprintf(printer->file, "%s<%s>", type_name(event->type, ""),
			type_name(event->element, ""));
		size = wire_list(piece, printer->form, event->element, event->count);
	}
	if (printer->is_damaged)
		put_raw(printer, event->offset, event->body);
	else
		put_odd(printer, event->offset, event->body, piece, size);
	fputs(event->type == INGOT_WIRE_MAP ? " {" : " [", printer->file);
}

static bool is_scalar(uint8_t type)
{
	return type != INGOT_WIRE_STRUCT && type != INGOT_WIRE_LIST && type != INGOT_WIRE_SET &&
		type != INGOT_WIRE_MAP;
}

/* The field's name, and an enum's, for who reads along. */
static void put_names(struct printer *printer, const struct ingot_event *event)
{
	const struct typed_walk *walk = &printer->view->walk;
	const char *value = NULL;

	if (event->role != INGOT_ROLE_FIELD || walk->field == NULL)
		return;
	if (walk->type != NULL && walk->type->kind == INGOT_KIND_ENUM)
		value = ingot_enum_name(walk->type, (int32_t)event->integer);
	printer->is_commented = true;
	fputs("  # ", printer->file);
	out_plain(printer->out, walk->field->name);
	if (value != NULL && event->kind == INGOT_EVENT_VALUE) {
		fputs(" = ", printer->file);
		out_plain(printer->out, value);
	}
}

/* Commas, and where lines end: scalars stand side by side, all else has its own line. */
static void put_separator(struct printer *printer, const struct ingot_event *event)
{
	bool is_wide = event->kind == INGOT_EVENT_BEGIN || event->type == INGOT_WIRE_BINARY;

	if (event->role == INGOT_ROLE_ROOT)
		return;
	if (event->role == INGOT_ROLE_VALUE) {
		fputs(" => ", printer->file);
		return;
	}
	if (event->role != INGOT_ROLE_FIELD && event->index > 0)
		putc(',', printer->file);
	if (event->role != INGOT_ROLE_ELEMENT || is_wide || printer->is_commented)
		new_line(printer, event->depth);
	else if (event->index > 0 && event->index % 12 == 0)
		new_line(printer, event->depth);
	else if (event->index > 0)
		putc(' ', printer->file);
}

/* A container whose elements stand on the line of its field. */
static bool is_inline(const struct ingot_event *event)
{
	if (event->type == INGOT_WIRE_STRUCT)
		return false;
	return event->count == 0 || (event->type != INGOT_WIRE_MAP && is_scalar(event->element) &&
		event->element != INGOT_WIRE_BINARY);
}

static void put_value(struct printer *printer, const struct ingot_event *event)
{
	put_separator(printer, event);
	if (event->role == INGOT_ROLE_FIELD)
		put_header(printer, event);
	if (event->kind == INGOT_EVENT_BEGIN)
		put_begin(printer, event);
	else
		put_scalar(printer, event);
	if (event->kind == INGOT_EVENT_VALUE || !is_inline(event))
		put_names(printer, event);
}

static void put_end(struct printer *printer, const struct ingot_event *event)
{
	static const uint8_t stop[1];

	if (printer->is_commented || !is_inline(event))
		new_line(printer, event->depth);
	putc(event->type == INGOT_WIRE_STRUCT || event->type == INGOT_WIRE_MAP ? '}' : ']',
		printer->file);
	if (event->type == INGOT_WIRE_STRUCT)
		put_odd(printer, event->body, event->end, stop, 1);
	if (is_inline(event))
		put_names(printer, event);
}

static void put_message(const struct printer *printer)
{
	const struct envelope *envelope = printer->view->envelope;
	struct assembler to = { .form = printer->form };

	assemble_message(&to, envelope->is_old, envelope->message_type,
		printer->bytes + envelope->name, envelope->name_size, envelope->seqid);
	fprintf(printer->file, "%s %s ", envelope->is_old ? "old_message" : "message",
		envelope_message_type(envelope->message_type));
	out_text(printer->out, printer->bytes + envelope->name, envelope->name_size, 0);
	fprintf(printer->file, " %" PRId32, envelope->seqid);
	put_odd(printer, envelope->message, envelope->body, to.out.data, to.out.size);
	putc(' ', printer->file);
	bytes_free(&to.out);
}

/* Whether the value can be read to where it has to end. */
static bool is_whole(const struct view *view)
{
	struct ingot_reader reader = *view->reader;
	struct typed_walk walk;
	struct ingot_event event;

	typed_init(&walk, &reader, view->type);
	walk.refuses_flaws = true;
	while (typed_next(&walk, &event))
		continue;
	return reader.status == INGOT_OK &&
		(!view->envelope->has_end || reader.offset == view->envelope->end);
}

/* The frame before the value. Returns whether something has to be closed behind it. */
static bool open_frame(const struct printer *printer)
{
	const struct envelope *envelope = printer->view->envelope;
	size_t size_end = envelope->begin;
	uint8_t piece[WIRE_PIECE];
	size_t size;

	switch (envelope->shape.framing) {
	case FRAMING_AUTO:
	case FRAMING_NONE:
		return false;
	case FRAMING_PARQUET:
		fputs("# the file's data, then its footer\n", printer->file);
		fputs("raw ", printer->file);
		put_raw(printer, envelope->begin, envelope->body);
		fputs("\nfooter (\n", printer->file);
		return true;
	case FRAMING_VARINT:
		size = wire_varint(piece, envelope->end - envelope->message);
		fputs("varint", printer->file);
		break;
	default:
		size = wire_i32(piece, (uint32_t)(envelope->end - (envelope->begin + 4)));
		fputs("frame", printer->file);
		break;
	}
	while (envelope->shape.framing == FRAMING_VARINT && printer->bytes[size_end] >= 0x80)
		size_end++;
	size_end += envelope->shape.framing == FRAMING_VARINT ? 1 : 4;
	if (printer->is_damaged)
		put_raw(printer, envelope->begin, size_end);
	else
		put_odd(printer, envelope->begin, size_end, piece, size);
	fputs(" (\n", printer->file);
	if (envelope->shape.framing == FRAMING_THEADER) {
		fputs("# header transport\nraw ", printer->file);
		put_raw(printer, size_end, envelope->message);
		putc('\n', printer->file);
	}
	return true;
}

/* Up to this offset the text says everything. */
static void print(struct printer *printer)
{
	struct view *view = printer->view;
	bool is_framed = open_frame(printer);
	struct ingot_event event;

	if (view->envelope->shape.is_message)
		put_message(printer);
	view->covered = view->reader->offset;
	view->walk.refuses_flaws = true; /* they have no text */
	while (typed_next(&view->walk, &event)) {
		if (event.kind == INGOT_EVENT_END)
			put_end(printer, &event);
		else
			put_value(printer, &event);
		view->covered = event.end;
	}
	putc('\n', printer->file);
	view->is_cut = printer->is_damaged;
	if (!is_framed || printer->is_damaged)
		return;
	fputs(")\n", printer->file);
	if (view->envelope->shape.framing == FRAMING_PARQUET)
		view->covered = view->input->size;
}

void view_text(struct view *view)
{
	struct printer printer = {
		.view = view,
		.out = view->out,
		.file = view->out->file,
		.bytes = view->reader->bytes,
		.form = { view->reader->protocol, view->options->facebook },
		.is_damaged = !is_whole(view),
	};
	/* Not of a terminal's making: the same text everywhere. */
	struct out plain = *view->out;

	plain.utf8 = false;
	plain.colour = false;
	printer.out = &plain;
	if (view->number == 0 || view->reader->protocol != view->text_protocol)
		fprintf(printer.file, "%s%s\n", envelope_protocol(view->reader->protocol),
			view->options->facebook ? " facebook" : "");
	view->text_protocol = view->reader->protocol;
	print(&printer);
}

void view_text_rest(struct view *view)
{
	if (view->covered >= view->input->size && !view->is_cut)
		return;
	fputs("raw `", view->out->file);
	out_hex(view->out, view->input->bytes + view->covered, view->input->size - view->covered,
		0);
	fputs("`\n", view->out->file);
}
