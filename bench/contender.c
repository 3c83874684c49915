/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "contender.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct job {
	const struct contender_case *task;
	struct contender_input *inputs;
	int count;
};

void contender_fail(const char *what)
{
	fprintf(stderr, "contender: %s\n", what);
	exit(1);
}

static double cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static struct contender_input load(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct contender_input input = {NULL, 0};
	uint8_t *bytes;
	long size;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET))
		contender_fail(path);
	input.size = (size_t)size;
	bytes = (uint8_t *)malloc(input.size ? input.size : 1);
	if (!bytes || fread(bytes, 1, input.size, file) != input.size)
		contender_fail(path);
	fclose(file);
	input.bytes = bytes;
	return input;
}

static void run(const struct job *job)
{
	for (int i = 0; i < job->count; i++)
		job->task->run(&job->inputs[i]);
}

/* callgrind collects in here only. */
__attribute__((noinline)) void bench_traced(const struct job *job);
void bench_traced(const struct job *job)
{
	run(job);
	__asm__ volatile("" ::: "memory");
}

/* Batches of some 4 ms until the time is over; the best batch is the one that was disturbed least. */
static void time_job(const struct job *job, double seconds)
{
	double begin, now, last, best = 1e300, per_run;
	unsigned long batch, runs = 0;

	begin = cpu_ns();
	do {
		run(job);
		runs++;
		now = cpu_ns();
	} while (now - begin < 0.05e9 && now - begin < seconds * 1e9);
	per_run = (now - begin) / (double)runs;
	batch = per_run < 4e6 ? (unsigned long)(4e6 / per_run) : 1;
	runs = 0;
	begin = last = cpu_ns();
	do {
		for (unsigned long i = 0; i < batch; i++)
			run(job);
		runs += batch;
		now = cpu_ns();
		if ((now - last) / (double)batch < best)
			best = (now - last) / (double)batch;
		last = now;
	} while (now - begin < seconds * 1e9);
	printf("%.1f %.1f %lu\n", (now - begin) / (double)runs, best, runs);
}

static void first_job(const struct job *job)
{
	double begin = cpu_ns();

	run(job);
	printf("%.1f\n", cpu_ns() - begin);
}

static void count_job(const struct job *job)
{
	void (*reset)(void);
	void (*report)(void);

	*(void **)&reset = dlsym(RTLD_DEFAULT, "count_malloc_reset");
	*(void **)&report = dlsym(RTLD_DEFAULT, "count_malloc_report");
	if (!reset || !report)
		contender_fail("count needs LD_PRELOAD=count_malloc.so");
	/* A block that is used again is as large as it has to be after two. */
	run(job);
	run(job);
	reset();
	run(job);
	report();
}

static const struct contender_case *find(const struct contender_case *cases, const char *operation, const char *kind)
{
	for (; cases->operation; cases++) {
		if (!strcmp(cases->operation, operation) && !strcmp(cases->kind, kind))
			return cases;
	}
	contender_fail("no such operation and kind; see list");
	return NULL;
}

int contend(int argc, char **argv, const struct contender_case *cases)
{
	struct job job;
	const char *seconds = getenv("SECONDS_OF_CPU");

	if (argc == 2 && !strcmp(argv[1], "list")) {
		for (; cases->operation; cases++)
			printf("%s %s\n", cases->operation, cases->kind);
		return 0;
	}
	if (argc < 5)
		contender_fail("usage: CONTENDER time|count|first|trace OPERATION KIND FILE...");
	job.task = find(cases, argv[2], argv[3]);
	job.count = argc - 4;
	job.inputs = (struct contender_input *)calloc((size_t)job.count, sizeof(*job.inputs));
	if (!job.inputs)
		contender_fail("no memory");
	for (int i = 0; i < job.count; i++) {
		job.inputs[i] = load(argv[4 + i]);
		if (job.task->prepare)
			job.task->prepare(&job.inputs[i]);
	}
	if (!strcmp(argv[1], "time")) {
		time_job(&job, seconds ? atof(seconds) : 0.2);
	} else if (!strcmp(argv[1], "count")) {
		count_job(&job);
	} else if (!strcmp(argv[1], "first")) {
		first_job(&job);
	} else if (!strcmp(argv[1], "trace")) {
		run(&job);
		bench_traced(&job);
	} else {
		contender_fail("unknown mode");
	}
	return 0;
}
