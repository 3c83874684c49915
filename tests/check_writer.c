/* SPDX-License-Identifier: MIT */
#include <ingot/decode.h>
#include <stdlib.h>
#include <string.h>
#include "everything.h"
#include "failing.h"
#include "handmade.h"
#include "main.h"
#include "random.h"
#include "write.h"

static const enum ingot_protocol protocols[] = { INGOT_BINARY, INGOT_COMPACT };

static const int32_t five = 5;
static const bool yes = true;
static const struct demo_Point origin = { 1.0, -0.0 };
static int64_t ids[] = { 0, -1, 63, 64, INT64_MAX, INT64_MIN };
static struct demo_Event_tags_entry tags[] = { { { "b", 1 }, 1 }, { { "a", 1 }, -70000 } };
static struct ingot_string labels[] = { { "zz", 2 }, { "", 0 }, { "a\0b", 3 } };
static struct demo_Shape shapes[] = {
	{ .tag = 1, .point = &origin }, { .tag = 2, .radius = 0.5 }, { .tag = 3, .name = { "square", 6 } },
};
static struct demo_Event_places_entry places[] = { { { 2.0, 3.0 }, { { 1, 2, 3, 4 } } } };
static const struct demo_Event cause = { .name = { "cause", 5 } };

static struct demo_Event full_event(void)
{
	struct demo_Event event = {
		.name = { "start", 5 }, .attempt = &five, .origin = &origin, .ids = ITEMS(ids), .tags = ITEMS(tags),
		.labels = ITEMS(labels), .flag = true, .seen = &yes, .shapes = ITEMS(shapes), .cause = &cause, .color = &five,
		.blob = { "\xff\0", 2 }, .places = ITEMS(places),
	};

	return event;
}

static void assert_bytes(struct ingot_writer *writer, const void *bytes, size_t size)
{
	ck_assert_uint_eq(ingot_writer_size(writer), size);
	ck_assert_mem_eq(ingot_writer_bytes(writer), bytes, size);
}

START_TEST(compact_bytes_are_the_shortest)
{
	static const uint8_t expected[] = {
		0x18, 5, 's', 't', 'a', 'r', 't', /* 1: string */
		0x15, 10, /* 2: i32 */
		0x1c, 0x17, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x17, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, /* 3: Point */
		0x19, 0x66, 0, 1, 0x7e, 0x80, 1, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, /* 4: ids */
		0x1b, 2, 0x85, 1, 'b', 2, 1, 'a', 0xdf, 0xc5, 8, /* 5: tags */
		0x1a, 0x38, 2, 'z', 'z', 0, 3, 'a', 0, 'b', /* 6: labels */
		0x11, /* 7: flag */
		0x11, /* 8: seen */
		0x09, 60, 0x3c, /* 30: shapes, too far for a delta */
		0x1c, 0x17, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x17, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0,
		0x27, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0,
		0x38, 6, 's', 'q', 'u', 'a', 'r', 'e', 0,
		0x1c, 0x18, 5, 'c', 'a', 'u', 's', 'e', 0x62, 0, /* 31: cause, with its flag */
		0x15, 10, /* 32: color */
		0x18, 2, 0xff, 0, /* 33: blob */
		0x1b, 1, 0xcd, 0x17, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x17, 0, 0, 0, 0, 0, 0, 8, 0x40, 0,
		1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 34: places */
		0,
	};
	struct demo_Event event = full_event();
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	ck_assert_msg(demo_Event_to_wire(&event, &writer), "%s", ingot_writer_error(&writer));
	assert_bytes(&writer, expected, sizeof(expected));
	talloc_free(writer.bytes);
}
END_TEST

START_TEST(binary_bytes_are_big_endian)
{
	static const uint8_t expected[] = {
		11, 0, 1, 0, 0, 0, 1, 'n', 8, 0, 2, 0, 0, 0, 5, 13, 0, 5, 11, 8, 0, 0, 0, 0, 2, 0, 7, 0, 12, 0, 31,
		11, 0, 1, 0, 0, 0, 5, 'c', 'a', 'u', 's', 'e', 2, 0, 7, 0, 0, 0,
	};
	struct demo_Event event = { .name = { "n", 1 }, .attempt = &five, .tags = { tags, 0 }, .cause = &cause };
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_BINARY, NULL);
	ck_assert(demo_Event_to_wire(&event, &writer));
	assert_bytes(&writer, expected, sizeof(expected));
	talloc_free(writer.bytes);
}
END_TEST

START_TEST(generated_code_and_the_table_write_the_same_bytes)
{
	struct demo_Event event = full_event();
	struct ingot_writer by_code, by_table;

	ingot_writer_init(&by_code, protocols[_i], NULL);
	ingot_writer_init(&by_table, protocols[_i], NULL);
	ck_assert(ingot_write(&by_code, &demo_Event_type, &event));
	ck_assert(ingot_write(&by_table, &demo_table_Event_type, &event));
	assert_bytes(&by_code, by_table.bytes, by_table.size);
	ck_assert_uint_eq(ingot_wire_size(&demo_Event_type, &event, protocols[_i]), by_code.size);
	talloc_free(by_code.bytes);
	talloc_free(by_table.bytes);
}
END_TEST

