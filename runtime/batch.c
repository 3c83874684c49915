/* SPDX-License-Identifier: MIT */
/*
 * A batch is decoded as if it were one struct with two lists: ingot_decode gets a type made for the occasion, whose head is as large
 * as both arrays and whose reader goes from message to message. Only the way a failure is told is the batch's own.
 */
#include <ingot/batch.h>

#include <stddef.h>
#include <string.h>
#include <ingot/decode.h>
#include "bytes.h"
#include "internal.h"

#define LENGTH_SIZE 4 /* of a frame's length */
#define NO_MESSAGE UINT32_MAX

/* Where a message is in the reader's bytes. */
struct extent {
	size_t header;
	size_t body;
	size_t end; /* INGOT_UNFRAMED: of all bytes */
};

/* One call of ingot_batch_decode. The type comes first, so that the decoder's type leads here. */
struct batch {
	struct ingot_type type;
	struct ingot_type values_type;
	struct ingot_field fields[2];
	const struct ingot_type *element;
	enum ingot_framing framing;
	uint32_t count;
	size_t values_offset; /* in the head */
	/* Reads headers, so that their failures do not get lost when ingot_decode looks for one. */
	struct ingot_reader headers;
	/* The failure. */
	uint32_t failed;      /* the message's number */
	struct extent extent; /* of that message */
	enum ingot_status status;
	size_t failed_at;
};

static const struct ingot_field message_fields[] = {
	{ "name", &ingot_string_type, 1, INGOT_REQUIRED, 0, offsetof(struct ingot_message, name) },
};

static const struct ingot_type message_type = {
	.kind = INGOT_KIND_STRUCT, .align = _Alignof(struct ingot_message), .size = sizeof(struct ingot_message),
	.name = "message", .fields = message_fields, .field_count = 1,
};

static const struct ingot_type messages_type = {
	.kind = INGOT_KIND_LIST, .align = _Alignof(struct ingot_list), .size = sizeof(struct ingot_list),
	.entry_size = sizeof(struct ingot_message), .element = &message_type,
};

_Static_assert(offsetof(struct ingot_batch, values) == sizeof(struct ingot_list), "trimmed as two lists");

/* ---- From message to message. ---- */

/* The next message's header and extent, from *offset, which goes behind the message's end when it is framed. */
static bool next_message(struct batch *batch, size_t *offset, struct ingot_message *message, struct extent *extent)
{
	struct ingot_reader *reader = &batch->headers;
	size_t end = reader->size;
	bool is_read;

	extent->header = extent->body = *offset;
	extent->end = end;
	if (batch->framing == INGOT_FRAMED) {
		/* Counting has checked the lengths. */
		extent->header = *offset + LENGTH_SIZE;
		extent->end = extent->header + bytes_be32(reader->bytes + *offset);
		*offset = extent->end;
	}
	reader->offset = extent->header;
	reader->size = extent->end;
	is_read = ingot_message_read(reader, message);
	extent->body = reader->offset;
	reader->size = end;
	return is_read;
}

static bool fail(struct batch *batch, uint32_t number, const struct extent *extent, enum ingot_status status, size_t at)
{
	batch->failed = number;
	batch->extent = *extent;
	batch->status = status;
	batch->failed_at = at;
	return false;
}

/* The failure of the headers' reader. */
static bool fail_header(struct batch *batch, uint32_t number, const struct extent *extent)
{
	return fail(batch, number, extent, batch->headers.status, batch->headers.error_offset);
}

/*
 * Where the struct ends, found by walking. False: batch->status and failed_at say why; the walk's failure is not the header's, so
 * that the headers' reader is cleared of it.
 */
static bool walk_body(struct batch *batch, uint32_t number, const struct extent *extent, size_t *end)
{
	struct ingot_reader *reader = &batch->headers;
	size_t size = reader->size;
	struct ingot_event event;
	struct ingot_walk walk;
	enum ingot_status status;

	reader->offset = extent->body;
	reader->size = extent->end;
	ingot_walk_init(&walk, reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event)) {
	}
	*end = reader->offset;
	reader->size = size;
	status = reader->status;
	reader->status = INGOT_OK;
	return status == INGOT_OK ? true : fail(batch, number, extent, status, reader->error_offset);
}

/* ---- Counting. ---- */

static bool count_frames(struct batch *batch, size_t offset)
{
	struct ingot_reader *reader = &batch->headers;
	struct extent extent = { offset, offset, offset };
	struct ingot_string content;

	while (offset < reader->size) {
		size_t left = reader->size - offset;
		enum ingot_status status = ingot_frame_read(reader->bytes + offset, left, INGOT_FRAME_SIZE, &content);

		if (status != INGOT_OK) {
			uint64_t whole = LENGTH_SIZE + (uint64_t)content.size;

			ingot_reader_fail(reader, status, offset, status == INGOT_TRUNCATED ? whole - left : 0, "frame");
			return fail_header(batch, batch->count, &extent);
		}
		offset += LENGTH_SIZE + content.size;
		batch->count++;
	}
	return true;
}

