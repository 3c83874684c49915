/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ingot/message.h>
#include "failing.h"
#include "main.h"

static const struct ingot_metadata empty = { NULL, 0, 0 };

static void check_string(struct ingot_string string, const char *expected)
{
	ck_assert_ptr_nonnull(string.data);
	ck_assert_uint_eq(string.size, strlen(expected));
	ck_assert_mem_eq(string.data, expected, string.size);
}

static struct ingot_message message_of(enum ingot_message_type type, const char *name, int32_t seqid)
{
	struct ingot_message message = { { name, (uint32_t)strlen(name) }, seqid, (uint8_t)type, false };

	return message;
}

/* ---- Message headers. ---- */

struct header {
	const char *bytes;
	size_t size;
	enum ingot_protocol protocol;
	enum ingot_message_type type;
	const char *name;
	int32_t seqid;
	bool is_old;
};

static const struct header headers[] = {
	{ "\x82\x21\x01\x04ping", 8, INGOT_COMPACT, INGOT_CALL, "ping", 1, false },
	{ "\x82\x41\xff\xff\xff\xff\x0f\x04ping", 12, INGOT_COMPACT, INGOT_REPLY, "ping", -1, false },
	{ "\x82\x61\x80\x80\x80\x80\x08\x00", 8, INGOT_COMPACT, INGOT_EXCEPTION, "", INT32_MIN, false },
	{ "\x80\x01\x00\x01\x00\x00\x00\x04ping\x00\x00\x00\x07", 16, INGOT_BINARY, INGOT_CALL, "ping", 7, false },
	{ "\x80\x01\x00\x04\x00\x00\x00\x08" "Calc:add\xff\xff\xff\xff", 20, INGOT_BINARY, INGOT_ONEWAY, "Calc:add", -1, false },
	{ "\x00\x00\x00\x04ping\x02\x00\x00\x00\x07", 13, INGOT_BINARY, INGOT_REPLY, "ping", 7, true },
};
#define HEADER_COUNT (int)(sizeof(headers) / sizeof(headers[0]))

START_TEST(message_headers_of_every_form_are_read)
{
	const struct header *header = &headers[_i];
	struct ingot_message message;
	struct ingot_reader reader;

	ingot_reader_init(&reader, header->protocol, header->bytes, header->size);
	ck_assert(ingot_message_read(&reader, &message));
	ck_assert_uint_eq(message.type, header->type);
	ck_assert_int_eq(message.seqid, header->seqid);
	ck_assert_int_eq(message.is_old, header->is_old);
	check_string(message.name, header->name);
	ck_assert_uint_eq(reader.offset, header->size);
}
END_TEST

START_TEST(message_headers_of_every_form_are_written)
{
	const struct header *header = &headers[_i];
	struct ingot_message message = message_of(header->type, header->name, header->seqid);
	struct ingot_writer writer;
	uint8_t buffer[64];

	message.is_old = header->is_old;
	ingot_writer_init(&writer, header->protocol, NULL);
	ck_assert(ingot_message_write(&writer, &message));
	ck_assert_uint_eq(ingot_writer_size(&writer), header->size);
	ck_assert_mem_eq(ingot_writer_bytes(&writer), header->bytes, header->size);
	talloc_free(writer.bytes);
	/* A buffer that fits exactly is enough; one that does not is not written to. */
	ingot_writer_init_fixed(&writer, header->protocol, buffer, header->size);
	ck_assert(ingot_message_write(&writer, &message));
	ingot_writer_init_fixed(&writer, header->protocol, buffer, header->size - 1);
	memset(buffer, 0x55, sizeof(buffer));
	ck_assert(!ingot_message_write(&writer, &message));
	ck_assert_int_eq(writer.status, INGOT_NO_ROOM);
	ck_assert_uint_eq(ingot_writer_size(&writer), 0);
	ck_assert_uint_eq(buffer[0], 0x55);
}
END_TEST

static void check_nothing(const struct ingot_message *message)
{
	ck_assert_ptr_null(message->name.data);
	ck_assert_uint_eq(message->name.size, 0);
	ck_assert_uint_eq(message->type, 0);
	ck_assert_int_eq(message->seqid, 0);
	ck_assert(!message->is_old);
}

