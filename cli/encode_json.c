/* SPDX-License-Identifier: MIT */
/* JSON, read by Jansson, to bytes. */
#include "encode_json.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "out.h"

#define PATH_ROOM 512
#define NO_RAW (struct raw){ .data = NULL }

struct parser {
	struct assembler *to;
	const char *name;
	char path[PATH_ROOM];
};

static __attribute__((format(printf, 2, 3))) bool fail(
	const struct parser *parser, const char *format, ...)
{
	char message[256];
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	out_error("%s: %s%s%s", parser->name, parser->path, parser->path[0] != '\0' ? ": " : "",
		message);
	return false;
}

/* Adds a step to the path and returns what to hand to leave(). */
static size_t enter(struct parser *parser, const char *step)
{
	size_t size = strlen(parser->path);

	snprintf(parser->path + size, PATH_ROOM - size, "%s%s", size > 0 && *step != '[' ? "." : "",
		step);
	return size;
}

static size_t enter_index(struct parser *parser, size_t index)
{
	char step[32];

	snprintf(step, sizeof(step), "[%zu]", index);
	return enter(parser, step);
}

static void leave(struct parser *parser, size_t size)
{
	parser->path[size] = '\0';
}

/* "text" or {"hex": "…"} */
static bool put_binary(struct parser *parser, const json_t *json)
{
	const json_t *hex = json_object_size(json) == 1 ? json_object_get(json, "hex") : NULL;
	struct bytes bytes = { .data = NULL };
	const char *p;
	bool done = true;

	if (json_is_string(json)) {
		assemble_binary(
			parser->to, json_string_value(json), json_string_length(json), NO_RAW);
		return true;
	}
	if (!json_is_string(hex))
		return fail(parser, "a string, or {\"hex\": \"...\"}, expected");
	for (p = json_string_value(hex); *p != '\0'; p += 2) {
		uint8_t byte;

		done = wire_hex_digit(p[0]) >= 0 && wire_hex_digit(p[1]) >= 0;
		if (!done)
			break;
		byte = (uint8_t)(wire_hex_digit(p[0]) << 4 | wire_hex_digit(p[1]));
		bytes_put(&bytes, &byte, 1);
	}
	if (done)
		assemble_binary(parser->to, bytes.data, bytes.size, NO_RAW);
	else
		fail(parser, "pairs of hex digits expected");
	parser->to->out.failed = parser->to->out.failed || bytes.failed;
	bytes_free(&bytes);
	return done;
}

static bool put_uuid(struct parser *parser, const json_t *json)
{
	const char *p = json_string_value(json);
	uint8_t bytes[16];
	unsigned i;

	for (i = 0; p != NULL && i < 16; i++, p += 2) {
		if (*p == '-')
			p++;
		if (wire_hex_digit(p[0]) < 0 || wire_hex_digit(p[1]) < 0)
			break;
		bytes[i] = (uint8_t)(wire_hex_digit(p[0]) << 4 | wire_hex_digit(p[1]));
	}
	if (p == NULL || i < 16 || *p != '\0')
		return fail(parser,
			"a uuid expected, such as \"00112233-4455-6677-8899-aabbccddeeff\"");
	assemble_uuid(parser->to, bytes);
	return true;
}

static bool put_real(struct parser *parser, const json_t *json, uint8_t type)
{
	const char *text = json_string_value(json);
	double real;

	if (json_is_number(json))
		real = json_number_value(json);
	else if (text != NULL && strcmp(text, "NaN") == 0)
		real = NAN;
	else if (text != NULL && strcmp(text, "Infinity") == 0)
		real = INFINITY;
	else if (text != NULL && strcmp(text, "-Infinity") == 0)
		real = -INFINITY;
	else
		return fail(
			parser, "a number, or \"NaN\", \"Infinity\" or \"-Infinity\", expected");
	assemble_scalar(parser->to, type, 0, real, NO_RAW);
	return true;
}

static bool put_integer(struct parser *parser, uint8_t type, int64_t integer)
{
	int64_t most = type == INGOT_WIRE_I8 ? INT8_MAX : type == INGOT_WIRE_I16 ? INT16_MAX :
		type == INGOT_WIRE_I32 ? INT32_MAX : INT64_MAX;

	if (integer > most || integer < -most - 1)
		return fail(parser, "%" PRId64 " does not fit %s", integer,
			ingot_wire_type_name((enum ingot_wire_type)type));
	assemble_scalar(parser->to, type, integer, 0, NO_RAW);
	return true;
}

