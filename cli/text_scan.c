/* SPDX-License-Identifier: MIT */
/* The words of the text form. */
#include "text_scan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "out.h"

bool scan_fail(const struct scanner *scanner, const char *format, ...)
{
	size_t line = 1, begin = 0, i;
	char message[256];
	va_list args;

	for (i = 0; i < scanner->token; i++)
		if (scanner->text[i] == '\n') {
			line++;
			begin = i + 1;
		}
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	out_error("%s:%zu:%zu: %s", scanner->name, line, scanner->token - begin + 1, message);
	return false;
}

/* Past blanks and comments to the next character, '\0' at the end. */
char scan_peek(struct scanner *scanner)
{
	for (; scanner->at < scanner->size; scanner->at++) {
		char c = scanner->text[scanner->at];

		if (c == '#')
			while (scanner->at + 1 < scanner->size &&
				scanner->text[scanner->at + 1] != '\n')
				scanner->at++;
		else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != ',')
			break;
	}
	scanner->token = scanner->at;
	return scanner->at < scanner->size ? scanner->text[scanner->at] : '\0';
}

bool scan_accept(struct scanner *scanner, char c)
{
	if (scan_peek(scanner) != c || scanner->at >= scanner->size)
		return false;
	scanner->at++;
	return true;
}

bool scan_expect(struct scanner *scanner, char c)
{
	return scan_accept(scanner, c) || scan_fail(scanner, "'%c' expected", c);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '.' || c == '-' || c == '+';
}

/* Letters, digits, signs and points; cut to what the buffer takes, which no valid word exceeds. */
bool scan_word(struct scanner *scanner, char *text, size_t room)
{
	size_t size = 0;

	scan_peek(scanner);
	while (scanner->at < scanner->size && is_word(scanner->text[scanner->at])) {
		if (size + 1 < room)
			text[size++] = scanner->text[scanner->at];
		scanner->at++;
	}
	text[size] = '\0';
	return size > 0;
}

/* Hex digits in pairs, blanks between pairs, up to something else; put behind what is held. */
static bool hex_pairs(struct scanner *scanner, bool blanks)
{
	while (scanner->at < scanner->size) {
		int low = scanner->at + 1 < scanner->size
			? wire_hex_digit(scanner->text[scanner->at + 1])
			: -1;
		uint8_t byte;

		if (blanks && strchr(" \t\r\n", scanner->text[scanner->at]) != NULL &&
			scanner->text[scanner->at] != '\0') {
			scanner->at++;
			continue;
		}
		if (wire_hex_digit(scanner->text[scanner->at]) < 0)
			break;
		if (low < 0)
			return scan_fail(scanner, "an odd number of hex digits");
		byte = (uint8_t)(wire_hex_digit(scanner->text[scanner->at]) << 4 | low);
		bytes_put(&scanner->held, &byte, 1);
		scanner->at += 2;
	}
	return true;
}

/*
 * `…`, if it is there: *has, and then the bytes are held from *begin on. Indexes and not pointers,
 * since what is held moves.
 */
bool scan_backquoted(struct scanner *scanner, bool *has, size_t *begin)
{
	*begin = scanner->held.size;
	*has = scan_accept(scanner, '`');
	if (!*has)
		return true;
	if (!hex_pairs(scanner, true))
		return false;
	if (scanner->at >= scanner->size || scanner->text[scanner->at] != '`')
		return scan_fail(scanner, "hex digits and a closing backquote expected");
	scanner->at++;
	return true;
}

bool scan_backquoted_behind(struct scanner *scanner, bool *has, size_t *begin)
{
	size_t end = scanner->at;

	*begin = scanner->held.size;
	*has = false;
	if (scan_peek(scanner) != '`' ||
		memchr(scanner->text + end, ',', scanner->at - end) != NULL)
		return true;
	return scan_backquoted(scanner, has, begin);
}

struct raw scan_raw_of(const struct scanner *scanner, bool has, size_t begin)
{
	static const uint8_t nothing[1];

	if (!has)
		return (struct raw){ .data = NULL };
	if (scanner->held.size == begin)
		return (struct raw){ nothing, 0 };
	return (struct raw){ scanner->held.data + begin, scanner->held.size - begin };
}

static bool put_utf8(struct scanner *scanner, uint32_t code)
{
	uint8_t utf8[4];
	size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4, i;
	static const uint8_t leads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return scan_fail(scanner, "\\u{%x} is no character", (unsigned)code);
	for (i = size; i > 0; i--) {
		utf8[i - 1] = (uint8_t)(i == 1 ? leads[size] | code : 0x80 | (code & 0x3f));
		code >>= 6;
	}
	bytes_put(&scanner->held, utf8, size);
	return true;
}

