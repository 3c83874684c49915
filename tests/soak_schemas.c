/* SPDX-License-Identifier: MIT */
/*
 * Mutated schemas through the whole compiler in one process: soak_schemas COUNT SEED FOLDER... takes the .thrift files of the folders apart
 * into tokens, and drops, repeats, swaps, nests and mixes them. Each has a second of processor time and the process 256 MiB. A child
 * does a batch, so that a crash or a hang is told with its schema, in soak-schemas-input.thrift. Prints one line of results.
 */
#define _DEFAULT_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "fuzz/fuzz.h"
#include "wiregen.h"

#define BATCH 5000
#define MOST_FILES 4096
#define MOST_TOKENS 20000
#define ROOM (1 << 18)
#define MEMORY ((rlim_t)256 << 20)

struct token {
	const char *text;
	size_t size;
};

struct schema {
	struct token *tokens;
	size_t count;
};

static struct schema schemas[MOST_FILES];
static size_t schema_count;

/* What children tell. */
struct shared {
	uint64_t accepted;
	uint64_t index;
	uint64_t slowest; /* microseconds */
	size_t size;
	char text[ROOM];
};

static struct shared *shared;

/* ---- Schemas to tokens ---- */

static size_t token_size(const char *p)
{
	size_t size = 1;

	if (isspace((unsigned char)*p)) {
		while (isspace((unsigned char)p[size]))
			size++;
	} else if (isalnum((unsigned char)*p) || *p == '_') {
		while (isalnum((unsigned char)p[size]) || p[size] == '_' || p[size] == '.')
			size++;
	} else if (*p == '"' || *p == '\'') {
		while (p[size] != '\0' && p[size] != *p)
			size += p[size] == '\\' && p[size + 1] != '\0' ? 2 : 1;
		size += p[size] != '\0';
	} else if (*p == '#' || (p[0] == '/' && p[1] == '/')) {
		size = strcspn(p, "\n");
	} else if (p[0] == '/' && p[1] == '*') {
		const char *end = strstr(p + 2, "*/");

		size = end == NULL ? strlen(p) : (size_t)(end - p) + 2;
	}
	return size;
}

