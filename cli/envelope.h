/* SPDX-License-Identifier: MIT */
/* What is around a value: frames, the header transport, message headers, the ends of a Parquet
 * file. */
#ifndef CLI_ENVELOPE_H
#define CLI_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>
#include "options.h"

/* How bytes are to be read. */
struct shape {
	enum framing framing; /* never AUTO */
	enum ingot_protocol protocol;
	bool is_message;
};

/* One value and what is around it. Offsets are of the reader's bytes. */
struct envelope {
	struct shape shape;   /* the protocol may come from a transport header */
	size_t begin;
	size_t transport;     /* THEADER: the header, behind its fixed part */
	size_t message;       /* where the message header is; equal to body when there is none */
	size_t name;
	uint32_t name_size;
	int32_t seqid;
	uint8_t message_type; /* 1 call, 2 reply, 3 exception, 4 oneway */
	bool is_old;          /* a binary message without a version */
	size_t body;          /* the struct */
	size_t end;           /* where it has to end, or the end of the input when nothing says */
	bool has_end;
};

/* Reads what is before a value at reader->offset and leaves that at the body. False: the reader has
 * the failure. */
bool envelope_read(
	struct envelope *envelope, const struct shape *shape, struct ingot_reader *reader);

/* The next of the header transport's key and value pairs; *at begins as envelope->transport. False:
 * no more. */
struct envelope_info {
	size_t key, key_size, value, value_size;
};
bool envelope_next_info(const struct envelope *envelope, const uint8_t *bytes, size_t *at,
	uint64_t *left, struct envelope_info *info);

/* "call"; NULL for a number that is none. */
const char *envelope_message_type(uint8_t type);
const char *envelope_protocol(enum ingot_protocol protocol);

#endif
