/* SPDX-License-Identifier: MIT */
/* Threads with roots of their own decode, write and print at once: nothing is shared. Built under ThreadSanitizer by its script, too. */
#include "main.h"

#include <pthread.h>
#include <stdlib.h>
#include <attack.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>
#include "wiregen.h"

#define THREADS 4
#define ROUNDS 2000

struct work {
	uint64_t seed;
	uint64_t hash;
	unsigned failures;
};

static uint64_t read_one(struct work *work, uint64_t round, struct ingot_block *block)
{
	enum ingot_protocol protocol = (enum ingot_protocol)(round % 2);
	uint8_t message[2048];
	size_t size = wiregen_message(round % 40, &attack_Root_type, protocol, message, sizeof(message));
	struct ingot_reader reader;
	struct ingot_writer writer;
	uint64_t hash = 0;
	void *value;

	ingot_reader_init(&reader, protocol, message, round % 3 == 0 ? size / 2 : size);
	reader.block = round % 4 < 2 ? block : NULL;
	ingot_block_reset(block);
	value = ingot_decode(NULL, &reader, &attack_Root_type);
	work->failures += (value != NULL) != (round % 3 != 0 && size > 0) && size > 1;
	ingot_reader_error(&reader);
	if (value == NULL)
		return 0;
	hash = ingot_hash(&attack_Root_type, value, 0);
	ingot_writer_init(&writer, protocol, NULL);
	ingot_write(&writer, &attack_Root_type, value);
	talloc_free(writer.bytes);
	if (reader.block == NULL)
		talloc_free(value);
	return hash;
}

static void *run(void *argument)
{
	struct work *work = argument;
	struct ingot_block *block = ingot_block_new(NULL, 0);
	uint64_t round;

	for (round = 0; block != NULL && round < ROUNDS; round++)
		work->hash = work->hash * 31 + read_one(work, round, block);
	talloc_free(block);
	return NULL;
}

START_TEST(threads_with_their_own_roots_get_the_same_results)
{
	pthread_t threads[THREADS];
	struct work work[THREADS] = { { 0, 0, 0 } };
	int i;

	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, run, &work[i]), 0);
	for (i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
		ck_assert_uint_eq(work[i].hash, work[0].hash);
		ck_assert_uint_eq(work[i].failures, 0);
	}
	ck_assert_uint_ne(work[0].hash, 0);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("thread_decode");
	TCase *tests = tcase_create("thread_decode");

	tcase_set_timeout(tests, 300);
	tcase_add_test(tests, threads_with_their_own_roots_get_the_same_results);
	suite_add_tcase(suite, tests);
	return suite;
}
