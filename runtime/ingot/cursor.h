/* SPDX-License-Identifier: MIT */
/*
 * Where a generated reader is in its input, and what it reads there: field headers and scalars of both protocols. How it does so
 * without a test for each byte is said in decode.h. Not for use by hand.
 */
#ifndef INGOT_CURSOR_H
#define INGOT_CURSOR_H

#include <string.h>
#include <ingot/inline.h>
#include <ingot/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_COLD __attribute__((cold, noinline))
#define INGOT_LIKELY(x) __builtin_expect(!!(x), 1)
#define INGOT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define INGOT_FALLTHROUGH __attribute__((fallthrough))

/* Bytes that may be read behind a `p <= safe` test: twice a header and a scalar, or a header, its list's head, and 16 bytes. */
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

/* ---- When something is the matter: in libingot ---- */

/* Keeps the first failure. Returns p, so that a caller may return it in turn. */
const uint8_t *ingot_fail(struct ingot_decoder *d, const uint8_t *p, enum ingot_status status) INGOT_COLD;

/*
 * After p > safe: where to read on. At the end, or after a failure, zeros, so that a header reads as stop. Not cold: each message has
 * an end, and gcc copies the bytes of cold functions by `rep movsb`, which takes longer than a small message.
 */
const uint8_t *ingot_refill(struct ingot_decoder *d, const uint8_t *p) __attribute__((noinline));

/* Makes room so that `at + size <= limit` holds. False, after ingot_fail, when the budget or talloc does not allow it. */
bool ingot_grow(struct ingot_decoder *d, const uint8_t *p, size_t size) INGOT_COLD;

/* A compact field header without a delta, p behind its first byte; the key in d->long_key. */
const uint8_t *ingot_long_header(struct ingot_decoder *d, const uint8_t *p, int32_t last_id, uint32_t type) INGOT_COLD;

/* A varint of more than five bytes, p at its first byte; *value is 0 after a failure. */
const uint8_t *ingot_long_varint(struct ingot_decoder *d, const uint8_t *p, uint64_t *value);

/* A string or a count that does not fit what is left: BAD_SIZE or TRUNCATED. */
const uint8_t *ingot_fail_size(struct ingot_decoder *d, const uint8_t *p, uint64_t size) INGOT_COLD;

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
	/* The constant is in the wire's order, so that only what was loaded need not be turned. */
	return (ingot_load_le32(p) & 0xffffff) ==
	       (ingot_binary_of_compact(wire) | ((uint32_t)id >> 8 & 0xff) << 8 | ((uint32_t)id & 0xff) << 16);
}

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

#ifdef __cplusplus
}
#endif
#endif
