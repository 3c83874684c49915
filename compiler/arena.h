/* SPDX-License-Identifier: MIT */
/*
 * Memory for a tree of millions of small nodes: pieces of a few large talloc chunks, freed all at
 * once with the arena. The compiler has no use for a tree that lacks a node, so running out of
 * memory ends the process here, with a message and exit status 2.
 */
#ifndef COMPILER_ARENA_H
#define COMPILER_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <talloc.h>

struct arena;

/* Never NULL. */
struct arena *arena_new(TALLOC_CTX *mem_ctx);

/* Bytes that were taken from talloc. */
size_t arena_size(const struct arena *arena);

/* Zeroed, aligned for any type, never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy of size bytes with a NUL behind them, never NULL. */
char *arena_copy(struct arena *arena, const char *bytes, size_t size);

/* An array of count elements in a talloc chunk, or NULL for none: returns it with room for one
 * more. */
void *arena_grow(TALLOC_CTX *mem_ctx, void *array, size_t count, size_t element_size);

/* As talloc_asprintf, never NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *arena_text(TALLOC_CTX *mem_ctx, const char *format, ...);

/* p itself; does not return when p is NULL. For the results of talloc functions. */
void *arena_need(void *p);

#define arena_new_node(arena, type) ((type *)arena_alloc((arena), sizeof(type)))

#endif
