/* SPDX-License-Identifier: MIT */
/*
 * JSON to values. Jansson parses; then the tree is walked twice: first to check it and to find how much memory the value takes, then to
 * fill that one chunk.
 */
#include <ingot/json_read.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <ingot/reader.h>
#include "layout.h"

/* One talloc chunk can hold this much. */
#define MOST_OF_A_CHUNK ((256u << 20) - 1)

struct build {
	char *base; /* NULL while checking */
	uint64_t used;
	unsigned options;
	int depth; /* levels left */
	struct ingot_json_error *error;
	const struct ingot_type *root;
	uint32_t step_count;
	struct ingot_step steps[INGOT_MAX_DEPTH + 2];
};

static bool read_value(struct build *build, const struct ingot_type *type, json_t *json, void *to);

/* Sizes cannot wrap around in 64 bits: a text has fewer than 2^31 values, each of less than 2^32 bytes. */
static void *take(struct build *build, uint64_t size, size_t align)
{
	uint64_t at = (build->used + align - 1) & ~(uint64_t)(align - 1);

	build->used = at + size;
	return build->base != NULL ? build->base + at : NULL;
}

static bool fail(struct build *build, enum ingot_status status, const char *reason)
{
	char *text = build->error->text;
	size_t room = sizeof(build->error->text);
	/* The path gives way to the reason when both do not fit. */
	size_t size = ingot_path_text(text, room - 160, build->root, build->steps, build->step_count);

	build->error->status = status;
	snprintf(text + size, room - size, "%s%s", size > 0 ? ": " : "", reason);
	return false;
}

static bool expected(struct build *build, const char *what)
{
	char reason[64];

	snprintf(reason, sizeof(reason), "expected %s", what);
	return fail(build, INGOT_MISMATCH, reason);
}

/* Nothing is deeper than steps has room for: enter_level comes before. */
static void enter(struct build *build, enum ingot_step_kind kind, const struct ingot_field *field, size_t index)
{
	struct ingot_step *step = &build->steps[build->step_count++];

	step->field = field;
	step->id = field != NULL ? field->id : 0;
	step->index = (uint32_t)index;
	step->kind = (uint8_t)kind;
}

static void leave(struct build *build)
{
	build->step_count--;
}

/* -- Scalars ---------------------------------------------------------------------------------------------------------------- */

static bool store_integer(struct build *build, const struct ingot_type *type, int64_t number, void *to)
{
	static const int64_t greatest[] = { [1] = INT8_MAX, [2] = INT16_MAX, [4] = INT32_MAX, [8] = INT64_MAX };
	int64_t most = greatest[type->size];
	int8_t i8 = (int8_t)number;
	int16_t i16 = (int16_t)number;
	int32_t i32 = (int32_t)number;

	if (number > most || number < -most - 1)
		return fail(build, INGOT_MISMATCH, "number out of range");
	if (to == NULL)
		return true;
	memcpy(to,
	       type->size == 1   ? (const void *)&i8
	       : type->size == 2 ? (const void *)&i16
	       : type->size == 4 ? (const void *)&i32
				 : (const void *)&number,
	       type->size);
	return true;
}

static bool read_integer_text(struct build *build, const struct ingot_type *type, const char *text, void *to)
{
	char *end;
	long long number;

	if (type->kind == INGOT_KIND_ENUM) {
		for (uint32_t i = 0; i < type->value_count; i++) {
			if (strcmp(type->values[i].name, text) == 0)
				return store_integer(build, type, type->values[i].number, to);
		}
	}
	errno = 0;
	number = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || text[0] == ' ' || text[0] == '+')
		return expected(build, type->kind == INGOT_KIND_ENUM ? "an enum's name or number" : "an integer");
	if (errno == ERANGE)
		return fail(build, INGOT_MISMATCH, "number out of range");
	return store_integer(build, type, number, to);
}

static bool read_integer(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	if (json_is_integer(json))
		return store_integer(build, type, json_integer_value(json), to);
	if (type->kind == INGOT_KIND_ENUM && json_typeof(json) == JSON_STRING)
		return read_integer_text(build, type, json_string_value(json), to);
	return expected(build, type->kind == INGOT_KIND_ENUM ? "an enum's name or number" : "an integer");
}

