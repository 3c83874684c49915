/* SPDX-License-Identifier: MIT */
/* The walk over wire bytes: what it delivers, what it refuses and where. */
#include "main.h"

#include <ingot/ingot.h>

#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "typed.h"

/* Walks a struct that is given in hex; the reader keeps the outcome. Returns the number of events. */
static unsigned walk_hex(struct ingot_reader *reader, enum ingot_protocol protocol, const char *hex, uint32_t options)
{
	static uint8_t bytes[4096];
	struct ingot_walk walk;
	struct ingot_event event;
	unsigned count = 0;
	size_t size = 0;

	for (; *hex != '\0'; hex++) {
		char pair[3] = { 0 };

		if (*hex == ' ')
			continue;
		pair[0] = *hex++;
		pair[1] = *hex;
		bytes[size++] = (uint8_t)strtoul(pair, NULL, 16);
	}
	ingot_reader_init(reader, protocol, bytes, size);
	reader->options = options;
	ingot_walk_init(&walk, reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		count++;
	return count;
}

static const struct {
	const char *hex;
	enum ingot_protocol protocol;
	uint32_t options;
	enum ingot_status status;
	size_t offset;
	const char *text;
} verdicts[] = {
	{ "00", INGOT_COMPACT, 0, INGOT_OK, 1, "ok" },
	{ "f0", INGOT_COMPACT, 0, INGOT_OK, 1, "ok" },
	{ "1900 00", INGOT_COMPACT, 0, INGOT_OK, 3, "ok" },
	{ "1b00 00", INGOT_COMPACT, 0, INGOT_OK, 3, "ok" },
	{ "1932 01 02 00 00", INGOT_COMPACT, 0, INGOT_OK, 6, "ok" },
	{ "1911 03 00", INGOT_COMPACT, 0, INGOT_BAD_BOOL, 2, "1[0]: at byte 2: bad bool (expected bool)" },
	{ "1910 25 0e 00", INGOT_COMPACT, 0, INGOT_BAD_TYPE, 1, "1: at byte 1: bad type (expected element type)" },
	{ "16 80808080808080808080 01 00", INGOT_COMPACT, 0, INGOT_BAD_VARINT, 1, NULL },
	{ "16 ffffffffffffffffff7f 00", INGOT_COMPACT, 0, INGOT_BAD_VARINT, 1, NULL },
	{ "16 ffffffffffffffffff01 00", INGOT_COMPACT, 0, INGOT_OK, 12, NULL },
	{ "15 8e80808000 00", INGOT_COMPACT, 0, INGOT_OK, 7, NULL },
	{ "15 8e80808000 00", INGOT_COMPACT, INGOT_STRICT, INGOT_BAD_VARINT, 1, NULL },
	{ "15 ffffffff7f 00", INGOT_COMPACT, 0, INGOT_BAD_VARINT, 1, NULL },
	{ "14 808004 00", INGOT_COMPACT, 0, INGOT_BAD_VARINT, 1, NULL },
	{ "04 feff03 02 f1 00", INGOT_COMPACT, 0, INGOT_BAD_FIELD_ID, 5, NULL },
	{ "05 808004 00", INGOT_COMPACT, 0, INGOT_BAD_FIELD_ID, 0, NULL },
	{ "1e 00", INGOT_COMPACT, 0, INGOT_BAD_TYPE, 0, NULL },
	{ "28 ffffffff0f 00", INGOT_COMPACT, 0, INGOT_BAD_SIZE, 1, NULL },
	{ "19f5 8080808008", INGOT_COMPACT, 0, INGOT_BAD_SIZE, 2, NULL },
	{ "19fc ffffffff07", INGOT_COMPACT, 0, INGOT_TRUNCATED, 7, NULL },
	{ "1b ffffffff07 00", INGOT_COMPACT, 0, INGOT_BAD_TYPE, 6, NULL },
	{ "1d 0011223344556677 8899aabbccddeeff 00", INGOT_COMPACT, 0, INGOT_OK, 18, NULL },
	{ "1d 3f800000 00", INGOT_COMPACT, INGOT_FACEBOOK, INGOT_OK, 6, NULL },
	{ "13 0001 3f800000 00", INGOT_BINARY, 0, INGOT_BAD_TYPE, 0, NULL },
	{ "13 0001 3f800000 00", INGOT_BINARY, INGOT_FACEBOOK, INGOT_OK, 8, NULL },
	{ "0f 0001 08 80000000 00", INGOT_BINARY, 0, INGOT_BAD_SIZE, 4, NULL },
	{ "0f 0001 00 00000000 00", INGOT_BINARY, 0, INGOT_OK, 9, NULL },
	{ "0d 0001 0000 00000000 00", INGOT_BINARY, 0, INGOT_OK, 10, NULL },
	{ "02 0001 02 00", INGOT_BINARY, 0, INGOT_OK, 5, NULL },
	{ "02 0001 02 00", INGOT_BINARY, INGOT_STRICT, INGOT_BAD_BOOL, 3, NULL },
	{ "15 80808080808000 00", INGOT_COMPACT, 0, INGOT_BAD_VARINT, 1, NULL },
	{ "05 0001", INGOT_BINARY, 0, INGOT_BAD_TYPE, 0, NULL },
	{ "0a 0001 00", INGOT_BINARY, 0, INGOT_TRUNCATED, 3, "1: at byte 3: truncated (expected i64)" },
	{ "191d 3f800000 00", INGOT_COMPACT, INGOT_FACEBOOK, INGOT_OK, 7, NULL },
	{ "191d 3f8000", INGOT_COMPACT, INGOT_FACEBOOK, INGOT_TRUNCATED, 2, "1: at byte 2: truncated (expected float)" },
	{ "1d 3f8000", INGOT_COMPACT, INGOT_FACEBOOK, INGOT_TRUNCATED, 1, "1: at byte 1: truncated (expected float)" },
	{ "17 3ff0000000000000 00", INGOT_COMPACT, INGOT_FACEBOOK, INGOT_OK, 10, NULL },
	{ "0f 0001 0a 20000001", INGOT_BINARY, 0, INGOT_TRUNCATED, 8, NULL },
};

START_TEST(walk_judges_each_rule_and_says_where)
{
	struct ingot_reader reader;

	walk_hex(&reader, verdicts[_i].protocol, verdicts[_i].hex, verdicts[_i].options);
	ck_assert_msg(reader.status == verdicts[_i].status, "%s: %s", verdicts[_i].hex, ingot_reader_error(&reader));
	ck_assert_uint_eq(reader.status == INGOT_OK ? reader.offset : reader.error_offset, verdicts[_i].offset);
	if (verdicts[_i].text != NULL)
		ck_assert_str_eq(ingot_reader_error(&reader), verdicts[_i].text);
}
END_TEST

START_TEST(walk_delivers_fields_elements_and_entries)
{
	/* 1: i32 7, 2: list<bool> [true, false], 3: map<i8, binary> { 5: "x" }, 4: true */
	static const uint8_t bytes[] = { 0x15, 0x0e, 0x19, 0x21, 1, 2, 0x1b, 1, 0x38, 5, 1, 'x', 0x11, 0 };
	static const struct ingot_event want[] = {
		{ .kind = INGOT_EVENT_BEGIN, .type = INGOT_WIRE_STRUCT, .role = INGOT_ROLE_ROOT, .header = 0, .end = 0 },
		{ .kind = INGOT_EVENT_VALUE, .type = INGOT_WIRE_I32, .role = INGOT_ROLE_FIELD, .id = 1, .header = 0, .end = 2 },
		{ .kind = INGOT_EVENT_BEGIN, .type = INGOT_WIRE_LIST, .role = INGOT_ROLE_FIELD, .id = 2, .header = 2, .end = 4 },
		{ .kind = INGOT_EVENT_VALUE, .type = INGOT_WIRE_BOOL, .role = INGOT_ROLE_ELEMENT, .header = 4, .end = 5 },
		{ .kind = INGOT_EVENT_VALUE, .type = INGOT_WIRE_BOOL, .role = INGOT_ROLE_ELEMENT, .header = 5, .end = 6 },
		{ .kind = INGOT_EVENT_END, .type = INGOT_WIRE_LIST, .role = INGOT_ROLE_FIELD, .id = 2, .header = 2, .end = 6 },
		{ .kind = INGOT_EVENT_BEGIN, .type = INGOT_WIRE_MAP, .role = INGOT_ROLE_FIELD, .id = 3, .header = 6, .end = 9 },
		{ .kind = INGOT_EVENT_VALUE, .type = INGOT_WIRE_I8, .role = INGOT_ROLE_KEY, .header = 9, .end = 10 },
		{ .kind = INGOT_EVENT_VALUE, .type = INGOT_WIRE_BINARY, .role = INGOT_ROLE_VALUE, .header = 10, .end = 12 },
		{ .kind = INGOT_EVENT_END, .type = INGOT_WIRE_MAP, .role = INGOT_ROLE_FIELD, .id = 3, .header = 6, .end = 12 },
		{ .kind = INGOT_EVENT_VALUE, .type = INGOT_WIRE_BOOL, .role = INGOT_ROLE_FIELD, .id = 4, .header = 12, .end = 13 },
		{ .kind = INGOT_EVENT_END, .type = INGOT_WIRE_STRUCT, .role = INGOT_ROLE_ROOT, .header = 0, .end = 14 },
	};
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;
	size_t i;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	for (i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		ck_assert(ingot_walk_next(&walk, &event));
		ck_assert_uint_eq(event.kind, want[i].kind);
		ck_assert_uint_eq(event.type, want[i].type);
		ck_assert_uint_eq(event.role, want[i].role);
		ck_assert_uint_eq(event.header, want[i].header);
		ck_assert_uint_eq(event.end, want[i].end);
		if (event.role == INGOT_ROLE_FIELD)
			ck_assert_int_eq(event.id, want[i].id);
	}
	ck_assert(!ingot_walk_next(&walk, &event));
	ck_assert_uint_eq(reader.offset, sizeof(bytes));
}
END_TEST

START_TEST(walk_skip_goes_behind_the_end_and_checks_what_it_skips)
{
	static const uint8_t bytes[] = { 0x1c, 0x1c, 0x15, 0x02, 0x00, 0x00, 0x15, 0x04, 0x00 };
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	ck_assert(ingot_walk_next(&walk, &event) && ingot_walk_next(&walk, &event));
	ck_assert(ingot_walk_skip(&walk));
	ck_assert(ingot_walk_next(&walk, &event));
	ck_assert_int_eq(event.id, 2);
	ck_assert_int_eq(event.integer, 2);
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, 4);
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	ck_assert(ingot_walk_next(&walk, &event) && ingot_walk_next(&walk, &event));
	ck_assert(!ingot_walk_skip(&walk));
	ck_assert_str_eq(ingot_reader_error(&reader), "1.1: at byte 4: truncated (expected field header)");
}
END_TEST