/* An enum's number by its name. */
static bool enum_number(const struct ingot_type *type, const char *name, int64_t *number)
{
	uint32_t i;

	for (i = 0; i < type->value_count; i++)
		if (strcmp(type->values[i].name, name) == 0) {
			*number = type->values[i].number;
			return true;
		}
	return false;
}

static bool put_scalar(
	struct parser *parser, const json_t *json, uint8_t wire, const struct ingot_type *type)
{
	int64_t number;

	switch (wire) {
	case INGOT_WIRE_BOOL:
		if (!json_is_boolean(json))
			return fail(parser, "true or false expected");
		assemble_scalar(parser->to, wire, json_is_true(json), 0, NO_RAW);
		return true;
	case INGOT_WIRE_DOUBLE:
	case INGOT_WIRE_FLOAT:
		return put_real(parser, json, wire);
	case INGOT_WIRE_BINARY:
		return put_binary(parser, json);
	case INGOT_WIRE_UUID:
		return put_uuid(parser, json);
	default:
		break;
	}
	if (json_is_string(json) && type != NULL && type->kind == INGOT_KIND_ENUM) {
		if (!enum_number(type, json_string_value(json), &number))
			return fail(parser, "%s has no '%s'", type->name, json_string_value(json));
		return put_integer(parser, wire, number);
	}
	if (!json_is_integer(json))
		return fail(parser, "a whole number expected");
	return put_integer(parser, wire, json_integer_value(json));
}

/* A key of a JSON object as the map's key. */
static bool put_key(struct parser *parser, const char *key, size_t size, uint8_t wire,
	const struct ingot_type *type)
{
	int64_t number;
	char *end;

	if (wire == INGOT_WIRE_BINARY) {
		assemble_binary(parser->to, key, size, NO_RAW);
		return true;
	}
	if (type != NULL && type->kind == INGOT_KIND_ENUM && enum_number(type, key, &number))
		return put_integer(parser, wire, number);
	errno = 0;
	number = strtoll(key, &end, 10);
	if (end == key || *end != '\0' || errno != 0 || wire == INGOT_WIRE_BOOL ||
		wire == INGOT_WIRE_DOUBLE || wire == INGOT_WIRE_UUID || wire == INGOT_WIRE_FLOAT)
		return fail(parser, "'%s' is no key here", key);
	return put_integer(parser, wire, number);
}

static bool begin(struct parser *parser, uint8_t type, uint8_t key, uint8_t element)
{
	return assemble_begin(parser->to, type, key, element, NO_RAW) ||
		fail(parser, "nested deeper than %d levels", INGOT_MAX_DEPTH);
}

static bool put_typed(struct parser *parser, json_t *json, const struct ingot_type *type);

static uint8_t wire_of(const struct ingot_type *type)
{
	return (uint8_t)ingot_wire_of_kind((enum ingot_kind)type->kind);
}

static bool put_typed_struct(struct parser *parser, json_t *json, const struct ingot_type *type)
{
	const char *key;
	json_t *member;

	if (!json_is_object(json))
		return fail(parser, "an object expected");
	if (!begin(parser, INGOT_WIRE_STRUCT, 0, 0))
		return false;
	json_object_foreach(json, key, member) {
		const struct ingot_field *field = ingot_field_by_name(type, key, strlen(key));
		size_t path = enter(parser, key);

		if (field == NULL)
			return fail(parser, "%s has no such field", type->name);
		if (field->type->kind == INGOT_KIND_BOOL && !json_is_boolean(member))
			return fail(parser, "true or false expected");
		assemble_field(
			parser->to, field->id, wire_of(field->type), json_is_true(member), NO_RAW);
		if ((field->type->kind != INGOT_KIND_BOOL ||
			    parser->to->form.protocol == INGOT_BINARY) &&
			!put_typed(parser, member, field->type))
			return false;
		leave(parser, path);
	}
	assemble_end(parser->to, NO_RAW);
	return true;
}

