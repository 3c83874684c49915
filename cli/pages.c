/* SPDX-License-Identifier: MIT */
/* Going through the column chunks of a file: the footer is decoded with the generated code, the
 * rest is viewed where it lies. */
#include "pages.h"

#include <inttypes.h>
#include <string.h>
#include "json_text.h"
#include "out.h"
#include "parquet.h"

/* Footers that lie may send us over the same pages again and again: so many headers and not more,
 * for each byte of the file. */
#define HEADERS_PER_BYTE 1

struct pages {
	const struct source *source;
	struct view *view;
	void (*print)(struct view *view);
	uint64_t left; /* headers that may still be printed */
	uint32_t group;
	const struct parquet_ColumnMetaData *column; /* NULL: it has no metadata */
	uint32_t column_index;
	int code;
};

static void put_column(const struct pages *pages, struct out *out)
{
	uint32_t i;

	for (i = 0; pages->column != NULL && i < pages->column->path_in_schema.count; i++) {
		const struct ingot_string *name = &pages->column->path_in_schema.items[i];

		if (i > 0)
			putc('.', out->file);
		out_text(out, name->data, name->size, 100);
	}
	if (pages->column == NULL)
		fprintf(out->file, "%" PRIu32, pages->column_index);
}

static void put_json_head(const struct pages *pages, FILE *file, const char *what, uint64_t at)
{
	uint32_t i;

	fprintf(file, "{\"row_group\": %" PRIu32 ", \"column\": [", pages->group);
	for (i = 0; pages->column != NULL && i < pages->column->path_in_schema.count; i++) {
		fputs(i > 0 ? ", " : "", file);
		json_text_bytes(file, pages->column->path_in_schema.items[i].data,
			pages->column->path_in_schema.items[i].size);
	}
	fprintf(file, "], \"what\": \"%s\", \"at\": %" PRIu64 ", \"value\": ", what, at);
}

static void complain(struct pages *pages, const char *what, int64_t at, const char *why)
{
	out_error("%s: %" PRId64 ": row group %" PRIu32 ", column %" PRIu32 ": %s: %s",
		pages->source->input->name, at, pages->group, pages->column_index, what, why);
	pages->code = EXIT_WRONG;
}

/* Prints the struct at that offset of the file and sets *end. False: there is none, which has been
 * reported. */
static bool put(struct pages *pages, const char *what, const struct ingot_type *type, int64_t at,
	int64_t most, size_t *end)
{
	const struct input *input = pages->source->input;
	size_t size = input->size - input->begin;
	struct view *view = pages->view;
	struct ingot_reader reader;
	bool is_json = view->options->format == FORMAT_JSON;

	if (at < 4 || (uint64_t)at >= size || most < 0) {
		complain(pages, what, at, "not in the file");
		return false;
	}
	if (pages->left == 0) {
		complain(pages, what, at, "more headers than the file can have");
		return false;
	}
	pages->left--;
	if ((uint64_t)most > size - (size_t)at)
		most = (int64_t)(size - (size_t)at);
	ingot_reader_init(
		&reader, INGOT_COMPACT, input->bytes, input->begin + (size_t)at + (size_t)most);
	reader.offset = input->begin + (size_t)at;
	view->reader = &reader;
	view->type = type;
	view->is_part = true;
	view->is_inline = is_json;
	typed_init(&view->walk, &reader, type);
	if (is_json) {
		put_json_head(pages, view->out->file, what, (uint64_t)at);
	} else {
		fprintf(view->out->file, "\nrow group %" PRIu32 ", column ", pages->group);
		put_column(pages, view->out);
		fprintf(view->out->file, ": %s at %" PRId64 "\n", what, at);
	}
	pages->print(view);
	if (is_json)
		fputs("}\n", view->out->file);
	if (reader.status != INGOT_OK) {
		complain(pages, what, (int64_t)reader.error_offset, ingot_reader_error(&reader));
		return false;
	}
	*end = reader.offset - input->begin;
	return true;
}

