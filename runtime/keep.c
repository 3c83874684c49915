/* SPDX-License-Identifier: MIT */
/* Unknown fields and union members, kept as they were on the wire. */
#include <ingot/decode.h>
#include "lazy.h"

/* What a union without any member points to, so that it is written as it was read. */
const struct ingot_unknown ingot_no_member;

const uint8_t *ingot_keep_field(struct ingot_decoder *d, const uint8_t *p, int32_t key, int32_t after,
				const struct ingot_unknown **first, struct ingot_unknown **last, int depth, enum ingot_protocol protocol)
{
	const uint8_t *begin = p + d->shift; /* in the caller's input */
	const uint8_t *input_end = d->reader->bytes + d->reader->size;
	struct ingot_unknown *unknown;
	size_t size;

	p = ingot_skip_field(d, p, key, depth, protocol);
	/* A value that ends behind the input is found by the next test; until then nothing of it may be touched. */
	if (d->status != INGOT_OK || p + d->shift > input_end)
		return p;
	size = (size_t)(p + d->shift - begin);
	if ((ptrdiff_t)(size + 2 * sizeof(*unknown)) >= d->limit - d->at && !ingot_grow(d, p, size + 2 * sizeof(*unknown)))
		return p;
	unknown = (struct ingot_unknown *)ingot_take(d, sizeof(*unknown), _Alignof(struct ingot_unknown));
	unknown->next = NULL;
	unknown->bytes = begin;
	unknown->size = (uint32_t)size;
	unknown->id = (int16_t)(key >> 4);
	unknown->after = (int16_t)after;
	unknown->code = (uint8_t)(protocol == INGOT_COMPACT ? key & 15 : (int)ingot_binary_of_compact((uint32_t)key & 15));
	unknown->protocol = (uint8_t)protocol;
	if (d->keep != INGOT_KEEP_BORROWED) {
		memcpy(d->at, begin, size);
		unknown->bytes = (const uint8_t *)d->at;
		d->at += size;
	}
	if (*last == NULL)
		*first = unknown;
	else
		(*last)->next = unknown;
	*last = unknown;
	return p;
}

const uint8_t *ingot_keep_lazy(struct ingot_decoder *d, const uint8_t *p, int32_t key, struct ingot_string *lazy, int depth,
			       enum ingot_protocol protocol)
{
	const uint8_t *begin = p + d->shift;
	const uint8_t *input_end = d->reader->bytes + d->reader->size;
	size_t size;

	p = ingot_skip_field(d, p, key, depth, protocol);
	if (d->status != INGOT_OK || p + d->shift > input_end)
		return p;
	size = (size_t)(p + d->shift - begin);
	if (size >= INT32_MAX)
		return ingot_fail(d, begin - d->shift, INGOT_TOO_LARGE);
	if ((ptrdiff_t)(size + 2) >= d->limit - d->at && !ingot_grow(d, p, size + 2))
		return p;
	d->at[0] = (char)lazy_head((uint8_t)protocol, (uint8_t)(key & 15));
	memcpy(d->at + 1, begin, size);
	d->at[1 + size] = '\0';
	lazy->data = d->at;
	lazy->size = (uint32_t)size + 1;
	d->at += size + 2;
	return p;
}