START_TEST(an_empty_compact_map_is_one_byte)
{
	static const uint8_t expected[] = { 0x18, 0, 0x4b, 0, 0x22, 0 };
	struct demo_Event event = { .name = { "", 0 }, .tags = { tags, 0 } };
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	ck_assert(demo_Event_to_wire(&event, &writer));
	assert_bytes(&writer, expected, sizeof(expected));
	talloc_free(writer.bytes);
}
END_TEST

/* Values long enough that the buffer grows many times, in every part of a struct. */
START_TEST(the_buffer_grows_wherever_it_is_full)
{
	enum { COUNT = 3000 };
	struct demo_Event event = full_event();
	struct ingot_writer by_code, by_table;
	char *text = malloc(COUNT);
	int64_t *many = malloc(COUNT * sizeof(*many));
	struct demo_Shape *circles = malloc(COUNT * sizeof(*circles));

	memset(text, 'x', COUNT);
	for (int64_t i = 0; i < COUNT; i++) {
		many[i] = (int64_t)(UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)i) >> (i % 64);
		circles[i] = shapes[i % 3];
	}
	event.ids.items = many;
	event.shapes.items = circles;
	for (uint32_t size = 0; size < COUNT; size += 37) {
		event.blob = (struct ingot_string){ text, size };
		event.name = (struct ingot_string){ text, COUNT - size };
		event.ids.count = size;
		event.shapes.count = COUNT - size;
		ingot_writer_init(&by_code, protocols[_i], NULL);
		ingot_writer_init(&by_table, protocols[_i], NULL);
		ck_assert(ingot_write(&by_code, &demo_Event_type, &event));
		ck_assert(ingot_write(&by_table, &demo_table_Event_type, &event));
		assert_bytes(&by_code, by_table.bytes, by_table.size);
		talloc_free(by_code.bytes);
		talloc_free(by_table.bytes);
	}
	free(text);
	free(many);
	free(circles);
}
END_TEST

START_TEST(a_fixed_buffer_that_fits_exactly_is_enough)
{
	struct demo_Event event = full_event();
	size_t size = ingot_wire_size(&demo_Event_type, &event, protocols[_i]);
	struct ingot_writer writer;

	/* From nothing to more than the fast path wants; exact chunks, so that a sanitizer sees a byte too many. */
	for (size_t capacity = 0; capacity < size + 600; capacity++) {
		uint8_t *buffer = malloc(capacity > 0 ? capacity : 1);

		ingot_writer_init_fixed(&writer, protocols[_i], buffer, capacity);
		ck_assert(demo_Event_to_wire(&event, &writer) == (capacity >= size));
		ck_assert_uint_eq(ingot_writer_size(&writer), capacity >= size ? size : 0);
		ck_assert_int_eq(writer.status, capacity >= size ? INGOT_OK : INGOT_NO_ROOM);
		free(buffer);
	}
}
END_TEST

START_TEST(values_follow_each_other_and_a_failed_one_leaves_no_bytes)
{
	struct demo_Event event = full_event();
	struct demo_Event wrong = full_event();
	struct ingot_writer writer;
	size_t size;

	wrong.places.items = NULL;
	ingot_writer_init(&writer, protocols[_i], NULL);
	ck_assert(demo_Event_to_wire(&event, &writer));
	size = ingot_writer_size(&writer);
	ck_assert(demo_Event_to_wire(&event, &writer));
	ck_assert_uint_eq(ingot_writer_size(&writer), 2 * size);
	ck_assert_mem_eq(writer.bytes, writer.bytes + size, size);
	ck_assert(!demo_Event_to_wire(&wrong, &writer));
	ck_assert_uint_eq(ingot_writer_size(&writer), 2 * size);
	ck_assert_msg(!demo_Event_to_wire(&event, &writer), "the first failure is to stay");
	ingot_writer_reset(&writer);
	ck_assert_str_eq(ingot_writer_error(&writer), "ok");
	ck_assert(demo_Event_to_wire(&event, &writer));
	ck_assert_uint_eq(ingot_writer_size(&writer), size);
	talloc_free(writer.bytes);
}
END_TEST

