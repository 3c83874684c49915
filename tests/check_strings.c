/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ingot/strings.h>
#include "failing.h"
#include "main.h"

static struct ingot_string string_of(const char *text)
{
	struct ingot_string string = { text, (uint32_t)strlen(text) };

	return string;
}

static uint32_t added(struct ingot_strings *strings, const char *text)
{
	uint32_t id = INGOT_NO_STRING;

	ck_assert_int_eq(ingot_strings_add(strings, text, (uint32_t)strlen(text), &id), INGOT_OK);
	return id;
}

/* count distinct strings, "PREFIX 0" and on. */
static struct ingot_string *batch_of(TALLOC_CTX *mem_ctx, const char *prefix, uint32_t count)
{
	struct ingot_string *batch = talloc_array(mem_ctx, struct ingot_string, count);

	for (uint32_t i = 0; i < count; i++)
		batch[i] = string_of(talloc_asprintf(batch, "%s %u", prefix, i));
	return batch;
}

START_TEST(strings_get_ids_in_the_order_of_first_appearance)
{
	struct ingot_strings *strings = ingot_strings_new(NULL);

	ck_assert_uint_eq(added(strings, "a"), 0);
	ck_assert_uint_eq(added(strings, "b"), 1);
	ck_assert_uint_eq(added(strings, "a"), 0);
	ck_assert_uint_eq(added(strings, ""), 2);
	ck_assert_uint_eq(added(strings, ""), 2);
	ck_assert_uint_eq(ingot_strings_count(strings), 3);
	ck_assert_uint_eq(ingot_strings_size(strings), 2);
	ck_assert_str_eq(ingot_strings_get(strings, 1)->data, "b");
	ck_assert_uint_eq(ingot_strings_get(strings, 2)->size, 0);
	ck_assert_ptr_nonnull(ingot_strings_get(strings, 2)->data);
	ck_assert_ptr_null(ingot_strings_get(strings, 3));
	ck_assert_ptr_null(ingot_strings_get(strings, INGOT_NO_STRING));
	talloc_free(strings);
}
END_TEST

START_TEST(strings_are_binary_safe)
{
	struct ingot_strings *strings = ingot_strings_new(NULL);
	uint32_t id;

	ck_assert_int_eq(ingot_strings_add(strings, "a\0b", 3, &id), INGOT_OK);
	ck_assert_uint_eq(id, 0);
	ck_assert_int_eq(ingot_strings_add(strings, "a\0c", 3, &id), INGOT_OK);
	ck_assert_uint_eq(id, 1);
	ck_assert_int_eq(ingot_strings_add(strings, "a", 1, &id), INGOT_OK);
	ck_assert_uint_eq(id, 2);
	ck_assert_int_eq(ingot_strings_add(strings, "a\0", 2, &id), INGOT_OK);
	ck_assert_uint_eq(id, 3);
	ck_assert_uint_eq(ingot_strings_get(strings, 0)->size, 3);
	ck_assert_mem_eq(ingot_strings_get(strings, 0)->data, "a\0b", 4);
	talloc_free(strings);
}
END_TEST

START_TEST(strings_of_a_batch_map_to_ids)
{
	static const uint32_t expected[] = { 1, 0, INGOT_NO_STRING, 1, 2, 2 };
	struct ingot_strings *strings = ingot_strings_new(NULL);
	struct ingot_string batch[6];
	uint32_t map[6];

	added(strings, "held");
	batch[0] = string_of("new");
	batch[1] = string_of("held");
	batch[2].data = NULL;
	batch[2].size = 0;
	batch[3] = string_of("new");
	batch[4] = string_of("newer");
	batch[5] = string_of("newer");
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 6, map), INGOT_OK);
	ck_assert_mem_eq(map, expected, sizeof(expected));
	ck_assert_uint_eq(ingot_strings_count(strings), 3);
	ck_assert_int_eq(ingot_strings_add_all(strings, NULL, 0, NULL), INGOT_OK);
	talloc_free(strings);
}
END_TEST

