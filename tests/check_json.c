/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <ingot/json_read.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

/* What open_memstream gives: its own, nothing, or a stream that cannot be written. In front of the C library's, as in failing.c. */
static enum { STREAM_WORKS, STREAM_FAILS, STREAM_IS_FULL } stream_kind;

FILE *open_memstream(char **memory, size_t *size)
{
	FILE *(*next)(char **, size_t *);
	void *found = dlsym(RTLD_NEXT, "open_memstream");

	memcpy(&next, &found, sizeof(next));
	if (stream_kind == STREAM_FAILS)
		return NULL;
	return stream_kind == STREAM_IS_FULL ? fopen("/dev/full", "w") : next(memory, size);
}

START_TEST(text_that_cannot_be_made_is_null)
{
	struct demo_Event event = { .name = { "n", 1 } };
	struct demo_Event events[INGOT_MAX_DEPTH + 1];
	FILE *full = fopen("/dev/full", "w");

	for (stream_kind = STREAM_FAILS; stream_kind <= STREAM_IS_FULL; stream_kind++)
		ck_assert_ptr_null(ingot_json_text(ctx, &demo_Event_type, &event, NULL));
	stream_kind = STREAM_WORKS;
	for (size_t i = 0; i < INGOT_MAX_DEPTH + 1; i++)
		events[i] = (struct demo_Event){ .name = { "", 0 }, .cause = i > 0 ? &events[i - 1] : NULL };
	ck_assert_ptr_null(ingot_json_text(ctx, &demo_Event_type, &events[INGOT_MAX_DEPTH], NULL));
	setvbuf(full, NULL, _IONBF, 0);
	ck_assert(!ingot_json_print(full, &demo_Event_type, &event));
	fclose(full);
}
END_TEST

START_TEST(names_and_bytes_that_are_no_utf8_are_escaped)
{
	static const struct ingot_field field = { "\xff\x7f\xc3", &ingot_string_type, 1, INGOT_DEFAULT, 0, 0 };
	static const struct ingot_type type = {
		.kind = INGOT_KIND_STRUCT, .align = 8, .size = sizeof(struct ingot_string), .name = "t", .fields = &field, .field_count = 1,
	};
	static const char *const wrong[] = { "\xf4\x90\x80\x80", "\xed\xa0\x80", "\xe0\x80\x80", "\xc3" };
	static const char *const hex[] = { "f4908080", "eda080", "e08080", "c3" };

	for (size_t i = 0; i < 4; i++) {
		struct ingot_string value = { wrong[i], (uint32_t)strlen(wrong[i]) };
		char *text = ingot_json_text(ctx, &type, &value, NULL);

		ck_assert_str_eq(text, talloc_asprintf(ctx, "{\"\\ufffd\\u007f\\ufffd\": {\"hex\": \"%s\"}}", hex[i]));
	}
}
END_TEST

static const struct ingot_type strings_type = {
	.kind = INGOT_KIND_LIST, .align = 8, .size = sizeof(struct ingot_list), .entry_size = sizeof(struct ingot_string),
	.element = &ingot_binary_type,
};

START_TEST(strings_are_text_when_all_of_it_can_be_read)
{
	static const struct {
		struct ingot_string string;
		const char *text;
	} samples[] = {
		{ { " ~", 2 }, "\" ~\"" }, { { "a\t\n\rb", 5 }, "\"a\\t\\n\\rb\"" }, { { "\"\\", 2 }, "\"\\\"\\\\\"" },
		{ { "\x1f", 1 }, "{\"hex\": \"1f\"}" }, { { "\x7f", 1 }, "{\"hex\": \"7f\"}" }, { { "\0", 1 }, "{\"hex\": \"00\"}" },
		{ { "\xc2\x80", 2 }, "{\"hex\": \"c280\"}" }, { { "\xc2\x9f", 2 }, "{\"hex\": \"c29f\"}" },
		{ { "\xc2\xa0", 2 }, "\"\\u00a0\"" }, { { "\xef\xbf\xbf", 3 }, "\"\\uffff\"" },
		{ { "\xf0\x90\x80\x80", 4 }, "\"\\ud800\\udc00\"" }, { { "\xf4\x8f\xbf\xbf", 4 }, "\"\\udbff\\udfff\"" },
		{ { "abc", 2 }, "\"ab\"" }, { { "", 0 }, "\"\"" },
	};

	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		struct ingot_list list = { (void *)(uintptr_t)&samples[i].string, 1 };
		const char *text = ingot_json_text(ctx, &strings_type, &list, NULL);
		struct ingot_list *again;

		ck_assert_str_eq(text, talloc_asprintf(ctx, "[%s]", samples[i].text));
		again = ingot_json_read(ctx, &strings_type, text, strlen(text), 0, NULL);
		ck_assert(ingot_equal(&strings_type, again, &list));
		/* Whichever of the two it was. */
		ck_assert_int_eq(((struct ingot_string *)again->items)->data[samples[i].string.size], '\0');
	}
}
END_TEST

