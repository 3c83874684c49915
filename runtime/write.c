/* SPDX-License-Identifier: MIT */
/*
 * Writing by a type's table. Goes over the value twice: first it measures and checks, keeping the way to where it is; then, with the
 * room made, it writes. Nothing is appended unless all is right.
 */
#include "write.h"
#include <ingot/encode.h>
#include "compare.h"
#include "layout.h"
#include "lazy.h"
#include "pen.h"
#include "steps.h"

static bool write_struct(struct pen *pen, const struct ingot_type *type, const void *value);

static bool write_string(struct pen *pen, const void *at)
{
	struct ingot_string string = layout_string(at);

	if (string.data == NULL && string.size > 0)
		return pen_fail(pen, INGOT_BAD_VALUE);
	if (!pen_count(pen, string.size))
		return false;
	pen_bytes(pen, string.data, string.size);
	return true;
}

/* A value of any type, as an element, key or value has it. */
static bool write_value(struct pen *pen, const struct ingot_type *type, const void *at);

static bool write_head(struct pen *pen, const struct ingot_type *type, uint32_t count)
{
	uint8_t element = ingot_write_code((enum ingot_kind)type->element->kind, pen->protocol);

	if (type->kind != INGOT_KIND_MAP)
		return pen_list_head(pen, element, count);
	return pen_map_head(pen, ingot_write_code((enum ingot_kind)type->key->kind, pen->protocol), element, count);
}

static bool write_item(struct pen *pen, const struct ingot_type *type, const char *item, uint32_t index)
{
	steps_enter(pen->writer, type->kind == INGOT_KIND_MAP ? INGOT_STEP_KEY : INGOT_STEP_ELEMENT, NULL, index);
	if (!write_value(pen, type->kind == INGOT_KIND_MAP ? type->key : type->element, item))
		return false;
	steps_leave(pen->writer);
	if (type->kind != INGOT_KIND_MAP)
		return true;
	steps_enter(pen->writer, INGOT_STEP_VALUE, NULL, index);
	if (!write_value(pen, type->element, item + type->value_offset))
		return false;
	steps_leave(pen->writer);
	return true;
}

static bool write_items(struct pen *pen, const struct ingot_type *type, struct ingot_list list)
{
	uint32_t *order = NULL;
	bool is_right = true;

	if (pen->is_sorted && type->kind != INGOT_KIND_LIST && list.count > 1) {
		order = compare_order(pen->writer->mem_ctx, type, list, pen->depth);
		if (order == NULL)
			return pen_fail(pen, INGOT_NOMEM);
	}
	for (uint32_t i = 0; is_right && i < list.count; i++) {
		uint32_t index = order != NULL ? order[i] : i;

		is_right = write_item(pen, type, layout_item(type, list, index), index);
	}
	talloc_free(order);
	return is_right;
}

static bool write_list(struct pen *pen, const struct ingot_type *type, const void *at)
{
	struct ingot_list list = layout_list(at);
	bool is_right;

	if (pen->depth <= 0)
		return pen_fail(pen, INGOT_DEPTH);
	if (list.items == NULL && list.count > 0)
		return pen_fail(pen, INGOT_BAD_VALUE);
	if (!write_head(pen, type, list.count))
		return false;
	pen->depth--;
	is_right = write_items(pen, type, list);
	pen->depth++;
	return is_right;
}

static bool write_value(struct pen *pen, const struct ingot_type *type, const void *at)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
		pen_bool(pen, layout_integer(type, at) != 0);
		return true;
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
		pen_integer(pen, layout_integer(type, at), type->size);
		return true;
	case INGOT_KIND_DOUBLE:
		pen_double(pen, layout_double(at));
		return true;
	case INGOT_KIND_UUID:
		pen_bytes(pen, at, sizeof(struct ingot_uuid));
		return true;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		return write_string(pen, at);
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return write_struct(pen, type, at);
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		return write_list(pen, type, at);
	}
	return pen_fail(pen, INGOT_BAD_VALUE);
}

static bool write_lazy(struct pen *pen, int32_t *last, const struct ingot_field *field, const void *at);

static bool write_field(struct pen *pen, int32_t *last, const struct ingot_field *field, const void *at)
{
	uint8_t code = ingot_write_code((enum ingot_kind)field->type->kind, pen->protocol);

	if ((field->flags & INGOT_FIELD_LAZY) != 0)
		return write_lazy(pen, last, field, at);
	if (field->type->kind == INGOT_KIND_BOOL && pen->protocol == INGOT_COMPACT) {
		pen_header(pen, last, field->id, (uint8_t)(layout_integer(field->type, at) != 0 ? 1 : 2));
		return true;
	}
	pen_header(pen, last, field->id, code);
	return write_value(pen, field->type, at);
}

