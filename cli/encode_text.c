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
 * Bytes in backquotes stand in place of what they follow (for a binary: of its size) and have to mean the same. Commas are blanks.
 */
#include "encode_text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "out.h"

struct parser {
	struct assembler *to;
	const char *name;
	const char *text;
	size_t size;
	size_t at;
	size_t token;      /* where the last word, string or bytes began: for errors */
	bool ends_raw;     /* the last thing was raw: what is open may stay so */
	bool is_over;      /* the text ended inside of something after raw */
	struct bytes held; /* raw headers of containers that are open, and strings */
};

static __attribute__((format(printf, 2, 3))) bool fail(const struct parser *parser, const char *format, ...)
{
	size_t line = 1, begin = 0, i;
	char message[256];
	va_list args;

	for (i = 0; i < parser->token; i++)
		if (parser->text[i] == '\n') {
			line++;
			begin = i + 1;
		}
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	out_error("%s:%zu:%zu: %s", parser->name, line, parser->token - begin + 1, message);
	return false;
}

/* Past blanks and comments to the next character, '\0' at the end. */
static char peek(struct parser *parser)
{
	for (; parser->at < parser->size; parser->at++) {
		char c = parser->text[parser->at];

		if (c == '#')
			while (parser->at + 1 < parser->size && parser->text[parser->at + 1] != '\n')
				parser->at++;
		else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != ',')
			break;
	}
	parser->token = parser->at;
	return parser->at < parser->size ? parser->text[parser->at] : '\0';
}

static bool accept(struct parser *parser, char c)
{
	if (peek(parser) != c || parser->at >= parser->size)
		return false;
	parser->at++;
	return true;
}

static bool expect(struct parser *parser, char c)
{
	return accept(parser, c) || fail(parser, "'%c' expected", c);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
		c == '-' || c == '+';
}

/* Letters, digits, signs and points; cut to what the buffer takes, which no valid word exceeds. */
static bool word(struct parser *parser, char *text, size_t room)
{
	size_t size = 0;

	peek(parser);
	while (parser->at < parser->size && is_word(parser->text[parser->at])) {
		if (size + 1 < room)
			text[size++] = parser->text[parser->at];
		parser->at++;
	}
	text[size] = '\0';
	return size > 0;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Hex digits in pairs, blanks between pairs, up to something else; put behind what is held. */
static bool hex_pairs(struct parser *parser, bool blanks)
{
	while (parser->at < parser->size) {
		int low = parser->at + 1 < parser->size ? digit(parser->text[parser->at + 1]) : -1;
		uint8_t byte;

		if (blanks && strchr(" \t\r\n", parser->text[parser->at]) != NULL && parser->text[parser->at] != '\0') {
			parser->at++;
			continue;
		}
		if (digit(parser->text[parser->at]) < 0)
			break;
		if (low < 0)
			return fail(parser, "an odd number of hex digits");
		byte = (uint8_t)(digit(parser->text[parser->at]) << 4 | low);
		bytes_put(&parser->held, &byte, 1);
		parser->at += 2;
	}
	return true;
}

/*
 * `…`, if it is there: *has, and then the bytes are held from *begin on. Indexes and not pointers, since what is held moves.
 */
static bool backquoted(struct parser *parser, bool *has, size_t *begin)
{
	*begin = parser->held.size;
	*has = accept(parser, '`');
	if (!*has)
		return true;
	if (!hex_pairs(parser, true))
		return false;
	if (parser->at >= parser->size || parser->text[parser->at] != '`')
		return fail(parser, "hex digits and a closing backquote expected");
	parser->at++;
	return true;
}

static struct raw raw_of(const struct parser *parser, bool has, size_t begin)
{
	static const uint8_t nothing[1];

	if (!has)
		return (struct raw){ .data = NULL };
	if (parser->held.size == begin)
		return (struct raw){ nothing, 0 };
	return (struct raw){ parser->held.data + begin, parser->held.size - begin };
}

/* Whether raw bytes decode to just that scalar. */
static bool means(const struct parser *parser, struct raw raw, uint8_t type, int64_t integer, double real)
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
	return raw.size == wire_i32(piece, (uint32_t)size) && memcmp(raw.data, piece, raw.size) == 0;
}