/* The page header once more, for its size. -1: it makes no sense. */
static int64_t page_size(const struct pages *pages, size_t at)
{
	const struct input *input = pages->source->input;
	struct parquet_PageHeader *header;
	struct ingot_reader reader;
	int64_t size = -1;

	ingot_reader_init(&reader, INGOT_COMPACT, input->bytes, input->size);
	reader.offset = input->begin + at;
	header = parquet_PageHeader_from_wire(NULL, &reader);
	if (header != NULL)
		size = header->compressed_page_size;
	talloc_free(header);
	return size;
}

static void put_pages(struct pages *pages)
{
	const struct parquet_ColumnMetaData *column = pages->column;
	int64_t at = column->data_page_offset, end;

	/* Some writers put 0 where there is no dictionary. */
	if (column->dictionary_page_offset != NULL && *column->dictionary_page_offset > 0 &&
		*column->dictionary_page_offset < at)
		at = *column->dictionary_page_offset;
	end = at +
		(column->total_compressed_size > 0 &&
					column->total_compressed_size <
						INT64_MAX - (at > 0 ? at : 0)
				? column->total_compressed_size
				: 0);
	while (at < end && !ferror(pages->view->out->file)) {
		size_t behind;
		int64_t size;

		if (!put(pages, "page header", &parquet_PageHeader_type, at, end - at, &behind))
			return;
		size = page_size(pages, (size_t)at);
		if (size < 0 || size > end - (int64_t)behind) {
			complain(pages, "page", at, "its size goes past the end of the column");
			return;
		}
		at = (int64_t)behind + size;
	}
}

static void put_chunk(struct pages *pages, const struct parquet_ColumnChunk *chunk)
{
	size_t end;

	pages->column = chunk->meta_data;
	if (chunk->file_path.data != NULL) {
		complain(pages, "pages", 0, "in another file");
		return;
	}
	if (pages->column != NULL) {
		put_pages(pages);
		if (pages->column->bloom_filter_offset != NULL)
			put(pages, "bloom filter header", &parquet_BloomFilterHeader_type,
				*pages->column->bloom_filter_offset, INT64_MAX, &end);
	}
	if (chunk->column_index_offset != NULL && chunk->column_index_length != NULL)
		put(pages, "column index", &parquet_ColumnIndex_type, *chunk->column_index_offset,
			*chunk->column_index_length, &end);
	if (chunk->offset_index_offset != NULL && chunk->offset_index_length != NULL)
		put(pages, "offset index", &parquet_OffsetIndex_type, *chunk->offset_index_offset,
			*chunk->offset_index_length, &end);
}

int pages_print(const struct source *source, struct view *view, void (*print)(struct view *view))
{
	const struct input *input = source->input;
	struct pages pages = {
		.source = source,
		.view = view,
		.print = print,
		.left = HEADERS_PER_BYTE * (input->size - input->begin),
		.code = EXIT_FINE,
	};
	struct parquet_FileMetaData *footer;
	struct ingot_reader reader;
	uint32_t i;

	ingot_reader_init(&reader, INGOT_COMPACT, input->bytes, source->envelope.end);
	reader.offset = source->envelope.body;
	footer = parquet_FileMetaData_from_wire(NULL, &reader);
	if (footer == NULL) {
		out_error("%s: pages: %s", input->name, ingot_reader_error(&reader));
		return EXIT_WRONG;
	}
	for (i = 0; i < footer->row_groups.count; i++) {
		const struct parquet_RowGroup *group = &footer->row_groups.items[i];

		pages.group = i;
		for (pages.column_index = 0; pages.column_index < group->columns.count;
			pages.column_index++)
			put_chunk(&pages, &group->columns.items[pages.column_index]);
	}
	talloc_free(footer);
	return pages.code;
}
