/* SPDX-License-Identifier: MIT */
/* What the scanner's rules do, apart from the patterns. For lexer.l only. */
#ifndef COMPILER_LEXER_ACTIONS_H
#define COMPILER_LEXER_ACTIONS_H

#include "parse.h"
#include "parser.h"

/* A token begins here; a doc comment that was open for it is tied to it when it ends. */
void lexer_begin(struct parse *parse, struct idl_span *span);
void lexer_advance(struct parse *parse, struct idl_span *span, size_t size);

/* A comment or literal begins, is added to, and ends; *_unclosed reports it at its beginning. */
void lexer_open(struct parse *parse, struct idl_span span);
void lexer_append(struct parse *parse, const char *bytes, size_t size);
bool lexer_closes(const struct parse *parse, char quote);
int lexer_literal(struct parse *parse, IDL_YYSTYPE *value, struct idl_span *span);
void lexer_close_doc(struct parse *parse);
void lexer_unclosed(struct parse *parse, const char *message);

int64_t lexer_decimal(struct parse *parse, struct idl_span span, const char *text);
int64_t lexer_hex(struct parse *parse, struct idl_span span, const char *text);
double lexer_double(struct parse *parse, struct idl_span span, const char *text);

/* A byte that begins no token, or a run of them outside of ASCII. */
void lexer_stray(struct parse *parse, struct idl_span span);
void lexer_error(struct parse *parse, struct idl_span span, const char *message);

#endif