static bool count_messages(struct batch *batch, size_t offset)
{
	while (offset < batch->headers.size) {
		struct ingot_message message;
		struct extent extent;

		if (!next_message(batch, &offset, &message, &extent))
			return fail_header(batch, batch->count, &extent);
		if (!walk_body(batch, batch->count, &extent, &offset))
			return false;
		batch->count++;
	}
	return true;
}

/* ---- Decoding. ---- */

/* Messages of a batch mostly have the same name, which they then share. */
static bool keep_name(struct ingot_decoder *d, const uint8_t *p, struct ingot_message *message, const struct ingot_message *previous)
{
	uint32_t size = message->name.size;

	if (d->keep == INGOT_KEEP_BORROWED)
		return true;
	if (previous != NULL && previous->name.size == size && memcmp(previous->name.data, message->name.data, size) == 0) {
		message->name.data = previous->name.data;
		return true;
	}
	if ((int64_t)size >= d->limit - d->at && !ingot_grow(d, p, (size_t)size + 1))
		return false;
	memcpy(d->at, message->name.data, size);
	d->at[size] = '\0';
	message->name.data = d->at;
	d->at += size + 1;
	return true;
}

/* The struct at extent->body. Returns where the message ends, in the reader's bytes. */
static const uint8_t *read_body(struct ingot_decoder *d, const struct batch *batch, const struct extent *extent, void *value,
				int depth)
{
	const uint8_t *bytes = d->reader->bytes;
	const uint8_t *p = bytes + extent->body;

	ingot_begin_input(d, p, bytes + extent->end);
	if (extent->end == extent->body)
		return ingot_refill(d, p);
	if (!ingot_reserve(d, p))
		return p;
	if (d->reader->protocol == INGOT_COMPACT)
		p = batch->element->read_compact(d, p, value, depth);
	else
		p = batch->element->read_binary(d, p, value, depth);
	return d->status == INGOT_OK ? p + d->shift : p;
}

/* The struct of an exception is of another type. */
static const uint8_t *skip_body(struct ingot_decoder *d, struct batch *batch, uint32_t number, const struct extent *extent,
				void *value)
{
	size_t end;

	memset(value, 0, batch->element->size);
	d->shift = 0;
	if (!walk_body(batch, number, extent, &end))
		return ingot_fail(d, d->reader->bytes + batch->failed_at, batch->status);
	return d->reader->bytes + end;
}

static void read_messages(struct ingot_decoder *d, struct batch *batch, struct ingot_batch *result, int depth)
{
	const uint8_t *bytes = d->reader->bytes;
	size_t offset = (size_t)(d->start - bytes);

	for (uint32_t i = 0; i < batch->count; i++) {
		struct ingot_message *message = &result->messages.items[i];
		char *value = (char *)result->values.items + (size_t)i * batch->element->size;
		struct extent extent;
		const uint8_t *end;

		if (!next_message(batch, &offset, message, &extent)) {
			ingot_fail(d, bytes + batch->headers.error_offset, batch->headers.status);
			fail_header(batch, i, &extent);
			return;
		}
		end = message->type == INGOT_EXCEPTION ? skip_body(d, batch, i, &extent, value) :
							 read_body(d, batch, &extent, value, depth);
		d->shift = 0;
		if (d->status == INGOT_OK)
			keep_name(d, end, message, i > 0 ? message - 1 : NULL);
		if (d->status == INGOT_OK && batch->framing == INGOT_FRAMED && end != bytes + extent.end)
			ingot_fail(d, end, INGOT_TRAILING);
		if (d->status != INGOT_OK) {
			fail(batch, i, &extent, d->status, d->failed_at);
			return;
		}
		offset = (size_t)(end - bytes);
	}
}

static const uint8_t *read_batch(struct ingot_decoder *d, const uint8_t *p, void *value, int depth)
{
	struct batch *batch = (struct batch *)(uintptr_t)d->type;
	struct ingot_batch *result = value;
	size_t head = batch->type.size;

	result->messages.items = (struct ingot_message *)(result + 1);
	result->messages.count = batch->count;
	result->values.items = (char *)value + batch->values_offset;
	result->values.count = batch->count;
	/* How large further pieces will be goes by what the messages took: not by the head, which is for all of them. */
	d->taken_before -= head;
	read_messages(d, batch, result, depth);
	d->taken_before += head;
	(void)p;
	return d->reader->bytes + d->reader->size;
}

/* ---- The type for the occasion. ---- */

