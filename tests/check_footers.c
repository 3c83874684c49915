/* SPDX-License-Identifier: MIT */
/*
 * Parquet footers as real writers left them: those of the files in tests/data/parquet, and, when they are there, those in ../shared with the
 * right JSON beside each.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include <ingot/ingot.h>
#include <ingot/json.h>
#include <ingot/ops.h>
#include "failing.h"
#include "main.h"
#include "parquet.h"

#define FOOTER_LIMIT 64

/* The most talloc chunks that a message may take. */
#define CHUNK_LIMIT 1

struct footer {
	char *path;
	uint8_t *bytes; /* malloc, exactly size */
	size_t size;
};

static struct footer footers[FOOTER_LIMIT];
static int footer_count;
static int first_shared; /* from here on each has a .json beside it */

/* ---- Finding them: before there is a test that could fail ---- */

static void must(bool holds, const char *path)
{
	if (!holds) {
		printf("Bail out! %s\n", path);
		exit(99);
	}
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	char *bytes;
	long end = 0;

	must(file && !fseek(file, 0, SEEK_END) && (end = ftell(file)) >= 0 && !fseek(file, 0, SEEK_SET), path);
	*size = (size_t)end;
	bytes = malloc(*size + 1);
	must(bytes && fread(bytes, 1, *size, file) == *size, path);
	fclose(file);
	return bytes;
}

/* What stands between the pages and the last eight bytes: the footer's size and "PAR1". */
static void cut_footer(struct footer *footer)
{
	const uint8_t *tail = footer->bytes + footer->size - 8;
	uint8_t *bytes;
	size_t size;

	must(footer->size > 8 && !memcmp(tail + 4, "PAR1", 4), footer->path);
	size = tail[0] | (size_t)tail[1] << 8 | (size_t)tail[2] << 16 | (size_t)tail[3] << 24;
	bytes = malloc(size);
	must(bytes && size <= footer->size - 8, footer->path);
	memcpy(bytes, tail - size, size);
	free(footer->bytes);
	footer->bytes = bytes;
	footer->size = size;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct footer *)a)->path, ((const struct footer *)b)->path);
}

static void find_footers(const char *folder, const char *suffix)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	int first = footer_count;

	while (dir && (entry = readdir(dir))) {
		struct footer *footer = &footers[footer_count < FOOTER_LIMIT ? footer_count : 0];
		size_t size = strlen(entry->d_name), suffix_size = strlen(suffix);

		if (size < suffix_size || strcmp(entry->d_name + size - suffix_size, suffix))
			continue;
		must(footer_count++ < FOOTER_LIMIT, "more footers than FOOTER_LIMIT");
		footer->path = talloc_asprintf(NULL, "%s/%s", folder, entry->d_name);
		footer->bytes = (uint8_t *)read_file(footer->path, &footer->size);
	}
	if (dir)
		closedir(dir);
	qsort(footers + first, (size_t)(footer_count - first), sizeof(*footers), by_path);
}

static void load_footers(void)
{
	const char *srcdir = getenv("srcdir");
	char *folder = talloc_asprintf(NULL, "%s/tests/data/parquet", srcdir ? srcdir : ".");

	find_footers(folder, ".parquet");
	for (int i = 0; i < footer_count; i++)
		cut_footer(&footers[i]);
	must(footer_count > 0, folder);
	first_shared = footer_count;
	talloc_free(folder);
	folder = talloc_asprintf(NULL, "%s/../shared/data/footers", srcdir ? srcdir : ".");
	find_footers(folder, ".bin");
	talloc_free(folder);
}

static void forget_footers(void)
{
	for (int i = 0; i < footer_count; i++) {
		talloc_free(footers[i].path);
		free(footers[i].bytes);
	}
}

