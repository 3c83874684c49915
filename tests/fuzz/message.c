/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <string.h>
#include <ingot/ingot.h>
#include <ingot/message.h>

/* What was read is written as it was, but for what a writer does not repeat: padded varints, STRICT's absence. */
static void write_again(enum ingot_protocol protocol, const struct ingot_message *message)
{
	struct ingot_message other;
	struct ingot_writer writer;
	struct ingot_reader reader;

	ingot_writer_init(&writer, protocol, NULL);
	if (ingot_message_write(&writer, message)) {
		ingot_reader_init(&reader, protocol, ingot_writer_bytes(&writer), ingot_writer_size(&writer));
		if (!ingot_message_read(&reader, &other) || reader.offset != reader.size)
			fuzz_broken("a message header that was written is read");
		if (other.type != message->type || other.seqid != message->seqid || other.is_old != message->is_old ||
		    other.name.size != message->name.size || memcmp(other.name.data, message->name.data, other.name.size) != 0)
			fuzz_broken("a message header is read as it was written");
	} else if (writer.status != INGOT_BAD_VALUE) {
		fuzz_broken("a message header that was read is written, unless its type or name is none");
	}
	talloc_free(writer.bytes);
}

static void read_message(enum ingot_protocol protocol, const void *bytes, size_t size)
{
	struct ingot_reader reader;
	struct ingot_message message;

	ingot_reader_init(&reader, protocol, bytes, size);
	if (!ingot_message_read(&reader, &message)) {
		if (reader.offset != 0 || message.name.data != NULL || message.name.size != 0 || message.seqid != 0 || message.type != 0)
			fuzz_broken("a message header that is refused is all zero");
		return;
	}
	if (reader.offset > size || message.name.data == NULL || message.name.size > size)
		fuzz_broken("a message header lies within its bytes");
	write_again(protocol, &message);
}

static void read_content(TALLOC_CTX *mem_ctx, const void *bytes, size_t size)
{
	size_t blocks = talloc_total_blocks(mem_ctx), offset = 0;
	struct ingot_theader header;

	read_message(INGOT_BINARY, bytes, size);
	read_message(INGOT_COMPACT, bytes, size);
	memset(&header, 0, sizeof(header));
	if (ingot_theader_read(mem_ctx, NULL, bytes, size, &header, &offset) == INGOT_OK) {
		read_message(header.protocol, header.payload.data, header.payload.size);
	} else if (offset > size || talloc_total_blocks(mem_ctx) != blocks) {
		fuzz_broken("a header transport that is refused leaves nothing behind");
	}
}

void fuzz_message(const uint8_t *data, size_t size)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_string content;
	size_t at;

	for (at = 0; ingot_frame_read(data + at, size - at, INGOT_FRAME_SIZE, &content) == INGOT_OK; at += content.size + 4) {
		if (content.size > size - at - 4)
			fuzz_broken("a frame lies within its bytes");
		read_content(mem_ctx, content.data, content.size);
	}
	if (at < size)
		read_content(mem_ctx, data + at, size - at);
	talloc_free(mem_ctx);
}
