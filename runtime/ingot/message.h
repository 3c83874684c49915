/* SPDX-License-Identifier: MIT */
/*
 * What stands around the structs of a call: message headers, frames, the header transport, multiplexed names. Bytes in, bytes
 * out; no sockets. Reading allocates nothing but metadata, and every size is checked before it is used.
 *
 * Received bytes become a message in these steps: ingot_frame_read, then, where ingot_theader_is says so, ingot_theader_read; then
 * ingot_message_read, then X_from_wire with the same reader. Many messages at once: see batch.h.
 */
#ifndef INGOT_MESSAGE_H
#define INGOT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/metadata.h>
#include <ingot/reader.h>
#include <ingot/status.h>
#include <ingot/type.h>
#include <ingot/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_FRAME_SIZE 16384000u       /* the usual limit of a frame's length */
#define INGOT_THEADER_SIZE 0x3fffffffu   /* the most that the header transport allows */
#define INGOT_MESSAGE_NAME_SIZE (1u << 16) /* bytes of a message's name */

enum ingot_message_type {
	INGOT_CALL = 1,
	INGOT_REPLY = 2,
	INGOT_EXCEPTION = 3,
	INGOT_ONEWAY = 4
};

struct ingot_message {
	struct ingot_string name; /* as on the wire, "Service:method" when multiplexed; read: in the reader's bytes, no NUL */
	int32_t seqid;
	uint8_t type;             /* enum ingot_message_type */
	bool is_old;              /* binary: the form without a version */
};

/* ---- Message headers. ---- */

/*
 * Reads a header at reader->offset in the reader's protocol. True: the struct that belongs to the message begins at reader->offset.
 * False: the failure is in the reader, reader->offset is where it was, and *message is all zero.
 * Binary takes the strict and the old form. With INGOT_FACEBOOK compact has version 2 (big-endian doubles), else version 1.
 */
bool ingot_message_read(struct ingot_reader *reader, struct ingot_message *message);

/* Appends a header: strict binary unless is_old, compact version 1. BAD_VALUE: no such type, or a name too large or absent. */
bool ingot_message_write(struct ingot_writer *writer, const struct ingot_message *message);

/*
 * "Service:method" into its parts, which point into name. False: there is no colon; then service is absent and method the whole.
 * The first colon divides; each part may be empty.
 */
bool ingot_message_split(struct ingot_string name, struct ingot_string *service, struct ingot_string *method);

/* Which protocol a message is in, by its first byte. False: neither. bytes need only have that one. */
bool ingot_message_protocol(const void *bytes, size_t size, enum ingot_protocol *protocol);

/* ---- Frames: a big-endian i32 length, then so many bytes. ---- */

/*
 * The frame at bytes, which is not copied. TRUNCATED: it is not all there yet; content->data is NULL, and content->size is the
 * content's size, or 0 while that is unknown. BAD_SIZE: a negative length. TOO_LARGE: above max_size, which is at most INT32_MAX.
 * An empty frame is OK. The whole frame takes content->size + 4 bytes.
 */
enum ingot_status ingot_frame_read(const void *bytes, size_t size, uint32_t max_size, struct ingot_string *content);

/*
 * Begins a frame and returns where, for ingot_frame_end, which sets the length to what was appended since. When that is above
 * max_size (TOO_LARGE), or anything failed since, all of the frame is taken back and the failure is in the writer.
 */
size_t ingot_frame_begin(struct ingot_writer *writer);
bool ingot_frame_end(struct ingot_writer *writer, size_t begin, uint32_t max_size);

/* ---- The header transport (THeader). Transforms are refused: neither compressed nor signed messages. ---- */

struct ingot_theader {
	enum ingot_protocol protocol;
	uint16_t flags;
	int32_t seqid;
	struct ingot_metadata metadata;
	struct ingot_string payload; /* read: the message, in the frame's bytes */
};

/* Whether a frame's content begins as the header transport's does. */
bool ingot_theader_is(const void *content, size_t size);

/*
 * Reads a frame's content. header->metadata begins as *base (NULL: empty, usual limits) and gets the key-values appended; see
 * metadata.h. *offset: on failure where in the content. UNSUPPORTED: a transform, or a protocol that is neither binary nor compact;
 * BAD_MESSAGE: no header transport, or a header that makes no sense; TRUNCATED: a size goes past the header or the frame; else as
 * ingot_metadata_from_block. On failure *header is as it was. Info blocks that are not key-values have no size and end the reading.
 */
enum ingot_status ingot_theader_read(TALLOC_CTX *mem_ctx, const struct ingot_metadata *base, const void *content,
				     size_t size, struct ingot_theader *header, size_t *offset);

/*
 * Begins a frame with a header, whose payload is not looked at: the message follows, then ingot_frame_end with what was returned
 * and at most INGOT_THEADER_SIZE. TOO_LARGE in the writer: the metadata do not fit into a header (256 KiB).
 */
size_t ingot_theader_begin(struct ingot_writer *writer, const struct ingot_theader *header);

#ifdef __cplusplus
}
#endif
#endif
