/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "failing.h"
#include "handmade.h"
#include "internal.h"
#include "json_text.h"
#include "main.h"
#include "visit.h"

static TALLOC_CTX *ctx;
static struct demo_Event event;

static void keep_pointer(struct visitor *visitor, void *place)
{
	(void)visitor, (void)place;
}

static void keep_bytes(struct visitor *visitor, const void **place, uint32_t size)
{
	(void)visitor, (void)place, (void)size;
}

/* Goes over a list of one value of that type. */
static void visit_kind(const struct ingot_type *type, void *value)
{
	struct ingot_type list_type = {
		.kind = INGOT_KIND_LIST, .align = 8, .size = sizeof(struct ingot_list), .entry_size = type->size, .element = type,
	};
	struct ingot_field field = { "list", &list_type, 1, INGOT_REQUIRED, 0, 0 };
	struct ingot_type owner = { .kind = INGOT_KIND_STRUCT, .size = sizeof(struct ingot_list), .fields = &field, .field_count = 1 };
	struct visitor visitor = { keep_pointer, keep_bytes };
	struct ingot_list list = { value, 1 };

	visit_struct(&visitor, &owner, &list);
}

/* An event with every field, whose parts hang under ctx. */
static void begin(void)
{
	struct demo_Shape *shape;
	struct demo_Event_places_entry *place;
	struct demo_Event *cause;

	ctx = talloc_new(NULL);
	memset(&event, 0, sizeof(event));
	event.name = ingot_text_copy(ctx, "start");
	event.attempt = ingot_some_i32(ctx, 5);
	for (int64_t i = 0; i < 9; i++)
		*INGOT_APPEND(ctx, &event.ids) = i * i;
	*INGOT_APPEND(ctx, &event.tags) = (struct demo_Event_tags_entry){ INGOT_TEXT("b"), 1 };
	*INGOT_APPEND(ctx, &event.tags) = (struct demo_Event_tags_entry){ INGOT_TEXT("a"), 2 };
	*INGOT_APPEND(ctx, &event.labels) = INGOT_TEXT("x");
	*INGOT_APPEND(ctx, &event.labels) = INGOT_TEXT("");
	*INGOT_APPEND(ctx, &event.labels) = INGOT_TEXT("w");
	event.seen = ingot_some_bool(ctx, true);
	shape = INGOT_APPEND(ctx, &event.shapes);
	shape->tag = 3;
	shape->name = INGOT_TEXT("square");
	cause = talloc_zero(ctx, struct demo_Event);
	cause->name = INGOT_TEXT("cause");
	event.cause = cause;
	event.color = ingot_some_i32(ctx, 5);
	event.blob = ingot_bytes_copy(ctx, "\xff\0", 2);
	place = INGOT_APPEND(ctx, &event.places);
	place->key.x = 1.5;
}

static void end(void)
{
	talloc_free(ctx);
}

static int compare(const struct demo_Event *a, const struct demo_Event *b)
{
	int order = ingot_compare(&demo_Event_type, a, b);

	ck_assert_int_eq(ingot_compare(&demo_Event_type, b, a) > 0, order < 0);
	ck_assert(ingot_equal(&demo_Event_type, a, b) == (order == 0));
	if (order == 0)
		ck_assert_uint_eq(ingot_hash(&demo_Event_type, a, 7), ingot_hash(&demo_Event_type, b, 7));
	else
		ck_assert_uint_ne(ingot_hash(&demo_Event_type, a, 7), ingot_hash(&demo_Event_type, b, 7));
	return order;
}

START_TEST(any_changed_field_makes_a_difference)
{
	struct demo_Event other = event;

	ck_assert_int_eq(compare(&event, &other), 0);
	other.name = INGOT_TEXT("stars");
	ck_assert_int_gt(compare(&event, &other), 0);
	other = event;
	other.attempt = NULL;
	ck_assert_int_gt(compare(&event, &other), 0);
	other.attempt = INGOT_SOME(int32_t, -1);
	ck_assert_int_gt(compare(&event, &other), 0);
	other = event;
	other.ids.count--;
	ck_assert_int_gt(compare(&event, &other), 0);
	other = event;
	other.flag = true;
	ck_assert_int_lt(compare(&event, &other), 0);
	other = event;
	other.blob = INGOT_TEXT("\xff\0\0");
	ck_assert_int_lt(compare(&event, &other), 0);
	other = event;
	other.cause = &other;
	other.cause = NULL;
	ck_assert_int_gt(compare(&event, &other), 0);
	other = event;
	other.shapes.items = talloc_memdup(ctx, event.shapes.items, sizeof(event.shapes.items[0]));
	other.shapes.items[0].tag = 2;
	other.shapes.items[0].radius = 0;
	ck_assert_int_gt(compare(&event, &other), 0);
}
END_TEST

