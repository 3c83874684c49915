/* SPDX-License-Identifier: MIT */
/* Writes valid inputs of the fuzzers that read messages: seeds FOLDER makes FOLDER/binary, compact, skip, json and message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <ingot/decode.h>
#include <ingot/json.h>
#include <ingot/message.h>
#include "hostile.h"
#include "wiregen.h"

#define ROOM 600
#define SEEDS 5

static unsigned number;

static void put(const char *folder, const char *target, const void *head, size_t head_size, const void *bytes, size_t size)
{
	char path[1024];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, target);
	mkdir(path, 0777);
	snprintf(path, sizeof(path), "%s/%s/%u", folder, target, number++);
	file = fopen(path, "wb");
	if (file == NULL || fwrite(head, 1, head_size, file) != head_size || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void put_json(const char *folder, uint8_t index, const struct ingot_type *type, enum ingot_protocol protocol, const uint8_t *bytes,
		     size_t size)
{
	struct ingot_reader reader;
	char *text = NULL;
	void *value;

	ingot_reader_init(&reader, protocol, bytes, size);
	value = ingot_decode(NULL, &reader, type);
	if (value != NULL)
		text = ingot_json_text(value, type, value, NULL);
	if (text != NULL)
		put(folder, "json", &index, 1, text, strlen(text));
	talloc_free(value);
}

/* In a frame, bare and with a header transport. */
static void put_messages(const char *folder, uint64_t seed, enum ingot_protocol protocol, const uint8_t *bytes, size_t size)
{
	const struct ingot_theader header = { .protocol = protocol, .seqid = (int32_t)seed };
	const struct ingot_message message = { .name = { "Service:method", (uint32_t)(seed % 15) }, .seqid = (int32_t)(seed * 77),
		.type = (uint8_t)(1 + seed % 4), .is_old = protocol == INGOT_BINARY && seed % 3 == 0 };
	int has_header;

	for (has_header = 0; has_header < 2; has_header++) {
		struct ingot_writer writer;
		size_t begin;

		ingot_writer_init(&writer, protocol, NULL);
		begin = has_header ? ingot_theader_begin(&writer, &header) : ingot_frame_begin(&writer);
		if (ingot_message_write(&writer, &message)) {
			ingot_frame_end(&writer, begin, INGOT_FRAME_SIZE);
			put(folder, "message", ingot_writer_bytes(&writer), ingot_writer_size(&writer), bytes, size);
		}
		talloc_free(writer.bytes);
	}
}

int main(int argc, char **argv)
{
	const struct hostile_type *type;
	static uint8_t bytes[ROOM];
	int side;

	if (argc != 2) {
		fputs("usage: fuzz_seeds FOLDER\n", stderr);
		return 2;
	}
	mkdir(argv[1], 0777);
	for (type = hostile_types; type->name != NULL; type++) {
		for (side = 0; side < 2; side++) {
			enum ingot_protocol protocol = (enum ingot_protocol)side;
			uint8_t index = (uint8_t)(type - hostile_types);
			const uint8_t any[] = { 0, (uint8_t)side };
			uint64_t seed;

			for (seed = 1; seed <= SEEDS; seed++) {
				size_t size = wiregen_message(seed, type->type, protocol, bytes, ROOM);

				if (size == 0)
					continue;
				put(argv[1], side == 0 ? "binary" : "compact", &index, 1, bytes, size);
				put(argv[1], "skip", any, sizeof(any), bytes, size);
				put_json(argv[1], index, type->type, protocol, bytes, size);
				put_messages(argv[1], seed, protocol, bytes, size < 8 ? size : 8);
			}
		}
	}
	return 0;
}
