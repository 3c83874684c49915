/* SPDX-License-Identifier: MIT */
/* ingot convert: the same values in another protocol or framing, without an IDL. */
#include "verbs.h"

#include <string.h>
#include "assemble.h"
#include "internal.h"
#include "out.h"
#include "source.h"

#define NO_RAW (struct raw){ .data = NULL }

static void put_value(struct assembler *to, const struct ingot_event *event, const uint8_t *bytes)
{
	if (event->role == INGOT_ROLE_FIELD)
		assemble_field(to, event->id, event->type, event->integer != 0, NO_RAW);
	switch (event->type) {
	case INGOT_WIRE_BINARY:
		assemble_binary(to, bytes + event->body, event->end - event->body, NO_RAW);
		break;
	case INGOT_WIRE_UUID:
		assemble_uuid(to, bytes + event->body);
		break;
	case INGOT_WIRE_BOOL:
		if (event->role == INGOT_ROLE_FIELD && to->form.protocol == INGOT_COMPACT)
			break;
		assemble_scalar(to, event->type, event->integer, 0, NO_RAW);
		break;
	default:
		assemble_scalar(to, event->type, event->integer, event->real, NO_RAW);
		break;
	}
}

/* False at a failure, which the reader has. */
static bool put_struct(struct assembler *to, struct ingot_reader *reader)
{
	struct ingot_walk walk;
	struct ingot_event event;

	ingot_walk_init(&walk, reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event)) {
		if (event.kind == INGOT_EVENT_VALUE) {
			put_value(to, &event, reader->bytes);
		} else if (event.kind == INGOT_EVENT_END) {
			assemble_end(to, NO_RAW);
		} else {
			if (event.role == INGOT_ROLE_FIELD)
				assemble_field(to, event.id, event.type, false, NO_RAW);
			assemble_begin(to, event.type, event.key, event.element, NO_RAW);
		}
	}
	return reader->status == INGOT_OK;
}

/* A transport header before what is there, with the key-values that came with the message. */
static void put_theader(struct assembler *to, const struct source *source)
{
	const struct envelope *envelope = &source->envelope;
	uint8_t head[14] = { 0x0f, 0xff, 0, 0 };
	size_t infos = envelope->shape.framing == FRAMING_THEADER
		? envelope->message - envelope->transport
		: 0;
	size_t words = (2 + infos + 3) / 4;
	struct bytes header = { .data = NULL };

	wire_i32(head + 4, (uint32_t)envelope->seqid);
	head[8] = (uint8_t)(words >> 8);
	head[9] = (uint8_t)words;
	head[10] = to->form.protocol == INGOT_BINARY ? 0 : 2;
	bytes_put(&header, head, 12);
	bytes_put(&header, source->input->bytes + envelope->transport, infos);
	memset(head, 0, 4);
	bytes_put(&header, head, words * 4 - (2 + infos));
	bytes_insert(&to->out, 0, header.data, header.size);
	to->out.failed = to->out.failed || header.failed;
	bytes_free(&header);
}

static void put_frame(struct assembler *to, const struct source *source, enum framing framing)
{
	uint8_t piece[WIRE_PIECE];

	if (framing == FRAMING_THEADER)
		put_theader(to, source);
	if (framing == FRAMING_THEADER || framing == FRAMING_FRAMED)
		bytes_insert(&to->out, 0, piece, wire_i32(piece, (uint32_t)to->out.size));
	else if (framing == FRAMING_VARINT)
		bytes_insert(&to->out, 0, piece, wire_varint(piece, to->out.size));
}

static void convert(struct source *source, struct out *out)
{
	const struct options *options = source->options;
	const struct envelope *envelope = &source->envelope;
	struct assembler to = { .form = { envelope->shape.protocol, options->facebook } };
	enum framing framing =
		options->to_framing != FRAMING_AUTO ? options->to_framing : envelope->shape.framing;

	if (options->has_to_protocol)
		to.form.protocol = options->to_protocol;
	if (envelope->shape.is_message)
		assemble_message(&to, envelope->is_old && to.form.protocol == INGOT_BINARY,
			envelope->message_type, source->input->bytes + envelope->name,
			envelope->name_size, envelope->seqid);
	if (put_struct(&to, &source->reader)) {
		put_frame(&to, source, framing);
		if (to.out.failed)
			ingot_reader_fail(
				&source->reader, INGOT_NOMEM, source->reader.offset, 0, NULL);
		else
			fwrite(to.out.data, 1, to.out.size, out->file);
	}
	bytes_free(&to.out);
	source_done(source);
}

int verb_convert(const struct options *options)
{
	struct out out;
	int worst = EXIT_FINE, i;

	if (!options->has_to_protocol && options->to_framing == FRAMING_AUTO) {
		out_error("convert needs --to or --to-framing");
		return EXIT_USAGE;
	}
	if (!out_open(&out, options))
		return EXIT_USAGE;
	if (out.is_terminal) {
		out_error("not writing bytes to a terminal: use -o FILE, or a pipe");
		return EXIT_USAGE;
	}
	for (i = 0; i < options->file_count; i++) {
		struct source *source = source_open(NULL, options, options->files[i], NULL, NULL);
		int code = EXIT_USAGE;

		if (source != NULL) {
			while (!ferror(out.file) && source_next(source))
				convert(source, &out);
			code = source->code;
		}
		talloc_free(source);
		worst = code > worst ? code : worst;
	}
	return out_close(&out, worst == EXIT_FINE) ? worst : EXIT_USAGE;
}
