/* SPDX-License-Identifier: MIT */
/*
 * Reading frames, the header transport and Parquet footers; message headers are read by the
 * library. Every size is checked against the bytes there are.
 */
#include "envelope.h"

#include <string.h>
#include <ingot/message.h>
#include "internal.h"

#define MAGIC_THEADER 0x0fff

const char *envelope_message_type(uint8_t type)
{
	static const char *const names[] = { NULL, "call", "reply", "exception", "oneway" };

	return type < sizeof(names) / sizeof(names[0]) ? names[type] : NULL;
}

const char *envelope_protocol(enum ingot_protocol protocol)
{
	return protocol == INGOT_BINARY ? "binary" : "compact";
}

static bool fail(struct ingot_reader *reader, enum ingot_status status, size_t offset,
	uint64_t missing, const char *expected)
{
	if (reader->status == INGOT_OK) {
		reader->root = NULL;
		reader->step_count = 0;
	}
	ingot_reader_fail(reader, status, offset, missing, expected);
	return false;
}

static bool has(struct ingot_reader *reader, size_t size, const char *expected)
{
	size_t left = reader->size - reader->offset;

	return left >= size || fail(reader, INGOT_TRUNCATED, reader->offset, size - left, expected);
}

static uint32_t load32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static bool read_i32(struct ingot_reader *reader, uint32_t *value, const char *expected)
{
	if (!has(reader, 4, expected))
		return false;
	*value = load32(reader->bytes + reader->offset);
	reader->offset += 4;
	return true;
}

static bool read_varint(struct ingot_reader *reader, uint64_t *value, const char *expected)
{
	unsigned i;

	*value = 0;
	for (i = 0; i < 10; i++) {
		uint8_t byte;

		if (!has(reader, 1, expected))
			return false;
		byte = reader->bytes[reader->offset++];
		*value |= (uint64_t)(byte & 0x7f) << (7 * i);
		if (byte < 0x80)
			return i < 9 || byte <= 1 ||
				fail(reader, INGOT_BAD_VARINT, reader->offset - i - 1, 0, expected);
	}
	return fail(reader, INGOT_BAD_VARINT, reader->offset - 10, 0, expected);
}

static bool read_message(struct envelope *envelope, struct ingot_reader *reader)
{
	struct ingot_message message;

	reader->protocol = envelope->shape.protocol;
	if (!ingot_message_read(reader, &message))
		return false;
	envelope->name = (size_t)((const uint8_t *)message.name.data - reader->bytes);
	envelope->name_size = message.name.size;
	envelope->seqid = message.seqid;
	envelope->message_type = message.type;
	envelope->is_old = message.is_old;
	return true;
}

/* Narrows the reader to a frame of that size at its offset. */
static bool enter_frame(
	struct envelope *envelope, struct ingot_reader *reader, size_t at, uint64_t size)
{
	if (size > INT32_MAX)
		return fail(reader, INGOT_BAD_SIZE, at, 0, "a frame size that is not negative");
	if (size > INGOT_FRAME_SIZE)
		return fail(reader, INGOT_TOO_LARGE, at, 0, "a frame of at most 16384000 bytes");
	if (!has(reader, (size_t)size, "frame"))
		return false;
	envelope->end = reader->offset + (size_t)size;
	envelope->has_end = true;
	reader->size = envelope->end;
	return true;
}

/* Protocol and transforms at the head of the transport header; its end is `end`. */
static bool read_transport_header(struct envelope *envelope, struct ingot_reader *reader)
{
	size_t at = reader->offset;
	uint64_t protocol, transforms;

	if (!read_varint(reader, &protocol, "protocol of the transport header"))
		return false;
	if (protocol != 0 && protocol != 2)
		return fail(reader, INGOT_UNSUPPORTED, at, 0, "protocol 0 (binary) or 2 (compact)");
	envelope->shape.protocol = protocol == 0 ? INGOT_BINARY : INGOT_COMPACT;
	at = reader->offset;
	if (!read_varint(reader, &transforms, "transforms of the transport header"))
		return false;
	return transforms == 0 || fail(reader, INGOT_UNSUPPORTED, at, 0, "no transforms");
}

static bool read_theader(struct envelope *envelope, struct ingot_reader *reader)
{
	size_t at = reader->offset, payload, frame;
	uint32_t size, words;

	if (!read_i32(reader, &size, "frame size") || !enter_frame(envelope, reader, at, size))
		return false;
	at = reader->offset;
	if (!has(reader, 10, "transport header"))
		return false;
	if ((reader->bytes[at] << 8 | reader->bytes[at + 1]) != MAGIC_THEADER)
		return fail(reader, INGOT_BAD_MESSAGE, at, 0,
			"0x0fff, which begins a transport header");
	words = (uint32_t)(reader->bytes[at + 8] << 8 | reader->bytes[at + 9]);
	reader->offset += 10;
	if (!has(reader, (size_t)words * 4, "transport header"))
		return false;
	envelope->transport = reader->offset;
	payload = reader->offset + (size_t)words * 4;
	frame = reader->size;
	reader->size = payload;
	if (!read_transport_header(envelope, reader))
		return false;
	envelope->transport = reader->offset;
	reader->size = frame;
	reader->offset = payload;
	envelope->message = payload;
	return true;
}