START_TEST(walk_stops_at_the_depth_limit_for_each_kind_of_nesting)
{
	static const uint8_t openers[] = { 0x1c, 0x19, 0x1a };
	uint8_t bytes[300];
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;
	unsigned levels = 0;

	memset(bytes, openers[_i], sizeof(bytes));
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		levels++;
	ck_assert_uint_eq(levels, INGOT_MAX_DEPTH);
	ck_assert_int_eq(reader.status, INGOT_DEPTH);
}
END_TEST

START_TEST(walk_has_a_limit_of_its_own_above_the_readers)
{
	uint8_t bytes[300];
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;
	unsigned levels = 0;

	memset(bytes, 0x1c, sizeof(bytes));
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	reader.max_depth = 1000;
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		levels++;
	ck_assert_uint_eq(levels, INGOT_MAX_DEPTH + 1);
	ck_assert_int_eq(reader.status, INGOT_DEPTH);
}
END_TEST

START_TEST(walk_skip_of_the_whole_ends_behind_it)
{
	static const uint8_t bytes[2][8] = { { 8, 0, 1, 0, 0, 0, 1, 0 }, { 0x15, 0x02, 0x1c, 0x15, 0x04, 0x00, 0x00, 0x00 } };
	static const size_t sizes[2] = { 8, 7 };

	for (int i = 0; i < 2; i++) {
		struct ingot_reader reader;
		struct ingot_walk walk;
		struct ingot_event event;

		ingot_reader_init(&reader, (enum ingot_protocol)i, bytes[i], 8);
		ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
		ck_assert(!ingot_walk_skip(&walk)); /* nothing was begun */
		ck_assert(ingot_walk_next(&walk, &event));
		ck_assert(ingot_walk_skip(&walk));
		ck_assert_uint_eq(reader.offset, sizes[i]);
		ck_assert(!ingot_walk_next(&walk, &event));
		ck_assert(!ingot_walk_skip(&walk));
	}
}
END_TEST

