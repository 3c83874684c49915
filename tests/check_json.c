/* SPDX-License-Identifier: MIT */
#include <ingot/json_read.h>
#include <math.h>
#include <string.h>
#include "failing.h"
#include "handmade.h"
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

static void assert_text(const struct demo_Event *event, const struct ingot_json_options *options, const char *expected)
{
	char *text = ingot_json_text(ctx, &demo_Event_type, event, options);

	ck_assert_ptr_nonnull(text);
	ck_assert_str_eq(text, expected);
}

static struct demo_Event *read_text(const char *text)
{
	struct ingot_json_error error;
	struct demo_Event *event = ingot_json_read(ctx, &demo_Event_type, text, strlen(text), 0, &error);

	ck_assert_msg(event != NULL, "%s", error.text);
	return event;
}

static void assert_refused(const char *text, enum ingot_status status, const char *reason)
{
	struct ingot_json_error error;

	ck_assert_ptr_null(ingot_json_read(ctx, &demo_Event_type, text, strlen(text), 0, &error));
	ck_assert_str_eq(error.text, reason);
	ck_assert_int_eq(error.status, status);
	ck_assert_uint_eq(talloc_total_blocks(ctx), 1);
}

START_TEST(a_value_is_one_line)
{
	struct demo_Point origin = { 0.1, -0.0 };
	int64_t ids[] = { INT64_MIN, INT64_MAX };
	struct demo_Event_tags_entry tags[] = { { { "a", 1 }, 1 } };
	struct ingot_string labels[] = { { NULL, 0 }, { "\xc3\xa9", 2 } };
	struct demo_Shape shapes[] = { { .tag = 1, .point = &origin }, { .tag = 2, .radius = (double)INFINITY }, { .tag = 0 } };
	struct demo_Event_places_entry places[] = { { { 1, 1e300 }, { { 0, 17, 34 } } } };
	struct demo_Event event = {
		.name = { "say \"hi\"\n\x1b", 10 }, .attempt = INGOT_SOME(int32_t, -5), .origin = &origin, .ids = ITEMS(ids),
		.tags = ITEMS(tags), .labels = ITEMS(labels), .seen = INGOT_SOME(bool, true), .shapes = ITEMS(shapes),
		.color = INGOT_SOME(int32_t, 5), .blob = { "\xff\0", 2 }, .places = ITEMS(places),
	};

	assert_text(&event, NULL,
		    "{\"name\": {\"hex\": \"73617920226869220a1b\"}, \"attempt\": -5, \"origin\": {\"x\": 0.1, \"y\": -0.0}, "
		    "\"ids\": [-9223372036854775808, 9223372036854775807], \"tags\": {\"a\": 1}, "
		    "\"labels\": [\"\", \"\\u00e9\"], \"flag\": false, \"seen\": true, "
		    "\"shapes\": [{\"point\": {\"x\": 0.1, \"y\": -0.0}}, {\"radius\": \"Infinity\"}, {}], "
		    "\"color\": 5, \"blob\": {\"hex\": \"ff00\"}, "
		    "\"places\": [[{\"x\": 1.0, \"y\": 1e+300}, \"00112200-0000-0000-0000-000000000000\"]]}");
}
END_TEST

START_TEST(enums_by_name_and_indentation_are_options)
{
	struct ingot_json_options options = { .enum_names = true, .indent = 2 };
	struct demo_Event event = { .name = { "", 0 }, .color = INGOT_SOME(int32_t, 5) };
	int64_t ids[] = { 1, 2 };

	assert_text(&event, &options, "{\n  \"name\": \"\",\n  \"flag\": false,\n  \"color\": \"GREEN\"\n}");
	event.color = INGOT_SOME(int32_t, 6);
	event.ids.items = ids;
	assert_text(&event, &options, "{\n  \"name\": \"\",\n  \"ids\": [],\n  \"flag\": false,\n  \"color\": 6\n}");
	event.ids.count = 2;
	assert_text(&event, &options,
		    "{\n  \"name\": \"\",\n  \"ids\": [\n    1,\n    2\n  ],\n  \"flag\": false,\n  \"color\": 6\n}");
}
END_TEST

