/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ingot/metadata.h>
#include "failing.h"
#include "main.h"

static const struct ingot_metadata empty = { NULL, 0, 0 };

static struct ingot_pair pair_of(const char *key, const char *value)
{
	struct ingot_pair pair = { { key, (uint32_t)strlen(key) }, { value, (uint32_t)strlen(value) } };

	return pair;
}

static struct ingot_metadata added(TALLOC_CTX *mem_ctx, struct ingot_metadata from, const char *key, const char *value)
{
	struct ingot_metadata to = empty;

	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &from, key, value, &to), INGOT_OK);
	return to;
}

/* "a=1 b=2" for the pairs, oldest first. */
static const char *text_of(TALLOC_CTX *mem_ctx, const struct ingot_metadata *metadata)
{
	char *text = talloc_strdup(mem_ctx, "");

	for (uint32_t i = 0; i < metadata->count; i++) {
		const struct ingot_pair *pair = &metadata->pairs[i];

		ck_assert_int_eq(pair->key.data[pair->key.size], 0);
		ck_assert_int_eq(pair->value.data[pair->value.size], 0);
		text = talloc_asprintf_append(text, "%s%s=%s", i > 0 ? " " : "", pair->key.data, pair->value.data);
	}
	return text;
}

START_TEST(metadata_append_keeps_every_earlier_handle)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata handles[301];
	char key[16];
	char value[16];

	handles[0] = empty;
	for (int i = 0; i < 300; i++) {
		snprintf(key, sizeof(key), "k%d", i);
		snprintf(value, sizeof(value), "v%d", i);
		handles[i + 1] = added(mem_ctx, handles[i], key, value);
	}
	for (uint32_t n = 0; n <= 300; n++) {
		uint32_t size = 0;

		ck_assert_uint_eq(handles[n].count, n);
		for (uint32_t i = 0; i < n; i++) {
			snprintf(key, sizeof(key), "k%u", i);
			snprintf(value, sizeof(value), "v%u", i);
			ck_assert_str_eq(handles[n].pairs[i].key.data, key);
			ck_assert_str_eq(handles[n].pairs[i].value.data, value);
			size += handles[n].pairs[i].key.size + handles[n].pairs[i].value.size;
		}
		ck_assert_uint_eq(handles[n].size, size);
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_append_to_an_older_handle_branches)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata base = added(mem_ctx, empty, "a", "1");
	struct ingot_metadata left = added(mem_ctx, base, "l", "2");
	struct ingot_metadata right = added(mem_ctx, base, "r", "3");
	struct ingot_metadata longer = added(mem_ctx, left, "m", "4");

	ck_assert_str_eq(text_of(mem_ctx, &base), "a=1");
	ck_assert_str_eq(text_of(mem_ctx, &left), "a=1 l=2");
	ck_assert_str_eq(text_of(mem_ctx, &right), "a=1 r=3");
	ck_assert_str_eq(text_of(mem_ctx, &longer), "a=1 l=2 m=4");
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_append_in_place_shares_the_array)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata one = added(mem_ctx, empty, "a", "1");
	struct ingot_metadata two;

	failing_at(0, true);
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &one, "b", "2", &two), INGOT_OK);
	ck_assert_int_eq(failing_requests(), 0);
	failing_never();
	ck_assert_ptr_eq(one.pairs, two.pairs);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_keys_and_values_are_binary_safe)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_pair pair = { { "k\0\xff", 3 }, { "\0\0", 2 } };
	struct ingot_pair no_value = { { "e", 1 }, { "", 0 } };
	struct ingot_metadata metadata = empty;
	const struct ingot_string *value;

	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &metadata, &pair, 1, &metadata), INGOT_OK);
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &metadata, &no_value, 1, &metadata), INGOT_OK);
	value = ingot_metadata_get(&metadata, "K\0\xff", 3);
	ck_assert_ptr_nonnull(value);
	ck_assert_uint_eq(value->size, 2);
	ck_assert_mem_eq(value->data, "\0\0", 3);
	ck_assert_ptr_null(ingot_metadata_get(&metadata, "k", 1));
	ck_assert_ptr_null(ingot_metadata_get(&metadata, "k\0\xdf", 3));
	value = ingot_metadata_get(&metadata, "e", 1);
	ck_assert_ptr_nonnull(value);
	ck_assert_uint_eq(value->size, 0);
	ck_assert_ptr_nonnull(value->data);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_get_finds_the_newest_value_in_any_case)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata metadata = added(mem_ctx, empty, "X-Request-Id", "old");

	metadata = added(mem_ctx, metadata, "other", "x");
	metadata = added(mem_ctx, metadata, "x-request-ID", "new");
	ck_assert_str_eq(ingot_metadata_get(&metadata, "x-REQUEST-id", 12)->data, "new");
	ck_assert_str_eq(ingot_metadata_get(&metadata, "OTHER", 5)->data, "x");
	ck_assert_ptr_null(ingot_metadata_get(&metadata, "x-request-ie", 12));
	ck_assert_ptr_null(ingot_metadata_get(&metadata, "x-request-i", 11));
	ck_assert_ptr_null(ingot_metadata_get(&metadata, "", 0));
	ck_assert_ptr_null(ingot_metadata_get(&empty, "x", 1));
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_next_gives_all_values_of_a_key_in_order)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata metadata = added(mem_ctx, empty, "Via", "1");
	const struct ingot_string *value;
	uint32_t at = 0;

	metadata = added(mem_ctx, metadata, "other", "x");
	metadata = added(mem_ctx, metadata, "via", "2");
	metadata = added(mem_ctx, metadata, "VIA", "3");
	for (char expected = '1'; expected <= '3'; expected++) {
		value = ingot_metadata_next(&metadata, "vIa", 3, &at);
		ck_assert_ptr_nonnull(value);
		ck_assert_int_eq(value->data[0], expected);
	}
	ck_assert_ptr_null(ingot_metadata_next(&metadata, "vIa", 3, &at));
	talloc_free(mem_ctx);
}
END_TEST

