/* SPDX-License-Identifier: MIT */
/* Lists and sets of base types: one loop a type, both protocols from one text. */
#include <ingot/decode.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* The bytes of count fixed-size elements are all there: ingot_begin_list has tested that. */

/*
 * Eight zig-zag bytes to eight integers. Lists of small numbers, such as enums, are most often that short.
 */
INGOT_INLINE void spread_small_ints(int32_t *items, uint64_t bytes)
{
	uint64_t odd = bytes & UINT64_C(0x0101010101010101);
	uint64_t values = (bytes >> 1 & UINT64_C(0x7f7f7f7f7f7f7f7f)) ^ ((odd << 8) - odd);
#ifdef __SSE2__
	__m128i narrow = _mm_cvtsi64_si128((long long)values);
	__m128i wide = _mm_unpacklo_epi8(narrow, narrow);

	_mm_storeu_si128((__m128i *)(void *)items, _mm_srai_epi32(_mm_unpacklo_epi16(wide, wide), 24));
	_mm_storeu_si128((__m128i *)(void *)(items + 4), _mm_srai_epi32(_mm_unpackhi_epi16(wide, wide), 24));
#else
	int i;

	for (i = 0; i < 8; i++)
		items[i] = (int8_t)(values >> 8 * i);
#endif
}

/* Whether a head is that of a list of at most eight i32. */
INGOT_INLINE bool is_short_i32s(uint32_t head)
{
	return ((head - (1 << 4 | INGOT_COMPACT_I32)) & ~UINT32_C(0x70)) == 0;
}

/*
 * A list of at most eight i32, each of one byte, with room for eight. False: nothing was done. It may end behind the input's last
 * byte, within INGOT_SLACK; the next test finds that.
 */
INGOT_INLINE bool take_small_ints(struct ingot_decoder *d, const uint8_t **p, int depth, struct ingot_any_list *list)
{
	uint32_t head = **p, count = head >> 4;
	uint64_t bytes = ingot_load_le64(*p + 1);
	int32_t *items = (int32_t *)(void *)(((uintptr_t)d->at + 3) & ~(uintptr_t)3);

	if (!is_short_i32s(head) || depth <= 0 || d->limit - (char *)items < 32 ||
	    (bytes << (64 - 8 * count) % 64 & INGOT_HIGH_BITS) != 0)
		return false;
	spread_small_ints(items, bytes);
	d->at = (char *)(items + count);
	list->items = items;
	list->count = count;
	*p += 1 + count;
	return true;
}

INGOT_INLINE const uint8_t *read_bools(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
				       enum ingot_protocol protocol)
{
	uint32_t count, i;
	bool *items;

	if (!ingot_begin_list(d, &p, INGOT_COMPACT_BOOL, 1, depth, &count, protocol))
		return p;
	items = (bool *)ingot_new_array(d, p, &count, sizeof(*items), 1);
	for (i = 0; i < count; i++)
		items[i] = ingot_read_bool(d, &p, protocol);
	list->items = items;
	list->count = count;
	return p;
}

INGOT_INLINE const uint8_t *read_i8s(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
				     enum ingot_protocol protocol)
{
	uint32_t count;
	int8_t *items;

	if (!ingot_begin_list(d, &p, INGOT_COMPACT_I8, 1, depth, &count, protocol))
		return p;
	items = (int8_t *)ingot_new_array(d, p, &count, sizeof(*items), 1);
	if (count > 0)
		memcpy(items, p, count);
	list->items = items;
	list->count = count;
	return p + count;
}

