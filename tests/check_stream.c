/* SPDX-License-Identifier: MIT */
/* Bytes that arrive in pieces, and values that follow one another. */
#include <ingot/decode.h>
#include <string.h>
#include "everything.h"
#include "main.h"
#include "random.h"
#include "types.h"

static TALLOC_CTX *ctx;

static void begin(void)
{
	ctx = talloc_new(NULL);
}

static void end(void)
{
	talloc_free(ctx);
}

/* A reader of the first size bytes of what was written, in a chunk of exactly that size. */
static void begin_piece(struct ingot_reader *reader, const struct ingot_writer *writer, size_t size)
{
	ingot_reader_init(reader, writer->protocol, talloc_memdup(ctx, writer->bytes, size), size);
}

START_TEST(a_prefix_is_truncated_and_what_is_missing_is_no_more_than_is_to_come)
{
	struct random random = { .state = (uint64_t)_i, .nesting = 3, .items = 3 };

	for (unsigned i = 0; i < 6; i++) {
		struct ingot_writer writer;
		void *value = random_value(ctx, &random, types[_i]);

		ingot_writer_init(&writer, i % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT, ctx);
		ck_assert(ingot_write(&writer, types[_i], value));
		for (size_t size = 0; size < writer.size && size < 1000; size++) {
			struct ingot_reader reader;

			begin_piece(&reader, &writer, size);
			ck_assert_ptr_null(ingot_decode(ctx, &reader, types[_i]));
			ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
			ck_assert_uint_ge(reader.missing, 1);
			ck_assert_uint_le(reader.missing, writer.size - size);
		}
		talloc_free_children(ctx);
	}
}
END_TEST

/* Who waits for what is missing, and no more, ends with the whole value and not a byte of the next one. */
START_TEST(waiting_for_what_is_missing_ends_at_the_value)
{
	struct random random = { .state = 9, .nesting = 5, .items = 5 };
	unsigned tries = 0;

	for (unsigned i = 0; i < 200; i++) {
		struct ingot_writer writer;
		struct ingot_reader reader;
		void *value = random_value(ctx, &random, &everything_Optional_type), *again;
		size_t size = 0;

		ingot_writer_init(&writer, i % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT, ctx);
		ck_assert(ingot_write(&writer, &everything_Optional_type, value));
		ck_assert(ingot_write(&writer, &everything_Optional_type, value));
		do {
			begin_piece(&reader, &writer, size);
			again = everything_Optional_from_wire(ctx, &reader);
			size += again == NULL ? (size_t)reader.missing : 0;
			tries++;
		} while (again == NULL && size <= writer.size / 2);
		ck_assert_ptr_nonnull(again);
		ck_assert_uint_eq(size, writer.size / 2);
		ck_assert(ingot_equal(&everything_Optional_type, value, again));
		talloc_free_children(ctx);
	}
	ck_assert_uint_lt(tries, 200 * 60);
}
END_TEST

START_TEST(a_string_says_how_long_it_is)
{
	static const uint8_t bytes[] = { 0x78, 100, 'a', 'b' };
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ck_assert_ptr_null(everything_Optional_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	ck_assert_uint_ge(reader.missing, 98);
	ck_assert_uint_le(reader.missing, 99);
}
END_TEST

START_TEST(values_in_one_buffer_are_read_one_after_the_other)
{
	enum { COUNT = 100 };
	struct random random = { .state = 5, .nesting = 3, .items = 4 };
	struct ingot_block *block = ingot_block_new(ctx, 0);
	const void *values[COUNT];
	struct ingot_writer writer;
	struct ingot_reader reader;

	ingot_writer_init(&writer, _i == 0 ? INGOT_BINARY : INGOT_COMPACT, ctx);
	for (unsigned i = 0; i < COUNT; i++) {
		values[i] = random_value(ctx, &random, types[i % type_count]);
		ck_assert(ingot_write(&writer, types[i % type_count], values[i]));
	}
	ingot_reader_init(&reader, writer.protocol, writer.bytes, writer.size);
	reader.block = block;
	for (unsigned i = 0; i < COUNT; i++) {
		const void *value = ingot_decode(NULL, &reader, types[i % type_count]);

		ck_assert_msg(value != NULL, "%u: %s", i, ingot_reader_error(&reader));
		ck_assert(ingot_equal(types[i % type_count], values[i], value));
		ingot_block_reset(block);
	}
	ck_assert_uint_eq(reader.offset, reader.size);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("stream");
	TCase *tcase = tcase_create("stream");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_loop_test(tcase, a_prefix_is_truncated_and_what_is_missing_is_no_more_than_is_to_come, 0, (int)type_count);
	tcase_add_test(tcase, waiting_for_what_is_missing_ends_at_the_value);
	tcase_add_test(tcase, a_string_says_how_long_it_is);
	tcase_add_loop_test(tcase, values_in_one_buffer_are_read_one_after_the_other, 0, 2);
	suite_add_tcase(suite, tcase);
	return suite;
}