/* What equal means, said in the plainest way. */
static int plain_fold(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

START_TEST(metadata_get_folds_ascii_letters_and_nothing_else)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	char key[21];
	char wanted[21];

	/* Every byte against every byte, at each place of keys of several sizes. */
	for (uint32_t size = 1; size <= 20; size += size < 9 ? 1 : 11) {
		struct ingot_pair pair = { { key, size }, { "v", 1 } };

		for (int i = 0; i < 256 * 256; i++) {
			uint32_t at = (uint32_t)i % size;
			struct ingot_metadata metadata = { &pair, 1, size + 1 };

			memset(key, 'x', sizeof(key));
			memset(wanted, 'X', sizeof(wanted));
			key[at] = (char)(i >> 8);
			wanted[at] = (char)(i & 255);
			ck_assert_int_eq(ingot_metadata_get(&metadata, wanted, size) != NULL,
					 plain_fold(i >> 8) == plain_fold(i & 255));
		}
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_append_refuses_empty_keys_and_absent_strings)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata metadata = added(mem_ctx, empty, "a", "1");
	struct ingot_metadata to = { NULL, 77, 78 };
	struct ingot_pair pairs[2];
	size_t blocks = talloc_total_blocks(mem_ctx);

	pairs[0] = pair_of("b", "2");
	pairs[1] = pair_of("", "3");
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &metadata, pairs, 2, &to), INGOT_BAD_VALUE);
	pairs[1] = pair_of("c", "3");
	pairs[1].value.data = NULL;
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &metadata, pairs, 2, &to), INGOT_BAD_VALUE);
	pairs[1].value.data = "";
	pairs[1].key.data = NULL;
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &metadata, pairs, 2, &to), INGOT_BAD_VALUE);
	ck_assert_uint_eq(to.count, 77);
	ck_assert_uint_eq(to.size, 78);
	ck_assert_uint_eq(talloc_total_blocks(mem_ctx), blocks);
	metadata = added(mem_ctx, metadata, "b", "2");
	ck_assert_str_eq(text_of(mem_ctx, &metadata), "a=1 b=2");
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_limits_hold_for_a_whole_chain)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata base;
	struct ingot_metadata metadata;
	struct ingot_metadata to = empty;

	ck_assert_int_eq(ingot_metadata_init(mem_ctx, INGOT_METADATA_MAX_COUNT + 1, 1, &base), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_metadata_init(mem_ctx, 1, INGOT_METADATA_MAX_SIZE + 1, &base), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_metadata_init(mem_ctx, INGOT_METADATA_MAX_COUNT, INGOT_METADATA_MAX_SIZE, &base), INGOT_OK);
	ck_assert_int_eq(ingot_metadata_init(mem_ctx, 3, 10, &base), INGOT_OK);
	ck_assert_uint_eq(base.count, 0);
	metadata = added(mem_ctx, base, "a", "1");
	metadata = added(mem_ctx, metadata, "b", "2");
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &metadata, "c", "123456", &to), INGOT_TOO_LARGE);
	metadata = added(mem_ctx, metadata, "c", "12345");
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &metadata, "d", "", &to), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &metadata, &metadata, &to), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_metadata_copy(mem_ctx, &metadata, &metadata), INGOT_OK);
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &metadata, "d", "", &to), INGOT_TOO_LARGE);
	ck_assert_uint_eq(to.count, 0);
	ck_assert_str_eq(text_of(mem_ctx, &metadata), "a=1 b=2 c=12345");
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_without_pairs_cost_nothing)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata one = added(mem_ctx, empty, "a", "1"), to;
	size_t blocks = talloc_total_blocks(mem_ctx);

	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &one, &empty, &to), INGOT_OK);
	ck_assert_ptr_eq(to.pairs, one.pairs);
	ck_assert_uint_eq(to.count, 1);
	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &empty, &empty, &to), INGOT_OK);
	ck_assert_ptr_null(to.pairs);
	ck_assert_int_eq(ingot_metadata_copy(mem_ctx, &empty, &to), INGOT_OK);
	ck_assert_ptr_null(to.pairs);
	ck_assert_uint_eq(talloc_total_blocks(mem_ctx), blocks);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_are_written_where_there_is_room_only)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata one = added(mem_ctx, empty, "a", "1");
	uint8_t out[] = { 7, 7, 7, 7, 7, 7 };

	ck_assert_uint_eq(ingot_metadata_to_block(&one, NULL, sizeof(out)), 5);
	ck_assert_uint_eq(ingot_metadata_to_block(&one, out, 4), 5);
	ck_assert_mem_eq(out, "\7\7\7\7\7", 5);
	ck_assert_uint_eq(ingot_metadata_to_block(&one, out, 5), 5);
	ck_assert_mem_eq(out, "\1\1a\0011\7", 6);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_end_where_the_handle_says)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata one = added(mem_ctx, empty, "a", "1"), to;

	/* A handle does not see what others have put behind its pairs. */
	to = added(mem_ctx, one, "b", "2");
	ck_assert_ptr_eq(to.pairs, one.pairs);
	ck_assert_ptr_null(ingot_metadata_next(&one, "b", 1, &(uint32_t){ 0 }));
	ck_assert_ptr_null(ingot_metadata_get(&one, "b", 1));
	/* A key ends where it is told to. */
	ck_assert_ptr_nonnull(ingot_metadata_get(&one, "ab", 1));
	ck_assert_ptr_null(ingot_metadata_get(&one, "a", 0));
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_usual_limits_are_as_documented)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	char *big = talloc_zero_size(mem_ctx, INGOT_METADATA_SIZE + 1);
	struct ingot_pair pair = { { "k", 1 }, { big, INGOT_METADATA_SIZE - 1 } };
	struct ingot_metadata metadata = empty;
	struct ingot_metadata full;

	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 1, &full), INGOT_OK);
	pair.value.size++;
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 1, &full), INGOT_TOO_LARGE);
	pair.value.size = UINT32_MAX;
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 1, &full), INGOT_TOO_LARGE);
	pair.value.size = 1;
	pair.key.size = UINT32_MAX;
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 1, &full), INGOT_TOO_LARGE);
	memset(big, 'x', INGOT_METADATA_SIZE);
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &empty, "k", big, &full), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &empty, big, "v", &full), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &empty, &pair, 0, &full), INGOT_OK);
	ck_assert_uint_eq(full.count, 0);
	for (uint32_t i = 0; i < INGOT_METADATA_COUNT; i++)
		metadata = added(mem_ctx, metadata, "k", "v");
	ck_assert_int_eq(ingot_metadata_add(mem_ctx, &metadata, "k", "v", &full), INGOT_TOO_LARGE);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_merge_puts_the_second_set_behind_the_first)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata first = added(mem_ctx, added(mem_ctx, empty, "a", "1"), "b", "2");
	struct ingot_metadata second = added(mem_ctx, added(mem_ctx, empty, "c", "3"), "A", "4");
	struct ingot_metadata to;

	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &first, &second, &to), INGOT_OK);
	ck_assert_str_eq(text_of(mem_ctx, &to), "a=1 b=2 c=3 A=4");
	ck_assert_uint_eq(to.size, 8);
	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &first, &empty, &to), INGOT_OK);
	ck_assert_str_eq(text_of(mem_ctx, &to), "a=1 b=2");
	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &empty, &second, &to), INGOT_OK);
	ck_assert_str_eq(text_of(mem_ctx, &to), "c=3 A=4");
	ck_assert_int_eq(ingot_metadata_merge(mem_ctx, &to, &to, &to), INGOT_OK);
	ck_assert_str_eq(text_of(mem_ctx, &to), "c=3 A=4 c=3 A=4");
	ck_assert_str_eq(text_of(mem_ctx, &first), "a=1 b=2");
	ck_assert_str_eq(text_of(mem_ctx, &second), "c=3 A=4");
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_copy_depends_on_its_own_context_only)
{
	TALLOC_CTX *old_ctx = talloc_new(NULL);
	TALLOC_CTX *new_ctx = talloc_new(NULL);
	struct ingot_metadata metadata = added(old_ctx, added(old_ctx, empty, "a", "1"), "b", "2");

	ck_assert_int_eq(ingot_metadata_copy(new_ctx, &metadata, &metadata), INGOT_OK);
	talloc_free(old_ctx);
	ck_assert_uint_eq(talloc_total_blocks(new_ctx), 2);
	metadata = added(new_ctx, metadata, "c", "3");
	ck_assert_str_eq(text_of(new_ctx, &metadata), "a=1 b=2 c=3");
	ck_assert_int_eq(ingot_metadata_copy(new_ctx, &empty, &metadata), INGOT_OK);
	ck_assert_uint_eq(metadata.count, 0);
	talloc_free(new_ctx);
}
END_TEST

