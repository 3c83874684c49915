/* SPDX-License-Identifier: MIT */
/* Bytes written as text: hex, plain or as hexdump, xxd and Wireshark print it, and base64. */
#ifndef CLI_DIGITS_H
#define CLI_DIGITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the bytes go: room for half as many as there are characters of hex, or for three bytes for
 * each four of base64 and four more. False after they have said what is wrong. */
bool digits_hex(const char *name, const uint8_t *text, size_t size, uint8_t *bytes, size_t *count);
bool digits_base64(
	const char *name, const uint8_t *text, size_t size, uint8_t *bytes, size_t *count);

/* -1: no digit. Both alphabets. */
int digits_of_base64(uint8_t c);

#endif
