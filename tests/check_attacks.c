/* SPDX-License-Identifier: MIT */
/* The attack set: each file of tests/attacks has the outcome, the most memory and the most time that expected.tsv says. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <attack.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>
#include "failing.h"
#include "hostile.h"

/* Machines are shared, and instrumented code is slower still: the time only has to show that it ends. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__)
#define SLOWNESS 40
#else
#define SLOWNESS 20
#endif

struct attack {
	char file[96];
	char protocol[16];
	char type[32];
	char known[48];
	char unknown[48];
	char walk[48];
	size_t bytes;
	double ms;
};

static struct attack attacks[1024];
static int attack_count;

static const char *folder(void)
{
	static char path[1024];
	const char *source = getenv("srcdir");

	snprintf(path, sizeof(path), "%s/tests/attacks", source != NULL ? source : ".");
	return path;
}

static void load_attacks(void)
{
	char path[1100], line[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/expected.tsv", folder());
	file = fopen(path, "r");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		struct attack *attack = &attacks[attack_count];

		if (line[0] == '#')
			continue;
		if (sscanf(line, "%95[^\t]\t%15[^\t]\t%31[^\t]\t%47[^\t]\t%47[^\t]\t%47[^\t]\t%zu\t%lf", attack->file, attack->protocol,
			   attack->type, attack->known, attack->unknown, attack->walk, &attack->bytes, &attack->ms) != 8) {
			printf("Bail out! expected.tsv has a line that is none: %s\n", line);
			exit(99);
		}
		attack_count++;
	}
	if (file != NULL)
		fclose(file);
}

/* The bytes end where a page that must not be touched begins. */
struct input {
	uint8_t *bytes;
	size_t size;
	uint8_t *pages;
	size_t mapped;
};

static struct input load_input(const struct attack *attack)
{
	struct input input;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char path[1200];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s.bin", folder(), attack->file);
	file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	fseek(file, 0, SEEK_END);
	input.size = (size_t)ftell(file);
	rewind(file);
	input.mapped = (input.size + page - 1) / page * page + page;
	input.pages = mmap(NULL, input.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(input.pages, MAP_FAILED);
	input.bytes = input.pages + input.mapped - page - input.size;
	ck_assert_uint_eq(fread(input.bytes, 1, input.size, file), input.size);
	fclose(file);
	ck_assert_int_eq(mprotect(input.pages + input.mapped - page, page, PROT_NONE), 0);
	return input;
}

static double milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static size_t asked(void)
{
	return failing_bytes() + 96 * (size_t)failing_chunks();
}

static enum ingot_protocol protocol_of(const struct attack *attack)
{
	return strcmp(attack->protocol, "compact") == 0 ? INGOT_COMPACT : INGOT_BINARY;
}

static enum ingot_status decode_as(const struct attack *attack, struct input input, const struct ingot_type *type)
{
	struct ingot_reader reader;
	double begin = milliseconds();
	void *value;

	ingot_reader_init(&reader, protocol_of(attack), input.bytes, input.size);
	failing_never();
	value = ingot_decode(NULL, &reader, type);
	ck_assert_msg(milliseconds() - begin <= attack->ms * SLOWNESS, "%s took %.1f ms", attack->file, milliseconds() - begin);
	ck_assert_msg((value != NULL) == (reader.status == INGOT_OK), "%s", attack->file);
	talloc_free(value);
	return reader.status;
}

static enum ingot_status walk_over(const struct attack *attack, struct input input)
{
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;
	double begin = milliseconds();

	ingot_reader_init(&reader, protocol_of(attack), input.bytes, input.size);
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event))
		;
	ck_assert_msg(milliseconds() - begin <= attack->ms * SLOWNESS, "%s took %.1f ms", attack->file, milliseconds() - begin);
	return reader.status;
}

static void is_status(const struct attack *attack, const char *how, enum ingot_status status, const char *expected)
{
	ck_assert_msg(strcmp(ingot_status_name(status), expected) == 0, "%s, %s: %s, not %s", attack->file, how, ingot_status_name(status),
		      expected);
}

static enum ingot_status read_message(const struct attack *attack, struct input input)
{
	struct ingot_reader reader;
	struct ingot_message message;