START_TEST(absent_and_empty_differ)
{
	struct demo_Event absent = { .name = { "", 0 } };
	struct demo_Event empty = { .name = { "", 0 }, .ids = { event.ids.items, 0 } };

	ck_assert_int_lt(compare(&absent, &empty), 0);
	empty = absent;
	empty.blob = INGOT_TEXT("");
	ck_assert_int_lt(compare(&absent, &empty), 0);
}
END_TEST

static double double_of(uint64_t bits)
{
	double number;

	memcpy(&number, &bits, sizeof(number));
	return number;
}

START_TEST(doubles_are_in_a_total_order)
{
	double ascending[] = {
		double_of(UINT64_C(0xfff8000000000001)), double_of(UINT64_C(0xfff8000000000000)), -(double)INFINITY, -1.0, -5e-324, -0.0, 0.0,
		5e-324, 1.0, (double)INFINITY, double_of(UINT64_C(0x7ff8000000000000)), double_of(UINT64_C(0x7ff8000000000001)),
	};

	for (size_t i = 0; i < sizeof(ascending) / sizeof(ascending[0]); i++) {
		for (size_t j = 0; j < sizeof(ascending) / sizeof(ascending[0]); j++) {
			struct demo_Point a = { ascending[i], 0 };
			struct demo_Point b = { ascending[j], 0 };
			int order = ingot_compare(&demo_Point_type, &a, &b);

			ck_assert_int_eq((order > 0) - (order < 0), (i > j) - (i < j));
		}
	}
}
END_TEST

/* Sets of random strings, with and without memory for the order. */
START_TEST(sets_are_compared_without_their_order)
{
	struct ingot_string words[] = { { "a", 1 }, { "b", 1 }, { "bb", 2 }, { "", 0 } };
	struct ingot_string left[8], right[8];
	uint32_t random = 1;

	for (int round = 0; round < 3000; round++) {
		struct demo_Event a = { .labels = { left, 0 } };
		struct demo_Event b = { .labels = { right, 0 } };
		unsigned a_counts[4] = { 0 }, b_counts[4] = { 0 };
		int with_memory;

		random = random * 1664525 + 1013904223;
		a.labels.count = random >> 29;
		random = random * 1664525 + 1013904223;
		b.labels.count = round % 2 == 0 ? a.labels.count : random >> 29;
		for (uint32_t i = 0; i < 8; i++) {
			random = random * 1664525 + 1013904223;
			left[i] = words[random >> 30];
			if (i < a.labels.count)
				a_counts[random >> 30]++;
			random = random * 1664525 + 1013904223;
			right[i] = words[random >> 30];
			if (i < b.labels.count)
				b_counts[random >> 30]++;
		}
		ck_assert_int_eq(compare(&a, &b) == 0, memcmp(a_counts, b_counts, sizeof(a_counts)) == 0);
		with_memory = ingot_compare(&demo_Event_type, &a, &b);
		failing_at(round % 2, true);
		ck_assert_int_eq(ingot_compare(&demo_Event_type, &a, &b), with_memory);
		failing_never();
	}
}
END_TEST

START_TEST(a_copy_is_one_chunk_and_shares_nothing)
{
	TALLOC_CTX *own = talloc_new(NULL);
	struct demo_Event *copy = ingot_copy(own, &demo_Event_type, &event);
	char *before = ingot_json_text(own, &demo_Event_type, copy, NULL);

	ck_assert_ptr_nonnull(copy);
	ck_assert_uint_eq(talloc_total_blocks(copy), 1);
	ck_assert_int_eq(compare(&event, copy), 0);
	/* Scribble over the original, and free it. */
	memset(event.ids.items, 0xee, sizeof(event.ids.items[0]) * event.ids.count);
	talloc_free(ctx);
	ctx = talloc_new(NULL);
	ck_assert_str_eq(ingot_json_text(own, &demo_Event_type, copy, NULL), before);
	ck_assert_str_eq(copy->name.data, "start");
	talloc_free(own);
}
END_TEST