static bool put_typed_map(struct parser *parser, json_t *json, const struct ingot_type *type)
{
	const char *key;
	json_t *member;
	size_t i, path;

	if (!json_is_object(json) && !json_is_array(json))
		return fail(parser, "an object or an array of pairs expected");
	if (!begin(parser, INGOT_WIRE_MAP, wire_of(type->key), wire_of(type->element)))
		return false;
	json_object_foreach(json, key, member) {
		path = enter(parser, key);
		if (!put_key(parser, key, strlen(key), wire_of(type->key), type->key) ||
		    !put_typed(parser, member, type->element))
			return false;
		leave(parser, path);
	}
	for (i = 0; i < json_array_size(json); i++) {
		const json_t *pair = json_array_get(json, i);

		path = enter_index(parser, i);
		if (json_array_size(pair) != 2)
			return fail(parser, "a pair expected: [key, value]");
		if (!put_typed(parser, json_array_get(pair, 0), type->key) ||
		    !put_typed(parser, json_array_get(pair, 1), type->element))
			return false;
		leave(parser, path);
	}
	assemble_end(parser->to, NO_RAW);
	return true;
}

static bool put_typed(struct parser *parser, json_t *json, const struct ingot_type *type)
{
	size_t i;

	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return put_typed_struct(parser, json, type);
	case INGOT_KIND_MAP:
		return put_typed_map(parser, json, type);
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
		if (!json_is_array(json))
			return fail(parser, "an array expected");
		if (!begin(parser, wire_of(type), 0, wire_of(type->element)))
			return false;
		for (i = 0; i < json_array_size(json); i++) {
			size_t path = enter_index(parser, i);

			if (!put_typed(parser, json_array_get(json, i), type->element))
				return false;
			leave(parser, path);
		}
		assemble_end(parser->to, NO_RAW);
		return true;
	default:
		return put_scalar(parser, json, wire_of(type), type);
	}
}

/* "list<i32>" or "map<binary,i32>" into types. */
static bool parse_wire_type(
	struct parser *parser, const char *text, uint8_t *type, uint8_t *key, uint8_t *element)
{
	size_t size = strcspn(text, "<");
	const char *p = text + size, *comma = strchr(p, ',');

	*key = *element = INGOT_WIRE_STOP;
	*type = wire_type(text, size);
	if (*type != INGOT_WIRE_STOP && *p == '\0')
		return true;
	if (*p == '<' && p[strlen(p) - 1] == '>') {
		p++;
		if (*type == INGOT_WIRE_MAP && comma != NULL) {
			*key = wire_type(p, (size_t)(comma - p));
			p = comma + 1 + strspn(comma + 1, " ");
		}
		*element = wire_type(p, strlen(p) - 1);
		if ((*type == INGOT_WIRE_MAP && *key != INGOT_WIRE_STOP &&
			    *element != INGOT_WIRE_STOP) ||
			((*type == INGOT_WIRE_LIST || *type == INGOT_WIRE_SET) &&
				*element != INGOT_WIRE_STOP))
			return true;
	}
	return fail(parser, "'%s' is no type", text);
}

/* {"i32": 7} → its one key and value. */
static bool unwrap(struct parser *parser, json_t *json, uint8_t *type, uint8_t *key,
	uint8_t *element, json_t **value)
{
	const char *name = json_object_iter_key(json_object_iter(json));

	if (json_object_size(json) != 1)
		return fail(parser,
			"an object with a type as its one key expected, such as {\"i32\": 7}");
	*value = json_object_iter_value(json_object_iter(json));
	return parse_wire_type(parser, name, type, key, element);
}

static bool put_untyped(
	struct parser *parser, json_t *json, uint8_t type, uint8_t key, uint8_t element);

static bool put_untyped_struct(struct parser *parser, json_t *json)
{
	const char *name;
	json_t *member, *value;

	if (!json_is_object(json))
		return fail(parser, "an object expected");
	if (!begin(parser, INGOT_WIRE_STRUCT, 0, 0))
		return false;
	json_object_foreach(json, name, member) {
		size_t path = enter(parser, name);
		uint8_t type, key, element;
		char *end;
		long id = strtol(name, &end, 10);

		if (*name == '\0' || *end != '\0' || id < INT16_MIN || id > INT16_MAX)
			return fail(
				parser, "'%s' is no field id (names need --idl and --type)", name);
		if (!unwrap(parser, member, &type, &key, &element, &value))
			return false;
		if (type == INGOT_WIRE_BOOL && !json_is_boolean(value))
			return fail(parser, "true or false expected");
		assemble_field(parser->to, (int16_t)id, type, json_is_true(value), NO_RAW);
		if ((type != INGOT_WIRE_BOOL || parser->to->form.protocol == INGOT_BINARY) &&
		    !put_untyped(parser, value, type, key, element))
			return false;
		leave(parser, path);
	}
	assemble_end(parser->to, NO_RAW);
	return true;
}