/* False: the arrays alone need more than the budget. */
static bool plan(struct batch *batch, const struct ingot_reader *reader)
{
	const struct ingot_type *element = batch->element;
	size_t align = element->align;
	uint64_t offset = sizeof(struct ingot_batch) + (uint64_t)batch->count * sizeof(struct ingot_message);
	uint64_t size;

	offset = (offset + align - 1) / align * align;
	size = offset + (uint64_t)batch->count * element->size;
	if (size > UINT32_MAX / 2 || size > reader->budget)
		return false;
	batch->values_offset = (size_t)offset;
	batch->values_type = (struct ingot_type){
		.kind = INGOT_KIND_LIST, .align = _Alignof(struct ingot_list), .size = sizeof(struct ingot_list),
		.entry_size = element->size, .element = element,
	};
	batch->fields[0] = (struct ingot_field){ "messages", &messages_type, 1, INGOT_REQUIRED, 0, 0 };
	batch->fields[1] = (struct ingot_field){ "values", &batch->values_type, 2, INGOT_REQUIRED, 0,
						 offsetof(struct ingot_batch, values) };
	batch->type = (struct ingot_type){
		.kind = INGOT_KIND_STRUCT, .align = 16, .size = (uint32_t)size, .name = "struct ingot_batch",
		.fields = batch->fields, .field_count = 2, .read_binary = read_batch, .read_compact = read_batch,
		.max_room = element->max_room, .max_part = element->max_part, .room_factor = { element->room_factor[0], element->room_factor[1] },
		.growth = { element->growth[0], element->growth[1] },
	};
	return true;
}

/* ---- Telling a failure. ---- */

/* Puts the message's number in front of the way to the fault. */
static void put_number(struct ingot_reader *reader, uint32_t number)
{
	/* A walk fills all steps but one. */
	memmove(reader->steps + 1, reader->steps, reader->step_count * sizeof(reader->steps[0]));
	reader->steps[0] = (struct ingot_step){ .field = NULL, .id = 0, .index = number, .kind = INGOT_STEP_ELEMENT };
	reader->step_count++;
}

static bool is_from_header(const struct batch *batch)
{
	return batch->headers.status != INGOT_OK;
}

/* The failure of a message. */
static void tell_failure(struct ingot_reader *reader, struct batch *batch)
{
	enum ingot_status status = batch->status;
	size_t begin = reader->offset;
	size_t size = reader->size;
	bool is_decoders = status == INGOT_BUDGET || status == INGOT_NOMEM || status == INGOT_DEPTH;

	reader->status = INGOT_OK;
	reader->root = batch->element;
	reader->step_count = 0;
	if (is_from_header(batch)) {
		ingot_reader_fail(reader, status, batch->failed_at, batch->headers.missing, batch->headers.expected);
	} else if (status == INGOT_TRAILING) {
		ingot_reader_fail(reader, status, batch->failed_at, 0, "end of frame");
	} else {
		reader->offset = batch->extent.body;
		reader->size = batch->extent.end;
		ingot_diagnose(reader, batch->element, is_decoders ? status : INGOT_OK, batch->failed_at);
		reader->offset = begin;
		reader->size = size;
	}
	put_number(reader, batch->failed);
}

/* INGOT_STRICT: every struct is checked by its type before anything is allocated. */
static bool check_strictly(struct ingot_reader *reader, struct batch *batch)
{
	size_t begin = reader->offset;
	size_t size = reader->size;
	size_t offset = begin;

	for (uint32_t i = 0; i < batch->count; i++) {
		struct ingot_message message;
		struct extent extent;
		bool is_right;

		if (!next_message(batch, &offset, &message, &extent)) {
			fail_header(batch, i, &extent);
			tell_failure(reader, batch);
			return false;
		}
		/* Counting has gone over it, and found its end. */
		if (batch->framing == INGOT_UNFRAMED)
			walk_body(batch, i, &extent, &offset);
		reader->offset = extent.body;
		reader->size = extent.end;
		is_right = message.type == INGOT_EXCEPTION || ingot_check(reader, batch->element);
		reader->offset = begin;
		reader->size = size;
		if (!is_right) {
			put_number(reader, i);
			return false;
		}
	}
	return true;
}

/* What ingot_decode found before there was a message, or the batch after that. */
static void tell(struct ingot_reader *reader, struct batch *batch)
{
	if (batch->failed != NO_MESSAGE) {
		tell_failure(reader, batch);
		return;
	}
	reader->root = batch->element;
	reader->step_count = 0;
}

struct ingot_batch *ingot_batch_decode(TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type,
				       enum ingot_framing framing)
{
	struct batch batch;
	uint32_t options = reader->options;
	void *result;

	if (reader->status != INGOT_OK)
		return NULL;
	batch.element = type;
	batch.framing = framing;
	batch.count = 0;
	batch.failed = NO_MESSAGE;
	ingot_reader_init(&batch.headers, reader->protocol, reader->bytes, reader->size);
	batch.headers.options = options;
	batch.headers.max_depth = reader->max_depth;
	if (!(framing == INGOT_FRAMED ? count_frames(&batch, reader->offset) : count_messages(&batch, reader->offset))) {
		tell_failure(reader, &batch);
		return NULL;
	}
	if (!plan(&batch, reader)) {
		ingot_reader_fail(reader, INGOT_BUDGET, reader->offset, 0, NULL);
		return NULL;
	}
	if ((options & INGOT_STRICT) != 0 && !check_strictly(reader, &batch))
		return NULL;
	reader->options &= ~(uint32_t)INGOT_STRICT;
	result = ingot_decode(mem_ctx, reader, &batch.type);
	reader->options = options;
	if (result == NULL)
		tell(reader, &batch);
	return result;
}