START_TEST(unknown_fields_are_copied_compared_and_merged)
{
	struct ingot_unknown second = { NULL, (const uint8_t *)"\x02", 1, 100, 3, 3, INGOT_COMPACT };
	struct ingot_unknown first = { &second, (const uint8_t *)"\x01", 1, 99, 3, 3, INGOT_COMPACT };
	struct demo_Event *copy, *merged;

	event.ingot_unknown = &first;
	copy = ingot_copy(ctx, &demo_Event_type, &event);
	ck_assert_int_eq(compare(&event, copy), 0);
	ck_assert_ptr_ne(copy->ingot_unknown, &first);
	ck_assert_int_eq(copy->ingot_unknown->next->id, 100);
	first.next = NULL;
	ck_assert_int_ne(compare(&event, copy), 0);
	merged = ingot_merge(ctx, &demo_Event_type, copy, &event);
	ck_assert_int_eq(merged->ingot_unknown->id, 99);
	ck_assert_int_eq(merged->ingot_unknown->next->id, 100);
	ck_assert_int_eq(merged->ingot_unknown->next->next->id, 99);
	ck_assert_ptr_null(merged->ingot_unknown->next->next->next);
}
END_TEST

START_TEST(unknown_fields_are_ordered_by_id_type_and_bytes)
{
	struct ingot_unknown field = { NULL, (const uint8_t *)"\x02", 1, 100, 3, 3, INGOT_COMPACT };
	struct ingot_unknown changed = field;
	struct demo_Event other = event;

	event.ingot_unknown = &field;
	other.ingot_unknown = &changed;
	ck_assert_int_eq(ingot_compare(&demo_Event_type, &event, &other), 0);
	changed.id = 101;
	ck_assert_int_lt(ingot_compare(&demo_Event_type, &event, &other), 0);
	changed = field;
	changed.code = 4;
	ck_assert_int_lt(ingot_compare(&demo_Event_type, &event, &other), 0);
	changed = field;
	changed.protocol = INGOT_BINARY;
	ck_assert_int_gt(ingot_compare(&demo_Event_type, &event, &other), 0);
	changed = field;
	changed.bytes = (const uint8_t *)"\x03";
	ck_assert_int_lt(ingot_compare(&demo_Event_type, &event, &other), 0);
}
END_TEST

START_TEST(merging_takes_unknown_fields_of_either_and_the_upper_union)
{
	struct ingot_unknown field = { NULL, (const uint8_t *)"\x02", 1, 100, 3, 3, INGOT_COMPACT };
	struct demo_Event over = { .name = { "over", 4 }, .ingot_unknown = &field };
	struct demo_Shape below = { .tag = 2, .radius = 1 }, above = { .tag = 3, .name = { "n", 1 } };
	const struct demo_Shape *merged;

	ck_assert_int_eq(((struct demo_Event *)ingot_merge(ctx, &demo_Event_type, &event, &over))->ingot_unknown->id, 100);
	ck_assert_int_eq(((struct demo_Event *)ingot_merge(ctx, &demo_Event_type, &over, &event))->ingot_unknown->id, 100);
	merged = ingot_merge(ctx, &demo_Shape_type, &below, &above);
	ck_assert_int_eq(merged->tag, 3);
	ck_assert_str_eq(merged->name.data, "n");
}
END_TEST

/* One that its table gives no place to keep unknown members. */
START_TEST(a_union_without_a_member_may_have_no_place_for_one)
{
	struct ingot_type plain = demo_Shape_type;
	struct demo_Shape shape = { .tag = 0 };

	plain.unknown_offset = 0;
	ck_assert_int_eq(ingot_compare(&plain, &shape, &shape), 0);
	ck_assert_uint_eq(ingot_wire_size(&plain, &shape, INGOT_COMPACT), 0);
}
END_TEST

