/* SPDX-License-Identifier: MIT */
/* Strings, numbers and uuids as JSON. */
#include "json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int32_t json_text_code_point(const uint8_t *bytes, size_t size, size_t *used)
{
	static const int32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	uint8_t lead = bytes[0];
	unsigned more = lead < 0x80 ? 0 : lead < 0xc2 ? 4 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 4;
	int32_t code;
	unsigned i;

	*used = 1;
	if (more == 0)
		return lead;
	if (more == 4 || more >= size)
		return -1;
	code = lead & (0x3f >> more);
	for (i = 1; i <= more; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return -1;
		code = code << 6 | (bytes[i] & 0x3f);
	}
	if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return -1;
	*used = more + 1;
	return code;
}

bool json_text_is_printable(const void *bytes, size_t size)
{
	const uint8_t *p = bytes;
	size_t used;

	for (; size > 0; p += used, size -= used) {
		int32_t code = json_text_code_point(p, size, &used);

		if (code >= 0x7f && code < 0xa0)
			return false;
		/* What is none has a negative code. */
		if (code < 0x20 && code != '\t' && code != '\n' && code != '\r')
			return false;
	}
	return true;
}

static void put_escape(FILE *out, int32_t code)
{
	switch (code) {
	case '"':
	case '\\':
		fprintf(out, "\\%c", (int)code);
		return;
	case '\n':
		fputs("\\n", out);
		return;
	case '\t':
		fputs("\\t", out);
		return;
	case '\r':
		fputs("\\r", out);
		return;
	default:
		break;
	}
	if (code >= 0x10000)
		fprintf(out, "\\u%04x\\u%04x", 0xd7c0u + ((unsigned)code >> 10), 0xdc00u + ((unsigned)code & 0x3ff));
	else
		fprintf(out, "\\u%04x", code < 0 ? 0xfffdu : (unsigned)code);
}

void json_text_string(FILE *out, const void *bytes, size_t size)
{
	const uint8_t *p = bytes;
	size_t used, plain;

	putc('"', out);
	while (size > 0) {
		for (plain = 0; plain < size; plain++)
			if (p[plain] < 0x20 || p[plain] >= 0x7f || p[plain] == '"' || p[plain] == '\\')
				break;
		fwrite(p, 1, plain, out);
		p += plain;
		size -= plain;
		if (size == 0)
			break;
		put_escape(out, json_text_code_point(p, size, &used));
		p += used;
		size -= used;
	}
	putc('"', out);
}

void json_text_bytes(FILE *out, const void *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *p = bytes;
	size_t i;

	if (json_text_is_printable(bytes, size)) {
		json_text_string(out, bytes, size);
		return;
	}
	fputs("{\"hex\": \"", out);
	for (i = 0; i < size; i++) {
		putc(digits[p[i] >> 4], out);
		putc(digits[p[i] & 15], out);
	}
	fputs("\"}", out);
}

void json_text_digits(char text[JSON_TEXT_DOUBLE], double value)
{
	int precision;
	char *p;

	if (isnan(value) || isinf(value)) {
		strcpy(text, isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity");
		return;
	}
	for (precision = 15;; precision++) {
		snprintf(text, JSON_TEXT_DOUBLE, "%.*g", precision, value);
		if (precision == 17 || strtod(text, NULL) == value)
			break;
	}
	/* A locale may have put something else for the point, of one byte or more. */
	p = text + strspn(text, "-0123456789");
	if (*p == '\0') {
		strcat(text, ".0");
	} else if (*p != 'e') {
		char *rest = p + strcspn(p, "0123456789");

		*p = '.';
		memmove(p + 1, rest, strlen(rest) + 1);
	}
}

void json_text_double(FILE *out, double value)
{
	char text[JSON_TEXT_DOUBLE];
	const char *quote = isnan(value) || isinf(value) ? "\"" : "";

	json_text_digits(text, value);
	fprintf(out, "%s%s%s", quote, text, quote);
}

void json_text_uuid(FILE *out, const uint8_t bytes[16])
{
	unsigned i;

	putc('"', out);
	for (i = 0; i < 16; i++)
		fprintf(out, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
	putc('"', out);
}