START_TEST(keys_that_cannot_be_printed_make_a_map_pairs)
{
	struct demo_Event_tags_entry tags[] = { { { "a", 1 }, 1 }, { { "\0", 1 }, 2 } };
	struct demo_Event event = { .name = { "", 0 }, .tags = ITEMS(tags) };
	const char *text = "{\"name\": \"\", \"tags\": [[\"a\", 1], [{\"hex\": \"00\"}, 2]], \"flag\": false}";

	assert_text(&event, NULL, text);
	ck_assert(ingot_equal(&demo_Event_type, read_text(text), &event));
}
END_TEST

START_TEST(what_is_printed_is_read)
{
	struct demo_Point origin = { 0.1, -0.0 };
	int64_t ids[] = { INT64_MIN, INT64_MAX, 9007199254740993 };
	struct ingot_string labels[] = { { "", 0 }, { "\xc3\xa9\xf0\x9f\x98\x80", 6 }, { "\xc3", 1 } };
	struct demo_Shape shapes[] = { { .tag = 1, .point = &origin }, { .tag = 2, .radius = -(double)INFINITY },
				       { .tag = 2, .radius = 5e-324 }, { .tag = 3, .name = { "", 0 } } };
	struct demo_Event_places_entry places[] = { { { 1, 1e300 }, { { 0, 17, 34 } } } };
	struct demo_Event cause = { .name = { "c", 1 }, .tags = { (void *)&origin, 0 } };
	struct demo_Event event = {
		.name = { "say \"hi\"\n", 9 }, .attempt = INGOT_SOME(int32_t, INT32_MIN), .origin = &origin, .ids = ITEMS(ids),
		.labels = ITEMS(labels), .flag = true, .seen = INGOT_SOME(bool, false), .shapes = ITEMS(shapes), .cause = &cause,
		.color = INGOT_SOME(int32_t, 5), .blob = { "\xff\0", 2 }, .places = ITEMS(places),
	};

	for (unsigned i = 0; i < 4; i++) {
		struct ingot_json_options options = { .enum_names = i & 1, .indent = i & 2 };
		const char *text = ingot_json_text(ctx, &demo_Event_type, &event, &options);
		struct demo_Event *again = read_text(text);

		ck_assert_msg(ingot_equal(&demo_Event_type, again, &event), "%s", text);
		ck_assert_uint_eq(talloc_total_blocks(again), 1);
	}
}
END_TEST

START_TEST(absent_and_null_fields_are_absent)
{
	struct demo_Event *event = read_text("{\"flag\": true, \"name\": \"n\", \"attempt\": null, \"ids\": []}");

	ck_assert(event->flag);
	ck_assert_str_eq(event->name.data, "n");
	ck_assert_ptr_null(event->attempt);
	ck_assert_ptr_null(event->tags.items);
	ck_assert_ptr_nonnull(event->ids.items);
	ck_assert_uint_eq(event->ids.count, 0);
}
END_TEST

START_TEST(what_does_not_fit_is_refused_with_its_place)
{
	assert_refused("{\"name\": \"n\"", INGOT_BAD_VALUE, "line 1, column 12: '}' expected near end of file");
	assert_refused("[]", INGOT_MISMATCH, "demo.Event: expected an object");
	assert_refused("{}", INGOT_MISSING, "demo.Event.name: required field missing");
	assert_refused("{\"name\": null}", INGOT_MISSING, "demo.Event.name: required field missing");
	assert_refused("{\"name\": 5}", INGOT_MISMATCH, "demo.Event.name: expected a string or {\"hex\": \"...\"}");
	assert_refused("{\"name\": {\"hex\": \"abc\"}}", INGOT_MISMATCH, "demo.Event.name: expected pairs of hex digits");
	assert_refused("{\"name\": \"n\", \"nme\": 1}", INGOT_MISMATCH,
		       "demo.Event: an object member that the schema does not have");
	assert_refused("{\"name\": \"n\", \"attempt\": 2147483648}", INGOT_MISMATCH, "demo.Event.attempt: number out of range");
	assert_refused("{\"name\": \"n\", \"attempt\": 1.0}", INGOT_MISMATCH, "demo.Event.attempt: expected an integer");
	assert_refused("{\"name\": \"n\", \"ids\": [9223372036854775808]}", INGOT_BAD_VALUE,
		       "line 1, column 41: too big integer near '9223372036854775808'");
	assert_refused("{\"name\": \"n\", \"ids\": [1, true]}", INGOT_MISMATCH, "demo.Event.ids[1]: expected an integer");
	assert_refused("{\"name\": \"n\", \"tags\": {\"a\": \"b\"}}", INGOT_MISMATCH,
		       "demo.Event.tags[value 0]: expected an integer");
	assert_refused("{\"name\": \"n\", \"tags\": [[\"a\"]]}", INGOT_MISMATCH,
		       "demo.Event.tags: expected a pair of a key and a value");
	assert_refused("{\"name\": \"n\", \"color\": \"PINK\"}", INGOT_MISMATCH,
		       "demo.Event.color: expected an enum's name or number");
	assert_refused("{\"name\": \"n\", \"shapes\": [{\"radius\": 1, \"name\": \"x\"}]}", INGOT_BAD_UNION,
		       "demo.Event.shapes[0]: a union with more than one member");
	assert_refused("{\"name\": \"n\", \"places\": [[{\"x\": 1, \"y\": 2}, \"0011\"]]}", INGOT_MISMATCH,
		       "demo.Event.places[value 0]: expected a uuid");
}
END_TEST

