/* SPDX-License-Identifier: MIT */
/*
 * The text form, read in one pass:
 *
 *     document = { "binary" | "compact" | "facebook" | "struct" fields | message | frame | raw }
 *     message  = ("message" | "old_message") type string seqid [bytes] fields
 *     frame    = ("frame" | "varint" | "footer") [bytes] "(" document ")"
 *     raw      = "raw" bytes
 *     fields   = "{" { id [bytes] ":" type value | raw } "}" [bytes]
 *     list     = [bytes] "[" { element } "]"
 *     map      = [bytes] "{" { key "=>" value } "}"
 *     scalar   = literal [bytes]
 *     bytes    = "`" hex digits "`"
 *
 * Bytes in backquotes stand in place of what they follow (for a binary: of its size) and have to
 * mean the same. Commas are blanks.
 */
#include "encode_text.h"

#include <math.h>
#include <string.h>
#include "out.h"
#include "text_scan.h"

struct parser {
	struct scanner scan;
	struct assembler *to;
	bool ends_raw; /* the last thing was raw: what is open may stay so */
	bool is_over;  /* the text ended inside of something after raw */
};

/* Whether raw bytes decode to just that scalar. */
static bool means(
	const struct parser *parser, struct raw raw, uint8_t type, int64_t integer, double real)
{
	struct ingot_reader reader;
	struct ingot_walk walk;
	struct ingot_event event;

	ingot_reader_init(&reader, parser->to->form.protocol, raw.data, raw.size);
	reader.options = parser->to->form.facebook ? INGOT_FACEBOOK : 0;
	ingot_walk_init(&walk, &reader, (enum ingot_wire_type)type);
	if (!ingot_walk_next(&walk, &event) || event.end != raw.size)
		return false;
	if (type == INGOT_WIRE_DOUBLE || type == INGOT_WIRE_FLOAT)
		return event.real == real || (isnan(event.real) && isnan(real));
	return event.integer == integer;
}

static bool varint_means(struct raw raw, uint64_t value)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < raw.size && i < 10; i++) {
		sum |= (uint64_t)(raw.data[i] & 0x7f) << (7 * i);
		if (raw.data[i] < 0x80)
			return i + 1 == raw.size && sum == value;
	}
	return false;
}

static bool size_means(const struct parser *parser, struct raw raw, size_t size)
{
	uint8_t piece[WIRE_PIECE];

	if (parser->to->form.protocol == INGOT_COMPACT)
		return varint_means(raw, size);
	return raw.size == wire_i32(piece, (uint32_t)size) &&
		memcmp(raw.data, piece, raw.size) == 0;
}

static bool header_means(
	const struct parser *parser, struct raw raw, int16_t id, uint8_t type, bool value)
{
	const struct assembler *to = parser->to;
	uint8_t piece[WIRE_PIECE];
	struct raw rest = { raw.data + 1, raw.size - 1 };
	size_t size;

	/* The same in the long form, whose first byte is the type alone. */
	size = wire_field(piece, to->form, id, id, type, value);
	if (to->form.protocol == INGOT_BINARY)
		return raw.size == size && memcmp(raw.data, piece, size) == 0;
	if (raw.size == 0 || (raw.data[0] & 15) != piece[0])
		return false;
	if (raw.data[0] >> 4 != 0)
		return raw.size == 1 &&
			to->levels[to->depth - 1].last_id + (raw.data[0] >> 4) == id;
	return varint_means(rest, wire_zigzag(id));
}

/* What a type's name is followed by. */
struct shape_of {
	uint8_t type, key, element;
};

static bool element_name(struct parser *parser, uint8_t *type)
{
	char text[16];

	*type = INGOT_WIRE_STOP;
	if (!scan_word(&parser->scan, text, sizeof(text)))
		return true; /* of an empty container */
	if (strcmp(text, "stop") == 0)
		return true;
	*type = wire_type(text, strlen(text));
	return *type != INGOT_WIRE_STOP || scan_fail(&parser->scan, "'%s' is no type", text);
}

static bool type_name(struct parser *parser, struct shape_of *shape)
{
	char text[16];

	*shape = (struct shape_of){ 0 };
	if (!scan_word(&parser->scan, text, sizeof(text)))
		return scan_fail(&parser->scan, "a type expected");
	shape->type = wire_type(text, strlen(text));
	if (shape->type == INGOT_WIRE_STOP ||
		(shape->type == INGOT_WIRE_FLOAT && !parser->to->form.facebook))
		return scan_fail(&parser->scan, "'%s' is no type", text);
	if (shape->type != INGOT_WIRE_LIST && shape->type != INGOT_WIRE_SET &&
		shape->type != INGOT_WIRE_MAP)
		return true;
	if (!scan_expect(&parser->scan, '<'))
		return false;
	if (shape->type == INGOT_WIRE_MAP && !element_name(parser, &shape->key))
		return false;
	return element_name(parser, &shape->element) && scan_expect(&parser->scan, '>');
}