/* Wherever the second value fails, and however much of it there is. */
START_TEST(what_was_written_before_a_failure_stays)
{
	struct demo_Event event = full_event();
	struct demo_Event wrong = full_event();
	char text[3000] = { 0 };
	uint8_t buffer[2048], first[2048];
	struct ingot_writer writer;
	size_t size;

	wrong.name = (struct ingot_string){ text, sizeof(text) };
	wrong.places.items = _i % 4 < 2 ? NULL : wrong.places.items;
	wrong.tags.items = _i % 4 == 3 ? NULL : wrong.tags.items;
	wrong.blob = wrong.name;
	if (_i < 4)
		ingot_writer_init(&writer, protocols[_i % 2], NULL);
	else
		ingot_writer_init_fixed(&writer, protocols[_i % 2], buffer, sizeof(buffer));
	ck_assert(demo_Event_to_wire(&event, &writer));
	size = ingot_writer_size(&writer);
	memcpy(first, writer.bytes, size);
	ck_assert(demo_Event_to_wire(&wrong, &writer) == (_i == 2));
	ck_assert(_i == 2 || ingot_writer_size(&writer) == size);
	ck_assert_mem_eq(writer.bytes, first, size);
	if (_i < 4)
		talloc_free(writer.bytes);
}
END_TEST

static void assert_error(const struct demo_Event *event, enum ingot_status status, const char *error)
{
	for (size_t i = 0; i < 2; i++) {
		struct ingot_writer writer;

		ingot_writer_init(&writer, protocols[i], NULL);
		ck_assert(!demo_Event_to_wire(event, &writer));
		ck_assert_int_eq(writer.status, status);
		ck_assert_str_eq(ingot_writer_error(&writer), error);
		ck_assert_ptr_null(ingot_writer_bytes(&writer));
		ck_assert_uint_eq(ingot_wire_size(&demo_Event_type, event, protocols[i]), 0);
		talloc_free(writer.bytes);
	}
}

START_TEST(failures_name_the_place)
{
	struct demo_Shape wrong_shapes[] = { { .tag = 2 }, { .tag = 0 } };
	struct demo_Shape unset_name[] = { { .tag = 3 } };
	struct demo_Shape no_point[] = { { .tag = 1 } };
	struct demo_Shape no_such_member[] = { { .tag = 9 } };
	struct demo_Event nameless = { .flag = false };
	struct demo_Event event = full_event();

	assert_error(&nameless, INGOT_MISSING, "demo.Event.name: required field missing");
	event.cause = &nameless;
	assert_error(&event, INGOT_MISSING, "demo.Event.cause.name: required field missing");
	event = full_event();
	event.shapes.items = wrong_shapes;
	event.shapes.count = 2;
	assert_error(&event, INGOT_BAD_VALUE, "demo.Event.shapes[1]: invalid value");
	event.shapes.items = unset_name;
	event.shapes.count = 1;
	assert_error(&event, INGOT_MISSING, "demo.Event.shapes[0].name: required field missing");
	event.shapes.items = no_point;
	assert_error(&event, INGOT_MISSING, "demo.Event.shapes[0].point: required field missing");
	event.shapes.items = no_such_member;
	assert_error(&event, INGOT_BAD_VALUE, "demo.Event.shapes[0]: invalid value");
	event = full_event();
	event.ids.items = NULL;
	assert_error(&event, INGOT_BAD_VALUE, "demo.Event.ids: invalid value");
	event = full_event();
	event.blob.data = NULL;
	assert_error(&event, INGOT_BAD_VALUE, "demo.Event.blob: invalid value");
	event = full_event();
	event.blob.size = (uint32_t)INT32_MAX + 1;
	assert_error(&event, INGOT_BAD_VALUE, "demo.Event.blob: invalid value");
}
END_TEST

/* The place of a field that can be absent, and how much of it makes it so; 0: it is always there. */
static size_t size_of_presence(const struct ingot_field *field)
{
	switch ((enum ingot_kind)field->type->kind) {
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		return sizeof(struct ingot_list);
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return sizeof(void *);
	default:
		return 0;
	}
}

START_TEST(each_required_part_that_is_absent_is_missing)
{
	const struct ingot_type *type = &everything_Required_type;
	struct random random = { .state = 1, .nesting = 2, .items = 3 };
	TALLOC_CTX *ctx = talloc_new(NULL);
	void *whole = random_value(ctx, &random, type);
	unsigned count = 0;

	for (uint32_t i = 0; i < type->field_count; i++) {
		size_t size = size_of_presence(&type->fields[i]);
		char *value = talloc_memdup(ctx, whole, type->size);
		struct ingot_writer writer;

		memset(value + type->fields[i].offset, 0, size);
		ingot_writer_init(&writer, protocols[_i], ctx);
		ck_assert(ingot_write(&writer, type, value) == (size == 0));
		if (size == 0)
			continue;
		ck_assert_int_eq(writer.status, INGOT_MISSING);
		ck_assert_str_eq(writer.steps[0].field->name, type->fields[i].name);
		count++;
	}
	ck_assert_uint_eq(count, 7);
	talloc_free(ctx);
}
END_TEST

