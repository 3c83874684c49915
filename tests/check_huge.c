/* SPDX-License-Identifier: MIT */
/*
 * Inputs of 5 GiB, most of which is never touched: the sizes and counts in them are refused for what they are, not for want of bytes.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "main.h"

#include <string.h>
#include <sys/mman.h>
#include <attack.h>
#include <everything.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>
#include "failing.h"
#include "internal.h"

#define HUGE_SIZE ((uint64_t)5 << 30)

static uint8_t *bytes;

static void begin(void)
{
	bytes = mmap(NULL, (size_t)HUGE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	ck_assert_ptr_ne(bytes, MAP_FAILED);
}

static void end(void)
{
	munmap(bytes, (size_t)HUGE_SIZE);
}

/* The input begins with these; behind them are zeros. */
struct head {
	enum ingot_protocol protocol;
	size_t size;
	const char *bytes;
};

static const struct ingot_reader *decode(const struct head *head, const struct ingot_type *type)
{
	static struct ingot_reader reader;

	memset(bytes, 0, 64);
	memcpy(bytes, head->bytes, head->size);
	ingot_reader_init(&reader, head->protocol, bytes, (size_t)HUGE_SIZE);
	talloc_free(ingot_decode(NULL, &reader, type));
	return &reader;
}

#define TOO_MANY_BINARY "\x80\0\0\0"
#define TOO_MANY_COMPACT "\x80\x80\x80\x80\x08"

/* 2^31 elements of one byte, entries of two, bytes of a string: in fields 21, 50, 7 and 20 of Root. */
static const struct head too_many[] = {
	{ INGOT_BINARY, 8, "\x0f\0\x15\x03" TOO_MANY_BINARY },
	{ INGOT_BINARY, 9, "\x0d\0\x32\x02\x02" TOO_MANY_BINARY },
	{ INGOT_BINARY, 7, "\x0b\0\x07" TOO_MANY_BINARY },
	{ INGOT_COMPACT, 8, "\x09\x2a\xf3" TOO_MANY_COMPACT },
	{ INGOT_COMPACT, 8, "\x0b\x64" TOO_MANY_COMPACT "\x22" },
	{ INGOT_COMPACT, 6, "\x78" TOO_MANY_COMPACT },
	{ INGOT_COMPACT, 8, "\x09\x28\xf2" TOO_MANY_COMPACT },
};

START_TEST(more_than_two_gib_are_a_bad_size_though_the_bytes_are_there)
{
	const struct head *head = &too_many[_i];
	struct ingot_reader walked;

	ck_assert_int_eq(decode(head, &attack_Root_type)->status, INGOT_BAD_SIZE);
	ck_assert_int_eq(decode(head, &attack_Nothing_type)->status, INGOT_BAD_SIZE);
	ingot_reader_init(&walked, head->protocol, bytes, (size_t)HUGE_SIZE);
	ck_assert(!ingot_check(&walked, &attack_Root_type));
	ck_assert_int_eq(walked.status, INGOT_BAD_SIZE);
}
END_TEST

/* 2^31 - 1 is the most there may be: of a string that is borrowed, of what is skipped, and of what then is too much for a chunk. */
START_TEST(two_gib_less_one_are_no_bad_size)
{
	static const struct head string = { INGOT_BINARY, 7, "\x0b\0\x07\x7f\xff\xff\xff" };
	static const struct head list = { INGOT_BINARY, 8, "\x0f\0\x15\x03\x7f\xff\xff\xff" };
	static const struct head map = { INGOT_BINARY, 9, "\x0d\0\x32\x02\x02\x7f\xff\xff\xff" };
	static const struct head small_map = { INGOT_COMPACT, 8, "\x0b\x64\xff\xff\xff\xff\x07\x22" };
	struct ingot_reader reader;
	struct attack_Root *root;

	ck_assert_int_eq(decode(&string, &attack_Nothing_type)->status, INGOT_OK);
	ck_assert_int_eq(decode(&list, &attack_Nothing_type)->status, INGOT_OK);
	ck_assert_int_eq(decode(&list, &attack_Root_type)->status, INGOT_NOMEM);
	ck_assert_int_eq(decode(&map, &attack_Root_type)->status, INGOT_NOMEM);
	ck_assert_int_eq(decode(&small_map, &attack_Root_type)->status, INGOT_NOMEM);
	decode(&string, &attack_Nothing_type);
	ingot_reader_init(&reader, INGOT_BINARY, bytes, (size_t)HUGE_SIZE);
	reader.options = INGOT_BORROW;
	root = attack_Root_from_wire(NULL, &reader);
	ck_assert_msg(root != NULL, "%s", ingot_reader_error(&reader));
	ck_assert_uint_eq(root->text.size, INT32_MAX);
	talloc_free(root);
}
END_TEST