/* list<bool> with a 3, in field 1 of a struct in field 1. */
START_TEST(walk_skip_minds_values_only_when_strict)
{
	static const uint8_t bytes[] = { 0x1c, 0x19, 0x11, 0x03, 0x00, 0x00 };

	for (uint32_t options = 0; options <= INGOT_STRICT; options += INGOT_STRICT) {
		struct ingot_reader reader;
		struct ingot_walk walk;
		struct ingot_event event;

		ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
		reader.options = options;
		ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
		ck_assert(ingot_walk_next(&walk, &event) && ingot_walk_next(&walk, &event));
		ck_assert(ingot_walk_skip(&walk) == (options == 0));
		ck_assert_int_eq(reader.status, options == 0 ? INGOT_OK : INGOT_BAD_BOOL);
		if (options != 0) {
			ck_assert_uint_eq(reader.error_offset, 3);
			/* A failure is the end. */
			ck_assert(!ingot_walk_next(&walk, &event) && !ingot_walk_skip(&walk));
		}
	}
}
END_TEST

START_TEST(the_first_failure_is_kept)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, NULL, 0);
	ck_assert(!ingot_check(&reader, NULL)); /* no bytes at all */
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	ingot_reader_fail(&reader, INGOT_BAD_SIZE, 5, 0, "size");
	ck_assert_str_eq(ingot_reader_error(&reader), "at byte 0: truncated (expected field header)");
	ck_assert_ptr_null(ingot_wire_type_name((enum ingot_wire_type)99));
}
END_TEST

