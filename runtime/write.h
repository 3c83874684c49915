/* SPDX-License-Identifier: MIT */
/* Writing by a type's table: what the generated functions leave to it. */
#ifndef RUNTIME_WRITE_H
#define RUNTIME_WRITE_H

#include <ingot/writer.h>

/* As ingot_write, for any type. */
bool write_by_table(struct ingot_writer *writer, const struct ingot_type *type, const void *value);

/* The bytes that the value would take. False, with the failure in the writer: it cannot be written. */
bool write_measure(struct ingot_writer *writer, const struct ingot_type *type, const void *value, uint64_t *size);

/* Room for capacity bytes in all, what was written included. False: the writer's status says why. */
bool writer_reserve(struct ingot_writer *writer, size_t capacity);

#endif
