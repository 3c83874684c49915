/* SPDX-License-Identifier: MIT */
/* Equal strings of a message, or of a stream of messages, share storage. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <techniques.h>
#include "failing.h"
#include "main.h"

#define EVENTS 200

/* Events that have few names, tags and labels among them; notes are no fields that are told to be shared. */
static void write_events(struct ingot_writer *writer, enum ingot_protocol protocol, TALLOC_CTX *mem_ctx, int64_t first)
{
	struct techniques_Event *items = talloc_zero_array(mem_ctx, struct techniques_Event, EVENTS);
	struct techniques_Events events = { { items, EVENTS } };

	for (uint32_t i = 0; i < EVENTS; i++) {
		struct ingot_string *tags = talloc_array(items, struct ingot_string, 2);
		struct techniques_Event_labels_entry *label = talloc(items, struct techniques_Event_labels_entry);
		int64_t *at = talloc(items, int64_t);

		*at = first + i;
		tags[0] = (struct ingot_string){ i % 2 == 0 ? "a tag that is even" : "a tag that is odd", i % 2 == 0 ? 18 : 17 };
		tags[1] = (struct ingot_string){ "", 0 };
		label->key = (struct ingot_string){ "the key of a label", 18 };
		label->value = (struct ingot_string){ "0123456789abcdef0123456789", i % 27 };
		items[i].name = (struct ingot_string){ "a name of some length\0zero", 20 + i % 7 };
		items[i].tags.items = tags;
		items[i].tags.count = 2;
		items[i].labels.items = label;
		items[i].labels.count = 1;
		items[i].note = (struct ingot_string){ "a note, always the same", 23 };
		items[i].at = at;
	}
	ingot_writer_init(writer, protocol, mem_ctx);
	ck_assert(techniques_Events_to_wire(&events, writer));
	talloc_free(items);
}

static struct techniques_Events *decode(TALLOC_CTX *mem_ctx, struct ingot_reader *reader)
{
	struct techniques_Events *events = techniques_Events_from_wire(mem_ctx, reader);

	ck_assert_msg(events != NULL, "%s", ingot_reader_error(reader));
	return events;
}

static bool lies_in(const void *chunk, const char *data)
{
	return (uintptr_t)data - (uintptr_t)chunk < talloc_get_size(chunk);
}

/* In a reader over the writer's bytes. */
static struct ingot_reader reader_of(const struct ingot_writer *writer, uint32_t options)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, writer->protocol, writer->bytes, writer->size);
	reader.options = options;
	return reader;
}

START_TEST(dedup_of_a_field_shares_its_strings_and_no_others)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct techniques_Events *events;
	const struct techniques_Event *e;
	struct ingot_writer writer;
	struct ingot_reader reader;

	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	reader = reader_of(&writer, 0);
	events = decode(mem_ctx, &reader);
	e = events->events.items;
	ck_assert_uint_eq(talloc_total_blocks(events), 1);
	ck_assert_ptr_eq(e[0].name.data, e[7].name.data);
	ck_assert_ptr_ne(e[0].name.data, e[1].name.data);
	ck_assert_ptr_eq(e[1].tags.items[0].data, e[3].tags.items[0].data);
	ck_assert_ptr_eq(e[1].tags.items[1].data, e[8].labels.items == NULL ? NULL : e[2].tags.items[1].data);
	ck_assert_ptr_eq(e[0].labels.items[0].key.data, e[199].labels.items[0].key.data);
	/* One table for all fields of a message. */
	ck_assert_ptr_eq(e[0].tags.items[1].data, e[27].labels.items[0].value.data);
	ck_assert_ptr_ne(e[0].note.data, e[1].note.data);
	ck_assert_mem_eq(e[0].name.data, "a name of some length", 20);
	ck_assert_int_eq(e[0].name.data[20], 0);
	ck_assert_uint_eq(e[5].name.size, 25);
	ck_assert_mem_eq(e[5].name.data, "a name of some length\0zer", 25);
	talloc_free(mem_ctx);
}
END_TEST

#define TAGGED 19

