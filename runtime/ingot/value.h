/* SPDX-License-Identifier: MIT */
/*
 * A wire value as it lies in the bytes, without a schema: its type, its number or string, its fields, elements and entries. Nothing is
 * allocated and nothing copied. A value is checked in whole when it is first read; what is in it can then be walked without
 * failing, any number of times. The bytes must outlive it.
 */
#ifndef INGOT_VALUE_H
#define INGOT_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>
#include <ingot/type.h>
#include <ingot/walk.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ingot_value {
	const uint8_t *bytes; /* of the value, without a field's header */
	size_t size;
	uint32_t count;       /* fields, elements or entries; fields that come again count again */
	uint32_t options;     /* the dialect it was read in */
	uint8_t protocol;     /* enum ingot_protocol */
	uint8_t type;         /* enum ingot_wire_type */
	uint8_t key;          /* MAP: the keys' wire type */
	uint8_t element;      /* LIST, SET, MAP: that of the elements or values; STOP may be when there are none */
	int64_t integer;      /* bools (0, 1) and integers */
	double real;          /* doubles and floats */
};

/*
 * The value of that wire type at reader->offset, which then is behind it. False: it is not one; the reader has the failure, and *value is
 * all zero.
 */
bool ingot_value_read(struct ingot_value *value, struct ingot_reader *reader, enum ingot_wire_type type);

/* BINARY: its bytes, not NUL-terminated. Absent for other types. */
struct ingot_string ingot_value_string(const struct ingot_value *value);

/* UUID: its bytes; all zero for other types. */
struct ingot_uuid ingot_value_uuid(const struct ingot_value *value);

/* Goes through what is in a value. Its members are private. It may live on the stack (some 4 KiB). */
struct ingot_value_iterator {
	struct ingot_reader reader;
	struct ingot_walk walk;
};

void ingot_value_iterate(struct ingot_value_iterator *iterator, const struct ingot_value *value);

/* STRUCT: the next field, in wire order. False: no more, or no struct. */
bool ingot_value_next_field(struct ingot_value_iterator *iterator, int16_t *id, struct ingot_value *field);

/* LIST, SET: the next element. */
bool ingot_value_next_element(struct ingot_value_iterator *iterator, struct ingot_value *element);

/* MAP: the next entry. */
bool ingot_value_next_entry(struct ingot_value_iterator *iterator, struct ingot_value *key, struct ingot_value *value);

/* The field with that id; of several the last, which is what decoders take. Linear in the value's size. False: there is none. */
bool ingot_value_field(const struct ingot_value *value, int16_t id, struct ingot_value *field);

/* The element at that index. Linear in the value's size. False: no list or set, or not that long. */
bool ingot_value_element(const struct ingot_value *value, uint32_t index, struct ingot_value *element);

#ifdef __cplusplus
}
#endif
#endif