START_TEST(strings_never_move_and_ids_never_change)
{
	struct ingot_strings *strings = ingot_strings_new(NULL);
	struct ingot_string *batch = batch_of(strings, "string", 20000);
	struct ingot_string *first = talloc_array(strings, struct ingot_string, 20000);
	uint32_t *map = talloc_array(strings, uint32_t, 20000);
	uint32_t id;

	for (uint32_t i = 0; i < 20000; i++) {
		ck_assert_uint_eq(added(strings, batch[i].data), i);
		first[i] = *ingot_strings_get(strings, i);
	}
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 20000, map), INGOT_OK);
	for (uint32_t i = 0; i < 20000; i++) {
		ck_assert_ptr_eq(ingot_strings_get(strings, i)->data, first[i].data);
		ck_assert_str_eq(first[i].data, batch[i].data);
		ck_assert_uint_eq(map[i], i);
		ck_assert(ingot_strings_find(strings, batch[i].data, batch[i].size, &id));
		ck_assert_uint_eq(id, i);
	}
	talloc_free(strings);
}
END_TEST

START_TEST(strings_find_neither_puts_in_nor_allocates)
{
	struct ingot_strings *strings = ingot_strings_new(NULL);
	uint32_t id = 77;

	failing_at(0, true);
	ck_assert(!ingot_strings_find(strings, "x", 1, &id));
	ck_assert_int_eq(failing_requests(), 0);
	failing_never();
	added(strings, "x");
	ck_assert(!ingot_strings_find(strings, "y", 1, &id));
	ck_assert_uint_eq(id, 77);
	ck_assert(ingot_strings_find(strings, "x", 1, &id));
	ck_assert_uint_eq(id, 0);
	ck_assert_uint_eq(ingot_strings_count(strings), 1);
	talloc_free(strings);
}
END_TEST

START_TEST(strings_of_any_size_are_kept)
{
	struct ingot_strings *strings = ingot_strings_new(NULL);
	char *bytes = talloc_size(NULL, 3000000);
	uint32_t count = 0;
	uint32_t id;

	for (size_t i = 0; i < 3000000; i++)
		bytes[i] = (char)(i * 7 + i / 251);
	for (uint32_t size = 0; size < 3000000; size = size * 3 / 2 + 1, count++) {
		ck_assert_int_eq(ingot_strings_add(strings, bytes, size, &id), INGOT_OK);
		ck_assert_uint_eq(id, count);
		ck_assert_uint_eq(added(strings, "small") == 1 || count == 0, 1);
		count += count == 0;
	}
	count = 0;
	for (uint32_t size = 0; size < 3000000; size = size * 3 / 2 + 1, count++) {
		ck_assert(ingot_strings_find(strings, bytes, size, &id));
		ck_assert_uint_eq(id, count);
		ck_assert_uint_eq(ingot_strings_get(strings, id)->size, size);
		ck_assert_mem_eq(ingot_strings_get(strings, id)->data, bytes, size);
		ck_assert_int_eq(ingot_strings_get(strings, id)->data[size], 0);
		count += count == 0;
	}
	talloc_free(bytes);
	talloc_free(strings);
}
END_TEST

/* A store that remembers strings in an array and searches it from the front. */
static uint32_t plain_add(struct ingot_string *held, uint32_t *count, struct ingot_string string)
{
	for (uint32_t i = 0; i < *count; i++) {
		if (held[i].size == string.size && memcmp(held[i].data, string.data, string.size) == 0)
			return i;
	}
	held[*count] = string;
	return (*count)++;
}

