/* SPDX-License-Identifier: MIT */
/*
 * footer FILE.parquet...: decodes the footer of each file with the code that ingotc makes of idl/parquet.thrift, and says what is in it;
 * of a single file, more.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ingot/ingot.h>
#include "parquet.h"

/* A file ends with the footer, its size in four little-endian bytes, and "PAR1". */
#define TAIL_SIZE 8

/* The footer's bytes, malloc'd; NULL when there is none, with the reason on stderr. */
static uint8_t *read_footer(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	uint8_t tail[TAIL_SIZE], *bytes = NULL;
	long end;

	if (!file) {
		perror(path);
		return NULL;
	}
	if (fseek(file, -TAIL_SIZE, SEEK_END) == 0 && (end = ftell(file)) >= 0 && fread(tail, 1, TAIL_SIZE, file) == TAIL_SIZE &&
	    memcmp(tail + 4, "PAR1", 4) == 0) {
		*size = tail[0] | (size_t)tail[1] << 8 | (size_t)tail[2] << 16 | (size_t)tail[3] << 24;
		if (*size <= (size_t)end && fseek(file, end - (long)*size, SEEK_SET) == 0)
			bytes = malloc(*size + !*size);
	}
	if (!bytes || fread(bytes, 1, *size, file) != *size) {
		fprintf(stderr, "%s: not a Parquet file\n", path);
		free(bytes);
		bytes = NULL;
	}
	fclose(file);
	return bytes;
}

/* Text from a file: anything but printable ASCII as \xHH, so that it cannot steer a terminal. */
static void print_text(struct ingot_string text)
{
	for (uint32_t i = 0; i < text.size; i++) {
		unsigned char c = (unsigned char)text.data[i];

		printf(c >= ' ' && c <= '~' && c != '\\' ? "%c" : "\\x%02x", c);
	}
}

static void print_enum(const char *name, int32_t number)
{
	if (name)
		printf("%s", name);
	else
		printf("%" PRId32, number);
}

/* The tree is stored depth first; a group says how many children follow. */
static void print_schema(const struct parquet_FileMetaData *file)
{
	int32_t left[64] = {0};
	int depth = 0;

	for (uint32_t i = 1; i < file->schema.count; i++) {
		const struct parquet_SchemaElement *element = &file->schema.items[i];

		printf("    %*s", 2 * depth, "");
		print_text(element->name);
		printf(": ");
		if (element->repetition_type)
			print_enum(parquet_FieldRepetitionType_name(*element->repetition_type), *element->repetition_type);
		putchar(' ');
		if (element->type)
			print_enum(parquet_Type_name(*element->type), *element->type);
		else
			printf("group");
		putchar('\n');
		left[depth]--;
		if (element->num_children && *element->num_children > 0 && depth < 63)
			left[++depth] = *element->num_children;
		while (depth > 0 && left[depth] == 0)
			depth--;
	}
}

static void print_column(const struct parquet_ColumnMetaData *column)
{
	const struct parquet_Statistics *statistics = column->statistics;

	printf("    ");
	for (uint32_t i = 0; i < column->path_in_schema.count; i++) {
		if (i)
			putchar('.');
		print_text(column->path_in_schema.items[i]);
	}
	printf(": ");
	print_enum(parquet_CompressionCodec_name(column->codec), column->codec);
	printf(", %" PRId64 " values in %" PRId64 " bytes", column->num_values, column->total_compressed_size);
	if (statistics && statistics->null_count)
		printf(", %" PRId64 " null", *statistics->null_count);
	putchar('\n');
}

static void print_details(const struct parquet_FileMetaData *file)
{
	for (uint32_t i = 0; i < file->key_value_metadata.count; i++) {
		printf("  metadata ");
		print_text(file->key_value_metadata.items[i].key);
		printf(": %" PRIu32 " bytes\n", file->key_value_metadata.items[i].value.size);
	}
	printf("  schema\n");
	print_schema(file);
	if (file->row_groups.count == 0)
		return;
	printf("  columns of the first row group\n");
	for (uint32_t i = 0; i < file->row_groups.items[0].columns.count; i++) {
		if (file->row_groups.items[0].columns.items[i].meta_data)
			print_column(file->row_groups.items[0].columns.items[i].meta_data);
	}
}

static bool show(const char *path, bool with_details)
{
	struct ingot_reader reader;
	struct parquet_FileMetaData *file;
	size_t size = 0;
	uint8_t *bytes = read_footer(path, &size);

	if (!bytes)
		return false;
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	file = parquet_FileMetaData_from_wire(NULL, &reader);
	if (!file) {
		fprintf(stderr, "%s: %s\n", path, ingot_reader_error(&reader));
	} else {
		printf("%s\n  ", path);
		print_text(file->created_by);
		printf("\n  %" PRId64 " rows in %" PRIu32 " row groups, %" PRIu32 " schema elements\n", file->num_rows,
		       file->row_groups.count, file->schema.count);
		/* All that the message holds hangs under the one pointer. */
		printf("  %zu bytes of footer, decoded to %zu bytes in %zu allocation%s\n", size, talloc_total_size(file),
		       talloc_total_blocks(file), talloc_total_blocks(file) == 1 ? "" : "s");
		if (with_details)
			print_details(file);
	}
	talloc_free(file);
	free(bytes);
	return file != NULL;
}

int main(int argc, char **argv)
{
	int failed = argc < 2;

	if (failed)
		fputs("usage: footer FILE.parquet...\n", stderr);
	for (int i = 1; i < argc; i++)
		failed |= !show(argv[i], argc == 2);
	return failed;
}
