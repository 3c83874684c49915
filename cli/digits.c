/* SPDX-License-Identifier: MIT */
#include "digits.h"

#include <string.h>
#include "out.h"
#include "wire.h"

/* Text on its way to bytes. */
struct hex {
	const uint8_t *p, *end;
	uint8_t *bytes;
	size_t count;
	bool is_dump;   /* every line begins with its offset */
	bool has_colon; /* as xxd writes it: two blanks end the bytes of a line */
};

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static const uint8_t *skip_blanks(const uint8_t *p, const uint8_t *end)
{
	while (p < end && is_blank(*p))
		p++;
	return p;
}

/*
 * At the begin of a line: passes over the offset of a dump. Four digits or more are one when they
 * say how many bytes there were, and in the first line when a colon or two blanks follow as well,
 * so that bytes are not taken for it. False: none is there.
 */
static bool skip_offset(struct hex *hex)
{
	const uint8_t *begin = skip_blanks(hex->p, hex->end), *p = begin;
	bool has_colon, has_gap;
	uint64_t offset = 0;

	for (; p < hex->end && p - begin < 16 && wire_hex_digit(*p) >= 0; p++)
		offset = offset << 4 | (uint64_t)wire_hex_digit(*p);
	if (p - begin < 4 || offset != hex->count || (hex->count > 0 && !hex->is_dump))
		return false;
	has_colon = p < hex->end && *p == ':';
	p += has_colon;
	has_gap = p == hex->end || *p == '\n' || is_blank(*p);
	if (!hex->is_dump && !has_colon)
		has_gap = hex->end - p >= 2 && is_blank(p[0]) && is_blank(p[1]);
	if (!has_gap)
		return false;
	hex->p = skip_blanks(p, hex->end);
	hex->has_colon = has_colon;
	hex->is_dump = true;
	return true;
}

/* Whether the bytes of a dump's line end before these blanks, with their text behind. hexdump has
 * two blanks after eight bytes too. */
static bool is_over(const struct hex *hex, size_t in_line)
{
	const uint8_t *p;

	if (!hex->is_dump || in_line == 0)
		return false;
	p = skip_blanks(hex->p, hex->end);
	if (p < hex->end && *p == '|')
		return true;
	return p - hex->p >= 2 && (hex->has_colon || in_line != 8 || p - hex->p > 2);
}

/* What may stand between the digits of bytes; its size. */
static size_t filler(const uint8_t *p, const uint8_t *end)
{
	if ((*p == '\\' || *p == '0') && end - p >= 2 && (p[1] | 0x20) == 'x')
		return 2;
	return *p != '\0' && strchr(" \t\r,:;-\"'{}", *p) != NULL;
}

static const uint8_t *line_end(const uint8_t *p, const uint8_t *end)
{
	const uint8_t *found = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;

	return found != NULL ? found : end;
}

static bool refuse(const char *name, const uint8_t *text, const uint8_t *p, const uint8_t *end)
{
	size_t at = (size_t)(p - text);

	if (p == end || *p == '\n' || is_blank(*p))
		out_error("%s: %zu: a hex digit stands alone", name, at);
	else if (*p > ' ' && *p < 0x7f)
		out_error("%s: %zu: '%c' is no hex digit", name, at, *p);
	else
		out_error("%s: %zu: byte 0x%02x is no hex digit", name, at, *p);
	return false;
}

/* One line, its end excluded. */
static bool read_line(struct hex *hex, const char *name, const uint8_t *text, const uint8_t *end)
{
	size_t in_line = 0;

	if (!skip_offset(hex) && hex->is_dump && skip_blanks(hex->p, end) < end) {
		out_error("%s: %zu: the offset %zx should begin this line", name,
			(size_t)(hex->p - text), hex->count);
		return false;
	}
	while (hex->p < end && *hex->p != '#' && !is_over(hex, in_line)) {
		size_t skipped = filler(hex->p, end);
		int high = wire_hex_digit(*hex->p), low;

		if (skipped > 0) {
			hex->p += skipped;
			continue;
		}
		if (high < 0)
			return refuse(name, text, hex->p, end);
		low = hex->p + 1 < end ? wire_hex_digit(hex->p[1]) : -1;
		if (low < 0)
			return refuse(name, text, hex->p + 1, end);
		hex->bytes[hex->count++] = (uint8_t)(high << 4 | low);
		hex->p += 2;
		in_line++;
	}
	return true;
}

bool digits_hex(const char *name, const uint8_t *text, size_t size, uint8_t *bytes, size_t *count)
{
	struct hex hex = { .p = text, .end = text + size, .bytes = bytes };

	while (hex.p < hex.end) {
		const uint8_t *end = line_end(hex.p, hex.end);

		if (!read_line(&hex, name, text, end))
			return false;
		hex.p = end < hex.end ? end + 1 : end;
	}
	*count = hex.count;
	return true;
}

int digits_of_base64(uint8_t c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *p = c == '\0' ? NULL : strchr(digits, c == '-' ? '+' : c == '_' ? '/' : c);

	return p == NULL ? -1 : (int)(p - digits);
}

/* Both alphabets, with or without padding, blanks anywhere. */
bool digits_base64(
	const char *name, const uint8_t *text, size_t size, uint8_t *bytes, size_t *count)
{
	uint32_t bits = 0;
	unsigned have = 0;
	bool padded = false;
	size_t i;

	*count = 0;
	for (i = 0; i < size; i++) {
		uint8_t c = text[i];
		int digit = digits_of_base64(c);

		if (is_blank(c) || c == '\n')
			continue;
		if (c == '=') {
			padded = true;
			continue;
		}
		if (digit < 0 || padded) {
			out_error("%s: %zu: byte 0x%02x is no base64", name, i, c);
			return false;
		}
		bits = bits << 6 | (uint32_t)digit;
		have += 6;
		if (have >= 8) {
			have -= 8;
			bytes[(*count)++] = (uint8_t)(bits >> have);
		}
	}
	if (have >= 6) {
		out_error("%s: %zu: base64 ends inside of a byte", name, size);
		return false;
	}
	return true;
}