static bool header_means(const struct parser *parser, struct raw raw, int16_t id, uint8_t type, bool value)
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
		return raw.size == 1 && to->levels[to->depth - 1].last_id + (raw.data[0] >> 4) == id;
	return varint_means(rest, (uint64_t)((int64_t)id << 1 ^ (id < 0 ? -1 : 0)));
}

static bool put_utf8(struct parser *parser, uint32_t code)
{
	uint8_t utf8[4];
	size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4, i;
	static const uint8_t leads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return fail(parser, "\\u{%x} is no character", (unsigned)code);
	for (i = size; i > 0; i--) {
		utf8[i - 1] = (uint8_t)(i == 1 ? leads[size] | code : 0x80 | (code & 0x3f));
		code >>= 6;
	}
	bytes_put(&parser->held, utf8, size);
	return true;
}

static bool escape(struct parser *parser)
{
	static const char names[] = "nrt0", means_[] = "\n\r\t";
	char c = parser->at < parser->size ? parser->text[parser->at++] : '\0';
	const char *found = c != '\0' ? strchr(names, c) : NULL;
	uint32_t code = 0;

	if (c == '"' || c == '\\') {
		bytes_put(&parser->held, &c, 1);
		return true;
	}
	if (found != NULL) {
		bytes_put(&parser->held, &means_[found - names], 1);
		return true;
	}
	if (c == 'x' && parser->at + 1 < parser->size && digit(parser->text[parser->at]) >= 0 &&
	    digit(parser->text[parser->at + 1]) >= 0) {
		uint8_t byte = (uint8_t)(digit(parser->text[parser->at]) << 4 | digit(parser->text[parser->at + 1]));

		bytes_put(&parser->held, &byte, 1);
		parser->at += 2;
		return true;
	}
	if (c != 'u' || parser->at >= parser->size || parser->text[parser->at++] != '{')
		return fail(parser, "an escape is one of \\n \\r \\t \\0 \\\" \\\\ \\xHH \\u{HEX}");
	while (parser->at < parser->size && digit(parser->text[parser->at]) >= 0 && code <= 0x10ffff)
		code = code << 4 | (uint32_t)digit(parser->text[parser->at++]);
	if (parser->at >= parser->size || parser->text[parser->at++] != '}')
		return fail(parser, "'}' expected behind \\u{");
	return put_utf8(parser, code);
}

/* "…" or 0x…; held from *begin on. */
static bool binary(struct parser *parser, size_t *begin)
{
	*begin = parser->held.size;
	if (peek(parser) == '0' && parser->at + 1 < parser->size && parser->text[parser->at + 1] == 'x') {
		parser->at += 2;
		return hex_pairs(parser, false);
	}
	if (!accept(parser, '"'))
		return fail(parser, "a string, or 0x and hex digits, expected");
	while (parser->at < parser->size && parser->text[parser->at] != '"') {
		char c = parser->text[parser->at++];

		if (c != '\\')
			bytes_put(&parser->held, &c, 1);
		else if (!escape(parser))
			return false;
	}
	if (parser->at >= parser->size)
		return fail(parser, "the string has no end");
	parser->at++;
	return true;
}

static bool number(struct parser *parser, int64_t least, int64_t most, int64_t *value)
{
	char text[32], *end;

	if (!word(parser, text, sizeof(text)))
		return fail(parser, "a number expected");
	errno = 0;
	*value = strtoll(text, &end, 10);
	if (*end != '\0' || errno != 0 || *value < least || *value > most)
		return fail(parser, "'%s' is not a number from %" PRId64 " to %" PRId64, text, least, most);
	return true;
}

