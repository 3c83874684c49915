/* SPDX-License-Identifier: MIT */
/* Runs the program's suite under libcheck, in a process of its own for each test, and writes TAP to stdout. */
#include "main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SKIP_LIMIT 64

struct skip {
	const char *name;
	const char *reason;
};

static struct skip skips[SKIP_LIMIT];
static int skip_count;

void check_skip(const char *name, const char *reason)
{
	if (skip_count == SKIP_LIMIT) {
		fputs("Bail out! more tests are skipped than SKIP_LIMIT\n", stdout);
		exit(99);
	}
	skips[skip_count++] = (struct skip){name, reason};
}

unsigned check_times(unsigned usual)
{
	return getenv("INGOT_QUICK") != NULL ? (usual + 7) / 8 : usual;
}

/* Copies libcheck's TAP without its plan, which does not know of the skipped ones. Returns the number of tests. */
static int copy_results(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[4096];
	int count = 0;

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file)) {
		if (!strncmp(line, "1..", 3))
			continue;
		count += !strncmp(line, "ok ", 3) || !strncmp(line, "not ok ", 7);
		fputs(line, stdout);
	}
	fclose(file);
	return count;
}

int main(void)
{
	char path[] = "/tmp/ingot-check-XXXXXX";
	int fd = mkstemp(path);
	SRunner *runner;
	int failed, count;

	if (fd < 0) {
		fputs("Bail out! cannot make a temporary file\n", stdout);
		return 99;
	}
	close(fd);
	runner = srunner_create(check_suite());
	srunner_set_tap(runner, path);
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	count = copy_results(path);
	unlink(path);
	for (int i = 0; i < skip_count; i++)
		printf("ok %d - %s # SKIP %s\n", ++count, skips[i].name, skips[i].reason);
	printf("1..%d\n", count);
	/* Under make check the TAP says which failed; a status besides would count as one more. */
	return failed && !getenv("INGOT_TAP_ONLY");
}