/* Integers: fixed in the binary protocol, varints in the compact one. */
#define READ_INTEGERS(name, function, type, wire, size) \
	INGOT_INLINE const uint8_t *function(struct ingot_decoder *d, const uint8_t *p, int depth, \
						   struct ingot_any_list *list, enum ingot_protocol protocol) \
	{ \
		uint32_t count, i; \
		type *items; \
		if (!ingot_begin_list(d, &p, wire, protocol == INGOT_COMPACT ? 1 : size, depth, &count, protocol)) \
			return p; \
		items = (type *)ingot_new_array(d, p, &count, sizeof(*items), _Alignof(type)); \
		for (i = 0; i < count; i++) { \
			if (protocol == INGOT_COMPACT && !ingot_ready(d, &p)) \
				break; \
			items[i] = ingot_read_##name(d, &p, protocol); \
		} \
		list->items = items; \
		list->count = count; \
		return p; \
	}
READ_INTEGERS(i16, read_i16s, int16_t, INGOT_COMPACT_I16, 2)
READ_INTEGERS(i32, read_any_i32s, int32_t, INGOT_COMPACT_I32, 4)
READ_INTEGERS(i64, read_i64s, int64_t, INGOT_COMPACT_I64, 8)

static __attribute__((noinline)) const uint8_t *read_long_i32s(struct ingot_decoder *d, const uint8_t *p, int depth,
							       struct ingot_any_list *list)
{
	return read_any_i32s(d, p, depth, list, INGOT_COMPACT);
}

INGOT_INLINE const uint8_t *read_i32s(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
				      enum ingot_protocol protocol)
{
	if (protocol == INGOT_BINARY)
		return read_any_i32s(d, p, depth, list, INGOT_BINARY);
	return take_small_ints(d, &p, depth, list) ? p : read_long_i32s(d, p, depth, list);
}

INGOT_INLINE const uint8_t *read_doubles(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
					 enum ingot_protocol protocol)
{
	uint32_t count, i;
	double *items;

	if (!ingot_begin_list(d, &p, INGOT_COMPACT_DOUBLE, 8, depth, &count, protocol))
		return p;
	items = (double *)ingot_new_array(d, p, &count, sizeof(*items), _Alignof(double));
	for (i = 0; i < count; i++)
		items[i] = ingot_read_double(&p, protocol);
	list->items = items;
	list->count = count;
	return p;
}

static __attribute__((noinline)) const uint8_t *read_any_strings(struct ingot_decoder *d, const uint8_t *p, int depth,
							 struct ingot_any_list *list, enum ingot_protocol protocol)
{
	uint32_t count, i;
	struct ingot_string *items;

	if (!ingot_begin_list(d, &p, INGOT_COMPACT_STRING, protocol == INGOT_COMPACT ? 1 : 4, depth, &count, protocol))
		return p;
	items = (struct ingot_string *)ingot_new_array(d, p, &count, sizeof(*items), _Alignof(struct ingot_string));
	for (i = 0; i < count && ingot_ready(d, &p); i++)
		items[i] = ingot_read_string(d, &p, protocol);
	list->items = items;
	list->count = count;
	return p;
}

/*
 * A list of one string of at most INGOT_PAD bytes, such as the path of a column. False: nothing was done. It may end behind the
 * input's last byte, as above.
 */
INGOT_INLINE bool take_short_string(struct ingot_decoder *d, const uint8_t **p, int depth, struct ingot_any_list *list)
{
	const uint8_t *bytes = *p + 2;
	uint32_t size = (*p)[1];
	struct ingot_string *item = (struct ingot_string *)(void *)(((uintptr_t)d->at + 7) & ~(uintptr_t)7);
	char *copy = (char *)(item + 1);

	if ((*p)[0] != (1 << 4 | INGOT_COMPACT_STRING) || size > INGOT_PAD || depth <= 0 ||
	    d->limit - copy <= (ptrdiff_t)size || d->keep == INGOT_KEEP_SHARED)
		return false;
	item->data = (const char *)(bytes + d->shift);
	item->size = size;
	if (d->keep == INGOT_KEEP_COPY) {
		memcpy(copy, bytes, INGOT_PAD);
		copy[size] = '\0';
		item->data = copy;
		copy += size + 1;
	}
	d->at = copy;
	list->items = item;
	list->count = 1;
	*p = bytes + size;
	return true;
}

