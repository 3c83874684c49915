/* SPDX-License-Identifier: MIT */
/*
 * How values look in JSON, the same in the library and on the command line. All that comes out is printable ASCII: what is not is
 * escaped, so that nothing of it can reach a terminal as a control.
 */
#ifndef RUNTIME_JSON_TEXT_H
#define RUNTIME_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Long enough for any double, NUL included. */
#define JSON_TEXT_DOUBLE 32

/* UTF-8 without controls other than tab, newline and carriage return: what is shown as text and not as hex. */
bool json_text_is_printable(const void *bytes, size_t size);

/* A string with its quotes. Bytes that are not UTF-8 become U+FFFD; see json_text_bytes for what keeps them. */
void json_text_string(FILE *out, const void *bytes, size_t size);

/* A string when it is printable, else {"hex": "…"}. */
void json_text_bytes(FILE *out, const void *bytes, size_t size);

/* The shortest digits that read back as the same number, with a point or an exponent; "NaN", "Infinity", "-Infinity" with quotes. */
void json_text_double(FILE *out, double value);

/* The same digits as text: NaN, Infinity, -Infinity without quotes. Does not depend on the locale. */
void json_text_digits(char text[JSON_TEXT_DOUBLE], double value);

/* 8-4-4-4-12 hex digits with quotes. */
void json_text_uuid(FILE *out, const uint8_t bytes[16]);

/*
 * The code point at *bytes, of at most size bytes, and in *used how many bytes it took; -1 and 1 for a byte that begins no UTF-8
 * sequence. size must be at least 1.
 */
int32_t json_text_code_point(const uint8_t *bytes, size_t size, size_t *used);

#endif
