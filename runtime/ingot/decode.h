/* SPDX-License-Identifier: MIT */
/*
 * What generated readers call. Not for use by hand: include the generated header and call X_from_wire.
 *
 * How a generated reader stays fast without a test per byte:
 *  - Input. At each field header, element, key and value `p <= decoder->safe` is tested once; it promises INGOT_SLACK readable
 *    bytes, more than a header and a scalar take. Near the end of the input ingot_refill moves the rest into a zero-padded tail, in
 *    which the same promise holds, and reports the truncation when that is used up. Strings and counts are tested on their own.
 *  - Errors. The first failure is kept in the decoder and `safe` is cleared, so that the next header's test sees it; zeros are read
 *    until then. No other statement needs an error branch. The place and path are found afterwards, by walking again (diagnose.c).
 *  - Output. `limit` leaves room behind it for the most that the fixed-size parts of any struct of the message take, nested ones
 *    included. A struct tests `at <= limit` once and then takes what is present; arrays and strings are tested on their own. Fields
 *    that go back in id order test again, so that repeated fields cannot take more than was reserved.
 */
#ifndef INGOT_DECODE_H
#define INGOT_DECODE_H

#include <string.h>
#include <talloc.h>
#include <ingot/inline.h>
#include <ingot/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_COLD __attribute__((cold, noinline))
#define INGOT_LIKELY(x) __builtin_expect(!!(x), 1)
#define INGOT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define INGOT_FALLTHROUGH __attribute__((fallthrough))

/* Bytes that may be read behind a `p <= safe` test. */
#define INGOT_SLACK 32
/* Bytes behind `limit` that short strings may be copied over, on top of the largest room. */
#define INGOT_PAD 16

/* Wire types, as the compact protocol numbers them; the binary protocol's are mapped to these. */
enum ingot_compact_type {
	INGOT_COMPACT_STOP = 0,
	INGOT_COMPACT_TRUE = 1,
	INGOT_COMPACT_FALSE = 2, /* also: bool, as an element or in the binary protocol */
	INGOT_COMPACT_I8 = 3,
	INGOT_COMPACT_I16 = 4,
	INGOT_COMPACT_I32 = 5,
	INGOT_COMPACT_I64 = 6,
	INGOT_COMPACT_DOUBLE = 7,
	INGOT_COMPACT_STRING = 8,
	INGOT_COMPACT_LIST = 9,
	INGOT_COMPACT_SET = 10,
	INGOT_COMPACT_MAP = 11,
	INGOT_COMPACT_STRUCT = 12,
	INGOT_COMPACT_UUID = 13,
	INGOT_COMPACT_BAD = 15 /* a binary type without a meaning */
};
#define INGOT_COMPACT_BOOL INGOT_COMPACT_FALSE

/* A field header in one number, for switch: id and wire type. Low nibble 0: stop. */
#define INGOT_KEY(id, type) ((id) * 16 + INGOT_COMPACT_##type)

/* What becomes of a string that is not told to be shared by its field. */
enum ingot_keep { INGOT_KEEP_COPY, INGOT_KEEP_BORROWED, INGOT_KEEP_SHARED };

/* All in one place for one message. Lives on the stack of ingot_decode. */
struct ingot_decoder {
	const uint8_t *safe; /* p <= safe: INGOT_SLACK bytes may be read; NULL after a failure */
	const uint8_t *end;  /* of the input, or of its copy in the tail */
	char *at;            /* next free byte of the block */
	char *limit;         /* at <= limit: the largest room and INGOT_PAD bytes may be taken */
	ptrdiff_t shift;     /* from p to the same byte in the caller's input */
	uint8_t keep;        /* enum ingot_keep: what becomes of strings */
	enum ingot_status status;
	size_t failed_at;    /* offset in the reader's bytes */
	int32_t long_key;    /* second result of ingot_long_header */
	uint32_t room;       /* the largest room that the rest of the input can call for */
	const uint8_t *start; /* of the message in the caller's input */
	struct ingot_reader *reader;
	const struct ingot_type *type; /* of the message */
	/* Shared strings that are likely to come next: they came in this order before. 16 bytes of each may be read. */
	const struct ingot_string *next_shared;
	const struct ingot_string *next_shared_end;
	struct ingot_strings *table; /* strings of this message, or block, that others may share; NULL: none yet */
	void *parent;        /* further pieces are its children: the root chunk, or the block */
	char *piece;         /* the piece that `at` is in, and its size */
	size_t piece_size;
	size_t taken_before; /* bytes taken of the message's earlier pieces */
	uint64_t budget;     /* bytes that may still be asked for */
	uint32_t pieces;     /* asked for by this message */
	uint8_t tail[INGOT_SLACK + 64];
};