START_TEST(message_read_rejects_every_prefix_and_sets_all_outputs)
{
	const struct header *header = &headers[_i];

	for (size_t cut = 0; cut < header->size; cut++) {
		uint8_t *copy = malloc(cut + (cut == 0));
		struct ingot_message message;
		struct ingot_reader reader;

		memset(&message, 0x55, sizeof(message));
		memcpy(copy, header->bytes, cut);
		ingot_reader_init(&reader, header->protocol, copy, cut);
		ck_assert(!ingot_message_read(&reader, &message));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
		ck_assert_uint_ge(reader.missing, 1);
		ck_assert_uint_le(reader.missing, header->size - cut);
		ck_assert_uint_le(reader.error_offset, cut);
		ck_assert_uint_eq(reader.offset, 0);
		check_nothing(&message);
		free(copy);
	}
}
END_TEST

struct bad_header {
	const char *bytes;
	size_t size;
	enum ingot_protocol protocol;
	enum ingot_status status;
	const char *error;
};

START_TEST(message_read_refuses_what_makes_no_sense_and_says_where)
{
	static const struct bad_header bad[] = {
		{ "\x80\x02\x00\x01\0\0\0\0\0\0\0\0", 12, INGOT_BINARY, INGOT_BAD_MESSAGE,
		  "at byte 0: bad message (expected message version)" },
		{ "\x82\x21\x01\x04ping", 8, INGOT_BINARY, INGOT_BAD_MESSAGE, "at byte 0: bad message (expected message version)" },
		{ "\x80\x01\x00\x00\0\0\0\0\0\0\0\0", 12, INGOT_BINARY, INGOT_BAD_MESSAGE,
		  "at byte 3: bad message (expected message type)" },
		{ "\x80\x01\x00\x09\0\0\0\0\0\0\0\0", 12, INGOT_BINARY, INGOT_BAD_MESSAGE,
		  "at byte 3: bad message (expected message type)" },
		{ "\x80\x01\x00\x01\xff\xff\xff\xff\0\0\0\0", 12, INGOT_BINARY, INGOT_BAD_SIZE,
		  "at byte 4: bad size (expected message name)" },
		{ "\x80\x01\x00\x01\x00\x01\x00\x01\0\0\0\0", 12, INGOT_BINARY, INGOT_TOO_LARGE,
		  "at byte 4: too large (expected message name)" },
		{ "\x80\x01\x00\x01\x00\x00\xff\xff\0\0\0\0", 12, INGOT_BINARY, INGOT_TRUNCATED,
		  "at byte 8: truncated (expected message name)" },
		{ "\x00\x7f\xff\xff", 4, INGOT_BINARY, INGOT_TOO_LARGE, "at byte 0: too large (expected message name)" },
		{ "\x00\x00\x00\x01p\x05\0\0\0\0", 10, INGOT_BINARY, INGOT_BAD_MESSAGE,
		  "at byte 5: bad message (expected message type)" },
		{ "\x80\x01\x00\x01", 4, INGOT_COMPACT, INGOT_BAD_MESSAGE, "at byte 0: bad message (expected message header)" },
		{ "\x82\x22\x01\x00", 4, INGOT_COMPACT, INGOT_BAD_MESSAGE, "at byte 1: bad message (expected message version)" },
		{ "\x82\x01\x01\x00", 4, INGOT_COMPACT, INGOT_BAD_MESSAGE, "at byte 1: bad message (expected message type)" },
		{ "\x82\xe1\x01\x00", 4, INGOT_COMPACT, INGOT_BAD_MESSAGE, "at byte 1: bad message (expected message type)" },
		{ "\x82\x21\xff\xff\xff\xff\x1f\x00", 8, INGOT_COMPACT, INGOT_BAD_VARINT,
		  "at byte 2: bad varint (expected sequence id)" },
		{ "\x82\x21\x80\x80\x80\x80\x80\x00", 8, INGOT_COMPACT, INGOT_BAD_VARINT,
		  "at byte 2: bad varint (expected sequence id)" },
		{ "\x82\x21\x01\xff\xff\xff\xff\x0f", 8, INGOT_COMPACT, INGOT_BAD_SIZE,
		  "at byte 3: bad size (expected message name)" },
		{ "\x82\x21\x01\xff\xff\xff\xff\x07", 8, INGOT_COMPACT, INGOT_TOO_LARGE,
		  "at byte 3: too large (expected message name)" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct ingot_message message;
		struct ingot_reader reader;

		ingot_reader_init(&reader, bad[i].protocol, bad[i].bytes, bad[i].size);
		ck_assert(!ingot_message_read(&reader, &message));
		ck_assert_int_eq(reader.status, bad[i].status);
		ck_assert_str_eq(ingot_reader_error(&reader), bad[i].error);
		check_nothing(&message);
		ck_assert(!ingot_message_read(&reader, &message));
	}
}
END_TEST

START_TEST(message_version_two_is_the_facebook_dialect)
{
	struct ingot_message message;
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, "\x82\x22\x01\x00", 4);
	reader.options = INGOT_FACEBOOK;
	ck_assert(ingot_message_read(&reader, &message));
	ingot_reader_init(&reader, INGOT_COMPACT, "\x82\x21\x01\x00", 4);
	reader.options = INGOT_FACEBOOK;
	ck_assert(!ingot_message_read(&reader, &message));
}
END_TEST

