/* SPDX-License-Identifier: MIT */
#include "lexer_actions.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void lexer_begin(struct parse *parse, struct idl_span *span)
{
	span->source = parse->source;
	span->begin = parse->offset;
	span->end = parse->offset;
}

void lexer_advance(struct parse *parse, struct idl_span *span, size_t size)
{
	parse->offset += (uint32_t)size;
	span->end = parse->offset;
}

void lexer_open(struct parse *parse, struct idl_span span)
{
	parse->literal_begin = span.begin;
	parse->literal_size = 0;
}

void lexer_append(struct parse *parse, const char *bytes, size_t size)
{
	size_t have = talloc_get_size(parse->literal), need = parse->literal_size + size + 1;

	if (need > have)
		parse->literal =
			arena_need(talloc_realloc_size(parse->scratch, parse->literal, need * 2));
	memcpy(parse->literal + parse->literal_size, bytes, size);
	parse->literal_size += size;
	parse->literal[parse->literal_size] = '\0';
}

bool lexer_closes(const struct parse *parse, char quote)
{
	return parse->source->text[parse->literal_begin] == quote;
}

int lexer_literal(struct parse *parse, IDL_YYSTYPE *value, struct idl_span *span)
{
	span->begin = parse->literal_begin;
	value->literal.bytes = arena_copy(parse->arena, parse->literal, parse->literal_size);
	value->literal.size = parse->literal_size;
	return LITERAL;
}

void lexer_close_doc(struct parse *parse)
{
	const char *text = parse_clean_doc(parse->arena, parse->literal, parse->literal_size);

	if (!parse->has_doc) {
		parse->docs = arena_grow(
			parse->scratch, parse->docs, parse->doc_count, sizeof(*parse->docs));
		parse->doc_count++;
	}
	parse->docs[parse->doc_count - 1].text = text;
	parse->has_doc = true;
}

/* The first two bytes of what was opened, or one: enough for a caret. */
static struct idl_span opening(const struct parse *parse)
{
	struct idl_span span = {parse->source, parse->literal_begin, parse->literal_begin + 1};

	if (parse->source->text[span.begin] == '/')
		span.end++;
	return span;
}

void lexer_error(struct parse *parse, struct idl_span span, const char *message)
{
	diag_error(parse->diag, span, "%s", message);
}

void lexer_unclosed(struct parse *parse, const char *message)
{
	lexer_error(parse, opening(parse), message);
}

int64_t lexer_decimal(struct parse *parse, struct idl_span span, const char *text)
{
	long long number;

	errno = 0;
	number = strtoll(text, NULL, 10);
	if (errno == ERANGE)
		lexer_error(parse, span, "this integer is too big: 64 bits are the most");
	return number;
}

int64_t lexer_hex(struct parse *parse, struct idl_span span, const char *text)
{
	bool is_negative = text[0] == '-';
	unsigned long long number;

	errno = 0;
	number = strtoull(text + (text[0] == '-' || text[0] == '+'), NULL, 16);
	if (errno == ERANGE || number > INT64_MAX) {
		lexer_error(
			parse, span, "this integer is too big: 0x7FFFFFFFFFFFFFFF is the largest");
		return 0;
	}
	return is_negative ? -(int64_t)number : (int64_t)number;
}

double lexer_double(struct parse *parse, struct idl_span span, const char *text)
{
	double real = strtod(text, NULL);

	if (isinf(real))
		lexer_error(parse, span, "this number is out of the range of a double");
	return real;
}

void lexer_stray(struct parse *parse, struct idl_span span)
{
	unsigned char c = (unsigned char)parse->source->text[span.begin];

	if (c >= 0x80)
		diag_error(parse->diag, span,
			"only ASCII is allowed outside of comments and literals");
	else if (c > 0x20 && c < 0x7f)
		diag_error(parse->diag, span, "'%c' is not part of the IDL", c);
	else
		diag_error(parse->diag, span, "byte 0x%02x is not part of the IDL", c);
}
