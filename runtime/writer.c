/* SPDX-License-Identifier: MIT */
/* The writer: its buffer, its failures, and the way from a generated function to the table's when something is wrong. */
#include <ingot/writer.h>
#include <stdio.h>
#include <string.h>
#include <ingot/encode.h>
#include "write.h"

/* The first buffer, when nothing is known about what will be written. */
#define FIRST_CAPACITY 1024

void ingot_writer_init(struct ingot_writer *writer, enum ingot_protocol protocol, TALLOC_CTX *mem_ctx)
{
	writer->bytes = NULL;
	writer->size = 0;
	writer->capacity = 0;
	writer->limit = NULL;
	writer->protocol = protocol;
	writer->options = 0;
	writer->max_depth = INGOT_MAX_DEPTH;
	writer->mem_ctx = mem_ctx;
	writer->is_fixed = false;
	ingot_writer_reset(writer);
}

static void set_buffer(struct ingot_writer *writer, uint8_t *bytes, size_t capacity)
{
	writer->bytes = bytes;
	writer->capacity = capacity;
	writer->limit = capacity >= INGOT_WRITE_SLACK ? bytes + (capacity - INGOT_WRITE_SLACK) : NULL;
}

void ingot_writer_init_fixed(struct ingot_writer *writer, enum ingot_protocol protocol, void *buffer, size_t capacity)
{
	ingot_writer_init(writer, protocol, NULL);
	writer->is_fixed = true;
	set_buffer(writer, (uint8_t *)buffer, capacity);
}

void ingot_writer_reset(struct ingot_writer *writer)
{
	writer->size = 0;
	writer->status = INGOT_OK;
	writer->root = NULL;
	writer->step_count = 0;
	writer->text[0] = '\0';
}

const uint8_t *ingot_writer_bytes(const struct ingot_writer *writer)
{
	return writer->size > 0 ? writer->bytes : NULL;
}

size_t ingot_writer_size(const struct ingot_writer *writer)
{
	return writer->size;
}

uint8_t *ingot_writer_steal(TALLOC_CTX *mem_ctx, struct ingot_writer *writer)
{
	uint8_t *bytes;

	if (writer->is_fixed || writer->size == 0)
		return NULL;
	bytes = (uint8_t *)talloc_realloc_size(writer->mem_ctx, writer->bytes, writer->size);
	if (bytes == NULL)
		return NULL;
	set_buffer(writer, NULL, 0);
	writer->size = 0;
	return (uint8_t *)talloc_reparent(writer->mem_ctx, mem_ctx, bytes);
}

/* Room for capacity bytes in all. False: the writer's status says why. */
bool writer_reserve(struct ingot_writer *writer, size_t capacity)
{
	size_t doubled = writer->capacity > SIZE_MAX / 2 ? SIZE_MAX : writer->capacity * 2;
	uint8_t *bytes;

	if (capacity <= writer->capacity)
		return true;
	if (writer->is_fixed) {
		writer->status = INGOT_NO_ROOM;
		return false;
	}
	if (capacity < FIRST_CAPACITY)
		capacity = FIRST_CAPACITY;
	bytes = (uint8_t *)talloc_realloc_size(writer->mem_ctx, writer->bytes, capacity > doubled ? capacity : doubled);
	if (bytes != NULL) {
		capacity = capacity > doubled ? capacity : doubled;
	} else {
		bytes = (uint8_t *)talloc_realloc_size(writer->mem_ctx, writer->bytes, capacity);
		if (bytes == NULL) {
			writer->status = INGOT_NOMEM;
			return false;
		}
	}
	set_buffer(writer, bytes, capacity);
	return true;
}

uint8_t *ingot_write_grow(struct ingot_writer *writer, uint8_t *p, size_t size)
{
	size_t used = (size_t)(p - writer->bytes);

	if (writer->status == INGOT_OK && writer_reserve(writer, used + size + INGOT_WRITE_SLACK))
		return writer->bytes + used;
	/* There the slack was found when the value began, and what came before it stays. */
	return writer->bytes + writer->size;
}

void ingot_write_fail(struct ingot_writer *writer, enum ingot_status status)
{
	if (writer->status == INGOT_OK)
		writer->status = status;
}

uint8_t *ingot_write_unknown_fields(struct ingot_writer *writer, uint8_t *p, const struct ingot_unknown *unknown, int32_t after,
				  int32_t *last, enum ingot_protocol protocol)
{
	struct ingot_out out = { .writer = writer, .p = p, .last = *last, .protocol = protocol };

	for (; unknown != NULL; unknown = unknown->next) {
		struct ingot_string bytes = { (const char *)unknown->bytes, unknown->size };

		if (unknown->after != after || unknown->code == 0)
			continue;
		if (unknown->protocol != (uint8_t)protocol) {
			ingot_write_fail(writer, INGOT_UNSUPPORTED);
			break;
		}
		ingot_write_header(&out, unknown->id, unknown->code);
		ingot_write_raw(&out, bytes);
	}
	*last = out.last;
	return out.p;
}

/* Writes with the generated function. False: it could not, and the writer's status says more. */
static bool write_generated(struct ingot_writer *writer, const struct ingot_type *type, const void *value)
{
	ingot_write_fn *write = writer->protocol == INGOT_BINARY ? type->write_binary : type->write_compact;
	uint8_t *end;

	if (write == NULL || (writer->options & INGOT_SORTED) != 0)
		return false;
	/* The functions want room to begin with. */
	if ((writer->limit == NULL || writer->bytes + writer->size > writer->limit) &&
	    (writer->is_fixed || !writer_reserve(writer, writer->size + INGOT_WRITE_SLACK)))
		return false;
	end = write(writer, writer->bytes + writer->size, value, (int)writer->max_depth);
	if (writer->status != INGOT_OK)
		return false;
	writer->size = (size_t)(end - writer->bytes);
	return true;
}

bool ingot_write(struct ingot_writer *writer, const struct ingot_type *type, const void *value)
{
	if (writer->status != INGOT_OK)
		return false;
	if (write_generated(writer, type, value))
		return true;
	/* What the generated function could not write is either wrong, and the table says where, or needs the last bytes of room. */
	if (writer->status == INGOT_NOMEM)
		return false;
	writer->status = INGOT_OK;
	return write_by_table(writer, type, value);
}

/* -- What went wrong -------------------------------------------------------------------------------------------------------- */

const char *ingot_writer_error(struct ingot_writer *writer)
{
	char *text = writer->text;
	size_t room = sizeof(writer->text);
	size_t size;

	if (writer->status == INGOT_OK)
		return "ok";
	/* The path gives way to the reason when both do not fit. */
	size = ingot_path_text(text, room - 160, writer->root, writer->steps, writer->step_count);
	snprintf(text + size, room - size, "%s%s", size > 0 ? ": " : "", ingot_status_name(writer->status));
	return text;
}