/* Whatever the bytes, the walk ends, inside of them; the copy has no byte to spare, so that sanitizers see a step too far. */
START_TEST(walk_stays_inside_of_random_bytes)
{
	uint32_t seed = 12345;
	unsigned round;

	for (round = 0; round < check_times(20000); round++) {
		size_t size = round % 61, i;
		uint8_t *bytes = malloc(size == 0 ? 1 : size);
		struct ingot_reader reader;
		struct ingot_walk walk;
		struct ingot_event event;

		for (i = 0; i < size; i++) {
			seed = seed * 1664525 + 1013904223;
			bytes[i] = (uint8_t)(seed >> 24 & (seed & 0x40000 ? 0x1f : 0xff));
		}
		ingot_reader_init(&reader, round % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT, bytes, size);
		ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
		while (ingot_walk_next(&walk, &event))
			ck_assert(event.header <= event.offset && event.offset <= event.body && event.body <= event.end &&
				event.end <= size);
		ck_assert(reader.status == INGOT_OK ? reader.offset <= size : reader.error_offset <= size);
		ck_assert(reader.status != INGOT_TRUNCATED || reader.missing > 0);
		free(bytes);
	}
}
END_TEST

static const struct ingot_field item_fields[] = {
	{ .name = "name", .type = &ingot_string_type, .id = 1, .requiredness = INGOT_REQUIRED },
	{ .name = "count", .type = &ingot_i32_type, .id = 2 },
};
static const struct ingot_type item_type = {
	.kind = INGOT_KIND_STRUCT, .name = "t.Item", .fields = item_fields, .field_count = 2,
};
static const struct ingot_type items_type = { .kind = INGOT_KIND_LIST, .element = &item_type };
static const struct ingot_field pick_fields[] = {
	{ .name = "a", .type = &ingot_i32_type, .id = 1, .requiredness = INGOT_OPTIONAL },
	{ .name = "b", .type = &ingot_string_type, .id = 2, .requiredness = INGOT_OPTIONAL },
};
static const struct ingot_type pick_type = {
	.kind = INGOT_KIND_UNION, .name = "t.Pick", .fields = pick_fields, .field_count = 2,
};
static const struct ingot_field bag_fields[] = {
	{ .name = "items", .type = &items_type, .id = 1 },
	{ .name = "pick", .type = &pick_type, .id = 2 },
};
static const struct ingot_type bag_type = {
	.kind = INGOT_KIND_STRUCT, .name = "t.Bag", .fields = bag_fields, .field_count = 2,
};

