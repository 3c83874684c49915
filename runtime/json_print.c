/* SPDX-License-Identifier: MIT */
/* Values printed as JSON; what strings and numbers look like is json_text's. */
#include <ingot/json.h>
#include <ingot/ops.h>
#include <inttypes.h>
#include <stdlib.h>
#include "json_text.h"
#include "layout.h"

struct printer {
	FILE *out;
	struct ingot_json_options options;
	int depth; /* levels left */
	unsigned level;
	bool is_right;
};

static void print_value(struct printer *printer, const struct ingot_type *type, const void *at);

static void new_line(struct printer *printer)
{
	if (printer->options.indent > 0)
		fprintf(printer->out, "\n%*s", (int)(printer->level * printer->options.indent), "");
}

static void open_level(struct printer *printer, char bracket)
{
	putc(bracket, printer->out);
	printer->level++;
}

static void close_level(struct printer *printer, char bracket, bool is_empty)
{
	printer->level--;
	if (!is_empty)
		new_line(printer);
	putc(bracket, printer->out);
}

/* Before each member or element. */
static void separate(struct printer *printer, bool is_first)
{
	if (!is_first)
		fputs(printer->options.indent > 0 ? "," : ", ", printer->out);
	new_line(printer);
}

static void print_enum(struct printer *printer, const struct ingot_type *type, const void *at, bool is_key)
{
	int32_t number = layout_i32(at);
	const char *name = printer->options.enum_names ? ingot_enum_name(type, number) : NULL;

	if (name != NULL)
		json_text_string(printer->out, name, strlen(name));
	else
		fprintf(printer->out, is_key ? "\"%" PRId32 "\"" : "%" PRId32, number);
}

static void print_string(struct printer *printer, const void *at)
{
	struct ingot_string string = layout_string(at);

	json_text_bytes(printer->out, string.data, string.size);
}

static void print_struct(struct printer *printer, const struct ingot_type *type, const void *value)
{
	const struct ingot_field *field;
	const void *at;
	uint32_t index = 0;
	bool is_first = true;

	open_level(printer, '{');
	while ((field = ingot_next_field(type, value, &index, &at)) != NULL) {
		separate(printer, is_first);
		json_text_string(printer->out, field->name, strlen(field->name));
		fputs(": ", printer->out);
		print_value(printer, field->type, at);
		is_first = false;
	}
	close_level(printer, '}', is_first);
}

static void print_list(struct printer *printer, const struct ingot_type *type, struct ingot_list list)
{
	open_level(printer, '[');
	for (uint32_t i = 0; i < list.count; i++) {
		separate(printer, i == 0);
		print_value(printer, type->element, layout_item(type, list, i));
	}
	close_level(printer, ']', list.count == 0);
}

/* Whether all keys can be the names of an object's members. */
static bool has_plain_keys(const struct ingot_type *type, struct ingot_list list)
{
	switch ((enum ingot_kind)type->key->kind) {
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
		return true;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		break;
	default:
		return false;
	}
	for (uint32_t i = 0; i < list.count; i++) {
		struct ingot_string key = layout_string(layout_item(type, list, i));

		if (!json_text_is_printable(key.data, key.size))
			return false;
	}
	return true;
}

static void print_key(struct printer *printer, const struct ingot_type *type, const void *at)
{
	if (layout_is_string(type))
		print_string(printer, at);
	else if (type->kind == INGOT_KIND_ENUM)
		print_enum(printer, type, at, true);
	else
		fprintf(printer->out, "\"%" PRId64 "\"", layout_integer(type, at));
}

static void print_object(struct printer *printer, const struct ingot_type *type, struct ingot_list list)
{
	open_level(printer, '{');
	for (uint32_t i = 0; i < list.count; i++) {
		const char *entry = layout_item(type, list, i);

		separate(printer, i == 0);
		print_key(printer, type->key, entry);
		fputs(": ", printer->out);
		print_value(printer, type->element, entry + type->value_offset);
	}
	close_level(printer, '}', list.count == 0);
}

static void print_pairs(struct printer *printer, const struct ingot_type *type, struct ingot_list list)
{
	open_level(printer, '[');
	for (uint32_t i = 0; i < list.count; i++) {
		const char *entry = layout_item(type, list, i);

		separate(printer, i == 0);
		open_level(printer, '[');
		separate(printer, true);
		print_value(printer, type->key, entry);
		separate(printer, false);
		print_value(printer, type->element, entry + type->value_offset);
		close_level(printer, ']', false);
	}
	close_level(printer, ']', list.count == 0);
}

static void print_nested(struct printer *printer, const struct ingot_type *type, const void *at)
{
	if (printer->depth == 0) {
		printer->is_right = false;
		fputs("null", printer->out);
		return;
	}
	printer->depth--;
	if (layout_is_struct(type))
		print_struct(printer, type, at);
	else if (type->kind != INGOT_KIND_MAP)
		print_list(printer, type, layout_list(at));
	else if (has_plain_keys(type, layout_list(at)))
		print_object(printer, type, layout_list(at));
	else
		print_pairs(printer, type, layout_list(at));
	printer->depth++;
}

static void print_value(struct printer *printer, const struct ingot_type *type, const void *at)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
		fputs(layout_integer(type, at) != 0 ? "true" : "false", printer->out);
		return;
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
		fprintf(printer->out, "%" PRId64, layout_integer(type, at));
		return;
	case INGOT_KIND_ENUM:
		print_enum(printer, type, at, false);
		return;
	case INGOT_KIND_DOUBLE:
		json_text_double(printer->out, layout_double(at));
		return;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		print_string(printer, at);
		return;
	case INGOT_KIND_UUID:
		json_text_uuid(printer->out, (const uint8_t *)at);
		return;
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		print_nested(printer, type, at);
		return;
	}
}

bool ingot_json_print_options(FILE *out, const struct ingot_type *type, const void *value, const struct ingot_json_options *options)
{
	struct printer printer = { .out = out, .depth = INGOT_MAX_DEPTH, .is_right = true };

	if (options != NULL)
		printer.options = *options;
	print_value(&printer, type, value);
	return printer.is_right && !ferror(out);
}

bool ingot_json_print(FILE *out, const struct ingot_type *type, const void *value)
{
	return ingot_json_print_options(out, type, value, NULL);
}

char *ingot_json_text(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const void *value, const struct ingot_json_options *options)
{
	char *memory = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&memory, &size);
	char *text = NULL;
	bool is_right;

	if (out == NULL)
		return NULL;
	is_right = ingot_json_print_options(out, type, value, options);
	if (fclose(out) == 0 && is_right)
		text = talloc_strndup(mem_ctx, memory, size);
	free(memory);
	return text;
}