/* Events with a name of their own and one tag each, of sizes 0 … 18; byte `changed` of each tag differs (-1: of none). */
static void write_tagged(struct ingot_writer *writer, TALLOC_CTX *mem_ctx, int changed)
{
	struct techniques_Event items[TAGGED];
	struct techniques_Events events = { { items, TAGGED } };
	struct ingot_string tags[TAGGED];
	char names[TAGGED][2], texts[TAGGED][TAGGED];

	for (uint32_t i = 0; i < TAGGED; i++) {
		techniques_Event_init(&items[i]);
		memcpy(names[i], (char[2]){ 'n', (char)('a' + i) }, 2);
		memset(texts[i], (int)('A' + i), sizeof(texts[i]));
		if (changed >= 0 && changed < (int)i)
			texts[i][changed] = '!';
		tags[i] = (struct ingot_string){ texts[i], i };
		items[i].name = (struct ingot_string){ names[i], 2 };
		items[i].tags.items = &tags[i];
		items[i].tags.count = 1;
	}
	ingot_writer_init(writer, INGOT_COMPACT, mem_ctx);
	ck_assert(techniques_Events_to_wire(&events, writer));
}

/* What came in this order before is expected to come in it again, and taken only when it does. */
START_TEST(dedup_takes_the_string_that_is_expected_only_when_it_is_that_one)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *store = ingot_strings_new(mem_ctx);
	struct techniques_Events *first, *second, *plain;
	struct ingot_writer writer, other;
	struct ingot_reader reader;

	write_tagged(&writer, mem_ctx, -1);
	reader = reader_of(&writer, INGOT_DEDUP);
	reader.strings = store;
	first = decode(mem_ctx, &reader);
	for (int changed = -1; changed < TAGGED; changed++) {
		write_tagged(&other, mem_ctx, changed);
		reader = reader_of(&other, INGOT_DEDUP);
		reader.strings = store;
		second = decode(mem_ctx, &reader);
		reader = reader_of(&other, INGOT_BORROW);
		reader.strings = store;
		plain = decode(mem_ctx, &reader);
		ck_assert_msg(ingot_equal(&techniques_Events_type, plain, second), "byte %d", changed);
		for (int i = 0; changed < 0 && i < TAGGED; i++)
			ck_assert_ptr_eq(first->events.items[i].tags.items[0].data, second->events.items[i].tags.items[0].data);
	}
	talloc_free(mem_ctx);
}
END_TEST

/* The same with every limit. */
START_TEST(dedup_of_expected_strings_keeps_every_limit)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *store = ingot_strings_new(mem_ctx);
	struct ingot_writer writer;
	struct ingot_reader reader;
	bool is_enough = false;

	write_tagged(&writer, mem_ctx, -1);
	reader = reader_of(&writer, INGOT_DEDUP);
	reader.strings = store;
	decode(mem_ctx, &reader);
	for (size_t size = 0; size <= writer.size; size++) {
		uint8_t *exact = talloc_memdup(mem_ctx, writer.bytes, size);

		ingot_reader_init(&reader, INGOT_COMPACT, exact, size);
		reader.strings = store;
		ck_assert((techniques_Events_from_wire(mem_ctx, &reader) != NULL) == (size == writer.size));
		ck_assert_int_eq(reader.status, size == writer.size ? INGOT_OK : INGOT_TRUNCATED);
		talloc_free(exact);
	}
	for (uint32_t depth = 1; depth < 6; depth++) {
		reader = reader_of(&writer, 0);
		reader.strings = store;
		reader.max_depth = depth;
		ck_assert((techniques_Events_from_wire(mem_ctx, &reader) != NULL) == (depth >= 4));
		ck_assert_int_eq(reader.status, depth >= 4 ? INGOT_OK : INGOT_DEPTH);
	}
	for (uint64_t budget = 0; !is_enough; budget++) {
		struct techniques_Events *events;

		reader = reader_of(&writer, 0);
		reader.strings = store;
		reader.budget = budget;
		failing_never();
		events = techniques_Events_from_wire(mem_ctx, &reader);
		is_enough = events != NULL;
		ck_assert_uint_le(failing_bytes(), budget);
		ck_assert_int_eq(reader.status, is_enough ? INGOT_OK : INGOT_BUDGET);
	}
	talloc_free(mem_ctx);
}
END_TEST

/* An event of one name, and tags as they are on the wire. */
static enum ingot_status read_tags(struct ingot_strings *store, const char *tags, uint32_t max_depth, struct techniques_Event **event)
{
	uint8_t bytes[64] = "\x18\x04name\x19";
	struct ingot_reader reader;

	memcpy(bytes + 7, tags, strlen(tags));
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	reader.strings = store;
	reader.max_depth = max_depth;
	*event = techniques_Event_from_wire(NULL, &reader);
	return reader.status;
}

