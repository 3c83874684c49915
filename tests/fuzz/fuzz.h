/* SPDX-License-Identifier: MIT */
/*
 * What the fuzzers run: each function takes any bytes, and aborts when a promise is broken. libFuzzer calls one of them (entry.c);
 * check_fuzz.c calls all of them with the inputs in corpus/.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The generated decoders. The first byte chooses the type and whether to be strict; the rest is the message. */
void fuzz_binary(const uint8_t *data, size_t size);
void fuzz_compact(const uint8_t *data, size_t size);

/* Walking, skipping and viewing values without a schema. The first byte chooses the wire type, the second protocol and options. */
void fuzz_skip(const uint8_t *data, size_t size);

/* JSON to values and back. The first byte chooses the type and whether required fields may be absent. */
void fuzz_json(const uint8_t *data, size_t size);

/* Frames, header transports and message headers, one inside of the other. */
void fuzz_message(const uint8_t *data, size_t size);

/* A schema through the whole compiler. */
void fuzz_idl(const uint8_t *data, size_t size);

/* The same; whether it was accepted. */
bool fuzz_compile(const void *data, size_t size);

/* ingot encode, then ingot inspect and encode again; what encode refuses is a blob, and goes through inspect and encode. */
void fuzz_text(const uint8_t *data, size_t size);

struct fuzz_target {
	const char *name; /* of its function, without fuzz_ */
	void (*run)(const uint8_t *data, size_t size);
};

/* All of them; ends with a name of NULL. */
extern const struct fuzz_target fuzz_targets[];

/* Says which promise is broken, and aborts. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void fuzz_broken(const char *promise);

/* The path of a file with that content, one for each number; it is gone when the program ends. */
const char *fuzz_file(unsigned number, const void *data, size_t size);

#define FUZZ_FILES 4

#endif
