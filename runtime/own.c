/* SPDX-License-Identifier: MIT */
/* Making a value that was decoded with borrowed strings independent of its input: all its bytes in one chunk. */
#include <string.h>
#include <talloc.h>

#include <ingot/decode.h>
#include "visit.h"

struct owning {
	struct visitor visitor;
	size_t size; /* of all bytes, their NULs included */
	char *at;    /* NULL: only counting */
};

static void leave_pointer(struct visitor *visitor, void *place)
{
	(void)visitor;
	(void)place;
}

static void take_bytes(struct visitor *visitor, const void **place, uint32_t size)
{
	struct owning *owning = (struct owning *)(void *)visitor;

	owning->size += (size_t)size + 1;
	if (owning->at == NULL)
		return;
	memcpy(owning->at, *place, size);
	owning->at[size] = '\0';
	*place = owning->at;
	owning->at += (size_t)size + 1;
}

bool ingot_own(TALLOC_CTX *mem_ctx, const struct ingot_type *type, void *value)
{
	struct owning owning = { { leave_pointer, take_bytes }, 0, NULL };

	visit_struct(&owning.visitor, type, value);
	if (owning.size == 0)
		return true;
	owning.at = (char *)talloc_size(mem_ctx, owning.size);
	if (owning.at == NULL)
		return false;
	visit_struct(&owning.visitor, type, value);
	return true;
}
