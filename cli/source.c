/* SPDX-License-Identifier: MIT */
/* Going through the values of a file. */
#include "source.h"

#include <stdlib.h>
#include "builtin.h"
#include "internal.h"
#include "out.h"

/* Bytes between two looks at the clock. */
#define REPORT_EACH ((size_t)1 << 18)

bool source_schema(TALLOC_CTX *mem_ctx, const struct options *options, const struct schema **schema,
	const struct ingot_type **type)
{
	*schema = NULL;
	*type = NULL;
	if (options->idl == NULL && options->type != NULL) {
		*type = builtin_type(options->type);
		if (*type == NULL)
			out_error("--type %s: needs --idl (without it there are Parquet's structs, "
				  "such as FileMetaData)",
				options->type);
		return *type != NULL;
	}
	if (options->idl == NULL)
		return true;
	*schema = schema_load(mem_ctx, options);
	if (*schema == NULL)
		return false;
	/* Messages carry what their name says, so that a type need not be given. */
	if (options->type == NULL && (options->is_message || (*schema)->function_count > 0))
		return true;
	*type = schema_type(*schema, options);
	return *type != NULL;
}

/* Whether values may follow one another in this shape. */
static bool is_stream(const struct source *source)
{
	const struct shape *shape = &source->detection.shape;

	if (shape->framing == FRAMING_PARQUET)
		return false;
	return shape->framing != FRAMING_NONE || shape->is_message || source->options->many;
}

struct source *source_open(TALLOC_CTX *mem_ctx, const struct options *options, const char *name,
	const struct schema *schema, const struct ingot_type *type)
{
	struct source *source = talloc_zero(mem_ctx, struct source);

	if (source == NULL)
		return NULL;
	source->options = options;
	source->schema = schema;
	source->type = type;
	source->input = input_load(source, name, options);
	if (source->input == NULL) {
		talloc_free(source);
		return NULL;
	}
	detect(&source->detection, source->input, options);
	/* Of a pipe a part was read. A stream can go on from there; anything else is needed
	 * whole. */
	if (source->input->has_more &&
		(!is_stream(source) || source->detection.sureness == SURENESS_GUESS)) {
		if (!input_rest(source->input)) {
			talloc_free(source);
			return NULL;
		}
		detect(&source->detection, source->input, options);
	}
	if (source->detection.sureness == SURENESS_GUESS && detect_hint(source->input) != NULL)
		out_error("%s: %s", source->input->name, detect_hint(source->input));
	source->next = source->reported = source->input->begin;
	progress_begin(&source->progress, source->input->has_more ? 0 : source->input->size,
		options->verb != VERB_STATS && options->verb != VERB_INFER &&
			options->output == NULL);
	if (schema != NULL && type == NULL && !source->detection.shape.is_message &&
	    source->detection.shape.framing != FRAMING_PARQUET) {
		source->type = schema_type(schema, options);
		if (source->type == NULL) {
			talloc_free(source);
			return NULL;
		}
	}
	return source;
}

static void report(struct source *source)
{
	struct ingot_reader *reader = &source->reader;
	char path[800], expected[200] = "", missing[64] = "";
	size_t size = ingot_path_text(
		path, sizeof(path), reader->root, reader->steps, reader->step_count);

	if (reader->expected != NULL)
		snprintf(expected, sizeof(expected), " (expected %s)", reader->expected);
	if (reader->missing > 0)
		snprintf(missing, sizeof(missing), ", %llu byte%s missing",
			(unsigned long long)reader->missing, reader->missing == 1 ? "" : "s");
	progress_end(&source->progress);
	out_error("%s: %zu: %s%s%s%s%s", source->input->name, reader->error_offset, path,
		size > 0 ? ": " : "", ingot_status_name(reader->status), missing, expected);
	source->code = reader->status == INGOT_NOMEM ? EXIT_USAGE : EXIT_WRONG;
}

static void begin_reader(struct source *source)
{
	const struct options *options = source->options;

	ingot_reader_init(&source->reader, source->detection.shape.protocol, source->input->bytes,
		source->input->size);
	source->reader.offset = source->next;
	source->reader.options = (options->has_strict ? (uint32_t)INGOT_STRICT : 0) |
		(options->facebook ? (uint32_t)INGOT_FACEBOOK : 0);
}

/* Whether a value can be read at an offset, in all its parts. */
static bool is_value(struct source *source, size_t at)
{
	struct ingot_reader reader;
	struct envelope envelope;
	struct ingot_walk walk;
	struct ingot_event event;

	ingot_reader_init(&reader, source->detection.shape.protocol, source->input->bytes,
		source->input->size);
	reader.offset = at;
	reader.options = source->reader.options;
	source->searched++;
	if (!envelope_read(&envelope, &source->detection.shape, &reader))
		return false;
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		continue;
	source->searched += (reader.status == INGOT_OK ? reader.offset : reader.error_offset) - at;
	return reader.status == INGOT_OK && (!envelope.has_end || reader.offset == envelope.end);
}

static size_t reached(const struct source *source)
{
	const struct ingot_reader *reader = &source->reader;

	return reader->status == INGOT_OK ? reader->offset : reader->error_offset;
}