static struct parquet_FileMetaData *decode(TALLOC_CTX *mem_ctx, const struct footer *footer, struct ingot_reader *reader)
{
	ingot_reader_init(reader, INGOT_COMPACT, footer->bytes, footer->size);
	return parquet_FileMetaData_from_wire(mem_ctx, reader);
}

/* ---- Every field ---- */

START_TEST(a_footer_decodes_to_the_json_beside_it)
{
	const struct footer *footer = &footers[first_shared + _i];
	struct ingot_reader reader;
	struct parquet_FileMetaData *file = decode(NULL, footer, &reader);
	char *path = talloc_asprintf(NULL, "%.*s.json", (int)(strlen(footer->path) - strlen(".bin")), footer->path);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	json_t *want, *got;
	json_error_t error;

	ck_assert_msg(file, "%s: %s", footer->path, ingot_reader_error(&reader));
	ck_assert_uint_eq(reader.offset, footer->size);
	ck_assert(out && ingot_json_print(out, &parquet_FileMetaData_type, file));
	fclose(out);
	got = json_loads(text, 0, &error);
	ck_assert_msg(got, "%s: %s in %s", footer->path, error.text, text);
	want = json_load_file(path, 0, &error);
	ck_assert_msg(want, "%s: %s", path, error.text);
	ck_assert_msg(json_equal(want, got), "%s\nwant %s\n got %s", footer->path, json_dumps(want, 0), text);
	json_decref(want);
	json_decref(got);
	free(text);
	talloc_free(path);
	talloc_free(file);
}
END_TEST

START_TEST(a_footer_is_written_again_byte_for_byte)
{
	const struct footer *footer = &footers[_i];
	struct ingot_reader reader;
	struct ingot_writer writer;
	struct parquet_FileMetaData *file = decode(NULL, footer, &reader), *again;

	ck_assert_msg(file, "%s: %s", footer->path, ingot_reader_error(&reader));
	ingot_writer_init(&writer, INGOT_COMPACT, file);
	if (!parquet_FileMetaData_to_wire(file, &writer)) {
		/* A union's member that is not in our IDL was not kept. */
		ck_assert_msg(writer.status == INGOT_BAD_VALUE, "%s: %s", footer->path, ingot_writer_error(&writer));
		talloc_free(file);
		return;
	}

	/* Writers that use longer forms than need be, or that know fields we do not, get another footer with the same value. */
	ingot_reader_init(&reader, INGOT_COMPACT, ingot_writer_bytes(&writer), ingot_writer_size(&writer));
	again = parquet_FileMetaData_from_wire(file, &reader);
	ck_assert_msg(again, "%s: %s", footer->path, ingot_reader_error(&reader));
	ck_assert(ingot_equal(&parquet_FileMetaData_type, file, again));
	if (ingot_writer_size(&writer) == footer->size)
		ck_assert_mem_eq(ingot_writer_bytes(&writer), footer->bytes, footer->size);
	talloc_free(file);
}
END_TEST

/* ---- Memory ---- */

START_TEST(a_footer_takes_one_chunk)
{
	struct ingot_reader reader;
	struct parquet_FileMetaData *file;

	failing_never();
	file = decode(NULL, &footers[_i], &reader);
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_le(talloc_total_blocks(file), CHUNK_LIMIT);
	/* One more may be the first chunk made as small as what it holds. */
	ck_assert_int_le(failing_requests(), CHUNK_LIMIT + (talloc_total_blocks(file) == 1));
	talloc_free(file);
}
END_TEST

START_TEST(a_footer_takes_no_allocation_from_a_block_that_is_used_again)
{
	struct ingot_block *block = ingot_block_new(NULL, 0);
	struct ingot_reader reader;

	for (int round = 0; round < 3; round++) {
		ingot_block_reset(block);
		failing_never();
		ingot_reader_init(&reader, INGOT_COMPACT, footers[_i].bytes, footers[_i].size);
		reader.block = block;
		ck_assert_ptr_nonnull(parquet_FileMetaData_from_wire(NULL, &reader));
	}
	ck_assert_int_eq(failing_requests(), 0);
	talloc_free(block);
}
END_TEST