static bool write_unknown(struct pen *pen, int32_t *last, const struct ingot_unknown *unknown, int32_t after)
{
	for (; unknown != NULL; unknown = unknown->next) {
		if (unknown->after != after || unknown->code == 0)
			continue;
		if (unknown->protocol != (uint8_t)pen->protocol) {
			if (!pen_convert(pen, last, unknown))
				return false;
			continue;
		}
		pen_header(pen, last, unknown->id, unknown->code);
		pen_bytes(pen, unknown->bytes, unknown->size);
	}
	return true;
}

static bool write_lazy(struct pen *pen, int32_t *last, const struct ingot_field *field, const void *at)
{
	struct ingot_unknown kept;

	if (!lazy_unpack(layout_string(at), field->id, &kept))
		return pen_fail(pen, INGOT_BAD_VALUE);
	return write_unknown(pen, last, &kept, 0);
}

static bool write_union(struct pen *pen, const struct ingot_type *type, const void *value)
{
	const struct ingot_field *field = layout_member(type, value);
	const struct ingot_unknown *unknown = layout_unknown(type, value);
	const void *at;
	int32_t last = 0;

	if (field == NULL && unknown == NULL)
		return pen_fail(pen, INGOT_BAD_VALUE);
	if (field == NULL)
		return write_unknown(pen, &last, unknown, 0);
	steps_enter(pen->writer, INGOT_STEP_FIELD, field, 0);
	at = layout_field(type, field, value);
	if (at == NULL)
		return pen_fail(pen, INGOT_MISSING);
	if (!write_field(pen, &last, field, at))
		return false;
	steps_leave(pen->writer);
	return true;
}

/* Whether an absent field is none of ours, but a slip: a count or size without the data. */
static bool is_torn(const struct ingot_field *field, const void *value)
{
	const char *at = (const char *)value + field->offset;

	if (layout_is_string(field->type))
		return layout_string(at).size > 0;
	return layout_is_list(field->type) && layout_list(at).count > 0;
}

static bool write_fields(struct pen *pen, const struct ingot_type *type, const void *value)
{
	const struct ingot_unknown *unknown = layout_unknown(type, value);
	int32_t last = 0;

	if (!write_unknown(pen, &last, unknown, 0))
		return false;
	for (uint32_t i = 0; i < type->field_count; i++) {
		const struct ingot_field *field = &type->fields[i];
		const void *at = layout_field(type, field, value);

		steps_enter(pen->writer, INGOT_STEP_FIELD, field, 0);
		if (at == NULL && is_torn(field, value))
			return pen_fail(pen, INGOT_BAD_VALUE);
		if (at == NULL && field->requiredness == INGOT_REQUIRED)
			return pen_fail(pen, INGOT_MISSING);
		if (at != NULL && !write_field(pen, &last, field, at))
			return false;
		steps_leave(pen->writer);
		if (!write_unknown(pen, &last, unknown, field->id))
			return false;
	}
	return true;
}

static bool write_struct(struct pen *pen, const struct ingot_type *type, const void *value)
{
	if (pen->depth <= 0)
		return pen_fail(pen, INGOT_DEPTH);
	pen->depth--;
	if (!(type->kind == INGOT_KIND_UNION ? write_union(pen, type, value) : write_fields(pen, type, value)))
		return false;
	pen_byte(pen, 0);
	pen->depth++;
	return true;
}

static bool run(struct pen *pen, const struct ingot_type *type, const void *value)
{
	pen->writer->step_count = 0;
	pen->writer->root = type;
	pen->depth = (int)pen->writer->max_depth;
	return write_value(pen, type, value);
}

bool write_measure(struct ingot_writer *writer, const struct ingot_type *type, const void *value, uint64_t *size)
{
	struct pen pen = { .writer = writer, .protocol = writer->protocol };

	if (!run(&pen, type, value))
		return false;
	writer->step_count = 0;
	*size = pen.size;
	return true;
}

bool write_by_table(struct ingot_writer *writer, const struct ingot_type *type, const void *value)
{
	struct pen pen = { .writer = writer, .protocol = writer->protocol, .is_sorted = (writer->options & INGOT_SORTED) != 0 };
	uint64_t size;

	if (!write_measure(writer, type, value, &size))
		return false;
	if (size > SIZE_MAX - writer->size) {
		writer->status = INGOT_NOMEM;
		return false;
	}
	if (!writer_reserve(writer, writer->size + (size_t)size))
		return false;
	pen.p = writer->bytes + writer->size;
	if (!run(&pen, type, value))
		return false;
	writer->size = (size_t)(pen.p - writer->bytes);
	return true;
}

size_t ingot_wire_size(const struct ingot_type *type, const void *value, enum ingot_protocol protocol)
{
	struct ingot_writer writer;
	uint64_t size;

	ingot_writer_init(&writer, protocol, NULL);
	if (!write_measure(&writer, type, value, &size) || size > SIZE_MAX)
		return 0;
	return (size_t)size;
}
