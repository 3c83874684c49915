/* SPDX-License-Identifier: MIT */
/*
 * Every check program defines check_suite(); tests/main.c runs it and writes one TAP line for each test, so that the counts of
 * `make check` are counts of tests. What cannot run here is named with check_skip().
 */
#ifndef TESTS_MAIN_H
#define TESTS_MAIN_H

#include <check.h>

Suite *check_suite(void);

/* To be called by check_suite() in place of adding a test: counts one skipped test. Both strings are static. */
void check_skip(const char *name, const char *reason);

/* How often to do what is done again and again: INGOT_QUICK in the environment wants less of it. */
unsigned check_times(unsigned usual);

#endif