START_TEST(merging_lays_one_value_over_another)
{
	struct demo_Event cause = { .name = { "other", 5 }, .attempt = INGOT_SOME(int32_t, 1) };
	struct demo_Event over = { .name = { "over", 4 }, .flag = true, .cause = &cause, .blob = { "", 0 } };
	struct demo_Event *merged = ingot_merge(ctx, &demo_Event_type, &event, &over);

	ck_assert_uint_eq(talloc_total_blocks(merged), 1);
	ck_assert_str_eq(merged->name.data, "over");
	ck_assert_int_eq(*merged->attempt, 5);
	ck_assert_uint_eq(merged->ids.count, 9);
	ck_assert_int_eq(merged->ids.items[8], 64);
	ck_assert(merged->flag);
	ck_assert_str_eq(merged->cause->name.data, "other");
	ck_assert_int_eq(*merged->cause->attempt, 1);
	ck_assert_uint_eq(merged->blob.size, 0);
	ck_assert_ptr_nonnull(merged->blob.data);
	/* With itself, nothing changes. */
	ck_assert_int_eq(compare(ingot_merge(ctx, &demo_Event_type, &event, &event), &event), 0);
}
END_TEST

START_TEST(failing_allocations_give_null)
{
	failing_at(0, true);
	ck_assert_ptr_null(ingot_copy(ctx, &demo_Event_type, &event));
	ck_assert_ptr_null(ingot_merge(ctx, &demo_Event_type, &event, &event));
	ck_assert_ptr_null(ingot_some_i32(ctx, 1));
	ck_assert_ptr_null(ingot_text_copy(ctx, "x").data);
	ck_assert(!INGOT_RESIZE(ctx, &event.ids, 3));
	failing_never();
	ck_assert_uint_eq(event.ids.count, 9);
}
END_TEST

START_TEST(a_path_leads_to_a_value)
{
	const struct ingot_type *type;
	const int64_t *id = ingot_get(&demo_Event_type, &event, "ids[3]", &type);

	ck_assert_ptr_eq(type, &ingot_i64_type);
	ck_assert_int_eq(*id, 9);
	ck_assert_ptr_eq(ingot_get(&demo_Event_type, &event, "attempt", NULL), event.attempt);
	ck_assert_ptr_eq(ingot_get(&demo_Event_type, &event, "cause.name", NULL), &event.cause->name);
	ck_assert_ptr_eq(ingot_get(&demo_Event_type, &event, "shapes[0].name", NULL), &event.shapes.items[0].name);
	ck_assert_int_eq(*(const int32_t *)ingot_get(&demo_Event_type, &event, "tags[\"a\"]", NULL), 2);
	ck_assert_ptr_eq(ingot_get(&demo_Event_type, &event, "", NULL), &event);
}
END_TEST

START_TEST(a_path_that_leads_nowhere_gives_null)
{
	static const char *const paths[] = {
		"nothing", "origin.x", "ids[9]", "ids[-1]", "ids[]", "ids[1", "ids[1].x", "ids[99999999999999999999]", "tags[\"c\"]",
		"tags[a]", "tags[\"a]", "tags[\"a\"].x", "name.x", "attempt[0]", "cause.cause.name", "cause..name", ".name", "name.",
		"ids[:]", "[0]", "shapes[0].radius", "shapes[0].", "ids[1]x", "places[1]", "cause[0]",
	};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		ck_assert_msg(ingot_get(&demo_Event_type, &event, paths[i], NULL) == NULL, "%s", paths[i]);
}
END_TEST

/* Whether a map with one entry of that key, size bytes, has something at the path. */
static bool finds(const struct ingot_type *key_type, const void *key, size_t size, const char *path)
{
	struct {
		char key[sizeof(struct ingot_string)];
		int32_t value;
	} entry = { .value = 7 };
	struct ingot_type map = {
		.kind = INGOT_KIND_MAP, .align = 8, .size = sizeof(struct ingot_list), .entry_size = sizeof(entry),
		.value_offset = sizeof(entry.key), .key = key_type, .element = &ingot_i32_type,
	};
	struct ingot_list list = { &entry, 1 };
	const int32_t *found;

	memcpy(entry.key, key, size);
	found = ingot_get(&map, &list, path, NULL);
	ck_assert(found == NULL || *found == 7);
	return found != NULL;
}