static bool scalar(struct parser *parser, uint8_t type, int64_t *integer, double *real)
{
	char text[512], *end;

	switch (type) {
	case INGOT_WIRE_BOOL:
		word(parser, text, sizeof(text));
		*integer = strcmp(text, "true") == 0;
		return *integer || strcmp(text, "false") == 0 || fail(parser, "true or false expected");
	case INGOT_WIRE_I8:
		return number(parser, INT8_MIN, INT8_MAX, integer);
	case INGOT_WIRE_I16:
		return number(parser, INT16_MIN, INT16_MAX, integer);
	case INGOT_WIRE_I32:
		return number(parser, INT32_MIN, INT32_MAX, integer);
	case INGOT_WIRE_I64:
		return number(parser, INT64_MIN, INT64_MAX, integer);
	default:
		if (!word(parser, text, sizeof(text)))
			return fail(parser, "a number expected");
		*real = strtod(text, &end);
		return *end == '\0' || fail(parser, "'%s' is no number", text);
	}
}

static bool uuid(struct parser *parser, uint8_t bytes[16])
{
	char text[64];
	size_t at = 0, i;

	word(parser, text, sizeof(text));
	for (i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			at += text[at] == '-';
		if (digit(text[at]) < 0 || digit(text[at + 1]) < 0)
			return fail(parser, "a uuid expected, such as 00112233-4455-6677-8899-aabbccddeeff");
		bytes[i] = (uint8_t)(digit(text[at]) << 4 | digit(text[at + 1]));
		at += 2;
	}
	return text[at] == '\0' || fail(parser, "a uuid has 32 digits");
}

/* What a type's name is followed by. */
struct shape_of {
	uint8_t type, key, element;
};

static bool element_name(struct parser *parser, uint8_t *type)
{
	char text[16];

	*type = INGOT_WIRE_STOP;
	if (!word(parser, text, sizeof(text)))
		return true; /* of an empty container */
	*type = wire_type(text, strlen(text));
	return *type != INGOT_WIRE_STOP || fail(parser, "'%s' is no type", text);
}

static bool type_name(struct parser *parser, struct shape_of *shape)
{
	char text[16];

	*shape = (struct shape_of){ 0 };
	if (!word(parser, text, sizeof(text)))
		return fail(parser, "a type expected");
	shape->type = wire_type(text, strlen(text));
	if (shape->type == INGOT_WIRE_STOP || (shape->type == INGOT_WIRE_FLOAT && !parser->to->form.facebook))
		return fail(parser, "'%s' is no type", text);
	if (shape->type != INGOT_WIRE_LIST && shape->type != INGOT_WIRE_SET && shape->type != INGOT_WIRE_MAP)
		return true;
	if (!expect(parser, '<'))
		return false;
	if (shape->type == INGOT_WIRE_MAP && !element_name(parser, &shape->key))
		return false;
	return element_name(parser, &shape->element) && expect(parser, '>');
}

static bool fields(struct parser *parser);
static bool value(struct parser *parser, const struct shape_of *shape, bool is_bool_field);

/* An element, key or value: containers bring their own types. */
static bool element(struct parser *parser, uint8_t type)
{
	struct shape_of shape = { .type = type };
	bool is_container = type == INGOT_WIRE_LIST || type == INGOT_WIRE_SET || type == INGOT_WIRE_MAP;

	if (type == INGOT_WIRE_STOP)
		return fail(parser, "this container has no element type, so it has to be empty");
	if (is_container && !type_name(parser, &shape))
		return false;
	if (shape.type != type)
		return fail(parser, "%s expected", ingot_wire_type_name((enum ingot_wire_type)type));
	return value(parser, &shape, false);
}

static bool raw(struct parser *parser)
{
	bool has;
	size_t begin;

	if (!backquoted(parser, &has, &begin))
		return false;
	if (!has)
		return fail(parser, "bytes in backquotes expected behind raw");
	bytes_put(&parser->to->out, parser->held.data + begin, parser->held.size - begin);
	parser->held.size = begin;
	parser->ends_raw = true;
	return true;
}

/* True at the end of the text, when that may be the end of everything that is open. */
static bool is_cut(struct parser *parser)
{
	if (peek(parser) != '\0' || parser->at < parser->size)
		return false;
	parser->is_over = parser->is_over || parser->ends_raw;
	return parser->is_over;
}

/* `raw` among elements or fields. *was: it was there. */
static bool maybe_raw(struct parser *parser, bool *was)
{
	*was = parser->size - parser->at >= 3 && memcmp(parser->text + parser->at, "raw", 3) == 0;
	if (!*was)
		return true;
	parser->at += 3;
	return raw(parser);
}

