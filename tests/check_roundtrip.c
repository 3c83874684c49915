/* SPDX-License-Identifier: MIT */
/*
 * Random values of every generated type, both protocols: what was written is read to an equal value, which is written to the same
 * bytes; by the table as by the generated code; and the other operations on values agree.
 */
#include <ingot/decode.h>
#include <ingot/json_read.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "main.h"
#include "random.h"
#include "types.h"

/* Of all types together, each in both protocols. */
#define VALUES 100000

static unsigned values_of_a_type(void)
{
	const char *wanted = getenv("INGOT_ROUNDTRIP");

	return (unsigned)((wanted != NULL ? strtoul(wanted, NULL, 10) : VALUES) / (2 * type_count)) + 1;
}

static void assert_same_bytes(const struct ingot_writer *a, const struct ingot_writer *b, const char *what)
{
	ck_assert_msg(a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0, "%s", what);
}

static void write_it(struct ingot_writer *writer, TALLOC_CTX *ctx, enum ingot_protocol protocol, uint32_t options,
		     const struct ingot_type *type, const void *value)
{
	ingot_writer_init(writer, protocol, ctx);
	writer->options = options;
	ck_assert_msg(ingot_write(writer, type, value), "%s", ingot_writer_error(writer));
}

static void check_wire(TALLOC_CTX *ctx, const struct ingot_type *type, const void *value, enum ingot_protocol protocol)
{
	struct ingot_type by_table = *type;
	struct ingot_writer writer, other;
	struct ingot_reader reader;
	void *again;

	by_table.write_binary = NULL;
	by_table.write_compact = NULL;
	write_it(&writer, ctx, protocol, 0, type, value);
	write_it(&other, ctx, protocol, 0, &by_table, value);
	assert_same_bytes(&writer, &other, "generated code and table");
	ck_assert_uint_eq(ingot_wire_size(type, value, protocol), writer.size);

	ingot_reader_init(&reader, protocol, writer.bytes, writer.size);
	again = ingot_decode(ctx, &reader, type);
	ck_assert_msg(again != NULL, "%s", ingot_reader_error(&reader));
	ck_assert_uint_eq(reader.offset, reader.size);
	if (!ingot_equal(type, value, again))
		ck_abort_msg("wrote %s\nread  %s", ingot_json_text(ctx, type, value, NULL), ingot_json_text(ctx, type, again, NULL));
	ck_assert_uint_eq(ingot_hash(type, value, protocol), ingot_hash(type, again, protocol));
	write_it(&other, ctx, protocol, 0, type, again);
	assert_same_bytes(&writer, &other, "written again");
	write_it(&writer, ctx, protocol, INGOT_SORTED, type, value);
	write_it(&other, ctx, protocol, INGOT_SORTED, type, again);
	assert_same_bytes(&writer, &other, "sorted");
}

static void check_json(TALLOC_CTX *ctx, const struct ingot_type *type, const void *value, bool enum_names)
{
	struct ingot_json_options options = { .enum_names = enum_names };
	struct ingot_json_error error;
	char *text = ingot_json_text(ctx, type, value, &options);
	void *again = ingot_json_read(ctx, type, text, strlen(text), 0, &error);

	ck_assert_msg(again != NULL, "%s: %s", error.text, text);
	ck_assert_msg(ingot_equal(type, value, again), "%s\n%s", text, ingot_json_text(ctx, type, again, &options));
}

START_TEST(every_type_round_trips)
{
	const struct ingot_type *type = types[_i];
	struct random random = { .state = (uint64_t)_i, .nesting = 5, .items = 4 };
	unsigned count = values_of_a_type();

	for (unsigned i = 0; i < count; i++) {
		TALLOC_CTX *ctx = talloc_new(NULL);
		void *value = random_value(ctx, &random, type);
		void *copy = ingot_copy(ctx, type, value);

		ck_assert(ingot_equal(type, value, copy));
		check_wire(ctx, type, value, INGOT_BINARY);
		check_wire(ctx, type, value, INGOT_COMPACT);
		if (i % 4 == 0)
			check_json(ctx, type, copy, i % 8 == 0);
		talloc_free(ctx);
	}
}
END_TEST

