// SPDX-License-Identifier: MIT
// Apache Thrift's C++ side of damaged.c: reads each input and writes what it took. Children do the work, so that one that crashes,
// hangs or wants more than MOST_MEMORY is told and passed over.
#include <thrift/TConfiguration.h>
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TBufferTransports.h>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "interop_types.h"

using apache::thrift::TConfiguration;
using apache::thrift::protocol::TBinaryProtocol;
using apache::thrift::protocol::TCompactProtocol;
using apache::thrift::transport::TMemoryBuffer;

struct Input {
	int type;
	std::vector<uint8_t> bytes;
};

static bool is_binary;

// An input has at most 4 KiB, and takes some microseconds.
static const rlim_t MOST_MEMORY = static_cast<rlim_t>(64) << 20;
static const suseconds_t MOST_MICROSECONDS = 20000;

static void put_size(std::string &to, size_t size)
{
	for (int k = 0; k < 4; k++)
		to.push_back(static_cast<char>(size >> (24 - 8 * k)));
}

static std::string because(char verdict, const char *why)
{
	std::string reply(1, verdict);

	put_size(reply, 0);
	put_size(reply, std::strlen(why));
	return reply + why;
}

template <class Protocol, class Struct> static std::string again(Input &input)
{
	auto limits = std::make_shared<TConfiguration>(static_cast<int>(input.bytes.size()));
	auto in = std::make_shared<TMemoryBuffer>(input.bytes.data(), static_cast<uint32_t>(input.bytes.size()), TMemoryBuffer::OBSERVE, limits);
	auto out = std::make_shared<TMemoryBuffer>();
	Protocol reader(in), writer(out);
	Struct value;
	std::string reply;
	uint32_t used;

	try {
		value.read(&reader);
		used = static_cast<uint32_t>(input.bytes.size()) - in->available_read();
	} catch (const std::bad_alloc &) {
		return because(2, "memory");
	} catch (const std::exception &e) {
		return because(0, e.what());
	}
	value.write(&writer);
	reply.push_back(1);
	put_size(reply, used);
	put_size(reply, out->getBufferAsString().size());
	return reply + out->getBufferAsString();
}

template <class Protocol> static std::string any_again(Input &input)
{
	switch (input.type) {
	case 0: return again<Protocol, interop::Required>(input);
	case 1: return again<Protocol, interop::Optional>(input);
	case 2: return again<Protocol, interop::Containers>(input);
	default: return again<Protocol, interop::Ids>(input);
	}
}

static void work(std::vector<Input> &inputs, size_t from, FILE *out)
{
	const struct rlimit limit = {MOST_MEMORY, MOST_MEMORY};

	setrlimit(RLIMIT_DATA, &limit);
	for (size_t i = from; i < inputs.size(); i++) {
		const struct itimerval most = {{0, 0}, {0, MOST_MICROSECONDS}};
		setitimer(ITIMER_PROF, &most, nullptr);
		std::string reply = is_binary ? any_again<TBinaryProtocol>(inputs[i]) : any_again<TCompactProtocol>(inputs[i]);
		std::fwrite(reply.data(), 1, reply.size(), out);
		std::fflush(out);
	}
	_exit(0);
}

// What the child wrote, whole replies only. Returns how many.
static size_t take_replies(FILE *in, FILE *out)
{
	std::string all;
	char part[65536];
	size_t n, at = 0, count = 0;

	while ((n = std::fread(part, 1, sizeof(part), in)) > 0)
		all.append(part, n);
	while (all.size() - at >= 9) {
		size_t size = 0;
		for (int k = 0; k < 4; k++)
			size = size << 8 | static_cast<uint8_t>(all[at + 5 + k]);
		if (all.size() - at - 9 < size)
			break;
		at += 9 + size;
		count++;
	}
	std::fwrite(all.data(), 1, at, out);
	return count;
}

static void run(std::vector<Input> &inputs)
{
	size_t done = 0;

	while (done < inputs.size()) {
		int ends[2];

		if (pipe(ends) != 0)
			exit(2);
		std::fflush(stdout);
		pid_t pid = fork();
		if (pid == 0) {
			close(ends[0]);
			work(inputs, done, fdopen(ends[1], "wb"));
		}
		close(ends[1]);
		FILE *in = fdopen(ends[0], "rb");
		done += take_replies(in, stdout);
		std::fclose(in);
		int status = 0;
		waitpid(pid, &status, 0);
		if (done < inputs.size()) {
			std::string reply = because(2, WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? "time" : "crash");
			std::fwrite(reply.data(), 1, reply.size(), stdout);
			done++;
		}
	}
	inputs.clear();
}

int main(int, char **argv)
{
	std::vector<Input> inputs;
	uint8_t head[5];

	is_binary = std::strcmp(argv[1], "binary") == 0;
	while (std::fread(head, 1, sizeof(head), stdin) == sizeof(head)) {
		Input input;
		input.type = head[0];
		input.bytes.resize(static_cast<size_t>(head[1]) << 24 | head[2] << 16 | head[3] << 8 | head[4]);
		if (std::fread(input.bytes.data(), 1, input.bytes.size(), stdin) != input.bytes.size())
			return 2;
		inputs.push_back(std::move(input));
		if (inputs.size() == 2000)
			run(inputs);
	}
	run(inputs);
	return 0;
}
