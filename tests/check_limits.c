/* SPDX-License-Identifier: MIT */
/* Each limit at its value, one below and one above: memory, depth, stack, names, frames. */
#include "main.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <attack.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>
#include "failing.h"
#include "hostile.h"
#include "internal.h"
#include "wiregen.h"

#define ROOM 4096

static size_t asked(void)
{
	return failing_bytes() + 96 * (size_t)failing_chunks();
}

/* With tight budgets each piece is exactly as large as promised: under the sanitizers a byte too many shows. */
START_TEST(memory_asked_for_is_never_above_the_budget)
{
	const struct ingot_type *type = hostile_types[_i / 2].type;
	uint8_t message[ROOM];
	uint64_t seed, budget, needed, seeds = getenv("INGOT_QUICK") != NULL ? 3 : 8;

	for (seed = 0; seed < seeds; seed++) {
		size_t size = wiregen_message(seed, type, (enum ingot_protocol)(_i % 2), message, sizeof(message));
		bool is_enough = false;

		needed = 0;
		for (budget = 0; size > 0 && !is_enough; budget += budget < 2000 ? 1 : budget / 64) {
			struct ingot_reader reader;
			void *value;

			ingot_reader_init(&reader, (enum ingot_protocol)(_i % 2), message, size);
			reader.budget = budget;
			failing_never();
			value = ingot_decode(NULL, &reader, type);
			ck_assert_uint_le(asked(), budget);
			ck_assert_int_eq(reader.status, value != NULL ? INGOT_OK : INGOT_BUDGET);
			needed = asked();
			is_enough = value != NULL;
			talloc_free(value);
		}
		ck_assert_uint_le(needed, INGOT_BUDGET_BASE);
	}
}
END_TEST

/* What is enough is enough: one byte less is refused, and that one is used. */
START_TEST(the_least_budget_is_asked_for_to_the_byte)
{
	static const uint8_t stop;
	const struct ingot_type *type = hostile_types[_i / 2].type;

	for (uint64_t budget = 0; budget < 4096; budget++) {
		struct ingot_reader reader;
		void *value;

		ingot_reader_init(&reader, (enum ingot_protocol)(_i % 2), &stop, 1);
		reader.budget = budget;
		failing_never();
		value = ingot_decode(NULL, &reader, type);
		talloc_free(value);
		if (reader.status != INGOT_BUDGET) {
			ck_assert(value == NULL || asked() == budget);
			return;
		}
	}
	ck_abort_msg("4 KiB are not enough for an empty %s", hostile_types[_i / 2].name);
}
END_TEST

/* A struct in a struct …: so many levels. */
static size_t nested(uint8_t *bytes, unsigned levels, enum ingot_protocol protocol)
{
	uint8_t *p = bytes;
	unsigned i;

	for (i = 1; i < levels; i++) {
		*p++ = protocol == INGOT_COMPACT ? 0xcc : 12;
		if (protocol == INGOT_BINARY) {
			*p++ = 0;
			*p++ = 12;
		}
	}
	memset(p, 0, levels);
	return (size_t)(p - bytes) + levels;
}

static enum ingot_status read_nested(const struct ingot_type *type, enum ingot_protocol protocol, unsigned levels, unsigned max_depth)
{
	uint8_t bytes[4 * 80];
	struct ingot_reader reader, walked;
	void *value;

	ingot_reader_init(&reader, protocol, bytes, nested(bytes, levels, protocol));
	reader.max_depth = max_depth;
	walked = reader;
	value = ingot_decode(NULL, &reader, type);
	talloc_free(value);
	ck_assert_int_eq(ingot_check(&walked, type), value != NULL);
	ck_assert_int_eq(walked.status, reader.status);
	return reader.status;
}

START_TEST(depth_is_counted_alike_in_what_is_known_and_what_is_skipped)
{
	unsigned levels, most;

	for (most = 1; most <= INGOT_MAX_DEPTH; most++) {
		for (levels = 1; levels <= INGOT_MAX_DEPTH + 1; levels++) {
			enum ingot_status expected = levels <= most ? INGOT_OK : INGOT_DEPTH;

			ck_assert_int_eq(read_nested(&attack_Root_type, (enum ingot_protocol)_i, levels, most), expected);
			ck_assert_int_eq(read_nested(&attack_Nothing_type, (enum ingot_protocol)_i, levels, most), expected);
		}
	}
}
END_TEST

/* Whatever is nested in what, known and unknown: the decoder and the walk count alike. */
START_TEST(every_depth_is_the_same_for_decoder_and_walk)
{
	const struct ingot_type *const types[] = { hostile_types[_i / 2].type, &attack_Nothing_type };
	uint8_t message[ROOM];

	for (uint64_t seed = 0; seed < 24; seed++) {
		size_t size = wiregen_message(seed, types[0], (enum ingot_protocol)(_i % 2), message, sizeof(message));

		for (unsigned depth = 1; depth < 10 && size > 0; depth++) {
			for (int i = 0; i < 2; i++) {
				struct ingot_reader reader, walked;

				ingot_reader_init(&reader, (enum ingot_protocol)(_i % 2), message, size);
				reader.max_depth = depth;
				walked = reader;
				talloc_free(ingot_decode(NULL, &reader, types[i]));
				ingot_check(&walked, types[i]);
				ck_assert_int_eq(reader.status, walked.status);
			}
		}
	}
}
END_TEST