/* A container in a container names its own types; everything else has them from the container. */
static bool put_element(struct parser *parser, json_t *json, uint8_t type)
{
	uint8_t own = type, key = 0, element = 0;

	if (type == INGOT_WIRE_STOP)
		return fail(parser, "an element of no type");
	if (type != INGOT_WIRE_LIST && type != INGOT_WIRE_SET && type != INGOT_WIRE_MAP)
		return put_untyped(parser, json, type, 0, 0);
	if (!unwrap(parser, json, &own, &key, &element, &json))
		return false;
	if (own != type)
		return fail(
			parser, "%s expected", ingot_wire_type_name((enum ingot_wire_type)type));
	return put_untyped(parser, json, type, key, element);
}

static bool put_untyped(
	struct parser *parser, json_t *json, uint8_t type, uint8_t key, uint8_t element)
{
	size_t i;

	if (type == INGOT_WIRE_STRUCT)
		return put_untyped_struct(parser, json);
	if (type != INGOT_WIRE_LIST && type != INGOT_WIRE_SET && type != INGOT_WIRE_MAP)
		return put_scalar(parser, json, type, NULL);
	if (!json_is_array(json))
		return fail(parser, "an array expected");
	if (!begin(parser, type, key, element))
		return false;
	for (i = 0; i < json_array_size(json); i++) {
		json_t *item = json_array_get(json, i);
		size_t path = enter_index(parser, i);

		if (type == INGOT_WIRE_MAP) {
			if (json_array_size(item) != 2)
				return fail(parser, "a pair expected: [key, value]");
			if (!put_element(parser, json_array_get(item, 0), key))
				return false;
			item = json_array_get(item, 1);
		}
		if (!put_element(parser, item, element))
			return false;
		leave(parser, path);
	}
	assemble_end(parser->to, NO_RAW);
	return true;
}

static bool put_value(struct parser *parser, json_t *json, const struct ingot_type *type)
{
	return type != NULL ? put_typed(parser, json, type) : put_untyped_struct(parser, json);
}

static bool is_message(const json_t *json)
{
	return json_is_string(json_object_get(json, "name")) &&
		json_is_integer(json_object_get(json, "seqid")) &&
		json_is_object(json_object_get(json, "value"));
}

static bool put_message(struct parser *parser, json_t *json, const struct schema *schema,
	const struct ingot_type *type)
{
	static const char *const names[] = { "call", "reply", "exception", "oneway" };
	const json_t *name = json_object_get(json, "name"), *kind = json_object_get(json, "type");
	struct envelope envelope = { .name_size = (uint32_t)json_string_length(name) };
	json_int_t seqid = json_integer_value(json_object_get(json, "seqid"));
	uint8_t i;

	for (i = 0; i < 4; i++)
		if (json_integer_value(kind) == i + 1 ||
			(json_is_string(kind) && strcmp(json_string_value(kind), names[i]) == 0))
			break;
	if (i == 4)
		return fail(parser, "type: call, reply, exception or oneway expected");
	if (seqid < INT32_MIN || seqid > UINT32_MAX)
		return fail(parser, "seqid: does not fit i32");
	envelope.message_type = (uint8_t)(i + 1);
	if (type == NULL && schema != NULL)
		type = schema_message(schema, &envelope, (const uint8_t *)json_string_value(name));
	assemble_message(parser->to, false, envelope.message_type, json_string_value(name),
		envelope.name_size, (int32_t)seqid);
	return put_value(parser, json_object_get(json, "value"), type);
}

bool encode_json(struct assembler *to, const char *name, const void *text, size_t size,
	const struct schema *schema, const struct ingot_type *type)
{
	struct parser parser = { .to = to, .name = name };
	const char *p = text;
	size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK;
	bool done = true;

	while (done) {
		json_error_t error;
		json_t *json;

		while (size > 0 && strchr(" \t\r\n", *p) != NULL && *p != '\0') {
			p++;
			size--;
		}
		if (size == 0)
			break;
		json = json_loadb(p, size, flags, &error);
		if (json == NULL) {
			out_error("%s:%d:%d: %s", name, error.line, error.column, error.text);
			return false;
		}
		parser.path[0] = '\0';
		done = is_message(json) ? put_message(&parser, json, schema, type)
					: put_value(&parser, json, type);
		json_decref(json);
		p += error.position;
		size -= (size_t)error.position;
	}
	if (to->out.failed) {
		out_error("%s: out of memory", name);
		return false;
	}
	return done;
}