static const struct {
	const char *hex;
	uint32_t options;
	const char *text;
} failures[] = {
	{ "192c 180161 00 1504 00 00", 0, "t.Bag.items[1].name: at byte 8: required field missing" },
	{ "191c 1801", 0, "t.Bag.items[0].name: at byte 4: truncated (expected binary)" },
	{ "2c 1502 180161 00 00", 0, "t.Bag.pick.b: at byte 3: union with more than one member (expected one member)" },
	{ "191c 1502 00 00", INGOT_STRICT, "t.Bag.items[0].name: at byte 2: type mismatch (expected binary)" },
	{ "1915 00 00", INGOT_STRICT, "t.Bag.items: at byte 0: type mismatch (expected struct)" },
	{ "191c 1801ff 00 00", INGOT_STRICT, "t.Bag.items[0].name: at byte 4: not UTF-8 (expected UTF-8)" },
	{ "79fc 01", 0, "t.Bag.7: at byte 3: truncated (expected struct)" },
};

START_TEST(diagnose_names_the_field_and_the_byte)
{
	struct ingot_reader reader;

	walk_hex(&reader, INGOT_COMPACT, failures[_i].hex, failures[_i].options);
	reader.offset = 0;
	ingot_diagnose(&reader, &bag_type, INGOT_OK, 0);
	ck_assert_str_eq(ingot_reader_error(&reader), failures[_i].text);
}
END_TEST

START_TEST(diagnose_keeps_a_status_that_it_is_given_and_finds_the_place)
{
	struct ingot_reader reader;

	walk_hex(&reader, INGOT_COMPACT, "192c 180161 00 180162 00 00", 0);
	reader.offset = 0;
	ingot_diagnose(&reader, &bag_type, INGOT_BUDGET, 7);
	ck_assert_str_eq(ingot_reader_error(&reader), "t.Bag.items[1].name: at byte 7: over the memory budget");
	ck_assert_uint_eq(reader.offset, 0);
}
END_TEST

/* A place at a header is that field's, not the one's before it; one at the message's first byte is the whole's. */
START_TEST(diagnose_finds_a_place_that_is_the_first_byte_of_something)
{
	struct ingot_reader reader;

	walk_hex(&reader, INGOT_COMPACT, "192c 180161 00 180162 00 00", 0);
	reader.offset = 0;
	ingot_diagnose(&reader, &bag_type, INGOT_BUDGET, 0);
	ck_assert_str_eq(ingot_reader_error(&reader), "t.Bag: at byte 0: over the memory budget");
	ingot_diagnose(&reader, &bag_type, INGOT_BUDGET, 6);
	ck_assert_str_eq(ingot_reader_error(&reader), "t.Bag.items[1]: at byte 6: over the memory budget");
	ingot_diagnose(&reader, &bag_type, INGOT_BUDGET, 5);
	ck_assert_str_eq(ingot_reader_error(&reader), "t.Bag.items[0]: at byte 5: over the memory budget");
}
END_TEST

/* A list that is too deep, and of no type: the type is looked at first. */
START_TEST(diagnose_looks_at_a_type_before_the_depth)
{
	struct ingot_reader reader;

	walk_hex(&reader, INGOT_COMPACT, "191f 00", 0);
	ck_assert_int_eq(reader.status, INGOT_BAD_TYPE);
	reader.offset = 0;
	ingot_diagnose(&reader, &bag_type, INGOT_DEPTH, 1);
	ck_assert_int_eq(reader.status, INGOT_BAD_TYPE);
}
END_TEST

START_TEST(walk_says_where_in_a_map_it_failed_and_how_much_is_missing)
{
	static const uint8_t cut[] = { 0x1b, 2, 0x55, 2, 4, 6, 0x80 }, few[] = { 0x1b, 100, 0x55, 0 };
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;

	ingot_reader_init(&reader, INGOT_COMPACT, cut, sizeof(cut));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		;
	ck_assert_uint_eq(reader.step_count, 2);
	ck_assert_int_eq(reader.steps[1].kind, INGOT_STEP_VALUE);
	ck_assert_uint_eq(reader.steps[1].index, 1);
	ingot_reader_init(&reader, INGOT_COMPACT, few, sizeof(few));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		;
	ck_assert_uint_eq(reader.missing, 199);
}
END_TEST

START_TEST(walk_takes_no_type_of_an_empty_list_for_one_and_names_no_other)
{
	static const uint8_t empty[] = { 0x19, 0x0f, 0x00 };
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;

	ingot_reader_init(&reader, INGOT_COMPACT, empty, sizeof(empty));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	ck_assert(ingot_walk_next(&walk, &event) && ingot_walk_next(&walk, &event));
	ck_assert_int_eq(event.type, INGOT_WIRE_LIST);
	ck_assert_int_eq(event.element, INGOT_WIRE_STOP);
	ck_assert_ptr_null(ingot_wire_type_name((enum ingot_wire_type)(INGOT_WIRE_FLOAT + 1)));
}
END_TEST

