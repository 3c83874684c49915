/* SPDX-License-Identifier: MIT */
/*
 * Giving back what a message's chunk has too much. Allocators shrink in place; should one move the chunk all the same, every
 * pointer of the message that points into it is moved along. A quarter is not too much: malloc learns from the sizes of what is
 * freed which ones to keep mapped, and a large chunk that is always freed smaller than it was asked for is mapped anew each time.
 */
#include <talloc.h>

#include "internal.h"
#include "visit.h"

struct move {
	struct visitor visitor;
	uintptr_t from; /* where the chunk was */
	size_t size;
	char *to;
};

static const void *moved(struct visitor *visitor, const void *pointer)
{
	const struct move *move = (const struct move *)(const void *)visitor;
	uintptr_t offset = (uintptr_t)pointer - move->from;

	return offset <= move->size ? move->to + offset : pointer;
}

static void move_pointer(struct visitor *visitor, void *place)
{
	const void *pointer;

	memcpy(&pointer, place, sizeof(pointer));
	pointer = moved(visitor, pointer);
	memcpy(place, &pointer, sizeof(pointer));
}

static void move_bytes(struct visitor *visitor, const void **place, uint32_t size)
{
	(void)size;
	*place = moved(visitor, *place);
}

void *ingot_trim(void *root, const struct ingot_type *type, size_t used, size_t size)
{
	size_t waste = size - used;
	struct move move = { { move_pointer, move_bytes }, (uintptr_t)root, size, NULL };

	if (waste < INGOT_LEAST_TRIM || waste <= size / 4)
		return root;
	move.to = (char *)talloc_realloc_size(NULL, root, used);
	if (move.to == NULL)
		return root;
	talloc_set_name_const(move.to, type->name);
	if (move.to != (char *)root)
		visit_struct(&move.visitor, type, move.to);
	return move.to;
}