/* The tag "abc" is expected behind the name. */
START_TEST(dedup_of_an_expected_string_looks_at_all_of_its_list)
{
	static const char *const lists[] = { "\x18\x03" "abc", "\x18\x02" "ab", "\x28\x03" "abc\x01x", "\x18\x04" "abcd" };
	struct ingot_strings *store = ingot_strings_new(NULL);

	for (int i = 0; i < 4; i++) {
		struct techniques_Event *event;
		uint32_t count = i == 2 ? 2 : 1, size = (uint32_t)lists[i][1];

		ck_assert_int_eq(read_tags(store, lists[i], 2, &event), INGOT_OK);
		ck_assert_uint_eq(event->tags.count, count);
		ck_assert_uint_eq(event->tags.items[0].size, size);
		ck_assert_mem_eq(event->tags.items[0].data, lists[i] + 2, size);
		talloc_free(event);
	}
	talloc_free(store);
}
END_TEST

START_TEST(dedup_of_an_expected_string_counts_its_list_as_a_level)
{
	struct ingot_strings *store = ingot_strings_new(NULL);
	struct techniques_Event *event;

	ck_assert_int_eq(read_tags(store, "\x18\x03" "abc", 2, &event), INGOT_OK);
	talloc_free(event);
	ck_assert_int_eq(read_tags(store, "\x18\x03" "abc", 1, &event), INGOT_DEPTH);
	ck_assert_ptr_null(event);
	talloc_free(store);
}
END_TEST

START_TEST(dedup_by_option_shares_all_strings)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct techniques_Events *events;
	struct ingot_writer writer;
	struct ingot_reader reader;

	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	reader = reader_of(&writer, INGOT_DEDUP);
	events = decode(mem_ctx, &reader);
	ck_assert_ptr_eq(events->events.items[0].note.data, events->events.items[199].note.data);
	reader = reader_of(&writer, INGOT_DEDUP | INGOT_BORROW);
	events = decode(mem_ctx, &reader);
	ck_assert_ptr_ne(events->events.items[0].note.data, events->events.items[199].note.data);
	ck_assert(lies_in(writer.bytes, events->events.items[0].name.data));
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(dedup_changes_no_value_and_holds_less)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct techniques_Events *plain;
	struct techniques_Events *shared;
	struct ingot_writer writer;
	struct ingot_reader reader;

	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	reader = reader_of(&writer, INGOT_BORROW);
	plain = decode(mem_ctx, &reader);
	reader = reader_of(&writer, 0);
	shared = decode(mem_ctx, &reader);
	ck_assert(ingot_equal(&techniques_Events_type, plain, shared));
	reader = reader_of(&writer, INGOT_DEDUP);
	shared = decode(mem_ctx, &reader);
	ck_assert(ingot_equal(&techniques_Events_type, plain, shared));
	/* Every string is borrowed or shared: what the message holds besides is the same. */
	ck_assert_uint_lt(talloc_total_size(shared), talloc_total_size(plain) + 2048);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(dedup_of_a_stream_shares_the_strings_of_a_store)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *store = ingot_strings_new(mem_ctx);
	struct techniques_Events *first;
	struct techniques_Events *second;
	struct ingot_writer writer;
	struct ingot_reader reader;
	uint32_t count;

	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	reader = reader_of(&writer, 0);
	reader.strings = store;
	first = decode(mem_ctx, &reader);
	count = ingot_strings_count(store);
	ck_assert_uint_gt(count, 30);
	reader = reader_of(&writer, 0);
	reader.strings = store;
	second = decode(mem_ctx, &reader);
	ck_assert_uint_eq(ingot_strings_count(store), count);
	ck_assert_ptr_eq(first->events.items[3].name.data, second->events.items[3].name.data);
	ck_assert(!lies_in(second, second->events.items[3].name.data));
	ck_assert(lies_in(second, second->events.items[3].note.data));
	talloc_free(first);
	ck_assert_mem_eq(second->events.items[3].name.data, "a name of some length", 21);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(dedup_with_a_full_store_copies_the_rest)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *store = ingot_strings_new(mem_ctx);
	struct techniques_Events *plain;
	struct techniques_Events *shared;
	struct ingot_writer writer;
	struct ingot_reader reader;

	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	ingot_strings_limit(store, 3, 1000);
	reader = reader_of(&writer, INGOT_DEDUP);
	reader.strings = store;
	shared = decode(mem_ctx, &reader);
	ck_assert_uint_eq(ingot_strings_count(store), 3);
	reader = reader_of(&writer, INGOT_BORROW);
	plain = decode(mem_ctx, &reader);
	ck_assert(ingot_equal(&techniques_Events_type, plain, shared));
	ck_assert(lies_in(shared, shared->events.items[6].name.data));
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(dedup_in_a_block_that_is_used_again_allocates_nothing)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_block *block = ingot_block_new(mem_ctx, 0);
	struct techniques_Events *first = NULL;
	struct techniques_Events *second = NULL;
	struct techniques_Events *plain;
	struct ingot_writer writer;
	struct ingot_reader reader;

	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	for (int round = 0; round < 6; round++) {
		ingot_block_reset(block);
		failing_never();
		reader = reader_of(&writer, INGOT_DEDUP);
		reader.block = block;
		first = decode(NULL, &reader);
		reader = reader_of(&writer, INGOT_DEDUP);
		reader.block = block;
		second = decode(NULL, &reader);
		if (round >= 4)
			ck_assert_int_eq(failing_requests(), 0);
	}
	ck_assert_ptr_eq(first->events.items[0].name.data, second->events.items[0].name.data);
	reader = reader_of(&writer, INGOT_BORROW);
	plain = decode(mem_ctx, &reader);
	ck_assert(ingot_equal(&techniques_Events_type, plain, first));
	ck_assert(ingot_equal(&techniques_Events_type, plain, second));
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(dedup_forgets_the_strings_of_a_message_that_failed)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_block *block = ingot_block_new(mem_ctx, 1 << 20);
	struct techniques_Events *plain;
	struct techniques_Events *shared;
	struct ingot_writer writer;
	struct ingot_reader reader;

	/* What a failed message had put into the block is overwritten by the next one. */
	write_events(&writer, (enum ingot_protocol)_i, mem_ctx, 0);
	for (size_t cut = 1; cut < writer.size; cut += check_times(1) == check_times(8) ? 17 * 8 : 17) {
		reader = reader_of(&writer, INGOT_DEDUP);
		reader.block = block;
		reader.size = cut;
		ck_assert_ptr_null(techniques_Events_from_wire(NULL, &reader));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
		reader = reader_of(&writer, INGOT_DEDUP);
		reader.block = block;
		shared = decode(NULL, &reader);
		reader = reader_of(&writer, INGOT_BORROW);
		plain = decode(mem_ctx, &reader);
		ck_assert(ingot_equal(&techniques_Events_type, plain, shared));
		talloc_free(plain);
		ingot_block_reset(block);
	}
	talloc_free(mem_ctx);
}
END_TEST

