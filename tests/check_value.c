/* SPDX-License-Identifier: MIT */
/* Values in the bytes: what one finds in them without a schema. */
#include "main.h"

#include <ingot/ingot.h>
#include <ingot/value.h>

#include <string.h>

/* 1: i32 7, 2: list<bool> [true, false], 3: map<i8, binary> { 5: "x" }, 4: true, 5: { 1: uuid }, 6: double 1.0, then 1: i32 8 */
static const uint8_t compact[] = {
	0x15, 0x0e, 0x19, 0x21, 1, 2, 0x1b, 1, 0x38, 5, 1, 'x', 0x11, 0x1c, 0x1d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0,
	0x17, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x05, 0x02, 0x10, 0,
};

static struct ingot_value read_value(const uint8_t *bytes, size_t size, enum ingot_protocol protocol)
{
	struct ingot_reader reader;
	struct ingot_value value;

	ingot_reader_init(&reader, protocol, bytes, size);
	ck_assert_msg(ingot_value_read(&value, &reader, INGOT_WIRE_STRUCT), "%s", ingot_reader_error(&reader));
	ck_assert_uint_eq(reader.offset, size);
	return value;
}

START_TEST(value_gives_fields_in_wire_order)
{
	static const int16_t ids[] = { 1, 2, 3, 4, 5, 6, 1 };
	struct ingot_value value = read_value(compact, sizeof(compact), INGOT_COMPACT), field;
	struct ingot_value_iterator iterator;
	int16_t id;
	unsigned i = 0;

	ck_assert_uint_eq(value.count, 7);
	ingot_value_iterate(&iterator, &value);
	while (ingot_value_next_field(&iterator, &id, &field))
		ck_assert_int_eq(id, ids[i++]);
	ck_assert_uint_eq(i, 7);
	ck_assert(!ingot_value_next_field(&iterator, &id, &field));
}
END_TEST

START_TEST(value_field_is_the_last_with_that_id)
{
	struct ingot_value value = read_value(compact, sizeof(compact), INGOT_COMPACT), field;

	ck_assert(ingot_value_field(&value, 1, &field));
	ck_assert_int_eq(field.type, INGOT_WIRE_I32);
	ck_assert_int_eq(field.integer, 8);
	ck_assert(ingot_value_field(&value, 4, &field));
	ck_assert_int_eq(field.integer, 1);
	ck_assert(ingot_value_field(&value, 6, &field));
	ck_assert(field.real == 1.0);
	ck_assert(!ingot_value_field(&value, 99, &field));
}
END_TEST

START_TEST(value_gives_elements_entries_and_nested_values)
{
	struct ingot_value value = read_value(compact, sizeof(compact), INGOT_COMPACT), list, map, inner, key, item;
	struct ingot_value_iterator iterator;
	struct ingot_string text;

	ck_assert(ingot_value_field(&value, 2, &list) && list.count == 2 && list.element == INGOT_WIRE_BOOL);
	ck_assert(ingot_value_element(&list, 0, &item) && item.integer == 1);
	ck_assert(ingot_value_element(&list, 1, &item) && item.integer == 0);
	ck_assert(!ingot_value_element(&list, 2, &item));
	ck_assert(ingot_value_field(&value, 3, &map) && map.count == 1 && map.key == INGOT_WIRE_I8);
	ingot_value_iterate(&iterator, &map);
	ck_assert(ingot_value_next_entry(&iterator, &key, &item));
	ck_assert_int_eq(key.integer, 5);
	text = ingot_value_string(&item);
	ck_assert(text.size == 1 && text.data[0] == 'x');
	ck_assert(!ingot_value_next_entry(&iterator, &key, &item));
	ck_assert(ingot_value_field(&value, 5, &inner) && inner.count == 1);
	ck_assert(ingot_value_field(&inner, 1, &item));
	ck_assert_uint_eq(ingot_value_uuid(&item).bytes[15], 15);
	ck_assert_ptr_null(ingot_value_string(&item).data);
}
END_TEST

START_TEST(value_of_the_wrong_kind_has_nothing_in_it)
{
	struct ingot_value value = read_value(compact, sizeof(compact), INGOT_COMPACT), list, number, item;
	struct ingot_value_iterator iterator;
	int16_t id;

	ck_assert(ingot_value_field(&value, 2, &list) && ingot_value_field(&value, 1, &number));
	ingot_value_iterate(&iterator, &list);
	ck_assert(!ingot_value_next_field(&iterator, &id, &item));
	ingot_value_iterate(&iterator, &number);
	ck_assert(!ingot_value_next_field(&iterator, &id, &item));
	ck_assert(!ingot_value_element(&number, 0, &item));
}
END_TEST