/* One byte, which is the last one: no varint that could be shorter. */
START_TEST(walk_takes_a_zero_for_what_it_is_when_strict)
{
	static const uint8_t zero[1];
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;

	ingot_reader_init(&reader, INGOT_COMPACT, zero, 1);
	reader.options = INGOT_STRICT;
	ingot_walk_init(&walk, &reader, INGOT_WIRE_I32);
	ck_assert(ingot_walk_next(&walk, &event));
	ck_assert_int_eq(event.integer, 0);
}
END_TEST

/* The ids at both ends, one by a delta and one in full. */
START_TEST(walk_takes_the_first_and_the_last_id)
{
	static const uint8_t bytes[] = { 0x05, 0xff, 0xff, 0x03, 2, 0x05, 0xfc, 0xff, 0x03, 2, 0x15, 2, 0 };
	static const int32_t ids[] = { INT16_MIN, INT16_MAX - 1, INT16_MAX };
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	ck_assert(ingot_walk_next(&walk, &event));
	for (int i = 0; i < 3; i++) {
		ck_assert_msg(ingot_walk_next(&walk, &event), "%s", ingot_reader_error(&reader));
		ck_assert_int_eq(event.id, ids[i]);
	}
}
END_TEST

/* A map of a byte to an empty list. */
START_TEST(walk_says_of_an_end_what_ends)
{
	static const uint8_t bytes[] = { 0x1b, 2, 0x39, 7, 0x05, 8, 0x05, 0 };
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;
	uint32_t ends = 0;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event)) {
		if (event.kind != INGOT_EVENT_END || event.type != INGOT_WIRE_LIST)
			continue;
		ck_assert_int_eq(event.role, INGOT_ROLE_VALUE);
		ck_assert_uint_eq(event.index, ends++);
	}
	ck_assert_uint_eq(ends, 2);
}
END_TEST

/* Text with a zero and a letter of two bytes; other bytes are no text. */
START_TEST(strict_looks_at_the_text_of_strings_and_of_nothing_else)
{
	static const uint8_t text[] = { 0x18, 4, 'a', 0, 0xc3, 0xa9, 0 }, bytes[] = { 0x18, 1, 0xff, 0 };
	struct ingot_field field = { .name = "field", .id = 1, .type = &ingot_string_type };
	struct ingot_type type = { .kind = INGOT_KIND_STRUCT, .name = "t.One", .fields = &field, .field_count = 1 };
	struct ingot_reader reader;

	for (int i = 0; i < 3; i++) {
		ingot_reader_init(&reader, INGOT_COMPACT, i == 0 ? text : bytes, i == 0 ? sizeof(text) : sizeof(bytes));
		reader.options = INGOT_STRICT;
		field.type = i == 2 ? &ingot_binary_type : &ingot_string_type;
		ck_assert(ingot_check(&reader, &type) == (i != 1));
		ck_assert_int_eq(reader.status, i == 1 ? INGOT_BAD_UTF8 : INGOT_OK);
	}
}
END_TEST

START_TEST(typed_walk_names_the_field_that_ends)
{
	static const uint8_t bytes[] = { 0x19, 0x1c, 0x18, 0x01, 'a', 0x00, 0x00 };
	struct ingot_reader reader;
	struct typed_walk typed;
	struct ingot_event event;
	unsigned ends = 0;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	typed_init(&typed, &reader, &bag_type);
	while (typed_next(&typed, &event)) {
		if (event.kind != INGOT_EVENT_END)
			continue;
		ends++;
		ck_assert((typed.field != NULL) == (event.type == INGOT_WIRE_LIST));
		if (typed.field != NULL)
			ck_assert_str_eq(typed.field->name, "items");
	}
	ck_assert_uint_eq(ends, 3);
}
END_TEST

