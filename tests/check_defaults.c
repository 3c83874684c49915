/* SPDX-License-Identifier: MIT */
/* What the IDL's defaults mean: for fields without a word, for required ones, and for optional ones. */
#include <string.h>
#include "everything.h"
#include "main.h"

static TALLOC_CTX *ctx;

static void begin(void)
{
	ctx = talloc_new(NULL);
}

static void end(void)
{
	talloc_free(ctx);
}

/* 16: required i32 9, and nothing else. */
static const uint8_t least[] = { 0x05, 0x20, 0x12, 0x00 };

static struct everything_Defaults *decode(const void *bytes, size_t size)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	return everything_Defaults_from_wire(ctx, &reader);
}

START_TEST(an_absent_field_reads_as_its_default)
{
	struct everything_Defaults *value = decode(least, sizeof(least));

	ck_assert_ptr_nonnull(value);
	ck_assert(value->a_bool);
	ck_assert_int_eq(value->an_i32, everything_ANSWER);
	ck_assert_int_eq(value->an_i64, INT64_MIN);
	ck_assert_str_eq(value->a_string.data, "tab\there");
	ck_assert_int_eq(value->a_color, everything_Color_GREEN);
	ck_assert_double_eq(value->a_point->y, -1.5);
	ck_assert_uint_eq(value->a_list.count, 3);
	ck_assert_int_eq(value->a_list.items[2], 3);
	ck_assert_uint_eq(value->a_nested.items[2].count, 2);
	ck_assert_str_eq(value->a_map.items[1].key.data, "two");
	ck_assert_ptr_nonnull(value->an_empty.data);
	ck_assert_ptr_nonnull(value->no_items.items);
}
END_TEST

START_TEST(a_required_field_has_to_be_there_whatever_its_default)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, "", 1);
	ck_assert_ptr_null(everything_Defaults_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_MISSING);
	ck_assert_ptr_nonnull(strstr(ingot_reader_error(&reader), "everything.Defaults.a_required: "));
}
END_TEST

START_TEST(an_optional_field_stays_absent_and_its_default_is_a_macro)
{
	struct everything_Defaults *value = decode(least, sizeof(least));

	ck_assert_ptr_null(value->an_optional);
	ck_assert_ptr_null(value->an_optional_string.data);
	ck_assert_ptr_null(value->an_optional_bool);
	ck_assert_int_eq(INGOT_OR(value->an_optional, everything_Defaults_an_optional_default), 7);
	ck_assert_str_eq(everything_Defaults_an_optional_string_default.data, "there");
	ck_assert(!everything_Defaults_an_optional_bool_default);
	/* Set to the default is not the same as absent, and stays so. */
	value->an_optional = INGOT_SOME(int32_t, everything_Defaults_an_optional_default);
	ck_assert(!ingot_equal(&everything_Defaults_type, value, decode(least, sizeof(least))));
}
END_TEST

START_TEST(made_by_hand_and_decoded_defaults_are_the_same)
{
	struct everything_Defaults *decoded = decode(least, sizeof(least));
	struct everything_Defaults fixed = everything_Defaults_INIT;
	struct everything_Defaults set;

	memset(&set, 0xee, sizeof(set));
	everything_Defaults_init(&set);
	ck_assert(ingot_equal(&everything_Defaults_type, decoded, &fixed));
	ck_assert(ingot_equal(&everything_Defaults_type, decoded, &set));
}
END_TEST

START_TEST(round_trips_keep_what_differs_from_the_default)
{
	struct everything_Defaults value = everything_Defaults_INIT;
	struct everything_Defaults *again;
	struct ingot_writer writer;

	value.a_bool = false;
	value.an_i32 = 0;
	value.a_string = INGOT_TEXT("");
	value.a_list.count = 0;
	value.an_optional = INGOT_SOME(int32_t, 7);
	ingot_writer_init(&writer, INGOT_COMPACT, ctx);
	ck_assert(everything_Defaults_to_wire(&value, &writer));
	again = decode(writer.bytes, writer.size);
	ck_assert_ptr_nonnull(again);
	ck_assert(ingot_equal(&everything_Defaults_type, &value, again));
	ck_assert(!again->a_bool);
	ck_assert_uint_eq(again->a_list.count, 0);
	ck_assert_int_eq(*again->an_optional, 7);
}
END_TEST

START_TEST(an_absent_string_or_container_without_a_word_is_left_out)
{
	struct everything_Plain value = everything_Plain_INIT;
	struct ingot_writer writer;
	struct ingot_reader reader;
	struct everything_Plain *again;

	ingot_writer_init(&writer, INGOT_BINARY, ctx);
	ck_assert(everything_Plain_to_wire(&value, &writer));
	ingot_reader_init(&reader, INGOT_BINARY, writer.bytes, writer.size);
	again = everything_Plain_from_wire(ctx, &reader);
	ck_assert_ptr_null(again->a_string.data);
	ck_assert_ptr_null(again->a_point);
	ck_assert_int_eq(again->an_i64, 0);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("defaults");
	TCase *tcase = tcase_create("defaults");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_test(tcase, an_absent_field_reads_as_its_default);
	tcase_add_test(tcase, a_required_field_has_to_be_there_whatever_its_default);
	tcase_add_test(tcase, an_optional_field_stays_absent_and_its_default_is_a_macro);
	tcase_add_test(tcase, made_by_hand_and_decoded_defaults_are_the_same);
	tcase_add_test(tcase, round_trips_keep_what_differs_from_the_default);
	tcase_add_test(tcase, an_absent_string_or_container_without_a_word_is_left_out);
	suite_add_tcase(suite, tcase);
	return suite;
}