START_TEST(what_is_no_number_is_a_word)
{
	struct ingot_type list_type = strings_type;
	double numbers[] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, 0.1, 5, 1.7976931348623157e308 };
	struct ingot_list list = { numbers, 7 };

	list_type.element = &ingot_double_type;
	list_type.entry_size = sizeof(double);
	ck_assert_str_eq(ingot_json_text(ctx, &list_type, &list, NULL),
			 "[\"NaN\", \"Infinity\", \"-Infinity\", 1e+300, 0.1, 5.0, 1.7976931348623157e+308]");
}
END_TEST

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

START_TEST(keys_that_are_enums_have_names_when_asked)
{
	struct {
		int32_t key;
		bool value;
	} entries[] = { { 5, true }, { 6, false } };
	struct ingot_type map = {
		.kind = INGOT_KIND_MAP, .align = 8, .size = sizeof(struct ingot_list), .entry_size = sizeof(entries[0]), .value_offset = 4,
		.key = ingot_field_by_name(&demo_Event_type, "color", 5)->type, .element = &ingot_bool_type,
	};
	struct ingot_list list = { entries, 2 };
	struct ingot_json_options options = { .enum_names = true };

	ck_assert_str_eq(ingot_json_text(ctx, &map, &list, NULL), "{\"5\": true, \"6\": false}");
	ck_assert_str_eq(ingot_json_text(ctx, &map, &list, &options), "{\"GREEN\": true, \"6\": false}");
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

/* A struct of a string and of a map whose keys need more alignment than its values and the string. */
struct aligned {
	struct ingot_string name;
	struct ingot_list map;
	int32_t number;
};

START_TEST(a_value_begins_with_its_defaults_and_is_aligned)
{
	static const struct ingot_type map_type = {
		.kind = INGOT_KIND_MAP, .align = 8, .size = sizeof(struct ingot_list), .entry_size = 16, .value_offset = 8,
		.key = &ingot_i64_type, .element = &ingot_bool_type,
	};
	static const struct ingot_field fields[] = {
		{ "name", &ingot_string_type, 1, INGOT_DEFAULT, 0, offsetof(struct aligned, name) },
		{ "map", &map_type, 2, INGOT_DEFAULT, 0, offsetof(struct aligned, map) },
		{ "number", &ingot_i32_type, 3, INGOT_DEFAULT, 0, offsetof(struct aligned, number) },
	};
	static const struct aligned initial = { .number = 7 };
	static const struct ingot_type type = {
		.kind = INGOT_KIND_STRUCT, .align = 8, .size = sizeof(struct aligned), .name = "aligned", .fields = fields, .field_count = 3,
		.initial = &initial,
	};
	static const char text[] = "{\"name\": \"odd\", \"map\": {\"1\": true}}", null[] = "{\"number\": null}";
	const struct aligned *value = ingot_json_read(ctx, &type, text, strlen(text), 0, NULL);

	ck_assert_int_eq(value->number, 7);
	ck_assert_uint_eq((uintptr_t)value->map.items % _Alignof(int64_t), 0);
	value = ingot_json_read(ctx, &type, null, strlen(null), 0, NULL);
	ck_assert_int_eq(value->number, 7);
}
END_TEST

/* Jansson quotes what it found, whatever it is. */
START_TEST(syntax_errors_are_printable)
{
	for (int byte = 1; byte < 256; byte++) {
		char text[] = { '{', '"', 'a', '"', ':', ' ', (char)byte, '}', '\0' };
		struct ingot_json_error error = { .status = INGOT_OK };

		if (ingot_json_read(ctx, &demo_Event_type, text, strlen(text), 0, &error) != NULL || error.status != INGOT_BAD_VALUE)
			continue;
		for (const char *p = error.text; *p != '\0'; p++)
			ck_assert(*p >= 0x20 && *p <= 0x7e);
		if (byte == '~')
			ck_assert_ptr_nonnull(strstr(error.text, "near '~'"));
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
	assert_refused("{\"name\": \"n\", \"flag\": 1}", INGOT_MISMATCH, "demo.Event.flag: expected true or false");
	assert_refused("{\"name\": \"n\", \"attempt\": \"5\"}", INGOT_MISMATCH, "demo.Event.attempt: expected an integer");
	assert_refused("{\"name\": \"n\", \"color\": 5.5}", INGOT_MISMATCH, "demo.Event.color: expected an enum's name or number");
	assert_refused("{\"name\": \"n\", \"ids\": {}}", INGOT_MISMATCH, "demo.Event.ids: expected an array");
	assert_refused("{\"name\": \"n\", \"tags\": 5}", INGOT_MISMATCH, "demo.Event.tags: expected an object or an array of pairs");
	assert_refused("{\"name\": \"n\", \"tags\": [5]}", INGOT_MISMATCH, "demo.Event.tags: expected a pair of a key and a value");
	assert_refused("{\"name\": {\"hex\": 5}}", INGOT_MISMATCH, "demo.Event.name: expected pairs of hex digits");
	assert_refused("{\"name\": {\"hex\": \"0g\"}}", INGOT_MISMATCH, "demo.Event.name: expected pairs of hex digits");
	assert_refused("{\"name\": \"n\", \"origin\": {\"x\": true, \"y\": 1}}", INGOT_MISMATCH,
		       "demo.Event.origin.x: expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
	assert_refused("{\"name\": \"n\", \"origin\": {\"x\": \"nan\", \"y\": 1}}", INGOT_MISMATCH,
		       "demo.Event.origin.x: expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
	assert_refused("{\"name\": \"n\", \"places\": [[{\"x\": 1, \"y\": 2}, 5]]}", INGOT_MISMATCH,
		       "demo.Event.places[value 0]: expected a uuid");
	assert_refused("{\"name\": \"n\", \"places\": [[{\"x\": 1}, 5]]}", INGOT_MISSING,
		       "demo.Event.places[key 0].y: required field missing");
	assert_refused("{\"name\": \x01\xc3\xa9}", INGOT_BAD_VALUE, "line 1, column 10: invalid token near '?'");
	assert_refused("{\"name\": \"n\", \"shapes\": [null]}", INGOT_MISMATCH, "demo.Event.shapes[0]: expected an object");
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

START_TEST(a_uuid_has_its_digits_and_dashes_where_they_belong)
{
	static const char *const right[] = { "00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-AABBCCDDEEFF" };
	static const char *const wrong[] = {
		"00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeeff0", "00112233x4455-6677-8899-aabbccddeeff",
		"00112233-4455-6677-8899-aabbccddeefg", "00112233-4455-6677-8899-aabbccddee@f", "00112233-4455-6677-8899-aabbccddee f", "",
	};
	static const struct ingot_type list_type = {
		.kind = INGOT_KIND_LIST, .align = 8, .size = sizeof(struct ingot_list), .entry_size = 16, .element = &ingot_uuid_type,
	};

	for (size_t i = 0; i < 2; i++) {
		char *text = talloc_asprintf(ctx, "[\"%s\"]", right[i]);
		const struct ingot_list *list = ingot_json_read(ctx, &list_type, text, strlen(text), 0, NULL);

		ck_assert_ptr_nonnull(list);
		ck_assert_mem_eq(list->items, "\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff", 16);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct ingot_json_error error;
		char *text = talloc_asprintf(ctx, "[\"%s\"]", wrong[i]);

		ck_assert_ptr_null(ingot_json_read(ctx, &list_type, text, strlen(text), 0, &error));
		ck_assert_str_eq(error.text, "[0]: expected a uuid");
	}
}
END_TEST

START_TEST(doubles_may_be_infinite_or_no_number)
{
	struct demo_Event *event = read_text("{\"name\": \"n\", \"origin\": {\"x\": \"Infinity\", \"y\": \"-Infinity\"}}");

	ck_assert(isinf(event->origin->x) && event->origin->x > 0 && isinf(event->origin->y) && event->origin->y < 0);
	event = read_text("{\"name\": \"n\", \"origin\": {\"x\": \"NaN\", \"y\": 1}}");
	ck_assert(isnan(event->origin->x));
}
END_TEST

/* NULL when a map with such keys takes the object; else why not. */
static const char *refusal_of_key(const struct ingot_type *key, const char *text)
{
	static struct ingot_json_error error;
	struct ingot_type map = {
		.kind = INGOT_KIND_MAP, .align = 8, .size = sizeof(struct ingot_list), .entry_size = 24, .value_offset = 16, .key = key,
		.element = &ingot_bool_type,
	};
	char *json = talloc_asprintf(ctx, "{\"%s\": true}", text);

	return ingot_json_read(ctx, &map, json, strlen(json), 0, &error) != NULL ? NULL : error.text;
}

START_TEST(keys_of_objects_are_integers_enums_or_strings)
{
	const struct ingot_type *color = ingot_field_by_name(&demo_Event_type, "color", 5)->type;

	ck_assert_ptr_null(refusal_of_key(&ingot_i8_type, "-128"));
	ck_assert_str_eq(refusal_of_key(&ingot_i8_type, "-129"), "[key 0]: number out of range");
	ck_assert_str_eq(refusal_of_key(&ingot_i8_type, "128"), "[key 0]: number out of range");
	ck_assert_ptr_null(refusal_of_key(&ingot_i16_type, "32767"));
	ck_assert_ptr_null(refusal_of_key(&ingot_i64_type, "9223372036854775807"));
	ck_assert_str_eq(refusal_of_key(&ingot_i64_type, "9223372036854775808"), "[key 0]: number out of range");
	ck_assert_str_eq(refusal_of_key(&ingot_i32_type, ""), "[key 0]: expected an integer");
	ck_assert_str_eq(refusal_of_key(&ingot_i32_type, "1x"), "[key 0]: expected an integer");
	ck_assert_str_eq(refusal_of_key(&ingot_i32_type, " 1"), "[key 0]: expected an integer");
	ck_assert_str_eq(refusal_of_key(&ingot_i32_type, "+1"), "[key 0]: expected an integer");
	ck_assert_ptr_null(refusal_of_key(color, "GREEN"));
	ck_assert_ptr_null(refusal_of_key(color, "77"));
	ck_assert_str_eq(refusal_of_key(color, "PINK"), "[key 0]: expected an enum's name or number");
	ck_assert_ptr_null(refusal_of_key(&ingot_binary_type, "any"));
	ck_assert_str_eq(refusal_of_key(&ingot_bool_type, "true"), "[key 0]: expected an array of pairs");
}
END_TEST

START_TEST(a_value_without_a_name_is_refused_without_a_path)
{
	static const struct ingot_type none = { .kind = 200, .align = 4, .size = 4 };
	static const struct ingot_type huge = { .kind = INGOT_KIND_STRUCT, .align = 8, .size = 1u << 30, .name = "huge" };
	static const struct ingot_type list = {
		.kind = INGOT_KIND_LIST, .align = 8, .size = sizeof(struct ingot_list), .entry_size = 1u << 30, .element = &huge,
	};
	struct ingot_json_error error;

	ck_assert_ptr_null(ingot_json_read(ctx, &none, "[]", 2, 0, &error));
	ck_assert_str_eq(error.text, "expected a known type");
	/* The size is what counts: nothing is read. */
	ck_assert_ptr_null(ingot_json_read(ctx, &none, "[]", (size_t)INT32_MAX + 1, 0, &error));
	ck_assert_int_eq(error.status, INGOT_TOO_LARGE);
	/* More memory than a chunk can be. */
	ck_assert_ptr_null(ingot_json_read(ctx, &list, "[{}, {}, {}, {}]", 16, 0, &error));
	ck_assert_int_eq(error.status, INGOT_NOMEM);
	ck_assert_uint_eq(talloc_total_blocks(ctx), 1);
}
END_TEST

static void *no_memory(size_t size)
{
	(void)size;
	return NULL;
}

START_TEST(a_parser_without_memory_is_no_syntax_error)
{
	struct ingot_json_error error;

	json_set_alloc_funcs(no_memory, free);
	ck_assert_ptr_null(ingot_json_read(ctx, &demo_Event_type, "{}", 2, 0, &error));
	json_set_alloc_funcs(malloc, free);
	ck_assert_int_eq(error.status, INGOT_NOMEM);
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
	tcase_add_test(tcase, strings_are_text_when_all_of_it_can_be_read);
	tcase_add_test(tcase, what_is_no_number_is_a_word);
	tcase_add_test(tcase, keys_that_are_enums_have_names_when_asked);
	tcase_add_test(tcase, a_value_begins_with_its_defaults_and_is_aligned);
	tcase_add_test(tcase, syntax_errors_are_printable);
	tcase_add_test(tcase, enums_by_name_and_indentation_are_options);
	tcase_add_test(tcase, keys_that_cannot_be_printed_make_a_map_pairs);
	tcase_add_test(tcase, what_is_printed_is_read);
	tcase_add_test(tcase, absent_and_null_fields_are_absent);
	tcase_add_test(tcase, what_does_not_fit_is_refused_with_its_place);
	tcase_add_test(tcase, members_that_the_schema_does_not_have_can_be_ignored);
	tcase_add_test(tcase, depth_is_limited_both_ways);
	tcase_add_test(tcase, a_failing_allocation_gives_nothing);
	tcase_add_test(tcase, text_that_cannot_be_made_is_null);
	tcase_add_test(tcase, names_and_bytes_that_are_no_utf8_are_escaped);
	tcase_add_test(tcase, doubles_may_be_infinite_or_no_number);
	tcase_add_test(tcase, keys_of_objects_are_integers_enums_or_strings);
	tcase_add_test(tcase, a_value_without_a_name_is_refused_without_a_path);
	tcase_add_test(tcase, a_parser_without_memory_is_no_syntax_error);
	tcase_add_test(tcase, a_uuid_has_its_digits_and_dashes_where_they_belong);
	suite_add_tcase(suite, tcase);
	return suite;
}