static bool read_bool(struct build *build, json_t *json, void *to)
{
	bool value = json_is_true(json);

	if (!json_is_boolean(json))
		return expected(build, "true or false");
	if (to != NULL)
		memcpy(to, &value, sizeof(value));
	return true;
}

static bool read_double(struct build *build, json_t *json, void *to)
{
	const char *text = json_string_value(json);
	double value;

	if (json_is_number(json))
		value = json_number_value(json);
	else if (text != NULL && strcmp(text, "NaN") == 0)
		value = (double)NAN;
	else if (text != NULL && strcmp(text, "Infinity") == 0)
		value = (double)INFINITY;
	else if (text != NULL && strcmp(text, "-Infinity") == 0)
		value = -(double)INFINITY;
	else
		return expected(build, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
	if (to != NULL)
		memcpy(to, &value, sizeof(value));
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_uuid(struct build *build, json_t *json, void *to)
{
	const char *text = json_string_value(json);
	struct ingot_uuid uuid = { { 0 } };
	size_t count = 0;

	for (size_t i = 0; text != NULL && text[i] != '\0'; i++) {
		int digit = hex_digit(text[i]);
		bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (i >= 36 || (is_dash ? text[i] != '-' : digit < 0))
			return expected(build, "a uuid");
		if (!is_dash) {
			uuid.bytes[count / 2] = (uint8_t)(uuid.bytes[count / 2] << 4 | digit);
			count++;
		}
	}
	if (count != 32)
		return expected(build, "a uuid");
	if (to != NULL)
		memcpy(to, &uuid, sizeof(uuid));
	return true;
}

/* -- Strings ---------------------------------------------------------------------------------------------------------------- */

/* Takes room for size bytes and the NUL. NULL while checking. */
static char *take_string(struct build *build, size_t size, void *to)
{
	char *data = (char *)take(build, size + 1, 1);
	struct ingot_string string = { data, (uint32_t)size };

	if (data == NULL)
		return NULL;
	data[size] = '\0';
	memcpy(to, &string, sizeof(string));
	return data;
}

static bool read_text(struct build *build, const char *text, size_t size, void *to)
{
	char *data = take_string(build, size, to);

	if (data != NULL)
		memcpy(data, text, size);
	return true;
}

static bool read_hex(struct build *build, json_t *json, void *to)
{
	const char *text = json_string_value(json);
	size_t size = text != NULL ? json_string_length(json) : 1;
	char *data;

	if (size % 2 != 0)
		return expected(build, "pairs of hex digits");
	for (size_t i = 0; i < size; i++) {
		if (hex_digit(text[i]) < 0)
			return expected(build, "pairs of hex digits");
	}
	data = take_string(build, size / 2, to);
	for (size_t i = 0; data != NULL && i < size / 2; i++)
		data[i] = (char)(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
	return true;
}

static bool read_string(struct build *build, json_t *json, void *to)
{
	json_t *hex = json_object_size(json) == 1 ? json_object_get(json, "hex") : NULL;

	if (json_is_string(json))
		return read_text(build, json_string_value(json), json_string_length(json), to);
	if (hex != NULL)
		return read_hex(build, hex, to);
	return expected(build, "a string or {\"hex\": \"...\"}");
}

/* -- Containers ------------------------------------------------------------------------------------------------------------- */

/* Room for count items; NULL while checking. */
static char *take_items(struct build *build, const struct ingot_type *type, size_t count, void *to)
{
	size_t align = type->element->align;
	struct ingot_list list;
	char *items;

	if (type->kind == INGOT_KIND_MAP && type->key->align > align)
		align = type->key->align;
	items = (char *)take(build, (uint64_t)type->entry_size * count, align);
	if (items == NULL)
		return NULL;
	memset(items, 0, type->entry_size * count);
	list.items = items;
	list.count = (uint32_t)count;
	memcpy(to, &list, sizeof(list));
	return items;
}

static bool read_list(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	size_t count = json_array_size(json);
	char *items;

	if (!json_is_array(json))
		return expected(build, "an array");
	items = take_items(build, type, count, to);
	for (size_t i = 0; i < count; i++) {
		enter(build, INGOT_STEP_ELEMENT, NULL, i);
		if (!read_value(build, type->element, json_array_get(json, i), items != NULL ? items + type->entry_size * i : NULL))
			return false;
		leave(build);
	}
	return true;
}

static bool read_entry(struct build *build, const struct ingot_type *type, json_t *pair, size_t index, char *entry)
{
	if (json_array_size(pair) != 2) /* 0 of what is no array */
		return expected(build, "a pair of a key and a value");
	enter(build, INGOT_STEP_KEY, NULL, index);
	if (!read_value(build, type->key, json_array_get(pair, 0), entry))
		return false;
	leave(build);
	enter(build, INGOT_STEP_VALUE, NULL, index);
	if (!read_value(build, type->element, json_array_get(pair, 1), entry != NULL ? entry + type->value_offset : NULL))
		return false;
	leave(build);
	return true;
}

static bool read_pairs(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	size_t count = json_array_size(json);
	char *items = take_items(build, type, count, to);

	for (size_t i = 0; i < count; i++) {
		if (!read_entry(build, type, json_array_get(json, i), i, items != NULL ? items + type->entry_size * i : NULL))
			return false;
	}
	return true;
}

static bool read_key(struct build *build, const struct ingot_type *type, const char *key, void *to)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		return read_text(build, key, strlen(key), to);
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
		return read_integer_text(build, type, key, to);
	default:
		return expected(build, "an array of pairs");
	}
}

static bool read_object(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	char *entry = take_items(build, type, json_object_size(json), to);
	const char *key;
	json_t *member;
	size_t i = 0;

	json_object_foreach(json, key, member) {
		enter(build, INGOT_STEP_KEY, NULL, i);
		if (!read_key(build, type->key, key, entry))
			return false;
		leave(build);
		enter(build, INGOT_STEP_VALUE, NULL, i++);
		if (!read_value(build, type->element, member, entry != NULL ? entry + type->value_offset : NULL))
			return false;
		leave(build);
		if (entry != NULL)
			entry += type->entry_size;
	}
	return true;
}

static bool read_map(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	if (json_is_array(json))
		return read_pairs(build, type, json, to);
	if (json_is_object(json))
		return read_object(build, type, json, to);
	return expected(build, "an object or an array of pairs");
}

/* -- Structs ---------------------------------------------------------------------------------------------------------------- */

/* As layout_is_pointer, which is private to libingot. */
static bool is_pointer(const struct ingot_type *owner, const struct ingot_field *field)
{
	if (layout_is_struct(field->type))
		return true;
	return owner->kind == INGOT_KIND_STRUCT && field->requiredness == INGOT_OPTIONAL && !layout_is_string(field->type) &&
	       !layout_is_list(field->type);
}

static bool read_field(struct build *build, const struct ingot_type *type, const struct ingot_field *field, json_t *json, char *to)
{
	void *at = to != NULL ? to + field->offset : NULL;

	enter(build, INGOT_STEP_FIELD, field, 0);
	if (is_pointer(type, field)) {
		void *pointer = take(build, field->type->size, field->type->align);

		if (at != NULL)
			memcpy(at, &pointer, sizeof(pointer));
		at = pointer;
	}
	if (!read_value(build, field->type, json, at))
		return false;
	leave(build);
	return true;
}

static bool is_given(json_t *json, const char *name)
{
	json_t *member = json_object_get(json, name);

	return member != NULL && !json_is_null(member);
}

static bool check_required(struct build *build, const struct ingot_type *type, json_t *json)
{
	for (uint32_t i = 0; i < type->field_count; i++) {
		const struct ingot_field *field = &type->fields[i];

		if (field->requiredness != INGOT_REQUIRED || is_given(json, field->name))
			continue;
		enter(build, INGOT_STEP_FIELD, field, 0);
		return fail(build, INGOT_MISSING, ingot_status_name(INGOT_MISSING));
	}
	return true;
}

static bool read_union_tag(struct build *build, const struct ingot_field *field, int32_t *tag, char *to)
{
	if (*tag != 0)
		return fail(build, INGOT_BAD_UNION, "a union with more than one member");
	*tag = field->id;
	if (to != NULL)
		memcpy(to, tag, sizeof(*tag));
	return true;
}

static bool read_struct(struct build *build, const struct ingot_type *type, json_t *json, char *to)
{
	const struct ingot_field *field;
	const char *name;
	json_t *member;
	int32_t tag = 0;

	if (!json_is_object(json))
		return expected(build, "an object");
	if (to != NULL && type->initial != NULL)
		memcpy(to, type->initial, type->size);
	else if (to != NULL)
		memset(to, 0, type->size);
	json_object_foreach(json, name, member) {
		field = ingot_field_by_name(type, name, strlen(name));
		if (field == NULL && (build->options & INGOT_JSON_IGNORE_UNKNOWN) == 0)
			return fail(build, INGOT_MISMATCH, "an object member that the schema does not have");
		if (field == NULL || json_typeof(member) == JSON_NULL)
			continue;
		if (type->kind == INGOT_KIND_UNION && !read_union_tag(build, field, &tag, to))
			return false;
		if (!read_field(build, type, field, member, to))
			return false;
	}
	return type->kind == INGOT_KIND_UNION || (build->options & INGOT_JSON_PARTIAL) != 0 || check_required(build, type, json);
}

static bool read_nested(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	bool is_right;

	if (build->depth == 0)
		return fail(build, INGOT_DEPTH, "nested too deep");
	build->depth--;
	if (layout_is_struct(type))
		is_right = read_struct(build, type, json, (char *)to);
	else if (type->kind == INGOT_KIND_MAP)
		is_right = read_map(build, type, json, to);
	else
		is_right = read_list(build, type, json, to);
	build->depth++;
	return is_right;
}

static bool read_value(struct build *build, const struct ingot_type *type, json_t *json, void *to)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
		return read_bool(build, json, to);
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_ENUM:
		return read_integer(build, type, json, to);
	case INGOT_KIND_DOUBLE:
		return read_double(build, json, to);
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		return read_string(build, json, to);
	case INGOT_KIND_UUID:
		return read_uuid(build, json, to);
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		return read_nested(build, type, json, to);
	}
	return expected(build, "a known type");
}

