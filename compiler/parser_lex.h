/* SPDX-License-Identifier: MIT */
/* The scanner as the parser and parse_file call it; flex writes no header that compiles alone. */
#ifndef COMPILER_PARSER_LEX_H
#define COMPILER_PARSER_LEX_H

#include "parse.h"
#include "parser.h"

int idl_scan_lex(IDL_YYSTYPE *value, struct idl_span *span, void *scanner);
int idl_scan_lex_init_extra(struct parse *parse, void **scanner);
struct yy_buffer_state *idl_scan__scan_bytes(const char *bytes, int size, void *scanner);
int idl_scan_lex_destroy(void *scanner);

#endif