/* Run 0, 1: a table of the message; 2, 3: a store. Odd runs: compact. */
static void prepare(int run, TALLOC_CTX *mem_ctx, const struct ingot_writer *writer, struct ingot_reader *reader)
{
	*reader = reader_of(writer, INGOT_DEDUP);
	if (run >= 2) {
		reader->strings = ingot_strings_new(mem_ctx);
		ck_assert_ptr_nonnull(reader->strings);
	}
}

START_TEST(dedup_survives_every_failing_allocation)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_writer writer;
	bool done = false;
	long nth;

	write_events(&writer, (enum ingot_protocol)(_i % 2), mem_ctx, 0);
	for (nth = 0; !done; nth++) {
		TALLOC_CTX *own_ctx = talloc_new(mem_ctx);
		struct techniques_Events *events;
		struct ingot_reader reader;
		size_t blocks;

		ck_assert_int_lt(nth, 50);
		prepare(_i, own_ctx, &writer, &reader);
		blocks = talloc_total_blocks(own_ctx) - (reader.strings != NULL ? talloc_total_blocks(reader.strings) : 0);
		failing_at(nth, true);
		events = techniques_Events_from_wire(own_ctx, &reader);
		done = failing_requests() <= nth;
		failing_never();
		ck_assert(events != NULL || !done);
		if (events == NULL)
			ck_assert_int_eq(reader.status, INGOT_NOMEM);
		talloc_free(events);
		if (reader.strings != NULL)
			talloc_free(reader.strings);
		ck_assert_uint_eq(talloc_total_blocks(own_ctx), blocks);
		talloc_free(own_ctx);
	}
	ck_assert_int_ge(nth, 4);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(dedup_counts_against_the_budget)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_writer writer;
	uint64_t least = 0;

	write_events(&writer, (enum ingot_protocol)(_i % 2), mem_ctx, 0);
	for (uint64_t budget = 0; least == 0; budget += 101) {
		struct techniques_Events *events;
		struct ingot_reader reader;

		ck_assert_uint_lt(budget, 1000000);
		prepare(_i, mem_ctx, &writer, &reader);
		reader.budget = budget;
		failing_never();
		events = techniques_Events_from_wire(mem_ctx, &reader);
		/* Giving back what was too much is a request of its own. */
		ck_assert_uint_le(failing_bytes(), (events != NULL ? 2 : 1) * budget);
		if (events != NULL)
			least = budget;
		else
			ck_assert_int_eq(reader.status, INGOT_BUDGET);
		talloc_free(events);
		talloc_free(reader.strings);
	}
	ck_assert_uint_gt(least, EVENTS * sizeof(struct techniques_Event));
	talloc_free(mem_ctx);
}
END_TEST

