/* SPDX-License-Identifier: MIT */
/* Memory runs out in the compiler: at every single request, and from every request on. A process for each, since it ends there. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "failing_malloc.h"
#include "main.h"

/* compiler/main.c's. */
int ingotc_main(int argc, char **argv);

static char folder[64];
static char schema[1024];

struct outcome {
	int status; /* of wait */
	long requests;
	char errors[4096];
	size_t error_size;
};

/* In a child: all that the compiler does, as its own main. */
static void compile(int report, long nth, bool sticky)
{
	char program[] = "ingotc", option[] = "-o", quiet[] = "-Wno-duplicate-item";
	char *argv[] = { program, quiet, option, folder, schema, NULL };
	long requests;
	int status;

	failing_malloc_at(nth, sticky);
	status = ingotc_main(5, argv);
	requests = failing_malloc_requests();
	failing_malloc_at(-1, false);
	if (write(report, &requests, sizeof(requests)) != (ssize_t)sizeof(requests))
		_exit(99);
	exit(status);
}

static struct outcome run(long nth, bool sticky)
{
	struct outcome outcome = { .requests = -1 };
	int report[2], errors[2];
	ssize_t n;
	pid_t pid;

	fflush(NULL);
	ck_assert_int_eq(pipe(report), 0);
	ck_assert_int_eq(pipe(errors), 0);
	pid = fork();
	if (pid == 0) {
		dup2(errors[1], 2);
		close(report[0]);
		close(errors[0]);
		alarm(10);
		compile(report[1], nth, sticky);
	}
	close(report[1]);
	close(errors[1]);
	while (outcome.error_size < sizeof(outcome.errors) - 1 &&
	       (n = read(errors[0], outcome.errors + outcome.error_size, sizeof(outcome.errors) - 1 - outcome.error_size)) > 0)
		outcome.error_size += (size_t)n;
	if (read(report[0], &outcome.requests, sizeof(outcome.requests)) != (ssize_t)sizeof(outcome.requests))
		outcome.requests = -1;
	close(report[0]);
	close(errors[0]);
	ck_assert_int_eq(waitpid(pid, &outcome.status, 0), pid);
	return outcome;
}

/* What is in the folder, by name and content, as one number; 0: nothing. Takes it away. */
static unsigned long sweep(void)
{
	DIR *open_folder = opendir(folder);
	struct dirent *entry;
	unsigned long sum = 0;

	while ((entry = readdir(open_folder)) != NULL) {
		unsigned long hash = 5381;
		char path[512];
		FILE *file;
		int c;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		for (const char *p = entry->d_name; *p != '\0'; p++)
			hash = hash * 33 + (unsigned char)*p;
		file = fopen(path, "rb");
		while (file != NULL && (c = getc(file)) != EOF)
			hash = hash * 33 + (unsigned long)c;
		if (file != NULL)
			fclose(file);
		unlink(path);
		sum += hash;
	}
	closedir(open_folder);
	return sum;
}

static void make_folder(const char *name)
{
	const char *source = getenv("srcdir");

	snprintf(folder, sizeof(folder), "/tmp/check_nomem.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(schema, sizeof(schema), "%s/%s", source != NULL ? source : ".", name);
}

/* The compiler may do without some of it (a buffer, room to sort in): then its output is whole. */
static void check_outcome(const struct outcome *outcome, long nth, bool sticky, unsigned long wanted)
{
	const char *first_end = strchr(outcome->errors, '\n');
	unsigned long written = sweep();

	ck_assert_msg(WIFEXITED(outcome->status), "request %ld%s: signal %d", nth, sticky ? " and on" : "", WTERMSIG(outcome->status));
	if (WEXITSTATUS(outcome->status) == 0) {
		ck_assert_msg(written == wanted, "request %ld%s: 0, and the output is not whole", nth, sticky ? " and on" : "");
		ck_assert_msg(outcome->error_size == 0, "request %ld: 0, and %s", nth, outcome->errors);
		return;
	}
	ck_assert_msg(WEXITSTATUS(outcome->status) == 2, "request %ld: exit status %d: %s", nth, WEXITSTATUS(outcome->status), outcome->errors);
	ck_assert_msg(written == 0, "request %ld%s: 2, and something was written", nth, sticky ? " and on" : "");
	ck_assert_msg(first_end != NULL && first_end[1] == '\0' && strncmp(outcome->errors, "ingotc: ", 8) == 0,
		      "request %ld%s: not one line: %s", nth, sticky ? " and on" : "", outcome->errors);
}

START_TEST(memory_may_run_out_anywhere_in_the_compiler)
{
	static const char *const names[] = { "examples/event.thrift", "idl/recursion.thrift", "tests/constants/values.thrift" };
	struct outcome outcome;
	unsigned long wanted;
	long requests, i, step = getenv("INGOT_QUICK") != NULL ? 7 : 1;

	make_folder(names[_i]);
	outcome = run(-1, false);
	ck_assert_msg(WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0, "%s: %s", schema, outcome.errors);
	requests = outcome.requests;
	ck_assert_int_gt(requests, 20);
	wanted = sweep();
	ck_assert_msg(wanted != 0, "nothing was written");
	for (i = 0; i < requests; i += step) {
		outcome = run(i, false);
		check_outcome(&outcome, i, false, wanted);
		outcome = run(i, true);
		check_outcome(&outcome, i, true, wanted);
	}
	rmdir(folder);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("nomem");
	TCase *tcase = tcase_create("compiler");

	suite_add_tcase(suite, tcase);
	tcase_set_timeout(tcase, 300); /* thousands of processes; each ends after ten seconds */
	if (FAILING_MALLOC_WORKS) {
		tcase_add_loop_test(tcase, memory_may_run_out_anywhere_in_the_compiler, 0, 3);
	} else {
		check_skip("memory_may_run_out_anywhere_in_the_compiler", "malloc cannot be replaced with this C library, or under sanitizers");
	}
	return suite;
}