/* ---- The header transport's block. ---- */

START_TEST(metadata_block_round_trips)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	char *big = talloc_zero_size(mem_ctx, 300);
	struct ingot_pair pair = { { "big", 3 }, { big, 300 } };
	struct ingot_metadata metadata = added(mem_ctx, added(mem_ctx, empty, "k", "v"), "empty", "");
	struct ingot_metadata back;
	uint8_t block[400];
	size_t offset = 0;
	size_t size;

	ck_assert_uint_eq(ingot_metadata_to_block(&metadata, block, 3), 12);
	ck_assert_uint_eq(ingot_metadata_to_block(&metadata, block, sizeof(block)), 12);
	ck_assert_mem_eq(block, "\x02\x01k\x01v\x05" "empty\0", 12);
	ck_assert_int_eq(ingot_metadata_append(mem_ctx, &metadata, &pair, 1, &metadata), INGOT_OK);
	size = ingot_metadata_to_block(&metadata, NULL, 0);
	ck_assert_uint_eq(ingot_metadata_to_block(&metadata, block, sizeof(block)), size);
	failing_never();
	ck_assert_int_eq(ingot_metadata_from_block(mem_ctx, &empty, block, size, &offset, &back), INGOT_OK);
	ck_assert_int_eq(failing_requests(), 1);
	ck_assert_uint_eq(offset, size);
	ck_assert_uint_eq(back.count, 3);
	ck_assert_uint_eq(back.size, metadata.size);
	ck_assert_str_eq(text_of(mem_ctx, &back), "k=v empty= big=");
	ck_assert_mem_eq(back.pairs[2].value.data, big, 300);
	talloc_free(mem_ctx);
}
END_TEST

