/* SPDX-License-Identifier: MIT */
/* Where writing by tables puts its bytes: first nowhere, to measure, then into room that is large enough. */
#ifndef RUNTIME_PEN_H
#define RUNTIME_PEN_H

#include <ingot/writer.h>

/* Where bytes go. p is NULL while measuring. */
struct pen {
	struct ingot_writer *writer; /* takes the failure and the way to it */
	uint8_t *p;
	uint64_t size;
	enum ingot_protocol protocol;
	int depth;
	bool is_sorted;
};

/* Notes the failure; returns false. */
bool pen_fail(struct pen *pen, enum ingot_status status);

void pen_bytes(struct pen *pen, const void *bytes, size_t size);
void pen_byte(struct pen *pen, uint8_t byte);
/* A bool as an element. */
void pen_bool(struct pen *pen, bool value);
/* size: 1, 2, 4 or 8, of the integer's type. */
void pen_integer(struct pen *pen, int64_t value, size_t size);
void pen_double(struct pen *pen, double value);

/* False: it is above INT32_MAX. */
bool pen_count(struct pen *pen, uint32_t count);

/* Wire types are in the pen's protocol. *last: the id of the field before, 0 at first. */
void pen_header(struct pen *pen, int32_t *last, int32_t id, uint8_t code);
bool pen_list_head(struct pen *pen, uint8_t element, uint32_t count);
bool pen_map_head(struct pen *pen, uint8_t key, uint8_t value, uint32_t count);

/* A field that was read in the other protocol. False when it is nested too deep, or is not what a reader has checked. */
bool pen_convert(struct pen *pen, int32_t *last, const struct ingot_unknown *unknown);

#endif
