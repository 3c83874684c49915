/* SPDX-License-Identifier: MIT */
/* The compiler's front end: what the tree holds after front_load, and the small units below it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "arena.h"
#include "diag.h"
#include "front.h"
#include "lookup.h"
#include "main.h"
#include "order.h"
#include "parse.h"
#include "source.h"

static TALLOC_CTX *ctx;

static void set_up(void)
{
	ctx = talloc_new(NULL);
}

static void tear_down(void)
{
	talloc_free(ctx);
}

/* Through a file, as front_load reads one. NULL when it has errors; text gets what was printed. */
static struct idl_unit *load(const char *schema, char **text)
{
	char path[] = "/tmp/check_compiler.XXXXXX";
	struct front_options options = {NULL, 0};
	struct diag diag = {0};
	struct idl_unit *unit;
	size_t size;
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, schema, strlen(schema)), (ssize_t)strlen(schema));
	close(fd);
	diag.out = open_memstream(text, &size);
	unit = front_load(ctx, path, &options, &diag);
	fclose(diag.out);
	unlink(path);
	ck_assert_int_eq(unit == NULL, diag.error_count > 0);
	return unit;
}

static struct idl_unit *load_good(const char *schema)
{
	char *text;
	struct idl_unit *unit = load(schema, &text);

	ck_assert_msg(unit != NULL, "%s", text);
	free(text);
	return unit;
}

static const struct idl_def *def_of(const struct idl_unit *unit, const char *name)
{
	const struct idl_def *def = unit->main->defs;

	while (def != NULL && strcmp(def->name, name) != 0)
		def = def->next;
	ck_assert_ptr_nonnull(def);
	return def;
}

/* ---- The tree ---- */

START_TEST(every_target_is_set)
{
	const struct idl_unit *unit = load_good("struct A { 1: B b; 2: list<E> e } typedef A B enum E { X } service S extends T {} service T {}");
	const struct idl_field *field = def_of(unit, "A")->fields;

	ck_assert_ptr_eq(field->type->target, def_of(unit, "B"));
	ck_assert_ptr_eq(idl_type_resolve(field->type)->target, def_of(unit, "A"));
	ck_assert_ptr_eq(field->next->type->element->target, def_of(unit, "E"));
	ck_assert_ptr_eq(def_of(unit, "S")->parent, def_of(unit, "T"));
	ck_assert_uint_eq(unit->def_count, 5);
	for (uint32_t i = 0; i < unit->def_count; i++)
		ck_assert_uint_eq(unit->defs[i]->number, i);
}
END_TEST

START_TEST(a_chain_of_typedefs_resolves_to_its_end)
{
	const struct idl_unit *unit = load_good("typedef A B typedef B C typedef list<i32> A struct S { 1: C c }");

	ck_assert_int_eq(idl_type_resolve(def_of(unit, "S")->fields->type)->kind, IDL_LIST);
}
END_TEST

START_TEST(values_have_the_form_of_their_type)
{
	const struct idl_unit *unit = load_good(
		"const double D = 3  const bool B = true  const string S = 'x'  const uuid U = '00112233-4455-6677-8899-aabbccddeeff'"
		"  const E V = E.A  const E N = 5  const i32 I = E.A  enum E { A = 5 }"
		"  const P Q = {'y': R, 'x': 1}  struct P { 1: i8 x; 2: list<P> y; 3: i32 z = 3 }  const list<P> R = [{}]");
	const struct idl_value *value = def_of(unit, "Q")->value;

	ck_assert_int_eq(def_of(unit, "D")->value->kind, IDL_VALUE_DOUBLE);
	ck_assert_double_eq(def_of(unit, "D")->value->real, 3);
	ck_assert_int_eq(def_of(unit, "B")->value->number, 1);
	ck_assert_int_eq(def_of(unit, "U")->value->kind, IDL_VALUE_UUID);
	ck_assert_mem_eq(def_of(unit, "U")->value->bytes, "\x00\x11\x22\x33", 4);
	ck_assert_str_eq(def_of(unit, "V")->value->enum_value->name, "A");
	ck_assert_ptr_null(def_of(unit, "N")->value->enum_value);
	ck_assert_ptr_null(def_of(unit, "I")->value->enum_value);
	ck_assert_int_eq(def_of(unit, "I")->value->number, 5);
	ck_assert_int_eq(value->kind, IDL_VALUE_STRUCT);
	ck_assert_str_eq(value->items->field->name, "x"); /* in the order of the fields */
	ck_assert_str_eq(value->items->next->field->name, "y");
	ck_assert_ptr_null(value->items->next->next);
	ck_assert_int_eq(value->items->next->kind, IDL_VALUE_LIST);
	ck_assert_int_eq(value->items->next->items->kind, IDL_VALUE_STRUCT);
}
END_TEST