INGOT_INLINE const uint8_t *read_strings(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
					 enum ingot_protocol protocol)
{
	if (protocol == INGOT_COMPACT && take_short_string(d, &p, depth, list))
		return p;
	return read_any_strings(d, p, depth, list, protocol);
}

/* The first size bytes, at most 16, of 16 that may be read. */
INGOT_INLINE bool same_short(const uint8_t *a, const uint8_t *b, uint32_t size)
{
	uint64_t low = ingot_load_le64(a) ^ ingot_load_le64(b);

	if (size < 8)
		return (low & ((UINT64_C(1) << 8 * size) - 1)) == 0;
	return low == 0 && ingot_load_le64(a + size - 8) == ingot_load_le64(b + size - 8);
}

/* A list of one short string that is the one expected; when strings are borrowed none is. */
INGOT_INLINE bool take_next_shared(struct ingot_decoder *d, const uint8_t **p, int depth, struct ingot_any_list *list)
{
	const uint8_t *bytes = *p + 2;
	uint32_t size = (*p)[1];
	const struct ingot_string *next = d->next_shared;
	struct ingot_string *item = (struct ingot_string *)(void *)(((uintptr_t)d->at + 7) & ~(uintptr_t)7);

	if (next == d->next_shared_end || next->size != size || size > INGOT_PAD || (*p)[0] != (1 << 4 | INGOT_COMPACT_STRING) ||
	    depth <= 0 || d->end - bytes < (ptrdiff_t)size || d->limit < (char *)(item + 1) ||
	    !same_short(bytes, (const uint8_t *)next->data, size))
		return false;
	*item = *next;
	d->next_shared++;
	d->at = (char *)(item + 1);
	list->items = item;
	list->count = 1;
	*p = bytes + size;
	return true;
}

INGOT_INLINE const uint8_t *read_shareds(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
					 enum ingot_protocol protocol)
{
	uint32_t count, i;
	struct ingot_string *items;

	if (protocol == INGOT_COMPACT && take_next_shared(d, &p, depth, list))
		return p;
	if (!ingot_begin_list(d, &p, INGOT_COMPACT_STRING, protocol == INGOT_COMPACT ? 1 : 4, depth, &count, protocol))
		return p;
	items = (struct ingot_string *)ingot_new_array(d, p, &count, sizeof(*items), _Alignof(struct ingot_string));
	for (i = 0; i < count && ingot_ready(d, &p); i++)
		items[i] = ingot_read_shared(d, &p, protocol);
	list->items = items;
	list->count = count;
	return p;
}

INGOT_INLINE const uint8_t *read_uuids(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_any_list *list,
				       enum ingot_protocol protocol)
{
	uint32_t count;
	struct ingot_uuid *items;

	if (!ingot_begin_list(d, &p, INGOT_COMPACT_UUID, 16, depth, &count, protocol))
		return p;
	items = (struct ingot_uuid *)ingot_new_array(d, p, &count, sizeof(*items), 1);
	if (count > 0)
		memcpy(items, p, (size_t)count * sizeof(*items));
	list->items = items;
	list->count = count;
	return p + (size_t)count * sizeof(*items);
}

#define LIST_READER(name) \
	const uint8_t *ingot_compact_##name##_list(struct ingot_decoder *d, const uint8_t *p, int depth, \
						   struct ingot_any_list *list) \
	{ \
		return read_##name##s(d, p, depth, list, INGOT_COMPACT); \
	} \
	const uint8_t *ingot_binary_##name##_list(struct ingot_decoder *d, const uint8_t *p, int depth, \
						  struct ingot_any_list *list) \
	{ \
		return read_##name##s(d, p, depth, list, INGOT_BINARY); \
	}
LIST_READER(bool)
LIST_READER(i8)
LIST_READER(i16)
LIST_READER(i32)
LIST_READER(i64)
LIST_READER(double)
LIST_READER(string)
LIST_READER(shared)
LIST_READER(uuid)
