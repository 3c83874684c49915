/* SPDX-License-Identifier: MIT */
/* The words of the text form: what encode reads it by. Each function that fails has said why, with
 * line and column. */
#ifndef CLI_TEXT_SCAN_H
#define CLI_TEXT_SCAN_H

#include <stdbool.h>
#include "assemble.h"

struct scanner {
	const char *name;  /* of the file, for errors */
	const char *text;
	size_t size;
	size_t at;
	size_t token;      /* where the last word, string or bytes began: for errors */
	struct bytes held; /* strings and raw bytes, until their users take them back off */
};

/* Returns false. */
bool scan_fail(const struct scanner *scanner, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Past blanks and comments to the next character, '\0' at the end. */
char scan_peek(struct scanner *scanner);
bool scan_accept(struct scanner *scanner, char c);
bool scan_expect(struct scanner *scanner, char c);

/* Letters, digits, signs and points; cut to what the buffer takes, which no valid word exceeds.
 * False: there is none. */
bool scan_word(struct scanner *scanner, char *text, size_t room);

/* `hex`, if it is there: *has, and then the bytes are held from *begin on. Indexes and not
 * pointers, since what is held moves. */
bool scan_backquoted(struct scanner *scanner, bool *has, size_t *begin);

/* The same, of what was read last: a comma parts it from bytes that belong to what follows. */
bool scan_backquoted_behind(struct scanner *scanner, bool *has, size_t *begin);

/* What is held from begin on, as raw bytes; none unless has. Valid until more is held. */
struct raw scan_raw_of(const struct scanner *scanner, bool has, size_t begin);

/* "..." or 0x...; held from *begin on. */
bool scan_binary(struct scanner *scanner, size_t *begin);

bool scan_number(struct scanner *scanner, int64_t least, int64_t most, int64_t *value);

/* A bool, number, double or float, by its wire type. */
bool scan_scalar(struct scanner *scanner, uint8_t type, int64_t *integer, double *real);
bool scan_uuid(struct scanner *scanner, uint8_t bytes[16]);

#endif
