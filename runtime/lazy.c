/* SPDX-License-Identifier: MIT */
#include "lazy.h"
#include <ingot/encode.h>
#include <ingot/lazy.h>
#include "write.h"

/* Wire types of the binary protocol, by those of the compact one; 0: none that a lazy field can have. */
static const uint8_t binary_codes[16] = { [9] = 15, [10] = 14, [11] = 13, [12] = 12 };

bool lazy_unpack(struct ingot_string lazy, int32_t id, struct ingot_unknown *field)
{
	const uint8_t *bytes = (const uint8_t *)lazy.data;

	if (bytes == NULL || lazy.size < 2 || bytes[0] >> 4 > INGOT_COMPACT || binary_codes[bytes[0] & 15] == 0)
		return false;
	field->next = NULL;
	field->bytes = bytes + 1;
	field->size = lazy.size - 1;
	field->id = (int16_t)id;
	field->after = 0;
	field->protocol = bytes[0] >> 4;
	field->code = field->protocol == INGOT_COMPACT ? bytes[0] & 15 : binary_codes[bytes[0] & 15];
	return true;
}

bool ingot_lazy_reader(struct ingot_reader *reader, struct ingot_string lazy)
{
	struct ingot_unknown field;

	if (!lazy_unpack(lazy, 0, &field))
		return false;
	ingot_reader_init(reader, (enum ingot_protocol)field.protocol, field.bytes, field.size);
	return true;
}

bool ingot_lazy_value(struct ingot_value *value, struct ingot_string lazy)
{
	struct ingot_reader reader;

	return ingot_lazy_reader(&reader, lazy) &&
	       ingot_value_read(value, &reader, (enum ingot_wire_type)binary_codes[(uint8_t)lazy.data[0] & 15]);
}

struct ingot_string ingot_lazy_write(struct ingot_writer *writer, const struct ingot_type *type, const void *value)
{
	uint8_t head = lazy_head((uint8_t)writer->protocol, ingot_write_code((enum ingot_kind)type->kind, INGOT_COMPACT));
	struct ingot_string lazy = { NULL, 0 };

	ingot_writer_reset(writer);
	if (!writer_reserve(writer, 1))
		return lazy;
	writer->bytes[writer->size++] = head;
	if (!ingot_write(writer, type, value))
		return lazy;
	if (writer->size > INT32_MAX)
		writer->status = INGOT_TOO_LARGE;
	else
		lazy = (struct ingot_string){ (const char *)writer->bytes, (uint32_t)writer->size };
	return lazy;
}

uint8_t *ingot_write_lazy_bytes(struct ingot_writer *writer, uint8_t *p, struct ingot_string lazy, int32_t id, int32_t *last,
				enum ingot_protocol protocol)
{
	struct ingot_unknown field;

	if (!lazy_unpack(lazy, id, &field)) {
		ingot_write_fail(writer, INGOT_BAD_VALUE);
		return p;
	}
	return ingot_write_unknown_fields(writer, p, &field, 0, last, protocol);
}