static bool read_parquet(struct envelope *envelope, struct ingot_reader *reader)
{
	const uint8_t *bytes = reader->bytes;
	size_t begin = reader->offset, size = reader->size - begin, tail = reader->size - 8;
	uint32_t footer;

	if (size < 12)
		return fail(reader, INGOT_TRUNCATED, reader->size, 12 - size,
			"a Parquet file: at least 12 bytes");
	if (memcmp(bytes + tail + 4, "PARE", 4) == 0)
		return fail(reader, INGOT_UNSUPPORTED, tail + 4, 0,
			"PAR1: the footer of this file is encrypted");
	if (memcmp(bytes + tail + 4, "PAR1", 4) != 0)
		return fail(reader, INGOT_BAD_MESSAGE, tail + 4, 0,
			"PAR1 at the end of a Parquet file");
	if (memcmp(bytes + begin, "PAR1", 4) != 0)
		return fail(
			reader, INGOT_BAD_MESSAGE, begin, 0, "PAR1 at the start of a Parquet file");
	footer = (uint32_t)bytes[tail] | (uint32_t)bytes[tail + 1] << 8 |
		(uint32_t)bytes[tail + 2] << 16 | (uint32_t)bytes[tail + 3] << 24;
	if (footer == 0)
		return fail(reader, INGOT_BAD_SIZE, tail, 0, "a footer length that is not 0");
	if (footer > size - 12)
		return fail(reader, INGOT_BAD_SIZE, tail, 0,
			footer > size - 8 ? "a footer length within the file"
					  : "a footer behind the leading PAR1");
	reader->offset = tail - footer;
	reader->size = tail;
	envelope->shape.protocol = INGOT_COMPACT;
	envelope->message = reader->offset;
	envelope->end = tail;
	envelope->has_end = true;
	return true;
}

static bool read_frame(struct envelope *envelope, struct ingot_reader *reader)
{
	size_t at = reader->offset;
	uint64_t long_size;
	uint32_t size;

	switch (envelope->shape.framing) {
	case FRAMING_FRAMED:
		return read_i32(reader, &size, "frame size") &&
			enter_frame(envelope, reader, at, size);
	case FRAMING_VARINT:
		return read_varint(reader, &long_size, "frame size") &&
			enter_frame(envelope, reader, at, long_size);
	case FRAMING_THEADER:
		return read_theader(envelope, reader);
	case FRAMING_PARQUET:
		return read_parquet(envelope, reader);
	case FRAMING_AUTO:
	case FRAMING_NONE:
		break;
	}
	return true;
}

bool envelope_read(
	struct envelope *envelope, const struct shape *shape, struct ingot_reader *reader)
{
	*envelope =
		(struct envelope){ .shape = *shape, .begin = reader->offset, .end = reader->size };
	if (!read_frame(envelope, reader))
		return false;
	envelope->message = reader->offset;
	if (shape->is_message && shape->framing != FRAMING_PARQUET &&
		!read_message(envelope, reader))
		return false;
	envelope->body = reader->offset;
	reader->protocol = envelope->shape.protocol;
	return true;
}

/* Within [*at, end); what does not fit ends the list, since nothing depends on it. */
static bool info_varint(const uint8_t *bytes, size_t *at, size_t end, uint64_t *value)
{
	unsigned shift;

	*value = 0;
	for (shift = 0; shift < 35 && *at < end; shift += 7) {
		uint8_t byte = bytes[(*at)++];

		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

static bool info_string(const uint8_t *bytes, size_t *at, size_t end, size_t *start, size_t *size)
{
	uint64_t n;

	if (!info_varint(bytes, at, end, &n) || n > end - *at)
		return false;
	*start = *at;
	*size = (size_t)n;
	*at += (size_t)n;
	return true;
}

bool envelope_next_info(const struct envelope *envelope, const uint8_t *bytes, size_t *at,
	uint64_t *left, struct envelope_info *info)
{
	size_t end = envelope->message;
	uint64_t kind;

	while (*left == 0) {
		if (!info_varint(bytes, at, end, &kind) || kind != 1 ||
			!info_varint(bytes, at, end, left))
			return false;
	}
	(*left)--;
	return info_string(bytes, at, end, &info->key, &info->key_size) &&
		info_string(bytes, at, end, &info->value, &info->value_size);
}
