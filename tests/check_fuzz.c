/* SPDX-License-Identifier: MIT */
/* The fuzzers' inputs, each through the function that libFuzzer would call: what has broken a promise once does not break it again. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fuzz/fuzz.h"
#include "main.h"

static long line_number;

/* libcheck tells which corpus a broken promise is in, this which line. */
static void tell_line(int number)
{
	printf("# line %ld of the corpus breaks a promise\n", line_number);
	fflush(stdout);
	signal(number, SIG_DFL);
	raise(number);
}

static int digit(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A line of hex in place. Returns its size, or -1. */
static long bytes_of(char *line)
{
	long size = 0;

	while (digit(line[2 * size]) >= 0 && digit(line[2 * size + 1]) >= 0) {
		line[size] = (char)(digit(line[2 * size]) << 4 | digit(line[2 * size + 1]));
		size++;
	}
	return line[2 * size] == '\n' ? size : -1;
}

static void replay(const struct fuzz_target *target)
{
	const char *source = getenv("srcdir");
	size_t room = 0;
	char path[1024], *line = NULL;
	long count = 0, size;
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/fuzz/corpus/%s.hex", source != NULL ? source : ".", target->name);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "no %s", path);
	/* The command line says what is wrong with each. */
	ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
	signal(SIGABRT, tell_line);
	while (getline(&line, &room, file) > 0) {
		uint8_t *exact;

		count++;
		size = bytes_of(line);
		ck_assert_msg(size >= 0, "%s:%ld: not hex", path, count);
		exact = malloc((size_t)size);
		ck_assert(exact != NULL || size == 0);
		if (size > 0)
			memcpy(exact, line, (size_t)size);
		line_number = count;
		target->run(exact, (size_t)size);
		free(exact);
	}
	free(line);
	fclose(file);
	ck_assert_int_gt(count, 50);
}

START_TEST(every_input_of_a_corpus_keeps_the_promises)
{
	replay(&fuzz_targets[_i]);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("fuzz");
	TCase *tcase = tcase_create("corpora");
	int count = 0;

	while (fuzz_targets[count].name != NULL)
		count++;
	tcase_add_loop_test(tcase, every_input_of_a_corpus_keeps_the_promises, 0, count);
	suite_add_tcase(suite, tcase);
	return suite;
}
