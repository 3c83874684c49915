/* SPDX-License-Identifier: MIT */
/* Lists and sets of base types: one loop a type, both protocols from one text. */
#include <ingot/decode.h>

/* The bytes of count fixed-size elements are all there: ingot_begin_list has divided by the size. */

INGOT_INLINE const uint8_t *read_bools(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_list *list,
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

INGOT_INLINE const uint8_t *read_i8s(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_list *list,
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
#define READ_INTEGERS(name, type, wire, size) \
	INGOT_INLINE const uint8_t *read_##name##s(struct ingot_decoder *d, const uint8_t *p, int depth, \
						   struct ingot_list *list, enum ingot_protocol protocol) \
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
READ_INTEGERS(i16, int16_t, INGOT_COMPACT_I16, 2)
READ_INTEGERS(i32, int32_t, INGOT_COMPACT_I32, 4)
READ_INTEGERS(i64, int64_t, INGOT_COMPACT_I64, 8)

INGOT_INLINE const uint8_t *read_doubles(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_list *list,
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

INGOT_INLINE const uint8_t *read_strings(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_list *list,
					 enum ingot_protocol protocol)
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

INGOT_INLINE const uint8_t *read_shareds(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_list *list,
					 enum ingot_protocol protocol)
{
	uint32_t count, i;
	struct ingot_string *items;

	if (!ingot_begin_list(d, &p, INGOT_COMPACT_STRING, protocol == INGOT_COMPACT ? 1 : 4, depth, &count, protocol))
		return p;
	items = (struct ingot_string *)ingot_new_array(d, p, &count, sizeof(*items), _Alignof(struct ingot_string));
	for (i = 0; i < count && ingot_ready(d, &p); i++)
		items[i] = ingot_read_shared(d, &p, protocol);
	list->items = items;
	list->count = count;
	return p;
}

INGOT_INLINE const uint8_t *read_uuids(struct ingot_decoder *d, const uint8_t *p, int depth, struct ingot_list *list,
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
						   struct ingot_list *list) \
	{ \
		return read_##name##s(d, p, depth, list, INGOT_COMPACT); \
	} \
	const uint8_t *ingot_binary_##name##_list(struct ingot_decoder *d, const uint8_t *p, int depth, \
						  struct ingot_list *list) \
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
