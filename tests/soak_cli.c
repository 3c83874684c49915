/* SPDX-License-Identifier: MIT */
/*
 * The command line on damaged input, in one process for a batch: soak_cli SRCDIR [COUNT [SEED [FIRST]]]. Every input goes through a
 * verb with options of the table; what is promised of every call (soak_cli_calls.c), and of some verbs, is checked. A call that dies or
 * takes too long ends its batch and is named, with its files kept; the next batch goes on behind it. Exits with 1 when any promise broke.
 */
#define _GNU_SOURCE
#include "soak_cli.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <talloc.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

#define BATCH 2000
#define LONGEST (IS_SANITIZED ? 10 : 2) /* seconds of processor time for a call */
#define MOST_MEMORY ((rlim_t)1 << 30)   /* of address space */
#define MOST_FAULTS 20

/* Shared with the batch: what it is at. */
struct now {
	uint64_t index;
	const char *broken;
	char words[4096];
};

struct soak {
	const struct soak_samples *samples;
	struct now *now;
	uint64_t seed;
	char input[64], second[64], draft[64]; /* files */
	uint8_t bytes[SOAK_ROOM];
	char text[4 * SOAK_ROOM];
	struct soak_call call;
};

static const char *const verbs[] = { "inspect", "inspect", "stats", "query", "diff", "identify", "convert", "infer" };

static void write_file(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
		exit(2);
}

/* Notes the call where the parent can see it, and makes it. */
static const char *run(struct soak *soak)
{
	struct itimerval most = { .it_value = { .tv_sec = LONGEST } };
	size_t used = 0;
	int i;

	soak->now->words[0] = '\0';
	for (i = 0; i < soak->call.count && used < sizeof(soak->now->words); i++)
		used += (size_t)snprintf(soak->now->words + used, sizeof(soak->now->words) - used, " '%s'", soak->call.words[i]);
	setitimer(ITIMER_PROF, &most, NULL);
	return soak_run(&soak->call);
}

/* By way of a pipe, or as a file. */
static void give(struct soak *soak, uint64_t *state, const void *bytes, size_t size)
{
	int ends[2];

	write_file(soak->input, bytes, size);
	if (soak_below(state, 4) != 0 || size > 65536 || pipe(ends) != 0) {
		soak_add(&soak->call, soak->input);
		return;
	}
	if (write(ends[1], bytes, size) != (ssize_t)size)
		exit(2);
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	soak_add(&soak->call, "-");
}

/* As hex or base64, which may be damaged itself. */
static size_t write_digits(struct soak *soak, uint64_t *state, size_t size)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	bool is_hex = soak_below(state, 2) == 0;
	size_t used = 0, i;
	uint32_t bits = 0;
	unsigned have = 0;

	for (i = 0; i < size; i++) {
		if (is_hex) {
			used += (size_t)sprintf(soak->text + used, "%02x ", soak->bytes[i]);
			continue;
		}
		bits = bits << 8 | soak->bytes[i];
		for (have += 8; have >= 6; have -= 6)
			soak->text[used++] = digits[bits >> (have - 6) & 63];
	}
	if (have > 0)
		soak->text[used++] = digits[bits << (6 - have) & 63];
	soak_print(&soak->call, "--from=%s", is_hex ? "hex" : "base64");
	return soak_below(state, 3) == 0 ? soak_damage_text(state, soak->text, used, sizeof(soak->text)) : used;
}

static void add_schema(struct soak_call *call, const struct soak_sample *sample)
{
	if (sample->idl != NULL)
		soak_print(call, "--idl=%s", sample->idl);
	if (sample->type != NULL && strcmp(call->words[0], "identify") != 0)
		soak_print(call, "--type=%s", sample->type);
}

/* Any verb that reads. */
static const char *any_verb(struct soak *soak, uint64_t *state, const struct soak_sample *sample, size_t size)
{
	const char *verb = verbs[soak_below(state, sizeof(verbs) / sizeof(verbs[0]))];
	struct soak_call *call = &soak->call;

	soak_begin(call, verb);
	if (strcmp(verb, "convert") == 0)
		soak_add(call, soak_below(state, 2) == 0 ? "--to=binary" : "--to=compact");
	soak_add_options(state, call, size);
	if (strcmp(verb, "infer") != 0 && strcmp(verb, "convert") != 0 && soak_below(state, 2) == 0)
		add_schema(call, sample);
	if (strcmp(verb, "stats") == 0 && soak_below(state, 4) == 0)
		soak_add(call, "--by=2[*].1");
	if (strcmp(verb, "query") == 0)
		soak_add_path(state, call);
	if (soak_below(state, 8) == 0) {
		size_t used = write_digits(soak, state, size);

		give(soak, state, soak->text, used);
	} else {
		give(soak, state, soak->bytes, size);
	}
	if (strcmp(verb, "diff") == 0) {
		write_file(soak->second, sample->bytes, sample->size);
		soak_add(call, soak->second);
	}
	return run(soak);
}