/* ---- Cold or large: in libingot ---- */

/* The body of X_from_wire. NULL on failure, with the reason in the reader and mem_ctx as it was. */
void *ingot_decode(TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type);

/* Keeps the first failure. Returns p, so that a caller may return it in turn. */
const uint8_t *ingot_fail(struct ingot_decoder *d, const uint8_t *p, enum ingot_status status) INGOT_COLD;

/* After p > safe: where to read on. At the end, or after a failure, zeros, so that a header reads as stop. */
const uint8_t *ingot_refill(struct ingot_decoder *d, const uint8_t *p) INGOT_COLD;

/* Makes room so that `at + size <= limit` holds. False, after ingot_fail, when the budget or talloc does not allow it. */
bool ingot_grow(struct ingot_decoder *d, const uint8_t *p, size_t size) INGOT_COLD;

/* A compact field header without a delta, p behind its first byte; the key in d->long_key. */
const uint8_t *ingot_long_header(struct ingot_decoder *d, const uint8_t *p, int32_t last_id, uint32_t type) INGOT_COLD;

/* A varint of more than five bytes, p at its first byte; *value is 0 after a failure. */
const uint8_t *ingot_long_varint(struct ingot_decoder *d, const uint8_t *p, uint64_t *value);

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

/* A string or a count that does not fit what is left: BAD_SIZE or TRUNCATED. */
const uint8_t *ingot_fail_size(struct ingot_decoder *d, const uint8_t *p, uint64_t size) INGOT_COLD;

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

/* ---- Bytes ---- */

INGOT_INLINE uint64_t ingot_load_le64(const uint8_t *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof(x));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	return x;
}

INGOT_INLINE uint64_t ingot_load_be64(const uint8_t *p)
{
	return __builtin_bswap64(ingot_load_le64(p));
}

INGOT_INLINE uint32_t ingot_load_le32(const uint8_t *p)
{
	uint32_t x;

	memcpy(&x, p, sizeof(x));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap32(x);
#endif
	return x;
}

INGOT_INLINE uint32_t ingot_load_be32(const uint8_t *p)
{
	return __builtin_bswap32(ingot_load_le32(p));
}

