/* SPDX-License-Identifier: MIT */
/*
 * What soak_cli.c gives the command line: blobs to be damaged, argument vectors made by the table of options, and calls of the verbs
 * whose output is looked at.
 */
#ifndef TESTS_SOAK_CLI_H
#define TESTS_SOAK_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/reader.h>
#include "wiregen.h"

#define SOAK_ROOM (1 << 17)
#define SOAK_MOST_ARGS 48

struct soak_sample {
	char name[128];
	const char *idl;  /* NULL: the types are built in, or there is none */
	const char *type; /* NULL: no schema */
	enum ingot_protocol protocol;
	size_t begin; /* of the struct that `map` describes */
	size_t size;
	uint8_t *bytes;
	struct wiregen_map map;
};

struct soak_samples {
	struct soak_sample *list;
	size_t count;
};

/* The committed blobs under srcdir/tests, and random messages of the schemas in srcdir/idl. */
void soak_samples_load(struct soak_samples *samples, const char *srcdir);

/* A copy with damage (of one in 16: with none) into SOAK_ROOM bytes; returns the size. Sizes around it are mostly put right. */
size_t soak_damage(uint64_t *state, const struct soak_samples *samples, const struct soak_sample *sample, uint8_t *bytes);

/* Text or JSON likewise, by its tokens. */
size_t soak_damage_text(uint64_t *state, char *text, size_t size, size_t room);

/* 0 … limit - 1 */
uint32_t soak_below(uint64_t *state, uint32_t limit);

/* One call of a verb, as main() would make it. */
struct soak_call {
	const char *words[SOAK_MOST_ARGS];
	int count;
	char room[2048]; /* where words that had to be made are */
	size_t used;
	int code;        /* the exit status */
	char *output;    /* what it wrote to stdout and … */
	size_t size;
	char *errors;    /* … stderr; both end with a NUL, and hold until the next call */
	size_t error_size;
};

void soak_begin(struct soak_call *call, const char *verb);
void soak_add(struct soak_call *call, const char *word);
void soak_print(struct soak_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Options of the verb, some, with fitting arguments. Not those that name files or types. */
void soak_add_options(uint64_t *state, struct soak_call *call, size_t size);

/* A path, mostly one that says something about a footer or a small struct. */
void soak_add_path(uint64_t *state, struct soak_call *call);

/* Calls it. NULL, or which promise was broken. */
const char *soak_run(struct soak_call *call);

/* Opens what calls write to: stdout and stderr of this process are files in the folder from then on. */
void soak_calls_begin(const char *folder);

#endif