/* The text form gives the same bytes back. */
static const char *text_and_back(struct soak *soak, uint64_t *state, const struct soak_sample *sample, size_t size)
{
	static const char *const protocols[] = { NULL, "--protocol=binary", "--protocol=compact" };
	const char *protocol = protocols[soak_below(state, 3)], *broken;

	soak_begin(&soak->call, "inspect");
	soak_add(&soak->call, "--format=text");
	if (protocol != NULL)
		soak_add(&soak->call, protocol);
	if (soak_below(state, 3) == 0)
		add_schema(&soak->call, sample);
	give(soak, state, soak->bytes, size);
	broken = run(soak);
	if (broken != NULL || soak->call.code == 2)
		return broken;
	write_file(soak->second, soak->call.output, soak->call.size);
	soak_begin(&soak->call, "encode");
	soak_add(&soak->call, soak->second);
	broken = run(soak);
	if (broken == NULL && (soak->call.code != 0 || soak->call.size != size || memcmp(soak->call.output, soak->bytes, size) != 0))
		broken = "the text form gives the same bytes back";
	return broken;
}

/* The verb on the bytes as they are, as a bare struct of one protocol. */
static const char *run_plain(struct soak *soak, const char *verb, bool is_compact, bool has_draft)
{
	soak_begin(&soak->call, verb);
	soak_add(&soak->call, is_compact ? "--protocol=compact" : "--protocol=binary");
	soak_add(&soak->call, "--struct");
	if (has_draft) {
		soak_print(&soak->call, "--idl=%s", soak->draft);
		soak_add(&soak->call, "--type=Root");
	}
	soak_add(&soak->call, soak->input);
	return run(soak);
}

/* What infer writes is a schema by which the same bytes can be read as far as without one. */
static const char *infer_and_use(struct soak *soak, uint64_t *state, size_t size)
{
	bool is_compact = soak_below(state, 2) == 0;
	bool is_parquet = size >= 4 && memcmp(soak->bytes + size - 4, "PAR1", 4) == 0;
	const char *broken;
	int code;

	write_file(soak->input, soak->bytes, size);
	broken = run_plain(soak, "infer", is_compact, false);
	if (broken != NULL || soak->call.code == 2)
		return broken;
	write_file(soak->draft, soak->call.output, soak->call.size);
	broken = run_plain(soak, "inspect", is_compact, false);
	if (broken != NULL)
		return broken;
	code = soak->call.code;
	broken = run_plain(soak, "inspect", is_compact, true);
	if (broken != NULL || is_parquet)
		return broken; /* of which inspect takes another schema otherwise */
	/* With a schema values may be skipped that no type can have. */
	return soak->call.code == 2 || soak->call.code > code ? "what infer drafts reads what it was drafted from" : NULL;
}

/* In strict mode every value is an event, else most are counted in runs: where both take it, both say the same. */
static const char *count_twice(struct soak *soak, const struct soak_sample *sample, size_t size)
{
	const char *broken = NULL;
	size_t first = 0;
	int i;

	write_file(soak->input, soak->bytes, size);
	for (i = 0; i < 2 && broken == NULL; i++) {
		soak_begin(&soak->call, "stats");
		soak_add(&soak->call, "--format=json");
		soak_add(&soak->call, sample->protocol == INGOT_COMPACT ? "--protocol=compact" : "--protocol=binary");
		soak_add(&soak->call, "--many");
		if (i == 1)
			soak_add(&soak->call, "--strict");
		soak_print(&soak->call, "--at=%zu", sample->begin < size ? sample->begin : 0);
		soak_add(&soak->call, soak->input);
		broken = run(soak);
		if (broken != NULL || soak->call.code != 0 || soak->call.size > sizeof(soak->text))
			return broken;
		if (i == 1 && (soak->call.size != first || memcmp(soak->text, soak->call.output, first) != 0))
			broken = "stats counts the same in strict mode";
		first = soak->call.size;
		memcpy(soak->text, soak->call.output, first);
	}
	return broken;
}

/* Damaged text or JSON of a damaged blob. */
static const char *damaged_text(struct soak *soak, uint64_t *state, const struct soak_sample *sample, size_t size)
{
	bool has_schema = soak_below(state, 3) == 0;
	const char *broken;
	size_t used;

	soak_begin(&soak->call, "inspect");
	soak_add(&soak->call, soak_below(state, 2) == 0 ? "--format=text" : "--format=json");
	if (has_schema)
		add_schema(&soak->call, sample);
	write_file(soak->input, soak->bytes, size);
	soak_add(&soak->call, soak->input);
	broken = run(soak);
	if (broken != NULL || soak->call.size > sizeof(soak->text))
		return broken;
	memcpy(soak->text, soak->call.output, soak->call.size);
	used = soak_damage_text(state, soak->text, soak->call.size, sizeof(soak->text));
	soak_begin(&soak->call, "encode");
	soak_add_options(state, &soak->call, used);
	if (has_schema)
		add_schema(&soak->call, sample);
	give(soak, state, soak->text, used);
	return run(soak);
}