START_TEST(strings_agree_with_a_plain_search_in_batches_of_every_size)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	struct ingot_string *pool = batch_of(mem_ctx, "pool", 1500);
	struct ingot_string held[1500];
	struct ingot_string batch[200];
	uint32_t map[200];
	uint32_t held_count = 0;
	uint32_t random = 1;

	for (uint32_t count = 0; count <= 200; count++) {
		for (uint32_t i = 0; i < count; i++) {
			random = random * 1664525u + 1013904223u;
			batch[i] = pool[(random >> 8) % 1500];
		}
		ck_assert_int_eq(ingot_strings_add_all(strings, batch, count, map), INGOT_OK);
		for (uint32_t i = 0; i < count; i++)
			ck_assert_uint_eq(map[i], plain_add(held, &held_count, batch[i]));
		ck_assert_uint_eq(ingot_strings_count(strings), held_count);
	}
	ck_assert_uint_gt(held_count, 1400);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(strings_allocate_a_handful_of_times_for_a_new_batch_and_never_for_a_known_one)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_string *batch = batch_of(mem_ctx, "a string of some length", 10000);
	uint32_t *map = talloc_array(mem_ctx, uint32_t, 10000);
	struct ingot_strings *strings;

	failing_never();
	strings = ingot_strings_new(mem_ctx);
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 10000, map), INGOT_OK);
	ck_assert_int_le(failing_requests(), 9);
	/* The bytes, an entry of 16 and a slot of 8 at three quarters full or less: never twice what is needed. */
	ck_assert_uint_le(failing_bytes(), 2 * (ingot_strings_size(strings) + 10000 * (1 + 16 + 11)));
	failing_never();
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 10000, map), INGOT_OK);
	ck_assert_int_eq(failing_requests(), 0);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(strings_do_not_reserve_for_a_batch_of_one_string_many_times)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_string *batch = talloc_array(mem_ctx, struct ingot_string, 10000);
	uint32_t *map = talloc_array(mem_ctx, uint32_t, 10000);
	struct ingot_strings *strings;

	for (uint32_t i = 0; i < 10000; i++)
		batch[i] = string_of("the same each time");
	failing_never();
	strings = ingot_strings_new(mem_ctx);
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 10000, map), INGOT_OK);
	ck_assert_uint_eq(ingot_strings_count(strings), 1);
	ck_assert_uint_le(failing_bytes(), 8192);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(strings_above_a_limit_are_refused_and_none_of_the_batch_is_kept)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	struct ingot_string *batch = batch_of(mem_ctx, "s", 100);
	uint32_t map[100];
	uint32_t id = 77;

	ingot_strings_limit(strings, 101, 1000);
	added(strings, "a");
	added(strings, "b");
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 100, map), INGOT_TOO_LARGE);
	ck_assert_uint_eq(ingot_strings_count(strings), 2);
	ck_assert_uint_eq(ingot_strings_size(strings), 2);
	ck_assert(!ingot_strings_find(strings, batch[0].data, batch[0].size, &id));
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 99, map), INGOT_OK);
	ck_assert_int_eq(ingot_strings_add(strings, "c", 1, &id), INGOT_TOO_LARGE);
	ck_assert_uint_eq(id, 77);
	ck_assert_uint_eq(added(strings, "b"), 1);
	ingot_strings_limit(strings, UINT32_MAX, ingot_strings_size(strings));
	ck_assert_int_eq(ingot_strings_add(strings, "c", 1, &id), INGOT_TOO_LARGE);
	ck_assert_uint_eq(added(strings, ""), 101);
	talloc_free(mem_ctx);
}
END_TEST

/* The index begins with 128 places, three quarters of which are used. */
START_TEST(strings_free_the_index_that_was_too_small)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_string *batch = batch_of(mem_ctx, "", 97);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	size_t blocks;
	uint32_t i;

	for (i = 0; i < 96; i++)
		added(strings, batch[i].data);
	blocks = talloc_total_blocks(strings);
	failing_never();
	added(strings, batch[i].data);
	ck_assert_int_eq(failing_requests(), 1);
	ck_assert_uint_eq(talloc_total_blocks(strings), blocks);
	talloc_free(mem_ctx);
}
END_TEST

/* So many that some have the same 32 bits of hash: of one size, and of different ones; one by one and in a batch. */
START_TEST(strings_with_equal_hashes_are_told_apart)
{
	enum { COUNT = 400000 };
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	struct ingot_string *batch = talloc_array(mem_ctx, struct ingot_string, COUNT);
	uint32_t *map = talloc_array(mem_ctx, uint32_t, COUNT);
	char(*texts)[12] = talloc_zero_size(mem_ctx, (size_t)COUNT * sizeof(*texts));

	for (uint32_t i = 0; i < COUNT; i++) {
		batch[i] = (struct ingot_string){ texts[i], 4 + i % 2 * 4 };
		memcpy(texts[i], &i, sizeof(i));
	}
	for (uint32_t i = 0; _i == 0 && i < COUNT; i++)
		ck_assert_int_eq(ingot_strings_add(strings, batch[i].data, batch[i].size, &map[i]), INGOT_OK);
	if (_i == 1)
		ck_assert_int_eq(ingot_strings_add_all(strings, batch, COUNT, map), INGOT_OK);
	for (uint32_t i = 0; i < COUNT; i++)
		ck_assert_uint_eq(map[i], i);
	ck_assert_uint_eq(ingot_strings_count(strings), COUNT);
	talloc_free(mem_ctx);
}
END_TEST