/* The chunks that a message consists of. */
struct chunks {
	const char *begin[CHUNK_LIMIT];
	size_t size[CHUNK_LIMIT];
	int count;
};

static void add_chunk(const void *place, int depth, int max_depth, int is_reference, void *private_data)
{
	struct chunks *chunks = private_data;

	(void)max_depth;
	ck_assert_int_lt(chunks->count, CHUNK_LIMIT);
	/* All but the root hang directly under it. */
	ck_assert_int_le(depth, 1);
	ck_assert(!is_reference);
	chunks->begin[chunks->count] = place;
	chunks->size[chunks->count++] = talloc_get_size(place);
}

static void check_inside(const struct chunks *chunks, const void *place, size_t size)
{
	const char *at = place;

	for (int i = 0; i < chunks->count; i++) {
		if (at >= chunks->begin[i] && size <= chunks->size[i] && (size_t)(at - chunks->begin[i]) <= chunks->size[i] - size)
			return;
	}
	ck_abort_msg("%zu bytes at %p are in no chunk of the message", size, place);
}

static void check_value(const struct chunks *chunks, const struct ingot_type *type, const void *value);

static void check_items(const struct chunks *chunks, const struct ingot_type *type, const void *list)
{
	uint32_t count = ingot_item_count(list);

	if (count)
		check_inside(chunks, ingot_item(type, list, 0), (size_t)count * type->entry_size);
	for (uint32_t i = 0; i < count; i++) {
		const char *item = ingot_item(type, list, i);

		if (type->key) {
			check_value(chunks, type->key, item);
			check_value(chunks, type->element, item + type->value_offset);
		} else {
			check_value(chunks, type->element, item);
		}
	}
}

/* Each place that can be reached from the value is in a chunk, and on the alignment of its type. */
static void check_value(const struct chunks *chunks, const struct ingot_type *type, const void *value)
{
	const struct ingot_string *string = value;
	uint32_t index = 0;
	const void *at;

	check_inside(chunks, value, type->size);
	ck_assert_uint_eq((uintptr_t)value % type->align, 0);
	switch (type->kind) {
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		if (string->data) {
			check_inside(chunks, string->data, (size_t)string->size + 1);
			ck_assert_int_eq(string->data[string->size], 0);
		}
		break;
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		for (const struct ingot_field *field; (field = ingot_next_field(type, value, &index, &at));)
			check_value(chunks, field->type, at);
		break;
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		check_items(chunks, type, value);
		break;
	default:
		break;
	}
}

START_TEST(every_pointer_of_a_footer_is_in_its_chunks)
{
	struct ingot_reader reader;
	struct parquet_FileMetaData *file = decode(NULL, &footers[_i], &reader);
	struct chunks chunks = {.count = 0};

	talloc_report_depth_cb(file, 0, 2, add_chunk, &chunks);
	check_value(&chunks, &parquet_FileMetaData_type, file);
	talloc_free(file);
}
END_TEST

/* ---- What is cut off ---- */

START_TEST(every_prefix_of_a_footer_is_refused)
{
	const struct footer *footer = &footers[_i];
	TALLOC_CTX *mem_ctx = talloc_strdup(NULL, "as it was");
	struct ingot_reader reader;

	for (size_t size = 0; size < footer->size; size++) {
		uint8_t *bytes = malloc(size + !size);

		/* In a place of its own, so that the sanitizer sees who reads on. */
		ck_assert_ptr_nonnull(bytes);
		memcpy(bytes, footer->bytes, size);
		ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
		ck_assert_ptr_null(parquet_FileMetaData_from_wire(mem_ctx, &reader));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
		ck_assert_uint_le(reader.error_offset, size);
		ck_assert(reader.missing >= 1);
		ck_assert_msg(strstr(ingot_reader_error(&reader), "parquet.FileMetaData") == ingot_reader_error(&reader) &&
				      strstr(ingot_reader_error(&reader), ": at byte ") &&
				      strstr(ingot_reader_error(&reader), "truncated"),
			      "%s, %zu bytes: %s", footer->path, size, ingot_reader_error(&reader));
		ck_assert_uint_eq(talloc_total_blocks(mem_ctx), 1);
		ck_assert_uint_eq(talloc_total_size(mem_ctx), sizeof("as it was"));
		free(bytes);
	}
	talloc_free(mem_ctx);
}
END_TEST

