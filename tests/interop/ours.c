/* SPDX-License-Identifier: MIT */
/*
 * Our side of the exchange with other implementations. Values follow from the seed alone.
 *
 *   ours write binary|compact SEED COUNT     values to stdout, each as: type (1 byte), size (4 bytes, big endian), bytes
 *   ours json  binary|compact SEED COUNT     the same values as JSON, one a line
 *   ours check binary|compact SEED COUNT     reads what a peer made of them; the values have to be the same
 *   ours bytes binary|compact SEED COUNT     as check, and the bytes have to be those that we write with INGOT_SORTED
 */
#include <ingot/decode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "interop.h"
#include "random.h"

static const struct ingot_type *const types[] = {
	&interop_Required_type, &interop_Optional_type, &interop_Default_type, &interop_Containers_type, &interop_Ids_type,
};
#define TYPE_COUNT (sizeof(types) / sizeof(types[0]))

static void die(unsigned long i, const char *what, const char *detail)
{
	fprintf(stderr, "value %lu: %s: %s\n", i, what, detail);
	exit(1);
}

static void write_value(TALLOC_CTX *ctx, struct ingot_writer *writer, enum ingot_protocol protocol, uint32_t options, unsigned long i,
			const void *value)
{
	ingot_writer_init(writer, protocol, ctx);
	writer->options = options;
	if (!ingot_write(writer, types[i % TYPE_COUNT], value))
		die(i, "to_wire", ingot_writer_error(writer));
}

static void put_frame(unsigned long i, const struct ingot_writer *writer)
{
	uint8_t head[5] = { (uint8_t)(i % TYPE_COUNT), (uint8_t)(writer->size >> 24), (uint8_t)(writer->size >> 16),
			    (uint8_t)(writer->size >> 8), (uint8_t)writer->size };

	fwrite(head, 1, sizeof(head), stdout);
	fwrite(writer->bytes, 1, writer->size, stdout);
}

/* A peer's version of value i. */
static uint8_t *get_frame(TALLOC_CTX *ctx, unsigned long i, size_t *size)
{
	uint8_t head[5];
	uint8_t *bytes;

	if (fread(head, 1, sizeof(head), stdin) != sizeof(head) || head[0] != i % TYPE_COUNT)
		die(i, "peer", "no frame");
	*size = (size_t)head[1] << 24 | (size_t)head[2] << 16 | (size_t)head[3] << 8 | head[4];
	bytes = talloc_size(ctx, *size);
	if (bytes == NULL || fread(bytes, 1, *size, stdin) != *size)
		die(i, "peer", "frame cut short");
	return bytes;
}

static void check_frame(TALLOC_CTX *ctx, enum ingot_protocol protocol, unsigned long i, const void *value, bool by_bytes)
{
	const struct ingot_type *type = types[i % TYPE_COUNT];
	struct ingot_reader reader;
	struct ingot_writer writer;
	size_t size;
	uint8_t *bytes = get_frame(ctx, i, &size);
	void *again;

	ingot_reader_init(&reader, protocol, bytes, size);
	again = ingot_decode(ctx, &reader, type);
	if (again == NULL || reader.offset != size)
		die(i, "from_wire", ingot_reader_error(&reader));
	if (!ingot_equal(type, value, again)) {
		fprintf(stderr, "ours:  %s\n", ingot_json_text(ctx, type, value, NULL));
		die(i, "another value", ingot_json_text(ctx, type, again, NULL));
	}
	write_value(ctx, &writer, protocol, INGOT_SORTED, i, value);
	/* Apache writes fields by their ids, we in the IDL's order: Ids is to show that it makes no difference to readers. */
	if (by_bytes && type != &interop_Ids_type && (writer.size != size || memcmp(writer.bytes, bytes, size) != 0))
		die(i, "other bytes", ingot_json_text(ctx, type, value, NULL));
}

static void handle(const char *verb, enum ingot_protocol protocol, unsigned long i, struct random *random)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	void *value = random_value(ctx, random, types[i % TYPE_COUNT]);
	struct ingot_writer writer;

	if (strcmp(verb, "write") == 0) {
		write_value(ctx, &writer, protocol, 0, i, value);
		put_frame(i, &writer);
	} else if (strcmp(verb, "json") == 0) {
		ingot_json_print(stdout, types[i % TYPE_COUNT], value);
		putchar('\n');
	} else {
		check_frame(ctx, protocol, i, value, strcmp(verb, "bytes") == 0);
	}
	talloc_free(ctx);
}

int main(int argc, char **argv)
{
	/* Text is UTF-8, since Python's strings are; nothing is a NaN, which is not equal to itself there. */
	struct random random = { .nesting = 4, .items = 4, .plain = true };
	enum ingot_protocol protocol;
	unsigned long count;

	if (argc != 5)
		return 2;
	protocol = strcmp(argv[2], "binary") == 0 ? INGOT_BINARY : INGOT_COMPACT;
	random.state = strtoull(argv[3], NULL, 10);
	count = strtoul(argv[4], NULL, 10);
	for (unsigned long i = 0; i < count; i++)
		handle(argv[1], protocol, i, &random);
	return fflush(stdout) == 0 ? 0 : 2;
}