/* The first offset from `from` on at which a whole value stands; the input's size when there is
 * none. */
static size_t search(struct source *source, size_t from)
{
	/* All searches together read a file's size some times over and no more, so that time stays
	 * linear. */
	uint64_t most = 16 * (uint64_t)(source->input->size - source->input->begin) + 4096;
	size_t at;

	for (at = from; at < source->input->size && source->searched < most; at++)
		if (is_value(source, at))
			return at;
	return source->input->size;
}

/* After damage: goes on at the next whole value, if that is wanted. Of a pipe, what is needed for
 * that is read first. */
static bool resync(struct source *source, size_t from)
{
	struct input *input = source->input;
	size_t begin = source->next, at;

	if (!source->options->resync || !is_stream(source))
		return false;
	/* What was read of the damaged value counts: else each next byte could begin one that
	 * reaches to the end. */
	source->searched += reached(source) - begin;
	at = search(source, from);
	while (at == input->size && input->has_more) {
		/* The value may have begun in what was there. */
		size_t again = input->size - from > 1 << 20 ? input->size - (1 << 20) : from;

		if (!input_more(input, 1 << 22))
			return false;
		at = search(source, again);
	}
	if (at == input->size)
		return false;
	out_error("%s: %zu: %zu byte%s skipped", input->name, begin, at - begin,
		at - begin == 1 ? "" : "s");
	source->next = at;
	return true;
}

/* Of a pipe: reads on until the next value is there in all its parts, or cannot become whole any
 * more. */
static bool fetch(struct source *source)
{
	struct input *input = source->input;
	size_t least = 1 << 18;

	input_release(input, source->next);
	while (input->has_more) {
		struct ingot_walk walk;
		struct ingot_event event;

		begin_reader(source);
		if (envelope_read(&source->envelope, &source->detection.shape, &source->reader)) {
			if (source->envelope.has_end)
				return true;
			ingot_walk_init(&walk, &source->reader, INGOT_WIRE_STRUCT);
			while (ingot_walk_next(&walk, &event))
				continue;
		}
		if (source->reader.status != INGOT_TRUNCATED)
			return true;
		if (!input_more(input, least))
			return false;
		least *= 2;
	}
	return true;
}

bool source_next(struct source *source)
{
	bool is_first = source->next == source->input->begin && source->number == 0;

	if (source->is_over)
		return false;
	if (source->next - source->reported >= REPORT_EACH) {
		source->reported = source->next;
		progress_at(&source->progress, source->next);
	}
	if (!fetch(source)) {
		source->code = EXIT_USAGE;
		return false;
	}
	if (!is_first && source->next >= source->input->size)
		return false;
	begin_reader(source);
	while (!envelope_read(&source->envelope, &source->detection.shape, &source->reader)) {
		report(source);
		if (!resync(source, source->next + 1)) {
			source->is_over = true;
			return false;
		}
		begin_reader(source);
	}
	source->value_type = source->type;
	if (source->envelope.shape.is_message && source->type == NULL && source->schema != NULL)
		source->value_type =
			schema_message(source->schema, &source->envelope, source->input->bytes);
	if (source->envelope.shape.framing == FRAMING_PARQUET && source->type == NULL)
		source->value_type = builtin_type("FileMetaData");
	return true;
}

static void trailing(struct source *source, size_t at, size_t end)
{
	out_error("%s: %zu: %zu byte%s left over behind the %s", source->input->name, at, end - at,
		end - at == 1 ? "" : "s",
		source->envelope.has_end		    ? "struct in its frame"
			: source->envelope.shape.is_message ? "message"
							    : "struct (--many reads on)");
	source->code = EXIT_WRONG;
}

/* What follows an unframed message is another one when it begins like one. */
static bool is_another(const struct source *source, size_t at)
{
	const uint8_t *p = source->input->bytes + at;
	const struct shape *shape = &source->detection.shape;

	if (!is_stream(source))
		return false;
	if (shape->framing != FRAMING_NONE || !shape->is_message || source->options->many)
		return true;
	return shape->protocol == INGOT_COMPACT ? *p == 0x82
						: *p == 0x80 || source->envelope.is_old;
}

void source_done(struct source *source)
{
	const struct envelope *envelope = &source->envelope;
	size_t at = source->reader.offset;

	source->number++;
	source->is_over = true;
	if (at >= source->input->size)
		progress_end(&source->progress);
	if (source->reader.status != INGOT_OK || (envelope->has_end && at < envelope->end)) {
		if (source->reader.status != INGOT_OK)
			report(source);
		else
			trailing(source, at, envelope->end);
		source->is_over = !resync(source, envelope->begin + 1);
		return;
	}
	source->next = at;
	if (at == source->input->size && source->input->has_more && !input_more(source->input, 1)) {
		source->code = EXIT_USAGE;
		return;
	}
	if (envelope->shape.framing == FRAMING_PARQUET || at == source->input->size)
		return;
	if (is_another(source, at))
		source->is_over = false;
	else
		trailing(source, at, source->input->size);
}
