/* SPDX-License-Identifier: MIT */
/* A file of IDL in memory: its name, its text, and where its lines begin. */
#ifndef COMPILER_SOURCE_H
#define COMPILER_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <talloc.h>

/* Larger files are refused. Offsets are 32 bits wide. */
#define SOURCE_MAX_SIZE ((size_t)64 << 20)

struct source {
	const char *path; /* as opened */
	const char *text; /* size bytes and a NUL */
	size_t size;
	dev_t device; /* with inode: whether two paths name one file */
	ino_t inode;
	uint32_t *lines; /* where each line begins; made by the first source_place */
	uint32_t line_count;
};

/*
 * Reads a regular file. NULL on failure, with *why in static storage; *missing says whether no such
 * file exists, so that the next folder of a search may be tried.
 */
struct source *source_read(TALLOC_CTX *mem_ctx, const char *path, const char **why, bool *missing);

/* A source of text that is in memory already; for tests. */
struct source *source_from_text(
	TALLOC_CTX *mem_ctx, const char *path, const char *text, size_t size);

/* Counted from 1; the column in bytes. */
struct source_place {
	uint32_t line;
	uint32_t column;
	uint32_t line_begin; /* offset of the line's first byte */
	uint32_t line_end;   /* offset behind its last, line ends not counted */
};

struct source_place source_place(const struct source *source, uint32_t offset);

#endif