START_TEST(an_entry_is_found_by_an_integer_an_enum_or_a_string)
{
	const struct ingot_type *color = ingot_field_by_name(&demo_Event_type, "color", 5)->type;
	struct ingot_string text = INGOT_TEXT("key");
	int8_t number = -5;
	int32_t green = 5, other = 9;

	ck_assert(finds(&ingot_i8_type, &number, 1, "[-5]"));
	ck_assert(!finds(&ingot_i8_type, &number, 1, "[5]"));
	ck_assert(!finds(&ingot_i8_type, &number, 1, "[-5x]"));
	ck_assert(!finds(&ingot_i8_type, &number, 1, "[]"));
	ck_assert(finds(color, &green, 4, "[GREEN]"));
	ck_assert(finds(color, &green, 4, "[5]"));
	ck_assert(!finds(color, &green, 4, "[GREE]"));
	ck_assert(!finds(color, &green, 4, "[GREEM]"));
	ck_assert(finds(color, &other, 4, "[9]"));
	ck_assert(!finds(color, &other, 4, "[GREEN]"));
	ck_assert(finds(&ingot_string_type, &text, sizeof(text), "[\"key\"]"));
	ck_assert(!finds(&ingot_string_type, &text, sizeof(text), "[k]"));
	ck_assert(!finds(&ingot_string_type, &text, sizeof(text), "[xkeyx]"));
	ck_assert(!finds(&ingot_string_type, &text, sizeof(text), "[\"key\"\"x]"));
	ck_assert(!finds(&ingot_string_type, &text, sizeof(text), "[\"keys\"]"));
	ck_assert(!finds(&ingot_string_type, &text, sizeof(text), "[\"kex\"]"));
}
END_TEST

START_TEST(an_entry_is_not_found_by_any_other_key)
{
	static const char zeros[16];

	ck_assert(!finds(&ingot_bool_type, zeros, 1, "[0]"));
	ck_assert(!finds(&ingot_double_type, zeros, 8, "[0]"));
	ck_assert(!finds(&ingot_uuid_type, zeros, 16, "[0]"));
	ck_assert(!finds(&demo_Point_type, zeros, 16, "[0]"));
}
END_TEST

START_TEST(names_of_an_enum_have_numbers)
{
	const struct ingot_type *color = ingot_field_by_name(&demo_Event_type, "color", 5)->type;
	int32_t number = 77;

	ck_assert(!ingot_enum_number(color, "PINK", &number));
	ck_assert_int_eq(number, 77);
	ck_assert(ingot_enum_number(color, "GREEN", &number));
	ck_assert_int_eq(number, 5);
	ck_assert_str_eq(ingot_status_name((enum ingot_status)99), "unknown status");
}
END_TEST

/* A table of a later version, or one that was overwritten. */
START_TEST(a_kind_that_is_none_is_no_value)
{
	static const struct ingot_type none = { .kind = 200, .align = 4, .size = 4, .name = "none" };
	struct ingot_writer writer;
	int32_t a = 1, b = 2;
	char *text;

	ck_assert_int_eq(ingot_compare(&none, &a, &b), 0);
	ck_assert_uint_eq(ingot_hash(&none, &a, 3), ingot_hash(&none, &b, 3));
	text = ingot_json_text(ctx, &none, &a, NULL);
	ck_assert_str_eq(text, "");
	ingot_writer_init(&writer, INGOT_COMPACT, ctx);
	ck_assert(!ingot_write(&writer, &none, &a));
	ck_assert_str_eq(ingot_writer_error(&writer), "none: invalid value");
	ck_assert_int_eq(ingot_wire_of_kind((enum ingot_kind)200), INGOT_WIRE_STOP);
	visit_kind(&none, &a);
	ck_assert_int_eq(a, 1);
}
END_TEST

START_TEST(parts_of_values_are_made_within_their_limits)
{
	struct ingot_list full = { &event, INT32_MAX };
	struct ingot_list empty = { NULL, 0 };

	ck_assert_uint_eq(ingot_text("abc").size, 3);
	ck_assert_ptr_null(ingot_text(NULL).data);
	ck_assert_ptr_null(ingot_bytes_copy(ctx, "", (size_t)INT32_MAX + 1).data);
	ck_assert_str_eq(ingot_bytes_copy(ctx, NULL, 0).data, "");
	ck_assert(!ingot_list_resize(ctx, &empty, SIZE_MAX / 2, 3));
	ck_assert(INGOT_RESIZE(ctx, &event.ids, 2));
	ck_assert_uint_eq(event.ids.count, 2);
	ck_assert_int_eq(event.ids.items[1], 0);
	full.items = talloc_size(ctx, 8);
	ck_assert_ptr_null(ingot_list_append(ctx, &full, 8));
	ck_assert_uint_eq(full.count, INT32_MAX);
	failing_at(0, true);
	ck_assert_ptr_null(ingot_list_append(ctx, &empty, 8));
	failing_never();
	ck_assert_ptr_null(empty.items);
}
END_TEST