static bool elements(struct parser *parser, const struct shape_of *shape)
{
	bool is_map = shape->type == INGOT_WIRE_MAP, was_raw;
	char close = is_map ? '}' : ']';

	if (!expect(parser, is_map ? '{' : '['))
		return false;
	while (!accept(parser, close)) {
		if (is_cut(parser))
			return true;
		peek(parser);
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
		peek(parser);
		if (!maybe_raw(parser, &was_raw))
			return false;
		if (was_raw)
			continue;
		if (!expect(parser, '=') || !expect(parser, '>') || !element(parser, shape->element))
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

	if (!backquoted(parser, &has, &begin))
		return false;
	if (!assemble_begin(to, shape->type, shape->key, shape->element, (struct raw){ .data = NULL }))
		return fail(parser, "nested deeper than %d levels", INGOT_MAX_DEPTH);
	level = &to->levels[to->depth - 1];
	parser->ends_raw = false;
	if (!elements(parser, shape))
		return false;
	level->header = raw_of(parser, has, begin);
	assemble_end(to, (struct raw){ .data = NULL });
	parser->held.size = begin;
	return true;
}

static bool binary_value(struct parser *parser)
{
	size_t size_begin, begin;
	struct raw size;
	bool has;

	if (!backquoted(parser, &has, &size_begin) || !binary(parser, &begin))
		return false;
	size = raw_of(parser, has, size_begin);
	if (has)
		size.size = begin - size_begin;
	if (has && !size_means(parser, size, parser->held.size - begin))
		return fail(parser, "the bytes in backquotes are not this string's size: take them out");
	if (parser->held.size - begin > INT32_MAX)
		return fail(parser, "the string is too large");
	assemble_binary(parser->to, parser->held.data + begin, parser->held.size - begin, size);
	parser->held.size = size_begin;
	return true;
}

static bool scalar_value(struct parser *parser, uint8_t type)
{
	int64_t integer = 0;
	double real = 0;
	size_t begin, token;
	struct raw bytes;
	bool has;

	if (!scalar(parser, type, &integer, &real))
		return false;
	token = parser->token;
	if (!backquoted(parser, &has, &begin))
		return false;
	bytes = raw_of(parser, has, begin);
	parser->token = token;
	if (has && !means(parser, bytes, type, integer, real))
		return fail(parser, "the bytes in backquotes mean something else: take them out");
	assemble_scalar(parser->to, type, integer, real, bytes);
	parser->held.size = begin;
	return true;
}

/* What stands behind a type. A compact bool field is whole with its header, which its caller has written. */
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
		if (!uuid(parser, bytes))
			return false;
		assemble_uuid(parser->to, bytes);
		return true;
	case INGOT_WIRE_BOOL:
		if (is_bool_field)
			return scalar(parser, INGOT_WIRE_BOOL, &integer, &real);
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

	if (!number(parser, INT16_MIN, INT16_MAX, &id))
		return false;
	token = parser->token;
	if (!backquoted(parser, &has, &begin) || !expect(parser, ':') || !type_name(parser, &shape))
		return false;
	if (shape.type == INGOT_WIRE_BOOL) {
		peek(parser);
		at = parser->at;
		is_true = parser->size - at >= 4 && memcmp(parser->text + at, "true", 4) == 0;
	}
	header = raw_of(parser, has, begin);
	if (has && !header_means(parser, header, (int16_t)id, shape.type, is_true)) {
		parser->token = token;
		return fail(parser, "the bytes in backquotes are not this field's header: take them out");
	}
	assemble_field(parser->to, (int16_t)id, shape.type, is_true, header);
	parser->held.size = begin;
	return value(parser, &shape, is_compact);
}