START_TEST(message_third_byte_of_strict_binary_is_ignored)
{
	struct ingot_message message;
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_BINARY, "\x80\x01\x77\x01\0\0\0\0\0\0\0\x05", 12);
	ck_assert(ingot_message_read(&reader, &message));
	ck_assert_int_eq(message.seqid, 5);
}
END_TEST

START_TEST(message_write_refuses_what_has_no_encoding)
{
	struct ingot_writer writer;
	struct ingot_message message = message_of(INGOT_CALL, "x", 1);
	char *name = calloc(1, INGOT_MESSAGE_NAME_SIZE + 1);

	for (int fault = 0; fault < 4; fault++) {
		message = message_of(INGOT_CALL, "x", 1);
		message.type = fault == 0 ? 0 : fault == 1 ? 5 : INGOT_CALL;
		if (fault == 2)
			message.name.data = NULL;
		if (fault == 3) {
			message.name.data = name;
			message.name.size = INGOT_MESSAGE_NAME_SIZE + 1;
		}
		ingot_writer_init(&writer, INGOT_COMPACT, NULL);
		ck_assert(!ingot_message_write(&writer, &message));
		ck_assert_int_eq(writer.status, INGOT_BAD_VALUE);
		ck_assert_uint_eq(ingot_writer_size(&writer), 0);
		ck_assert(!ingot_message_write(&writer, &message));
	}
	message.name.size--;
	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	ck_assert(ingot_message_write(&writer, &message));
	talloc_free(writer.bytes);
	free(name);
}
END_TEST

START_TEST(message_functions_do_nothing_after_a_failure)
{
	struct ingot_message message = message_of(INGOT_CALL, "x", 1), read = message;
	struct ingot_theader header = { INGOT_BINARY, 0, 0, empty, { NULL, 0 } };
	struct ingot_writer writer;
	struct ingot_reader reader;
	uint8_t buffer[64];

	ingot_writer_init_fixed(&writer, INGOT_COMPACT, buffer, sizeof(buffer));
	writer.status = INGOT_BAD_VALUE;
	ck_assert(!ingot_message_write(&writer, &message));
	ck_assert_uint_eq(ingot_theader_begin(&writer, &header), 0);
	ck_assert_uint_eq(writer.size, 0);
	ck_assert_int_eq(writer.status, INGOT_BAD_VALUE);
	ingot_reader_init(&reader, INGOT_COMPACT, "\x82\x21\x01\x01x", 5);
	reader.status = INGOT_BUDGET;
	ck_assert(!ingot_message_read(&reader, &read));
	ck_assert_ptr_null(read.name.data);
	ck_assert_uint_eq(reader.offset, 0);
	ck_assert_int_eq(reader.status, INGOT_BUDGET);
}
END_TEST

/* Where a varint grows by a byte: names and sequence ids of 0x7f, 0x80, 0x3fff and 0x4000. A buffer is as large as the header. */
START_TEST(message_header_has_the_shortest_varints_and_fits_a_buffer_of_its_size)
{
	static const uint32_t values[] = { 0x3f, 0x40, 0x41, 0x7f, 0x80, 0x3fff, 0x4000 };
	static const char name[0x4000] = "x";
	static uint8_t buffer[sizeof(name) + 16];

	for (int i = 0; i < 7; i++) {
		struct ingot_message message = { .name = { name, values[i] }, .type = INGOT_CALL, .seqid = (int32_t)values[i] }, read;
		size_t varint = values[i] < 0x80 ? 1 : values[i] < 0x4000 ? 2 : 3, size = 2 + 2 * varint + values[i];
		struct ingot_writer writer;
		struct ingot_reader reader;

		ingot_writer_init_fixed(&writer, INGOT_COMPACT, buffer, values[i] > 64 ? 12 + values[i] : size);
		ck_assert(ingot_message_write(&writer, &message));
		ck_assert_uint_eq(writer.size, size);
		ingot_reader_init(&reader, INGOT_COMPACT, buffer, size);
		ck_assert(ingot_message_read(&reader, &read));
		ck_assert_uint_eq(read.name.size, values[i]);
		ck_assert_int_eq(read.seqid, (int32_t)values[i]);
	}
}
END_TEST