START_TEST(fields_that_are_present_can_be_gone_over)
{
	char names[200] = "";
	const struct ingot_field *field;
	const void *at;
	uint32_t index = 0;

	while ((field = ingot_next_field(&demo_Event_type, &event, &index, &at)) != NULL) {
		strcat(names, field->name);
		strcat(names, " ");
	}
	ck_assert_str_eq(names, "name attempt ids tags labels flag seen shapes cause color blob places ");
	index = 0;
	field = ingot_next_field(&demo_Shape_type, &event.shapes.items[0], &index, &at);
	ck_assert_str_eq(field->name, "name");
	ck_assert_ptr_null(ingot_next_field(&demo_Shape_type, &event.shapes.items[0], &index, &at));
}
END_TEST

static void assert_invalid(unsigned checks, enum ingot_status status, const char *error)
{
	struct ingot_writer report;

	ck_assert(ingot_validate(&report, &demo_Event_type, &event, 0) == (checks == 0 ? status == INGOT_OK : true));
	ck_assert(!ingot_validate(&report, &demo_Event_type, &event, checks));
	ck_assert_int_eq(report.status, status);
	ck_assert_str_eq(ingot_writer_error(&report), error);
}

/* Whether bytes begin a well-formed code point that has all of its bytes, by Unicode's table; its size, or 0. */
static size_t well_formed(const uint8_t *bytes, size_t size)
{
	static const uint8_t rows[][5] = {
		{ 0x00, 0x7f, 0, 0, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
		{ 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
		{ 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const uint8_t *row = rows[i];

		if (bytes[0] < row[0] || bytes[0] > row[1])
			continue;
		if (row[4] > size || (row[4] > 1 && (bytes[1] < row[2] || bytes[1] > row[3])))
			return 0;
		for (size_t k = 2; k < row[4]; k++)
			if (bytes[k] < 0x80 || bytes[k] > 0xbf)
				return 0;
		return row[4];
	}
	return 0;
}

static bool is_well_formed(const uint8_t *bytes, size_t size)
{
	for (size_t used; size > 0; bytes += used, size -= used)
		if ((used = well_formed(bytes, size)) == 0)
			return false;
	return true;
}

/* All of four bytes at the ends of Unicode's ranges and one more, whole and cut. */
START_TEST(utf8_is_what_unicode_says_it_is)
{
	static const uint8_t ends[] = {
		0x00, 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1,
		0xf3, 0xf4, 0xf5, 0xff,
	};
	const unsigned n = sizeof(ends);

	for (unsigned i = 0; i < n * n * n * n; i++) {
		const uint8_t bytes[] = { ends[i % n], ends[i / n % n], ends[i / n / n % n], ends[i / n / n / n], 0x80 };

		for (size_t size = 1; size <= sizeof(bytes); size++) {
			size_t used, first = well_formed(bytes, size);
			bool is_first = json_text_code_point(bytes, size, &used) >= 0;

			if (ingot_is_utf8(bytes, size) != is_well_formed(bytes, size) || is_first != (first > 0) || used != (first > 0 ? first : 1))
				ck_abort_msg("%02x %02x %02x %02x 80, %zu of them", bytes[0], bytes[1], bytes[2], bytes[3], size);
		}
	}
}
END_TEST

START_TEST(validation_finds_what_the_writer_lets_through)
{
	unsigned all = INGOT_VALIDATE_UTF8 | INGOT_VALIDATE_ENUMS | INGOT_VALIDATE_UNIQUE;
	struct ingot_writer report;

	ck_assert_msg(ingot_validate(&report, &demo_Event_type, &event, all), "%s", ingot_writer_error(&report));
	event.labels.items[2] = INGOT_TEXT("\xff");
	assert_invalid(INGOT_VALIDATE_UTF8, INGOT_BAD_UTF8, "demo.Event.labels[2]: not UTF-8");
	event.labels.items[2] = INGOT_TEXT("w");
	event.tags.items[1].key = INGOT_TEXT("\xff");
	assert_invalid(INGOT_VALIDATE_UTF8, INGOT_BAD_UTF8, "demo.Event.tags[key 1]: not UTF-8");
	event.tags.items[1].key = INGOT_TEXT("a");
	failing_at(0, true);
	ck_assert(!ingot_validate(&report, &demo_Event_type, &event, INGOT_VALIDATE_UNIQUE));
	failing_never();
	ck_assert_int_eq(report.status, INGOT_NOMEM);
	event.labels.items[2] = INGOT_TEXT("x");
	assert_invalid(INGOT_VALIDATE_UNIQUE, INGOT_BAD_VALUE, "demo.Event.labels[2]: invalid value");
	event.labels.count = 2;
	event.tags.items[1].key = INGOT_TEXT("b");
	assert_invalid(INGOT_VALIDATE_UNIQUE, INGOT_BAD_VALUE, "demo.Event.tags[key 1]: invalid value");
	event.color = INGOT_SOME(int32_t, 1);
	ck_assert(ingot_validate(&report, &demo_Event_type, &event, INGOT_VALIDATE_UTF8));
	assert_invalid(INGOT_VALIDATE_ENUMS, INGOT_BAD_VALUE, "demo.Event.color: invalid value");
	event.name.data = NULL;
	event.name.size = 0;
	ck_assert(!ingot_validate(&report, &demo_Event_type, &event, 0));
	ck_assert_str_eq(ingot_writer_error(&report), "demo.Event.name: required field missing");
}
END_TEST

START_TEST(a_cycle_in_memory_does_not_hang)
{
	struct ingot_writer report;

	event.cause = &event;
	ck_assert(!ingot_validate(&report, &demo_Event_type, &event, 0));
	ck_assert_int_eq(report.status, INGOT_DEPTH);
	ck_assert_int_eq(ingot_compare(&demo_Event_type, &event, &event), 0);
	ingot_hash(&demo_Event_type, &event, 0);
	ck_assert_ptr_nonnull(ingot_copy(ctx, &demo_Event_type, &event));
	ck_assert_ptr_nonnull(ingot_merge(ctx, &demo_Event_type, &event, &event));
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("ops");
	TCase *tcase = tcase_create("ops");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_test(tcase, any_changed_field_makes_a_difference);
	tcase_add_test(tcase, absent_and_empty_differ);
	tcase_add_test(tcase, doubles_are_in_a_total_order);
	tcase_add_test(tcase, sets_are_compared_without_their_order);
	tcase_add_test(tcase, a_copy_is_one_chunk_and_shares_nothing);
	tcase_add_test(tcase, unknown_fields_are_copied_compared_and_merged);
	tcase_add_test(tcase, merging_lays_one_value_over_another);
	tcase_add_test(tcase, failing_allocations_give_null);
	tcase_add_test(tcase, a_path_leads_to_a_value);
	tcase_add_test(tcase, a_path_that_leads_nowhere_gives_null);
	tcase_add_test(tcase, fields_that_are_present_can_be_gone_over);
	tcase_add_test(tcase, utf8_is_what_unicode_says_it_is);
	tcase_add_test(tcase, validation_finds_what_the_writer_lets_through);
	tcase_add_test(tcase, a_cycle_in_memory_does_not_hang);
	tcase_add_test(tcase, unknown_fields_are_ordered_by_id_type_and_bytes);
	tcase_add_test(tcase, merging_takes_unknown_fields_of_either_and_the_upper_union);
	tcase_add_test(tcase, a_union_without_a_member_may_have_no_place_for_one);
	tcase_add_test(tcase, an_entry_is_found_by_an_integer_an_enum_or_a_string);
	tcase_add_test(tcase, an_entry_is_not_found_by_any_other_key);
	tcase_add_test(tcase, names_of_an_enum_have_numbers);
	tcase_add_test(tcase, a_kind_that_is_none_is_no_value);
	tcase_add_test(tcase, parts_of_values_are_made_within_their_limits);
	suite_add_tcase(suite, tcase);
	return suite;
}
