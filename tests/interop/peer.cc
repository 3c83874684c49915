// SPDX-License-Identifier: MIT
// Apache Thrift's C++ side: reads each value with the code that its compiler generates, and writes it again. Same frames in and out.
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TBufferTransports.h>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>
#include "interop_types.h"

using apache::thrift::protocol::TBinaryProtocol;
using apache::thrift::protocol::TCompactProtocol;
using apache::thrift::transport::TMemoryBuffer;

template <class Protocol, class Struct> static std::string again(std::vector<uint8_t> &bytes)
{
	auto in = std::make_shared<TMemoryBuffer>(bytes.data(), static_cast<uint32_t>(bytes.size()));
	auto out = std::make_shared<TMemoryBuffer>();
	Protocol reader(in), writer(out);
	Struct value;

	if (value.read(&reader) != bytes.size())
		throw std::runtime_error("bytes are left over");
	value.write(&writer);
	return out->getBufferAsString();
}

template <class Protocol> static std::string any_again(int type, std::vector<uint8_t> &bytes)
{
	switch (type) {
	case 0: return again<Protocol, interop::Required>(bytes);
	case 1: return again<Protocol, interop::Optional>(bytes);
	case 2: return again<Protocol, interop::Default>(bytes);
	case 3: return again<Protocol, interop::Containers>(bytes);
	default: return again<Protocol, interop::Ids>(bytes);
	}
}

int main(int, char **argv)
{
	bool is_binary = std::strcmp(argv[1], "binary") == 0;
	uint8_t head[5];
	unsigned long i = 0;

	for (; std::fread(head, 1, sizeof(head), stdin) == sizeof(head); i++) {
		std::vector<uint8_t> bytes(static_cast<size_t>(head[1]) << 24 | head[2] << 16 | head[3] << 8 | head[4]);
		std::string out;

		if (std::fread(bytes.data(), 1, bytes.size(), stdin) != bytes.size())
			return 2;
		try {
			out = is_binary ? any_again<TBinaryProtocol>(head[0], bytes) : any_again<TCompactProtocol>(head[0], bytes);
		} catch (const std::exception &e) {
			std::fprintf(stderr, "value %lu: %s\n", i, e.what());
			return 1;
		}
		for (int k = 0; k < 4; k++)
			head[1 + k] = static_cast<uint8_t>(out.size() >> (24 - 8 * k));
		std::fwrite(head, 1, sizeof(head), stdout);
		std::fwrite(out.data(), 1, out.size(), stdout);
	}
	return 0;
}