static bool fields(struct parser *parser);
static bool value(struct parser *parser, const struct shape_of *shape, bool is_bool_field);

/* An element, key or value: containers bring their own types. */
static bool element(struct parser *parser, uint8_t type)
{
	struct shape_of shape = { .type = type };
	bool is_container =
		type == INGOT_WIRE_LIST || type == INGOT_WIRE_SET || type == INGOT_WIRE_MAP;

	if (type == INGOT_WIRE_STOP)
		return scan_fail(
			&parser->scan, "this container has no element type, so it has to be empty");
	if (is_container && !type_name(parser, &shape))
		return false;
	if (shape.type != type)
		return scan_fail(&parser->scan, "%s expected",
			ingot_wire_type_name((enum ingot_wire_type)type));
	return value(parser, &shape, false);
}

/* What the scan holds from there on; nothing is not at NULL. */
static const void *held_at(const struct parser *parser, size_t begin)
{
	return parser->scan.held.data == NULL ? (const void *)"" : parser->scan.held.data + begin;
}

static bool raw(struct parser *parser)
{
	bool has;
	size_t begin;

	if (!scan_backquoted(&parser->scan, &has, &begin))
		return false;
	if (!has)
		return scan_fail(&parser->scan, "bytes in backquotes expected behind raw");
	bytes_put(&parser->to->out, held_at(parser, begin), parser->scan.held.size - begin);
	parser->scan.held.size = begin;
	parser->ends_raw = true;
	return true;
}

/* True at the end of the text, when that may be the end of everything that is open. */
static bool is_cut(struct parser *parser)
{
	if (scan_peek(&parser->scan) != '\0' || parser->scan.at < parser->scan.size)
		return false;
	parser->is_over = parser->is_over || parser->ends_raw;
	return parser->is_over;
}

/* `raw` among elements or fields. *was: it was there. */
static bool maybe_raw(struct parser *parser, bool *was)
{
	*was = parser->scan.size - parser->scan.at >= 3 &&
		memcmp(parser->scan.text + parser->scan.at, "raw", 3) == 0;
	if (!*was)
		return true;
	parser->scan.at += 3;
	return raw(parser);
}

static bool elements(struct parser *parser, const struct shape_of *shape)
{
	bool is_map = shape->type == INGOT_WIRE_MAP, was_raw;
	char close = is_map ? '}' : ']';

	if (!scan_expect(&parser->scan, is_map ? '{' : '['))
		return false;
	while (!scan_accept(&parser->scan, close)) {
		if (is_cut(parser))
			return true;
		scan_peek(&parser->scan);
		if (!maybe_raw(parser, &was_raw))
			return false;
		if (was_raw)
			continue;
		parser->ends_raw = false;
		if (!element(parser, is_map ? shape->key : shape->element))
			return false;
		if (!is_map)
			continue;
		if (is_cut(parser))
			return true;
		scan_peek(&parser->scan);
		if (!maybe_raw(parser, &was_raw))
			return false;
		if (was_raw)
			continue;
		if (!scan_expect(&parser->scan, '=') || !scan_expect(&parser->scan, '>') ||
			!element(parser, shape->element))
			return false;
	}
	return true;
}

static bool container(struct parser *parser, const struct shape_of *shape)
{
	struct assembler *to = parser->to;
	struct assembler_level *level;
	size_t begin;
	bool has;

	if (!scan_backquoted(&parser->scan, &has, &begin))
		return false;
	if (!assemble_begin(
		    to, shape->type, shape->key, shape->element, (struct raw){ .data = NULL }))
		return scan_fail(&parser->scan, "nested deeper than %d levels", INGOT_MAX_DEPTH);
	level = &to->levels[to->depth - 1];
	parser->ends_raw = false;
	if (!elements(parser, shape))
		return false;
	level->header = scan_raw_of(&parser->scan, has, begin);
	assemble_end(to, (struct raw){ .data = NULL });
	parser->scan.held.size = begin;
	return true;
}