START_TEST(a_name_is_a_copy_in_its_own_type)
{
	const struct idl_unit *unit = load_good("const list<i32> A = [1]  const list<double> B = A  const map<string, list<i32>> C = {'a': A, 'b': A}");
	const struct idl_value *map = def_of(unit, "C")->value;

	ck_assert_int_eq(def_of(unit, "A")->value->items->kind, IDL_VALUE_INT);
	ck_assert_int_eq(def_of(unit, "B")->value->items->kind, IDL_VALUE_DOUBLE);
	ck_assert_ptr_ne(map->items->mapped->items, map->items->next->mapped->items);
}
END_TEST

START_TEST(ids_and_numbers_are_settled)
{
	const struct idl_unit *unit = load_good("struct A { i32 a; 5: i32 b; -7: i32 c; i32 d } enum E { A = -2, B, C = 0x10, D }");
	const struct idl_field *field = def_of(unit, "A")->fields;
	const struct idl_enum_value *value = def_of(unit, "E")->values;
	static const int32_t ids[] = {-1, 5, -7, -8}, numbers[] = {-2, -1, 16, 17};

	for (int i = 0; i < 4; i++, field = field->next, value = value->next) {
		ck_assert_int_eq(field->id, ids[i]);
		ck_assert_int_eq(value->number, numbers[i]);
	}
}
END_TEST

START_TEST(docs_and_annotations_are_kept)
{
	const struct idl_unit *unit = load_good("/** F */ namespace c x /** S */ struct S { /** a\n * b */ 1: i32 a (k = '1', k = '\\n', f) } (z)");
	const struct idl_def *def = def_of(unit, "S");
	const struct idl_annotation *annotation = def->fields->annotations;

	ck_assert_str_eq(unit->main->doc, "F");
	ck_assert_str_eq(def->doc, "S");
	ck_assert_str_eq(def->fields->doc, "a\nb");
	ck_assert_str_eq(annotation->value, "1");
	ck_assert_str_eq(annotation->next->value, "\n");
	ck_assert_str_eq(annotation->next->next->value, "1");
	ck_assert_str_eq(idl_annotation_value(annotation, "k"), "\n");
	ck_assert_ptr_null(idl_annotation_value(annotation, "nothing"));
}
END_TEST

START_TEST(a_unit_with_an_error_is_no_unit)
{
	char *text;

	ck_assert_ptr_null(load("struct A { 1: Nothing n }", &text));
	ck_assert_ptr_nonnull(strstr(text, ":1:15: error: there is no type \"Nothing\""));
	free(text);
	ck_assert_uint_eq(talloc_total_blocks(ctx), 1);
}
END_TEST

START_TEST(every_prefix_of_a_schema_is_taken_or_refused)
{
	static const char schema[] = "/** d */ include \"x\" namespace c a\nstruct S { 1: required list<map<i32, S>> a = [{}] (b = 'c\\n'), }\n"
				     "const double D = -1.5e3; enum E { A = 0x1 } service V extends W { oneway void f(1: i32 a) throws (1: X x) }";
	char part[sizeof(schema)];
	char *text;

	for (size_t size = 0; size < sizeof(schema); size++) {
		memcpy(part, schema, size);
		part[size] = '\0';
		load(part, &text);
		free(text);
	}
}
END_TEST

/* ---- Doc comments ---- */

static const char *clean(const char *text)
{
	return parse_clean_doc(arena_new(ctx), text, strlen(text));
}

/* Each level asked for its inner ones twice, and 64 levels for as good as ever. */
START_TEST(maps_as_keys_of_maps_are_read_in_no_time)
{
	char schema[1024] = "struct A { 1: ";
	const struct idl_type *type;
	unsigned depth = 0;
	int i;

	for (i = 0; i < 64; i++)
		strcat(schema, "map<");
	strcat(schema, "i32");
	for (i = 0; i < 64; i++)
		strcat(schema, ",i32>");
	strcat(schema, " m }");
	for (type = def_of(load_good(schema), "A")->fields->type; type->key != NULL; type = type->key)
		depth++;
	ck_assert_uint_eq(depth, 64);
}
END_TEST

