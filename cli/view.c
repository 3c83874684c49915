/* SPDX-License-Identifier: MIT */
/* Pieces that several formats print. */
#include "view.h"

#include <inttypes.h>
#include <string.h>
#include "json_text.h"

const char *view_type_name(const struct ingot_type *type)
{
	const char *dot = type->name != NULL ? strrchr(type->name, '.') : NULL;

	return dot != NULL ? dot + 1 : type->name;
}

static void put_enum(
	struct out *out, int64_t number, const struct ingot_type *type, bool enum_numbers)
{
	const char *name = ingot_enum_name(type, (int32_t)number);

	if (name == NULL || enum_numbers) {
		fprintf(out->file, "%" PRId64, number);
		return;
	}
	out_plain(out, name);
	fprintf(out->file, " (%" PRId64 ")", number);
}

static void put_binary(struct out *out, const uint8_t *bytes, size_t size, size_t most)
{
	out_colour(out, COLOUR_STRING);
	if (json_text_is_printable(bytes, size)) {
		out_text(out, bytes, size, most);
	} else {
		fputs("0x", out->file);
		out_hex(out, bytes, size, most != 0 ? most / 2 : 0);
	}
}

void view_scalar(struct out *out, const struct ingot_reader *reader,
	const struct ingot_event *event, const struct ingot_type *type, bool enum_numbers,
	size_t most)
{
	const uint8_t *bytes = reader->bytes + event->body;
	char digits[JSON_TEXT_DOUBLE];
	unsigned i;

	if (event->type != INGOT_WIRE_BINARY)
		out_colour(out, COLOUR_NUMBER);
	switch (event->type) {
	case INGOT_WIRE_BOOL:
		fputs(event->integer != 0 ? "true" : "false", out->file);
		break;
	case INGOT_WIRE_DOUBLE:
	case INGOT_WIRE_FLOAT:
		json_text_digits(digits, event->real);
		fputs(digits, out->file);
		break;
	case INGOT_WIRE_BINARY:
		put_binary(out, bytes, event->end - event->body, most);
		break;
	case INGOT_WIRE_UUID:
		for (i = 0; i < 16; i++)
			fprintf(out->file, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x",
				bytes[i]);
		break;
	default:
		if (type != NULL && type->kind == INGOT_KIND_ENUM)
			put_enum(out, event->integer, type, enum_numbers);
		else
			fprintf(out->file, "%" PRId64, event->integer);
		break;
	}
	out_colour(out, COLOUR_NONE);
}

static void put_schema_type(struct out *out, const struct ingot_type *type)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
		fputs(type->kind == INGOT_KIND_LIST ? "list<" : "set<", out->file);
		put_schema_type(out, type->element);
		putc('>', out->file);
		break;
	case INGOT_KIND_MAP:
		fputs("map<", out->file);
		put_schema_type(out, type->key);
		fputs(", ", out->file);
		put_schema_type(out, type->element);
		putc('>', out->file);
		break;
	default:
		out_plain(out, view_type_name(type));
		break;
	}
}

static const char *wire_name(uint8_t type)
{
	const char *name = ingot_wire_type_name((enum ingot_wire_type)type);

	return name != NULL ? name : "?";
}

void view_type(struct out *out, const struct ingot_event *event, const struct ingot_type *type)
{
	out_colour(out, COLOUR_TYPE);
	if (type != NULL)
		put_schema_type(out, type);
	else if (event->type == INGOT_WIRE_LIST || event->type == INGOT_WIRE_SET)
		fprintf(out->file, "%s<%s>", wire_name(event->type), wire_name(event->element));
	else if (event->type == INGOT_WIRE_MAP)
		fprintf(out->file, "map<%s, %s>", wire_name(event->key), wire_name(event->element));
	else
		fputs(wire_name(event->type), out->file);
	out_colour(out, COLOUR_NONE);
}
