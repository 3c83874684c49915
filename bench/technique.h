/* SPDX-License-Identifier: MIT */
/*
 * What is measured of metadata, batches and repeated strings: rows, each one way of doing one workload, run in turn and in rounds.
 * bench/techniques.py runs the program, with count_malloc.so in front of it for counting, and makes tables and plots.
 */
#ifndef BENCH_TECHNIQUE_H
#define BENCH_TECHNIQUE_H

#include <stddef.h>
#include <stdint.h>

struct row;

/* state is what prepare returned. Each run does the workload once, giving back what it took unless clear does. */
typedef void *prepare_fn(const struct row *row);
typedef void run_fn(const struct row *row, void *state);
typedef void clear_fn(const struct row *row, void *state);

struct row {
	const char *technique; /* "append", "lookup", … */
	const char *workload;
	const char *who;
	prepare_fn *prepare; /* NULL: no state */
	run_fn *run;
	clear_fn *clear;     /* NULL: nothing to give back */
	unsigned n;          /* the workload's size */
	unsigned units;      /* a figure is the time of a run divided by this */
	int is_fresh;        /* prepare and clear before and after each run, not measured */
	const void *extra;
};

/* Each ends with a row without a technique. */
extern const struct row metadata_rows[];
extern const struct row strings_rows[];
extern const struct row batch_rows[];

/* What a run found is given to this, so that compilers keep it. */
void use(uint64_t value);

/* What a run's result holds, in bytes: shown with the counts. */
void hold(size_t size);

/* Ends the program with a word. */
void broken(const char *what);

#endif
