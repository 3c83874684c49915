/* SPDX-License-Identifier: MIT */
/*
 * names_each knows every global name of the output: each identifier there that begins with the file's namespace is looked for, and so a
 * new emitter cannot bring in names whose clashes would go unseen.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "emit.h"
#include "front.h"
#include "lookup.h"
#include "main.h"
#include "names.h"

static void add_name(void *private_data, const char *name, bool is_tag, struct idl_span span)
{
	struct lookup *known = private_data;

	(void)is_tag;
	(void)span;
	lookup_add(known, arena_need(talloc_strdup(known, name)), known);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Over comments and literals, in which names are only mentioned. */
static const char *skip_text(const char *text)
{
	const char *end;

	if (strncmp(text, "/*", 2) == 0) {
		end = strstr(text, "*/");
		return end == NULL ? text + strlen(text) : end + 2;
	}
	if (*text != '"')
		return text;
	for (text++; *text != '\0' && *text != '"'; text++)
		text += *text == '\\';
	return text + (*text != '\0');
}

static unsigned check_words(const struct lookup *known, const char *prefix, const char *text)
{
	unsigned count = 0;

	while (*text != '\0') {
		const char *behind = skip_text(text), *word = text;

		if (behind != text || !is_word(*text)) {
			text = behind != text ? behind : text + 1;
			continue;
		}
		while (is_word(*text))
			text++;
		if (strncmp(word, prefix, strlen(prefix)) != 0)
			continue;
		ck_assert_msg(lookup_entry(known, word, (size_t)(text - word)) != NULL, "names_each does not know %.*s", (int)(text - word), word);
		count++;
	}
	return count;
}

static void check_schema(const char *path)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct front_options options = {NULL, 0};
	struct diag diag = {.out = stderr, .silenced = UINT32_MAX};
	struct idl_unit *unit = front_load(ctx, path, &options, &diag);
	struct lookup *known = lookup_new(ctx);
	const struct layouts *layouts;
	char *prefix;
	unsigned count;
	size_t size;

	ck_assert_msg(unit != NULL, "%s", path);
	for (uint32_t i = 0; i < unit->def_count; i++)
		names_each(unit->defs[i], add_name, known);
	lookup_sort(known);
	prefix = talloc_asprintf(ctx, "%s_", names_namespace(ctx, unit->main));
	layouts = layouts_new(ctx, unit);
	count = check_words(known, prefix, emit_header(ctx, layouts, unit, unit->main, &size));
	count += check_words(known, prefix, emit_source(ctx, layouts, unit, unit->main, &size));
	ck_assert_uint_gt(count, 10);
	talloc_free(ctx);
}

START_TEST(every_name_of_the_output_is_known_to_the_check_for_clashes)
{
	const char *srcdir = getenv("srcdir") != NULL ? getenv("srcdir") : ".";
	char *folder = talloc_asprintf(NULL, "%s/idl", srcdir);
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	unsigned count = 0;

	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir)) != NULL) {
		const char *dot = strrchr(entry->d_name, '.');

		if (dot == NULL || strcmp(dot, ".thrift") != 0)
			continue;
		check_schema(talloc_asprintf(folder, "%s/%s", folder, entry->d_name));
		count++;
	}
	closedir(dir);
	check_schema(talloc_asprintf(folder, "%s/tests/constants/values.thrift", srcdir));
	ck_assert_uint_gt(count, 5);
	talloc_free(folder);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("names");
	TCase *tcase = tcase_create("names");

	tcase_add_test(tcase, every_name_of_the_output_is_known_to_the_check_for_clashes);
	suite_add_tcase(suite, tcase);
	return suite;
}
