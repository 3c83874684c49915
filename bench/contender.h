/* SPDX-License-Identifier: MIT */
/*
 * The main program of everything that is measured. A contender gives a table of what it can do, and calls contend(); bench/run.py starts
 *
 *   CONTENDER time   OPERATION KIND FILE...   nanoseconds of process CPU time: mean, best batch, and how many runs
 *   CONTENDER count  OPERATION KIND FILE...   allocations, bytes and peak of one run, after two to warm up; needs count_malloc.so
 *   CONTENDER first  OPERATION KIND FILE...   nanoseconds of the first run in the process, and that is all
 *   CONTENDER trace  OPERATION KIND FILE...   one run inside bench_traced(), after one run to warm up: for callgrind
 *   CONTENDER list                            "OPERATION KIND" one a line
 *
 * One run handles each file once, with whatever it takes to give the memory back.
 */
#ifndef BENCH_CONTENDER_H
#define BENCH_CONTENDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contender_input {
	const uint8_t *bytes; /* malloc, exactly size bytes */
	size_t size;
};

/* One message. Calls contender_fail when it cannot. */
typedef void contender_fn(const struct contender_input *input);

struct contender_case {
	const char *operation; /* "decode", … */
	const char *kind;      /* "footer", "graph.compact", … */
	contender_fn *run;
	contender_fn *prepare; /* NULL, or called once for each file before the first run; not measured */
};

/* Ends with NULLs. Returns main's exit status. */
int contend(int argc, char **argv, const struct contender_case *cases);

/* Says what is wrong and exits. */
void contender_fail(const char *what);

#ifdef __cplusplus
}
#endif
#endif
