/* SPDX-License-Identifier: MIT */
/* Calls of verbs in this process, and what holds for every one. */
#include "soak_cli.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <talloc.h>
#include <unistd.h>
#include "option_table.h"
#include "options.h"
#include "verbs.h"

static struct {
	int fds[2];
	char *text[2];
	size_t room[2];
} written; /* of this process, as stdout is */

void soak_calls_begin(const char *folder)
{
	static const char *const names[] = { "stdout", "stderr" };
	char path[80];
	int i;

	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		written.fds[i] = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
		if (written.fds[i] < 0 || dup2(written.fds[i], i + 1) < 0)
			exit(2);
	}
	talloc_enable_null_tracking();
}

void soak_begin(struct soak_call *call, const char *verb)
{
	call->count = 0;
	call->used = 0;
	soak_add(call, verb);
}

void soak_add(struct soak_call *call, const char *word)
{
	if (call->count < SOAK_MOST_ARGS - 1)
		call->words[call->count++] = word;
}

void soak_print(struct soak_call *call, const char *format, ...)
{
	size_t left = sizeof(call->room) - call->used;
	va_list args;
	int size;

	va_start(args, format);
	size = vsnprintf(call->room + call->used, left, format, args);
	va_end(args);
	if (size < 0 || (size_t)size >= left)
		return;
	soak_add(call, call->room + call->used);
	call->used += (size_t)size + 1;
}

/* One of a|b|c. */
static void add_choice(uint64_t *state, struct soak_call *call, const struct option_row *row)
{
	const char *p = row->argument;
	unsigned count = 1, chosen;

	for (; *p != '\0'; p++)
		count += *p == '|';
	chosen = soak_below(state, count);
	for (p = row->argument; chosen > 0; chosen--)
		p = strchr(p, '|') + 1;
	soak_print(call, "--%s=%.*s", row->name, (int)strcspn(p, "|"), p);
}

void soak_add_options(uint64_t *state, struct soak_call *call, size_t size)
{
	static const char *const left_out[] = { "idl", "type", "include", "output", "help", "from", "by" };
	enum verb verb = options_verb(call->words[0]);
	const struct option_row *row;
	size_t i;

	for (row = option_rows; row->name != NULL; row++) {
		if (!(row->verbs & (unsigned)verb) || soak_below(state, strcmp(row->name, "format") == 0 ? 2 : 12) != 0)
			continue;
		for (i = 0; i < sizeof(left_out) / sizeof(left_out[0]) && strcmp(row->name, left_out[i]) != 0; i++)
			continue;
		if (i < sizeof(left_out) / sizeof(left_out[0]))
			continue;
		if (row->argument == NULL)
			soak_print(call, "--%s", row->name);
		else if (strchr(row->argument, '|') != NULL)
			add_choice(state, call, row);
		else
			soak_print(call, "--%s=%u", row->name, soak_below(state, (uint32_t)size + 2));
	}
}

void soak_add_path(uint64_t *state, struct soak_call *call)
{
	static const char *const whole[] = {
		"", "*", "1", "2[*]", "row_groups[*].columns[*].meta_data.codec", "row_groups[*].columns[*].meta_data.path_in_schema",
		"schema[*].name", "row_groups[*]", "*[*]", "*[key *]", "*[value 0]",
	};
	static const char *const steps[] = { "1", "2", "3", "*", "[*]", "[0]", "[key *]", "[value *]", "name", "-1", "[", "[99999999999]" };
	char text[256] = "";
	unsigned count, i;

	soak_add(call, "--");
	if (soak_below(state, 2) == 0) {
		soak_add(call, whole[soak_below(state, sizeof(whole) / sizeof(whole[0]))]);
		return;
	}
	count = 1 + soak_below(state, 6);
	for (i = 0; i < count; i++) {
		const char *step = steps[soak_below(state, sizeof(steps) / sizeof(steps[0]))];

		if (i > 0 && *step != '[')
			strcat(text, ".");
		strcat(text, step);
	}
	soak_print(call, "%s", text);
}

static const char *collect(int i, char **text, size_t *size)
{
	off_t end = lseek(i + 1, 0, SEEK_END);
	size_t done = 0;

	*size = end > 0 ? (size_t)end : 0;
	if (*size + 1 > written.room[i]) {
		written.room[i] = 2 * *size + 4096;
		written.text[i] = realloc(written.text[i], written.room[i]);
		if (written.text[i] == NULL)
			exit(2);
	}
	while (done < *size) {
		ssize_t n = pread(written.fds[i], written.text[i] + done, *size - done, (off_t)done);

		if (n <= 0)
			return "what was written can be read";
		done += (size_t)n;
	}
	written.text[i][*size] = '\0';
	*text = written.text[i];
	return ftruncate(written.fds[i], 0) == 0 && lseek(written.fds[i], 0, SEEK_SET) == 0 ? NULL : "files can be emptied";
}

/* Printable ASCII and newlines; with colours these, too. */
static bool is_clean(const char *text, size_t size, bool has_colours, bool has_tabs)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (has_colours && text[i] == '\033' && i + 2 < size && text[i + 1] == '[') {
			i += 2;
			while (i < size && text[i] >= '0' && text[i] <= '9')
				i++;
			if (i == size || text[i] != 'm')
				return false;
		} else if ((text[i] < 0x20 || text[i] > 0x7e) && text[i] != '\n' && !(has_tabs && text[i] == '\t')) {
			return false;
		}
	}
	return true;
}

static bool has_word(const struct soak_call *call, const char *word)
{
	int i;

	for (i = 0; i < call->count; i++)
		if (strcmp(call->words[i], word) == 0)
			return true;
	return false;
}

static bool is_printed_clean(const struct soak_call *call)
{
	const char *verb = call->words[0];
	size_t size = call->size;

	if (!is_clean(call->errors, call->error_size, false, false))
		return false;
	if (strcmp(verb, "encode") == 0 || strcmp(verb, "convert") == 0)
		return true; /* bytes are what they write */
	return is_clean(call->output, size, has_word(call, "--color=always"), strcmp(verb, "infer") == 0 || has_word(call, "--format=html"));
}

const char *soak_run(struct soak_call *call)
{
	char *words[SOAK_MOST_ARGS];
	size_t chunks = talloc_total_blocks(NULL);
	struct options options;
	const char *broken;
	bool done;

	memcpy(words, call->words, sizeof(words[0]) * (size_t)call->count);
	words[call->count] = NULL;
	call->code = options_parse(&options, options_verb(words[0]), call->count, words, &done);
	if (call->code == EXIT_FINE)
		call->code = verb_run(&options);
	fflush(stdout);
	fflush(stderr);
	broken = collect(0, &call->output, &call->size);
	if (broken == NULL)
		broken = collect(1, &call->errors, &call->error_size);
	if (broken != NULL)
		return broken;
	if (call->code < 0 || call->code > 2)
		return "the exit status is 0, 1 or 2";
	if (talloc_total_blocks(NULL) != chunks)
		return "memory is given back";
	if (!is_printed_clean(call))
		return "output is printable ASCII and newlines";
	if (call->code != EXIT_FINE && call->error_size == 0 && call->size == 0)
		return "a status that is not 0 has a reason";
	return NULL;
}