static bool escape(struct scanner *scanner)
{
	static const char names[] = "nrt0", means_[] = "\n\r\t";
	char c = scanner->at < scanner->size ? scanner->text[scanner->at++] : '\0';
	const char *found = c != '\0' ? strchr(names, c) : NULL;
	uint32_t code = 0;

	if (c == '"' || c == '\\') {
		bytes_put(&scanner->held, &c, 1);
		return true;
	}
	if (found != NULL) {
		bytes_put(&scanner->held, &means_[found - names], 1);
		return true;
	}
	if (c == 'x' && scanner->at + 1 < scanner->size &&
		wire_hex_digit(scanner->text[scanner->at]) >= 0 &&
		wire_hex_digit(scanner->text[scanner->at + 1]) >= 0) {
		uint8_t byte = (uint8_t)(wire_hex_digit(scanner->text[scanner->at]) << 4 |
			wire_hex_digit(scanner->text[scanner->at + 1]));

		bytes_put(&scanner->held, &byte, 1);
		scanner->at += 2;
		return true;
	}
	if (c != 'u' || scanner->at >= scanner->size || scanner->text[scanner->at++] != '{')
		return scan_fail(
			scanner, "an escape is one of \\n \\r \\t \\0 \\\" \\\\ \\xHH \\u{HEX}");
	while (scanner->at < scanner->size && wire_hex_digit(scanner->text[scanner->at]) >= 0 &&
		code <= 0x10ffff)
		code = code << 4 | (uint32_t)wire_hex_digit(scanner->text[scanner->at++]);
	if (scanner->at >= scanner->size || scanner->text[scanner->at++] != '}')
		return scan_fail(scanner, "'}' expected behind \\u{");
	return put_utf8(scanner, code);
}

/* "…" or 0x…; held from *begin on. */
bool scan_binary(struct scanner *scanner, size_t *begin)
{
	*begin = scanner->held.size;
	if (scan_peek(scanner) == '0' && scanner->at + 1 < scanner->size &&
		scanner->text[scanner->at + 1] == 'x') {
		scanner->at += 2;
		return hex_pairs(scanner, false);
	}
	if (!scan_accept(scanner, '"'))
		return scan_fail(scanner, "a string, or 0x and hex digits, expected");
	while (scanner->at < scanner->size && scanner->text[scanner->at] != '"') {
		char c = scanner->text[scanner->at++];

		if (c != '\\')
			bytes_put(&scanner->held, &c, 1);
		else if (!escape(scanner))
			return false;
	}
	if (scanner->at >= scanner->size)
		return scan_fail(scanner, "the string has no end");
	scanner->at++;
	return true;
}

bool scan_number(struct scanner *scanner, int64_t least, int64_t most, int64_t *value)
{
	char text[32], *end;

	if (!scan_word(scanner, text, sizeof(text)))
		return scan_fail(scanner, "a number expected");
	errno = 0;
	*value = strtoll(text, &end, 10);
	if (*end != '\0' || errno != 0 || *value < least || *value > most)
		return scan_fail(scanner, "'%s' is not a number from %" PRId64 " to %" PRId64, text,
			least, most);
	return true;
}

bool scan_scalar(struct scanner *scanner, uint8_t type, int64_t *integer, double *real)
{
	char text[512], *end;

	switch (type) {
	case INGOT_WIRE_BOOL:
		scan_word(scanner, text, sizeof(text));
		*integer = strcmp(text, "true") == 0;
		return *integer || strcmp(text, "false") == 0 ||
			scan_fail(scanner, "true or false expected");
	case INGOT_WIRE_I8:
		return scan_number(scanner, INT8_MIN, INT8_MAX, integer);
	case INGOT_WIRE_I16:
		return scan_number(scanner, INT16_MIN, INT16_MAX, integer);
	case INGOT_WIRE_I32:
		return scan_number(scanner, INT32_MIN, INT32_MAX, integer);
	case INGOT_WIRE_I64:
		return scan_number(scanner, INT64_MIN, INT64_MAX, integer);
	default:
		if (!scan_word(scanner, text, sizeof(text)))
			return scan_fail(scanner, "a number expected");
		*real = strtod(text, &end);
		return *end == '\0' || scan_fail(scanner, "'%s' is no number", text);
	}
}

bool scan_uuid(struct scanner *scanner, uint8_t bytes[16])
{
	char text[64];
	size_t at = 0, i;

	scan_word(scanner, text, sizeof(text));
	for (i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			at += text[at] == '-';
		if (wire_hex_digit(text[at]) < 0 || wire_hex_digit(text[at + 1]) < 0)
			return scan_fail(scanner,
				"a uuid expected, such as 00112233-4455-6677-8899-aabbccddeeff");
		bytes[i] = (uint8_t)(wire_hex_digit(text[at]) << 4 | wire_hex_digit(text[at + 1]));
		at += 2;
	}
	return text[at] == '\0' || scan_fail(scanner, "a uuid has 32 digits");
}
