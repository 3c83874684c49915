/* SPDX-License-Identifier: MIT */
/*
 * Damaged values, read by us and by a peer: which take them, and as what. Inputs follow from the seed alone.
 *
 *   damaged write binary|compact SEED COUNT        inputs to stdout, each as: type (1 byte), size (4 bytes, big endian), bytes
 *   damaged judge binary|compact SEED COUNT NAME   what the peer NAME made of them from stdin, each as: 0 refused (with why), 1 taken, 2 died
 *                                                  (of what), 3 taken and not written; how many bytes it read; the value as it writes
 *                                                  it (a size and bytes)
 *
 * Every difference falls into one of the classes below, which docs/interop.md explains; the rest is printed in hex, and is an error.
 */
#include <inttypes.h>
#include <ingot/decode.h>
#include <ingot/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "interop.h"
#include "typed.h"
#include "wiregen.h"

#define ROOM 2048
#define SEEDS 64

static const struct ingot_type *const types[] = { &interop_Required_type, &interop_Optional_type, &interop_Containers_type, &interop_Ids_type };
#define TYPE_COUNT (sizeof(types) / sizeof(types[0]))

struct sample {
	uint8_t type;
	size_t size;
	uint8_t bytes[ROOM];
	struct wiregen_map map;
};

static struct sample samples[TYPE_COUNT * SEEDS];
static size_t sample_count;
static enum ingot_protocol protocol;

static void make_samples(void)
{
	size_t type;
	uint64_t seed;

	for (type = 0; type < TYPE_COUNT; type++) {
		for (seed = 1; seed <= SEEDS; seed++) {
			struct sample *sample = &samples[sample_count];

			sample->type = (uint8_t)type;
			sample->size = wiregen_message(seed, types[type], protocol, sample->bytes, ROOM / 2);
			if (sample->size == 0)
				continue;
			wiregen_map(&sample->map, protocol, sample->bytes, sample->size);
			sample_count++;
		}
	}
}

/* The next input. Returns its type's number. */
static uint8_t next_input(uint64_t *state, uint8_t *bytes, size_t *size)
{
	const struct sample *sample = &samples[wiregen_random(state) % sample_count];
	const struct sample *other = &samples[wiregen_random(state) % sample_count];

	memcpy(bytes, sample->bytes, sample->size);
	*size = wiregen_damage(state, &sample->map, protocol, bytes, sample->size, 2 * ROOM, other->bytes, other->size);
	return sample->type;
}

