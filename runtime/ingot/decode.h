/* SPDX-License-Identifier: MIT */
/*
 * What generated readers call. Not for use by hand: include the generated header and call X_from_wire.
 *
 * How a generated reader stays fast without a test per byte:
 *  - Input (cursor.h). At each field header, element, key and value `p <= decoder->safe` is tested once; it promises INGOT_SLACK
 *    readable bytes, more than a header and a scalar or a short list take. Near the end of the input ingot_refill moves the rest into a zero-padded tail, in
 *    which the same promise holds, and reports the truncation when that is used up. Strings and counts are tested on their own.
 *  - Errors. The first failure is kept in the decoder and `safe` is cleared, so that the next header's test sees it; zeros are read
 *    until then. No other statement needs an error branch. The place and path are found afterwards, by walking again (diagnose.c).
 *  - Output. `limit` leaves room behind it for the most that the fixed-size parts of any struct of the message take, nested ones
 *    included. A struct tests `at <= limit` once and then takes what is present; arrays and strings are tested on their own. Fields
 *    that go back in id order test again, so that repeated fields cannot take more than was reserved.
 */
#ifndef INGOT_DECODE_H
#define INGOT_DECODE_H

#include <talloc.h>
#include <ingot/cursor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Cold or large: in libingot ---- */

/* The body of X_from_wire. NULL on failure, with the reason in the reader and mem_ctx as it was. */
void *ingot_decode(TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type);

/* Skips the value behind a field header that a reader has no use for. depth: the levels left for the struct it is in. */
const uint8_t *ingot_skip_field(struct ingot_decoder *d, const uint8_t *p, int32_t key, int depth,
				enum ingot_protocol protocol);

/*
 * As ingot_skip_field, and keeps the field behind those in the list from *first to *last (NULL: there are none). after: the id of
 * the known field that came before.
 */
const uint8_t *ingot_keep_field(struct ingot_decoder *d, const uint8_t *p, int32_t key, int32_t after,
				const struct ingot_unknown **first, struct ingot_unknown **last, int depth,
				enum ingot_protocol protocol) INGOT_COLD;

/* A lazy field: as ingot_skip_field, and its bytes go to *lazy. */
const uint8_t *ingot_keep_lazy(struct ingot_decoder *d, const uint8_t *p, int32_t key, struct ingot_string *lazy, int depth,
			       enum ingot_protocol protocol) INGOT_COLD;

/* Stands for a union that had no member. */
extern const struct ingot_unknown ingot_no_member;

/* Skips count elements of a wire type. depth: the levels left for the container they are in. */
const uint8_t *ingot_skip_elements(struct ingot_decoder *d, const uint8_t *p, uint32_t count, uint32_t wire,
				   int depth, enum ingot_protocol protocol);

/* The string that was read at p, its storage shared with an equal one, or new. Absent after a failure. */
struct ingot_string ingot_share(struct ingot_decoder *d, const uint8_t *p, uint32_t size);

/* A generated list or set, whatever it holds. */
struct ingot_any_list {
	void *items;
	uint32_t count;
} __attribute__((may_alias));

/* Lists and sets of base types. *list stays as it was when the wire has another element type: the elements are skipped. */
#define INGOT_LIST_READER(name) \
	const uint8_t *ingot_compact_##name##_list(struct ingot_decoder *d, const uint8_t *p, int depth, \
						   struct ingot_any_list *list); \
	const uint8_t *ingot_binary_##name##_list(struct ingot_decoder *d, const uint8_t *p, int depth, \
						  struct ingot_any_list *list);
INGOT_LIST_READER(bool)
INGOT_LIST_READER(i8)
INGOT_LIST_READER(i16)
INGOT_LIST_READER(i32)
INGOT_LIST_READER(i64)
INGOT_LIST_READER(double)
INGOT_LIST_READER(string)
INGOT_LIST_READER(shared)
INGOT_LIST_READER(uuid)
#undef INGOT_LIST_READER

/* ---- From field to field ---- */

