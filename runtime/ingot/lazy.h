/* SPDX-License-Identifier: MIT */
/*
 * Lazy fields: (ingot.lazy) on a field whose type is a struct, union, exception, list, set or map, and that is not required, keeps it as the
 * bytes that were on the wire, to be decoded when asked. In C it is a struct ingot_string; what is in it is for these functions. It is
 * written, copied, compared and hashed by its bytes, and printed as them.
 */
#ifndef INGOT_LAZY_H
#define INGOT_LAZY_H

#include <stdbool.h>
#include <talloc.h>
#include <ingot/reader.h>
#include <ingot/type.h>
#include <ingot/value.h>
#include <ingot/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets up a reader for the value of a lazy field, for X_from_wire when that is a struct. False when the field is absent. */
bool ingot_lazy_reader(struct ingot_reader *reader, struct ingot_string lazy);

/* The value of a lazy field of any type, to be walked; it lies in the field's bytes. False when the field is absent. */
bool ingot_lazy_value(struct ingot_value *value, struct ingot_string lazy);

/*
 * What a lazy field is to be set to: a value of a struct type, written to the writer, which is reset before and keeps the bytes. Absent (data
 * == NULL) when it could not be written: the writer has the failure.
 */
struct ingot_string ingot_lazy_write(struct ingot_writer *writer, const struct ingot_type *type, const void *value);

#ifdef __cplusplus
}
#endif
#endif