START_TEST(doc_text_loses_stars_indent_and_blank_lines)
{
	ck_assert_str_eq(clean(" One line. "), "One line.");
	ck_assert_str_eq(clean("\n * One\n *   two\n *\n * three\n "), "One\n  two\n\nthree");
	ck_assert_str_eq(clean("\n\n   One\n     two\n"), "One\n  two");
	ck_assert_str_eq(clean("One\n   two\n     three"), "One\ntwo\n  three");
	ck_assert_str_eq(clean("\r\n * One\r\n * two\r\n "), "One\ntwo");
	ck_assert_str_eq(clean("One\n * two\n no star"), "One\n* two\nno star");
	ck_assert_str_eq(clean("*"), "*");
	ck_assert_ptr_null(clean(""));
	ck_assert_ptr_null(clean(" \n *\n *\n "));
}
END_TEST

/* ---- Places ---- */

START_TEST(places_count_lines_and_columns)
{
	const struct source *source = source_from_text(ctx, "x", "ab\r\n\ncd", 7);

	ck_assert_uint_eq(source_place(source, 0).line, 1);
	ck_assert_uint_eq(source_place(source, 1).column, 2);
	ck_assert_uint_eq(source_place(source, 1).line_end, 2);
	ck_assert_uint_eq(source_place(source, 4).line, 2);
	ck_assert_uint_eq(source_place(source, 6).line, 3);
	ck_assert_uint_eq(source_place(source, 6).column, 2);
	ck_assert_uint_eq(source_place(source, 7).column, 3);
	ck_assert_uint_eq(source_place(source_from_text(ctx, "x", "", 0), 0).line, 1);
}
END_TEST

/* ---- Diagnostics ---- */

static char *report(enum diag_format format, const char *text, uint32_t begin, uint32_t end, const char *message)
{
	struct diag diag = {.format = format};
	struct idl_span span = {source_from_text(ctx, "a\x1b.thrift", text, strlen(text)), begin, end};
	size_t size;
	char *out;

	diag.out = open_memstream(&out, &size);
	diag_error(&diag, span, "%s", message);
	fclose(diag.out);
	return out;
}

START_TEST(nothing_from_a_file_is_printed_as_it_is)
{
	char *out = report(DIAG_TEXT, "\tx\xe2\x80\xae\x9b y", 6, 7, "\x1b[31m");

	ck_assert_str_eq(out, "a\\x1b.thrift:1:7: error: \\x1b[31m\n"
			      "    1 |         x\\xe2\\x80\\xae\\x9b y\n"
			      "      |                          ^\n");
	free(out);
}
END_TEST

START_TEST(json_is_ascii_whatever_the_bytes)
{
	char *out = report(DIAG_JSON, "x", 0, 1, "\xc3\xa9 \xf0\x9f\x98\x80 \xff \xed\xa0\x80 \"\\\n");

	ck_assert_ptr_nonnull(strstr(out, "\"message\": \"\\u00e9 \\ud83d\\ude00 \\ufffd \\ufffd\\ufffd\\ufffd \\\"\\\\\\u000a\"}"));
	ck_assert_ptr_nonnull(strstr(out, "\"file\": \"a\\u001b.thrift\""));
	free(out);
}
END_TEST

START_TEST(warnings_are_set_by_name)
{
	struct diag diag = {0};

	for (unsigned i = 0; i < DIAG_WARNING_COUNT; i++) {
		ck_assert_ptr_nonnull(diag_warning_name((enum diag_warning)i));
		ck_assert(diag_set_warning(&diag, diag_warning_name((enum diag_warning)i)));
	}
	ck_assert(diag_set_warning(&diag, "no-shadow"));
	ck_assert_uint_eq(diag.silenced, 1u << DIAG_SHADOW);
	ck_assert(diag_set_warning(&diag, "error=shadow"));
	ck_assert_uint_eq(diag.silenced, 0);
	ck_assert_uint_eq(diag.fatal, 1u << DIAG_SHADOW);
	ck_assert(diag_set_warning(&diag, "no-error=shadow"));
	ck_assert_uint_eq(diag.fatal, 0);
	ck_assert(!diag_set_warning(&diag, "nothing"));
	ck_assert(!diag_set_warning(&diag, "no-nothing"));
	ck_assert(!diag_set_warning(&diag, "error=nothing"));
}
END_TEST

/* ---- Look-up and likeness ---- */

static struct lookup *names(const char *const *list)
{
	struct lookup *lookup = lookup_new(ctx);

	for (; *list != NULL; list++)
		lookup_add(lookup, *list, (void *)(uintptr_t)*list);
	lookup_sort(lookup);
	return lookup;
}

