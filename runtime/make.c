/* SPDX-License-Identifier: MIT */
/* Parts of values that are made by hand. */
#include <ingot/make.h>
#include "layout.h"

struct ingot_string ingot_bytes_copy(TALLOC_CTX *mem_ctx, const void *bytes, size_t size)
{
	struct ingot_string string = { NULL, 0 };
	char *data;

	if (size > INT32_MAX)
		return string;
	data = (char *)talloc_size(mem_ctx, size + 1);
	if (data == NULL)
		return string;
	if (size > 0)
		memcpy(data, bytes, size);
	data[size] = '\0';
	string.data = data;
	string.size = (uint32_t)size;
	return string;
}

struct ingot_string ingot_text_copy(TALLOC_CTX *mem_ctx, const char *text)
{
	return ingot_bytes_copy(mem_ctx, text, strlen(text));
}

static const void *some(TALLOC_CTX *mem_ctx, const void *value, size_t size)
{
	void *copy = talloc_size(mem_ctx, size);

	if (copy != NULL)
		memcpy(copy, value, size);
	return copy;
}

#define DEFINE_SOME(name, c_type)                                            \
	const c_type *ingot_some_##name(TALLOC_CTX *mem_ctx, c_type value)       \
	{                                                                        \
		return (const c_type *)some(mem_ctx, &value, sizeof(value));         \
	}

DEFINE_SOME(bool, bool)
DEFINE_SOME(i8, int8_t)
DEFINE_SOME(i16, int16_t)
DEFINE_SOME(i32, int32_t)
DEFINE_SOME(i64, int64_t)
DEFINE_SOME(double, double)
DEFINE_SOME(uuid, struct ingot_uuid)

bool ingot_list_resize(TALLOC_CTX *mem_ctx, void *list, size_t item_size, uint32_t count)
{
	struct ingot_list made = { NULL, count };

	if (count > SIZE_MAX / item_size)
		return false;
	made.items = talloc_zero_size(mem_ctx, item_size * count);
	if (made.items == NULL)
		return false;
	memcpy(list, &made, sizeof(made));
	return true;
}

void *ingot_list_append(TALLOC_CTX *mem_ctx, void *list, size_t item_size)
{
	struct ingot_list now = layout_list(list);
	size_t room = now.items != NULL ? talloc_get_size(now.items) / item_size : 0;
	char *item;

	if (now.count >= INT32_MAX)
		return NULL;
	if (now.count >= room) {
		size_t wanted = now.count < 4 ? 4 : (size_t)now.count * 2;
		void *items = talloc_realloc_size(mem_ctx, now.items, wanted * item_size);

		if (items == NULL)
			return NULL;
		now.items = items;
	}
	item = (char *)now.items + item_size * now.count;
	memset(item, 0, item_size);
	now.count++;
	memcpy(list, &now, sizeof(now));
	return item;
}
