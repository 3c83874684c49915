/* SPDX-License-Identifier: MIT */
/* Frames, header transports and message headers, one inside of the other. */
#include <stdlib.h>
#include <string.h>
#include <ingot/ingot.h>
#include <ingot/message.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_message(enum ingot_protocol protocol, const char *bytes, size_t size)
{
	struct ingot_reader reader;
	struct ingot_message message;

	ingot_reader_init(&reader, protocol, bytes, size);
	if (ingot_message_read(&reader, &message) ? reader.offset > size : reader.offset != 0 || message.name.data != NULL)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_theader header;
	struct ingot_string content;
	size_t at, offset;

	for (at = 0; ingot_frame_read(data + at, size - at, INGOT_FRAME_SIZE, &content) == INGOT_OK; at += content.size + 4) {
		read_message(INGOT_BINARY, content.data, content.size);
		read_message(INGOT_COMPACT, content.data, content.size);
		if (ingot_theader_read(mem_ctx, NULL, content.data, content.size, &header, &offset) == INGOT_OK)
			read_message(header.protocol, header.payload.data, header.payload.size);
		else if (offset > content.size)
			abort();
	}
	if (at < size) {
		read_message(INGOT_BINARY, (const char *)data + at, size - at);
		read_message(INGOT_COMPACT, (const char *)data + at, size - at);
		ingot_theader_read(mem_ctx, NULL, data + at, size - at, &header, &offset);
	}
	talloc_free(mem_ctx);
	return 0;
}
