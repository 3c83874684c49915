/* SPDX-License-Identifier: MIT */
/*
 * Every prefix, every flipped bit, damage by the thousand, every allocation failing: random messages of each type in both
 * protocols. INGOT_THOROUGH=n in the environment multiplies the numbers, INGOT_QUICK divides them.
 */
#define _DEFAULT_SOURCE
#include "main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>
#include "everything.h"
#include "failing.h"
#include "hostile.h"
#include "wiregen.h"

#define ROOM 2048

/* Two pages between two that cannot be touched. */
static uint8_t *first_byte, *behind_last;

static void make_pages(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *pages = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(pages, MAP_FAILED);
	first_byte = pages + page;
	behind_last = first_byte + 2 * page;
	ck_assert_int_eq(mprotect(pages, page, PROT_NONE), 0);
	ck_assert_int_eq(mprotect(behind_last, page, PROT_NONE), 0);
}

static uint64_t times(uint64_t usual)
{
	const char *text = getenv("INGOT_THOROUGH");

	if (getenv("INGOT_QUICK") != NULL)
		return (usual + 3) / 4;
	return text != NULL ? usual * strtoull(text, NULL, 10) : usual;
}

/* _i: type and protocol. */
static const struct ingot_type *type_of(int i)
{
	return hostile_types[i / 2].type;
}

static enum ingot_protocol protocol_of(int i)
{
	return (enum ingot_protocol)(i % 2);
}

static enum ingot_status status_of(int i, const uint8_t *bytes, size_t size)
{
	struct ingot_reader reader;
	void *value;

	ingot_reader_init(&reader, protocol_of(i), bytes, size);
	value = ingot_decode(NULL, &reader, type_of(i));
	ck_assert((value == NULL) == (reader.status != INGOT_OK));
	talloc_free(value);
	return reader.status;
}

static void judge(int i, const char *what, size_t at, enum ingot_status status, enum ingot_status expected)
{
	ck_assert_msg(status == expected, "%s in protocol %d, %s %zu: %s", hostile_types[i / 2].name, i % 2, what, at, ingot_status_name(status));
}

START_TEST(every_prefix_is_truncated_wherever_it_lies)
{
	uint8_t message[ROOM];
	uint64_t seed;
	size_t cut, lead;

	make_pages();
	for (seed = 0; seed < times(6); seed++) {
		size_t size = wiregen_message(seed, type_of(_i), protocol_of(_i), message, 700);

		for (cut = 0; cut <= size && size > 0; cut++) {
			enum ingot_status expected = cut == size ? INGOT_OK : INGOT_TRUNCATED;

			memcpy(behind_last - cut, message, cut);
			judge(_i, "at the end", cut, status_of(_i, behind_last - cut, cut), expected);
			for (lead = 0; lead < 8; lead++) {
				memcpy(first_byte + lead, message, cut);
				judge(_i, "at the start", cut, status_of(_i, first_byte + lead, cut), expected);
			}
		}
	}
}
END_TEST

/* 64 integers of which most is cut off: as many bytes as integers are left, each of which says that more follow. */
START_TEST(a_list_of_long_integers_that_is_cut_is_not_read_past_its_end)
{
	static const uint8_t ids[] = { 22 * 2, 23 * 2, 24 * 2 };

	make_pages();
	for (unsigned i = 0; i < 3; i++) {
		uint8_t *bytes = behind_last - 68;
		struct ingot_reader reader;

		memcpy(bytes, (uint8_t[]){ 0x09, ids[i], (uint8_t)(0xf4 + i), 64 }, 4);
		memset(bytes + 4, 0x80, 64);
		for (unsigned k = 4 + 2; k < 68; k += 3)
			bytes[k] = 0;
		ingot_reader_init(&reader, INGOT_COMPACT, bytes, 68);
		ck_assert_ptr_null(ingot_decode(NULL, &reader, hostile_type_by_name("Root")));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	}
}
END_TEST

