/* SPDX-License-Identifier: MIT */
/*
 * Ingot. Operations: decode (a chunk for each message), decode-again (a block that is reset), the same with borrowed strings, skip, and
 * encode (into a writer that is reset; what is encoded is the message that was decoded last).
 */
#include <ingot/ingot.h>
#include "bench.h"
#include "contender.h"
#include "parquet.h"

#define COMPACT INGOT_COMPACT
#define BINARY INGOT_BINARY

static void begin(struct ingot_reader *reader, enum ingot_protocol protocol, const struct contender_input *input, uint32_t options)
{
	ingot_reader_init(reader, protocol, input->bytes, input->size);
	reader->options = options;
}

static void check(struct ingot_reader *reader, const void *message)
{
	if (!message || reader->offset != reader->size)
		contender_fail(ingot_reader_error(reader));
}

static struct ingot_block *empty_block(void)
{
	static struct ingot_block *block;

	if (!block)
		block = ingot_block_new(NULL, 0);
	ingot_block_reset(block);
	return block;
}

#define DECODERS(name, protocol, type) \
	static void name##_fresh(const struct contender_input *input, uint32_t options) \
	{ \
		struct ingot_reader reader; \
		struct type *message; \
		begin(&reader, protocol, input, options); \
		message = type##_from_wire(NULL, &reader); \
		check(&reader, message); \
		talloc_free(message); \
	} \
	static void name##_reused(const struct contender_input *input, uint32_t options) \
	{ \
		struct ingot_reader reader; \
		begin(&reader, protocol, input, options); \
		reader.block = empty_block(); \
		check(&reader, type##_from_wire(NULL, &reader)); \
	} \
	static void name##_decode(const struct contender_input *input) \
	{ \
		name##_fresh(input, 0); \
	} \
	static void name##_decode_again(const struct contender_input *input) \
	{ \
		name##_reused(input, 0); \
	} \
	static void name##_decode_borrow(const struct contender_input *input) \
	{ \
		name##_fresh(input, INGOT_BORROW); \
	} \
	static void name##_decode_borrow_again(const struct contender_input *input) \
	{ \
		name##_reused(input, INGOT_BORROW); \
	} \
	static struct type *name##_message; \
	static void name##_prepare(const struct contender_input *input) \
	{ \
		struct ingot_reader reader; \
		begin(&reader, protocol, input, 0); \
		name##_message = type##_from_wire(NULL, &reader); \
		check(&reader, name##_message); \
	} \
	static void name##_encode(const struct contender_input *input) \
	{ \
		static struct ingot_writer writer; \
		if (!writer.max_depth) \
			ingot_writer_init(&writer, protocol, NULL); \
		ingot_writer_reset(&writer); \
		if (!type##_to_wire(name##_message, &writer) || ingot_writer_size(&writer) != input->size) \
			contender_fail(ingot_writer_error(&writer)); \
	}

DECODERS(footer, COMPACT, parquet_FileMetaData)
DECODERS(primitive_binary, BINARY, bench_PrimitiveOptionalStruct)
DECODERS(primitive_compact, COMPACT, bench_PrimitiveOptionalStruct)
DECODERS(graph_binary, BINARY, bench_Graph)
DECODERS(graph_compact, COMPACT, bench_Graph)
DECODERS(containers_binary, BINARY, bench_ContainersOfContainers)
DECODERS(containers_compact, COMPACT, bench_ContainersOfContainers)

static void unknown_skip(const struct contender_input *input)
{
	struct ingot_reader reader;
	struct parquet_StringType *message;

	begin(&reader, COMPACT, input, 0);
	message = parquet_StringType_from_wire(NULL, &reader);
	check(&reader, message);
	talloc_free(message);
}

#define CASES(kind, name) \
	{"decode", kind, name##_decode, NULL}, {"decode-again", kind, name##_decode_again, NULL}, \
	{"decode-borrow", kind, name##_decode_borrow, NULL}, {"decode-borrow-again", kind, name##_decode_borrow_again, NULL}, \
	{"encode", kind, name##_encode, name##_prepare}

static const struct contender_case cases[] = {
	CASES("footer", footer),
	CASES("primitive.binary", primitive_binary),
	CASES("primitive.compact", primitive_compact),
	CASES("graph.binary", graph_binary),
	CASES("graph.compact", graph_compact),
	CASES("containers.binary", containers_binary),
	CASES("containers.compact", containers_compact),
	{"skip", "unknown", unknown_skip, NULL},
	{NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
	return contend(argc, argv, cases);
}
