/* SPDX-License-Identifier: MIT */
/* What runtime/ingot/metadata.h promises about threads. tests/check_threads.sh runs this under ThreadSanitizer. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ingot/metadata.h>
#include "main.h"

static const struct ingot_metadata empty = { NULL, 0, 0 };

#define THREADS 4
#define ROUNDS 2000

struct shared {
	struct ingot_metadata base;
	_Atomic int ready;
};

struct worker {
	pthread_t thread;
	struct shared *shared;
	int number;
	bool right;
};

/* Extends the shared handle (one thread gets to do it in place), reads it all the while, and checks both. */
static void *extend_and_read(void *argument)
{
	struct worker *worker = argument;
	struct ingot_metadata base = worker->shared->base;
	char value[32];

	worker->right = true;
	atomic_fetch_add(&worker->shared->ready, 1);
	while (atomic_load(&worker->shared->ready) < THREADS) {
	}
	for (int i = 0; i < ROUNDS; i++) {
		TALLOC_CTX *mem_ctx = talloc_new(NULL);
		struct ingot_metadata own = base;

		for (int j = 0; j < 5; j++) {
			snprintf(value, sizeof(value), "%d-%d-%d", worker->number, i, j);
			if (ingot_metadata_add(mem_ctx, &own, "mine", value, &own) != INGOT_OK)
				worker->right = false;
		}
		worker->right &= own.count == base.count + 5;
		worker->right &= strcmp(own.pairs[base.count + 4].value.data, value) == 0;
		worker->right &= strcmp(ingot_metadata_get(&base, "BASE", 4)->data, "newest") == 0;
		worker->right &= ingot_metadata_get(&base, "mine", 4) == NULL;
		for (uint32_t k = 0; k < base.count; k++)
			worker->right &= own.pairs[k].key.size == base.pairs[k].key.size;
		talloc_free(mem_ctx);
	}
	return NULL;
}

START_TEST(metadata_is_read_and_extended_by_several_threads_at_once)
{
	/* Many bases, so that many times several threads race for the same room. */
	for (int round = 0; round < 20; round++) {
		TALLOC_CTX *mem_ctx = talloc_new(NULL);
		struct shared shared = { empty, 0 };
		struct worker workers[THREADS];

		for (int i = 0; i < 5 + round; i++)
			ck_assert_int_eq(ingot_metadata_add(mem_ctx, &shared.base, "base",
							    i == 4 + round ? "newest" : "old", &shared.base),
					 INGOT_OK);
		for (int i = 0; i < THREADS; i++) {
			workers[i].shared = &shared;
			workers[i].number = i;
			ck_assert_int_eq(pthread_create(&workers[i].thread, NULL, extend_and_read, &workers[i]), 0);
		}
		for (int i = 0; i < THREADS; i++) {
			ck_assert_int_eq(pthread_join(workers[i].thread, NULL), 0);
			ck_assert(workers[i].right);
		}
		talloc_free(mem_ctx);
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("metadata_threads");
	TCase *tcase = tcase_create("metadata_threads");

	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, metadata_is_read_and_extended_by_several_threads_at_once);
	suite_add_tcase(suite, tcase);
	return suite;
}
