/* SPDX-License-Identifier: MIT */
/* Recognition: each shape that the options allow is read as far as it goes, and the tries are
 * compared. */
#include "detect.h"

#include <stdio.h>
#include <string.h>
#include <ingot/walk.h>
#include "digits.h"
#include "wire.h"

/* A stream is judged by its first values. */
#define VALUES 4

struct try {
	struct shape shape;
	bool has_magic; /* its first bytes say so */
	bool is_whole;  /* it reads to the end, or as many values as are looked at */
	size_t reach;   /* bytes that were understood */
	uint64_t fields;
};

const char *detect_describe(const struct shape *shape, char *text, size_t room)
{
	const char *framing = shape->framing == FRAMING_FRAMED ? "framed " :
		shape->framing == FRAMING_VARINT ? "length-prefixed " : "";

	if (shape->framing == FRAMING_PARQUET)
		return strcpy(text, "Parquet file");
	if (shape->framing == FRAMING_THEADER)
		return strcpy(text, "message with header transport");
	snprintf(text, room, "%s%s %s", framing, envelope_protocol(shape->protocol),
		shape->is_message ? "message" : "struct");
	return text;
}

const char *detect_sureness(enum sureness sureness)
{
	static const char *const names[] = { "as told", "certain", "likely", "a guess" };

	return names[sureness];
}

static bool looks_at(const struct shape *shape, const uint8_t *p, size_t size)
{
	if (shape->framing == FRAMING_PARQUET)
		return size >= 4 &&
			(memcmp(p, "PAR1", 4) == 0 || memcmp(p + size - 4, "PAR1", 4) == 0 ||
				memcmp(p + size - 4, "PARE", 4) == 0);
	if (shape->framing == FRAMING_THEADER)
		return size >= 6 && p[4] == 0x0f && p[5] == 0xff;
	if (!shape->is_message)
		return false;
	if (shape->framing == FRAMING_FRAMED) {
		if (size < 6)
			return false;
		p += 4;
	} else if (shape->framing == FRAMING_VARINT) {
		return false;
	}
	if (size < 4)
		return false;
	return shape->protocol == INGOT_COMPACT
		? p[0] == 0x82 && ((p[1] & 0x1f) == 1 || (p[1] & 0x1f) == 2)
		: p[0] == 0x80 && p[1] == 0x01;
}

static bool is_lone(const struct shape *shape, const struct options *options)
{
	return shape->framing == FRAMING_PARQUET ||
		(shape->framing == FRAMING_NONE && !shape->is_message && !options->many);
}

static void attempt(struct try *try, const struct input *input, const struct options *options)
{
	size_t at = input->begin;
	unsigned values;

	try->has_magic = looks_at(&try->shape, input->bytes + at, input->size - at);
	for (values = 0; values < VALUES && (at < input->size || values == 0); values++) {
		struct ingot_reader reader;
		struct ingot_walk walk;
		struct ingot_event event;
		struct envelope envelope;

		ingot_reader_init(&reader, try->shape.protocol, input->bytes, input->size);
		reader.offset = at;
		reader.options = (options->facebook ? (uint32_t)INGOT_FACEBOOK : 0);
		if (!envelope_read(&envelope, &try->shape, &reader)) {
			try->reach = at;
			return;
		}
		ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
		while (ingot_walk_next(&walk, &event))
			try->fields++;
		try->reach = reader.status == INGOT_OK ? reader.offset : reader.error_offset;
		if (reader.status != INGOT_OK ||
			(envelope.has_end && reader.offset != envelope.end))
			return;
		if (try->shape.framing == FRAMING_PARQUET)
			try->reach = input->size;
		at = try->reach;
		if (is_lone(&try->shape, options)) {
			try->is_whole = at == input->size;
			return;
		}
	}
	try->is_whole = values == VALUES || at == input->size;
}

static bool is_allowed(const struct shape *shape, const struct options *options)
{
	if (options->framing != FRAMING_AUTO && shape->framing != options->framing)
		return false;
	if (shape->framing == FRAMING_PARQUET)
		return !options->is_message &&
			(!options->has_protocol || options->protocol == INGOT_COMPACT);
	if (shape->framing == FRAMING_VARINT && options->framing != FRAMING_VARINT)
		return false;
	if (options->is_message && !shape->is_message)
		return false;
	if (options->is_struct && shape->is_message)
		return false;
	if (shape->framing == FRAMING_THEADER)
		return shape->protocol == INGOT_COMPACT;
	return !options->has_protocol || shape->protocol == options->protocol;
}

static int rank(const struct try *try)
{
	if (try->has_magic)
		return try->is_whole ? 4 : 3;
	if (try->shape.framing == FRAMING_PARQUET)
		return -1;
	/* A struct of no fields fits by chance. */
	return !try->is_whole ? 0 : try->fields > 2 ? 2 : 1;
}

/* With --protocol or --type alone a bare struct is meant; anything else must then leave no
 * doubt. */
static bool is_struct_meant(const struct options *options)
{
	return options->framing == FRAMING_AUTO && !options->is_message && !options->many &&
		(options->has_protocol || options->type != NULL);
}

static bool is_bare(const struct shape *shape)
{
	return shape->framing == FRAMING_NONE && !shape->is_message;
}