START_TEST(message_name_is_split_at_its_first_colon)
{
	struct ingot_string service;
	struct ingot_string method;

	ck_assert(ingot_message_split((struct ingot_string){ "Calc:add:x", 10 }, &service, &method));
	check_string(service, "Calc");
	check_string(method, "add:x");
	ck_assert(!ingot_message_split((struct ingot_string){ "add", 3 }, &service, &method));
	ck_assert_ptr_null(service.data);
	check_string(method, "add");
	ck_assert(ingot_message_split((struct ingot_string){ ":", 1 }, &service, &method));
	check_string(service, "");
	check_string(method, "");
	ck_assert(!ingot_message_split((struct ingot_string){ NULL, 0 }, &service, &method));
	ck_assert_ptr_null(method.data);
}
END_TEST

START_TEST(message_protocol_is_told_by_the_first_byte)
{
	enum ingot_protocol protocol;

	ck_assert(ingot_message_protocol("\x82", 1, &protocol));
	ck_assert_int_eq(protocol, INGOT_COMPACT);
	ck_assert(ingot_message_protocol("\x80", 1, &protocol));
	ck_assert_int_eq(protocol, INGOT_BINARY);
	ck_assert(ingot_message_protocol("\0", 1, &protocol));
	ck_assert_int_eq(protocol, INGOT_BINARY);
	ck_assert(!ingot_message_protocol("{", 1, &protocol));
	ck_assert(!ingot_message_protocol("", 0, &protocol));
}
END_TEST

/* ---- Frames. ---- */

START_TEST(frame_lengths_are_checked_before_anything)
{
	static const char framed[] = "\x00\x00\x00\x09\x82\x21\x01\x04ping\x00";
	struct ingot_string content;

	ck_assert_int_eq(ingot_frame_read(framed, 13, INGOT_FRAME_SIZE, &content), INGOT_OK);
	ck_assert_ptr_eq(content.data, framed + 4);
	ck_assert_uint_eq(content.size, 9);
	for (size_t cut = 0; cut < 13; cut++) {
		ck_assert_int_eq(ingot_frame_read(framed, cut, INGOT_FRAME_SIZE, &content), INGOT_TRUNCATED);
		ck_assert_ptr_null(content.data);
		ck_assert_uint_eq(content.size, cut < 4 ? 0 : 9);
	}
	ck_assert_int_eq(ingot_frame_read(framed, 13, 9, &content), INGOT_OK);
	ck_assert_int_eq(ingot_frame_read(framed, 13, 8, &content), INGOT_TOO_LARGE);
	ck_assert_uint_eq(content.size, 0);
	ck_assert_int_eq(ingot_frame_read("\xff\xff\xff\xff\x82", 5, INGOT_FRAME_SIZE, &content), INGOT_BAD_SIZE);
	ck_assert_int_eq(ingot_frame_read("\x7f\xff\xff\xff\x82", 5, INGOT_FRAME_SIZE, &content), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_frame_read("\x00\xfa\x00\x00", 4, INGOT_FRAME_SIZE, &content), INGOT_TRUNCATED);
	ck_assert_uint_eq(content.size, INGOT_FRAME_SIZE);
	ck_assert_int_eq(ingot_frame_read("\x00\xfa\x00\x01", 4, INGOT_FRAME_SIZE, &content), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_frame_read("\x00\x00\x00\x00", 4, INGOT_FRAME_SIZE, &content), INGOT_OK);
	ck_assert_ptr_nonnull(content.data);
	ck_assert_uint_eq(content.size, 0);
}
END_TEST

START_TEST(frame_that_is_cut_short_fails_its_message)
{
	struct ingot_message message;
	struct ingot_string content;
	struct ingot_reader reader;

	ck_assert_int_eq(ingot_frame_read("\x00\x00\x00\x05\x82\x21\x01\x04ping\x00", 13, INGOT_FRAME_SIZE, &content), INGOT_OK);
	ingot_reader_init(&reader, INGOT_COMPACT, content.data, content.size);
	ck_assert(!ingot_message_read(&reader, &message));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
}
END_TEST

