/* SPDX-License-Identifier: MIT */
/* Fields and union members that the schema does not have are kept, and written back as they were. */
#include <ingot/decode.h>
#include <string.h>
#include "everything.h"
#include "failing.h"
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

static void write_it(struct ingot_writer *writer, enum ingot_protocol protocol, const struct ingot_type *type, const void *value)
{
	ingot_writer_init(writer, protocol, ctx);
	ck_assert_msg(ingot_write(writer, type, value), "%s", ingot_writer_error(writer));
}

static void *read_it(const struct ingot_writer *writer, uint32_t options, const struct ingot_type *type)
{
	struct ingot_reader reader;
	void *value;

	ingot_reader_init(&reader, writer->protocol, writer->bytes, writer->size);
	reader.options = options;
	failing_moves(true);
	value = ingot_decode(ctx, &reader, type);
	failing_moves(false);
	ck_assert_msg(value != NULL, "%s", ingot_reader_error(&reader));
	return value;
}

/* A struct without fields of its own gives back any message byte for byte; a union stands for a struct with one. */
START_TEST(every_type_goes_through_a_struct_that_knows_nothing)
{
	struct random random = { .state = (uint64_t)_i + 1000, .nesting = 5, .items = 4 };

	for (unsigned i = 0; i < check_times(100); i++) {
		enum ingot_protocol protocol = i % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT;
		struct ingot_writer original, kept;
		struct everything_Keeper *keeper;
		void *value = random_value(ctx, &random, types[_i]);

		write_it(&original, protocol, types[_i], value);
		keeper = read_it(&original, INGOT_KEEP_UNKNOWN | (i % 4 < 2 ? INGOT_BORROW : 0), &everything_Keeper_type);
		write_it(&kept, protocol, &everything_Keeper_type, keeper);
		ck_assert_uint_eq(kept.size, original.size);
		ck_assert_mem_eq(kept.bytes, original.bytes, original.size);
		ck_assert_uint_eq(ingot_wire_size(&everything_Keeper_type, keeper, protocol), original.size);
		ck_assert(ingot_equal(&everything_Keeper_type, keeper, ingot_copy(ctx, &everything_Keeper_type, keeper)));
		/* In the other protocol it is the same value. */
		write_it(&kept, protocol == INGOT_BINARY ? INGOT_COMPACT : INGOT_BINARY, &everything_Keeper_type, keeper);
		ck_assert(ingot_equal(types[_i], value, read_it(&kept, 0, types[_i])));
		talloc_free_children(ctx);
	}
}
END_TEST

START_TEST(unknown_fields_stay_between_the_known_ones)
{
	struct random random = { .state = 7, .nesting = 3, .items = 4 };

	for (unsigned i = 0; i < check_times(1000); i++) {
		enum ingot_protocol protocol = i % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT;
		struct ingot_writer original, kept;
		struct everything_Half *half;

		write_it(&original, protocol, &everything_Optional_type, random_value(ctx, &random, &everything_Optional_type));
		half = read_it(&original, INGOT_KEEP_UNKNOWN, &everything_Half_type);
		write_it(&kept, protocol, &everything_Half_type, half);
		ck_assert_uint_eq(kept.size, original.size);
		ck_assert_mem_eq(kept.bytes, original.bytes, original.size);
		half = read_it(&original, 0, &everything_Half_type);
		ck_assert_ptr_null(half->ingot_unknown);
		talloc_free_children(ctx);
	}
}
END_TEST

START_TEST(unknown_fields_lie_in_the_input_when_strings_are_borrowed)
{
	struct random random = { .state = 8, .nesting = 3, .items = 4 };
	struct ingot_writer original;

	write_it(&original, INGOT_COMPACT, &everything_Optional_type, random_value(ctx, &random, &everything_Optional_type));
	for (uint32_t borrow = 0; borrow < 2; borrow++) {
		const struct everything_Half *half = read_it(&original, INGOT_KEEP_UNKNOWN | (borrow ? INGOT_BORROW : 0), &everything_Half_type);
		const struct ingot_unknown *unknown = half->ingot_unknown;

		ck_assert_ptr_nonnull(unknown);
		for (; unknown != NULL; unknown = unknown->next)
			ck_assert_uint_eq((uintptr_t)unknown->bytes - (uintptr_t)original.bytes < original.size, borrow);
	}
	talloc_free_children(ctx);
}
END_TEST

