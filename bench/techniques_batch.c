/* SPDX-License-Identifier: MIT */
/*
 * Batches, and strings shared while decoding. The rivals: Ingot message by message; a reader as one writes it by hand, with a malloc for
 * each part and no checks; and, for strings, GLib's interning after decoding.
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <parquet.h>
#include <parquet_dedup.h>
#include <techniques.h>
#include "technique.h"

/* ---- Batches of row->n framed messages, binary protocol. ---- */

struct messages {
	TALLOC_CTX *mem_ctx;
	struct ingot_writer writer;
	struct ingot_block *block;
};

static void put_message(struct ingot_writer *writer, int64_t number)
{
	static struct ingot_string tags[] = { { "red", 3 }, { "green", 5 } };
	static struct techniques_Request_labels_entry labels[] = { { { "host", 4 }, { "a.example", 9 } } };
	struct ingot_message message = { { "Log:put", 7 }, (int32_t)number, INGOT_CALL, false };
	struct techniques_Request event;
	size_t begin = ingot_frame_begin(writer);

	techniques_Request_init(&event);
	event.name = (struct ingot_string){ "request", 7 };
	event.tags.items = tags;
	event.tags.count = 2;
	event.labels.items = labels;
	event.labels.count = 1;
	event.note = (struct ingot_string){ "nothing of note happened", 24 };
	event.at = &number;
	if (!ingot_message_write(writer, &message) || !techniques_Request_to_wire(&event, writer) ||
	    !ingot_frame_end(writer, begin, INGOT_FRAME_SIZE))
		broken(ingot_writer_error(writer));
}

static void *messages_prepare(const struct row *row)
{
	struct messages *messages = talloc_zero(NULL, struct messages);

	ingot_writer_init(&messages->writer, INGOT_BINARY, messages);
	for (unsigned i = 0; i < row->n; i++)
		put_message(&messages->writer, i);
	messages->block = ingot_block_new(messages, 0);
	return messages;
}

static void talloc_clear(const struct row *row, void *state)
{
	(void)row;
	talloc_free(state);
}

static void batch_decode(const struct messages *messages, struct ingot_block *block)
{
	struct techniques_Request_batch *batch;
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_BINARY, messages->writer.bytes, messages->writer.size);
	reader.block = block;
	batch = techniques_Request_batch_from_wire(NULL, &reader, INGOT_FRAMED);
	if (batch == NULL)
		broken(ingot_reader_error(&reader));
	use(batch->values.count + batch->values.items[0].name.size);
	if (block == NULL)
		talloc_free(batch);
}

static void run_batch(const struct row *row, void *state)
{
	(void)row;
	batch_decode(state, NULL);
}

static void run_batch_again(const struct row *row, void *state)
{
	struct messages *messages = state;

	(void)row;
	ingot_block_reset(messages->block);
	batch_decode(messages, messages->block);
}

/* Frame, header and struct one by one, kept until all are there, then freed. */
static void run_single(const struct row *row, void *state)
{
	struct messages *messages = state;
	struct techniques_Request **events = malloc(row->n * sizeof(*events));
	size_t offset = 0;

	for (unsigned i = 0; i < row->n; i++) {
		struct ingot_message message;
		struct ingot_string content;
		struct ingot_reader reader;

		ingot_frame_read(messages->writer.bytes + offset, messages->writer.size - offset, INGOT_FRAME_SIZE, &content);
		ingot_reader_init(&reader, INGOT_BINARY, content.data, content.size);
		if (!ingot_message_read(&reader, &message))
			broken("header");
		events[i] = techniques_Request_from_wire(NULL, &reader);
		if (events[i] == NULL)
			broken(ingot_reader_error(&reader));
		offset += content.size + 4;
	}
	use(events[0]->name.size);
	for (unsigned i = 0; i < row->n; i++)
		talloc_free(events[i]);
	free(events);
}

/* ---- By hand. ---- */

struct hand_label {
	char *key;
	char *value;
};

struct hand_event {
	char *method;
	char *name;
	char **tags;
	uint32_t tag_count;
	struct hand_label *labels;
	uint32_t label_count;
	char *note;
	int64_t *at;
};