static void take_apart(const char *text)
{
	struct schema *schema = &schemas[schema_count++];
	static struct token tokens[MOST_TOKENS];

	while (*text != '\0' && schema->count < MOST_TOKENS) {
		size_t size = token_size(text);

		tokens[schema->count++] = (struct token){ text, size };
		text += size;
	}
	schema->tokens = malloc(schema->count * sizeof(tokens[0]));
	if (schema->tokens == NULL)
		exit(2);
	memcpy(schema->tokens, tokens, schema->count * sizeof(tokens[0]));
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void load(const char *path)
{
	static char text[ROOM];
	FILE *file = fopen(path, "rb");
	size_t size;

	if (file == NULL) {
		perror(path);
		exit(2);
	}
	size = fread(text, 1, ROOM - 1, file);
	text[size] = '\0';
	if (size > 0 && schema_count < MOST_FILES)
		take_apart(strdup(text));
	fclose(file);
}

/* In the order of their names, so that a seed means the same everywhere. */
static void load_folder(const char *folder)
{
	static char *names[MOST_FILES];
	DIR *open_folder = opendir(folder);
	struct dirent *entry;
	size_t count = 0, i;

	if (open_folder == NULL) {
		perror(folder);
		exit(2);
	}
	while ((entry = readdir(open_folder)) != NULL) {
		size_t size = strlen(entry->d_name);

		if (size > 7 && strcmp(entry->d_name + size - 7, ".thrift") == 0 && count < MOST_FILES)
			names[count++] = strdup(entry->d_name);
	}
	closedir(open_folder);
	qsort(names, count, sizeof(names[0]), compare_names);
	for (i = 0; i < count; i++) {
		char path[2048];

		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		load(path);
		free(names[i]);
	}
}

/* ---- Mutations ---- */

static const char *const spare[] = { "1", "0", "-1", "300", "65536", "32768", "2147483648", "9223372036854775807", "-9223372036854775808",
	"18446744073709551616", "0x10", "+5", ".5", "1e3", "1e999", "1e-999", "true", "false", "\"\"", "'x'", "[]", "{}", "[1]", "{\"a\":1}", ";",
	",", ":", "=", "(", ")", "<", ">", "{", "}", "[", "]", "required", "optional", "i8", "i16", "i32", "i64", "double", "string", "binary",
	"bool", "byte", "uuid", "list<i32>", "set<string>", "map<i32,i32>", "void", "oneway", "struct", "union", "enum", "const", "typedef",
	"exception", "service", "extends", "throws", "namespace", "include", "&", "*", "a.b", "E.A", "x", "/*", "*/", "//", "#", "\"", "'", "\\",
	"(c.name = \"x\")", "(ingot.dedup)", "(ingot.unknown)", "(ingot.lazy)", "/** doc */", "\xff", "\x01", "\xef\xbb\xbf", "%s%n", "@" };

/* Pairs for nesting. */
static const char *const openers[] = { "list<", "set<", "map<i32,", "[", "{", "(", "{1:", "struct A {" };
static const char *const closers[] = { ">", ">", ">", "]", "}", ")", "}", "}" };

struct text {
	struct token tokens[2 * MOST_TOKENS];
	size_t count;
};

static size_t below(uint64_t *state, size_t limit)
{
	return (size_t)(wiregen_random(state) % limit);
}

static void cut(struct text *text, size_t at, size_t count)
{
	memmove(text->tokens + at, text->tokens + at + count, (text->count - at - count) * sizeof(text->tokens[0]));
	text->count -= count;
}

static void insert(struct text *text, size_t at, const struct token *tokens, size_t count)
{
	struct token copy[300];

	if (count > 300 || text->count + count > MOST_TOKENS)
		return;
	memcpy(copy, tokens, count * sizeof(copy[0]));
	memmove(text->tokens + at + count, text->tokens + at, (text->count - at) * sizeof(text->tokens[0]));
	memcpy(text->tokens + at, copy, count * sizeof(copy[0]));
	text->count += count;
}

static struct token token_of(const char *text)
{
	return (struct token){ text, strlen(text) };
}

static void nest(uint64_t *state, struct text *text, size_t at)
{
	size_t kind = below(state, sizeof(openers) / sizeof(openers[0])), levels = 1 + below(state, below(state, 4) == 0 ? 300 : 4), i;
	struct token opener = token_of(openers[kind]), closer = token_of(closers[kind]);
	bool is_closed = below(state, 4) != 0;

	for (i = 0; i < levels; i++) {
		if (is_closed)
			insert(text, at + 1, &closer, 1);
		insert(text, at, &opener, 1);
		at++;
	}
}

/* What may stand in for what without a syntax error, most of the time. */
static int class_of(struct token token)
{
	char c = token.text[0];

	return isalpha((unsigned char)c) || c == '_' ? 1 : isdigit((unsigned char)c) ? 2 : c == '"' || c == '\'' ? 3 : 0;
}

/* A word, number or literal in place of another one. */
static void exchange(uint64_t *state, struct text *text)
{
	const struct schema *other = &schemas[below(state, schema_count)];
	bool is_own = below(state, 4) != 0;
	size_t at = below(state, text->count), tries;

	for (tries = 0; tries < 200 && class_of(text->tokens[at]) == 0; tries++)
		at = below(state, text->count);
	for (tries = 0; tries < 200; tries++) {
		size_t kind = below(state, 8);
		struct token token = kind == 0 ? token_of(spare[below(state, sizeof(spare) / sizeof(spare[0]))]) :
			is_own ? text->tokens[below(state, text->count)] : other->tokens[below(state, other->count)];

		if (class_of(token) != class_of(text->tokens[at]))
			continue;
		text->tokens[at] = token;
		return;
	}
}

static bool is_definition(struct token token)
{
	static const char *const words[] = { "struct", "union", "exception", "enum", "service", "const", "typedef" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (token.size == strlen(words[i]) && memcmp(token.text, words[i], token.size) == 0)
			return true;
	return false;
}

/* A definition, out or in, from here or from another schema. */
static void move_definition(uint64_t *state, struct text *text)
{
	const struct schema *other = &schemas[below(state, schema_count)];
	const struct token *tokens = below(state, 2) ? text->tokens : other->tokens;
	size_t count = tokens == other->tokens ? other->count : text->count, begin = below(state, count), end, to = below(state, text->count);

	while (begin < count && !is_definition(tokens[begin]))
		begin++;
	end = begin + (begin < count);
	while (end < count && !is_definition(tokens[end]))
		end++;
	while (to < text->count && !is_definition(text->tokens[to]))
		to++;
	if (tokens == text->tokens && below(state, 2) && end > begin)
		cut(text, begin, end - begin);
	else
		insert(text, to, tokens + begin, end - begin);
}

static void mutate(uint64_t *state, struct text *text)
{
	const struct schema *other = &schemas[below(state, schema_count)];
	size_t at = below(state, text->count), more = below(state, text->count), run = 1 + below(state, 40), from = below(state, other->count);
	struct token token = text->tokens[at];

	if (below(state, 4) != 0) {
		if (below(state, 3) == 0)
			move_definition(state, text);
		else
			exchange(state, text);
		if (text->count == 0)
			text->tokens[text->count++] = token_of(";");
		return;
	}
	if (run > text->count - at)
		run = text->count - at;
	switch (below(state, 10)) {
	case 0:
		cut(text, at, text->count > run && below(state, 2) ? run : 1);
		break;
	case 1:
		insert(text, at, text->tokens + at, run);
		break;
	case 2:
		text->tokens[at] = text->tokens[more];
		text->tokens[more] = token;
		break;
	case 3:
		text->tokens[at] = token_of(spare[below(state, sizeof(spare) / sizeof(spare[0]))]);
		break;
	case 4:
		text->tokens[at] = text->tokens[more];
		break;
	case 5:
		insert(text, at, other->tokens + from, run < other->count - from ? run : other->count - from);
		break;
	case 6:
		nest(state, text, at);
		break;
	case 7:
		token = token_of(spare[below(state, sizeof(spare) / sizeof(spare[0]))]);
		insert(text, at, &token, 1);
		break;
	case 8:
		/* The end is another schema's. */
		text->count = at;
		insert(text, at, other->tokens + from, other->count - from < 300 ? other->count - from : 300);
		break;
	default:
		insert(text, more, text->tokens + at, run);
		break;
	}
	if (text->count == 0)
		text->tokens[text->count++] = token_of(";");
}

static size_t make(uint64_t *state, char *bytes)
{
	static struct text text;
	const struct schema *schema = &schemas[below(state, schema_count)];
	size_t times = below(state, 3) != 0 ? 1 : 2 + below(state, 3), size = 0, i;

	text.count = schema->count;
	memcpy(text.tokens, schema->tokens, schema->count * sizeof(text.tokens[0]));
	for (i = 0; i < times; i++)
		mutate(state, &text);
	for (i = 0; i < text.count && size + text.tokens[i].size < ROOM; i++) {
		memcpy(bytes + size, text.tokens[i].text, text.tokens[i].size);
		size += text.tokens[i].size;
	}
	/* Sometimes bytes, too. */
	if (size > 0 && below(state, 16) == 0)
		bytes[below(state, size)] = (char)wiregen_random(state);
	return size;
}

/* ---- Running them ---- */

static uint64_t processor_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void run_batch(uint64_t first, uint64_t count, uint64_t seed, bool is_limited)
{
	static const struct itimerval second = { .it_value = { 1, 0 } };
	const struct rlimit limit = { MEMORY, MEMORY };
	uint64_t i;

	if (freopen("/dev/null", "w", stderr) == NULL || (is_limited && setrlimit(RLIMIT_AS, &limit) != 0))
		exit(3);
	for (i = first; i < first + count; i++) {
		uint64_t state = seed * 1000003 + i, begin, took;

		shared->index = i;
		shared->size = make(&state, shared->text);
		begin = processor_time();
		setitimer(ITIMER_PROF, &second, NULL);
		shared->accepted += fuzz_compile(shared->text, shared->size);
		took = processor_time() - begin;
		if (took > shared->slowest)
			shared->slowest = took;
	}
	exit(0);
}

static int tell(int status)
{
	FILE *file = fopen("soak-schemas-input.thrift", "wb");

	if (file != NULL) {
		fwrite(shared->text, 1, shared->size, file);
		fclose(file);
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
		printf("soak_schemas: number %" PRIu64 " takes more than a second", shared->index);
	else if (WIFSIGNALED(status))
		printf("soak_schemas: number %" PRIu64 " breaks a promise: signal %d", shared->index, WTERMSIG(status));
	else
		printf("soak_schemas: number %" PRIu64 " ends the compiler with %d", shared->index, WEXITSTATUS(status));
	printf("; it is in soak-schemas-input.thrift\n");
	return 1;
}

int main(int argc, char **argv)
{
	uint64_t count, seed, i;
	struct rusage usage = { .ru_maxrss = 0 };
	bool is_limited = true;
	time_t begin = time(NULL);
	int status, j;

	if (argc < 4) {
		fputs("usage: soak_schemas COUNT SEED FOLDER...\n", stderr);
		return 2;
	}
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	is_limited = false; /* They map terabytes. */
#endif
	is_limited = is_limited && getenv("INGOT_SANITIZED") == NULL;
	count = strtoull(argv[1], NULL, 10);
	seed = strtoull(argv[2], NULL, 10);
	for (j = 3; j < argc; j++)
		load_folder(argv[j]);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || schema_count == 0)
		return 2;
	for (i = 0; i < count; i += BATCH) {
		pid_t pid = fork();

		if (pid == 0)
			run_batch(i, count - i < BATCH ? count - i : BATCH, seed, is_limited);
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			return 2;
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
			return tell(status);
	}
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("soak_schemas: %" PRIu64 " mutated schemas, %" PRIu64 " of them accepted, %ld s, the slowest %" PRIu64 " ms, at most %ld KiB resident\n", count,
	       shared->accepted, (long)(time(NULL) - begin), shared->slowest / 1000, usage.ru_maxrss);
	return 0;
}
