/* SPDX-License-Identifier: MIT */
/*
 * Apache Thrift's c_glib. Its memory buffer takes read bytes from the front of a GByteArray and moves the rest at each read, so that a
 * message's time goes with the square of its size; decode is over a transport of ours that only counts on, decode-shipped over theirs.
 */
#include <thrift/c_glib/protocol/thrift_binary_protocol.h>
#include <thrift/c_glib/protocol/thrift_compact_protocol.h>
#include <thrift/c_glib/transport/thrift_memory_buffer.h>
#include <string.h>
#include "bench_types.h"
#include "contender.h"
#include "parquet_types.h"

/* ---- A transport that reads from memory and does nothing else ---- */

typedef struct {
	ThriftTransport parent;
	const guint8 *bytes;
	gsize size;
	gsize offset;
} BenchTransport;

typedef struct {
	ThriftTransportClass parent;
} BenchTransportClass;

static GType bench_transport_get_type(void);
G_DEFINE_TYPE(BenchTransport, bench_transport, THRIFT_TYPE_TRANSPORT)

static gboolean bench_transport_is_open(ThriftTransport *transport)
{
	(void)transport;
	return TRUE;
}

static gboolean bench_transport_open(ThriftTransport *transport, GError **error)
{
	(void)transport;
	(void)error;
	return TRUE;
}

static gint32 bench_transport_read(ThriftTransport *transport, gpointer to, guint32 size, GError **error)
{
	BenchTransport *bench = (BenchTransport *)transport;

	if (bench->size - bench->offset < size) {
		g_set_error(error, THRIFT_TRANSPORT_ERROR, THRIFT_TRANSPORT_ERROR_RECEIVE, "end of input");
		return -1;
	}
	memcpy(to, bench->bytes + bench->offset, size);
	bench->offset += size;
	return (gint32)size;
}

static gboolean bench_transport_known_size(ThriftTransport *transport, glong size, GError **error)
{
	(void)transport;
	(void)size;
	(void)error;
	return TRUE;
}

static void bench_transport_class_init(BenchTransportClass *class)
{
	ThriftTransportClass *transport = THRIFT_TRANSPORT_CLASS(class);

	transport->is_open = bench_transport_is_open;
	transport->open = bench_transport_open;
	transport->close = bench_transport_open;
	transport->read = bench_transport_read;
	transport->read_end = bench_transport_open;
	transport->read_all = bench_transport_read;
	transport->updateKnownMessageSize = bench_transport_known_size;
	transport->checkReadBytesAvailable = bench_transport_known_size;
	transport->resetConsumedMessageSize = bench_transport_known_size;
}

static void bench_transport_init(BenchTransport *transport)
{
	transport->bytes = NULL;
}

/* ---- Decoding ---- */

static void read_struct(GType type, GType protocol_type, ThriftTransport *transport)
{
	GError *error = NULL;
	ThriftProtocol *protocol = g_object_new(protocol_type, "transport", transport, NULL);
	ThriftStruct *value = g_object_new(type, NULL);

	if (thrift_struct_read(value, protocol, &error) < 0)
		contender_fail(error ? error->message : "c_glib says no more");
	g_object_unref(value);
	g_object_unref(protocol);
}

static void decode(GType type, GType protocol, const struct contender_input *input)
{
	static BenchTransport *transport;

	if (!transport)
		transport = g_object_new(bench_transport_get_type(), NULL);
	transport->bytes = input->bytes;
	transport->size = input->size;
	transport->offset = 0;
	read_struct(type, protocol, (ThriftTransport *)transport);
}

static void decode_shipped(GType type, GType protocol, const struct contender_input *input)
{
	GByteArray *array = g_byte_array_sized_new((guint)input->size);
	ThriftMemoryBuffer *buffer;

	g_byte_array_append(array, input->bytes, (guint)input->size);
	buffer = g_object_new(THRIFT_TYPE_MEMORY_BUFFER, "buf", array, "owner", TRUE, NULL);
	read_struct(type, protocol, (ThriftTransport *)buffer);
	g_object_unref(buffer);
}

#define DECODERS(name, type, protocol) \
	static void decode_##name(const struct contender_input *input) \
	{ \
		decode(type, protocol, input); \
	} \
	static void decode_shipped_##name(const struct contender_input *input) \
	{ \
		decode_shipped(type, protocol, input); \
	}

DECODERS(footer, TYPE_FILE_META_DATA, THRIFT_TYPE_COMPACT_PROTOCOL)
DECODERS(unknown, TYPE_STRING_TYPE, THRIFT_TYPE_COMPACT_PROTOCOL)
DECODERS(primitive_binary, TYPE_PRIMITIVE_OPTIONAL_STRUCT, THRIFT_TYPE_BINARY_PROTOCOL)
DECODERS(primitive_compact, TYPE_PRIMITIVE_OPTIONAL_STRUCT, THRIFT_TYPE_COMPACT_PROTOCOL)
DECODERS(graph_binary, TYPE_GRAPH, THRIFT_TYPE_BINARY_PROTOCOL)
DECODERS(graph_compact, TYPE_GRAPH, THRIFT_TYPE_COMPACT_PROTOCOL)
DECODERS(containers_binary, TYPE_CONTAINERS_OF_CONTAINERS, THRIFT_TYPE_BINARY_PROTOCOL)
DECODERS(containers_compact, TYPE_CONTAINERS_OF_CONTAINERS, THRIFT_TYPE_COMPACT_PROTOCOL)

#define CASES(kind, name) {"decode", kind, decode_##name, NULL}, {"decode-shipped", kind, decode_shipped_##name, NULL}

static const struct contender_case cases[] = {
	CASES("footer", footer),
	CASES("primitive.binary", primitive_binary),
	CASES("primitive.compact", primitive_compact),
	CASES("graph.binary", graph_binary),
	CASES("graph.compact", graph_compact),
	CASES("containers.binary", containers_binary),
	CASES("containers.compact", containers_compact),
	{"skip", "unknown", decode_unknown, NULL},
	{NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
	return contend(argc, argv, cases);
}