/* Shape as an older program knows it: Color has no member of Shape in common but by id. */
START_TEST(an_unknown_member_of_a_union_is_written_back)
{
	static const uint8_t compact[] = { 0x05, 0x80, 0x08, 0x0a, 0 }; /* 512: i32 5 */
	static const uint8_t binary[] = { 8, 2, 0, 0, 0, 0, 5, 0 };
	struct ingot_writer bytes = { .bytes = (uint8_t *)(uintptr_t)compact, .size = sizeof(compact), .protocol = INGOT_COMPACT };
	struct everything_Shape *shape = read_it(&bytes, 0, &everything_Shape_type);
	struct ingot_writer writer;

	ck_assert_int_eq(shape->tag, 0);
	ck_assert_int_eq(shape->ingot_unknown->id, 512);
	write_it(&writer, INGOT_COMPACT, &everything_Shape_type, shape);
	ck_assert_uint_eq(writer.size, sizeof(compact));
	ck_assert_mem_eq(writer.bytes, compact, sizeof(compact));
	write_it(&writer, INGOT_BINARY, &everything_Shape_type, shape);
	ck_assert_uint_eq(writer.size, sizeof(binary));
	ck_assert_mem_eq(writer.bytes, binary, sizeof(binary));
	ck_assert_str_eq(ingot_json_text(ctx, &everything_Shape_type, shape, NULL), "{}");
}
END_TEST

START_TEST(a_union_that_was_empty_on_the_wire_is_written_empty)
{
	struct ingot_writer bytes = { .bytes = (uint8_t[]){ 0 }, .size = 1, .protocol = INGOT_COMPACT };
	struct everything_Shape *shape = read_it(&bytes, 0, &everything_Shape_type);
	struct everything_Shape *copy = ingot_copy(ctx, &everything_Shape_type, shape);
	struct everything_Shape unset = everything_Shape_INIT;
	struct ingot_writer writer;

	write_it(&writer, INGOT_BINARY, &everything_Shape_type, copy);
	ck_assert_uint_eq(writer.size, 1);
	ck_assert(!ingot_equal(&everything_Shape_type, shape, &unset));
	ingot_writer_reset(&writer);
	ck_assert_msg(!everything_Shape_to_wire(&unset, &writer), "one made by hand has to have a member");
	ck_assert_int_eq(writer.status, INGOT_BAD_VALUE);
}
END_TEST

START_TEST(a_known_member_wins_over_an_unknown_one)
{
	static const uint8_t compact[] = { 0x05, 0x80, 0x08, 0x0a, 0x07, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0 }; /* 512: i32, then 2: radius */
	struct ingot_writer bytes = { .bytes = (uint8_t *)(uintptr_t)compact, .size = sizeof(compact), .protocol = INGOT_COMPACT };
	struct everything_Shape *shape = read_it(&bytes, 0, &everything_Shape_type);

	ck_assert_int_eq(shape->tag, 2);
}
END_TEST

/* Every prefix and every failing allocation. */
START_TEST(what_cannot_be_kept_is_no_value)
{
	struct random random = { .state = 3, .nesting = 4, .items = 4 };
	struct ingot_writer original;
	struct ingot_reader reader;
	bool is_done = false;

	write_it(&original, _i == 0 ? INGOT_BINARY : INGOT_COMPACT, &everything_Lists_type,
		 random_value(ctx, &random, &everything_Lists_type));
	for (size_t size = 0; size < original.size; size++) {
		uint8_t *exact = talloc_memdup(NULL, original.bytes, size);

		ingot_reader_init(&reader, original.protocol, exact, size);
		reader.options = INGOT_KEEP_UNKNOWN;
		ck_assert_ptr_null(everything_Keeper_from_wire(ctx, &reader));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
		talloc_free(exact);
	}
	for (long n = 0; !is_done; n++) {
		ck_assert_int_lt(n, 50);
		ingot_reader_init(&reader, original.protocol, original.bytes, original.size);
		reader.options = INGOT_KEEP_UNKNOWN;
		failing_at(n, true);
		is_done = everything_Keeper_from_wire(ctx, &reader) != NULL;
		failing_never();
		ck_assert_int_eq(reader.status, is_done ? INGOT_OK : INGOT_NOMEM);
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("unknown");
	TCase *tcase = tcase_create("unknown");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_loop_test(tcase, every_type_goes_through_a_struct_that_knows_nothing, 0, (int)type_count);
	tcase_add_test(tcase, unknown_fields_stay_between_the_known_ones);
	tcase_add_test(tcase, unknown_fields_lie_in_the_input_when_strings_are_borrowed);
	tcase_add_test(tcase, an_unknown_member_of_a_union_is_written_back);
	tcase_add_test(tcase, a_union_that_was_empty_on_the_wire_is_written_empty);
	tcase_add_test(tcase, a_known_member_wins_over_an_unknown_one);
	tcase_add_loop_test(tcase, what_cannot_be_kept_is_no_value, 0, 2);
	suite_add_tcase(suite, tcase);
	return suite;
}
