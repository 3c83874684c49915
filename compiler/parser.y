/* SPDX-License-Identifier: MIT */
/*
 * The grammar of the IDL: all that the reference compiler takes (docs/idl.md says where they differ). Actions are one call long; the
 * calls are in parse_tree.c. After a syntax error the parser goes on with the next field, value, function or definition.
 */
%code top {
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif
}

%define api.pure full
%define api.prefix {idl_yy}
%define api.location.type {struct idl_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param { struct parse *parse }
%parse-param { void *scanner }
%lex-param { void *scanner }

%code requires {
#include "parse_tree.h"
}

%union {
	int64_t number;
	double real;
	bool is;
	enum idl_requiredness requiredness;
	struct tree_bytes literal;
	struct tree_name name;
	struct tree_id id;
	struct idl_annotation *annotation;
	struct idl_type *type;
	struct idl_value *value;
	struct idl_field *field;
	struct idl_enum_value *enum_value;
	struct idl_function *function;
}

%code {
#define YYSTACK_USE_ALLOCA 0

/* Empty symbols do not count, so that a rule begins where its first token does. */
#define YYLLOC_DEFAULT(current, rhs, n) current = span_of(rhs, n)

static struct idl_span span_of(const struct idl_span *rhs, int n)
{
	struct idl_span span = rhs[n == 0 ? 0 : 1];
	bool is_empty = true;

	span.begin = n == 0 ? span.end : span.begin;
	span.end = span.begin;
	for (int i = 1; i <= n; i++) {
		if (rhs[i].begin == rhs[i].end)
			continue;
		if (is_empty)
			span.begin = rhs[i].begin;
		span.end = rhs[i].end;
		is_empty = false;
	}
	return span;
}

static int yylex(IDL_YYSTYPE *value, struct idl_span *span, struct parse *parse, void *scanner);
static void yyerror(struct idl_span *span, struct parse *parse, void *scanner, const char *message);
}

%token END 0 "end of file"
%token IDENTIFIER "name"
%token <number> INTEGER "integer"
%token <real> DOUBLE "number"
%token <literal> LITERAL "string literal"
%token KW_NAMESPACE "namespace" KW_CPP_INCLUDE "cpp_include" KW_CPP_TYPE "cpp_type" KW_INCLUDE "include"
%token KW_VOID "void" KW_BOOL "bool" KW_BYTE "byte" KW_I8 "i8" KW_I16 "i16" KW_I32 "i32" KW_I64 "i64"
%token KW_DOUBLE "double" KW_STRING "string" KW_BINARY "binary" KW_UUID "uuid"
%token KW_MAP "map" KW_LIST "list" KW_SET "set"
%token KW_ONEWAY "oneway" KW_ASYNC "async" KW_TYPEDEF "typedef" KW_STRUCT "struct" KW_UNION "union"
%token KW_EXCEPTION "exception" KW_EXTENDS "extends" KW_THROWS "throws" KW_SERVICE "service" KW_ENUM "enum"
%token KW_CONST "const" KW_REQUIRED "required" KW_OPTIONAL "optional"
%token KW_XSD_ALL "xsd_all" KW_XSD_OPTIONAL "xsd_optional" KW_XSD_NILLABLE "xsd_nillable" KW_XSD_ATTRS "xsd_attrs"
%token <number> KW_TRUE "true" KW_FALSE "false"

%type <name> name dotted_name field_name
%type <number> integer
%type <id> id number
%type <is> reference oneway
%type <requiredness> requiredness
%type <literal> annotation_value
%type <annotation> annotations annotation_list annotation
%type <type> type base_type container result
%type <value> value initial items pairs pair
%type <field> fields field throws
%type <enum_value> enum_values enum_value
%type <function> functions function
%type <name> extends

%initial-action { @$ = (struct idl_span){parse->source, 0, 0}; }

%%

file:
	  %empty
	| file header separator
	| file definition separator { parse->is_broken = false; }
	| file error                { tree_lose(parse); parse->is_broken = false; }
	;

separator: %empty | ',' | ';' ;

header:
	  "include" LITERAL                           { tree_include(parse, $2, @2, @$); }
	| "cpp_include" LITERAL                       { tree_header(parse, @$); }
	| "namespace" dotted_name dotted_name annotations { tree_namespace(parse, $2, $3, @$); }
	| "namespace" '*' dotted_name                 { tree_namespace(parse, (struct tree_name){"*", @2}, $3, @$); }
	;

definition:
	  "typedef" type name annotations
		{ struct idl_def *def = tree_def(parse, IDL_TYPEDEF, $3, @$); def->type = $2; tree_add_def(parse, def, $4); }
	| "enum" name '{' enum_values '}' annotations
		{
			struct idl_def *def = tree_def(parse, IDL_ENUM, $2, @$);

			def->values = TREE_CLOSE(struct idl_enum_value, $4);
			tree_add_def(parse, def, $6);
		}
	| "struct" name xsd_all '{' fields '}' annotations
		{
			struct idl_def *def = tree_def(parse, IDL_STRUCT, $2, @$);

			def->fields = TREE_CLOSE(struct idl_field, $5);
			tree_add_def(parse, def, $7);
		}
	| "union" name xsd_all '{' fields '}' annotations
		{
			struct idl_def *def = tree_def(parse, IDL_UNION, $2, @$);

			def->fields = TREE_CLOSE(struct idl_field, $5);
			tree_add_def(parse, def, $7);
		}
	| "exception" name '{' fields '}' annotations
		{
			struct idl_def *def = tree_def(parse, IDL_EXCEPTION, $2, @$);

			def->fields = TREE_CLOSE(struct idl_field, $4);
			tree_add_def(parse, def, $6);
		}
	| "const" type name '=' value
		{
			struct idl_def *def = tree_def(parse, IDL_CONST, $3, @$);

			def->type = $2;
			def->value = $5;
			tree_add_def(parse, def, NULL);
		}
	| "service" name extends '{' functions '}' annotations
		{
			struct idl_def *def = tree_def(parse, IDL_SERVICE, $2, @$);

			def->extends = $3.text;
			def->extends_span = $3.span;
			def->functions = TREE_CLOSE(struct idl_function, $5);
			tree_add_def(parse, def, $7);
		}
	;

xsd_all: %empty | "xsd_all" ;

extends:
	  %empty                { $$ = (struct tree_name){NULL, @$}; }
	| "extends" dotted_name { $$ = $2; }
	;

enum_values:
	  %empty                           { $$ = NULL; }
	| enum_values enum_value separator { $$ = TREE_APPEND($1, $2); }
	| enum_values error                { $$ = $1; tree_recover(parse); }
	;

enum_value: dotted_name number annotations
		{ $$ = tree_enum_value(parse, $1, $2, @$); $$->annotations = $3; }
	;

number:
	  %empty      { $$ = (struct tree_id){false, 0, @$}; }
	| '=' integer { $$ = (struct tree_id){true, $2, @2}; }
	;

integer: INTEGER | "true" | "false" ;

fields:
	  %empty       { $$ = NULL; }
	| fields field { $$ = TREE_APPEND($1, $2); }
	| fields error { $$ = $1; tree_recover(parse); }
	;

field: id requiredness type reference field_name initial xsd_optional xsd_nillable xsd_attrs annotations separator
		{
			$$ = tree_field(parse, $1, $5, @$);
			$$->requiredness = $2;
			$$->type = $3;
			$$->is_reference = $4;
			$$->initial = $6;
			$$->annotations = $10;
		}
	;

id:
	  %empty      { $$ = (struct tree_id){false, 0, @$}; }
	| integer ':' { $$ = (struct tree_id){true, $1, @1}; }
	;

requiredness:
	  %empty     { $$ = IDL_DEFAULT; }
	| "required" { $$ = IDL_REQUIRED; }
	| "optional" { $$ = IDL_OPTIONAL; }
	;

reference:
	  %empty { $$ = false; }
	| '&'    { $$ = true; }
	;

initial:
	  %empty    { $$ = NULL; }
	| '=' value { $$ = $2; }
	;

xsd_optional: %empty | "xsd_optional" ;
xsd_nillable: %empty | "xsd_nillable" ;
xsd_attrs: %empty | "xsd_attrs" '{' fields '}' ;

functions:
	  %empty             { $$ = NULL; }
	| functions function { $$ = TREE_APPEND($1, $2); }
	| functions error    { $$ = $1; tree_recover(parse); }
	;

function: oneway result name '(' fields ')' throws annotations separator
		{
			$$ = tree_function(parse, $3, @$);
			$$->is_oneway = $1;
			$$->result = $2;
			$$->arguments = TREE_CLOSE(struct idl_field, $5);
			$$->throws = TREE_CLOSE(struct idl_field, $7);
			$$->annotations = $8;
		}
	;

oneway:
	  %empty   { $$ = false; }
	| "oneway" { $$ = true; }
	| "async"  { $$ = true; tree_deprecated(parse, @1, "async", "oneway"); }
	;

result:
	  type
	| "void" { $$ = tree_type(parse, IDL_VOID, @$); }
	;

throws:
	  %empty                  { $$ = NULL; }
	| "throws" '(' fields ')' { $$ = $3; }
	;

type:
	  IDENTIFIER            { $$ = tree_named_type(parse, @1); }
	| base_type annotations { $$ = $1; $$->annotations = $2; }
	| container annotations { $$ = $1; $$->annotations = $2; }
	;

base_type:
	  "bool"   { $$ = tree_type(parse, IDL_BOOL, @$); }
	| "byte"   { $$ = tree_type(parse, IDL_I8, @$); }
	| "i8"     { $$ = tree_type(parse, IDL_I8, @$); }
	| "i16"    { $$ = tree_type(parse, IDL_I16, @$); }
	| "i32"    { $$ = tree_type(parse, IDL_I32, @$); }
	| "i64"    { $$ = tree_type(parse, IDL_I64, @$); }
	| "double" { $$ = tree_type(parse, IDL_DOUBLE, @$); }
	| "string" { $$ = tree_type(parse, IDL_STRING, @$); }
	| "binary" { $$ = tree_type(parse, IDL_BINARY, @$); }
	| "uuid"   { $$ = tree_type(parse, IDL_UUID, @$); }
	;

container:
	  "map" cpp_type '<' enter_type type ',' type '>'   { $$ = tree_container(parse, IDL_MAP, $5, $7, @$); }
	| "set" cpp_type '<' enter_type type '>'            { $$ = tree_container(parse, IDL_SET, NULL, $5, @$); }
	| "list" cpp_type '<' enter_type type '>' cpp_type  { $$ = tree_container(parse, IDL_LIST, NULL, $5, @$); }
	;

cpp_type: %empty | "cpp_type" LITERAL ;

enter_type: %empty { if (!tree_enter_type(parse)) YYABORT; } ;

value:
	  integer     { $$ = tree_value(parse, IDL_VALUE_INT, @$); $$->number = $1; }
	| DOUBLE      { $$ = tree_value(parse, IDL_VALUE_DOUBLE, @$); $$->real = $1; }
	| LITERAL     { $$ = tree_value(parse, IDL_VALUE_STRING, @$); $$->bytes = $1.bytes; $$->size = $1.size; }
	| dotted_name { $$ = tree_value(parse, IDL_VALUE_NAME, @$); $$->bytes = $1.text; }
	| '[' enter_value items ']' { $$ = tree_items(parse, IDL_VALUE_LIST, $3, @$); }
	| '{' enter_value pairs '}' { $$ = tree_items(parse, IDL_VALUE_MAP, $3, @$); }
	;

enter_value: %empty { if (!tree_enter_value(parse)) YYABORT; } ;

items:
	  %empty                { $$ = NULL; }
	| items value separator { $$ = TREE_APPEND($1, $2); }
	;

pairs:
	  %empty               { $$ = NULL; }
	| pairs pair separator { $$ = TREE_APPEND($1, $2); }
	;

pair: value ':' value { $$ = $1; $$->mapped = $3; } ;

annotations:
	  %empty                  { $$ = NULL; }
	| '(' annotation_list ')' { $$ = TREE_CLOSE(struct idl_annotation, $2); }
	;

annotation_list:
	  %empty                               { $$ = NULL; }
	| annotation_list annotation separator { $$ = TREE_APPEND($1, $2); }
	;

annotation: dotted_name annotation_value { $$ = tree_annotation(parse, $1, $2); } ;

annotation_value:
	  %empty      { $$ = (struct tree_bytes){"1", 1}; }
	| '=' LITERAL { $$ = $2; }
	;

name: IDENTIFIER { $$ = tree_name(parse, @1); } ;
dotted_name: IDENTIFIER { $$ = tree_dotted_name(parse, @1); } ;

field_name: field_word { $$ = tree_name(parse, @1); } ;

field_word:
	  IDENTIFIER | "namespace" | "cpp_include" | "include" | "void" | "bool" | "byte" | "i8" | "i16" | "i32" | "i64"
	| "double" | "string" | "binary" | "uuid" | "map" | "list" | "set" | "oneway" | "async" | "typedef" | "struct" | "union"
	| "exception" | "extends" | "throws" | "service" | "enum" | "const" | "required" | "optional"
	;

%%

#include <string.h>
#include "parser_lex.h"

static int yylex(IDL_YYSTYPE *value, struct idl_span *span, struct parse *parse, void *scanner)
{
	int token = idl_scan_lex(value, span, scanner);

	return parse_note_token(parse, *span) ? token : 0;
}

/* Only when the parser's stack is exhausted: nesting is limited before that. */
static void yyerror(struct idl_span *span, struct parse *parse, void *scanner, const char *message)
{
	(void)scanner;
	diag_error(parse->diag, *span, "%s", message);
}

struct expected {
	yysymbol_kind_t kinds[YYNTOKENS];
	int count;
};

static bool expects(const struct expected *expected, yysymbol_kind_t kind)
{
	for (int i = 0; i < expected->count; i++) {
		if (expected->kinds[i] == kind)
			return true;
	}
	return false;
}

static bool expects_brace(const struct expected *expected)
{
	for (int i = 0; i < expected->count; i++) {
		if (strcmp(yysymbol_name(expected->kinds[i]), "'}'") == 0)
			return true;
	}
	return false;
}

/* What the grammar wants there, as a person would say it; NULL when only single tokens will do. */
static const char *wanted(const struct expected *expected)
{
	if (expects(expected, YYSYMBOL_KW_TYPEDEF))
		return expects(expected, YYSYMBOL_IDENTIFIER) ? "a name" : "a definition";
	if (expects(expected, YYSYMBOL_KW_REQUIRED))
		return "a field";
	if (expects(expected, YYSYMBOL_KW_ONEWAY))
		return "a function";
	if (expects(expected, YYSYMBOL_KW_I32))
		return "a type";
	if (expects(expected, YYSYMBOL_DOUBLE))
		return "a value";
	if (expects(expected, YYSYMBOL_IDENTIFIER))
		return "a name";
	return NULL;
}

static bool is_word(yysymbol_kind_t kind)
{
	return kind >= YYSYMBOL_IDENTIFIER && kind <= YYSYMBOL_KW_FALSE && kind != YYSYMBOL_LITERAL;
}

/* "a type, \">\" or …"; empty when there are too many to be of help. */
static void describe(char *text, size_t size, const struct expected *expected)
{
	const char *phrase = wanted(expected);
	const char *parts[6];
	int count = 0;
	size_t used = 0;

	if (phrase != NULL)
		parts[count++] = phrase;
	for (int i = 0; i < expected->count; i++) {
		yysymbol_kind_t kind = expected->kinds[i];

		if (is_word(kind) && (phrase != NULL || (kind >= YYSYMBOL_KW_XSD_ALL && kind <= YYSYMBOL_KW_XSD_ATTRS)))
			continue;
		if (count == (int)(sizeof(parts) / sizeof(parts[0])))
			return;
		parts[count++] = kind == YYSYMBOL_LITERAL && phrase != NULL ? NULL : yysymbol_name(kind);
		count -= parts[count - 1] == NULL;
	}
	for (int i = 0; i < count && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? ", expected " : i + 1 < count ? ", " : " or ", parts[i]);
	for (char *c = text; *c != '\0'; c++)
		*c = *c == '\'' ? '"' : *c;
}

static bool begins_definition(yysymbol_kind_t token)
{
	return token == YYSYMBOL_KW_TYPEDEF || token == YYSYMBOL_KW_STRUCT || token == YYSYMBOL_KW_UNION ||
	       token == YYSYMBOL_KW_EXCEPTION || token == YYSYMBOL_KW_SERVICE || token == YYSYMBOL_KW_ENUM || token == YYSYMBOL_KW_CONST;
}

static const char *keyword_hint(yysymbol_kind_t token, const struct expected *expected)
{
	if (begins_definition(token) && expects_brace(expected))
		return "is a \"}\" missing before this?";
	if (wanted(expected) != NULL && strcmp(wanted(expected), "a name") == 0)
		return "this word belongs to the IDL and cannot be a name here";
	return NULL;
}

static int yyreport_syntax_error(const yypcontext_t *context, struct parse *parse, void *scanner)
{
	struct idl_span span = *yypcontext_location(context);
	yysymbol_kind_t token = yypcontext_token(context);
	char expectation[256] = "";
	struct expected expected;
	const char *hint;

	(void)scanner;
	if (parse->is_full)
		return 0;
	expected.count = yypcontext_expected_tokens(context, expected.kinds, YYNTOKENS);
	if (expected.count < 0)
		expected.count = 0;
	parse->is_broken = true;
	describe(expectation, sizeof(expectation), &expected);
	if (token == YYSYMBOL_YYEOF)
		span.begin = span.end = parse->previous.end;
	if (token == YYSYMBOL_YYEOF || token == YYSYMBOL_LITERAL)
		diag_error(parse->diag, span, "unexpected %s%s", yysymbol_name(token), expectation);
	else
		diag_error(parse->diag, span, "unexpected \"%s\"%s", parse_text(parse, span), expectation);
	hint = parse_hint(parse, span, expects(&expected, YYSYMBOL_KW_TYPEDEF) && !expects(&expected, YYSYMBOL_IDENTIFIER));
	if (hint == NULL && token >= YYSYMBOL_KW_NAMESPACE && token <= YYSYMBOL_KW_FALSE)
		hint = keyword_hint(token, &expected);
	if (token == YYSYMBOL_YYEOF || begins_definition(token))
		parse->file->has_lost_names = true;
	if (hint != NULL)
		diag_note(parse->diag, span, "%s", hint);
	return 0;
}