/* 2^29 bytes: allowed by the budget, and more than a chunk can be. */
START_TEST(a_list_above_a_chunk_is_out_of_memory)
{
	static const struct head head = { INGOT_BINARY, 8, "\x0f\0\x15\x03\x20\0\0\0" };

	ck_assert_int_eq(decode(&head, &attack_Root_type)->status, INGOT_NOMEM);
}
END_TEST

/* 2^31 - 1 bytes and their head, in a field that is kept as bytes: more than a size can say. */
START_TEST(a_lazy_field_above_two_gib_is_too_large)
{
	static const struct head head = { INGOT_BINARY, 8, "\x0f\0\x02\x03\x7f\xff\xff\xff" };
	const struct ingot_reader *reader = decode(&head, &everything_Lazy_type);

	ck_assert_int_eq(reader->status, INGOT_TOO_LARGE);
	ck_assert_uint_eq(reader->error_offset, 3);
}
END_TEST

/* 2^31 - 1 bytes with their head; one more is kept than there is on the wire. */
START_TEST(a_lazy_field_is_too_large_with_the_byte_that_is_kept_before_it)
{
	static const struct head head = { INGOT_BINARY, 8, "\x0f\0\x02\x03\x7f\xff\xff\xfa" };

	ck_assert_int_eq(decode(&head, &everything_Lazy_type)->status, INGOT_TOO_LARGE);
}
END_TEST

/* Ids of fields that are skipped: 15 for each byte, until they are above 2^31, and then a struct. */
START_TEST(an_id_above_31_bits_is_no_other_in_what_is_skipped)
{
	static const uint8_t end_of_it[] = { 0x1c, 0x00, 0x00, 0x00 };
	const size_t fields = ((size_t)1 << 31) / 15 + 1;
	struct ingot_reader reader;

	bytes[0] = 0x9c;
	memset(bytes + 1, 0xf1, fields);
	memcpy(bytes + 1 + fields, end_of_it, sizeof(end_of_it));
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, fields + 1 + sizeof(end_of_it));
	ck_assert_ptr_null(ingot_decode(NULL, &reader, &attack_Nothing_type));
	ck_assert_int_eq(reader.status, INGOT_BAD_FIELD_ID);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("huge");
	TCase *tcase = tcase_create("huge");

	suite_add_tcase(suite, tcase);
	if (HUGE_SIZE > SIZE_MAX) {
		check_skip("inputs of 5 GiB", "addresses have 32 bits");
		return suite;
	}
	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_loop_test(tcase, more_than_two_gib_are_a_bad_size_though_the_bytes_are_there, 0,
			    (int)(sizeof(too_many) / sizeof(too_many[0])));
	tcase_add_test(tcase, a_list_above_a_chunk_is_out_of_memory);
	tcase_add_test(tcase, a_lazy_field_above_two_gib_is_too_large);
	tcase_add_test(tcase, a_lazy_field_is_too_large_with_the_byte_that_is_kept_before_it);
	tcase_add_test(tcase, an_id_above_31_bits_is_no_other_in_what_is_skipped);
	tcase_add_test(tcase, two_gib_less_one_are_no_bad_size);
	return suite;
}