static uint32_t hand_u32(const uint8_t **p)
{
	uint32_t value = (uint32_t)(*p)[0] << 24 | (uint32_t)(*p)[1] << 16 | (uint32_t)(*p)[2] << 8 | (*p)[3];

	*p += 4;
	return value;
}

static char *hand_string(const uint8_t **p)
{
	uint32_t size = hand_u32(p);
	char *text = malloc(size + 1);

	memcpy(text, *p, size);
	text[size] = '\0';
	*p += size;
	return text;
}

static void hand_field(struct hand_event *event, unsigned id, const uint8_t **p)
{
	uint32_t high;

	switch (id) {
	case 1:
		event->name = hand_string(p);
		break;
	case 2:
		*p += 1;
		event->tag_count = hand_u32(p);
		event->tags = malloc(event->tag_count * sizeof(*event->tags));
		for (uint32_t i = 0; i < event->tag_count; i++)
			event->tags[i] = hand_string(p);
		break;
	case 3:
		*p += 2;
		event->label_count = hand_u32(p);
		event->labels = malloc(event->label_count * sizeof(*event->labels));
		for (uint32_t i = 0; i < event->label_count; i++) {
			event->labels[i].key = hand_string(p);
			event->labels[i].value = hand_string(p);
		}
		break;
	case 4:
		event->note = hand_string(p);
		break;
	case 5:
		event->at = malloc(sizeof(*event->at));
		high = hand_u32(p);
		*event->at = (int64_t)((uint64_t)high << 32 | hand_u32(p));
		break;
	default:
		broken("a field that is none");
	}
}

static struct hand_event *hand_read(const uint8_t **p)
{
	struct hand_event *event = calloc(1, sizeof(*event));

	*p += 8; /* the frame's length, version and type */
	event->method = hand_string(p);
	*p += 4;
	while (*(*p)++ != 0) {
		unsigned id = (unsigned)((*p)[0] << 8 | (*p)[1]);

		*p += 2;
		hand_field(event, id, p);
	}
	return event;
}

static void hand_free(struct hand_event *event)
{
	for (uint32_t i = 0; i < event->tag_count; i++)
		free(event->tags[i]);
	for (uint32_t i = 0; i < event->label_count; i++) {
		free(event->labels[i].key);
		free(event->labels[i].value);
	}
	free(event->tags);
	free(event->labels);
	free(event->method);
	free(event->name);
	free(event->note);
	free(event->at);
	free(event);
}

static void run_hand(const struct row *row, void *state)
{
	struct messages *messages = state;
	struct hand_event **events = malloc(row->n * sizeof(*events));
	const uint8_t *p = messages->writer.bytes;

	for (unsigned i = 0; i < row->n; i++)
		events[i] = hand_read(&p);
	use(events[0]->tag_count);
	for (unsigned i = 0; i < row->n; i++)
		hand_free(events[i]);
	free(events);
}

/* ---- A wide Parquet footer: 1,000 columns, 10 row groups, whose paths come ten times. ---- */

struct footer {
	uint8_t *bytes;
	size_t size;
	struct ingot_block *block;
	struct ingot_strings *strings;
};

static void *footer_prepare(const struct row *row)
{
	const char *path = getenv("INGOT_BENCH_FOOTER");
	struct footer *footer = talloc_zero(NULL, struct footer);
	FILE *file = path != NULL ? fopen(path, "rb") : NULL;

	(void)row;
	if (file == NULL)
		broken("INGOT_BENCH_FOOTER names no file");
	footer->bytes = talloc_size(footer, 1 << 22);
	footer->size = fread(footer->bytes, 1, 1 << 22, file);
	fclose(file);
	footer->block = ingot_block_new(footer, 0);
	footer->strings = ingot_strings_new(footer);
	return footer;
}

static void footer_reader(const struct footer *footer, struct ingot_reader *reader)
{
	ingot_reader_init(reader, INGOT_COMPACT, footer->bytes, footer->size);
}