/* A list that is kept as bytes, whose one integer goes on behind the last byte of the input. */
START_TEST(a_lazy_value_that_is_cut_is_not_copied_past_its_end)
{
	static const uint8_t cut[] = { 0x29, 0x16, 0x80 };
	struct ingot_reader reader;

	make_pages();
	memcpy(behind_last - 3, cut, 3);
	ingot_reader_init(&reader, INGOT_COMPACT, behind_last - 3, 3);
	ck_assert_ptr_null(ingot_decode(NULL, &reader, &everything_Lazy_type));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
}
END_TEST

static void promises_hold(int i, uint32_t options, const uint8_t *bytes, size_t size)
{
	const char *broken = hostile_run(type_of(i), protocol_of(i), options, bytes, size, NULL);
	char hex[161] = "";
	size_t k;

	if (broken == NULL)
		return;
	for (k = 0; k < size && k < 80; k++)
		snprintf(hex + 2 * k, 3, "%02x", bytes[k]);
	ck_abort_msg("%s in protocol %d, broken: %s: %zu bytes: %s", hostile_types[i / 2].name, i % 2, broken, size, hex);
}

START_TEST(every_flipped_bit_and_every_byte_keeps_the_promises)
{
	uint8_t message[ROOM];
	uint64_t seed;
	size_t bit, at;
	unsigned byte;

	make_pages();
	for (seed = 0; seed < times(4); seed++) {
		size_t size = wiregen_message(seed, type_of(_i), protocol_of(_i), message, 400);
		uint8_t *bytes = behind_last - size;

		memcpy(bytes, message, size);
		for (bit = 0; bit < size * 8; bit++) {
			bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
			promises_hold(_i, 0, bytes, size);
			bytes[bit / 8] = message[bit / 8];
		}
		for (at = 0; at < size && size <= 120; at++) {
			for (byte = 0; byte < 256; byte++) {
				bytes[at] = (uint8_t)byte;
				status_of(_i, bytes, size);
			}
			bytes[at] = message[at];
		}
	}
	hostile_end();
}
END_TEST

START_TEST(damaged_messages_keep_the_promises)
{
	static struct wiregen_map map;
	uint8_t message[ROOM], other[ROOM], damaged[2 * ROOM];
	uint64_t seed, i, state = (uint64_t)_i + 1;

	make_pages();
	for (seed = 1; seed < 9; seed++) {
		size_t size = wiregen_message(seed, type_of(_i), protocol_of(_i), message, 1000), damaged_size;
		size_t other_size = wiregen_message(seed + 1, type_of(_i), protocol_of(_i), other, 1000);

		if (size == 0)
			continue;
		wiregen_map(&map, protocol_of(_i), message, size);
		for (i = 0; i < times(400); i++) {
			memcpy(damaged, message, size);
			damaged_size = wiregen_damage(&state, &map, protocol_of(_i), damaged, size, sizeof(damaged), other, other_size);
			memcpy(behind_last - damaged_size, damaged, damaged_size);
			promises_hold(_i, i % 4 == 3 ? INGOT_STRICT : 0, behind_last - damaged_size, damaged_size);
		}
	}
	hostile_end();
}
END_TEST

/* What may fail: returns true when it did not. */
typedef bool attempt_fn(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size);

static bool decode_fresh(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, protocol_of(i), bytes, size);
	if (ingot_decode(mem_ctx, &reader, type_of(i)) != NULL)
		return true;
	ck_assert_int_eq(reader.status, INGOT_NOMEM);
	return false;
}

static bool decode_shared(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, protocol_of(i), bytes, size);
	reader.options = INGOT_DEDUP | INGOT_KEEP_UNKNOWN;
	if (ingot_decode(mem_ctx, &reader, type_of(i)) != NULL)
		return true;
	ck_assert_int_eq(reader.status, INGOT_NOMEM);
	return false;
}

static bool decode_to_block(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size)
{
	struct ingot_block *block = ingot_block_new(mem_ctx, 64);
	struct ingot_reader reader;
	void *value;

	if (block == NULL)
		return false;
	ingot_reader_init(&reader, protocol_of(i), bytes, size);
	reader.block = block;
	value = ingot_decode(mem_ctx, &reader, type_of(i));
	ck_assert(value != NULL || reader.status == INGOT_NOMEM);
	talloc_free(block);
	return value != NULL;
}

static void *whole_value;

