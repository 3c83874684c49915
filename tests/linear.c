/* SPDX-License-Identifier: MIT */
/* One shape of message, of a given size, decoded once: what check_linear.sh counts instructions of. linear SHAPE COUNT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <attack.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>

static uint8_t *bytes;
static size_t size;

static void put(const void *from, size_t count)
{
	memcpy(bytes + size, from, count);
	size += count;
}

static void put_varint(size_t value)
{
	for (; value >= 0x80; value >>= 7)
		bytes[size++] = (uint8_t)(value | 0x80);
	bytes[size++] = (uint8_t)value;
}

/* A field behind the last one with id 0, in the long form, with a list's or map's head when elements are given. */
static void put_container(uint8_t type, uint8_t id, uint8_t elements, size_t count)
{
	put((const uint8_t[]){ type, (uint8_t)(id * 2) }, 2);
	if (type == 11) {
		put_varint(count);
		bytes[size++] = elements;
		return;
	}
	bytes[size++] = 0xf0 | elements;
	put_varint(count);
}

static const struct ingot_type *make(const char *shape, size_t count)
{
	const struct ingot_type *type = &attack_Root_type;
	size_t i;

	if (strncmp(shape, "skip-", 5) == 0) {
		type = &attack_Nothing_type;
		shape += 5;
	}
	if (strcmp(shape, "i64s") == 0)
		put_container(9, 24, 6, count);
	else if (strcmp(shape, "strings") == 0)
		put_container(9, 26, 8, count);
	else if (strcmp(shape, "structs") == 0)
		put_container(9, 29, 12, count);
	else if (strcmp(shape, "mistyped") == 0)
		put_container(9, 24, 8, count);
	else if (strcmp(shape, "set") == 0)
		put_container(10, 41, 6, count);
	else if (strcmp(shape, "map") == 0)
		put_container(11, 51, 0x56, count / 2);
	else if (strcmp(shape, "lists") == 0)
		put_container(9, 33, 9, count);
	for (i = 0; i < count; i++) {
		if (strcmp(shape, "repeated") == 0)
			put((const uint8_t[]){ 8, 14, 1, 'x' }, 4);
		else if (strcmp(shape, "unknown") == 0)
			put((const uint8_t[]){ 0x05, 0xc8, 0x01, 0x02 }, 4);
		else if (strcmp(shape, "truncated") == 0)
			put((const uint8_t[]){ 0x05, 0x08, 0x02 }, 3);
		else if (strcmp(shape, "lists") == 0)
			bytes[size++] = 6;
		else if (strcmp(shape, "structs") == 0)
			bytes[size++] = 0;
		else
			bytes[size++] = 1;
		if (strcmp(shape, "strings") == 0 || strcmp(shape, "mistyped") == 0)
			bytes[size++] = 'x';
	}
	if (strcmp(shape, "truncated") != 0)
		bytes[size++] = 0;
	return type;
}

int main(int argc, char **argv)
{
	size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	struct ingot_reader reader;
	const struct ingot_type *type;
	void *value;

	if (argc < 3)
		return 2;
	bytes = malloc(4 * count + 64);
	if (bytes == NULL)
		return 2;
	type = make(argv[1], count);
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	reader.budget = UINT64_MAX / 2;
	value = ingot_decode(NULL, &reader, type);
	printf("%s %zu\n", ingot_status_name(reader.status), size);
	talloc_free(value);
	free(bytes);
	return 0;
}
