/* SPDX-License-Identifier: MIT */
/* The closed list of outcomes. Every function of the runtime that can fail ends in one of these. */
#ifndef INGOT_STATUS_H
#define INGOT_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

enum ingot_status {
	INGOT_OK = 0,
	INGOT_TRUNCATED,     /* the input ends inside a value, or a count or size goes past its end */
	INGOT_BAD_TYPE,      /* a wire type that does not exist, or an element type that has no size */
	INGOT_BAD_SIZE,      /* a negative size or count, or one above INT32_MAX */
	INGOT_BAD_VARINT,    /* a varint that is too long, or does not fit its type */
	INGOT_BAD_BOOL,      /* a bool that is neither true nor false */
	INGOT_BAD_FIELD_ID,  /* a field id outside of 16 bits */
	INGOT_BAD_UNION,     /* a union with more than one member */
	INGOT_BAD_UTF8,      /* strict: a string that is not UTF-8 */
	INGOT_MISMATCH,      /* strict: a known field, or an element, with another wire type */
	INGOT_MISSING,       /* a required field is absent */
	INGOT_DEPTH,         /* nested deeper than the reader allows */
	INGOT_BUDGET,        /* would need more memory than the reader allows */
	INGOT_TOO_LARGE,     /* input, frame or string above a limit of the reader */
	INGOT_BAD_MESSAGE,   /* a message header, frame or transport header that makes no sense */
	INGOT_UNSUPPORTED,   /* recognised, and refused: encryption, compression transforms */
	INGOT_TRAILING,      /* bytes are left over after the value */
	INGOT_NO_ROOM,       /* writer: the caller's fixed buffer is full */
	INGOT_BAD_VALUE,     /* writer: a value that has no encoding (count or size too large, no union member) */
	INGOT_NOMEM          /* talloc returned NULL */
};

/* A short lower-case name in static storage, such as "truncated"; "unknown status" for a number not above. */
const char *ingot_status_name(enum ingot_status status);

#ifdef __cplusplus
}
#endif
#endif