static bool binary_value(struct parser *parser)
{
	size_t size_begin, begin;
	struct raw size;
	bool has;

	if (!scan_backquoted(&parser->scan, &has, &size_begin) ||
		!scan_binary(&parser->scan, &begin))
		return false;
	size = scan_raw_of(&parser->scan, has, size_begin);
	if (has)
		size.size = begin - size_begin;
	if (has && !size_means(parser, size, parser->scan.held.size - begin))
		return scan_fail(&parser->scan,
			"the bytes in backquotes are not this string's size: take them out");
	if (parser->scan.held.size - begin > INT32_MAX)
		return scan_fail(&parser->scan, "the string is too large");
	assemble_binary(parser->to, held_at(parser, begin), parser->scan.held.size - begin, size);
	parser->scan.held.size = size_begin;
	return true;
}

static bool scalar_value(struct parser *parser, uint8_t type)
{
	int64_t integer = 0;
	double real = 0;
	size_t begin, token;
	struct raw bytes;
	bool has;

	if (!scan_scalar(&parser->scan, type, &integer, &real))
		return false;
	token = parser->scan.token;
	if (!scan_backquoted_behind(&parser->scan, &has, &begin))
		return false;
	bytes = scan_raw_of(&parser->scan, has, begin);
	parser->scan.token = token;
	if (has && !means(parser, bytes, type, integer, real))
		return scan_fail(&parser->scan,
			"the bytes in backquotes mean something else: take them out");
	assemble_scalar(parser->to, type, integer, real, bytes);
	parser->scan.held.size = begin;
	return true;
}

/* What stands behind a type. A compact bool field is whole with its header, which its caller has
 * written. */
static bool value(struct parser *parser, const struct shape_of *shape, bool is_bool_field)
{
	uint8_t bytes[16];
	int64_t integer;
	double real;

	switch (shape->type) {
	case INGOT_WIRE_STRUCT:
		return fields(parser);
	case INGOT_WIRE_LIST:
	case INGOT_WIRE_SET:
	case INGOT_WIRE_MAP:
		return container(parser, shape);
	case INGOT_WIRE_BINARY:
		return binary_value(parser);
	case INGOT_WIRE_UUID:
		if (!scan_uuid(&parser->scan, bytes))
			return false;
		assemble_uuid(parser->to, bytes);
		return true;
	case INGOT_WIRE_BOOL:
		if (is_bool_field)
			return scan_scalar(&parser->scan, INGOT_WIRE_BOOL, &integer, &real);
		break;
	default:
		break;
	}
	return scalar_value(parser, shape->type);
}

/* id [bytes] ":" type value. The value of a bool is looked ahead for. */
static bool field(struct parser *parser)
{
	struct shape_of shape;
	struct raw header;
	size_t begin, at, token;
	int64_t id;
	bool has, is_true = false;
	bool is_compact = parser->to->form.protocol == INGOT_COMPACT;

	if (!scan_number(&parser->scan, INT16_MIN, INT16_MAX, &id))
		return false;
	token = parser->scan.token;
	if (!scan_backquoted(&parser->scan, &has, &begin) || !scan_expect(&parser->scan, ':') ||
		!type_name(parser, &shape))
		return false;
	if (shape.type == INGOT_WIRE_BOOL) {
		scan_peek(&parser->scan);
		at = parser->scan.at;
		is_true = parser->scan.size - at >= 4 &&
			memcmp(parser->scan.text + at, "true", 4) == 0;
	}
	header = scan_raw_of(&parser->scan, has, begin);
	if (has && !header_means(parser, header, (int16_t)id, shape.type, is_true)) {
		parser->scan.token = token;
		return scan_fail(&parser->scan,
			"the bytes in backquotes are not this field's header: take them out");
	}
	assemble_field(parser->to, (int16_t)id, shape.type, is_true, header);
	parser->scan.held.size = begin;
	return value(parser, &shape, is_compact);
}

static bool fields(struct parser *parser)
{
	struct assembler *to = parser->to;
	size_t begin;
	bool has, was_raw;

	if (!scan_expect(&parser->scan, '{'))
		return false;
	if (!assemble_begin(to, INGOT_WIRE_STRUCT, 0, 0, (struct raw){ .data = NULL }))
		return scan_fail(&parser->scan, "nested deeper than %d levels", INGOT_MAX_DEPTH);
	parser->ends_raw = false;
	while (!scan_accept(&parser->scan, '}')) {
		if (is_cut(parser)) {
			to->depth--;
			return true;
		}
		scan_peek(&parser->scan);
		if (!maybe_raw(parser, &was_raw))
			return false;
		if (was_raw)
			continue;
		parser->ends_raw = false;
		if (!field(parser))
			return false;
	}
	parser->ends_raw = false;
	if (!scan_backquoted_behind(&parser->scan, &has, &begin))
		return false;
	if (has &&
		(parser->scan.held.size - begin != 1 || (parser->scan.held.data[begin] & 15) != 0))
		return scan_fail(
			&parser->scan, "the byte in backquotes ends no struct: take it out");
	assemble_end(to, scan_raw_of(&parser->scan, has, begin));
	parser->scan.held.size = begin;
	return true;
}