	memset(&message, 0xa5, sizeof(message));
	ingot_reader_init(&reader, protocol_of(attack), input.bytes, input.size);
	if (ingot_message_read(&reader, &message)) {
		ck_assert_uint_le(reader.offset, input.size);
		ck_assert_ptr_nonnull(message.name.data);
		return INGOT_OK;
	}
	/* A refused header leaves nothing unset. */
	ck_assert_ptr_null(message.name.data);
	ck_assert_uint_eq(message.name.size, 0);
	ck_assert_int_eq(message.seqid, 0);
	ck_assert_uint_eq(message.type, 0);
	ck_assert_uint_eq(reader.offset, 0);
	return reader.status;
}

static enum ingot_status read_frames(struct input input)
{
	enum ingot_status status = INGOT_OK;
	struct ingot_string content;
	size_t at;

	for (at = 0; status == INGOT_OK && at < input.size; at += content.size + 4)
		status = ingot_frame_read(input.bytes + at, input.size - at, INGOT_FRAME_SIZE, &content);
	return status;
}

static enum ingot_status read_theader(struct input input)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_theader header, before;
	size_t offset = SIZE_MAX;
	enum ingot_status status;

	memset(&header, 0xa5, sizeof(header));
	memcpy(&before, &header, sizeof(header));
	status = ingot_theader_read(mem_ctx, NULL, input.bytes, input.size, &header, &offset);
	ck_assert_uint_le(offset, input.size);
	if (status != INGOT_OK) {
		ck_assert_mem_eq(&header, &before, sizeof(header));
		ck_assert_uint_eq(talloc_total_blocks(mem_ctx), 1);
	}
	talloc_free(mem_ctx);
	return status;
}

static void envelope(const struct attack *attack, struct input input)
{
	double begin = milliseconds();
	enum ingot_status status;

	failing_never();
	if (strcmp(attack->type, "message") == 0)
		status = read_message(attack, input);
	else if (strcmp(attack->type, "frame") == 0)
		status = read_frames(input);
	else
		status = read_theader(input);
	ck_assert_msg(milliseconds() - begin <= attack->ms * SLOWNESS, "%s took %.1f ms", attack->file, milliseconds() - begin);
	ck_assert_msg(asked() <= attack->bytes, "%s asked for %zu bytes", attack->file, asked());
	is_status(attack, attack->type, status, attack->known);
}

START_TEST(an_attack_has_the_outcome_the_memory_and_the_time_that_are_expected)
{
	const struct attack *attack = &attacks[_i];
	struct input input = load_input(attack);
	const struct ingot_type *type = hostile_type_by_name(attack->type);
	enum ingot_status status;
	const char *broken;

	if (type == NULL) {
		envelope(attack, input);
	} else {
		status = decode_as(attack, input, type);
		ck_assert_msg(asked() <= attack->bytes, "%s asked for %zu bytes of %zu", attack->file, asked(), attack->bytes);
		is_status(attack, attack->type, status, attack->known);
		is_status(attack, "unknown", decode_as(attack, input, &attack_Nothing_type), attack->unknown);
		is_status(attack, "walk", walk_over(attack, input), attack->walk);
		broken = hostile_run(type, protocol_of(attack), 0, input.bytes, input.size, NULL);
		ck_assert_msg(broken == NULL, "%s: broken: %s", attack->file, broken);
		broken = hostile_run(type, protocol_of(attack), INGOT_STRICT, input.bytes, input.size, NULL);
		ck_assert_msg(broken == NULL, "%s: broken, strict: %s", attack->file, broken);
	}
	hostile_end();
	munmap(input.pages, input.mapped);
}
END_TEST

START_TEST(the_attack_set_is_all_there)
{
	ck_assert_int_ge(attack_count, 120);
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("attacks");
	TCase *tests = tcase_create("attacks");

	load_attacks();
	tcase_add_test(tests, the_attack_set_is_all_there);
	tcase_add_loop_test(tests, an_attack_has_the_outcome_the_memory_and_the_time_that_are_expected, 0, attack_count);
	suite_add_tcase(suite, tests);
	return suite;
}