static void end_footer(const void *meta, struct ingot_reader *reader)
{
	if (meta == NULL)
		broken(ingot_reader_error(reader));
	if (reader->block == NULL) {
		hold(talloc_total_size(meta));
		talloc_free((void *)(uintptr_t)meta);
	} else {
		hold(ingot_block_stats(reader->block).taken);
	}
}

static void run_footer_plain(const struct row *row, void *state)
{
	struct ingot_reader reader;

	(void)row;
	footer_reader(state, &reader);
	end_footer(parquet_FileMetaData_from_wire(NULL, &reader), &reader);
}

static void run_footer_shared(const struct row *row, void *state)
{
	struct ingot_reader reader;

	(void)row;
	footer_reader(state, &reader);
	end_footer(parquet_dedup_FileMetaData_from_wire(NULL, &reader), &reader);
}

static void run_footer_stream(const struct row *row, void *state)
{
	struct footer *footer = state;
	struct ingot_reader reader;

	(void)row;
	footer_reader(footer, &reader);
	reader.strings = footer->strings;
	end_footer(parquet_dedup_FileMetaData_from_wire(NULL, &reader), &reader);
}

static void run_footer_plain_again(const struct row *row, void *state)
{
	struct footer *footer = state;
	struct ingot_reader reader;

	(void)row;
	ingot_block_reset(footer->block);
	footer_reader(footer, &reader);
	reader.block = footer->block;
	end_footer(parquet_FileMetaData_from_wire(NULL, &reader), &reader);
}

static void run_footer_shared_again(const struct row *row, void *state)
{
	struct footer *footer = state;
	struct ingot_reader reader;

	(void)row;
	ingot_block_reset(footer->block);
	footer_reader(footer, &reader);
	reader.block = footer->block;
	end_footer(parquet_dedup_FileMetaData_from_wire(NULL, &reader), &reader);
}

/* What one writes without the annotation: decoded, then each path through a GHashTable, which holds it once more. */
static void run_footer_glib(const struct row *row, void *state)
{
	GHashTable *paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct parquet_FileMetaData *meta;
	struct ingot_reader reader;

	(void)row;
	footer_reader(state, &reader);
	meta = parquet_FileMetaData_from_wire(NULL, &reader);
	for (uint32_t i = 0; meta != NULL && i < meta->row_groups.count; i++) {
		struct parquet_RowGroup *group = &meta->row_groups.items[i];

		for (uint32_t j = 0; j < group->columns.count; j++) {
			struct ingot_string *path = group->columns.items[j].meta_data->path_in_schema.items;
			char *held = g_hash_table_lookup(paths, path->data);

			if (held == NULL) {
				held = g_strndup(path->data, path->size);
				g_hash_table_insert(paths, held, held);
			}
			path->data = held;
		}
	}
	end_footer(meta, &reader);
	g_hash_table_destroy(paths);
}

#define BATCH(n) \
	{ "batch", #n, "ingot, batch", messages_prepare, run_batch, talloc_clear, n, n, 0, NULL }, \
	{ "batch", #n, "ingot, batch, block used again", messages_prepare, run_batch_again, talloc_clear, n, n, 0, NULL }, \
	{ "batch", #n, "ingot, one by one", messages_prepare, run_single, talloc_clear, n, n, 0, NULL }, \
	{ "batch", #n, "by hand, malloc", messages_prepare, run_hand, talloc_clear, n, n, 0, NULL }
#define FOOTER(who, run) { "dedup", "footer, 1,000 x 10", who, footer_prepare, run, talloc_clear, 1, 1, 0, NULL }

const struct row batch_rows[] = {
	BATCH(1), BATCH(2), BATCH(8), BATCH(64), BATCH(1000),
	FOOTER("plain", run_footer_plain),
	FOOTER("paths shared", run_footer_shared),
	FOOTER("paths shared, in a store", run_footer_stream),
	FOOTER("plain, block used again", run_footer_plain_again),
	FOOTER("paths shared, block used again", run_footer_shared_again),
	FOOTER("plain, then GHashTable", run_footer_glib),
	{ 0 }
};
