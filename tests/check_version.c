/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <ingot/ingot.h>
#include "main.h"

START_TEST(the_running_library_is_the_one_of_the_headers)
{
	ck_assert_str_eq(ingot_version(), INGOT_VERSION);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("version");
	TCase *tcase = tcase_create("version");

	tcase_add_test(tcase, the_running_library_is_the_one_of_the_headers);
	suite_add_tcase(suite, tcase);
	return suite;
}
