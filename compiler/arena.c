/* SPDX-License-Identifier: MIT */
#include "arena.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECE_SIZE ((size_t)1 << 18)

struct arena {
	char *next; /* nodes are taken from the front … */
	size_t size;
	char *limit; /* … and strings, which need no alignment, from the back */
};

void *arena_need(void *p)
{
	if (p == NULL) {
		fputs("ingotc: out of memory\n", stderr);
		exit(2);
	}
	return p;
}

char *arena_text(TALLOC_CTX *mem_ctx, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = talloc_vasprintf(mem_ctx, format, args);
	va_end(args);
	return arena_need(text);
}

struct arena *arena_new(TALLOC_CTX *mem_ctx)
{
	return arena_need(talloc_zero(mem_ctx, struct arena));
}

size_t arena_size(const struct arena *arena)
{
	return arena->size;
}

/* Makes room for size bytes between next and limit. Large requests get a chunk of their own: *own.
 */
static bool arena_room(struct arena *arena, size_t size, char **own)
{
	*own = NULL;
	if ((size_t)(arena->limit - arena->next) >= size)
		return true;
	if (size > PIECE_SIZE / 8) {
		*own = arena_need(talloc_size(arena, size));
		arena->size += size;
		return false;
	}
	arena->next = arena_need(talloc_size(arena, PIECE_SIZE));
	arena->limit = arena->next + PIECE_SIZE;
	arena->size += PIECE_SIZE;
	return true;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	char *p;

	if (size > SIZE_MAX - 16)
		arena_need(NULL);
	size = (size + 7) / 8 * 8;
	if (arena_room(arena, size, &p)) {
		p = arena->next;
		arena->next += size;
	}
	return memset(p, 0, size);
}

char *arena_copy(struct arena *arena, const char *bytes, size_t size)
{
	char *p;

	if (arena_room(arena, size + 1, &p)) {
		arena->limit -= size + 1;
		p = arena->limit;
	}
	if (size > 0)
		memcpy(p, bytes, size);
	p[size] = '\0';
	return p;
}

void *arena_grow(TALLOC_CTX *mem_ctx, void *array, size_t count, size_t element_size)
{
	/* Full whenever count is a power of two, which is when it has grown to just that. */
	if ((count & (count - 1)) == 0 || array == NULL) {
		size_t size = (count == 0 ? 1 : count * 2) * element_size;

		array = arena_need(talloc_realloc_size(mem_ctx, array, size));
	}
	return array;
}
