/* SPDX-License-Identifier: MIT */
/* Blobs and damage. */
#define _GNU_SOURCE /* memmem */
#include "soak_cli.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ingot/walk.h>
#include "hostile.h"

#define MOST_SAMPLES 2000
#define LARGEST 40000 /* bytes of a sample */
#define GENERATED 4   /* messages of each type */

uint32_t soak_below(uint64_t *state, uint32_t limit)
{
	return (uint32_t)(wiregen_random(state) >> 32) % limit;
}

static bool reads(enum ingot_protocol protocol, const uint8_t *bytes, size_t size)
{
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;
	unsigned events = 0;

	ingot_reader_init(&reader, protocol, bytes, size);
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		events++;
	return reader.status == INGOT_OK && reader.offset == size && events > 4;
}

/* Where the struct is, behind frames and headers, or before the end of a Parquet file. Without one nothing is mapped. */
static void find_struct(struct soak_sample *sample)
{
	size_t end = sample->size, at;
	int protocol;

	if (end > 12 && memcmp(sample->bytes + end - 4, "PAR1", 4) == 0) {
		uint32_t footer = sample->bytes[end - 8] | (uint32_t)sample->bytes[end - 7] << 8;

		end -= 8;
		at = footer < end ? end - footer : end;
	} else {
		at = 0;
	}
	for (; at < end && at < sample->size; at++) {
		if (end == sample->size && at > 80)
			break;
		for (protocol = 0; protocol < 2; protocol++) {
			if (!reads((enum ingot_protocol)protocol, sample->bytes + at, end - at))
				continue;
			sample->protocol = (enum ingot_protocol)protocol;
			sample->begin = at;
			wiregen_map(&sample->map, sample->protocol, sample->bytes + at, end - at);
			return;
		}
	}
}

static struct soak_sample *add(struct soak_samples *samples, const char *name, const uint8_t *bytes, size_t size)
{
	struct soak_sample *sample = &samples->list[samples->count];

	if (samples->count == MOST_SAMPLES || size == 0)
		return NULL;
	sample->bytes = malloc(size);
	if (sample->bytes == NULL)
		exit(2);
	memcpy(sample->bytes, bytes, size);
	sample->size = size;
	snprintf(sample->name, sizeof(sample->name), "%s", name);
	samples->count++;
	return sample;
}

static void load_file(struct soak_samples *samples, const char *folder, const char *name)
{
	static uint8_t bytes[LARGEST + 1];
	char path[4096 + 300];
	struct soak_sample *sample;
	FILE *file;
	size_t size;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	size = file != NULL ? fread(bytes, 1, sizeof(bytes), file) : 0;
	if (file == NULL || fclose(file) != 0 || size > LARGEST)
		return;
	sample = add(samples, name, bytes, size);
	if (sample == NULL)
		return;
	find_struct(sample);
	if (strstr(name, "parquet") != NULL)
		sample->type = "FileMetaData";
}

static int is_blob(const struct dirent *entry)
{
	const char *point = strrchr(entry->d_name, '.');

	return point != NULL && (strcmp(point, ".bin") == 0 || strcmp(point, ".parquet") == 0);
}

/* In the order of names, so that a seed means the same everywhere. */
static void load_folder(struct soak_samples *samples, const char *srcdir, const char *name, const char *idl, const char *type)
{
	struct dirent **entries;
	char folder[4096];
	int count, i;

	snprintf(folder, sizeof(folder), "%s/tests/%s", srcdir, name);
	count = scandir(folder, &entries, is_blob, alphasort);
	if (count <= 0) {
		fprintf(stderr, "soak_cli: %s: no blobs\n", folder);
		exit(2);
	}
	for (i = 0; i < count; i++) {
		size_t before = samples->count;

		load_file(samples, folder, entries[i]->d_name);
		if (samples->count > before && samples->list[before].type == NULL) {
			samples->list[before].idl = idl;
			samples->list[before].type = type;
		}
		free(entries[i]);
	}
	free(entries);
}

static char *idl_path(const char *srcdir, const char *name)
{
	char *path = malloc(strlen(srcdir) + strlen(name) + 20);

	if (path == NULL)
		exit(2);
	sprintf(path, "%s/idl/%s.thrift", srcdir, name);
	return path;
}

/* Of every type of the test schemas. A type's name has its schema's in front. */
static void generate(struct soak_samples *samples, const char *srcdir)
{
	static uint8_t bytes[4096];
	const struct hostile_type *type;
	unsigned i;

	for (type = hostile_types; type->name != NULL; type++) {
		const char *full = type->type->name, *point = strchr(full, '.');
		char schema[64];
		char *idl;

		snprintf(schema, sizeof(schema), "%.*s", point != NULL ? (int)(point - full) : 0, full);
		idl = idl_path(srcdir, schema);
		for (i = 0; i < 2 * GENERATED; i++) {
			enum ingot_protocol protocol = i % 2 == 0 ? INGOT_COMPACT : INGOT_BINARY;
			size_t size = wiregen_message(4 + i / 2, type->type, protocol, bytes, sizeof(bytes));
			struct soak_sample *sample = size > 0 ? add(samples, full, bytes, size) : NULL;

			if (sample == NULL)
				continue;
			sample->protocol = protocol;
			wiregen_map(&sample->map, protocol, bytes, size);
			sample->idl = idl;
			sample->type = point + 1;
		}
	}
}