/* 4,096 for the table and 64 for each string, behind what a block has. */
START_TEST(dedup_charges_the_table_and_each_string_to_the_byte)
{
	static const uint8_t bytes[] = { 0x18, 1, 'a', 0x19, 0x28, 1, 'b', 1, 'c', 0 };

	for (uint64_t missing = 0; missing < 2; missing++) {
		struct ingot_reader reader;

		ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
		reader.block = ingot_block_new(NULL, 1000);
		reader.budget = 1000 + 4096 + 3 * 64 - missing;
		ck_assert((techniques_Event_from_wire(NULL, &reader) != NULL) == (missing == 0));
		ck_assert_int_eq(reader.status, missing == 0 ? INGOT_OK : INGOT_BUDGET);
		talloc_free(reader.block);
	}
}
END_TEST

/* A union with two members: the second one is a string that would be shared. */
START_TEST(dedup_puts_nothing_into_a_store_after_a_failure)
{
	static const uint8_t bytes[] = { 0x26, 0x02, 0x08, 0x02, 3, 'a', 'b', 'c', 0 };
	struct ingot_strings *store = ingot_strings_new(NULL);
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	reader.strings = store;
	ck_assert_ptr_null(techniques_Key_from_wire(NULL, &reader));
	ck_assert_int_eq(reader.status, INGOT_BAD_UNION);
	ck_assert_uint_eq(ingot_strings_count(store), 0);
	talloc_free(store);
}
END_TEST

START_TEST(dedup_with_any_byte_changed_decodes_or_fails_as_without)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_writer writer;

	write_events(&writer, (enum ingot_protocol)(_i % 2), mem_ctx, 0);
	writer.size = 600; /* also: truncated */
	for (size_t at = 0; at < writer.size; at++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			struct techniques_Events *plain;
			struct techniques_Events *shared;
			struct ingot_reader reader;
			enum ingot_status status;

			writer.bytes[at] ^= (uint8_t)(1u << bit);
			reader = reader_of(&writer, INGOT_BORROW);
			plain = techniques_Events_from_wire(mem_ctx, &reader);
			status = reader.status;
			prepare(_i, mem_ctx, &writer, &reader);
			shared = techniques_Events_from_wire(mem_ctx, &reader);
			ck_assert_int_eq(reader.status, status);
			ck_assert((plain == NULL) == (shared == NULL));
			ck_assert(plain == NULL || ingot_equal(&techniques_Events_type, plain, shared));
			talloc_free(plain);
			talloc_free(shared);
			talloc_free(reader.strings);
			writer.bytes[at] ^= (uint8_t)(1u << bit);
		}
	}
	talloc_free(mem_ctx);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("dedup");
	TCase *tcase = tcase_create("dedup");

	tcase_add_loop_test(tcase, dedup_of_a_field_shares_its_strings_and_no_others, 0, 2);
	tcase_add_loop_test(tcase, dedup_by_option_shares_all_strings, 0, 2);
	tcase_add_loop_test(tcase, dedup_changes_no_value_and_holds_less, 0, 2);
	tcase_add_loop_test(tcase, dedup_of_a_stream_shares_the_strings_of_a_store, 0, 2);
	tcase_add_loop_test(tcase, dedup_with_a_full_store_copies_the_rest, 0, 2);
	tcase_add_loop_test(tcase, dedup_in_a_block_that_is_used_again_allocates_nothing, 0, 2);
	tcase_add_loop_test(tcase, dedup_forgets_the_strings_of_a_message_that_failed, 0, 2);
	tcase_add_loop_test(tcase, dedup_survives_every_failing_allocation, 0, 4);
	tcase_add_loop_test(tcase, dedup_counts_against_the_budget, 0, 2);
	tcase_add_loop_test(tcase, dedup_with_any_byte_changed_decodes_or_fails_as_without, 0, 4);
	tcase_add_test(tcase, dedup_takes_the_string_that_is_expected_only_when_it_is_that_one);
	tcase_add_test(tcase, dedup_charges_the_table_and_each_string_to_the_byte);
	tcase_add_test(tcase, dedup_puts_nothing_into_a_store_after_a_failure);
	tcase_add_test(tcase, dedup_of_expected_strings_keeps_every_limit);
	tcase_add_test(tcase, dedup_of_an_expected_string_looks_at_all_of_its_list);
	tcase_add_test(tcase, dedup_of_an_expected_string_counts_its_list_as_a_level);
	suite_add_tcase(suite, tcase);
	return suite;
}