static void assert_refused(const struct ingot_type *type, const void *value, const char *error)
{
	for (unsigned i = 0; i < 4; i++) {
		struct ingot_writer writer;

		ingot_writer_init(&writer, protocols[i / 2], NULL);
		writer.options = i % 2 == 0 ? 0 : INGOT_SORTED;
		ck_assert(!ingot_write(&writer, type, value));
		ck_assert_str_eq(ingot_writer_error(&writer), error);
		ck_assert_uint_eq(ingot_writer_size(&writer), 0);
		talloc_free(writer.bytes);
	}
}

/* A size or a count without what it counts, or one that no reader takes, where no field's presence tells. */
START_TEST(parts_of_containers_that_are_torn_are_refused)
{
	struct ingot_string torn_text = { NULL, 3 };
	struct demo_Event event = full_event();
	struct demo_Event_tags_entry tag = { { NULL, 3 }, 1 };
	struct everything_Maps maps = everything_Maps_INIT;
	struct everything_Lists lists = everything_Lists_INIT;
	struct everything_Maps_of_strings_entry entry = { { "k", 1 }, { NULL, 3 } };
	int16_t number = 1;
	struct ingot_list inner = { NULL, 2 };

	event.labels.items = &torn_text;
	event.labels.count = 1;
	assert_refused(&demo_Event_type, &event, "demo.Event.labels[0]: invalid value");
	event = full_event();
	event.tags.items = &tag;
	event.tags.count = 1;
	assert_refused(&demo_Event_type, &event, "demo.Event.tags[key 0]: invalid value");
	event = full_event();
	event.ids.count = UINT32_MAX;
	assert_refused(&demo_Event_type, &event, "demo.Event.ids: invalid value");
	event = full_event();
	event.tags.count = UINT32_MAX;
	assert_refused(&demo_Event_type, &event, "demo.Event.tags: invalid value");
	maps.of_strings.items = &entry;
	maps.of_strings.count = 1;
	assert_refused(&everything_Maps_type, &maps, "everything.Maps.of_strings[value 0]: invalid value");
	memcpy(&lists.lists, &(struct ingot_list){ &inner, 1 }, sizeof(struct ingot_list));
	assert_refused(&everything_Lists_type, &lists, "everything.Lists.lists[0]: invalid value");
	inner = (struct ingot_list){ &number, UINT32_MAX };
	assert_refused(&everything_Lists_type, &lists, "everything.Lists.lists[0]: invalid value");
	lists = (struct everything_Lists)everything_Lists_INIT;
	inner = (struct ingot_list){ NULL, 2 };
	memcpy(&lists.maps, &(struct ingot_list){ &inner, 1 }, sizeof(struct ingot_list));
	assert_refused(&everything_Lists_type, &lists, "everything.Lists.maps[0]: invalid value");
}
END_TEST

/* Absent strings and lists within containers are empty ones. */
START_TEST(parts_of_containers_that_are_absent_are_empty)
{
	struct ingot_string absent = { NULL, 0 };
	struct ingot_list inner = { NULL, 0 };
	struct everything_Lists lists = everything_Lists_INIT;

	memcpy(&lists.lists, &(struct ingot_list){ &inner, 1 }, sizeof(struct ingot_list));
	memcpy(&lists.strings, &(struct ingot_list){ &absent, 1 }, sizeof(struct ingot_list));
	for (uint32_t options = 0; options <= INGOT_SORTED; options += INGOT_SORTED) {
		struct ingot_writer writer;

		ingot_writer_init(&writer, INGOT_COMPACT, NULL);
		writer.options = options;
		ck_assert(ingot_write(&writer, &everything_Lists_type, &lists));
		assert_bytes(&writer, "\x79\x18\x00\x69\x19\x04\x00", 7);
		talloc_free(writer.bytes);
	}
}
END_TEST

/* Whatever it is that is one level too deep. */
START_TEST(a_value_is_written_from_the_depth_on_that_it_has)
{
	static const struct ingot_type *const deep[] = {
		&everything_Deep_type, &everything_Lists_type, &everything_Sets_type, &everything_Maps_type, &everything_Required_type,
	};
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct random random = { .state = 5, .nesting = 6, .items = 4 };

	for (unsigned i = 0; i < 400; i++) {
		const struct ingot_type *type = deep[i % 5];
		void *value = random_value(ctx, &random, type);
		struct ingot_writer writer;
		bool is_enough = false;

		for (uint32_t depth = 1; depth < 9; depth++) {
			ingot_writer_init(&writer, protocols[i / 5 % 2], ctx);
			writer.options = i / 10 % 2 == 0 ? 0 : INGOT_SORTED;
			writer.max_depth = depth;
			ck_assert(!is_enough || ingot_write(&writer, type, value));
			if (!is_enough)
				is_enough = ingot_write(&writer, type, value);
			ck_assert_int_eq(writer.status, is_enough ? INGOT_OK : INGOT_DEPTH);
		}
		ck_assert(is_enough);
		talloc_free_children(ctx);
	}
	talloc_free(ctx);
}
END_TEST