/* Any byte becomes any of a few others: refused or not, but nothing is left behind and all that is there is whole. */
START_TEST(a_footer_with_a_changed_byte_is_refused_or_whole)
{
	static const uint8_t masks[] = {0x01, 0x08, 0x10, 0x80, 0xff};
	struct footer footer = footers[_i];
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_reader reader;

	for (size_t i = 0; i < footer.size * sizeof(masks); i++) {
		struct parquet_FileMetaData *file;

		footer.bytes[i / sizeof(masks)] ^= masks[i % sizeof(masks)];
		file = decode(mem_ctx, &footer, &reader);
		if (file) {
			struct ingot_writer writer;

			ingot_writer_init(&writer, INGOT_COMPACT, file);
			if (!parquet_FileMetaData_to_wire(file, &writer))
				ck_assert_msg(writer.status == INGOT_BAD_VALUE, "%s", ingot_writer_error(&writer));
			talloc_free(file);
		} else {
			ck_assert_int_ne(reader.status, INGOT_OK);
			ck_assert_uint_le(reader.error_offset, footer.size);
		}
		ck_assert_uint_eq(talloc_total_blocks(mem_ctx), 1);
		footer.bytes[i / sizeof(masks)] ^= masks[i % sizeof(masks)];
	}
	talloc_free(mem_ctx);
}
END_TEST

START_TEST(a_footer_whose_allocation_fails_is_refused_and_the_next_is_not)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_reader reader;

	failing_at(0, true);
	ck_assert_ptr_null(decode(mem_ctx, &footers[_i], &reader));
	failing_never();
	ck_assert_int_eq(reader.status, INGOT_NOMEM);
	ck_assert_uint_eq(talloc_total_blocks(mem_ctx), 1);
	ck_assert_ptr_nonnull(decode(mem_ctx, &footers[_i], &reader));
	talloc_free(mem_ctx);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("footers");
	TCase *tcase = tcase_create("footers");

	load_footers();
	tcase_add_unchecked_fixture(tcase, NULL, forget_footers);
	tcase_set_timeout(tcase, 120);
	if (footer_count == first_shared)
		check_skip("a_footer_decodes_to_the_json_beside_it", "no ../shared/data/footers");
	else
		tcase_add_loop_test(tcase, a_footer_decodes_to_the_json_beside_it, 0, footer_count - first_shared);
	tcase_add_loop_test(tcase, a_footer_is_written_again_byte_for_byte, 0, footer_count);
	tcase_add_loop_test(tcase, a_footer_takes_one_chunk, 0, footer_count);
	tcase_add_loop_test(tcase, a_footer_takes_no_allocation_from_a_block_that_is_used_again, 0, footer_count);
	tcase_add_loop_test(tcase, every_pointer_of_a_footer_is_in_its_chunks, 0, footer_count);
	tcase_add_loop_test(tcase, every_prefix_of_a_footer_is_refused, 0, footer_count);
	tcase_add_loop_test(tcase, a_footer_with_a_changed_byte_is_refused_or_whole, 0, footer_count);
	tcase_add_loop_test(tcase, a_footer_whose_allocation_fails_is_refused_and_the_next_is_not, 0, footer_count);
	suite_add_tcase(suite, tcase);
	return suite;
}