void soak_samples_load(struct soak_samples *samples, const char *srcdir)
{
	samples->count = 0;
	samples->list = calloc(MOST_SAMPLES, sizeof(samples->list[0]));
	if (samples->list == NULL)
		exit(2);
	load_folder(samples, srcdir, "data/parquet", NULL, NULL);
	load_folder(samples, srcdir, "data/wire", NULL, NULL);
	load_folder(samples, srcdir, "attacks", idl_path(srcdir, "attack"), "Root");
	generate(samples, srcdir);
}

static void put_big(uint8_t *bytes, size_t value)
{
	bytes[0] = (uint8_t)(value >> 24);
	bytes[1] = (uint8_t)(value >> 16);
	bytes[2] = (uint8_t)(value >> 8);
	bytes[3] = (uint8_t)value;
}

/* The frame's size or the footer's, as it should be. */
static void put_sizes(const struct soak_sample *sample, uint8_t *bytes, size_t size)
{
	const uint8_t *was = sample->bytes;
	size_t footer;

	if (size > 12 && memcmp(bytes + size - 4, "PAR1", 4) == 0 && size - 8 > sample->begin) {
		footer = size - 8 - sample->begin;
		bytes[size - 8] = (uint8_t)footer;
		bytes[size - 7] = (uint8_t)(footer >> 8);
		bytes[size - 6] = bytes[size - 5] = 0;
	} else if (sample->begin > 4 && size > 4 && was[0] == 0 && was[1] == 0 && ((size_t)was[2] << 8 | was[3]) == sample->size - 4) {
		put_big(bytes, size - 4);
	}
}

size_t soak_damage(uint64_t *state, const struct soak_samples *samples, const struct soak_sample *sample, uint8_t *bytes)
{
	const struct soak_sample *other = &samples->list[soak_below(state, (uint32_t)samples->count)];
	size_t begin = soak_below(state, 8) == 0 ? 0 : sample->begin, size;
	bool is_parquet = sample->size > 12 && memcmp(sample->bytes + sample->size - 4, "PAR1", 4) == 0;
	size_t tail = is_parquet && begin != 0 ? 8 : 0;
	static const struct wiregen_map none;

	memcpy(bytes, sample->bytes, sample->size);
	if (soak_below(state, 16) == 0)
		return sample->size;
	size = wiregen_damage(state, begin == sample->begin ? &sample->map : &none, sample->protocol, bytes + begin,
		sample->size - begin - tail, SOAK_ROOM - begin - tail, other->bytes, other->size);
	size += begin;
	if (tail > 0)
		memcpy(bytes + size, sample->bytes + sample->size - tail, tail);
	size += tail;
	if (soak_below(state, 4) != 0)
		put_sizes(sample, bytes, size);
	return size;
}

static const char *const tokens[] = {
	"{", "}", "[", "]", "(", ")", "`", "`00`", "`ff`", "\"", "\\", "\\u{110000}", "\\u{d800}", "\\x", ": ", "<", ">", " => ",
	"raw `00`", "struct {", "frame (", "varint (", "message call \"m\" 1 {", "list<list> [", "map<i32, binary> {", "-",
	"99999999999999999999", "1e999", "nan", "-0.0", "#", "\n", "0x", "footer (", "null", "true", "{\"hex\": \"0\"}", "{\"1\": {\"i32\": ",
	"2147483648", "32768", "compact", "binary", "\xc3", "\xef\xbb\xbf", "\x01", "uuid", ",", "i8 ", "bool ",
};

size_t soak_damage_text(uint64_t *state, char *text, size_t size, size_t room)
{
	unsigned times = 1 + soak_below(state, 4);

	while (times-- > 0 && size > 0) {
		const char *token = tokens[soak_below(state, sizeof(tokens) / sizeof(tokens[0]))];
		size_t at = soak_below(state, (uint32_t)size), n = 1 + soak_below(state, 20);

		switch (soak_below(state, 5)) {
		case 0:
			text[at] = (char)(text[at] ^ (1 << soak_below(state, 8)));
			break;
		case 1:
		case 2:
			n = strlen(token);
			if (size + n > room)
				break;
			memmove(text + at + n, text + at, size - at);
			memcpy(text + at, token, n);
			size += n;
			break;
		case 3:
			n = n < size - at ? n : size - at;
			memmove(text + at, text + at + n, size - at - n);
			size -= n;
			break;
		default:
			n = n < size - at ? n : size - at;
			if (size + n > room)
				break;
			memmove(text + at + n, text + at, size - at);
			size += n;
			break;
		}
	}
	return size;
}
