/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <techniques.h>
#include "failing.h"
#include "main.h"

#define EVENTS_MAX 1000

/* What is decoded again and again: `count` messages "Log:put", each with an Event whose parts go by its number. */
struct sample {
	TALLOC_CTX *mem_ctx;
	struct ingot_writer writer;
	enum ingot_framing framing;
};

static void put_event(struct ingot_writer *writer, int64_t number, enum ingot_message_type type)
{
	static const struct ingot_string tags[] = { { "red", 3 }, { "green", 5 } };
	static const struct techniques_Event_labels_entry labels[] = { { { "host", 4 }, { "a", 1 } } };
	struct ingot_message message = { { "Log:put", 7 }, (int32_t)number, (uint8_t)type, false };
	struct techniques_Event event;
	char note[24];

	techniques_Event_init(&event);
	memset(note, 'n', sizeof(note));
	event.name = (struct ingot_string){ "event", 5 };
	event.tags.items = (struct ingot_string *)(uintptr_t)tags;
	event.tags.count = (uint32_t)(number % 3);
	event.labels.items = (struct techniques_Event_labels_entry *)(uintptr_t)labels;
	event.labels.count = 1;
	if (number % 2 == 0)
		event.note = (struct ingot_string){ note, (uint32_t)(number % 24) };
	event.at = &number;
	ck_assert(ingot_message_write(writer, &message));
	ck_assert(techniques_Event_to_wire(&event, writer));
}

static void put_framed(struct ingot_writer *writer, int64_t number, enum ingot_message_type type, enum ingot_framing framing)
{
	size_t begin = framing == INGOT_FRAMED ? ingot_frame_begin(writer) : 0;

	put_event(writer, number, type);
	if (framing == INGOT_FRAMED)
		ck_assert(ingot_frame_end(writer, begin, INGOT_FRAME_SIZE));
}

/* Runs 0 … 3: both protocols, both framings. */
static struct sample sample_of(int run, uint32_t count)
{
	struct sample sample = { talloc_new(NULL), { 0 }, run % 2 == 0 ? INGOT_FRAMED : INGOT_UNFRAMED };

	ingot_writer_init(&sample.writer, run < 2 ? INGOT_BINARY : INGOT_COMPACT, sample.mem_ctx);
	for (uint32_t i = 0; i < count; i++)
		put_framed(&sample.writer, i, INGOT_CALL, sample.framing);
	return sample;
}

static void read_sample(const struct sample *sample, struct ingot_reader *reader)
{
	ingot_reader_init(reader, sample->writer.protocol, sample->writer.bytes, sample->writer.size);
}

static void check_event(const struct ingot_message *message, const struct techniques_Event *event, uint32_t number)
{
	ck_assert_uint_eq(message->type, INGOT_CALL);
	ck_assert_int_eq(message->seqid, (int32_t)number);
	ck_assert_uint_eq(message->name.size, 7);
	ck_assert_mem_eq(message->name.data, "Log:put", 7);
	ck_assert_uint_eq(event->name.size, 5);
	ck_assert_mem_eq(event->name.data, "event", 5);
	ck_assert_uint_eq(event->tags.count, number % 3);
	if (number % 3 == 2)
		ck_assert_mem_eq(event->tags.items[1].data, "green", 5);
	ck_assert_uint_eq(event->labels.count, 1);
	ck_assert_mem_eq(event->labels.items[0].key.data, "host", 4);
	ck_assert((event->note.data != NULL) == (number % 2 == 0));
	ck_assert_uint_eq(event->note.size, number % 2 == 0 ? number % 24 : 0);
	ck_assert_int_eq(*event->at, number);
}

static void check_batch(const struct techniques_Event_batch *batch, uint32_t count)
{
	ck_assert_ptr_nonnull(batch);
	ck_assert_uint_eq(batch->messages.count, count);
	ck_assert_uint_eq(batch->values.count, count);
	for (uint32_t i = 0; i < count; i++)
		check_event(&batch->messages.items[i], &batch->values.items[i], i);
}