/* Lists that are read in one step: of three i32, and of one string. */
START_TEST(a_short_list_is_a_level_as_any)
{
	static const char *const lists[] = { "\x09\x2e\x35\x02\x02\x02", "\x09\x34\x18\x02xy" };
	uint8_t bytes[64] = { 0 };

	for (unsigned i = 0; i < 2; i++) {
		for (uint32_t depth = 1; depth <= 2; depth++) {
			struct ingot_reader reader;

			memcpy(bytes, lists[i], 6);
			ingot_reader_init(&reader, INGOT_COMPACT, bytes, 7);
			reader.max_depth = depth;
			talloc_free(attack_Root_from_wire(NULL, &reader));
			ck_assert_int_eq(reader.status, depth == 1 ? INGOT_DEPTH : INGOT_OK);
		}
	}
}
END_TEST

#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
#define STACK (512u << 10) /* instrumented frames are larger */
#else
#define STACK (32u << 10)
#endif

static void *go_deep(void *unused)
{
	static const struct ingot_type *const types[] = { &attack_Root_type, &attack_Nothing_type };
	int i;

	for (i = 0; i < 4; i++) {
		read_nested(types[i / 2], (enum ingot_protocol)(i % 2), INGOT_MAX_DEPTH, INGOT_MAX_DEPTH);
		read_nested(types[i / 2], (enum ingot_protocol)(i % 2), INGOT_MAX_DEPTH + 1, INGOT_MAX_DEPTH);
	}
	return unused;
}

START_TEST(decoding_at_the_depth_limit_fits_a_stack_of_32_kib)
{
	pthread_attr_t attributes;
	pthread_t thread;

	ck_assert_int_eq(pthread_attr_init(&attributes), 0);
	ck_assert_int_eq(pthread_attr_setstacksize(&attributes, STACK), 0);
	ck_assert_int_eq(pthread_create(&thread, &attributes, go_deep, NULL), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	pthread_attr_destroy(&attributes);
}
END_TEST

static enum ingot_status read_name(uint32_t size, uint32_t present)
{
	uint8_t *bytes = calloc(1, 8 + (size_t)present + 4);
	struct ingot_message message;
	struct ingot_reader reader;

	ck_assert_ptr_nonnull(bytes);
	memcpy(bytes, (const uint8_t[]){ 0x80, 1, 0, 1 }, 4);
	bytes[4] = (uint8_t)(size >> 24);
	bytes[5] = (uint8_t)(size >> 16);
	bytes[6] = (uint8_t)(size >> 8);
	bytes[7] = (uint8_t)size;
	ingot_reader_init(&reader, INGOT_BINARY, bytes, 8 + (size_t)present + 4);
	ingot_message_read(&reader, &message);
	free(bytes);
	return reader.status;
}

START_TEST(names_and_frames_are_held_to_their_limits_to_the_byte)
{
	uint8_t length[4] = { 0, 0, 0, 8 };
	uint8_t frame[12] = { 0, 0, 0, 8 };
	struct ingot_string content;

	ck_assert_int_eq(read_name(INGOT_MESSAGE_NAME_SIZE, INGOT_MESSAGE_NAME_SIZE), INGOT_OK);
	ck_assert_int_eq(read_name(INGOT_MESSAGE_NAME_SIZE + 1, INGOT_MESSAGE_NAME_SIZE + 1), INGOT_TOO_LARGE);
	ck_assert_int_eq(read_name(16, 15), INGOT_TRUNCATED);
	ck_assert_int_eq(ingot_frame_read(frame, 12, 8, &content), INGOT_OK);
	ck_assert_int_eq(ingot_frame_read(frame, 12, 7, &content), INGOT_TOO_LARGE);
	ck_assert_int_eq(ingot_frame_read(frame, 11, 8, &content), INGOT_TRUNCATED);
	ck_assert_int_eq(ingot_frame_read(length, 4, 8, &content), INGOT_TRUNCATED);
	ck_assert_uint_eq(content.size, 8);
}
END_TEST

START_TEST(no_bytes_at_all_are_a_truncated_input)
{
	struct ingot_reader reader;
	struct ingot_message message;

	ingot_reader_init(&reader, (enum ingot_protocol)(_i % 2), NULL, 0);
	ck_assert_ptr_null(ingot_decode(NULL, &reader, hostile_types[_i / 2].type));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	ck_assert_uint_eq(reader.error_offset, 0);
	ingot_reader_init(&reader, (enum ingot_protocol)(_i % 2), NULL, 0);
	ck_assert(!ingot_message_read(&reader, &message));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("limits");
	TCase *tests = tcase_create("limits");
	int count;

	for (count = 0; hostile_types[count].name != NULL; count++)
		;
	tcase_set_timeout(tests, 600);
	tcase_add_loop_test(tests, memory_asked_for_is_never_above_the_budget, 0, 2 * count);
	tcase_add_loop_test(tests, depth_is_counted_alike_in_what_is_known_and_what_is_skipped, 0, 2);
	tcase_add_test(tests, a_short_list_is_a_level_as_any);
	tcase_add_test(tests, decoding_at_the_depth_limit_fits_a_stack_of_32_kib);
	tcase_add_loop_test(tests, no_bytes_at_all_are_a_truncated_input, 0, 2 * count);
	tcase_add_test(tests, names_and_frames_are_held_to_their_limits_to_the_byte);
	tcase_add_loop_test(tests, every_depth_is_the_same_for_decoder_and_walk, 0, 2 * count);
	tcase_add_loop_test(tests, the_least_budget_is_asked_for_to_the_byte, 0, 2 * count);
	suite_add_tcase(suite, tests);
	return suite;
}
