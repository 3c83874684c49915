/* SPDX-License-Identifier: MIT */
/* Numbers as bytes, for what stands around values: message headers, frames, the header transport, metadata. */
#ifndef RUNTIME_BYTES_H
#define RUNTIME_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <ingot/status.h>

static inline uint16_t bytes_be16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t bytes_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* A varint of at most 32 bits and five bytes. TRUNCATED, BAD_VARINT: *p is as it was. */
static inline enum ingot_status bytes_varint(const uint8_t **p, const uint8_t *end, uint32_t *value)
{
	const uint8_t *at = *p;
	uint64_t sum = 0;

	for (unsigned shift = 0; shift < 35; shift += 7) {
		if (at == end)
			return INGOT_TRUNCATED;
		sum |= (uint64_t)(*at & 0x7f) << shift;
		if (*at++ < 0x80) {
			if (sum > UINT32_MAX)
				return INGOT_BAD_VARINT;
			*value = (uint32_t)sum;
			*p = at;
			return INGOT_OK;
		}
	}
	return INGOT_BAD_VARINT;
}

static inline uint8_t *bytes_put_be16(uint8_t *p, uint16_t value)
{
	*p++ = (uint8_t)(value >> 8);
	*p++ = (uint8_t)value;
	return p;
}

static inline uint8_t *bytes_put_be32(uint8_t *p, uint32_t value)
{
	p = bytes_put_be16(p, (uint16_t)(value >> 16));
	return bytes_put_be16(p, (uint16_t)value);
}

static inline uint8_t *bytes_put_varint(uint8_t *p, uint32_t value)
{
	for (; value >= 0x80; value >>= 7)
		*p++ = (uint8_t)(value | 0x80);
	*p++ = (uint8_t)value;
	return p;
}

static inline size_t bytes_varint_size(uint32_t value)
{
	size_t size = 1;

	for (; value >= 0x80; value >>= 7)
		size++;
	return size;
}

#endif