/* Room is made for what is likely to come, within bounds: the rest of this batch is never looked at. */
START_TEST(strings_expect_no_more_than_can_be_at_once)
{
	enum { COUNT = 1 << 24 };
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	size_t size = (size_t)COUNT * sizeof(struct ingot_string);
	struct ingot_string *batch = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct ingot_string *few = batch_of(mem_ctx, "a string of some forty bytes, give or take", 200);
	uint32_t *map = talloc_array(mem_ctx, uint32_t, COUNT);

	ck_assert_ptr_ne(batch, MAP_FAILED);
	memcpy(batch, few, 200 * sizeof(*few));
	ingot_strings_limit(strings, 150, UINT64_MAX);
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, COUNT, map), INGOT_TOO_LARGE);
	ck_assert_uint_eq(ingot_strings_count(strings), 0);
	munmap(batch, size);
	talloc_free(mem_ctx);
}
END_TEST

/*
 * A batch that looks as if it held one string, so that the index has to grow within it, right before it is refused. Many times, since
 * hashes differ from store to store, and with them what has to move: from address to address, so that none is freed before the end.
 */
START_TEST(strings_of_a_batch_that_is_refused_leave_the_others_where_they_are)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_string *kept = batch_of(mem_ctx, "kept", 60);
	struct ingot_string *batch = batch_of(mem_ctx, "new", 200);
	uint32_t map[200], id;

	for (uint32_t i = 0; i < 64; i++)
		batch[i] = batch[0];
	for (int round = 0; round < 1000; round++) {
		struct ingot_strings *strings = ingot_strings_new(mem_ctx);

		ck_assert_int_eq(ingot_strings_add_all(strings, kept, 60, map), INGOT_OK);
		ingot_strings_limit(strings, 100, UINT64_MAX);
		ck_assert_int_eq(ingot_strings_add_all(strings, batch, 200, map), INGOT_TOO_LARGE);
		ck_assert_uint_eq(ingot_strings_count(strings), 60);
		for (uint32_t i = 0; i < 60; i++)
			ck_assert(ingot_strings_find(strings, kept[i].data, kept[i].size, &id) && id == i);
		for (uint32_t i = 0; i < 200; i++)
			ck_assert(!ingot_strings_find(strings, batch[i].data, batch[i].size, &id));
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(strings_that_are_absent_have_no_id)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	struct ingot_string *batch = batch_of(mem_ctx, "s", 100);
	uint32_t map[100];

	for (uint32_t i = 0; i < 100; i += 3)
		batch[i] = (struct ingot_string){ NULL, 0 };
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 100, map), INGOT_OK);
	for (uint32_t i = 0; i < 100; i++)
		ck_assert((map[i] == INGOT_NO_STRING) == (i % 3 == 0));
	ck_assert_uint_eq(ingot_strings_count(strings), 66);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(strings_can_be_forgotten_without_giving_the_memory_back)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	struct ingot_string *batch = batch_of(mem_ctx, "s", 3000);
	uint32_t *map = talloc_array(mem_ctx, uint32_t, 3000);
	uint32_t id;

	ingot_strings_reset(strings);
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 3000, map), INGOT_OK);
	ingot_strings_reset(strings);
	ck_assert_uint_eq(ingot_strings_count(strings), 0);
	ck_assert_uint_eq(ingot_strings_size(strings), 0);
	ck_assert(!ingot_strings_find(strings, batch[0].data, batch[0].size, &id));
	failing_never();
	ck_assert_int_eq(ingot_strings_add_all(strings, batch + 1000, 1000, map), INGOT_OK);
	ck_assert_int_eq(failing_requests(), 0);
	ck_assert_uint_eq(map[999], 999);
	talloc_free(mem_ctx);
}
END_TEST

/* What a failing batch must leave: all of old, and nothing else. */
static void check_holds_old_only(const struct ingot_strings *strings, const struct ingot_string *old,
				 const struct ingot_string *batch)
{
	uint32_t id;

	ck_assert_uint_eq(ingot_strings_count(strings), 500);
	for (uint32_t i = 0; i < 500; i++) {
		ck_assert(ingot_strings_find(strings, old[i].data, old[i].size, &id));
		ck_assert_uint_eq(id, i);
	}
	for (uint32_t i = 0; i < 3000; i++)
		ck_assert(ingot_strings_find(strings, batch[i].data, batch[i].size, &id) == (i % 7 == 0));
}

