/* SPDX-License-Identifier: MIT */
/* Which fault to commit: INGOT_FAULT in the environment. The first assertion that fails ends the program. */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int fault;
unsigned char fault_reached[FAULT_MOST];

void __wrap__ck_assert_failed(const char *file, int line, const char *expression, const char *message, ...);

static __attribute__((constructor)) void choose_fault(void)
{
	const char *text = getenv("INGOT_FAULT");

	fault = text != NULL ? atoi(text) : 0;
}

/* To the file that INGOT_FAULTS_REACHED names: the numbers of those that the program has come by. */
static __attribute__((destructor)) void tell_reached(void)
{
	const char *path = getenv("INGOT_FAULTS_REACHED");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	for (int i = 0; file != NULL && i < FAULT_MOST; i++)
		if (fault_reached[i])
			fprintf(file, "%d\n", i);
	if (file != NULL)
		fclose(file);
}

/* Linked in place of libcheck's (--wrap), which would go on with the next test. */
void __wrap__ck_assert_failed(const char *file, int line, const char *expression, const char *message, ...)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, expression);
	(void)message;
	_exit(1);
}