/* Flips, drops or repeats a few bytes. Returns the new size; bytes has room for 64 more. */
static size_t mutate(struct random *random, char *bytes, size_t size)
{
	for (uint32_t n = 1 + random_below(random, 3); n > 0 && size > 0; n--) {
		uint32_t at = random_below(random, (uint32_t)size);
		uint32_t count = 1 + random_below(random, 8);

		if (count > size - at)
			count = (uint32_t)size - at;
		switch (random_below(random, 4)) {
		case 0:
			bytes[at] = (char)(bytes[at] ^ 1 << random_below(random, 8));
			break;
		case 1:
			bytes[at] = "\0\x7f\xff{}[]\",:0"[random_below(random, 11)];
			break;
		case 2:
			memmove(bytes + at, bytes + at + count, size - at - count);
			size -= count;
			break;
		default:
			memmove(bytes + at + count, bytes + at, size - at);
			size += count;
		}
	}
	return size;
}

/* Whatever is decoded can be written, and is then read as the same value; unknown fields and members included. */
START_TEST(what_is_made_of_broken_bytes_is_a_value_or_nothing)
{
	const struct ingot_type *type = types[_i];
	struct random random = { .state = (uint64_t)_i + 77, .nesting = 4, .items = 3 };
	unsigned count = values_of_a_type() / 2;

	for (unsigned i = 0; i < count; i++) {
		TALLOC_CTX *ctx = talloc_new(NULL);
		enum ingot_protocol protocol = i % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT;
		struct ingot_writer writer, other;
		struct ingot_reader reader;
		char *bytes;
		void *value;

		write_it(&writer, ctx, protocol, 0, type, random_value(ctx, &random, type));
		bytes = talloc_zero_size(ctx, writer.size + 64);
		memcpy(bytes, writer.bytes, writer.size);
		ingot_reader_init(&reader, protocol, bytes, mutate(&random, bytes, writer.size));
		reader.options = INGOT_KEEP_UNKNOWN;
		value = ingot_decode(ctx, &reader, type);
		if (value != NULL) {
			void *again;

			write_it(&writer, ctx, protocol, 0, type, value);
			ingot_reader_init(&reader, protocol, writer.bytes, writer.size);
			reader.options = INGOT_KEEP_UNKNOWN;
			again = ingot_decode(ctx, &reader, type);
			ck_assert_msg(again != NULL, "%s", ingot_reader_error(&reader));
			write_it(&other, ctx, protocol, 0, type, again);
			assert_same_bytes(&writer, &other, "written again");
			ck_assert(ingot_equal(type, value, again));
		}
		talloc_free(ctx);
	}
}
END_TEST

START_TEST(what_is_made_of_broken_json_is_a_value_or_nothing)
{
	const struct ingot_type *type = types[_i];
	struct random random = { .state = (uint64_t)_i + 99, .nesting = 3, .items = 3 };
	unsigned count = values_of_a_type() / 4;

	for (unsigned i = 0; i < count; i++) {
		TALLOC_CTX *ctx = talloc_new(NULL);
		char *printed = ingot_json_text(ctx, type, random_value(ctx, &random, type), NULL);
		char *text = talloc_zero_size(ctx, strlen(printed) + 64);
		struct ingot_json_error error;
		size_t blocks;
		void *value;

		memcpy(text, printed, strlen(printed));
		blocks = talloc_total_blocks(ctx);
		value = ingot_json_read(ctx, type, text, mutate(&random, text, strlen(printed)), 0, &error);
		ck_assert_uint_eq(talloc_total_blocks(ctx), blocks + (value != NULL));
		if (value != NULL)
			check_json(ctx, type, value, false);
		else
			ck_assert_uint_gt(strlen(error.text), 0);
		talloc_free(ctx);
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("roundtrip");
	TCase *tcase = tcase_create("roundtrip");

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, every_type_round_trips, 0, (int)type_count);
	tcase_add_loop_test(tcase, what_is_made_of_broken_bytes_is_a_value_or_nothing, 0, (int)type_count);
	tcase_add_loop_test(tcase, what_is_made_of_broken_json_is_a_value_or_nothing, 0, (int)type_count);
	suite_add_tcase(suite, tcase);
	return suite;
}