START_TEST(batch_of_any_size_is_one_allocation)
{
	static const uint32_t counts[] = { 1, 2, 8, 64, EVENTS_MAX };

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct sample sample = sample_of(_i, counts[i]);
		struct techniques_Event_batch *batch;
		struct ingot_reader reader;

		read_sample(&sample, &reader);
		reader.options = INGOT_BORROW; /* no table for shared strings, which would be freed again */
		failing_never();
		batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
		ck_assert_msg(batch != NULL, "%s", ingot_reader_error(&reader));
		ck_assert_uint_eq(talloc_total_blocks(batch), 1);
		ck_assert_int_le(failing_requests(), 2); /* what was too much is given back by another one */
		check_batch(batch, counts[i]);
		ck_assert_uint_eq(reader.offset, reader.size);
		talloc_free(sample.mem_ctx);
	}
}
END_TEST

/* The decoder reads the end of each message from a copy that is on the stack, too, at lower addresses. */
START_TEST(batch_may_lie_on_the_stack)
{
	struct sample sample = sample_of(_i, 3);
	uint8_t bytes[1024];
	struct ingot_reader reader;
	struct techniques_Event_batch *batch;

	ck_assert_uint_le(sample.writer.size, sizeof(bytes));
	memcpy(bytes, sample.writer.bytes, sample.writer.size);
	ingot_reader_init(&reader, sample.writer.protocol, bytes, sample.writer.size);
	batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
	ck_assert_msg(batch != NULL, "%s", ingot_reader_error(&reader));
	check_batch(batch, 3);
	ck_assert_uint_eq(reader.offset, reader.size);
	talloc_free(sample.mem_ctx);
}
END_TEST

START_TEST(batch_keeps_its_own_copies_of_names_and_strings)
{
	struct sample sample = sample_of(_i, 100);
	uint8_t *copy = talloc_memdup(NULL, sample.writer.bytes, sample.writer.size);
	struct techniques_Event_batch *batch;
	struct ingot_reader reader;

	ingot_reader_init(&reader, sample.writer.protocol, copy, sample.writer.size);
	batch = techniques_Event_batch_from_wire(NULL, &reader, sample.framing);
	ck_assert_msg(batch != NULL, "%s", ingot_reader_error(&reader));
	talloc_free(copy);
	talloc_free(sample.mem_ctx);
	ck_assert_uint_eq(talloc_total_blocks(batch), 1);
	check_batch(batch, 100);
	ck_assert_str_eq(batch->messages.items[0].name.data, "Log:put");
	ck_assert_ptr_eq(batch->messages.items[0].name.data, batch->messages.items[99].name.data);
	ck_assert_ptr_eq(batch->values.items[0].name.data, batch->values.items[99].name.data);
	talloc_free(batch);
}
END_TEST

START_TEST(batch_into_a_block_that_is_used_again_allocates_nothing)
{
	struct sample sample = sample_of(_i, EVENTS_MAX);
	struct ingot_block *block = ingot_block_new(sample.mem_ctx, 0);
	struct ingot_reader reader;

	for (int round = 0; round < 5; round++) {
		ingot_block_reset(block);
		read_sample(&sample, &reader);
		reader.block = block;
		failing_never();
		check_batch(techniques_Event_batch_from_wire(NULL, &reader, sample.framing), EVENTS_MAX);
		if (round >= 3)
			ck_assert_int_eq(failing_requests(), 0);
	}
	talloc_free(sample.mem_ctx);
}
END_TEST

START_TEST(batch_cut_anywhere_is_refused_with_the_place_and_nothing_is_left)
{
	struct sample sample = sample_of(_i, 5);
	size_t blocks = talloc_total_blocks(sample.mem_ctx);
	size_t whole = 0;

	for (size_t cut = 0; cut < sample.writer.size; cut++) {
		uint8_t *copy = malloc(cut + (cut == 0));
		struct techniques_Event_batch *batch;
		struct ingot_reader reader;

		memcpy(copy, sample.writer.bytes, cut);
		ingot_reader_init(&reader, sample.writer.protocol, copy, cut);
		reader.options = cut % 2 == 0 ? 0 : INGOT_STRICT;
		batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
		if (batch != NULL) {
			/* Between two messages: a shorter batch. */
			whole++;
			ck_assert_uint_eq(batch->messages.count, whole);
			talloc_free(batch);
		} else {
			char place[64];

			ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
			ck_assert_uint_le(reader.error_offset, cut);
			ck_assert_uint_ge(reader.missing, 1);
			ck_assert_uint_eq(reader.offset, 0);
			if (cut > 0) {
				snprintf(place, sizeof(place), "techniques.Event[%zu]", whole);
				ck_assert_msg(strstr(ingot_reader_error(&reader), place) != NULL, "%zu: %s", cut,
					      ingot_reader_error(&reader));
			}
		}
		ck_assert_uint_eq(talloc_total_blocks(sample.mem_ctx), blocks);
		free(copy);
	}
	ck_assert_uint_eq(whole, 4);
	talloc_free(sample.mem_ctx);
}
END_TEST