START_TEST(frame_end_sets_the_length_or_takes_the_frame_back)
{
	struct ingot_message message = message_of(INGOT_CALL, "ping", 1);
	struct ingot_writer writer;
	size_t first;
	size_t second;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	first = ingot_frame_begin(&writer);
	ck_assert(ingot_message_write(&writer, &message));
	ck_assert(ingot_frame_end(&writer, first, 8));
	second = ingot_frame_begin(&writer);
	ck_assert_uint_eq(second, 12);
	ck_assert(ingot_message_write(&writer, &message));
	ck_assert(!ingot_frame_end(&writer, second, 7));
	ck_assert_int_eq(writer.status, INGOT_TOO_LARGE);
	ck_assert_uint_eq(ingot_writer_size(&writer), 12);
	ck_assert_mem_eq(ingot_writer_bytes(&writer), "\x00\x00\x00\x08\x82\x21\x01\x04ping", 12);
	ck_assert(!ingot_frame_end(&writer, ingot_frame_begin(&writer), 7));
	ck_assert_uint_eq(ingot_writer_size(&writer), 12);
	talloc_free(writer.bytes);
}
END_TEST

/* ---- The header transport. ---- */

/* Magic, flags, sequence id; the header's size in words and the rest are the test's. */
#define THEADER "\x0f\xff\x00\x01\x00\x00\x00\x07"
#define PING "\x82\x21\x01\x04ping\x00"

/* As if so much had been written. */
START_TEST(frame_of_two_gib_is_taken_back_and_one_byte_less_is_not)
{
	struct ingot_writer writer;
	uint8_t length[4];

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	writer.size = (size_t)INT32_MAX + 5;
	ck_assert(!ingot_frame_end(&writer, 0, UINT32_MAX));
	ck_assert_int_eq(writer.status, INGOT_TOO_LARGE);
	ck_assert_uint_eq(writer.size, 0);
	ingot_writer_init_fixed(&writer, INGOT_COMPACT, length, sizeof(length));
	writer.size = (size_t)INT32_MAX + 4;
	ck_assert(ingot_frame_end(&writer, 0, UINT32_MAX));
	ck_assert_mem_eq(length, "\x7f\xff\xff\xff", 4);
}
END_TEST

/* Of the largest, and of the least, content only the header is looked at. */
START_TEST(theader_sizes_are_taken_to_the_byte)
{
	static const char content[] = THEADER "\x00\x01" "\x02\x00\x00\x00";
	struct ingot_theader header;
	size_t offset;

	ck_assert_int_eq(ingot_theader_read(NULL, NULL, content, INGOT_THEADER_SIZE, &header, &offset), INGOT_OK);
	ck_assert_uint_eq(header.payload.size, INGOT_THEADER_SIZE - 14);
	ck_assert_int_eq(ingot_theader_read(NULL, NULL, content, (size_t)INGOT_THEADER_SIZE + 1, &header, &offset), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_theader_read(NULL, NULL, content, 10, &header, &offset), INGOT_TRUNCATED);
	ck_assert_uint_eq(offset, 8);
	ck_assert_int_eq(ingot_theader_read(NULL, NULL, content, 9, &header, &offset), INGOT_TRUNCATED);
	ck_assert_uint_eq(offset, 0);
	ck_assert(ingot_theader_is(content, 2));
	ck_assert(!ingot_theader_is(content, 1));
}
END_TEST

START_TEST(theader_has_no_block_for_no_metadata_and_long_values_in_full)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_theader header = { INGOT_COMPACT, 0, 0, empty, { NULL, 0 } }, back;
	char *value = talloc_zero_size(mem_ctx, 300);
	struct ingot_writer writer;
	size_t offset;

	ingot_writer_init(&writer, INGOT_COMPACT, mem_ctx);
	ingot_theader_begin(&writer, &header);
	ck_assert_uint_eq(writer.size, 18);
	ck_assert_mem_eq((const char *)writer.bytes + 12, "\0\1\2\0\0\0", 6);
	for (uint32_t size = 120; size < 140; size++) {
		struct ingot_pair pair = { { "k", 1 }, { value, size } };

		ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 1, &header.metadata), INGOT_OK);
		ck_assert_uint_eq(ingot_metadata_to_block(&header.metadata, NULL, 0), (size < 128 ? 4u : 5u) + size);
		ingot_writer_init(&writer, INGOT_COMPACT, mem_ctx);
		ingot_theader_begin(&writer, &header);
		ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, writer.bytes + 4, writer.size - 4, &back, &offset), INGOT_OK);
		ck_assert_uint_eq(back.metadata.pairs[0].value.size, size);
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(theader_that_does_not_fit_a_buffer_is_refused_whatever_fits)
{
	struct ingot_theader header = { INGOT_BINARY, 0, 0, empty, { NULL, 0 } };
	uint8_t buffer[18];

	for (size_t capacity = 0; capacity <= sizeof(buffer); capacity++) {
		struct ingot_writer writer;

		ingot_writer_init_fixed(&writer, INGOT_BINARY, buffer, capacity);
		ingot_theader_begin(&writer, &header);
		ck_assert_int_eq(writer.status, capacity < sizeof(buffer) ? INGOT_NO_ROOM : INGOT_OK);
	}
}
END_TEST