/* More required fields than are followed by bits. */
START_TEST(diagnose_finds_a_missing_field_in_a_very_wide_struct)
{
	enum { WIDTH = 700 };
	static struct ingot_field fields[WIDTH];
	static uint8_t bytes[WIDTH * 2 + 11];
	struct ingot_type type = { .kind = INGOT_KIND_STRUCT, .name = "t.Wide", .fields = fields, .field_count = WIDTH };
	struct ingot_reader reader;
	unsigned i;

	for (i = 0; i < WIDTH; i++) {
		fields[i].name = "wide";
		fields[i].type = &ingot_i8_type;
		fields[i].id = (int16_t)(i + 1);
		fields[i].requiredness = INGOT_REQUIRED;
		bytes[2 * i] = 0x13;
	}
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_diagnose(&reader, &type, INGOT_OK, 0);
	ck_assert_int_eq(reader.status, INGOT_MISMATCH); /* nothing to find: a decoder's fault */
	bytes[2 * 600] = 0x15;
	/* Unknown ones behind those: an i8, an empty list, a struct with a field of an id that would do. */
	memcpy(bytes + 2 * WIDTH, "\x13\x00\x19\x03\x1c\x03\xb2\x09\x00\x00\x00", 11);
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ingot_diagnose(&reader, &type, INGOT_OK, 0);
	ck_assert_int_eq(reader.status, INGOT_MISSING);
	ck_assert_int_eq(reader.steps[0].id, 601);
}
END_TEST

/* Each BEGIN is skipped that has this depth; counts the events until the end. */
static int skip_at(struct typed_walk *typed, uint32_t depth)
{
	struct ingot_event event;
	int count = 0;

	while (typed_next(typed, &event)) {
		count++;
		if (event.kind == INGOT_EVENT_BEGIN && event.depth == depth && !typed_skip(typed))
			return -1;
	}
	return count;
}

START_TEST(typed_skip_checks_what_it_skips)
{
	/* items: [{name: "a"}], an unknown list of two, an unknown i32 */
	static const uint8_t right[] = { 0x19, 0x1c, 0x18, 0x01, 0x61, 0x00, 0x69, 0x25, 0x02, 0x04, 0x15, 0x02, 0x00 };
	static const uint8_t nameless[] = { 0x19, 0x1c, 0x25, 0x02, 0x00, 0x00 };
	struct ingot_reader reader;
	struct typed_walk typed;

	ingot_reader_init(&reader, INGOT_COMPACT, right, sizeof(right));
	typed_init(&typed, &reader, &bag_type);
	ck_assert_int_eq(skip_at(&typed, 1), 5); /* the struct, two lists, the i32, the end */
	ck_assert_uint_eq(reader.offset, sizeof(right));
	ingot_reader_init(&reader, INGOT_COMPACT, nameless, sizeof(nameless));
	typed_init(&typed, &reader, &bag_type);
	ck_assert_int_eq(skip_at(&typed, 1), -1);
	ck_assert_str_eq(ingot_reader_error(&reader), "t.Bag.items[0].name: at byte 4: required field missing");
}
END_TEST

/* A bool of 3 in an unknown list: a decoder does not look at it; who walks without a schema, or says so, does. */
START_TEST(values_of_unknown_fields_are_looked_at_by_those_who_want_to)
{
	static const uint8_t bytes[] = { 0x79, 0x11, 0x03, 0x00 };
	struct ingot_reader reader;
	struct typed_walk typed;

	for (int i = 0; i < 3; i++) {
		ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
		typed_init(&typed, &reader, i == 1 ? NULL : &bag_type);
		typed.refuses_flaws = i == 2;
		skip_at(&typed, 99);
		ck_assert_int_eq(reader.status, i == 0 ? INGOT_OK : INGOT_BAD_BOOL);
	}
}
END_TEST

START_TEST(a_path_begins_with_a_name_when_there_is_one)
{
	static const struct ingot_field field = { .name = "del\x7f", .type = &ingot_i32_type };
	struct ingot_step steps[2] = { { .field = &field, .kind = INGOT_STEP_FIELD }, { .index = 3, .kind = 99 } };
	char text[32], tiny[1];

	ingot_path_text(text, sizeof(text), &items_type, steps, 2);
	ck_assert_str_eq(text, "del\\x7f");
	ck_assert_uint_eq(ingot_path_text(tiny, sizeof(tiny), &bag_type, steps, 2), 0);
	ck_assert_str_eq(tiny, "");
}
END_TEST

