/* SPDX-License-Identifier: MIT */
/*
 * The header transport. A frame's content: magic, flags, sequence id, the header's size in words of four bytes; then the header:
 * protocol, transforms, info blocks, padding; then the message. Whatever the header says is checked against its own end, and that
 * against the frame's, before it is used.
 */
#include <ingot/message.h>

#include <string.h>
#include "bytes.h"
#include "metadata_blocks.h"
#include "write.h"

#define MAGIC 0x0fff
#define FIXED_SIZE 10 /* before the header that has a size */
#define WORD 4

enum protocol_id { PROTOCOL_BINARY = 0, PROTOCOL_COMPACT = 2 };

/* Key-values of one call, and those that hold for a connection: the same form. */
enum info_id { INFO_PADDING = 0, INFO_KEYVALUE = 1, INFO_PERSISTENT = 2 };

bool ingot_theader_is(const void *content, size_t size)
{
	return size >= 2 && bytes_be16(content) == MAGIC;
}

static enum ingot_status read_protocol(const uint8_t **p, const uint8_t *end, struct ingot_theader *header)
{
	const uint8_t *begin = *p;
	uint32_t id;
	enum ingot_status status = bytes_varint(p, end, &id);

	if (status != INGOT_OK)
		return status;
	switch (id) {
	case PROTOCOL_BINARY:
		header->protocol = INGOT_BINARY;
		return INGOT_OK;
	case PROTOCOL_COMPACT:
		header->protocol = INGOT_COMPACT;
		return INGOT_OK;
	default:
		*p = begin;
		return INGOT_UNSUPPORTED;
	}
}

/* None are taken; the offset of the first one is where it is refused. */
static enum ingot_status read_transforms(const uint8_t **p, const uint8_t *end)
{
	uint32_t count;
	uint32_t id;
	const uint8_t *first;
	enum ingot_status status = bytes_varint(p, end, &count);

	if (status != INGOT_OK || count == 0)
		return status;
	first = *p;
	status = bytes_varint(p, end, &id);
	if (status != INGOT_OK)
		return status;
	*p = first;
	return INGOT_UNSUPPORTED;
}

/* The next info block of key-values: *p goes behind its id. False at the end, or at a block that nothing is known of. */
static bool next_info(const uint8_t **p, const uint8_t *end, enum ingot_status *status)
{
	uint32_t id;

	*status = INGOT_OK;
	if (*p == end)
		return false;
	*status = bytes_varint(p, end, &id);
	return *status == INGOT_OK && (id == INFO_KEYVALUE || id == INFO_PERSISTENT);
}

/* All info blocks between *p and end; *p is then behind them or at the fault. */
static enum ingot_status read_infos(TALLOC_CTX *mem_ctx, const uint8_t **p, const uint8_t *end, struct ingot_metadata *metadata)
{
	struct metadata_blocks blocks = { 0, 0, NULL, NULL };
	const uint8_t *begin = *p;
	enum ingot_status status;

	while (next_info(p, end, &status)) {
		status = metadata_blocks_measure(&blocks, metadata, p, end);
		if (status != INGOT_OK)
			return status;
	}
	if (status == INGOT_OK)
		status = metadata_blocks_make(mem_ctx, metadata, &blocks, metadata);
	if (status != INGOT_OK)
		return status;
	while (next_info(&begin, end, &status))
		metadata_blocks_put(&blocks, &begin, end);
	return INGOT_OK;
}

/* The header between *p and end; *p is then behind it or at the fault. */
static enum ingot_status read_header(TALLOC_CTX *mem_ctx, const uint8_t **p, const uint8_t *end, struct ingot_theader *header)
{
	enum ingot_status status = read_protocol(p, end, header);

	if (status == INGOT_OK)
		status = read_transforms(p, end);
	if (status == INGOT_OK)
		status = read_infos(mem_ctx, p, end, &header->metadata);
	return status;
}

enum ingot_status ingot_theader_read(TALLOC_CTX *mem_ctx, const struct ingot_metadata *base, const void *content,
				     size_t size, struct ingot_theader *header, size_t *offset)
{
	static const struct ingot_metadata empty;
	const uint8_t *bytes = content;
	struct ingot_theader result;
	enum ingot_status status;
	const uint8_t *p;
	size_t end;

	*offset = 0;
	if (size > INGOT_THEADER_SIZE)
		return INGOT_TOO_LARGE;
	if (size < FIXED_SIZE)
		return size >= 2 && bytes_be16(bytes) != MAGIC ? INGOT_BAD_MESSAGE : INGOT_TRUNCATED;
	if (bytes_be16(bytes) != MAGIC)
		return INGOT_BAD_MESSAGE;
	result.flags = bytes_be16(bytes + 2);
	result.seqid = (int32_t)bytes_be32(bytes + 4);
	result.metadata = base != NULL ? *base : empty;
	end = FIXED_SIZE + (size_t)bytes_be16(bytes + 8) * WORD;
	*offset = 8;
	if (end > size)
		return INGOT_TRUNCATED;
	p = bytes + FIXED_SIZE;
	status = read_header(mem_ctx, &p, bytes + end, &result);
	*offset = (size_t)(p - bytes);
	if (status != INGOT_OK)
		return status;
	result.payload.data = (const char *)bytes + end;
	result.payload.size = (uint32_t)(size - end);
	*header = result;
	return INGOT_OK;
}

static uint8_t *put_header(uint8_t *p, const struct ingot_theader *header, size_t block_size, size_t words)
{
	uint8_t *end;

	p = bytes_put_be16(p, MAGIC);
	p = bytes_put_be16(p, header->flags);
	p = bytes_put_be32(p, (uint32_t)header->seqid);
	p = bytes_put_be16(p, (uint16_t)words);
	end = p + words * WORD;
	*p++ = header->protocol == INGOT_BINARY ? PROTOCOL_BINARY : PROTOCOL_COMPACT;
	*p++ = 0; /* transforms */
	if (block_size > 0) {
		*p++ = INFO_KEYVALUE;
		p += ingot_metadata_to_block(&header->metadata, p, block_size);
	}
	memset(p, INFO_PADDING, (size_t)(end - p));
	return end;
}

size_t ingot_theader_begin(struct ingot_writer *writer, const struct ingot_theader *header)
{
	size_t begin = ingot_frame_begin(writer);
	bool has_metadata = header->metadata.count > 0;
	size_t block_size = has_metadata ? ingot_metadata_to_block(&header->metadata, NULL, 0) : 0;
	size_t words = (2 + (size_t)has_metadata + block_size + WORD - 1) / WORD;
	uint8_t *p;

	if (writer->status != INGOT_OK)
		return begin;
	if (words > UINT16_MAX) {
		writer->status = INGOT_TOO_LARGE;
		return begin;
	}
	if (!writer_reserve(writer, writer->size + FIXED_SIZE + words * WORD))
		return begin;
	p = writer->bytes + writer->size;
	writer->size += (size_t)(put_header(p, header, block_size, words) - p);
	return begin;
}
