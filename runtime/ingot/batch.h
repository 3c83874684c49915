/* SPDX-License-Identifier: MIT */
/*
 * Many messages at once: their headers and the structs they carry come out of one block. One allocation whatever the number of
 * messages, none with reader->block. `struct X (…) (ingot.batch)` in the IDL gives X_batch and X_batch_from_wire.
 */
#ifndef INGOT_BATCH_H
#define INGOT_BATCH_H

#include <stdint.h>
#include <talloc.h>
#include <ingot/message.h>
#include <ingot/reader.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ingot_framing {
	INGOT_UNFRAMED, /* one message right behind the other; they are walked once to be counted */
	INGOT_FRAMED    /* each in a frame, of at most INGOT_FRAME_SIZE, that it fills */
};

/* What every X_batch looks like; there values.items is a struct X *. Both arrays have the same count. */
struct ingot_batch {
	struct {
		struct ingot_message *items;
		uint32_t count;
	} messages;
	struct {
		void *items;
		uint32_t count;
	} values;
};

/*
 * All messages from reader->offset to the end of the reader's bytes, in the reader's protocol and with its options, limits and budget,
 * which is that of the whole. values.items[i] is the struct of messages.items[i]. Names are copied unless INGOT_BORROW is set.
 * The struct of an INGOT_EXCEPTION is another type than the others': it is skipped, and its value is all zero.
 *
 * NULL on failure, mem_ctx and the block as they were and the failure in the reader, with the message's number first:
 *   calc.add_args[17].left: at byte 1042: truncated (expected i32)
 */
struct ingot_batch *ingot_batch_decode(TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type,
				       enum ingot_framing framing);

#ifdef __cplusplus
}
#endif
#endif
