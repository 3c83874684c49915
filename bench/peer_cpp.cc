// SPDX-License-Identifier: MIT
// Apache Thrift's C++ as it is fastest: templates on a concrete protocol over a memory buffer, both kept from message to message.
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TBufferTransports.h>
#include <cstring>
#include "bench_types.h"
#include "contender.h"
#include "parquet_types.h"

using apache::thrift::protocol::TBinaryProtocolT;
using apache::thrift::protocol::TCompactProtocolT;
using apache::thrift::transport::TMemoryBuffer;

using Compact = TCompactProtocolT<TMemoryBuffer>;
using Binary = TBinaryProtocolT<TMemoryBuffer>;

template <class Protocol> struct Wire {
	std::shared_ptr<TMemoryBuffer> buffer = std::make_shared<TMemoryBuffer>();
	Protocol protocol{buffer};
};

template <class Protocol> static Wire<Protocol> &wire()
{
	static Wire<Protocol> instance;
	return instance;
}

template <class Protocol, class Struct> static void read_into(Struct &value, const contender_input *input)
{
	auto &w = wire<Protocol>();
	w.buffer->resetBuffer(const_cast<uint8_t *>(input->bytes), static_cast<uint32_t>(input->size));
	if (value.read(&w.protocol) != input->size)
		contender_fail("not all was read");
}

// A new object for each message.
template <class Protocol, class Struct> static void decode(const contender_input *input)
{
	Struct value;
	read_into<Protocol>(value, input);
}

// One object for all messages: vectors and strings keep what room they have.
template <class Protocol, class Struct> static void decode_again(const contender_input *input)
{
	static Struct value;
	read_into<Protocol>(value, input);
}

// The object that is encoded is the one that was decoded last.
template <class Protocol, class Struct> static Struct &prepared()
{
	static Struct value;
	return value;
}

template <class Protocol, class Struct> static void prepare(const contender_input *input)
{
	read_into<Protocol>(prepared<Protocol, Struct>(), input);
}

template <class Protocol, class Struct> static void encode(const contender_input *input)
{
	static Wire<Protocol> out;
	out.buffer->resetBuffer();
	prepared<Protocol, Struct>().write(&out.protocol);
	if (out.buffer->available_read() != input->size)
		contender_fail("what was written has another size");
}

#define CASES(kind, Protocol, Struct) \
	{"decode", kind, decode<Protocol, Struct>, nullptr}, {"decode-again", kind, decode_again<Protocol, Struct>, nullptr}, \
	{"encode", kind, encode<Protocol, Struct>, prepare<Protocol, Struct>}

static const contender_case cases[] = {
	CASES("footer", Compact, FileMetaData),
	CASES("primitive.binary", Binary, PrimitiveOptionalStruct),
	CASES("primitive.compact", Compact, PrimitiveOptionalStruct),
	CASES("graph.binary", Binary, Graph),
	CASES("graph.compact", Compact, Graph),
	CASES("containers.binary", Binary, ContainersOfContainers),
	CASES("containers.compact", Compact, ContainersOfContainers),
	{"skip", "unknown", decode<Compact, StringType>, nullptr},
	{nullptr, nullptr, nullptr, nullptr},
};

int main(int argc, char **argv)
{
	return contend(argc, argv, cases);
}