static const char *one(struct soak *soak, uint64_t index)
{
	uint64_t state = soak->seed * UINT64_C(0x2545f4914f6cdd1d) + index;
	const struct soak_sample *sample;
	size_t size;

	wiregen_random(&state);
	sample = &soak->samples->list[soak_below(&state, (uint32_t)soak->samples->count)];
	size = soak_damage(&state, soak->samples, sample, soak->bytes);
	switch (soak_below(&state, 8)) {
	case 0:
		return text_and_back(soak, &state, sample, size);
	case 1:
		return infer_and_use(soak, &state, size);
	case 2:
		return damaged_text(soak, &state, sample, size);
	case 3:
		return count_twice(soak, sample, size);
	default:
		return any_verb(soak, &state, sample, size);
	}
}

/* In a process of its own. */
static void batch(struct soak *soak, const char *folder, uint64_t first, uint64_t end)
{
	struct rlimit most = { MOST_MEMORY, MOST_MEMORY };
	uint64_t i;

	if (!IS_SANITIZED)
		setrlimit(RLIMIT_AS, &most);
	soak_calls_begin(folder);
	alarm(BATCH / 10); /* one that waits for ever */
	for (i = first; i < end; i++) {
		soak->now->index = i;
		soak->now->broken = NULL;
		soak->now->broken = one(soak, i);
		if (soak->now->broken != NULL)
			exit(1);
	}
	soak->now->index = end;
	talloc_disable_null_tracking();
	exit(0);
}

static const char *why(int status, const struct now *now)
{
	static char text[64];

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
		return "a call ends in time";
	if (now->broken != NULL)
		return now->broken;
	snprintf(text, sizeof(text), "no call ends the process (status 0x%x)", (unsigned)status);
	return text;
}

/* Keeps the files of a call that broke something. */
static void report(const struct soak *soak, const char *folder, unsigned number, int status)
{
	char kept[80];

	snprintf(kept, sizeof(kept), "%s-%u", folder, number);
	if (rename(folder, kept) != 0 || mkdir(folder, 0700) != 0)
		exit(2);
	printf("soak_cli: broken: %s\n  input %" PRIu64 " of seed %" PRIu64 ": ingot%s\n  files in %s\n", why(status, soak->now),
	       soak->now->index, soak->seed, soak->now->words, kept);
	fflush(stdout);
}

/*
 * Runs batches until `end`; returns how many promises broke. The clock that ends one that waits goes on when all is stopped for a while:
 * it has to happen twice at the same input.
 */
static unsigned run_batches(struct soak *soak, const char *folder, uint64_t first, uint64_t end)
{
	unsigned faults = 0;
	uint64_t waited = UINT64_MAX;

	while (first < end && faults < MOST_FAULTS) {
		uint64_t whole = first - first % BATCH + BATCH, next = whole < end ? whole : end;
		int status = 0;
		pid_t child;

		soak->now->index = first;
		soak->now->broken = NULL;
		fflush(stdout);
		child = fork();
		if (child == 0)
			batch(soak, folder, first, next);
		if (child < 0 || waitpid(child, &status, 0) < 0)
			exit(2);
		if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM && soak->now->index != waited) {
			first = waited = soak->now->index;
			continue;
		}
		if (status != 0)
			report(soak, folder, ++faults, status);
		first = status != 0 && soak->now->index < next ? soak->now->index + 1 : next;
		if (first % (50 * BATCH) == 0 && first < end) {
			printf("soak_cli: %" PRIu64 " inputs so far\n", first);
			fflush(stdout);
		}
	}
	return faults;
}

static void remove_folder(const char *folder)
{
	static const char *const names[] = { "input", "second", "draft.thrift", "stdout", "stderr" };
	char path[80];
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

int main(int argc, char **argv)
{
	uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000, first = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
	static struct soak soak;
	static struct soak_samples samples; /* kept to the end */
	char in_memory[] = "/dev/shm/soak-cli-XXXXXX", here[] = "soak-cli-XXXXXX"; /* a disk takes four times as long */
	char *folder = access("/dev/shm", W_OK) == 0 ? in_memory : here;
	struct rusage usage;
	time_t begin = time(NULL);
	unsigned faults;

	if (argc < 2 || mkdtemp(folder) == NULL)
		return 2;
	soak.seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
	soak_samples_load(&samples, argv[1]);
	soak.samples = &samples;
	soak.now = mmap(NULL, sizeof(*soak.now), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (soak.now == MAP_FAILED)
		return 2;
	snprintf(soak.input, sizeof(soak.input), "%s/input", folder);
	snprintf(soak.second, sizeof(soak.second), "%s/second", folder);
	snprintf(soak.draft, sizeof(soak.draft), "%s/draft.thrift", folder);
	faults = run_batches(&soak, folder, first, first + count);
	remove_folder(folder);
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("soak_cli: %" PRIu64 " damaged inputs from %zu samples, %u broken promises, %ld s, at most %ld KiB resident\n", count,
	       samples.count, faults, (long)(time(NULL) - begin), usage.ru_maxrss);
	return faults > 0;
}