START_TEST(batch_says_which_message_and_which_field_is_wrong)
{
	static const char framed[] =
		"\x00\x00\x00\x0d" "\x82\x21\x01\x04ping" "\x18\x01x\x00\x00"
		"\x00\x00\x00\x0b" "\x82\x21\x01\x04ping" "\x18\x01x"
		"\x00\x00\x00\x09" "\x82\x21\x01\x04ping" "\x00";
	static const struct {
		size_t offset;
		size_t size;
		const char *error;
	} wrong[] = {
		{ 0, 17, "techniques.Event[0]: at byte 16: trailing bytes (expected end of frame)" },
		{ 17, 32, "techniques.Event[0]: at byte 32: truncated (expected field header)" },
		{ 32, 45, "techniques.Event[0].name: at byte 44: required field missing" },
	};

	for (size_t i = 0; i < 3; i++) {
		struct ingot_reader reader;

		ingot_reader_init(&reader, INGOT_COMPACT, framed, wrong[i].size);
		reader.offset = wrong[i].offset;
		ck_assert_ptr_null(techniques_Event_batch_from_wire(NULL, &reader, INGOT_FRAMED));
		ck_assert_msg(strcmp(ingot_reader_error(&reader), wrong[i].error) == 0, "%s", ingot_reader_error(&reader));
	}
}
END_TEST

static const char *error_of(const char *bytes, size_t size, enum ingot_framing framing)
{
	static struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	ck_assert_ptr_null(techniques_Event_batch_from_wire(NULL, &reader, framing));
	return ingot_reader_error(&reader);
}

START_TEST(batch_refuses_frames_that_lie)
{
#define GOOD "\x00\x00\x00\x0c" "\x82\x21\x01\x04ping" "\x18\x01x\x00"
	ck_assert_str_eq(error_of(GOOD "\xff\xff\xff\xff", 20, INGOT_FRAMED), "techniques.Event[1]: at byte 16: bad size (expected frame)");
	ck_assert_str_eq(error_of(GOOD "\x7f\xff\xff\xff", 20, INGOT_FRAMED), "techniques.Event[1]: at byte 16: too large (expected frame)");
	ck_assert_str_eq(error_of(GOOD "\x00\x00\x00\x0c", 20, INGOT_FRAMED), "techniques.Event[1]: at byte 16: truncated (expected frame)");
	ck_assert_str_eq(error_of(GOOD "\x00\x00\x00\x00", 20, INGOT_FRAMED),
			 "techniques.Event[1]: at byte 20: truncated (expected message header)");
	ck_assert_str_eq(error_of(GOOD "\x00\x00\x00\x02\x82\x22", 22, INGOT_FRAMED),
			 "techniques.Event[1]: at byte 21: bad message (expected message version)");
	ck_assert_str_eq(error_of("", 0, INGOT_FRAMED), "techniques.Event: at byte 0: truncated (expected field header)");
#undef GOOD
}
END_TEST

