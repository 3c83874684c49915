/* SPDX-License-Identifier: MIT */
/*
 *   techniques time ROUNDS   one JSON object a row and line: nanoseconds of process CPU time a unit, one number a round
 *   techniques count         the same with the allocations, bytes asked for and most bytes held of one run after some to warm up
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "technique.h"

#define ROUNDS_MAX 200
#define ROWS_MAX 400
#define LEAST_NS 3e6 /* of a round of one row */

/* count_malloc.so */
void count_malloc_reset(void) __attribute__((weak));
void count_malloc_report(void) __attribute__((weak));

static volatile uint64_t sink;
static size_t held;

void use(uint64_t value)
{
	sink = sink + value;
}

void hold(size_t size)
{
	held = size;
}

void broken(const char *what)
{
	fprintf(stderr, "techniques: %s\n", what);
	exit(1);
}

static double cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void *prepare(const struct row *row)
{
	return row->prepare != NULL ? row->prepare(row) : NULL;
}

static void clear(const struct row *row, void *state)
{
	if (row->clear != NULL)
		row->clear(row, state);
}

static double time_fresh(const struct row *row)
{
	double spent = 0;
	unsigned runs = 0;

	while (spent < LEAST_NS) {
		void *state = prepare(row);
		double begin = cpu_ns();

		row->run(row, state);
		spent += cpu_ns() - begin;
		runs++;
		clear(row, state);
	}
	return spent / runs / row->units;
}

static double time_repeated(const struct row *row)
{
	void *state = prepare(row);
	double spent = 0;
	double runs = 0;
	unsigned batch = 1;

	row->run(row, state);
	while (spent < LEAST_NS) {
		double begin = cpu_ns();

		for (unsigned i = 0; i < batch; i++)
			row->run(row, state);
		spent += cpu_ns() - begin;
		runs += batch;
		if (batch < 1u << 20)
			batch *= 2;
	}
	clear(row, state);
	return spent / runs / row->units;
}

static void print_head(const struct row *row)
{
	printf("{\"technique\": \"%s\", \"workload\": \"%s\", \"who\": \"%s\", \"n\": %u, ", row->technique, row->workload,
	       row->who, row->n);
}

static void time_all(const struct row **rows, size_t count, unsigned rounds)
{
	double *times = calloc(count * rounds, sizeof(*times));

	if (times == NULL)
		broken("no memory");
	for (unsigned round = 0; round < rounds; round++) {
		for (size_t i = 0; i < count; i++)
			times[i * rounds + round] = rows[i]->is_fresh ? time_fresh(rows[i]) : time_repeated(rows[i]);
	}
	for (size_t i = 0; i < count; i++) {
		print_head(rows[i]);
		printf("\"ns\": [");
		for (unsigned round = 0; round < rounds; round++)
			printf("%s%.3f", round > 0 ? ", " : "", times[i * rounds + round]);
		printf("]}\n");
	}
	free(times);
}

static void count_all(const struct row **rows, size_t count)
{
	if (count_malloc_reset == NULL)
		broken("count wants count_malloc.so in LD_PRELOAD");
	for (size_t i = 0; i < count; i++) {
		void *state = prepare(rows[i]);

		held = 0;
		/* A block is steady from the third message on. */
		for (int warm = 0; warm < (rows[i]->is_fresh ? 1 : 3); warm++)
			rows[i]->run(rows[i], state);
		if (rows[i]->is_fresh) {
			clear(rows[i], state);
			state = prepare(rows[i]);
		}
		print_head(rows[i]);
		fflush(stdout);
		count_malloc_reset();
		rows[i]->run(rows[i], state);
		printf("\"units\": %u, \"held\": %zu, \"counts\": ", rows[i]->units, held);
		/* Ends the line: three numbers. */
		count_malloc_report();
		clear(rows[i], state);
	}
}

static size_t collect(const struct row **rows, size_t count, const struct row *from)
{
	for (; from->technique != NULL && count < ROWS_MAX; from++)
		rows[count++] = from;
	return count;
}

int main(int argc, char **argv)
{
	const struct row *rows[ROWS_MAX];
	size_t count = collect(rows, 0, metadata_rows);
	int rounds = argc == 3 ? atoi(argv[2]) : 0;

	count = collect(rows, count, strings_rows);
	count = collect(rows, count, batch_rows);
	if (argc == 3 && strcmp(argv[1], "time") == 0 && rounds > 0 && rounds <= ROUNDS_MAX)
		time_all(rows, count, (unsigned)rounds);
	else if (argc == 2 && strcmp(argv[1], "count") == 0)
		count_all(rows, count);
	else
		broken("usage: techniques time ROUNDS | techniques count");
	return 0;
}