START_TEST(entries_are_found_by_their_whole_name)
{
	const struct lookup *lookup = names((const char *const[]){"b", "a", "ab", "a_c", "b", NULL});

	ck_assert_str_eq(lookup_find(lookup, "ab", 2), "ab");
	ck_assert_str_eq(lookup_find(lookup, "abc", 2), "ab");
	ck_assert_ptr_null(lookup_find(lookup, "abc", 3));
	ck_assert_ptr_null(lookup_find(lookup, "", 0));
	ck_assert_uint_eq(lookup_entry(lookup, "b", 1)->order, 0); /* the first of two */
	ck_assert(lookup_has_longer(lookup, "a", '_'));
	ck_assert(!lookup_has_longer(lookup, "ab", '_'));
	ck_assert(!lookup_has_longer(lookup, "b", '_'));
}
END_TEST

START_TEST(likeness_takes_what_a_person_mistypes)
{
	const struct lookup *lookup = names((const char *const[]){"Point", "FileMetaData", "id", NULL});

	ck_assert_str_eq(lookup_similar(lookup, "Poitn"), "Point");
	ck_assert_str_eq(lookup_similar(lookup, "point"), "Point");
	ck_assert_str_eq(lookup_similar(lookup, "FileMetadata"), "FileMetaData");
	ck_assert_str_eq(lookup_similar(lookup, "ID"), "id");
	ck_assert_ptr_null(lookup_similar(lookup, "Something"));
	ck_assert_ptr_null(lookup_similar(lookup, "a_name_that_is_much_longer_than_those_that_are_compared"));
}
END_TEST

/* ---- Order ---- */

static void count_cycle(void *private_data, const struct order_step *steps, size_t count)
{
	size_t *found = private_data;

	(void)steps;
	found[0]++;
	found[1] += count;
}

START_TEST(what_is_needed_comes_first)
{
	struct order *order = order_new(ctx, 4);
	size_t found[2] = {0};
	const uint32_t *sorted;

	order_need(order, 0, 2, NULL);
	order_need(order, 2, 3, NULL);
	order_need(order, 0, 1, NULL);
	sorted = order_sort(order, count_cycle, found);
	ck_assert_uint_eq(found[0], 0);
	ck_assert_uint_eq(sorted[0], 3);
	ck_assert_uint_eq(sorted[1], 2);
	ck_assert_uint_eq(sorted[2], 1);
	ck_assert_uint_eq(sorted[3], 0);
}
END_TEST

START_TEST(cycles_are_found_however_long)
{
	enum { COUNT = 300000 };
	struct order *order = order_new(ctx, COUNT + 1);
	size_t found[2] = {0};

	for (uint32_t i = 0; i < COUNT; i++)
		order_need(order, i, (i + 1) % COUNT, NULL);
	order_need(order, COUNT, COUNT, NULL);
	order_sort(order, count_cycle, found);
	ck_assert_uint_eq(found[0], 2);
	ck_assert_uint_eq(found[1], COUNT + 1);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("compiler");
	TCase *tcase = tcase_create("compiler");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, every_target_is_set);
	tcase_add_test(tcase, a_chain_of_typedefs_resolves_to_its_end);
	tcase_add_test(tcase, values_have_the_form_of_their_type);
	tcase_add_test(tcase, a_name_is_a_copy_in_its_own_type);
	tcase_add_test(tcase, ids_and_numbers_are_settled);
	tcase_add_test(tcase, docs_and_annotations_are_kept);
	tcase_add_test(tcase, a_unit_with_an_error_is_no_unit);
	tcase_add_test(tcase, every_prefix_of_a_schema_is_taken_or_refused);
	tcase_add_test(tcase, maps_as_keys_of_maps_are_read_in_no_time);
	tcase_add_test(tcase, doc_text_loses_stars_indent_and_blank_lines);
	tcase_add_test(tcase, places_count_lines_and_columns);
	tcase_add_test(tcase, nothing_from_a_file_is_printed_as_it_is);
	tcase_add_test(tcase, json_is_ascii_whatever_the_bytes);
	tcase_add_test(tcase, warnings_are_set_by_name);
	tcase_add_test(tcase, entries_are_found_by_their_whole_name);
	tcase_add_test(tcase, likeness_takes_what_a_person_mistypes);
	tcase_add_test(tcase, what_is_needed_comes_first);
	tcase_add_test(tcase, cycles_are_found_however_long);
	suite_add_tcase(suite, tcase);
	return suite;
}