START_TEST(value_refuses_every_prefix)
{
	size_t size;

	for (size = 0; size < sizeof(compact); size++) {
		struct ingot_reader reader;
		struct ingot_value value;

		ingot_reader_init(&reader, INGOT_COMPACT, compact, size);
		ck_assert(!ingot_value_read(&value, &reader, INGOT_WIRE_STRUCT));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
		ck_assert_ptr_null(value.bytes);
	}
}
END_TEST

START_TEST(value_reads_binary_too)
{
	static const uint8_t binary[] = { 8, 0, 1, 0, 0, 0, 7, 11, 0, 2, 0, 0, 0, 2, 'h', 'i', 2, 0, 3, 1, 0 };
	struct ingot_value value = read_value(binary, sizeof(binary), INGOT_BINARY), field;
	struct ingot_string text;

	ck_assert(ingot_value_field(&value, 2, &field));
	text = ingot_value_string(&field);
	ck_assert(text.size == 2 && memcmp(text.data, "hi", 2) == 0);
	ck_assert(ingot_value_field(&value, 3, &field) && field.integer == 1);
}
END_TEST

START_TEST(value_of_a_long_string_has_all_of_it)
{
	uint8_t bytes[204] = { 0x18, 0xc8, 0x01 };
	struct ingot_value value, field;
	struct ingot_string text;

	memset(bytes + 3, 'x', 200);
	value = read_value(bytes, sizeof(bytes), INGOT_COMPACT);
	ck_assert(ingot_value_field(&value, 1, &field));
	text = ingot_value_string(&field);
	ck_assert_uint_eq(text.size, 200);
	ck_assert_ptr_eq(text.data, (const char *)bytes + 3);
	/* It is no uuid. */
	ck_assert_mem_eq(ingot_value_uuid(&field).bytes, (uint8_t[16]){ 0 }, 16);
}
END_TEST

START_TEST(value_of_a_float_is_a_number)
{
	static const uint8_t bytes[] = { 0x1d, 0x3f, 0xc0, 0, 0, 0 };
	struct ingot_reader reader;
	struct ingot_value value, field;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	reader.options = INGOT_FACEBOOK;
	ck_assert(ingot_value_read(&value, &reader, INGOT_WIRE_STRUCT));
	ck_assert(ingot_value_field(&value, 1, &field));
	ck_assert(field.real == 1.5);
}
END_TEST

/* A value whose bytes have been cut since it was read, or that was put together by hand. */
START_TEST(value_that_is_cut_has_only_what_is_there)
{
	static const uint8_t map[] = { 1, 0x38, 5, 9 };
	static const uint8_t list[] = { 0x25, 2, 4 };
	struct ingot_value cut = { .bytes = map, .size = 4, .protocol = INGOT_COMPACT, .type = INGOT_WIRE_MAP, .count = 1 };
	struct ingot_value key, element;
	struct ingot_value_iterator iterator;
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, map, 0);
	ck_assert(!ingot_value_read(&key, &reader, INGOT_WIRE_I32));
	ck_assert_ptr_null(key.bytes);
	ingot_value_iterate(&iterator, &cut);
	ck_assert(!ingot_value_next_entry(&iterator, &key, &element));
	cut = (struct ingot_value){ .bytes = list, .size = 3, .protocol = INGOT_COMPACT, .type = INGOT_WIRE_LIST, .count = 9 };
	ck_assert(ingot_value_element(&cut, 1, &element));
	ck_assert_int_eq(element.integer, 2);
	ck_assert(!ingot_value_element(&cut, 2, &element));
	ck_assert(!ingot_value_element(&cut, 9, &element));
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("value");
	TCase *tests = tcase_create("value");

	tcase_add_test(tests, value_gives_fields_in_wire_order);
	tcase_add_test(tests, value_field_is_the_last_with_that_id);
	tcase_add_test(tests, value_gives_elements_entries_and_nested_values);
	tcase_add_test(tests, value_of_the_wrong_kind_has_nothing_in_it);
	tcase_add_test(tests, value_refuses_every_prefix);
	tcase_add_test(tests, value_reads_binary_too);
	tcase_add_test(tests, value_of_a_long_string_has_all_of_it);
	tcase_add_test(tests, value_of_a_float_is_a_number);
	tcase_add_test(tests, value_that_is_cut_has_only_what_is_there);
	suite_add_tcase(suite, tests);
	return suite;
}
