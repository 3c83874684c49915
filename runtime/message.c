/* SPDX-License-Identifier: MIT */
/* Message headers and frames. Both protocols' headers are a few fixed bytes, a name, and a sequence id. */
#include <ingot/message.h>

#include <string.h>
#include "bytes.h"
#include "internal.h"
#include "write.h"

#define BINARY_VERSION 0x80010000u
#define BINARY_VERSION_MASK 0xffff0000u
#define COMPACT_MAGIC 0x82

/* ---- Reading. ---- */

static bool fail(struct ingot_reader *reader, enum ingot_status status, size_t offset, const char *expected)
{
	ingot_reader_fail(reader, status, offset, 0, expected);
	return false;
}

/* The next size bytes, or NULL. */
static const uint8_t *take(struct ingot_reader *reader, size_t size, const char *expected)
{
	size_t left = reader->size - reader->offset;
	const uint8_t *bytes = reader->bytes + reader->offset;

	if (size > left) {
		ingot_reader_fail(reader, INGOT_TRUNCATED, reader->offset, size - left, expected);
		return NULL;
	}
	reader->offset += size;
	return bytes;
}

static bool take_be32(struct ingot_reader *reader, uint32_t *value, const char *expected)
{
	const uint8_t *bytes = take(reader, 4, expected);

	if (bytes == NULL)
		return false;
	*value = bytes_be32(bytes);
	return true;
}

static bool take_varint(struct ingot_reader *reader, uint32_t *value, const char *expected)
{
	const uint8_t *p = reader->bytes + reader->offset;
	enum ingot_status status = bytes_varint(&p, reader->bytes + reader->size, value);

	if (status != INGOT_OK) {
		ingot_reader_fail(reader, status, reader->offset, status == INGOT_TRUNCATED, expected);
		return false;
	}
	reader->offset = (size_t)(p - reader->bytes);
	return true;
}

/* A name whose size was read at the offset `at`. */
static bool take_name(struct ingot_reader *reader, uint32_t size, size_t at, struct ingot_string *name)
{
	if (size > INT32_MAX)
		return fail(reader, INGOT_BAD_SIZE, at, "message name");
	if (size > INGOT_MESSAGE_NAME_SIZE)
		return fail(reader, INGOT_TOO_LARGE, at, "message name");
	name->data = (const char *)take(reader, size, "message name");
	name->size = size;
	return name->data != NULL;
}

static bool check_type(struct ingot_reader *reader, unsigned type, size_t at, struct ingot_message *message)
{
	if (type < INGOT_CALL || type > INGOT_ONEWAY)
		return fail(reader, INGOT_BAD_MESSAGE, at, "message type");
	message->type = (uint8_t)type;
	return true;
}

/* Version and type were read; the size of the name comes next. */
static bool read_strict(struct ingot_reader *reader, uint32_t version, struct ingot_message *message)
{
	size_t at = reader->offset;
	uint32_t size;
	uint32_t seqid;

	if ((version & BINARY_VERSION_MASK) != BINARY_VERSION)
		return fail(reader, INGOT_BAD_MESSAGE, at - 4, "message version");
	if (!check_type(reader, version & 0xff, at - 1, message) || !take_be32(reader, &size, "message name") ||
	    !take_name(reader, size, at, &message->name) || !take_be32(reader, &seqid, "sequence id"))
		return false;
	message->seqid = (int32_t)seqid;
	return true;
}

/* The size of the name was read. */
static bool read_old(struct ingot_reader *reader, uint32_t size, struct ingot_message *message)
{
	const uint8_t *type;
	uint32_t seqid;

	message->is_old = true;
	if (!take_name(reader, size, reader->offset - 4, &message->name))
		return false;
	type = take(reader, 1, "message type");
	if (type == NULL || !check_type(reader, *type, reader->offset - 1, message) ||
	    !take_be32(reader, &seqid, "sequence id"))
		return false;
	message->seqid = (int32_t)seqid;
	return true;
}

static bool read_binary(struct ingot_reader *reader, struct ingot_message *message)
{
	uint32_t first;

	if (!take_be32(reader, &first, "message header"))
		return false;
	if (first > INT32_MAX)
		return read_strict(reader, first, message);
	return read_old(reader, first, message);
}

static bool read_compact(struct ingot_reader *reader, struct ingot_message *message)
{
	unsigned version = reader->options & INGOT_FACEBOOK ? 2 : 1;
	const uint8_t *head = take(reader, 2, "message header");
	uint32_t seqid;
	uint32_t size;
	size_t at;

	if (head == NULL)
		return false;
	if (head[0] != COMPACT_MAGIC)
		return fail(reader, INGOT_BAD_MESSAGE, reader->offset - 2, "message header");
	if ((head[1] & 0x1f) != version)
		return fail(reader, INGOT_BAD_MESSAGE, reader->offset - 1, "message version");
	if (!check_type(reader, head[1] >> 5, reader->offset - 1, message) || !take_varint(reader, &seqid, "sequence id"))
		return false;
	at = reader->offset;
	message->seqid = (int32_t)seqid;
	return take_varint(reader, &size, "message name") && take_name(reader, size, at, &message->name);
}