START_TEST(theader_gives_protocol_metadata_and_payload)
{
	static const char content[] = THEADER "\x00\x02" "\x02\x00\x01\x01\x01k\x01v" PING;
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata base;
	struct ingot_theader header;
	size_t offset;

	ck_assert(ingot_theader_is(content, sizeof(content) - 1));
	ck_assert(!ingot_theader_is("\x82\x21", 2));
	ck_assert(!ingot_theader_is("\x0f", 1));
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &empty, "a", "1", &base), INGOT_OK);
	ck_assert_int_eq(ingot_theader_read(mem_ctx, &base, content, sizeof(content) - 1, &header, &offset), INGOT_OK);
	ck_assert_int_eq(header.protocol, INGOT_COMPACT);
	ck_assert_uint_eq(header.flags, 1);
	ck_assert_int_eq(header.seqid, 7);
	ck_assert_uint_eq(header.metadata.count, 2);
	check_string(*ingot_metadata_get(&header.metadata, "k", 1), "v");
	ck_assert_ptr_eq(header.payload.data, content + 18);
	ck_assert_uint_eq(header.payload.size, 9);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(theader_takes_several_info_blocks_and_skips_unknown_ones)
{
	static const char several[] = THEADER "\x00\x04" "\x00\x00\x01\x01\x01k\x01v\x02\x01\x01l\x01w\x00\x00";
	static const char unknown[] = THEADER "\x00\x03" "\x02\x00\x01\x01\x01k\x01v\x63\xff\xff\xff" PING;
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_theader header;
	size_t offset;

	ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, several, sizeof(several) - 1, &header, &offset), INGOT_OK);
	ck_assert_int_eq(header.protocol, INGOT_BINARY);
	ck_assert_uint_eq(header.metadata.count, 2);
	check_string(header.metadata.pairs[0].value, "v");
	check_string(*ingot_metadata_get(&header.metadata, "L", 1), "w");
	ck_assert_uint_eq(header.payload.size, 0);
	ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, unknown, sizeof(unknown) - 1, &header, &offset), INGOT_OK);
	ck_assert_uint_eq(header.metadata.count, 1);
	ck_assert_uint_eq(header.payload.size, 9);
	talloc_free(mem_ctx);
}
END_TEST

struct bad_theader {
	const char *bytes;
	size_t size;
	enum ingot_status status;
	size_t offset;
};