/* Deeper than there are steps to remember. */
START_TEST(a_limit_above_the_usual_one_is_kept_too)
{
	struct demo_Event event = full_event();
	struct ingot_writer writer;

	event.cause = &event;
	for (size_t i = 0; i < 4; i++) {
		ingot_writer_init(&writer, protocols[i / 2], NULL);
		writer.max_depth = 200;
		ck_assert(!ingot_write(&writer, i % 2 == 0 ? &demo_Event_type : &demo_table_Event_type, &event));
		ck_assert_int_eq(writer.status, INGOT_DEPTH);
		ck_assert_uint_le(writer.step_count, sizeof(writer.steps) / sizeof(writer.steps[0]));
		talloc_free(writer.bytes);
	}
}
END_TEST

START_TEST(nesting_is_limited_as_it_is_for_readers)
{
	struct demo_Event events[INGOT_MAX_DEPTH + 1];
	struct ingot_writer writer;

	for (size_t i = 0; i < INGOT_MAX_DEPTH + 1; i++)
		events[i] = (struct demo_Event){ .name = { "", 0 }, .cause = i > 0 ? &events[i - 1] : NULL };
	for (size_t i = 0; i < 4; i++) {
		/* The list of the innermost one is a level more. */
		events[0].ids.items = i % 2 == 0 ? ids : NULL;
		ingot_writer_init(&writer, protocols[i / 2], NULL);
		ck_assert(demo_Event_to_wire(&events[INGOT_MAX_DEPTH - 1 - (i % 2 == 0)], &writer));
		ingot_writer_reset(&writer);
		ck_assert(!demo_Event_to_wire(&events[INGOT_MAX_DEPTH - (i % 2 == 0)], &writer));
		ck_assert_int_eq(writer.status, INGOT_DEPTH);
		talloc_free(writer.bytes);
	}
}
END_TEST

START_TEST(maps_and_lists_count_as_levels)
{
	struct demo_Event with_map = { .name = { "", 0 }, .tags = ITEMS(tags) };
	struct demo_Event with_list = { .name = { "", 0 }, .ids = ITEMS(ids) };

	for (size_t i = 0; i < 8; i++) {
		struct ingot_writer writer;

		ingot_writer_init(&writer, protocols[i % 2], NULL);
		writer.options = i / 4 == 0 ? 0 : INGOT_SORTED;
		for (writer.max_depth = 1; writer.max_depth <= 2; writer.max_depth++) {
			ingot_writer_reset(&writer);
			ck_assert(demo_Event_to_wire(i / 2 % 2 == 0 ? &with_map : &with_list, &writer) == (writer.max_depth == 2));
			ck_assert_int_eq(writer.status, writer.max_depth == 2 ? INGOT_OK : INGOT_DEPTH);
		}
		talloc_free(writer.bytes);
	}
}
END_TEST

START_TEST(sorted_sets_and_maps_do_not_depend_on_their_order)
{
	struct demo_Event_tags_entry other_tags[] = { tags[1], tags[0] };
	struct ingot_string other_labels[] = { labels[2], labels[0], labels[1] };
	struct demo_Event event = full_event();
	struct demo_Event other = full_event();
	struct ingot_writer one, two;

	other.tags.items = other_tags;
	other.labels.items = other_labels;
	ck_assert(ingot_equal(&demo_Event_type, &event, &other));
	ck_assert_uint_eq(ingot_hash(&demo_Event_type, &event, 1), ingot_hash(&demo_Event_type, &other, 1));
	ingot_writer_init(&one, protocols[_i], NULL);
	ingot_writer_init(&two, protocols[_i], NULL);
	ck_assert(demo_Event_to_wire(&event, &one) && demo_Event_to_wire(&other, &two));
	ck_assert_mem_ne(one.bytes, two.bytes, one.size);
	ingot_writer_reset(&one);
	ingot_writer_reset(&two);
	one.options = INGOT_SORTED;
	two.options = INGOT_SORTED;
	ck_assert(demo_Event_to_wire(&event, &one) && demo_Event_to_wire(&other, &two));
	assert_bytes(&one, two.bytes, two.size);
	talloc_free(one.bytes);
	talloc_free(two.bytes);
}
END_TEST