START_TEST(batch_skips_the_struct_of_an_exception)
{
	struct sample sample = { talloc_new(NULL), { 0 }, _i % 2 == 0 ? INGOT_FRAMED : INGOT_UNFRAMED };
	struct techniques_Event_batch *batch;
	struct ingot_reader reader;

	ingot_writer_init(&sample.writer, _i < 2 ? INGOT_BINARY : INGOT_COMPACT, sample.mem_ctx);
	put_framed(&sample.writer, 0, INGOT_CALL, sample.framing);
	put_framed(&sample.writer, 1, INGOT_EXCEPTION, sample.framing);
	put_framed(&sample.writer, 2, INGOT_CALL, sample.framing);
	for (int strict = 0; strict < 2; strict++) {
		read_sample(&sample, &reader);
		reader.options = strict ? INGOT_STRICT : 0;
		batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
		ck_assert_msg(batch != NULL, "%s", ingot_reader_error(&reader));
		ck_assert_uint_eq(batch->messages.count, 3);
		ck_assert_uint_eq(batch->messages.items[1].type, INGOT_EXCEPTION);
		ck_assert_ptr_null(batch->values.items[1].name.data);
		ck_assert_ptr_null(batch->values.items[1].at);
		check_event(&batch->messages.items[2], &batch->values.items[2], 2);
		/* The exception's struct is checked all the same. */
		read_sample(&sample, &reader);
		reader.size -= 3;
		ck_assert_ptr_null(techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing));
	}
	talloc_free(sample.mem_ctx);
}
END_TEST

/* Two calls and an exception, whose struct is cut within its frame. */
START_TEST(batch_refuses_an_exception_that_is_damaged)
{
	static const char framed[] = "\x00\x00\x00\x0c" "\x82\x21\x01\x04ping" "\x18\x01x\x00"
				     "\x00\x00\x00\x0b" "\x82\x61\x01\x04ping" "\x18\x01x";

	ck_assert_str_eq(error_of(framed, 31, INGOT_FRAMED), "techniques.Event[1]: at byte 31: truncated (expected field header)");
}
END_TEST

START_TEST(batch_is_checked_strictly_when_asked)
{
	/* The name as an i32, which is a missing name only when lenient; a message of version 2; names in order. */
	static const struct {
		const char *bytes;
		size_t size;
		const char *error;
	} wrong[] = {
		{ "\x00\x00\x00\x0b" "\x82\x21\x01\x04ping" "\x15\x02\x00", 15,
		  "techniques.Event[0].name: at byte 12: type mismatch (expected binary)" },
		{ "\x00\x00\x00\x0c" "\x82\x21\x01\x04ping" "\x18\x01x\x00" "\x00\x00\x00\x02" "\x82\x22", 22,
		  "techniques.Event[1]: at byte 21: bad message (expected message version)" },
		{ "\x82\x21\x01\x04ping" "\x18\x01x\x00" "\x82\x21\x01\x04ping" "\x18\x01\xff\x00", 24,
		  "techniques.Event[1].name: at byte 22: not UTF-8 (expected UTF-8)" },
	};

	for (size_t i = 0; i < 3; i++) {
		struct ingot_reader reader;

		ingot_reader_init(&reader, INGOT_COMPACT, wrong[i].bytes, wrong[i].size);
		reader.options = INGOT_STRICT;
		failing_never();
		ck_assert_ptr_null(techniques_Event_batch_from_wire(NULL, &reader, i < 2 ? INGOT_FRAMED : INGOT_UNFRAMED));
		ck_assert_int_eq(failing_requests(), 0);
		ck_assert_str_eq(ingot_reader_error(&reader), wrong[i].error);
		/* A failure is the end. */
		ck_assert_ptr_null(techniques_Event_batch_from_wire(NULL, &reader, i < 2 ? INGOT_FRAMED : INGOT_UNFRAMED));
		ck_assert_str_eq(ingot_reader_error(&reader), wrong[i].error);
	}
}
END_TEST