static void put_size(size_t size)
{
	uint8_t bytes[4] = { (uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size };

	fwrite(bytes, 1, sizeof(bytes), stdout);
}

static void write_inputs(uint64_t state, unsigned long count)
{
	static uint8_t bytes[2 * ROOM];
	size_t size;

	while (count-- > 0) {
		putchar(next_input(&state, bytes, &size));
		put_size(size);
		fwrite(bytes, 1, size, stdout);
	}
}

/* ---- What a peer says ---- */

enum verdict { REFUSED, TAKEN, DIED, NOT_WRITTEN };

struct reply {
	int verdict;
	size_t used;
	size_t size;
	uint8_t *bytes;
};

static size_t get_size(void)
{
	uint8_t bytes[4];

	if (fread(bytes, 1, sizeof(bytes), stdin) != sizeof(bytes)) {
		fputs("damaged: the peer ended early\n", stderr);
		exit(2);
	}
	return (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
}

static struct reply get_reply(TALLOC_CTX *ctx)
{
	struct reply reply = { .verdict = getchar() };

	reply.used = get_size();
	reply.size = get_size();
	reply.bytes = talloc_size(ctx, reply.size + 1);
	if (reply.bytes == NULL || fread(reply.bytes, 1, reply.size, stdin) != reply.size)
		exit(2);
	reply.bytes[reply.size] = '\0';
	return reply;
}

/* ---- Classes ---- */

struct class {
	const char *text; /* as docs/interop.md has it */
	unsigned long count;
};

static struct class classes[64];
static unsigned class_count;

static void count_class(const char *text)
{
	unsigned i;

	for (i = 0; i < class_count && strcmp(classes[i].text, text) != 0; i++)
		continue;
	if (i == class_count && class_count < 64)
		classes[class_count++].text = text;
	classes[i].count++;
}

/* What a union holds that its type does not know. */
static bool has_strange_union(const struct ingot_type *type, const void *value)
{
	const struct ingot_field *field;
	uint32_t index = 0, present = 0, i;
	const void *at;

	if (type->kind == INGOT_KIND_STRUCT || type->kind == INGOT_KIND_UNION) {
		while ((field = ingot_next_field(type, value, &index, &at)) != NULL) {
			present++;
			if (has_strange_union(field->type, at))
				return true;
		}
		return type->kind == INGOT_KIND_UNION && present == 0;
	}
	if (type->element == NULL)
		return false;
	for (i = 0; i < ingot_item_count(value); i++) {
		const char *item = ingot_item(type, value, i);

		if (has_strange_union(type->element, item + type->value_offset))
			return true;
	}
	return false;
}

static bool has_twice(const struct ingot_type *type, const void *value)
{
	struct ingot_writer report;

	return !ingot_validate(&report, type, value, INGOT_VALIDATE_UNIQUE);
}

struct input {
	const struct ingot_type *type;
	const uint8_t *bytes;
	size_t size;
	void *value; /* NULL: refused */
	struct ingot_reader reader;
	bool is_by_python; /* what the peer is */
};

/* More than any count that a peer can take in 2 * ROOM bytes calls for, whatever the element's type. */
#define MOST_MISSING (64 * 2 * ROOM)

/*
 * Whether there is a field or container of another type than the schema's, before the end or the failure. Zeros follow, lest a
 * list's head be refused for its count before its type is seen.
 */
static bool has_mismatch(const struct input *input)
{
	static uint8_t bytes[2 * ROOM + MOST_MISSING];
	struct ingot_reader reader;
	struct typed_walk walk;
	struct ingot_event event;

	memcpy(bytes, input->bytes, input->size);
	memset(bytes + input->size, 0, MOST_MISSING);
	ingot_reader_init(&reader, protocol, bytes, input->size + MOST_MISSING);
	typed_init(&walk, &reader, input->type);
	while (typed_next(&walk, &event))
		if (walk.fit == TYPED_MISMATCHED)
			return true;
	return false;
}

/* Both the same: NULL. No class: "". */
static const char *compare_values(TALLOC_CTX *ctx, const struct input *input, const struct reply *reply)
{
	struct ingot_reader reader;
	void *theirs;

	ingot_reader_init(&reader, protocol, reply->bytes, reply->size);
	theirs = ingot_decode(ctx, &reader, input->type);
	if (theirs != NULL && ingot_equal(input->type, input->value, theirs) && reply->used == input->reader.offset)
		return NULL;
	if (has_mismatch(input))
		return "both take a field or a container of another type than the schema's, the peer as something else";
	if (has_twice(input->type, input->value))
		return "both take a set's element or a map's key that is there twice, the peer once";
	if (has_strange_union(input->type, input->value))
		return "both take a union without a known member, the peer as an empty one";
	return "";
}

/* They say so of uuid, and of the types of empty containers that name none. */
static bool is_about_type(const struct reply *reply)
{
	const char *text = (const char *)reply->bytes;

	return strstr(text, "unrecognized type code") != NULL || strstr(text, "invalid TType") != NULL || strstr(text, "don't know what type") != NULL ||
	       strstr(text, "KeyError") != NULL;
}

/* Ours took it, the peer did not. */
static const char *only_ours(const struct input *input, const struct reply *reply)
{
	if (strstr((const char *)reply->bytes, "UnicodeDecodeError") != NULL)
		return "only we take strings that are not UTF-8, or binaries in fields that the schema does not know";
	if (has_mismatch(input))
		return "only we take a field or a container of another type than the schema's: it is skipped";
	if (is_about_type(reply))
		return "only we take the type of an empty container that does not exist, and uuid";
	return "";
}

/* The peer took it, we did not. */
static const char *only_theirs(const struct input *input)
{
	static char texts[INGOT_NOMEM + 1][128];
	enum ingot_status status = input->reader.status;
	char *text = texts[status];

	switch (status) {
	case INGOT_MISSING:
		/* Python's validate() of a root looks at its own fields. */
		if (!has_mismatch(input) && (!input->is_by_python || input->reader.step_count < 2))
			return "";
		break;
	case INGOT_BAD_SIZE:
	case INGOT_TRUNCATED:
		if (!has_mismatch(input))
			return "";
		break;
	case INGOT_BAD_VARINT:
	case INGOT_BAD_BOOL:
	case INGOT_BAD_FIELD_ID:
	case INGOT_BAD_TYPE:
	case INGOT_BAD_UNION:
		break;
	default:
		return "";
	}
	snprintf(text, sizeof(texts[0]), "only the peer takes what is \"%s\" to us", ingot_status_name(status));
	return text;
}

/* We refuse what the peer did not survive. */
static const char *only_they_die(const struct reply *reply)
{
	if (strcmp((const char *)reply->bytes, "memory") == 0)
		return "the peer asks for more than 64 MiB, we refuse it";
	if (strcmp((const char *)reply->bytes, "time") == 0)
		return "the peer takes longer than 20 ms, we refuse it";
	return "the peer crashes, we refuse it";
}

/* NULL: both take it as the same value, or both refuse it. "": a difference that nothing explains. */
static const char *class_of(TALLOC_CTX *ctx, const struct input *input, const struct reply *reply)
{
	bool is_taken = reply->verdict == TAKEN || reply->verdict == NOT_WRITTEN;

	if (input->value != NULL)
		return is_taken ? compare_values(ctx, input, reply) : only_ours(input, reply);
	if (reply->verdict == DIED)
		return only_they_die(reply);
	return is_taken ? only_theirs(input) : NULL;
}

static void read_ours(TALLOC_CTX *ctx, struct input *input)
{
	ingot_reader_init(&input->reader, protocol, input->bytes, input->size);
	input->value = ingot_decode(ctx, &input->reader, input->type);
}

static void print_hex(const char *what, const uint8_t *bytes, size_t size)
{
	size_t i;

	printf("  %s ", what);
	for (i = 0; i < size; i++)
		printf("%02x", bytes[i]);
	putchar('\n');
}

static void print_unexplained(TALLOC_CTX *ctx, struct input *input, const struct reply *reply)
{
	printf("unexplained: %s, verdict %d after %zu bytes; ours: %s\n", input->type->name, reply->verdict, reply->used,
	       ingot_reader_error(&input->reader));
	print_hex("input", input->bytes, input->size);
	if (reply->verdict != TAKEN)
		printf("  theirs: %.*s\n", (int)reply->size, (const char *)reply->bytes);
	else
		print_hex("theirs", reply->bytes, reply->size);
	if (input->value != NULL)
		printf("  ours %s\n", ingot_json_text(ctx, input->type, input->value, NULL));
}

/* Returns how many differences have no class. */
static unsigned long judge(uint64_t state, unsigned long count, const char *name)
{
	static uint8_t bytes[2 * ROOM];
	unsigned long unexplained = 0, both = 0, neither = 0, i;

	for (i = 0; i < count; i++) {
		TALLOC_CTX *ctx = talloc_new(NULL);
		struct input input = { .bytes = bytes, .is_by_python = strstr(name, "Python") != NULL };
		struct reply reply;
		const char *class;

		input.type = types[next_input(&state, bytes, &input.size)];
		reply = get_reply(ctx);
		read_ours(ctx, &input);
		class = class_of(ctx, &input, &reply);
		if (class != NULL && *class == '\0') {
			if (unexplained++ < 12)
				print_unexplained(ctx, &input, &reply);
		} else if (class != NULL) {
			count_class(class);
		} else {
			both += input.value != NULL;
			neither += input.value == NULL;
		}
		talloc_free(ctx);
	}
	printf("%s, %s: of %lu damaged values both take %lu alike and refuse %lu\n", name, protocol == INGOT_BINARY ? "binary" : "compact",
	       count, both, neither);
	for (i = 0; i < class_count; i++)
		printf("%10lu  %s\n", classes[i].count, classes[i].text);
	printf("%10lu  unexplained\n", unexplained);
	return unexplained;
}

int main(int argc, char **argv)
{
	uint64_t state;
	unsigned long count;

	if (argc < 5)
		return 2;
	protocol = strcmp(argv[2], "binary") == 0 ? INGOT_BINARY : INGOT_COMPACT;
	state = strtoull(argv[3], NULL, 10);
	count = strtoul(argv[4], NULL, 10);
	make_samples();
	if (strcmp(argv[1], "write") == 0)
		write_inputs(state, count);
	else if (argc == 6)
		return judge(state, count, argv[5]) > 0;
	return fflush(stdout) == 0 ? 0 : 2;
}