START_TEST(unknown_fields_go_out_where_they_came_in)
{
	struct ingot_unknown last = { NULL, (const uint8_t *)"\x09", 1, 11, 7, 3, INGOT_COMPACT };
	struct ingot_unknown middle = { &last, (const uint8_t *)"\x07", 1, 2, 7, 5, INGOT_COMPACT };
	struct ingot_unknown first = { &middle, NULL, 0, 10, 1, 1, INGOT_COMPACT };
	struct demo_Event event = { .name = { "n", 1 }, .ingot_unknown = &first };
	struct ingot_writer writer;

	/* 1, then the true of 10, then 7 (false), then 2 and 11: the flag's header is long because 10 came before. */
	static const uint8_t whole[] = { 0x18, 1, 'n', 0x91, 0x02, 14, 0x05, 4, 7, 0x93, 9, 0 };

	for (size_t i = 0; i < 2; i++) {
		ingot_writer_init(&writer, INGOT_COMPACT, NULL);
		ck_assert(ingot_write(&writer, i == 0 ? &demo_Event_type : &demo_table_Event_type, &event));
		assert_bytes(&writer, whole, sizeof(whole));
		talloc_free(writer.bytes);
	}
}
END_TEST

/* A delta of 0 is none: such a header has the id behind it. */
START_TEST(an_unknown_field_may_have_the_id_of_the_one_before)
{
	struct ingot_unknown third = { NULL, (const uint8_t *)"\x09", 1, 2, 0, 3, INGOT_COMPACT };
	struct ingot_unknown second = { &third, (const uint8_t *)"\x07", 1, 2, 0, 3, INGOT_COMPACT };
	struct ingot_unknown first = { &second, (const uint8_t *)"\x05", 1, 0, 0, 3, INGOT_COMPACT };
	struct demo_Event event = { .name = { "n", 1 }, .ingot_unknown = &first };
	static const uint8_t whole[] = { 0x03, 0, 5, 0x23, 7, 0x03, 4, 9, 0x08, 2, 1, 'n', 0x62, 0 };

	for (size_t i = 0; i < 2; i++) {
		struct ingot_writer writer;

		ingot_writer_init(&writer, INGOT_COMPACT, NULL);
		ck_assert(ingot_write(&writer, i == 0 ? &demo_Event_type : &demo_table_Event_type, &event));
		assert_bytes(&writer, whole, sizeof(whole));
		talloc_free(writer.bytes);
	}
}
END_TEST

/* An unknown field, as no reader would have kept it, is put into a value by hand. */
START_TEST(an_unknown_field_that_is_damaged_does_not_change_its_protocol)
{
	static const struct {
		const char *bytes;
		uint32_t size;
		uint8_t code;
		enum ingot_status status;
	} damaged[] = {
		{ "\x39\x02", 2, 9, INGOT_BAD_TYPE }, /* a list of 3 lists with one byte */
		{ "\x05", 1, 8, INGOT_TRUNCATED }, { "", 0, 5, INGOT_TRUNCATED }, { "\x03", 1, 200, INGOT_BAD_VALUE },
		{ "\x03", 1, 14, INGOT_BAD_VALUE }, { "\x1c\x1c\x00\x00\x00", 5, 12, INGOT_DEPTH },
	};
	const struct ingot_type *types[] = { &demo_Event_type, &demo_table_Event_type };

	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
		for (int k = 0; k < 4; k++) {
			struct ingot_unknown unknown = { NULL, (const uint8_t *)damaged[i].bytes, damaged[i].size, 100,
							 (int16_t)(k % 2 * 7), damaged[i].code, INGOT_COMPACT };
			struct demo_Event event = { .name = { "n", 1 }, .ingot_unknown = &unknown };
			struct ingot_writer writer;

			ingot_writer_init(&writer, INGOT_BINARY, NULL);
			writer.max_depth = 2;
			ck_assert(!ingot_write(&writer, types[k / 2], &event));
			ck_assert_msg(damaged[i].code == 9 || writer.status == damaged[i].status, "%zu: %s", i, ingot_writer_error(&writer));
			ck_assert_uint_eq(ingot_writer_size(&writer), 0);
			talloc_free(writer.bytes);
		}
	}
}
END_TEST

START_TEST(a_binary_type_that_is_none_is_not_written_as_compact)
{
	static const uint8_t codes[] = { 7, 9, 19, 200 };

	for (size_t i = 0; i < sizeof(codes); i++) {
		struct ingot_unknown unknown = { NULL, (const uint8_t *)"\0\0\0\0", 4, 100, 0, codes[i], INGOT_BINARY };
		struct demo_Event event = { .name = { "n", 1 }, .ingot_unknown = &unknown };
		struct ingot_writer writer;

		ingot_writer_init(&writer, INGOT_COMPACT, NULL);
		ck_assert(!demo_Event_to_wire(&event, &writer));
		ck_assert_int_eq(writer.status, INGOT_BAD_VALUE);
		talloc_free(writer.bytes);
	}
}
END_TEST

START_TEST(a_union_that_had_no_member_is_written_so_in_any_way)
{
	struct demo_Shape shape = { .tag = 0, .ingot_unknown = &ingot_no_member };
	struct ingot_writer writer;

	for (int i = 0; i < 2; i++) {
		ingot_writer_init(&writer, protocols[i], NULL);
		ck_assert(ingot_write(&writer, &demo_Shape_type, &shape));
		writer.options = INGOT_SORTED;
		ck_assert(ingot_write(&writer, &demo_Shape_type, &shape));
		assert_bytes(&writer, "\0\0", 2);
		talloc_free(writer.bytes);
	}
}
END_TEST

