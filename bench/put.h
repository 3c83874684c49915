/* SPDX-License-Identifier: MIT */
/*
 * A Thrift writer of the plainest kind, for making inputs: it shares no code with what is measured, so that neither hides the
 * other's faults. Everything aborts on failure.
 */
#ifndef BENCH_PUT_H
#define BENCH_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PUT_MAX_DEPTH 16

enum put_type { PUT_BOOL, PUT_I8, PUT_I16, PUT_I32, PUT_I64, PUT_DOUBLE, PUT_STRING, PUT_LIST, PUT_SET, PUT_MAP, PUT_STRUCT };

struct put {
	bool compact;
	uint8_t *bytes; /* malloc */
	size_t size;
	size_t capacity;
	int depth;
	int last[PUT_MAX_DEPTH]; /* the id before, for each open struct */
};

/* A struct that is no field (an element, or the root) is begun and ended; one that is a field has its field header first. */
void put_begin(struct put *put);
void put_end(struct put *put);

/* Of bools in compact, the header holds the value: use put_bool_field. */
void put_field(struct put *put, int id, enum put_type type);
void put_bool_field(struct put *put, int id, bool value);
void put_list(struct put *put, enum put_type element, size_t count);
void put_map(struct put *put, enum put_type key, enum put_type value, size_t count);
void put_int(struct put *put, enum put_type type, int64_t value);
void put_double(struct put *put, double value);
void put_bytes(struct put *put, const void *bytes, size_t size);
void put_text(struct put *put, const char *text);

/* A field and its value. */
void put_int_field(struct put *put, int id, enum put_type type, int64_t value);
void put_text_field(struct put *put, int id, const char *text);

#endif