struct bad_block {
	const char *bytes;
	size_t size;
	enum ingot_status status;
	size_t offset;
};

START_TEST(metadata_block_refuses_sizes_that_lie_and_says_where)
{
	static const struct bad_block blocks[] = {
		{ "", 0, INGOT_TRUNCATED, 0 },
		{ "\x01", 1, INGOT_TRUNCATED, 0 },
		{ "\x01\x01k\x02v", 5, INGOT_TRUNCATED, 3 },
		{ "\x01\x05k\x01v", 5, INGOT_TRUNCATED, 1 },
		{ "\x02\x01k\x01v", 5, INGOT_TRUNCATED, 0 },
		{ "\x01\x00\x01v", 4, INGOT_BAD_MESSAGE, 1 },
		{ "\xff\xff\xff\xff\x07kkk", 8, INGOT_TRUNCATED, 0 },
		{ "\xff\xff\xff\xff\x0f", 5, INGOT_BAD_SIZE, 0 },
		{ "\x80\x80\x80\x80\x80\x00", 6, INGOT_BAD_VARINT, 0 },
		{ "\x80", 1, INGOT_TRUNCATED, 0 },
		{ "\x01\x01k\xff\xff\xff\xff\x0f", 8, INGOT_BAD_SIZE, 3 },
		{ "\x01\x01k\xff\xff\xff\xff\x07", 8, INGOT_TRUNCATED, 3 },
	};
	TALLOC_CTX *mem_ctx = talloc_new(NULL);

	failing_never();
	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
		struct ingot_metadata to = { NULL, 77, 78 };
		size_t offset = 0;

		ck_assert_int_eq(ingot_metadata_from_block(mem_ctx, &empty, blocks[i].bytes, blocks[i].size, &offset, &to),
				 blocks[i].status);
		ck_assert_uint_eq(offset, blocks[i].offset);
		ck_assert_uint_eq(to.count, 77);
	}
	ck_assert_int_eq(failing_requests(), 0);
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_block_rejects_every_prefix)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata metadata = added(mem_ctx, added(mem_ctx, empty, "key", "value"), "k2", "");
	uint8_t block[64];
	size_t size = ingot_metadata_to_block(&metadata, block, sizeof(block));

	for (size_t cut = 0; cut < size; cut++) {
		/* A copy of exactly that size, so that a sanitizer sees a read past it. */
		uint8_t *copy = cut > 0 ? talloc_memdup(mem_ctx, block, cut) : block;
		struct ingot_metadata to = metadata;
		size_t offset = 0;

		ck_assert_int_eq(ingot_metadata_from_block(mem_ctx, &metadata, copy, cut, &offset, &to), INGOT_TRUNCATED);
		ck_assert_uint_le(offset, cut);
		ck_assert_ptr_eq(to.pairs, metadata.pairs);
		ck_assert_uint_eq(to.count, 2);
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(metadata_block_limits_are_checked_before_allocating)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_metadata base;
	struct ingot_metadata to = empty;
	size_t offset = 1;

	ck_assert_int_eq(ingot_metadata_init(mem_ctx, 1, 3, &base), INGOT_OK);
	failing_never();
	ck_assert_int_eq(ingot_metadata_from_block(mem_ctx, &base, "?\x02\x01k\x01v\x01k\x01v", 10, &offset, &to),
			 INGOT_TOO_LARGE);
	ck_assert_uint_eq(offset, 1);
	ck_assert_int_eq(ingot_metadata_from_block(mem_ctx, &base, "?\x01\x01k\x03vvv", 8, &offset, &to), INGOT_TOO_LARGE);
	ck_assert_int_eq(failing_requests(), 0);
	ck_assert_int_eq(ingot_metadata_from_block(mem_ctx, &base, "?\x01\x01k\x02vv", 7, &offset, &to), INGOT_OK);
	ck_assert_uint_eq(offset, 7);
	talloc_free(mem_ctx);
}
END_TEST

