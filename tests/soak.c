/* SPDX-License-Identifier: MIT */
/*
 * Decodes damaged messages, as many as are asked for: soak COUNT [SEED [FULL]]. Each is decoded twice, into a block with strings
 * copied and fresh with strings borrowed, which must agree; each FULLth (16) goes through every reader (hostile.h). Inputs end at a
 * page that cannot be read. Ends with 1 at the first broken promise, having written the input; prints one line of results.
 */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <ingot/decode.h>
#include "hostile.h"
#include "wiregen.h"

#define ROOM 4096
#define SEEDS 12
#define LONGEST 5 /* seconds for a thousand inputs */

struct sample {
	const struct hostile_type *type;
	enum ingot_protocol protocol;
	size_t size;
	uint8_t bytes[ROOM];
	struct wiregen_map map;
};

static struct sample *samples;
static size_t sample_count;
static volatile sig_atomic_t is_alive;

static void look(int signal_number)
{
	static const char text[] = "soak: hangs\n";

	if (!is_alive && write(2, text, sizeof(text) - 1) > 0)
		_exit(1);
	is_alive = 0;
	alarm(LONGEST);
	(void)signal_number;
}

static void make_samples(void)
{
	const struct hostile_type *type;
	int protocol;
	uint64_t seed;

	samples = calloc(64 * 2 * SEEDS, sizeof(*samples));
	if (samples == NULL)
		exit(2);
	for (type = hostile_types; type->name != NULL; type++) {
		for (protocol = 0; protocol < 2; protocol++) {
			for (seed = 1; seed <= SEEDS; seed++) {
				struct sample *sample = &samples[sample_count];

				sample->type = type;
				sample->protocol = (enum ingot_protocol)protocol;
				sample->size = wiregen_message(seed, type->type, sample->protocol, sample->bytes, ROOM / 2);
				if (sample->size == 0)
					continue;
				wiregen_map(&sample->map, sample->protocol, sample->bytes, sample->size);
				sample_count++;
			}
		}
	}
}

static uint8_t *guarded_end(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 4 * ROOM;
	uint8_t *pages = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages + size, page, PROT_NONE) != 0)
		exit(2);
	return pages + size;
}

static const char *decode_twice(const struct sample *sample, const uint8_t *bytes, size_t size, struct ingot_block *block)
{
	struct ingot_reader copied, borrowed;
	void *value, *other;
	const char *broken = NULL;

	ingot_block_reset(block);
	ingot_reader_init(&copied, sample->protocol, bytes, size);
	copied.block = block;
	value = ingot_decode(NULL, &copied, sample->type->type);
	ingot_reader_init(&borrowed, sample->protocol, bytes, size);
	borrowed.options = INGOT_BORROW;
	other = ingot_decode(NULL, &borrowed, sample->type->type);
	if ((value == NULL) != (copied.status != INGOT_OK) || copied.status != borrowed.status || copied.offset != borrowed.offset)
		broken = "a block and borrowed strings give the same outcome";
	if (ingot_block_stats(block).held > 2 * (INGOT_BUDGET_BASE + INGOT_BUDGET_FACTOR * size))
		broken = "a block stays within the budget";
	talloc_free(other);
	return broken;
}

static void report(const struct sample *sample, const char *broken, const uint8_t *bytes, size_t size)
{
	FILE *file = fopen("soak-input.bin", "wb");

	if (file != NULL) {
		fwrite(bytes, 1, size, file);
		fclose(file);
	}
	printf("soak: broken: %s (%s, %s; input in soak-input.bin)\n", broken, sample->type->name,
	       sample->protocol == INGOT_COMPACT ? "compact" : "binary");
}

int main(int argc, char **argv)
{
	uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, i;
	uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, full = argc > 3 ? strtoull(argv[3], NULL, 10) : 16;
	uint64_t taken = 0, thorough = 0;
	struct ingot_block *block = ingot_block_new(NULL, 1 << 16);
	uint8_t *end = guarded_end();
	static uint8_t buffer[2 * ROOM];
	struct rusage usage;
	time_t begin = time(NULL);

	make_samples();
	signal(SIGALRM, look);
	is_alive = 1;
	alarm(LONGEST);
	for (i = 0; i < count; i++) {
		const struct sample *sample = &samples[wiregen_random(&state) % sample_count];
		const struct sample *other = &samples[wiregen_random(&state) % sample_count];
		const char *broken;
		size_t size;

		is_alive = 1;
		memcpy(buffer, sample->bytes, sample->size);
		size = wiregen_damage(&state, &sample->map, sample->protocol, buffer, sample->size, sizeof(buffer), other->bytes, other->size);
		memcpy(end - size, buffer, size);
		broken = decode_twice(sample, end - size, size, block);
		if (broken == NULL && full != 0 && i % full == 0) {
			struct hostile_result result;

			broken = hostile_run(sample->type->type, sample->protocol, i / full % 4 == 3 ? INGOT_STRICT : 0, end - size, size, &result);
			taken += result.status == INGOT_OK;
			thorough++;
		}
		if (broken != NULL) {
			report(sample, broken, end - size, size);
			return 1;
		}
		if (i % (1 << 26) == (1 << 26) - 1) {
			printf("soak: %" PRIu64 " inputs so far\n", i + 1);
			fflush(stdout);
		}
	}
	talloc_free(block);
	hostile_end();
	getrusage(RUSAGE_SELF, &usage);
	printf("soak: %" PRIu64 " damaged messages, %" PRIu64 " decodes, %" PRIu64 " through every reader (of which %" PRIu64
	       " were still valid), %ld s, at most %ld KiB resident\n",
	       count, 2 * count, thorough, taken, (long)(time(NULL) - begin), usage.ru_maxrss);
	free(samples);
	return 0;
}