START_TEST(reader_error_escapes_names_and_keeps_the_reason_when_the_path_is_long)
{
	static struct ingot_field field = { .name = "a\n\x1b[31m", .type = &ingot_i32_type };
	struct ingot_reader reader;
	unsigned i;

	ingot_reader_init(&reader, INGOT_BINARY, NULL, 0);
	reader.status = INGOT_TRUNCATED;
	reader.steps[0] = (struct ingot_step){ .field = &field, .kind = INGOT_STEP_FIELD };
	reader.step_count = 1;
	ck_assert_str_eq(ingot_reader_error(&reader), "a\\x0a\\x1b[31m: at byte 0: truncated");
	for (i = 0; i < INGOT_MAX_DEPTH + 2; i++)
		reader.steps[i] = reader.steps[0];
	field.name = "a_name_of_some_forty_bytes_to_fill_the_line";
	reader.step_count = i;
	ck_assert_ptr_nonnull(strstr(ingot_reader_error(&reader), ": at byte 0: truncated"));
	ck_assert_uint_lt(strlen(reader.text), sizeof(reader.text));
}
END_TEST

START_TEST(a_walk_that_fails_leaves_the_offset)
{
	/* Whole as varints, and out of the range of i16: what is wrong is seen behind the value. */
	static const uint8_t root[] = { 0x01, 0xff, 0xff, 0xff, 0xff, 0x0f }, field[] = { 0x01, 0x14, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00 };
	struct ingot_reader reader;
	struct ingot_event event;
	struct ingot_walk walk;
	int side;

	for (side = 0; side < 2; side++) {
		ingot_reader_init(&reader, INGOT_COMPACT, side == 0 ? root : field, side == 0 ? sizeof(root) : sizeof(field));
		reader.offset = 1;
		ingot_walk_init(&walk, &reader, side == 0 ? INGOT_WIRE_I16 : INGOT_WIRE_STRUCT);
		while (ingot_walk_next(&walk, &event))
			continue;
		ck_assert_int_eq(reader.status, INGOT_BAD_VARINT);
		ck_assert_uint_eq(reader.offset, 1);
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("walk");
	TCase *tests = tcase_create("walk");

	tcase_add_loop_test(tests, walk_judges_each_rule_and_says_where, 0, sizeof(verdicts) / sizeof(verdicts[0]));
	tcase_add_test(tests, walk_delivers_fields_elements_and_entries);
	tcase_add_test(tests, walk_skip_goes_behind_the_end_and_checks_what_it_skips);
	tcase_add_loop_test(tests, walk_stops_at_the_depth_limit_for_each_kind_of_nesting, 0, 3);
	tcase_add_test(tests, walk_stays_inside_of_random_bytes);
	tcase_add_loop_test(tests, diagnose_names_the_field_and_the_byte, 0, sizeof(failures) / sizeof(failures[0]));
	tcase_add_test(tests, diagnose_keeps_a_status_that_it_is_given_and_finds_the_place);
	tcase_add_test(tests, walk_takes_the_first_and_the_last_id);
	tcase_add_test(tests, walk_says_of_an_end_what_ends);
	tcase_add_test(tests, typed_walk_names_the_field_that_ends);
	tcase_add_test(tests, strict_looks_at_the_text_of_strings_and_of_nothing_else);
	tcase_add_test(tests, diagnose_finds_a_place_that_is_the_first_byte_of_something);
	tcase_add_test(tests, diagnose_looks_at_a_type_before_the_depth);
	tcase_add_test(tests, walk_says_where_in_a_map_it_failed_and_how_much_is_missing);
	tcase_add_test(tests, walk_takes_no_type_of_an_empty_list_for_one_and_names_no_other);
	tcase_add_test(tests, walk_takes_a_zero_for_what_it_is_when_strict);
	tcase_add_test(tests, diagnose_finds_a_missing_field_in_a_very_wide_struct);
	tcase_add_test(tests, reader_error_escapes_names_and_keeps_the_reason_when_the_path_is_long);
	tcase_add_test(tests, walk_has_a_limit_of_its_own_above_the_readers);
	tcase_add_test(tests, walk_skip_of_the_whole_ends_behind_it);
	tcase_add_test(tests, walk_skip_minds_values_only_when_strict);
	tcase_add_test(tests, the_first_failure_is_kept);
	tcase_add_test(tests, typed_skip_checks_what_it_skips);
	tcase_add_test(tests, values_of_unknown_fields_are_looked_at_by_those_who_want_to);
	tcase_add_test(tests, a_path_begins_with_a_name_when_there_is_one);
	tcase_add_test(tests, a_walk_that_fails_leaves_the_offset);
	suite_add_tcase(suite, tests);
	return suite;
}