/* -- The whole -------------------------------------------------------------------------------------------------------------- */

static void *read_root(struct build *build, json_t *json)
{
	void *value = take(build, build->root->size, build->root->align);

	build->depth = INGOT_MAX_DEPTH;
	return read_value(build, build->root, json, value) ? build->base : NULL;
}

static void *build_value(TALLOC_CTX *mem_ctx, struct build *build, json_t *json)
{
	build->error->status = INGOT_OK;
	read_root(build, json);
	if (build->error->status != INGOT_OK)
		return NULL;
	if (build->used <= MOST_OF_A_CHUNK)
		build->base = (char *)talloc_size(mem_ctx, (size_t)build->used);
	if (build->base == NULL) {
		fail(build, INGOT_NOMEM, ingot_status_name(INGOT_NOMEM));
		return NULL;
	}
	build->used = 0;
	return read_root(build, json);
}

static void syntax_error(struct ingot_json_error *error, const json_error_t *found)
{
	char *p = error->text;

	error->status = INGOT_BAD_VALUE;
	snprintf(p, sizeof(error->text), "line %d, column %d: %s", found->line, found->column, found->text);
	/* Jansson quotes what it found. */
	for (; *p != '\0'; p++) {
		if (*p < 0x20 || *p > 0x7e)
			*p = '?';
	}
}

void *ingot_json_read(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const char *text, size_t size, unsigned options,
		      struct ingot_json_error *error)
{
	struct ingot_json_error own;
	struct build build = { .options = options, .root = type, .error = error != NULL ? error : &own };
	json_error_t found;
	json_t *json;
	void *value;

	build.error->text[0] = '\0';
	/* So that no string and no count in it can be larger. */
	if (size > INT32_MAX) {
		fail(&build, INGOT_TOO_LARGE, ingot_status_name(INGOT_TOO_LARGE));
		return NULL;
	}
	json = json_loadb(text, size, JSON_ALLOW_NUL, &found);
	if (json == NULL && found.line < 0) {
		/* Jansson had nothing to say about the text: there was no memory. */
		fail(&build, INGOT_NOMEM, ingot_status_name(INGOT_NOMEM));
		return NULL;
	}
	if (json == NULL) {
		syntax_error(build.error, &found);
		return NULL;
	}
	value = build_value(mem_ctx, &build, json);
	json_decref(json);
	return value;
}