START_TEST(a_second_value_fits_a_fixed_buffer_or_is_refused)
{
	struct demo_Event event = full_event();
	size_t size = ingot_wire_size(&demo_Event_type, &event, protocols[_i]);
	struct ingot_writer writer;

	for (size_t capacity = size; capacity < 2 * size + 600; capacity++) {
		uint8_t *buffer = malloc(capacity);

		ingot_writer_init_fixed(&writer, protocols[_i], buffer, capacity);
		ck_assert(demo_Event_to_wire(&event, &writer));
		ck_assert(demo_Event_to_wire(&event, &writer) == (capacity >= 2 * size));
		ck_assert_uint_eq(ingot_writer_size(&writer), capacity >= 2 * size ? 2 * size : size);
		ck_assert_ptr_null(ingot_writer_steal(NULL, &writer));
		free(buffer);
	}
}
END_TEST

/* Sizes that no memory has. */
START_TEST(sizes_that_would_wrap_around_are_refused)
{
	struct demo_Event event = full_event();
	struct ingot_message no_type = { { "m", 1 }, 0, 0, false };
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	writer.size = SIZE_MAX - 3;
	ck_assert(!ingot_write(&writer, &demo_table_Event_type, &event));
	ck_assert_int_eq(writer.status, INGOT_NOMEM);
	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	writer.capacity = SIZE_MAX / 2 + 1;
	ck_assert(writer_reserve(&writer, 10));
	ck_assert_ptr_null(writer.bytes);
	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	ck_assert(!ingot_message_write(&writer, &no_type));
	ck_assert_str_eq(ingot_writer_error(&writer), "invalid value");
}
END_TEST

/* Nobody looks at the bytes to measure them. */
START_TEST(the_longest_string_can_be_measured)
{
	struct demo_Event event = { .name = { "n", 1 }, .blob = { "b", INT32_MAX } };

	ck_assert_uint_eq(ingot_wire_size(&demo_Event_type, &event, INGOT_COMPACT), 4 + 2 + 5 + (size_t)INT32_MAX + 1);
	event.blob.size++;
	ck_assert_uint_eq(ingot_wire_size(&demo_Event_type, &event, INGOT_COMPACT), 0);
}
END_TEST

START_TEST(sorting_leaves_nothing_but_the_bytes)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct demo_Event event = full_event();
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_COMPACT, ctx);
	writer.options = INGOT_SORTED;
	ck_assert(demo_Event_to_wire(&event, &writer));
	ck_assert_uint_eq(talloc_total_blocks(ctx), 2);
	ck_assert_str_eq(ingot_writer_error(&writer), "ok");
	talloc_free(ctx);
}
END_TEST

START_TEST(there_is_nothing_to_take_over_after_a_reset)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct demo_Event event = full_event();
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_COMPACT, ctx);
	ck_assert(demo_Event_to_wire(&event, &writer));
	ingot_writer_reset(&writer);
	ck_assert_ptr_null(ingot_writer_steal(ctx, &writer));
	ck_assert_uint_eq(talloc_total_blocks(ctx), 2);
	ck_assert(demo_Event_to_wire(&event, &writer));
	talloc_free(ctx);
}
END_TEST

START_TEST(bytes_that_cannot_be_taken_over_stay)
{
	struct demo_Event event = full_event();
	struct ingot_writer writer;
	size_t size;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	ck_assert(demo_Event_to_wire(&event, &writer));
	size = ingot_writer_size(&writer);
	failing_at(0, true);
	ck_assert_ptr_null(ingot_writer_steal(NULL, &writer));
	failing_never();
	ck_assert_uint_eq(ingot_writer_size(&writer), size);
	talloc_free(writer.bytes);
}
END_TEST

START_TEST(bytes_can_be_taken_over)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct demo_Event event = full_event();
	struct ingot_writer writer;
	uint8_t *bytes;
	size_t size;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	ck_assert_ptr_null(ingot_writer_steal(ctx, &writer));
	ck_assert(demo_Event_to_wire(&event, &writer));
	size = ingot_writer_size(&writer);
	bytes = ingot_writer_steal(ctx, &writer);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_ptr_eq(talloc_parent(bytes), ctx);
	ck_assert_uint_eq(talloc_get_size(bytes), size);
	ck_assert_uint_eq(ingot_writer_size(&writer), 0);
	ck_assert(demo_Event_to_wire(&event, &writer));
	ck_assert_mem_eq(bytes, ingot_writer_bytes(&writer), size);
	talloc_free(writer.bytes);
	ck_assert_uint_eq(talloc_total_blocks(ctx), 2);
	talloc_free(ctx);
}
END_TEST