static bool message(struct parser *parser, bool is_old)
{
	static const char *const types[] = { "call", "reply", "exception", "oneway" };
	struct assembler *to = parser->to;
	size_t name, name_size, begin;
	int64_t seqid;
	char text[16];
	uint8_t type;
	bool has;

	if (is_old && to->form.protocol != INGOT_BINARY)
		return scan_fail(&parser->scan, "old_message is of the binary protocol");
	scan_word(&parser->scan, text, sizeof(text));
	for (type = 0; type < 4 && strcmp(text, types[type]) != 0; type++)
		continue;
	if (type == 4)
		return scan_fail(&parser->scan, "call, reply, exception or oneway expected");
	if (!scan_binary(&parser->scan, &name))
		return false;
	name_size = parser->scan.held.size - name;
	if (!scan_number(&parser->scan, INT32_MIN, INT32_MAX, &seqid) ||
		!scan_backquoted(&parser->scan, &has, &begin))
		return false;
	if (has)
		bytes_put(&to->out, held_at(parser, begin), parser->scan.held.size - begin);
	else
		assemble_message(to, is_old, (uint8_t)(type + 1), held_at(parser, name), name_size,
			(int32_t)seqid);
	parser->scan.held.size = name;
	return fields(parser);
}

static bool document(struct parser *parser, bool is_inner);

static void put_footer(struct assembler *to, size_t size)
{
	uint8_t tail[] = { (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16),
		(uint8_t)(size >> 24), 'P', 'A', 'R', '1' };

	bytes_put(&to->out, tail, sizeof(tail));
}

static bool frame(struct parser *parser, const char *kind)
{
	struct assembler *to = parser->to;
	size_t at = to->out.size, begin, size;
	uint8_t piece[WIRE_PIECE];
	bool has;

	if (!scan_backquoted(&parser->scan, &has, &begin) || !scan_expect(&parser->scan, '('))
		return false;
	if (!document(parser, true))
		return false;
	size = to->out.size - at;
	if (size > INT32_MAX)
		return scan_fail(&parser->scan, "the frame is too large");
	if (strcmp(kind, "footer") == 0) {
		if (!parser->is_over)
			put_footer(to, size);
	} else if (has) {
		bytes_insert(&to->out, at, held_at(parser, begin), parser->scan.held.size - begin);
	} else {
		size = kind[0] == 'f' ? wire_i32(piece, (uint32_t)size) : wire_varint(piece, size);
		bytes_insert(&to->out, at, piece, size);
	}
	parser->scan.held.size = begin;
	return true;
}

static bool item(struct parser *parser, bool is_inner)
{
	struct assembler *to = parser->to;
	char text[16];

	if (!scan_word(&parser->scan, text, sizeof(text)))
		return scan_fail(
			&parser->scan, "struct, message, frame, raw or a protocol expected");
	if (strcmp(text, "binary") == 0)
		to->form.protocol = INGOT_BINARY;
	else if (strcmp(text, "compact") == 0)
		to->form.protocol = INGOT_COMPACT;
	else if (strcmp(text, "facebook") == 0)
		to->form.facebook = true;
	else if (strcmp(text, "struct") == 0)
		return fields(parser);
	else if (strcmp(text, "message") == 0 || strcmp(text, "old_message") == 0)
		return message(parser, text[0] == 'o');
	else if (strcmp(text, "raw") == 0)
		return raw(parser);
	else if (!is_inner &&
		(strcmp(text, "frame") == 0 || strcmp(text, "varint") == 0 ||
			strcmp(text, "footer") == 0))
		return frame(parser, text);
	else
		return scan_fail(&parser->scan, "'%s' begins nothing here", text);
	return true;
}

static bool document(struct parser *parser, bool is_inner)
{
	for (;;) {
		if (is_inner && scan_accept(&parser->scan, ')'))
			return true;
		if (scan_peek(&parser->scan) == '\0' && parser->scan.at >= parser->scan.size)
			return !is_inner || is_cut(parser) ||
				scan_fail(&parser->scan, "')' expected");
		if (!item(parser, is_inner))
			return false;
	}
}

bool encode_text(struct assembler *to, const char *name, const void *text, size_t size)
{
	struct parser parser = { .to = to, .scan = { .name = name, .text = text, .size = size } };
	bool done;

	to->form.protocol = INGOT_COMPACT;
	done = document(&parser, false);
	if (done && (parser.scan.held.failed || to->out.failed)) {
		out_error("%s: out of memory", name);
		done = false;
	}
	bytes_free(&parser.scan.held);
	return done;
}
