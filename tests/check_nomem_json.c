/* SPDX-License-Identifier: MIT */
/* Memory runs out while JSON is read: at every single request, Jansson's and talloc's, and from every request on. */
#include <string.h>
#include <everything.h>
#include <ingot/json_read.h>
#include "failing_malloc.h"
#include "main.h"

struct sample {
	const struct ingot_type *type;
	const char *text;
	enum ingot_status status;
};

static const struct sample samples[] = {
	{ &everything_Optional_type,
		"{\"a_bool\": true, \"a_double\": \"NaN\", \"a_string\": \"s\\u00e9\", \"a_binary\": {\"hex\": \"ff00\"}, \"a_color\": \"RED\", "
		"\"a_uuid\": \"00112200-0000-0000-0000-000000000000\", \"a_point\": {\"x\": 1, \"y\": 2.5}, \"a_list\": [1, 2, 3], "
		"\"a_set\": [\"x\", \"y\"], \"a_map\": {\"k\": 1, \"l\": 2}, \"a_union\": {\"tags\": {\"t\": 7}}, \"a_nothing\": {}}",
		INGOT_OK },
	{ &everything_Deep_type, "{\"a\": [{\"k\": [1, 2]}, {}], \"b\": {\"7\": [{\"p\": {\"x\": 0, \"y\": 0}}]}, \"c\": [[[\"l\"]]]}", INGOT_OK },
	{ &everything_Maps_type, "{\"of_points\": [[{\"x\": 1, \"y\": 2}, {\"radius\": 3}]], \"of_bools\": [[true, false]]}", INGOT_OK },
	{ &everything_Lists_type, "{\"i32s\": [1, \"two\"]}", INGOT_MISMATCH },
	{ &everything_Lists_type, "{\"strings\": [\"a\", \"b\", \"unterminated", INGOT_BAD_VALUE },
};

static void read_failing(const struct sample *sample, long nth, bool sticky)
{
	struct ingot_json_error error = { .status = INGOT_OK };
	long held = failing_malloc_held();
	void *value;

	failing_malloc_at(nth, sticky);
	value = ingot_json_read(NULL, sample->type, sample->text, strlen(sample->text), INGOT_JSON_PARTIAL, &error);
	failing_malloc_at(-1, false);
	if (value == NULL) {
		/* Jansson does not always tell: it takes a word that it had no room for to be no word, or a shorter one. */
		ck_assert_msg(error.status == INGOT_NOMEM || error.status == INGOT_BAD_VALUE || error.status == INGOT_MISMATCH, "request %ld: %s",
			      nth, error.text);
		ck_assert_msg(error.status != INGOT_OK && error.text[0] != '\0', "request %ld: NULL, and no status", nth);
	}
	if (nth == 0)
		ck_assert_msg(value == NULL && error.status == INGOT_NOMEM, "without any memory: %s", error.text);
	talloc_free(value);
	ck_assert_msg(failing_malloc_held() == held, "request %ld: %ld pieces are left", nth, failing_malloc_held() - held);
}

START_TEST(memory_may_run_out_anywhere_in_the_json_reader)
{
	const struct sample *sample = &samples[_i];
	struct ingot_json_error error;
	long requests, i;
	void *value;

	/* talloc keeps something of its own from its first chunk on. */
	talloc_free(talloc_new(NULL));
	failing_malloc_at(-1, false);
	value = ingot_json_read(NULL, sample->type, sample->text, strlen(sample->text), INGOT_JSON_PARTIAL, &error);
	requests = failing_malloc_requests();
	ck_assert_msg((value != NULL) == (sample->status == INGOT_OK), "%s", error.text);
	talloc_free(value);
	ck_assert_int_gt(requests, 5);
	for (i = 0; i < requests; i++) {
		read_failing(sample, i, false);
		read_failing(sample, i, true);
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("nomem_json");
	TCase *tcase = tcase_create("json");

	suite_add_tcase(suite, tcase);
	if (FAILING_MALLOC_WORKS) {
		tcase_add_loop_test(tcase, memory_may_run_out_anywhere_in_the_json_reader, 0, sizeof(samples) / sizeof(samples[0]));
	} else {
		check_skip("memory_may_run_out_anywhere_in_the_json_reader",
			   "malloc cannot be replaced with this C library, or under sanitizers");
	}
	return suite;
}