START_TEST(theader_refuses_transforms_and_sizes_that_lie)
{
	static const struct bad_theader bad[] = {
		{ "\x82\x21\x01\x04ping\x00\x00\x00", 11, INGOT_BAD_MESSAGE, 0 },
		{ "\x82\x21", 2, INGOT_BAD_MESSAGE, 0 },
		{ THEADER "\x40\x00\x02\x00\x00\x00" PING, 23, INGOT_TRUNCATED, 8 },
		{ THEADER "\x00\x04\x02\x00\x00\x00" PING, 23, INGOT_TRUNCATED, 8 },
		{ THEADER "\x00\x00" PING, 19, INGOT_TRUNCATED, 10 },
		{ THEADER "\x00\x01\x02\x80\x80\x80" PING, 23, INGOT_TRUNCATED, 11 },
		{ THEADER "\x00\x01\x02\x01\x80\x80" PING, 23, INGOT_TRUNCATED, 12 },
		/* Refused by its size alone: nothing is read. */
		{ THEADER, (size_t)INGOT_THEADER_SIZE + 1, INGOT_TOO_LARGE, 0 },
		{ THEADER "\x00\x01\x09\x00\x00\x00" PING, 23, INGOT_UNSUPPORTED, 10 },
		{ THEADER "\x00\x01\x02\x01\x63\x00" PING, 23, INGOT_UNSUPPORTED, 12 },
		{ THEADER "\x00\x01\x02\x01\x01\x00" PING, 23, INGOT_UNSUPPORTED, 12 },
		{ THEADER "\x00\x01\x02\x00\x01\x01" PING, 23, INGOT_TRUNCATED, 13 },
		{ THEADER "\x00\x02\x02\x00\x01\x01\x01k\x05v" PING, 27, INGOT_TRUNCATED, 16 },
		{ THEADER "\x00\x02\x02\x00\x01\x01\x00\x01v\x00" PING, 27, INGOT_BAD_MESSAGE, 14 },
		/* A block that is right, then one that is not: nothing is left of the first. */
		{ THEADER "\x00\x04\x02\x00\x01\x01\x01k\x01v\x01\x01\x01k\x05vvv" PING, 35, INGOT_TRUNCATED, 22 },
	};
	TALLOC_CTX *mem_ctx = talloc_new(NULL);

	failing_never();
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct ingot_theader header;
		size_t offset;

		memset(&header, 0x55, sizeof(header));
		ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, bad[i].bytes, bad[i].size, &header, &offset), bad[i].status);
		ck_assert_uint_eq(offset, bad[i].offset);
		ck_assert_uint_eq(header.flags, 0x5555);
	}
	ck_assert_int_eq(failing_requests(), 0);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(theader_cut_anywhere_reads_nothing_beyond_the_cut)
{
	static const char content[] = THEADER "\x00\x02" "\x02\x00\x01\x01\x01k\x01v" PING;
	TALLOC_CTX *mem_ctx = talloc_new(NULL);

	for (size_t cut = 0; cut < sizeof(content); cut++) {
		uint8_t *copy = malloc(cut + (cut == 0));
		struct ingot_theader header;
		enum ingot_status status;
		size_t offset;

		memcpy(copy, content, cut);
		status = ingot_theader_read(mem_ctx, NULL, copy, cut, &header, &offset);
		ck_assert_int_eq(status, cut < 18 ? INGOT_TRUNCATED : INGOT_OK);
		ck_assert_uint_le(offset, cut);
		free(copy);
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(theader_round_trips_through_a_frame)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_message message = message_of(INGOT_REPLY, "ping", 3);
	struct ingot_theader header = { INGOT_COMPACT, 2, -5, empty, { NULL, 0 } };
	struct ingot_theader back;
	struct ingot_string content;
	struct ingot_writer writer;
	struct ingot_reader reader;
	size_t offset;

	for (int count = 0; count < 20; count++) {
		ingot_writer_init(&writer, INGOT_COMPACT, mem_ctx);
		ck_assert(ingot_message_write(&writer, &message));
		offset = ingot_theader_begin(&writer, &header);
		ck_assert(ingot_message_write(&writer, &message));
		ck_assert(ingot_frame_end(&writer, offset, INGOT_THEADER_SIZE));
		ck_assert_int_eq(ingot_frame_read(writer.bytes + 8, writer.size - 8, INGOT_FRAME_SIZE, &content), INGOT_OK);
		ck_assert_uint_eq(content.size, writer.size - 12);
		ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, content.data, content.size, &back, &offset), INGOT_OK);
		ck_assert_int_eq(back.seqid, -5);
		ck_assert_uint_eq(back.flags, 2);
		ck_assert_uint_eq(back.metadata.count, (unsigned)count);
		ck_assert_uint_eq((size_t)(back.payload.data - content.data) % 4, 2);
		ingot_reader_init(&reader, back.protocol, back.payload.data, back.payload.size);
		ck_assert(ingot_message_read(&reader, &message));
		check_string(message.name, "ping");
		message = message_of(INGOT_REPLY, "ping", 3);
		ck_assert_int_eq(ingot_metadata_add(mem_ctx, &header.metadata, "key", "value", &header.metadata), INGOT_OK);
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(theader_begin_refuses_more_metadata_than_a_header_holds)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	char *value = talloc_zero_size(mem_ctx, 4 * 65535);
	/* Protocol, transforms, info id, count and two sizes take 11 bytes, the key one. */
	struct ingot_pair pair = { { "k", 1 }, { value, 4 * 65535 - 9 } };
	struct ingot_theader header = { INGOT_BINARY, 0, 0, empty, { NULL, 0 } };
	struct ingot_writer writer;
	size_t begin;

	for (int fits = 1; fits >= 0; fits--) {
		ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 1, &header.metadata), INGOT_OK);
		ingot_writer_init(&writer, INGOT_BINARY, mem_ctx);
		begin = ingot_theader_begin(&writer, &header);
		ck_assert(ingot_frame_end(&writer, begin, INGOT_THEADER_SIZE) == fits);
		ck_assert_int_eq(writer.status, fits ? INGOT_OK : INGOT_TOO_LARGE);
		ck_assert_uint_eq(ingot_writer_size(&writer), fits ? 4 + 10 + 4 * 65535 : 0);
		pair.value.size++;
	}
	talloc_free(mem_ctx);
}
END_TEST

