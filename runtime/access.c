/* SPDX-License-Identifier: MIT */
/* Access by name: fields, items, and paths such as `row_groups[2].columns[0].meta_data.codec`. */
#include <ingot/ops.h>
#include <stdlib.h>
#include "layout.h"

const void *ingot_field_value(const struct ingot_type *type, const struct ingot_field *field, const void *value)
{
	if (type->kind == INGOT_KIND_UNION && layout_i32(value) != field->id)
		return NULL;
	return layout_field(type, field, value);
}

const struct ingot_field *ingot_next_field(const struct ingot_type *type, const void *value, uint32_t *index, const void **at)
{
	while (*index < type->field_count) {
		const struct ingot_field *field = &type->fields[(*index)++];

		*at = ingot_field_value(type, field, value);
		if (*at != NULL)
			return field;
	}
	return NULL;
}

uint32_t ingot_item_count(const void *list)
{
	return layout_list(list).count;
}

const void *ingot_item(const struct ingot_type *type, const void *list, uint32_t index)
{
	return layout_item(type, layout_list(list), index);
}

/* -- Paths ------------------------------------------------------------------------------------------------------------------ */

/* Where a path has led to. */
struct place {
	const struct ingot_type *type;
	const void *value; /* NULL: nowhere */
	const char *rest;  /* of the path */
};

static bool is_end_of_name(char c)
{
	return c == '\0' || c == '.' || c == '[';
}

static void go_to_field(struct place *place)
{
	const struct ingot_field *field;
	size_t size = 0;

	while (!is_end_of_name(place->rest[size]))
		size++;
	field = layout_is_struct(place->type) ? ingot_field_by_name(place->type, place->rest, size) : NULL;
	place->rest += size;
	place->value = field != NULL ? ingot_field_value(place->type, field, place->value) : NULL;
	place->type = field != NULL ? field->type : NULL;
}

/* Whether a map's key is the integer, enum or string between the brackets. */
static bool is_key(const struct ingot_type *type, const void *key, const char *text, size_t size)
{
	const char *name;
	char *end;
	long long number;

	if (layout_is_string(type)) {
		struct ingot_string string = layout_string(key);

		return size >= 2 && text[0] == '"' && text[size - 1] == '"' && string.size == size - 2 &&
		       memcmp(string.data, text + 1, size - 2) == 0;
	}
	if (type->kind == INGOT_KIND_BOOL || type->kind == INGOT_KIND_DOUBLE || type->kind >= INGOT_KIND_STRUCT ||
	    type->kind == INGOT_KIND_UUID)
		return false;
	name = type->kind == INGOT_KIND_ENUM ? ingot_enum_name(type, layout_i32(key)) : NULL;
	if (name != NULL && strlen(name) == size && memcmp(name, text, size) == 0)
		return true;
	number = strtoll(text, &end, 10);
	return end == text + size && size > 0 && number == layout_integer(type, key);
}

static void go_to_entry(struct place *place, const char *text, size_t size)
{
	struct ingot_list list = layout_list(place->value);

	place->value = NULL;
	/* The last of equal keys counts. */
	for (uint32_t i = list.count; i > 0 && place->value == NULL; i--) {
		const char *entry = layout_item(place->type, list, i - 1);

		if (is_key(place->type->key, entry, text, size))
			place->value = entry + place->type->value_offset;
	}
}

static void go_to_element(struct place *place, const char *text, size_t size)
{
	struct ingot_list list = layout_list(place->value);
	uint64_t index = 0;

	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9' || index > UINT32_MAX) {
			place->value = NULL;
			return;
		}
		index = index * 10 + (uint64_t)(text[i] - '0');
	}
	place->value = size > 0 && index < list.count ? layout_item(place->type, list, (uint32_t)index) : NULL;
}

/* The size of what is between brackets; a quoted key may hold a bracket. SIZE_MAX: there is no end. */
static size_t bracket_size(const char *text)
{
	const char *end = text;

	if (*end == '"') {
		end = strchr(end + 1, '"');
		if (end == NULL)
			return SIZE_MAX;
	}
	end = strchr(end, ']');
	return end != NULL ? (size_t)(end - text) : SIZE_MAX;
}

static void go_to_item(struct place *place)
{
	const char *text = place->rest + 1;
	size_t size = bracket_size(text);

	if (size == SIZE_MAX || !layout_is_list(place->type)) {
		place->value = NULL;
		return;
	}
	place->rest = text + size + 1;
	if (place->type->kind == INGOT_KIND_MAP)
		go_to_entry(place, text, size);
	else
		go_to_element(place, text, size);
	place->type = place->type->element;
}

const void *ingot_get(const struct ingot_type *type, const void *value, const char *path, const struct ingot_type **found)
{
	struct place place = { type, value, path };

	if (*path != '\0' && *path != '[')
		go_to_field(&place);
	while (place.value != NULL && *place.rest != '\0') {
		if (*place.rest == '[') {
			go_to_item(&place);
		} else if (*place.rest == '.') {
			place.rest++;
			go_to_field(&place);
		} else {
			return NULL;
		}
	}
	if (place.value != NULL && found != NULL)
		*found = place.type;
	return place.value;
}