INGOT_INLINE double ingot_double_of_bits(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

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

/* ---- Input ---- */

/* True when a header, or a scalar, may be read at *p. False after a failure, truncation included. */
INGOT_INLINE bool ingot_ready(struct ingot_decoder *d, const uint8_t **p)
{
	if (INGOT_UNLIKELY(*p > d->safe)) {
		*p = ingot_refill(d, *p);
		return d->status == INGOT_OK;
	}
	return true;
}

#define INGOT_HIGH_BITS UINT64_C(0x8080808080808080)

/* The value of a varint of at most four bytes: x holds them and nothing else. The masks drop the high bits. */
INGOT_INLINE uint32_t ingot_pack4(uint32_t x)
{
#ifdef __BMI2__
	return (uint32_t)__builtin_ia32_pext_si(x, 0x7f7f7f7f);
#endif
	x = (x & 0x007f007f) | (x & 0x7f007f00) >> 1;
	return (x & 0x3fff) | (x >> 2 & 0x0fffc000);
}

/* The same for eight bytes. */
INGOT_INLINE uint64_t ingot_pack8(uint64_t x)
{
#ifdef __BMI2__
	return __builtin_ia32_pext_di(x, UINT64_C(0x7f7f7f7f7f7f7f7f));
#endif
	x = (x & UINT64_C(0x007f007f007f007f)) | (x & UINT64_C(0x7f007f007f007f00)) >> 1;
	x = (x & UINT64_C(0x00003fff00003fff)) | (x & UINT64_C(0x3fff00003fff0000)) >> 2;
	return (x & 0x0fffffff) | (x >> 4 & UINT64_C(0x00fffffff0000000));
}

/* The bytes of x up to and with the first without a high bit; last: a bit for each of those. */
#define INGOT_THROUGH(x, last) ((x) & ((last) ^ ((last) - 1)))

/* A varint of more than four bytes, at most five, that has to fit 32 bits; 0 after a failure. */
const uint8_t *ingot_long_varint32(struct ingot_decoder *d, const uint8_t *p, uint32_t *value) INGOT_COLD;

/* The varint at *pp, of more than one byte; most have up to five. */
INGOT_INLINE uint64_t ingot_further_varint64(struct ingot_decoder *d, const uint8_t **pp)
{
	const uint8_t *p = *pp;
	uint32_t x = ingot_load_le32(p), last = ~x & (uint32_t)INGOT_HIGH_BITS;
	uint64_t value;

	if (INGOT_LIKELY(last != 0)) {
		*pp = p + ((unsigned)__builtin_ctz(last) >> 3) + 1;
		return ingot_pack4(INGOT_THROUGH(x, last));
	}
	if (INGOT_LIKELY(p[4] < 0x80)) {
		*pp = p + 5;
		return ingot_pack4(x) | (uint64_t)p[4] << 28;
	}
	*pp = ingot_long_varint(d, p, &value);
	return value;
}

INGOT_INLINE uint32_t ingot_further_varint32(struct ingot_decoder *d, const uint8_t **pp)
{
	const uint8_t *p = *pp;
	uint32_t x = ingot_load_le32(p), last = ~x & (uint32_t)INGOT_HIGH_BITS;

	if (INGOT_UNLIKELY(last == 0)) {
		*pp = ingot_long_varint32(d, p, &x);
		return x;
	}
	*pp = p + ((unsigned)__builtin_ctz(last) >> 3) + 1;
	return ingot_pack4(INGOT_THROUGH(x, last));
}

/* A size or a count. */
INGOT_INLINE uint32_t ingot_varint32(struct ingot_decoder *d, const uint8_t **pp)
{
	uint32_t byte = **pp;

	if (INGOT_UNLIKELY(byte >= 0x80))
		return ingot_further_varint32(d, pp);
	++*pp;
	return byte;
}

INGOT_INLINE int64_t ingot_unzigzag(uint64_t u)
{
	return (int64_t)(u >> 1) ^ -(int64_t)(u & 1);
}

/* The integer that a varint of one byte stands for: a load takes less than the arithmetic. */
#define INGOT_ZIGZAG8(n) n, -(n) - 1, n + 1, -(n) - 2, n + 2, -(n) - 3, n + 3, -(n) - 4
static const int8_t ingot_small_ints[128] = {
	INGOT_ZIGZAG8(0), INGOT_ZIGZAG8(4), INGOT_ZIGZAG8(8), INGOT_ZIGZAG8(12),
	INGOT_ZIGZAG8(16), INGOT_ZIGZAG8(20), INGOT_ZIGZAG8(24), INGOT_ZIGZAG8(28),
	INGOT_ZIGZAG8(32), INGOT_ZIGZAG8(36), INGOT_ZIGZAG8(40), INGOT_ZIGZAG8(44),
	INGOT_ZIGZAG8(48), INGOT_ZIGZAG8(52), INGOT_ZIGZAG8(56), INGOT_ZIGZAG8(60),
};
#undef INGOT_ZIGZAG8

/* The compact protocol's number for a type of the binary protocol. */
INGOT_INLINE uint32_t ingot_compact_of_binary(uint32_t type)
{
	if (INGOT_LIKELY(type < 16))
		return (uint32_t)(UINT64_C(0x9abc86f5f4f732ff) >> (4 * type)) & 15;
	return type == 16 ? INGOT_COMPACT_UUID : INGOT_COMPACT_BAD;
}

/* And back, for constants. */
INGOT_INLINE uint32_t ingot_binary_of_compact(uint32_t wire)
{
	return wire == INGOT_COMPACT_UUID ? 16 : (uint32_t)(UINT64_C(0xcdefb4a863220) >> (4 * wire)) & 15;
}

/* The field header at *pp, which was tested. Low nibble 0: stop, or a failure. */
INGOT_INLINE int32_t ingot_key_at(struct ingot_decoder *d, const uint8_t **pp, int32_t last_id, enum ingot_protocol protocol)
{
	const uint8_t *p = *pp;

	if (protocol == INGOT_COMPACT) {
		uint32_t header = *p++;

		if (INGOT_UNLIKELY(header - 1 < 15)) {
			*pp = ingot_long_header(d, p, last_id, header);
			return d->long_key;
		}
		*pp = p;
		return last_id * 16 + (int32_t)header;
	} else {
		uint32_t header = ingot_load_be32(p);
		int32_t id = (int16_t)(uint16_t)(header >> 8);

		if (header >> 24 == 0) {
			*pp = p + 1;
			return 0;
		}
		*pp = p + 3;
		if (INGOT_UNLIKELY(id <= last_id && d->at > d->limit))
			if (!ingot_grow(d, p, 0))
				return 0;
		return id * 16 + (int32_t)ingot_compact_of_binary(header >> 24);
	}
}

/* The next field header. */
INGOT_INLINE int32_t ingot_next_key(struct ingot_decoder *d, const uint8_t **pp, int32_t last_id,
				    enum ingot_protocol protocol)
{
	if (INGOT_UNLIKELY(*pp > d->safe))
		*pp = ingot_refill(d, *pp);
	return ingot_key_at(d, pp, last_id, protocol);
}

/* Whether the header at p is that of the field id with that wire type, TRUE standing for both bools. */
INGOT_INLINE bool ingot_is_header(const uint8_t *p, int32_t last_id, int32_t id, uint32_t wire,
				  enum ingot_protocol protocol)
{
	if (protocol == INGOT_COMPACT) {
		uint32_t delta = (uint32_t)(id - last_id);

		if (delta - 1 > 14)
			return false;
		if (wire == INGOT_COMPACT_TRUE)
			return (uint32_t)*p - (delta << 4 | wire) <= 1;
		return *p == (delta << 4 | wire);
	}
	return ingot_load_be32(p) >> 8 == (ingot_binary_of_compact(wire) << 16 | (uint16_t)id);
}

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

/* The same after the last field in order, or after a skipped one. */
#define INGOT_LAST(last) \
	key = ingot_next_key(d, &p, last, protocol); \
	continue

INGOT_INLINE bool ingot_is_stop(int32_t key)
{
	return (key & 15) == 0;
}

/* ---- Scalars, after ingot_ready ---- */

/* A bool field: the compact protocol has it in the header. */
INGOT_INLINE bool ingot_read_bool_field(const uint8_t **p, int32_t key, enum ingot_protocol protocol)
{
	return protocol == INGOT_COMPACT ? (key & 15) == INGOT_COMPACT_TRUE : *(*p)++ != 0;
}

/* A bool element: 1 true, 2 and 0 false in the compact protocol; anything but 0 is true in the binary one. */
INGOT_INLINE bool ingot_read_bool(struct ingot_decoder *d, const uint8_t **p, enum ingot_protocol protocol)
{
	uint32_t byte = *(*p)++;

	if (protocol == INGOT_BINARY)
		return byte != 0;
	if (INGOT_UNLIKELY(byte > 2))
		ingot_fail(d, *p - 1, INGOT_BAD_BOOL);
	return byte == 1;
}

INGOT_INLINE int8_t ingot_read_i8(const uint8_t **p)
{
	return (int8_t)*(*p)++;
}

INGOT_INLINE int32_t ingot_read_i32(struct ingot_decoder *d, const uint8_t **p, enum ingot_protocol protocol)
{
	uint32_t byte = **p;

	if (protocol == INGOT_COMPACT) {
		if (INGOT_UNLIKELY(byte >= 0x80))
			return (int32_t)ingot_unzigzag(ingot_further_varint32(d, p));
		++*p;
		return ingot_small_ints[byte];
	}
	*p += 4;
	return (int32_t)ingot_load_be32(*p - 4);
}

INGOT_INLINE int16_t ingot_read_i16(struct ingot_decoder *d, const uint8_t **p, enum ingot_protocol protocol)
{
	int32_t value;

	if (protocol == INGOT_BINARY) {
		*p += 2;
		return (int16_t)((*p)[-2] << 8 | (*p)[-1]);
	}
	value = ingot_read_i32(d, p, protocol);
	if (INGOT_UNLIKELY(value != (int16_t)value))
		ingot_fail(d, *p, INGOT_BAD_VARINT);
	return (int16_t)value;
}

INGOT_INLINE int64_t ingot_read_i64(struct ingot_decoder *d, const uint8_t **p, enum ingot_protocol protocol)
{
	uint32_t byte = **p;

	if (protocol == INGOT_COMPACT) {
		if (byte >= 0x80)
			return ingot_unzigzag(ingot_further_varint64(d, p));
		++*p;
		return ingot_small_ints[byte];
	}
	*p += 8;
	return (int64_t)ingot_load_be64(*p - 8);
}

INGOT_INLINE double ingot_read_double(const uint8_t **p, enum ingot_protocol protocol)
{
	*p += 8;
	return ingot_double_of_bits(protocol == INGOT_COMPACT ? ingot_load_le64(*p - 8) : ingot_load_be64(*p - 8));
}

INGOT_INLINE struct ingot_uuid ingot_read_uuid(const uint8_t **p)
{
	struct ingot_uuid value;

	memcpy(value.bytes, *p, sizeof(value.bytes));
	*p += sizeof(value.bytes);
	return value;
}

/* ---- The block ---- */

/* Tests once that the largest room is there. */
INGOT_INLINE bool ingot_reserve(struct ingot_decoder *d, const uint8_t *p)
{
	return INGOT_LIKELY(d->at <= d->limit) || ingot_grow(d, p, 0);
}

/* Within what was reserved. */
INGOT_INLINE void *ingot_take(struct ingot_decoder *d, size_t size, size_t align)
{
	char *at = (char *)(((uintptr_t)d->at + (align - 1)) & ~(uintptr_t)(align - 1));

	d->at = at + size;
	return at;
}

/* An optional scalar's place in the block. */
#define INGOT_BOX(name, type) \
	INGOT_INLINE const type *ingot_box_##name(struct ingot_decoder *d, type value) \
	{ \
		type *place = (type *)ingot_take(d, sizeof(type), _Alignof(type)); \
		*place = value; \
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
	char *at = (char *)(((uintptr_t)d->at + (align - 1)) & ~(uintptr_t)(align - 1));

	if (INGOT_UNLIKELY((int64_t)bytes > d->limit - at)) {
		if (bytes > SIZE_MAX / 2 || !ingot_grow(d, p, (size_t)bytes)) {
			ingot_fail(d, p, INGOT_BUDGET);
			*count = 0;
			return d->at;
		}
		at = (char *)(((uintptr_t)d->at + (align - 1)) & ~(uintptr_t)(align - 1));
	}
	d->at = at + bytes;
	return at;
}

/* The size in front of a string, all of which is there. False after a failure. */
INGOT_INLINE bool ingot_read_string_size(struct ingot_decoder *d, const uint8_t **pp, uint32_t *size, enum ingot_protocol protocol)
{
	const uint8_t *p = *pp;

	if (protocol == INGOT_COMPACT) {
		*size = ingot_varint32(d, &p);
	} else {
		*size = ingot_load_be32(p);
		p += 4;
	}
	if (INGOT_UNLIKELY((int64_t)*size > d->end - p || *size > INT32_MAX)) {
		*pp = ingot_fail_size(d, p, *size);
		return false;
	}
	*pp = p;
	return true;
}

/* A copy in the block. */
INGOT_INLINE struct ingot_string ingot_copy_string(struct ingot_decoder *d, const uint8_t *p, uint32_t size)
{
	struct ingot_string string = { NULL, 0 };

	if (INGOT_UNLIKELY((int64_t)size >= d->limit - d->at) && !ingot_grow(d, p, (size_t)size + 1))
		return string;
	if (size <= INGOT_PAD)
		memcpy(d->at, p, INGOT_PAD);
	else
		memcpy(d->at, p, size);
	d->at[size] = '\0';
	string.data = d->at;
	string.size = size;
	d->at += size + 1;
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