/* Names that differ, and are longer than all that they come with. */
START_TEST(batch_makes_room_for_names)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct techniques_Key key = { .tag = 2, .number = 7 };
	struct techniques_Key_batch *batch = NULL;
	struct ingot_writer writer;
	struct ingot_reader reader;
	char name[2000];

	ingot_writer_init(&writer, INGOT_COMPACT, mem_ctx);
	for (int i = 0; i < 40; i++) {
		struct ingot_message message = { { name, sizeof(name) }, i, INGOT_CALL, false };

		memset(name, 'a' + i % 26, sizeof(name));
		ck_assert(ingot_message_write(&writer, &message) && techniques_Key_to_wire(&key, &writer));
	}
	for (long n = 0; batch == NULL; n++) {
		ck_assert_int_lt(n, 100);
		ingot_reader_init(&reader, INGOT_COMPACT, writer.bytes, writer.size);
		failing_at(n, true);
		batch = techniques_Key_batch_from_wire(mem_ctx, &reader, INGOT_UNFRAMED);
		failing_never();
		ck_assert_int_eq(reader.status, batch == NULL ? INGOT_NOMEM : INGOT_OK);
		ck_assert(batch != NULL || talloc_total_blocks(mem_ctx) == 2);
		ck_assert(batch == NULL || n > 1);
	}
	ck_assert_uint_eq(batch->messages.items[39].name.size, sizeof(name));
	ck_assert_int_eq(batch->messages.items[39].name.data[1999], 'a' + 39 % 26);
	talloc_free(mem_ctx);
}
END_TEST

/* A type so large that a few of it are more than can be counted. */
START_TEST(batch_of_more_than_memory_is_over_the_budget)
{
	struct sample sample = sample_of(_i, 4);
	struct ingot_type huge = techniques_Event_type;
	struct ingot_reader reader;

	huge.size = 1u << 30;
	for (int i = 0; i < 2; i++) {
		read_sample(&sample, &reader);
		if (i == 1)
			reader.budget = UINT64_MAX;
		ck_assert_ptr_null(ingot_batch_decode(NULL, &reader, &huge, sample.framing));
		ck_assert_int_eq(reader.status, INGOT_BUDGET);
	}
	talloc_free(sample.mem_ctx);
}
END_TEST

START_TEST(batch_of_unions_and_of_nested_lists_is_decoded)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_message message = { { "m", 1 }, 1, INGOT_CALL, false };
	struct techniques_Key key = { .tag = 1, .text = { "text", 4 } };
	struct techniques_Event event = { .name = { "n", 1 } };
	struct techniques_Events events = { { &event, 1 } };
	struct techniques_Events_batch *events_batch;
	struct techniques_Key_batch *keys;
	struct ingot_writer writer;
	struct ingot_reader reader;

	for (int run = 0; run < 2; run++) {
		enum ingot_protocol protocol = run == 0 ? INGOT_BINARY : INGOT_COMPACT;

		ingot_writer_init(&writer, protocol, mem_ctx);
		for (int i = 0; i < 3; i++)
			ck_assert(ingot_message_write(&writer, &message) && techniques_Key_to_wire(&key, &writer));
		ingot_reader_init(&reader, protocol, writer.bytes, writer.size);
		keys = techniques_Key_batch_from_wire(mem_ctx, &reader, INGOT_UNFRAMED);
		ck_assert_msg(keys != NULL, "%s", ingot_reader_error(&reader));
		ck_assert_uint_eq(keys->values.count, 3);
		ck_assert_int_eq(keys->values.items[2].tag, 1);
		ck_assert_str_eq(keys->values.items[2].text.data, "text");
		ingot_writer_reset(&writer);
		for (int i = 0; i < 3; i++)
			ck_assert(ingot_message_write(&writer, &message) && techniques_Events_to_wire(&events, &writer));
		ingot_reader_init(&reader, protocol, writer.bytes, writer.size);
		events_batch = techniques_Events_batch_from_wire(mem_ctx, &reader, INGOT_UNFRAMED);
		ck_assert_msg(events_batch != NULL, "%s", ingot_reader_error(&reader));
		ck_assert_str_eq(events_batch->values.items[2].events.items[0].name.data, "n");
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(batch_budget_and_depth_hold_for_the_whole)
{
	struct sample sample = sample_of(_i, 200);
	struct techniques_Event_batch *batch;
	struct ingot_reader reader;
	uint64_t least = 0;

	for (uint64_t budget = 0; least == 0; budget += 97) {
		ck_assert_uint_lt(budget, 1000000);
		read_sample(&sample, &reader);
		reader.budget = budget;
		failing_never();
		batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
		ck_assert_uint_le(failing_bytes(), budget + (batch != NULL ? budget : 0));
		if (batch != NULL)
			least = budget;
		else
			ck_assert_int_eq(reader.status, INGOT_BUDGET);
		talloc_free(batch);
	}
	ck_assert_uint_gt(least, sizeof(struct techniques_Event) * 200);
	read_sample(&sample, &reader);
	reader.max_depth = 1;
	ck_assert_ptr_null(techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing));
	ck_assert_int_eq(reader.status, INGOT_DEPTH);
	talloc_free(sample.mem_ctx);
}
END_TEST