/*
 * Between the fields of a generated reader's switch, which stand in the order of their ids. After the field `last`: on to the next
 * case when the header that follows is that of field id; to the one after when it is that of id2, since optional fields are left
 * out more often than fields are out of order; to the stop; else back to the switch with the key of what is there.
 */
#define INGOT_NEXT(last, id, type, id2, type2) \
	if (INGOT_UNLIKELY(p > d->safe)) \
		p = ingot_refill(d, p); \
	if (!ingot_is_header(p, last, id, INGOT_COMPACT_##type, protocol)) { \
		if (ingot_is_header(p, last, id2, INGOT_COMPACT_##type2, protocol)) { \
			INGOT_PASS(last, id2, type2); \
			goto field_##id2; \
		} \
		if (INGOT_LIKELY(*p == 0)) { \
			p++; \
			goto stop; \
		} \
		key = ingot_key_at(d, &p, last, protocol); \
		continue; \
	} \
	INGOT_PASS(last, id, type); \
	INGOT_FALLTHROUGH

/* Behind the header of field id, which is at p. */
#define INGOT_PASS(last, id, type) \
	key = protocol == INGOT_COMPACT && INGOT_COMPACT_##type == INGOT_COMPACT_TRUE ? (last) * 16 + *p : INGOT_KEY(id, type); \
	p += protocol == INGOT_COMPACT ? 1 : 3

/* The place of field id behind its case, for INGOT_NEXT and INGOT_FIRST. */
#define INGOT_LABEL(id) \
	field_##id: \
	__attribute__((unused));

/* Before the switch: the first header, which is likely to be that of one of the first fields. */
#define INGOT_FIRST(id, type, id2, type2, id3, type3) \
	if (INGOT_UNLIKELY(p > d->safe)) \
		p = ingot_refill(d, p); \
	if (ingot_is_header(p, 0, id, INGOT_COMPACT_##type, protocol)) { \
		INGOT_PASS(0, id, type); \
		goto field_##id; \
	} \
	if (ingot_is_header(p, 0, id2, INGOT_COMPACT_##type2, protocol)) { \
		INGOT_PASS(0, id2, type2); \
		goto field_##id2; \
	} \
	if (ingot_is_header(p, 0, id3, INGOT_COMPACT_##type3, protocol)) { \
		INGOT_PASS(0, id3, type3); \
		goto field_##id3; \
	} \
	key = ingot_key_at(d, &p, 0, protocol)

/* After the last field in order, or after a skipped one. */
#define INGOT_LAST(last) \
	key = ingot_next_key(d, &p, last, protocol); \
	continue

/* ---- The block ---- */

/* Tests once that the largest room is there. */
INGOT_INLINE bool ingot_reserve(struct ingot_decoder *d, const uint8_t *p)
{
	return INGOT_LIKELY(d->at <= d->limit) || ingot_grow(d, p, 0);
}

/* The next multiple of a power of two. */
INGOT_INLINE char *ingot_align(char *at, size_t align)
{
	return (char *)(((uintptr_t)at + (align - 1)) & ~(uintptr_t)(align - 1));
}

/* Within what was reserved. */
INGOT_INLINE void *ingot_take(struct ingot_decoder *d, size_t size, size_t align)
{
	char *at = ingot_align(d->at, align);

	d->at = at + size;
	return at;
}

/* An optional scalar's place in the block. at: where a reader has the next free byte, which may be d->at itself. */
#define INGOT_BOX(name, type) \
	INGOT_INLINE const type *ingot_box_##name(struct ingot_decoder *d, char **at, type value) \
	{ \
		type *place = (type *)ingot_align(*at, _Alignof(type)); \
		*place = value; \
		d->at = *at = (char *)(place + 1); \
		return place; \
	}
#ifdef __cplusplus
#define _Alignof alignof
#endif
INGOT_BOX(bool, bool)
INGOT_BOX(i8, int8_t)
INGOT_BOX(i16, int16_t)
INGOT_BOX(i32, int32_t)
INGOT_BOX(i64, int64_t)
INGOT_BOX(double, double)
INGOT_BOX(uuid, struct ingot_uuid)
#ifdef __cplusplus
#undef _Alignof
#endif
#undef INGOT_BOX

/* Room for *count items; never NULL. *count becomes 0 after a failure. */
INGOT_INLINE void *ingot_new_array(struct ingot_decoder *d, const uint8_t *p, uint32_t *count, size_t size, size_t align)
{
	uint64_t bytes = (uint64_t)*count * size;
	char *at = ingot_align(d->at, align);

	if (INGOT_UNLIKELY((int64_t)bytes > d->limit - at)) {
		if (bytes > SIZE_MAX / 2 || !ingot_grow(d, p, (size_t)bytes)) {
			ingot_fail(d, p, INGOT_BUDGET);
			*count = 0;
			return d->at;
		}
		at = ingot_align(d->at, align);
	}
	d->at = at + bytes;
	return at;
}

/* A copy in the block. */
INGOT_INLINE struct ingot_string ingot_copy_string(struct ingot_decoder *d, const uint8_t *p, uint32_t size)
{
	struct ingot_string string = { NULL, 0 };
	char *at = d->at;

	if (INGOT_UNLIKELY((int64_t)size >= d->limit - at)) {
		if (!ingot_grow(d, p, (size_t)size + 1))
			return string;
		at = d->at;
	}
	if (size <= INGOT_PAD)
		memcpy(at, p, INGOT_PAD);
	else
		memcpy(at, p, size);
	at[size] = '\0';
	d->at = at + size + 1;
	string.data = at;
	string.size = size;
	return string;
}

INGOT_INLINE struct ingot_string ingot_read_string(struct ingot_decoder *d, const uint8_t **pp, enum ingot_protocol protocol)
{
	struct ingot_string string = { NULL, 0 };
	const uint8_t *p;

	if (INGOT_UNLIKELY(!ingot_read_string_size(d, pp, &string.size, protocol))) {
		string.size = 0;
		return string;
	}
	p = *pp;
	*pp = p + string.size;
	if (d->keep != INGOT_KEEP_COPY) {
		if (d->keep == INGOT_KEEP_SHARED)
			return ingot_share(d, p, string.size);
		string.data = (const char *)(p + d->shift);
		return string;
	}
	return ingot_copy_string(d, p, string.size);
}

/* A string of a field whose strings share storage. */
INGOT_INLINE struct ingot_string ingot_read_shared(struct ingot_decoder *d, const uint8_t **pp, enum ingot_protocol protocol)
{
	struct ingot_string string = { NULL, 0 };
	const uint8_t *p;

	if (INGOT_UNLIKELY(!ingot_read_string_size(d, pp, &string.size, protocol))) {
		string.size = 0;
		return string;
	}
	p = *pp;
	*pp = p + string.size;
	if (d->keep != INGOT_KEEP_BORROWED)
		return ingot_share(d, p, string.size);
	string.data = (const char *)(p + d->shift);
	return string;
}

/* ---- Structs ---- */

/* Zeroes a struct of constant size in steps that compilers turn into plain stores: `rep stos` is slow to start. */
INGOT_INLINE void ingot_zero(void *value, size_t size)
{
	char *p = (char *)value;

	if (size > 1024) {
		memset(p, 0, size);
		return;
	}
	while (size > 64) {
		memset(p, 0, 64);
		p += 64;
		size -= 64;
	}
	memset(p, 0, size);
}

/* False when a struct would be nested too deep. */
INGOT_INLINE bool ingot_enter(struct ingot_decoder *d, const uint8_t *p, int depth)
{
	if (INGOT_LIKELY(depth > 0))
		return true;
	ingot_fail(d, p, INGOT_DEPTH);
	return false;
}

/* At the stop: the fields that must have been seen. */
INGOT_INLINE const uint8_t *ingot_leave(struct ingot_decoder *d, const uint8_t *p, uint64_t seen, uint64_t required)
{
	if (INGOT_UNLIKELY((seen & required) != required))
		ingot_fail(d, p, INGOT_MISSING);
	return p;
}

/* The tag of a union whose member id was found on the wire; 0 when it has another member: there is no room for two. */
INGOT_INLINE int32_t ingot_set_member(struct ingot_decoder *d, const uint8_t *p, int32_t tag, int32_t id)
{
	if (INGOT_UNLIKELY(tag != 0 && tag != id)) {
		ingot_fail(d, p, INGOT_BAD_UNION);
		return 0;
	}
	return id;
}

/*
 * Whether a small struct of integers stands at p as compact writers have it: every field, in order, each of one byte. mask and
 * pattern: of the headers, the bytes' high bits and the stop. It may end behind the input's last byte, which the next test finds.
 */
INGOT_INLINE bool ingot_is_small_struct(const struct ingot_decoder *d, const uint8_t *p, uint64_t mask, uint64_t pattern)
{
	return p <= d->safe && (ingot_load_le64(p) & mask) == pattern;
}

/* ---- Containers: depth is what is left for the container ---- */

/* After a head: false when so many items cannot be in what is left, or when they are of another type and so were skipped. */
bool ingot_begin_odd_list(struct ingot_decoder *d, const uint8_t **p, uint32_t found, uint32_t wanted, uint32_t count,
			  int depth, enum ingot_protocol protocol) INGOT_COLD;

/*
 * A list's or set's head. False when it holds another type, whose elements are then skipped, or after a failure. min: the least
 * that an element takes.
 */
INGOT_INLINE bool ingot_begin_list(struct ingot_decoder *d, const uint8_t **pp, uint32_t wanted, uint32_t min, int depth,
				   uint32_t *count, enum ingot_protocol protocol)
{
	const uint8_t *p = *pp;
	uint32_t found, n;

	*count = 0;
	if (!ingot_enter(d, p, depth))
		return false;
	if (protocol == INGOT_COMPACT) {
		uint32_t head = *p++;

		found = head & 15;
		n = head >> 4;
		if (wanted == INGOT_COMPACT_BOOL)
			found += found == INGOT_COMPACT_TRUE;
		if (INGOT_UNLIKELY(n == 15))
			n = ingot_varint32(d, &p);
	} else {
		found = ingot_compact_of_binary(*p);
		n = ingot_load_be32(p + 1);
		p += 5;
	}
	*pp = p;
	if (INGOT_UNLIKELY(found != wanted || (int64_t)((uint64_t)n * min) > d->end - p || (n > INT32_MAX)))
		return ingot_begin_odd_list(d, pp, found, wanted, n, depth, protocol);
	*count = n;
	return true;
}

/* The same for a map; min: an entry's least size. */
bool ingot_begin_map(struct ingot_decoder *d, const uint8_t **p, uint32_t key_wire, uint32_t value_wire, uint32_t min,
		     int depth, uint32_t *count, enum ingot_protocol protocol);

/* A list or set of a base type into a struct's member, which stays as it was when the wire has another element type. */
#define INGOT_READ_LIST(member, name, depth_left) \
	p = protocol == INGOT_COMPACT ? \
		ingot_compact_##name##_list(d, p, depth_left, (struct ingot_any_list *)&(member)) : \
		ingot_binary_##name##_list(d, p, depth_left, (struct ingot_any_list *)&(member))

/* The same into a union's member. */
#define INGOT_READ_MEMBER_LIST(member, name, depth_left, id) \
	do { \
		const uint8_t *before_ = p; \
		struct ingot_any_list list_ = { NULL, 0 }; \
		p = protocol == INGOT_COMPACT ? ingot_compact_##name##_list(d, p, depth_left, &list_) : \
						ingot_binary_##name##_list(d, p, depth_left, &list_); \
		if (INGOT_LIKELY(list_.items != NULL)) { \
			value->tag = ingot_set_member(d, before_, value->tag, id); \
			(member).items = list_.items; \
			(member).count = list_.count; \
		} \
	} while (0)

/* A struct, union or exception to its place. */
#define INGOT_READ_STRUCT(name, place, depth_left) \
	p = protocol == INGOT_COMPACT ? name##_read_compact(d, p, place, depth_left) : \
					name##_read_binary(d, p, place, depth_left)

#ifdef __cplusplus
}
#endif
#endif