/* ---- Failing allocations. ---- */

START_TEST(message_functions_survive_every_failing_allocation)
{
	static const char content[] = THEADER "\x00\x02" "\x02\x00\x01\x01\x01k\x01v" PING;
	struct ingot_message message = message_of(INGOT_CALL, "a name of some length, so that it does not stay small; "
						  "a name of some length, so that it does not stay small", 1);
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_theader header;
	struct ingot_writer writer;
	bool done = false;
	size_t offset;

	failing_at(0, false);
	ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, content, sizeof(content) - 1, &header, &offset), INGOT_NOMEM);
	failing_never();
	ck_assert_uint_eq(talloc_total_blocks(mem_ctx), 1);
	ck_assert_int_eq(ingot_theader_read(mem_ctx, NULL, content, sizeof(content) - 1, &header, &offset), INGOT_OK);
	for (long nth = 0; !done; nth++) {
		ck_assert_int_lt(nth, 20);
		ingot_writer_init(&writer, INGOT_BINARY, mem_ctx);
		failing_at(nth, true);
		offset = ingot_theader_begin(&writer, &header);
		for (int i = 0; i < 20; i++)
			ck_assert(ingot_message_write(&writer, &message) == (writer.status == INGOT_OK));
		done = ingot_frame_end(&writer, offset, INGOT_FRAME_SIZE);
		failing_never();
		ck_assert_int_eq(writer.status, done ? INGOT_OK : INGOT_NOMEM);
		ck_assert((ingot_writer_size(&writer) == 0) == !done);
		talloc_free(writer.bytes);
	}
	talloc_free(mem_ctx);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("message");
	TCase *tcase = tcase_create("message");

	tcase_add_loop_test(tcase, message_headers_of_every_form_are_read, 0, HEADER_COUNT);
	tcase_add_loop_test(tcase, message_headers_of_every_form_are_written, 0, HEADER_COUNT);
	tcase_add_loop_test(tcase, message_read_rejects_every_prefix_and_sets_all_outputs, 0, HEADER_COUNT);
	tcase_add_test(tcase, message_read_refuses_what_makes_no_sense_and_says_where);
	tcase_add_test(tcase, message_version_two_is_the_facebook_dialect);
	tcase_add_test(tcase, message_third_byte_of_strict_binary_is_ignored);
	tcase_add_test(tcase, message_write_refuses_what_has_no_encoding);
	tcase_add_test(tcase, message_functions_do_nothing_after_a_failure);
	tcase_add_test(tcase, message_header_has_the_shortest_varints_and_fits_a_buffer_of_its_size);
	tcase_add_test(tcase, message_name_is_split_at_its_first_colon);
	tcase_add_test(tcase, message_protocol_is_told_by_the_first_byte);
	tcase_add_test(tcase, frame_lengths_are_checked_before_anything);
	tcase_add_test(tcase, frame_that_is_cut_short_fails_its_message);
	tcase_add_test(tcase, frame_end_sets_the_length_or_takes_the_frame_back);
	tcase_add_test(tcase, theader_gives_protocol_metadata_and_payload);
	tcase_add_test(tcase, theader_takes_several_info_blocks_and_skips_unknown_ones);
	tcase_add_test(tcase, theader_refuses_transforms_and_sizes_that_lie);
	tcase_add_test(tcase, theader_cut_anywhere_reads_nothing_beyond_the_cut);
	tcase_add_test(tcase, theader_round_trips_through_a_frame);
	tcase_add_test(tcase, theader_begin_refuses_more_metadata_than_a_header_holds);
	tcase_add_test(tcase, message_functions_survive_every_failing_allocation);
	tcase_add_test(tcase, frame_of_two_gib_is_taken_back_and_one_byte_less_is_not);
	tcase_add_test(tcase, theader_sizes_are_taken_to_the_byte);
	tcase_add_test(tcase, theader_has_no_block_for_no_metadata_and_long_values_in_full);
	tcase_add_test(tcase, theader_that_does_not_fit_a_buffer_is_refused_whatever_fits);
	suite_add_tcase(suite, tcase);
	return suite;
}