START_TEST(batch_survives_every_failing_allocation)
{
	struct sample sample = sample_of(_i, 300);
	size_t blocks = talloc_total_blocks(sample.mem_ctx);
	bool done = false;
	long nth;

	for (nth = 0; !done; nth++) {
		struct techniques_Event_batch *batch;
		struct ingot_reader reader;

		ck_assert_int_lt(nth, 100);
		read_sample(&sample, &reader);
		failing_at(nth, true);
		batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
		done = failing_requests() <= nth;
		failing_never();
		/* To give back too much memory may fail: the batch then keeps it. */
		ck_assert(batch != NULL || !done);
		if (batch == NULL)
			ck_assert_int_eq(reader.status, INGOT_NOMEM);
		else
			check_batch(batch, 300);
		talloc_free(batch);
		ck_assert_uint_eq(talloc_total_blocks(sample.mem_ctx), blocks);
	}
	ck_assert_int_ge(nth, 3);
	talloc_free(sample.mem_ctx);
}
END_TEST

START_TEST(batch_with_any_byte_changed_is_decoded_or_refused)
{
	struct sample sample = sample_of(_i, 3);
	size_t blocks = talloc_total_blocks(sample.mem_ctx);

	for (size_t at = 0; at < sample.writer.size; at++) {
		for (int value = 0; value < 256; value++) {
			uint8_t old = sample.writer.bytes[at];
			struct techniques_Event_batch *batch;
			struct ingot_reader reader;

			sample.writer.bytes[at] = (uint8_t)value;
			read_sample(&sample, &reader);
			batch = techniques_Event_batch_from_wire(sample.mem_ctx, &reader, sample.framing);
			ck_assert((batch == NULL) == (reader.status != INGOT_OK));
			talloc_free(batch);
			ck_assert_uint_eq(talloc_total_blocks(sample.mem_ctx), blocks);
			sample.writer.bytes[at] = old;
		}
	}
	talloc_free(sample.mem_ctx);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("batch");
	TCase *tcase = tcase_create("batch");

	tcase_add_loop_test(tcase, batch_of_any_size_is_one_allocation, 0, 4);
	tcase_add_loop_test(tcase, batch_may_lie_on_the_stack, 0, 4);
	tcase_add_loop_test(tcase, batch_keeps_its_own_copies_of_names_and_strings, 0, 4);
	tcase_add_loop_test(tcase, batch_into_a_block_that_is_used_again_allocates_nothing, 0, 4);
	tcase_add_loop_test(tcase, batch_cut_anywhere_is_refused_with_the_place_and_nothing_is_left, 0, 4);
	tcase_add_test(tcase, batch_says_which_message_and_which_field_is_wrong);
	tcase_add_test(tcase, batch_refuses_frames_that_lie);
	tcase_add_loop_test(tcase, batch_skips_the_struct_of_an_exception, 0, 4);
	tcase_add_test(tcase, batch_of_unions_and_of_nested_lists_is_decoded);
	tcase_add_loop_test(tcase, batch_budget_and_depth_hold_for_the_whole, 0, 4);
	tcase_add_loop_test(tcase, batch_survives_every_failing_allocation, 0, 4);
	tcase_add_loop_test(tcase, batch_with_any_byte_changed_is_decoded_or_refused, 0, 4);
	tcase_add_test(tcase, batch_refuses_an_exception_that_is_damaged);
	tcase_add_test(tcase, batch_is_checked_strictly_when_asked);
	tcase_add_test(tcase, batch_makes_room_for_names);
	tcase_add_loop_test(tcase, batch_of_more_than_memory_is_over_the_budget, 0, 4);
	suite_add_tcase(suite, tcase);
	return suite;
}