static bool encode(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size)
{
	struct ingot_writer writer;

	ingot_writer_init(&writer, protocol_of(i), mem_ctx);
	if (!ingot_write(&writer, type_of(i), whole_value)) {
		ck_assert_int_eq(writer.status, INGOT_NOMEM);
		ck_assert_uint_eq(ingot_writer_size(&writer), 0);
		talloc_free(writer.bytes);
		return false;
	}
	ck_assert_uint_gt(ingot_writer_size(&writer), 0);
	talloc_free(writer.bytes);
	(void)bytes, (void)size;
	return true;
}

static bool print_json(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size)
{
	char *text = ingot_json_text(mem_ctx, type_of(i), whole_value, NULL);

	talloc_free(text);
	(void)bytes, (void)size;
	return text != NULL;
}

static bool copy(int i, TALLOC_CTX *mem_ctx, const uint8_t *bytes, size_t size)
{
	void *value = ingot_copy(mem_ctx, type_of(i), whole_value);

	talloc_free(value);
	(void)bytes, (void)size;
	return value != NULL;
}

static attempt_fn *const attempts[] = { decode_fresh, decode_shared, decode_to_block, encode, print_json, copy };

/* Fails the first allocation, the second, … until it succeeds; what is left behind must be what a failure may leave: nothing. */
static void fail_each(int i, size_t k, const uint8_t *bytes, size_t size, bool is_sticky)
{
	bool is_done = false, is_decoding = attempts[k] == decode_fresh || attempts[k] == decode_to_block;
	long n, asked;

	for (n = 0; !is_done; n++) {
		TALLOC_CTX *mem_ctx = talloc_new(NULL);

		ck_assert_int_lt(n, 100000);
		failing_at(n, is_sticky);
		is_done = attempts[k](i, mem_ctx, bytes, size);
		asked = failing_requests();
		failing_never();
		/* A decoder that was refused does not ask again. */
		ck_assert_msg(is_done || !is_decoding || asked == n + 1, "%s: asked %ld times, refused the %ldth time", hostile_types[i / 2].name, asked, n + 1);
		if (!is_done)
			ck_assert_msg(talloc_total_blocks(mem_ctx) == 1, "%s: a failure leaves nothing", hostile_types[i / 2].name);
		talloc_free(mem_ctx);
	}
	/* A writer that is refused room to grow asks for less: one failure need not show. */
	ck_assert_msg(n > 1 || !is_sticky, "%s: attempt %zu asks for no memory", hostile_types[i / 2].name, k);
}

START_TEST(every_allocation_may_fail)
{
	uint8_t message[ROOM];
	uint64_t seed;
	size_t k;

	for (seed = 1; seed < 8; seed++) {
		size_t size = wiregen_message(seed, type_of(_i), protocol_of(_i), message, sizeof(message));
		struct ingot_reader reader;

		if (size == 0)
			continue;
		ingot_reader_init(&reader, protocol_of(_i), message, size);
		whole_value = ingot_decode(NULL, &reader, type_of(_i));
		ck_assert_ptr_nonnull(whole_value);
		for (k = 0; k < sizeof(attempts) / sizeof(attempts[0]); k++) {
			fail_each(_i, k, message, size, false);
			fail_each(_i, k, message, size, true);
		}
		talloc_free(whole_value);
	}
}
END_TEST

static int pair_count(void)
{
	int i;

	for (i = 0; hostile_types[i].name != NULL; i++)
		;
	return 2 * i;
}

Suite *check_suite(void)
{
	Suite *suite = suite_create("loops");
	TCase *tests = tcase_create("loops");

	tcase_set_timeout(tests, 600);
	tcase_add_test(tests, a_lazy_value_that_is_cut_is_not_copied_past_its_end);
	tcase_add_test(tests, a_list_of_long_integers_that_is_cut_is_not_read_past_its_end);
	tcase_add_loop_test(tests, every_prefix_is_truncated_wherever_it_lies, 0, pair_count());
	tcase_add_loop_test(tests, every_flipped_bit_and_every_byte_keeps_the_promises, 0, pair_count());
	tcase_add_loop_test(tests, damaged_messages_keep_the_promises, 0, pair_count());
	tcase_add_loop_test(tests, every_allocation_may_fail, 0, pair_count());
	suite_add_tcase(suite, tests);
	return suite;
}
