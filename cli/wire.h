/* SPDX-License-Identifier: MIT */
/*
 * The pieces that wire bytes are made of, each in its canonical form: what encode and convert
 * write, and what the text form compares with to know where a blob is different. Each piece goes to
 * a buffer of WIRE_PIECE bytes of the caller's, and its size is returned.
 */
#ifndef CLI_WIRE_H
#define CLI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>
#include <ingot/walk.h>

/* The longest piece other than a message header or a binary: a uuid, a map header. */
#define WIRE_PIECE 16

struct wire_form {
	enum ingot_protocol protocol;
	bool facebook;
};

/* A field header; value is for bools, which compact has in the header. last_id: of the field
 * before, 0 at first. */
size_t wire_field(uint8_t *piece, struct wire_form form, int16_t last_id, int16_t id, uint8_t type,
	bool value);

/* A bool (as an element is written), integer, double or float. */
size_t wire_scalar(
	uint8_t *piece, struct wire_form form, uint8_t type, int64_t integer, double real);

/* The size of a binary. */
size_t wire_size(uint8_t *piece, struct wire_form form, uint32_t size);

/* Headers of a list or set, and of a map. Types may be INGOT_WIRE_STOP when count is 0. */
size_t wire_list(uint8_t *piece, struct wire_form form, uint8_t element, uint32_t count);
size_t wire_map(
	uint8_t *piece, struct wire_form form, uint8_t key, uint8_t element, uint32_t count);

size_t wire_varint(uint8_t *piece, uint64_t value);
size_t wire_i32(uint8_t *piece, uint32_t value);

/* As compact writes integers. */
uint64_t wire_zigzag(int64_t value);

/* "i32" … as ingot_wire_type_name; INGOT_WIRE_STOP when it is none. */
uint8_t wire_type(const char *name, size_t size);

/* The value of a hex digit; -1 when it is none. */
int wire_hex_digit(int c);

/* Bytes that grow. */
struct bytes {
	uint8_t *data;
	size_t size;
	size_t room;
	bool failed; /* out of memory: what is put is dropped from then on */
};

void bytes_put(struct bytes *bytes, const void *data, size_t size);
void bytes_insert(struct bytes *bytes, size_t at, const void *data, size_t size);
void bytes_free(struct bytes *bytes);

#endif