bool ingot_message_read(struct ingot_reader *reader, struct ingot_message *message)
{
	static const struct ingot_message nothing;
	size_t begin = reader->offset;
	bool is_read;

	*message = nothing;
	if (reader->status != INGOT_OK)
		return false;
	is_read = reader->protocol == INGOT_BINARY ? read_binary(reader, message) : read_compact(reader, message);
	if (!is_read) {
		*message = nothing;
		reader->offset = begin;
		reader->root = NULL;
		reader->step_count = 0;
	}
	return is_read;
}

bool ingot_message_split(struct ingot_string name, struct ingot_string *service, struct ingot_string *method)
{
	const char *colon = name.size > 0 ? memchr(name.data, ':', name.size) : NULL;

	service->data = NULL;
	service->size = 0;
	*method = name;
	if (colon == NULL)
		return false;
	service->data = name.data;
	service->size = (uint32_t)(colon - name.data);
	method->data = colon + 1;
	method->size = name.size - service->size - 1;
	return true;
}

bool ingot_message_protocol(const void *bytes, size_t size, enum ingot_protocol *protocol)
{
	const uint8_t *first = bytes;

	if (size == 0)
		return false;
	if (*first == COMPACT_MAGIC)
		*protocol = INGOT_COMPACT;
	else if (*first == 0x80 || *first == 0x00)
		*protocol = INGOT_BINARY;
	else
		return false;
	return true;
}

enum ingot_status ingot_frame_read(const void *bytes, size_t size, uint32_t max_size, struct ingot_string *content)
{
	const uint8_t *p = bytes;
	uint32_t length;

	content->data = NULL;
	content->size = 0;
	if (size < 4)
		return INGOT_TRUNCATED;
	length = bytes_be32(p);
	if (length > INT32_MAX)
		return INGOT_BAD_SIZE;
	if (length > max_size)
		return INGOT_TOO_LARGE;
	content->size = length;
	if (length > size - 4)
		return INGOT_TRUNCATED;
	content->data = (const char *)p + 4;
	return INGOT_OK;
}

/* ---- Writing. ---- */

/* The most that a header takes but for the name: 12 bytes binary, 10 compact. */
#define HEADER_SIZE 12

static uint8_t *put_name(uint8_t *p, const struct ingot_string *name)
{
	memcpy(p, name->data, name->size);
	return p + name->size;
}

static uint8_t *put_binary(uint8_t *p, const struct ingot_message *message)
{
	if (!message->is_old)
		p = bytes_put_be32(p, BINARY_VERSION | message->type);
	p = put_name(bytes_put_be32(p, message->name.size), &message->name);
	if (message->is_old)
		*p++ = message->type;
	return bytes_put_be32(p, (uint32_t)message->seqid);
}

static uint8_t *put_compact(uint8_t *p, const struct ingot_message *message)
{
	*p++ = COMPACT_MAGIC;
	*p++ = (uint8_t)(message->type << 5 | 1);
	p = bytes_put_varint(p, (uint32_t)message->seqid);
	return put_name(bytes_put_varint(p, message->name.size), &message->name);
}

bool ingot_message_write(struct ingot_writer *writer, const struct ingot_message *message)
{
	uint8_t small[HEADER_SIZE + 64];
	size_t size = HEADER_SIZE + (size_t)message->name.size;
	uint8_t *p = small;
	uint8_t *end;

	if (writer->status != INGOT_OK)
		return false;
	if (message->type < INGOT_CALL || message->type > INGOT_ONEWAY || message->name.data == NULL ||
	    message->name.size > INGOT_MESSAGE_NAME_SIZE) {
		writer->status = INGOT_BAD_VALUE;
		return false;
	}
	/* Short headers are made aside, so that a fixed buffer may end right behind one. */
	if (size > sizeof(small)) {
		if (!writer_reserve(writer, writer->size + size))
			return false;
		p = writer->bytes + writer->size;
	}
	end = writer->protocol == INGOT_BINARY ? put_binary(p, message) : put_compact(p, message);
	size = (size_t)(end - p);
	if (p == small) {
		if (!writer_reserve(writer, writer->size + size))
			return false;
		memcpy(writer->bytes + writer->size, small, size);
	}
	writer->size += size;
	return true;
}

size_t ingot_frame_begin(struct ingot_writer *writer)
{
	size_t begin = writer->size;

	if (writer->status == INGOT_OK && writer_reserve(writer, begin + 4)) {
		memset(writer->bytes + begin, 0, 4);
		writer->size += 4;
	}
	return begin;
}

bool ingot_frame_end(struct ingot_writer *writer, size_t begin, uint32_t max_size)
{
	size_t size;

	if (writer->status == INGOT_OK) {
		size = writer->size - begin - 4;
		if (size <= max_size && size <= INT32_MAX) {
			bytes_put_be32(writer->bytes + begin, (uint32_t)size);
			return true;
		}
		writer->status = INGOT_TOO_LARGE;
	}
	writer->size = begin;
	return false;
}