START_TEST(members_that_the_schema_does_not_have_can_be_ignored)
{
	const char *text = "{\"nme\": 1}";
	struct demo_Event *event = ingot_json_read(ctx, &demo_Event_type, text, strlen(text),
						   INGOT_JSON_IGNORE_UNKNOWN | INGOT_JSON_PARTIAL, NULL);

	ck_assert_ptr_nonnull(event);
	ck_assert_ptr_null(event->name.data);
}
END_TEST

START_TEST(depth_is_limited_both_ways)
{
	struct demo_Event events[INGOT_MAX_DEPTH + 1];
	struct ingot_json_error error;
	FILE *null = fopen("/dev/null", "w");
	char text[4096] = "";

	for (size_t i = 0; i < INGOT_MAX_DEPTH + 1; i++)
		events[i] = (struct demo_Event){ .name = { "", 0 }, .cause = i > 0 ? &events[i - 1] : NULL };
	ck_assert(ingot_json_print(null, &demo_Event_type, &events[INGOT_MAX_DEPTH - 1]));
	ck_assert(!ingot_json_print(null, &demo_Event_type, &events[INGOT_MAX_DEPTH]));
	fclose(null);
	for (size_t i = 0; i < INGOT_MAX_DEPTH; i++)
		strcat(text, "{\"name\": \"\", \"cause\": ");
	strcat(text, "{}");
	for (size_t i = 0; i < INGOT_MAX_DEPTH; i++)
		strcat(text, "}");
	ck_assert_ptr_null(ingot_json_read(ctx, &demo_Event_type, text, strlen(text), 0, &error));
	ck_assert_int_eq(error.status, INGOT_DEPTH);
}
END_TEST

START_TEST(a_failing_allocation_gives_nothing)
{
	const char *text = "{\"name\": \"n\", \"ids\": [1, 2]}";
	struct ingot_json_error error;
	void *value;

	failing_at(0, false);
	value = ingot_json_read(ctx, &demo_Event_type, text, strlen(text), 0, &error);
	failing_never();
	ck_assert_ptr_null(value);
	ck_assert_int_eq(error.status, INGOT_NOMEM);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("json");
	TCase *tcase = tcase_create("json");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_test(tcase, a_value_is_one_line);
	tcase_add_test(tcase, enums_by_name_and_indentation_are_options);
	tcase_add_test(tcase, keys_that_cannot_be_printed_make_a_map_pairs);
	tcase_add_test(tcase, what_is_printed_is_read);
	tcase_add_test(tcase, absent_and_null_fields_are_absent);
	tcase_add_test(tcase, what_does_not_fit_is_refused_with_its_place);
	tcase_add_test(tcase, members_that_the_schema_does_not_have_can_be_ignored);
	tcase_add_test(tcase, depth_is_limited_both_ways);
	tcase_add_test(tcase, a_failing_allocation_gives_nothing);
	suite_add_tcase(suite, tcase);
	return suite;
}