static bool fields(struct parser *parser)
{
	struct assembler *to = parser->to;
	size_t begin;
	bool has, was_raw;

	if (!expect(parser, '{'))
		return false;
	if (!assemble_begin(to, INGOT_WIRE_STRUCT, 0, 0, (struct raw){ .data = NULL }))
		return fail(parser, "nested deeper than %d levels", INGOT_MAX_DEPTH);
	parser->ends_raw = false;
	while (!accept(parser, '}')) {
		if (is_cut(parser)) {
			to->depth--;
			return true;
		}
		peek(parser);
		if (!maybe_raw(parser, &was_raw))
			return false;
		if (was_raw)
			continue;
		parser->ends_raw = false;
		if (!field(parser))
			return false;
	}
	parser->ends_raw = false;
	if (!backquoted(parser, &has, &begin))
		return false;
	if (has && (parser->held.size - begin != 1 || (parser->held.data[begin] & 15) != 0))
		return fail(parser, "the byte in backquotes ends no struct: take it out");
	assemble_end(to, raw_of(parser, has, begin));
	parser->held.size = begin;
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
		return fail(parser, "old_message is of the binary protocol");
	word(parser, text, sizeof(text));
	for (type = 0; type < 4 && strcmp(text, types[type]) != 0; type++)
		continue;
	if (type == 4)
		return fail(parser, "call, reply, exception or oneway expected");
	if (!binary(parser, &name))
		return false;
	name_size = parser->held.size - name;
	if (!number(parser, INT32_MIN, INT32_MAX, &seqid) || !backquoted(parser, &has, &begin))
		return false;
	if (has)
		bytes_put(&to->out, parser->held.data + begin, parser->held.size - begin);
	else
		assemble_message(to, is_old, (uint8_t)(type + 1), parser->held.data + name, name_size, (int32_t)seqid);
	parser->held.size = name;
	return fields(parser);
}

static bool document(struct parser *parser, bool is_inner);

static void put_footer(struct assembler *to, size_t size)
{
	uint8_t tail[] = { (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16), (uint8_t)(size >> 24), 'P', 'A', 'R', '1' };

	bytes_put(&to->out, tail, sizeof(tail));
}

static bool frame(struct parser *parser, const char *kind)
{
	struct assembler *to = parser->to;
	size_t at = to->out.size, begin, size;
	uint8_t piece[WIRE_PIECE];
	bool has;

	if (!backquoted(parser, &has, &begin) || !expect(parser, '('))
		return false;
	if (!document(parser, true))
		return false;
	size = to->out.size - at;
	if (size > INT32_MAX)
		return fail(parser, "the frame is too large");
	if (strcmp(kind, "footer") == 0) {
		if (!parser->is_over)
			put_footer(to, size);
	} else if (has) {
		bytes_insert(&to->out, at, parser->held.data + begin, parser->held.size - begin);
	} else {
		size = kind[0] == 'f' ? wire_i32(piece, (uint32_t)size) : wire_varint(piece, size);
		bytes_insert(&to->out, at, piece, size);
	}
	parser->held.size = begin;
	return true;
}

static bool item(struct parser *parser, bool is_inner)
{
	struct assembler *to = parser->to;
	char text[16];

	if (!word(parser, text, sizeof(text)))
		return fail(parser, "struct, message, frame, raw or a protocol expected");
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
	else if (!is_inner && (strcmp(text, "frame") == 0 || strcmp(text, "varint") == 0 || strcmp(text, "footer") == 0))
		return frame(parser, text);
	else
		return fail(parser, "'%s' begins nothing here", text);
	return true;
}

static bool document(struct parser *parser, bool is_inner)
{
	for (;;) {
		if (is_inner && accept(parser, ')'))
			return true;
		if (peek(parser) == '\0' && parser->at >= parser->size)
			return !is_inner || is_cut(parser) || fail(parser, "')' expected");
		if (!item(parser, is_inner))
			return false;
	}
}

bool encode_text(struct assembler *to, const char *name, const void *text, size_t size, const struct options *options)
{
	struct parser parser = { .to = to, .name = name, .text = text, .size = size };
	bool done;

	to->form.protocol = INGOT_COMPACT;
	(void)options;
	done = document(&parser, false);
	if (done && (parser.held.failed || to->out.failed)) {
		out_error("%s: out of memory", name);
		done = false;
	}
	bytes_free(&parser.held);
	return done;
}
