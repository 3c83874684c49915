/* SPDX-License-Identifier: MIT */
/*
 * make_inputs DIR: writes what the benchmarks decode. Parquet footers as a wide table written by Arrow's C++ has them (the numbers drawn
 * as such files have them, from a fixed seed), the three small messages in both protocols, and a footer inside an unknown field.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "put.h"

/* SplitMix64. */
static uint64_t draw(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* [0, 1) */
static double draw_unit(uint64_t *seed)
{
	return (double)(draw(seed) >> 11) * 0x1p-53;
}

/* Uniform in its logarithm, from 2^low to 2^high. */
static int64_t draw_log(uint64_t *seed, double low, double high)
{
	return (int64_t)exp2(low + draw_unit(seed) * (high - low));
}

static void save(const char *dir, const char *name, const struct put *put)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "wb");
	if (!file || fwrite(put->bytes, 1, put->size, file) != put->size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

/* ---- Parquet footers ---- */

enum { INT32 = 1, INT64 = 2, DOUBLE = 5, BYTE_ARRAY = 6 };
static const int physical_types[] = {INT32, INT64, DOUBLE, BYTE_ARRAY};

static void put_schema_column(struct put *put, uint64_t *seed, int type, const char *name)
{
	put_begin(put);
	put_int_field(put, 1, PUT_I32, type);
	put_int_field(put, 3, PUT_I32, draw_unit(seed) < 0.75);
	put_text_field(put, 4, name);
	if (type == BYTE_ARRAY) {
		put_int_field(put, 6, PUT_I32, 0);
		put_field(put, 10, PUT_STRUCT);
		put_begin(put);
		put_field(put, 1, PUT_STRUCT);
		put_begin(put);
		put_end(put);
		put_end(put);
	} else if (type == INT64 && draw_unit(seed) < 0.5) {
		put_int_field(put, 6, PUT_I32, 10);
		put_field(put, 10, PUT_STRUCT);
		put_begin(put);
		put_field(put, 8, PUT_STRUCT);
		put_begin(put);
		put_bool_field(put, 1, true);
		put_field(put, 2, PUT_STRUCT);
		put_begin(put);
		put_field(put, 2, PUT_STRUCT);
		put_begin(put);
		put_end(put);
		put_end(put);
		put_end(put);
		put_end(put);
	}
	put_end(put);
}

static void put_page_stats(struct put *put, int page_type, int encoding, int64_t count)
{
	put_begin(put);
	put_int_field(put, 1, PUT_I32, page_type);
	put_int_field(put, 2, PUT_I32, encoding);
	put_int_field(put, 3, PUT_I32, count);
	put_end(put);
}

static void put_statistics(struct put *put, uint64_t *seed)
{
	uint64_t min = draw(seed), max = draw(seed);

	put_begin(put);
	put_int_field(put, 3, PUT_I64, draw_unit(seed) < 0.5 ? 0 : draw_log(seed, 0, 19));
	put_field(put, 5, PUT_STRING);
	put_bytes(put, &max, 8);
	put_field(put, 6, PUT_STRING);
	put_bytes(put, &min, 8);
	put_end(put);
}

struct chunk {
	int64_t begin; /* in the file */
	int64_t uncompressed;
	int64_t compressed;
};

static void put_column_chunk(struct put *put, uint64_t *seed, const struct chunk *chunk, int type, const char *name, int64_t rows)
{
	put_begin(put);
	put_int_field(put, 2, PUT_I64, chunk->begin);
	put_field(put, 3, PUT_STRUCT);
	put_begin(put);
	put_int_field(put, 1, PUT_I32, type);
	put_field(put, 2, PUT_LIST);
	put_list(put, PUT_I32, 3);
	put_int(put, PUT_I32, 0);
	put_int(put, PUT_I32, 3);
	put_int(put, PUT_I32, 8);
	put_field(put, 3, PUT_LIST);
	put_list(put, PUT_STRING, 1);
	put_text(put, name);
	put_int_field(put, 4, PUT_I32, 1);
	put_int_field(put, 5, PUT_I64, rows);
	put_int_field(put, 6, PUT_I64, chunk->uncompressed);
	put_int_field(put, 7, PUT_I64, chunk->compressed);
	put_int_field(put, 9, PUT_I64, chunk->begin + draw_log(seed, 6, 14));
	put_int_field(put, 11, PUT_I64, chunk->begin);
	put_field(put, 12, PUT_STRUCT);
	put_statistics(put, seed);
	put_field(put, 13, PUT_LIST);
	put_list(put, PUT_STRUCT, 2);
	put_page_stats(put, 2, 0, 1);
	put_page_stats(put, 0, 8, 1 + (int64_t)(draw(seed) % 20));
	put_end(put);
	put_end(put);
}

static void put_key_value(struct put *put, const char *key, const char *value)
{
	put_begin(put);
	put_text_field(put, 1, key);
	put_text_field(put, 2, value);
	put_end(put);
}

/* Returns where the next row group begins in the file. */
static int64_t put_row_group(struct put *put, uint64_t *seed, const int *types, int columns, int ordinal, int64_t begin, int64_t rows)
{
	int64_t uncompressed = 0, at = begin;
	char name[32];

	put_begin(put);
	put_field(put, 1, PUT_LIST);
	put_list(put, PUT_STRUCT, (size_t)columns);
	for (int i = 0; i < columns; i++) {
		struct chunk chunk = {.begin = at, .uncompressed = draw_log(seed, 12, 23)};

		chunk.compressed = (int64_t)((double)chunk.uncompressed * (0.2 + 0.79 * draw_unit(seed)));
		snprintf(name, sizeof(name), "column_%d", i);
		put_column_chunk(put, seed, &chunk, types[i], name, rows);
		uncompressed += chunk.uncompressed;
		at += chunk.compressed;
	}
	put_int_field(put, 2, PUT_I64, uncompressed);
	put_int_field(put, 3, PUT_I64, rows);
	put_int_field(put, 5, PUT_I64, begin);
	put_int_field(put, 6, PUT_I64, at - begin);
	put_int_field(put, 7, PUT_I16, ordinal);
	put_end(put);
	return at;
}

static void put_footer(struct put *put, int columns, int row_groups)
{
	uint64_t seed = 1;
	int *types = malloc((size_t)columns * sizeof(*types));
	int64_t *rows = malloc((size_t)row_groups * sizeof(*rows));
	int64_t total = 0, at = 4;
	char name[32], braces[301];

	if (!types || !rows)
		abort();
	for (int i = 0; i < row_groups; i++)
		total += rows[i] = 1000000 + (int64_t)(draw(&seed) % 1000);
	put_begin(put);
	put_int_field(put, 1, PUT_I32, 1);
	put_field(put, 2, PUT_LIST);
	put_list(put, PUT_STRUCT, (size_t)columns + 1);
	put_begin(put);
	put_int_field(put, 3, PUT_I32, 0);
	put_text_field(put, 4, "schema");
	put_int_field(put, 5, PUT_I32, columns);
	put_end(put);
	for (int i = 0; i < columns; i++) {
		types[i] = physical_types[draw(&seed) % 4];
		snprintf(name, sizeof(name), "column_%d", i);
		put_schema_column(put, &seed, types[i], name);
	}
	put_int_field(put, 3, PUT_I64, total);
	put_field(put, 4, PUT_LIST);
	put_list(put, PUT_STRUCT, (size_t)row_groups);
	for (int i = 0; i < row_groups; i++)
		at = put_row_group(put, &seed, types, columns, i, at, rows[i]);
	put_field(put, 5, PUT_LIST);
	put_list(put, PUT_STRUCT, 2);
	put_key_value(put, "writer.model.name", "example");
	memset(braces, '{', 300);
	braces[300] = 0;
	put_key_value(put, "pandas", braces);
	put_text_field(put, 6, "parquet-cpp-arrow version 15.0.0");
	put_end(put);
	free(types);
	free(rows);
}

static void make_footer(const char *dir, int columns, int row_groups)
{
	struct put put = {.compact = true}, unknown = {.compact = true};
	char name[64];

	put_footer(&put, columns, row_groups);
	snprintf(name, sizeof(name), "footer-%dx%d.bin", columns, row_groups);
	save(dir, name, &put);

	/* The same as field 100 of a struct that has no such field. */
	put_begin(&unknown);
	put_field(&unknown, 100, PUT_STRUCT);
	put_footer(&unknown, columns, row_groups);
	put_end(&unknown);
	snprintf(name, sizeof(name), "unknown-%dx%d.bin", columns, row_groups);
	save(dir, name, &unknown);
	free(put.bytes);
	free(unknown.bytes);
}

/* ---- Small messages ---- */

static void put_primitive(struct put *put)
{
	put_begin(put);
	put_bool_field(put, 1, true);
	put_int_field(put, 2, PUT_I8, 42);
	put_int_field(put, 3, PUT_I16, 123);
	put_int_field(put, 4, PUT_I32, 1234);
	put_int_field(put, 5, PUT_I64, 123456);
	put_field(put, 6, PUT_DOUBLE);
	put_double(put, 3.14159265358979323846);
	put_text_field(put, 7, "foo");
	put_text_field(put, 8, "bar");
	put_end(put);
}

static void put_point(struct put *put, int id, double x, double y)
{
	put_field(put, id, PUT_STRUCT);
	put_begin(put);
	put_field(put, 1, PUT_DOUBLE);
	put_double(put, x);
	put_field(put, 2, PUT_DOUBLE);
	put_double(put, y);
	put_end(put);
}

static void put_graph(struct put *put)
{
	put_begin(put);
	put_field(put, 1, PUT_LIST);
	put_list(put, PUT_STRUCT, 3);
	for (int i = 0; i < 3; i++) {
		put_begin(put);
		put_point(put, 1, 4 * i + 1, 4 * i + 2);
		put_point(put, 2, 4 * i + 3, 4 * i + 4);
		put_end(put);
	}
	put_end(put);
}

/* A field that is a list of lists (or sets) of i32: list i begins at first + i and has count + 9 i elements. */
static void put_number_lists(struct put *put, int id, enum put_type kind, int first, int count)
{
	put_field(put, id, PUT_LIST);
	put_list(put, kind, 5);
	for (int i = 0; i < 5; i++) {
		put_list(put, PUT_I32, (size_t)(count + 9 * i));
		for (int j = 0; j < count + 9 * i; j++)
			put_int(put, PUT_I32, first + i + j);
	}
}

/* A field that is a set of sets (or lists) of strings; each is written as a line of words. */
static void put_word_sets(struct put *put, int id, enum put_type kind, const char *const *lines)
{
	put_field(put, id, PUT_SET);
	put_list(put, kind, 6);
	for (int i = 0; i < 6; i++) {
		size_t count = *lines[i] != 0;
		const char *word = lines[i];

		for (const char *c = word; *c; c++)
			count += *c == ' ';
		put_list(put, PUT_STRING, count);
		while (count--) {
			size_t size = strcspn(word, " ");

			put_bytes(put, word, size);
			word += size + 1;
		}
	}
}

static void put_containers(struct put *put)
{
	static const char *const sets[] = {"", "bar baz foo quux qux", "bar baz quux qux", "baz quux qux", "quux", "quux qux"};
	static const char *const lists[] = {"", "bar baz qux quux", "baz qux quux", "foo bar baz qux quux", "quux", "qux quux"};
	static const char *const pairs[][2] = {{"bar", "baz"}, {"baz", "qux"}, {"foo", "bar"}, {"quux", "foo"}, {"qux", "quux"}};

	put_begin(put);
	put_number_lists(put, 1, PUT_LIST, 1, 9);
	put_number_lists(put, 2, PUT_SET, 6, 54);
	put_field(put, 3, PUT_LIST);
	put_list(put, PUT_MAP, 3);
	for (int i = 0; i < 3; i++) {
		put_map(put, PUT_I32, PUT_I32, (size_t)(10 * i + 5 - i));
		for (int key = 5 + i; key < 10 * (i + 1); key++) {
			put_int(put, PUT_I32, key);
			put_int(put, PUT_I32, key * (42 + i));
		}
	}
	put_word_sets(put, 4, PUT_SET, sets);
	put_word_sets(put, 5, PUT_LIST, lists);
	put_field(put, 6, PUT_SET);
	put_list(put, PUT_MAP, 5);
	for (int i = 0; i < 5; i++) {
		put_map(put, PUT_STRING, PUT_STRING, 1);
		put_text(put, pairs[i][0]);
		put_text(put, pairs[i][1]);
	}
	put_end(put);
}

static void make_message(const char *dir, const char *name, void (*fill)(struct put *put))
{
	for (int compact = 0; compact < 2; compact++) {
		struct put put = {.compact = compact};
		char file[64];

		fill(&put);
		snprintf(file, sizeof(file), "%s.%s.bin", name, compact ? "compact" : "binary");
		save(dir, file, &put);
		free(put.bytes);
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fputs("usage: make_inputs DIR\n", stderr);
		return 2;
	}
	make_footer(argv[1], 100, 1);
	for (int columns = 10; columns <= 10000; columns *= 10)
		make_footer(argv[1], columns, 10);
	make_message(argv[1], "primitive", put_primitive);
	make_message(argv[1], "graph", put_graph);
	make_message(argv[1], "containers", put_containers);
	return 0;
}