/* Every allocation fails once. */
START_TEST(a_failing_allocation_leaves_no_output)
{
	struct demo_Event event = full_event();
	char text[5000] = { 0 };
	bool is_done = false;

	event.blob = (struct ingot_string){ text, sizeof(text) };
	for (long n = 0; !is_done; n++) {
		TALLOC_CTX *ctx = talloc_new(NULL);
		struct ingot_writer writer;

		ck_assert_int_lt(n, 20);
		ingot_writer_init(&writer, INGOT_COMPACT, ctx);
		writer.options = _i == 0 ? 0 : INGOT_SORTED;
		failing_at(n, false);
		is_done = demo_Event_to_wire(&event, &writer);
		failing_never();
		if (!is_done) {
			ck_assert_int_eq(writer.status, INGOT_NOMEM);
			ck_assert_uint_eq(ingot_writer_size(&writer), 0);
		}
		talloc_free(ctx);
	}
}
END_TEST

/* From the nth on, or only that one: the buffer, and the orders of sets and maps. */
START_TEST(sorting_without_memory_leaves_no_output)
{
	struct demo_Event event = full_event();

	for (long n = 0; n < 12; n++) {
		TALLOC_CTX *ctx = talloc_new(NULL);
		struct ingot_writer writer;
		bool is_done;

		ingot_writer_init(&writer, INGOT_COMPACT, ctx);
		writer.options = INGOT_SORTED;
		failing_at(n / 2, n % 2 == 0);
		is_done = demo_Event_to_wire(&event, &writer);
		failing_never();
		ck_assert_int_eq(writer.status, is_done ? INGOT_OK : INGOT_NOMEM);
		ck_assert((ingot_writer_size(&writer) > 0) == is_done);
		ck_assert(is_done == (n >= 6) || n == 1);
		talloc_free(ctx);
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("writer");
	TCase *tcase = tcase_create("writer");

	tcase_add_test(tcase, compact_bytes_are_the_shortest);
	tcase_add_test(tcase, binary_bytes_are_big_endian);
	tcase_add_loop_test(tcase, generated_code_and_the_table_write_the_same_bytes, 0, 2);
	tcase_add_test(tcase, an_empty_compact_map_is_one_byte);
	tcase_add_loop_test(tcase, the_buffer_grows_wherever_it_is_full, 0, 2);
	tcase_add_loop_test(tcase, a_fixed_buffer_that_fits_exactly_is_enough, 0, 2);
	tcase_add_loop_test(tcase, values_follow_each_other_and_a_failed_one_leaves_no_bytes, 0, 2);
	tcase_add_loop_test(tcase, what_was_written_before_a_failure_stays, 0, 8);
	tcase_add_test(tcase, failures_name_the_place);
	tcase_add_loop_test(tcase, each_required_part_that_is_absent_is_missing, 0, 2);
	tcase_add_test(tcase, maps_and_lists_count_as_levels);
	tcase_add_test(tcase, an_unknown_field_may_have_the_id_of_the_one_before);
	tcase_add_test(tcase, the_longest_string_can_be_measured);
	tcase_add_test(tcase, sorting_leaves_nothing_but_the_bytes);
	tcase_add_test(tcase, there_is_nothing_to_take_over_after_a_reset);
	tcase_add_test(tcase, nesting_is_limited_as_it_is_for_readers);
	tcase_add_loop_test(tcase, sorted_sets_and_maps_do_not_depend_on_their_order, 0, 2);
	tcase_add_test(tcase, unknown_fields_go_out_where_they_came_in);
	tcase_add_test(tcase, bytes_can_be_taken_over);
	tcase_add_loop_test(tcase, a_failing_allocation_leaves_no_output, 0, 2);
	tcase_add_test(tcase, parts_of_containers_that_are_torn_are_refused);
	tcase_add_test(tcase, a_value_is_written_from_the_depth_on_that_it_has);
	tcase_add_test(tcase, a_limit_above_the_usual_one_is_kept_too);
	tcase_add_test(tcase, an_unknown_field_that_is_damaged_does_not_change_its_protocol);
	tcase_add_test(tcase, a_binary_type_that_is_none_is_not_written_as_compact);
	tcase_add_test(tcase, a_union_that_had_no_member_is_written_so_in_any_way);
	tcase_add_loop_test(tcase, a_second_value_fits_a_fixed_buffer_or_is_refused, 0, 2);
	tcase_add_test(tcase, sizes_that_would_wrap_around_are_refused);
	tcase_add_test(tcase, bytes_that_cannot_be_taken_over_stay);
	tcase_add_test(tcase, parts_of_containers_that_are_absent_are_empty);
	tcase_add_test(tcase, sorting_without_memory_leaves_no_output);
	suite_add_tcase(suite, tcase);
	return suite;
}