/* Fails the nth request of a batch that has known and new strings. False when there was no such request. */
static bool fail_batch(TALLOC_CTX *mem_ctx, const struct ingot_string *old, const struct ingot_string *batch, long nth,
		       bool sticky)
{
	struct ingot_strings *strings = ingot_strings_new(mem_ctx);
	uint32_t *map = talloc_array(mem_ctx, uint32_t, 3000);
	enum ingot_status status;
	bool reached;
	size_t size;

	ck_assert_int_eq(ingot_strings_add_all(strings, old, 500, map), INGOT_OK);
	failing_at(nth, sticky);
	status = ingot_strings_add_all(strings, batch, 3000, map);
	reached = failing_requests() > nth;
	ck_assert_int_eq(status, reached ? INGOT_NOMEM : INGOT_OK);
	failing_never();
	if (reached)
		check_holds_old_only(strings, old, batch);
	/* To fail again and again does not eat memory. */
	size = talloc_total_size(strings);
	for (int again = 0; reached && again < 5; again++) {
		failing_at(0, true);
		ck_assert_int_eq(ingot_strings_add_all(strings, batch, 3000, map), INGOT_NOMEM);
		failing_never();
		ck_assert_uint_eq(talloc_total_size(strings), size);
	}
	ck_assert_int_eq(ingot_strings_add_all(strings, batch, 3000, map), INGOT_OK);
	ck_assert_uint_eq(ingot_strings_count(strings), 500 + 3000 - 429);
	for (uint32_t i = 0; i < 3000; i++)
		ck_assert_str_eq(ingot_strings_get(strings, map[i])->data, batch[i].data);
	talloc_free(strings);
	return reached;
}

START_TEST(strings_survive_every_failing_allocation)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_string *old = batch_of(mem_ctx, "old", 500);
	struct ingot_string *batch = batch_of(mem_ctx, "new, and with more bytes than those before it", 3000);
	long nth;

	for (uint32_t i = 0; i < 3000; i += 7)
		batch[i] = old[i / 7];
	for (nth = 0; fail_batch(mem_ctx, old, batch, nth, false); nth++)
		fail_batch(mem_ctx, old, batch, nth, true);
	ck_assert_int_ge(nth, 3);
	for (nth = 0; nth < 2; nth++) {
		failing_at(nth, false);
		ck_assert_ptr_null(ingot_strings_new(mem_ctx));
	}
	failing_never();
	talloc_free(mem_ctx);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("strings");
	TCase *tcase = tcase_create("strings");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, strings_get_ids_in_the_order_of_first_appearance);
	tcase_add_test(tcase, strings_are_binary_safe);
	tcase_add_test(tcase, strings_of_a_batch_map_to_ids);
	tcase_add_test(tcase, strings_never_move_and_ids_never_change);
	tcase_add_test(tcase, strings_find_neither_puts_in_nor_allocates);
	tcase_add_test(tcase, strings_of_any_size_are_kept);
	tcase_add_test(tcase, strings_agree_with_a_plain_search_in_batches_of_every_size);
	tcase_add_test(tcase, strings_allocate_a_handful_of_times_for_a_new_batch_and_never_for_a_known_one);
	tcase_add_test(tcase, strings_do_not_reserve_for_a_batch_of_one_string_many_times);
	tcase_add_test(tcase, strings_above_a_limit_are_refused_and_none_of_the_batch_is_kept);
	tcase_add_test(tcase, strings_can_be_forgotten_without_giving_the_memory_back);
	tcase_add_test(tcase, strings_survive_every_failing_allocation);
	tcase_add_test(tcase, strings_free_the_index_that_was_too_small);
	tcase_add_loop_test(tcase, strings_with_equal_hashes_are_told_apart, 0, 2);
	tcase_add_test(tcase, strings_expect_no_more_than_can_be_at_once);
	tcase_add_test(tcase, strings_that_are_absent_have_no_id);
	tcase_add_test(tcase, strings_of_a_batch_that_is_refused_leave_the_others_where_they_are);
	suite_add_tcase(suite, tcase);
	return suite;
}