static bool is_better(const struct try *a, const struct try *b)
{
	if (rank(a) != rank(b))
		return rank(a) > rank(b);
	return a->reach > b->reach;
}

void detect(struct detection *detection, const struct input *input, const struct options *options)
{
	/* In this order among equals. */
	static const struct shape shapes[] = {
		{ FRAMING_NONE, INGOT_COMPACT, false },
		{ FRAMING_NONE, INGOT_BINARY, false },
		{ FRAMING_PARQUET, INGOT_COMPACT, false },
		{ FRAMING_THEADER, INGOT_COMPACT, true },
		{ FRAMING_NONE, INGOT_COMPACT, true },
		{ FRAMING_NONE, INGOT_BINARY, true },
		{ FRAMING_FRAMED, INGOT_COMPACT, true },
		{ FRAMING_FRAMED, INGOT_BINARY, true },
		{ FRAMING_VARINT, INGOT_COMPACT, true },
		{ FRAMING_VARINT, INGOT_BINARY, true },
		{ FRAMING_FRAMED, INGOT_COMPACT, false },
		{ FRAMING_FRAMED, INGOT_BINARY, false },
		{ FRAMING_VARINT, INGOT_COMPACT, false },
		{ FRAMING_VARINT, INGOT_BINARY, false },
	};
	struct try tries[sizeof(shapes) / sizeof(shapes[0])] = { { .shape = { 0 } } };
	size_t best, count = 0, i;

	*detection = (struct detection){ .sureness = SURENESS_TOLD };
	for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		/* A bare struct is what is meant when the framing and the protocol are given and
		 * nothing else is. */
		if (!is_allowed(&shapes[i], options))
			continue;
		tries[count++].shape = shapes[i];
	}
	if (count == 0) { /* options that exclude each other: take them at their word */
		detection->shape =
			(struct shape){ options->framing, options->protocol, options->is_message };
		return;
	}
	best = count;
	for (i = 0; i < count && count > 1; i++)
		attempt(&tries[i], input, options);
	for (i = 0; i < count; i++) {
		bool is_doubtful = is_struct_meant(options) && !is_bare(&tries[i].shape) &&
			rank(&tries[i]) < 4;

		if (is_doubtful)
			tries[i].is_whole = false;
		if (is_doubtful ? false : best == count || is_better(&tries[i], &tries[best]))
			best = i;
	}
	detection->shape = tries[best == count ? 0 : best].shape;
	if (count == 1 || best == count)
		return;
	detection->sureness = tries[best].has_magic && tries[best].is_whole ? SURENESS_CERTAIN :
		tries[best].is_whole ? SURENESS_LIKELY : SURENESS_GUESS;
	for (i = 0; i < count; i++)
		if (i != best && tries[i].is_whole && detection->other_count < DETECT_MAX)
			detection->others[detection->other_count++] = tries[i].shape;
}

static bool begins_with(const struct input *input, const char *text, size_t size)
{
	return input->size - input->begin >= size &&
		memcmp(input->bytes + input->begin, text, size) == 0;
}

/* Pairs of hex digits with blanks between. */
static bool is_hex(const struct input *input)
{
	size_t end = input->size - input->begin > 64 ? input->begin + 64 : input->size, digits = 0,
	       i;

	for (i = input->begin; i < end; i++)
		if (wire_hex_digit(input->bytes[i]) >= 0)
			digits++;
		else if (input->bytes[i] != ' ' && input->bytes[i] != '\n' &&
			input->bytes[i] != '\r')
			return false;
	return digits >= 2;
}

static bool is_base64(const struct input *input)
{
	size_t end = input->size - input->begin > 64 ? input->begin + 64 : input->size, digits = 0,
	       i;

	for (i = input->begin; i < end; i++)
		if (digits_of_base64(input->bytes[i]) >= 0)
			digits++;
		else if (input->bytes[i] != '=' && input->bytes[i] != '\n' &&
			input->bytes[i] != '\r')
			return false;
	return digits >= 8;
}

const char *detect_hint(const struct input *input)
{
	const uint8_t *bytes = input->bytes + input->begin;

	if (is_hex(input))
		return "these look like hex digits: --from hex reads them";
	if (begins_with(input, "{", 1) || begins_with(input, "[", 1))
		return "this looks like JSON, which `ingot encode` makes bytes of";
	if (begins_with(input, "compact\n", 8) || begins_with(input, "binary\n", 7))
		return "this looks like the text form, which `ingot encode` makes bytes of";
	if (begins_with(input, "GET ", 4) || begins_with(input, "POST ", 5) ||
		begins_with(input, "HTTP/", 5))
		return "this looks like HTTP: --at finds the body";
	if (begins_with(input, "\x1f\x8b", 2) || begins_with(input, "\x28\xb5\x2f\xfd", 4))
		return "this looks compressed (gzip or zstd)";
	if (begins_with(input, "\x82", 1) && input->size - input->begin > 1 &&
		(bytes[1] & 0x1f) == 2)
		return "this looks like a message of fbthrift: --dialect facebook reads it";
	if (is_base64(input))
		return "this looks like base64: --from base64 reads it";
	return NULL;
}