/* ---- Failing allocations. ---- */

/* Everything that allocates, in one go. False when a step said NOMEM; then all handles must be as they were. */
static bool use_all(TALLOC_CTX *mem_ctx, struct ingot_metadata *metadata)
{
	static const char block[] = "\x02\x01k\x01v\x01l\x01w";
	struct ingot_metadata other = *metadata;
	enum ingot_status status;
	size_t offset = 0;

	status = ingot_metadata_init(mem_ctx, 1000, 1000, &other);
	for (int i = 0; status == INGOT_OK && i < 10; i++)
		status = ingot_metadata_add(mem_ctx, &other, "key", "value", &other);
	if (status == INGOT_OK)
		status = ingot_metadata_merge(mem_ctx, &other, &other, &other);
	if (status == INGOT_OK)
		status = ingot_metadata_copy(mem_ctx, &other, &other);
	if (status == INGOT_OK)
		status = ingot_metadata_from_block(mem_ctx, &other, block, sizeof(block) - 1, &offset, &other);
	ck_assert(status == INGOT_OK || status == INGOT_NOMEM);
	if (status == INGOT_OK)
		*metadata = other;
	return status == INGOT_OK;
}

START_TEST(metadata_survives_every_failing_allocation)
{
	TALLOC_CTX *root = talloc_new(NULL);
	struct ingot_metadata whole = empty;
	long requests;

	failing_never();
	ck_assert(use_all(root, &whole));
	requests = failing_requests();
	ck_assert_int_ge(requests, 5);
	for (int sticky = 0; sticky < 2; sticky++) {
		for (long nth = 0; nth <= requests; nth++) {
			TALLOC_CTX *mem_ctx = talloc_new(root);
			struct ingot_metadata metadata = empty;
			bool done;

			failing_at(nth, sticky != 0);
			done = use_all(mem_ctx, &metadata);
			failing_never();
			ck_assert_uint_eq(metadata.count, done ? whole.count : 0);
			ck_assert(done == (nth == requests));
			ck_assert(use_all(mem_ctx, &metadata));
			talloc_free(mem_ctx);
		}
	}
	talloc_free(root);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("metadata");
	TCase *tcase = tcase_create("metadata");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, metadata_without_pairs_cost_nothing);
	tcase_add_test(tcase, metadata_are_written_where_there_is_room_only);
	tcase_add_test(tcase, metadata_end_where_the_handle_says);
	tcase_add_test(tcase, metadata_append_keeps_every_earlier_handle);
	tcase_add_test(tcase, metadata_append_to_an_older_handle_branches);
	tcase_add_test(tcase, metadata_append_in_place_shares_the_array);
	tcase_add_test(tcase, metadata_keys_and_values_are_binary_safe);
	tcase_add_test(tcase, metadata_get_finds_the_newest_value_in_any_case);
	tcase_add_test(tcase, metadata_next_gives_all_values_of_a_key_in_order);
	tcase_add_test(tcase, metadata_get_folds_ascii_letters_and_nothing_else);
	tcase_add_test(tcase, metadata_append_refuses_empty_keys_and_absent_strings);
	tcase_add_test(tcase, metadata_limits_hold_for_a_whole_chain);
	tcase_add_test(tcase, metadata_usual_limits_are_as_documented);
	tcase_add_test(tcase, metadata_merge_puts_the_second_set_behind_the_first);
	tcase_add_test(tcase, metadata_copy_depends_on_its_own_context_only);
	tcase_add_test(tcase, metadata_block_round_trips);
	tcase_add_test(tcase, metadata_block_refuses_sizes_that_lie_and_says_where);
	tcase_add_test(tcase, metadata_block_rejects_every_prefix);
	tcase_add_test(tcase, metadata_block_limits_are_checked_before_allocating);
	tcase_add_test(tcase, metadata_survives_every_failing_allocation);
	suite_add_tcase(suite, tcase);
	return suite;
}
