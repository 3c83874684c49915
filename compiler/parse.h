/* SPDX-License-Identifier: MIT */
/* One file of IDL to its part of the tree, and what scanner and grammar share while it is parsed.
 */
#ifndef COMPILER_PARSE_H
#define COMPILER_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "arena.h"
#include "ast.h"
#include "diag.h"
#include "source.h"

/* Levels of containers in one type, and of lists and maps in one constant. No decoder reads deeper
 * types: see INGOT_MAX_DEPTH. */
#define PARSE_MAX_TYPE_DEPTH 64
#define PARSE_MAX_VALUE_DEPTH 256

/* Of one file. They are gone through for each definition. */
#define PARSE_MAX_NAMESPACES 100

/* Bytes that the tree of a whole unit may take; 4 MiB of the usual take some 40. The passes over a
 * larger one would need more than a second. */
#define PARSE_MAX_TREE ((size_t)48 << 20)

/* A doc comment, and where the token behind it begins. */
struct parse_doc {
	uint32_t token;
	const char *text; /* cleaned */
};

struct parse {
	struct arena *arena; /* of the tree */
	TALLOC_CTX *scratch; /* freed when the file is parsed */
	struct diag *diag;
	struct idl_file *file;
	const struct source *source;
	struct idl_def *last_def;
	struct idl_include *last_include;
	unsigned type_depth;
	unsigned value_depth;
	bool is_full;	/* it was reported that the tree is too large */
	bool is_broken; /* a syntax error since the current definition began */

	/* The scanner's own. */
	uint32_t offset;	  /* of the byte behind the token */
	uint32_t literal_begin;	  /* of the literal or comment that is open */
	struct idl_span previous; /* the token before the current one */
	struct idl_span current;
	char *literal; /* its bytes so far */
	size_t literal_size;
	struct parse_doc *docs; /* in the order of the file */
	size_t doc_count;
	bool has_doc; /* the last of docs waits for its token */
};

/* Fills file, whose source is set. Errors go to diag. */
void parse_file(struct arena *arena, struct idl_file *file, struct diag *diag);

/* A doc comment's text between its marks: without the leading stars, the common indent and blank
 * lines around it. */
const char *parse_clean_doc(struct arena *arena, const char *text, size_t size);

/* The doc comment just before the token that begins there, or NULL. */
const char *parse_doc_before(const struct parse *parse, uint32_t token);

/* The bytes of a span, copied. */
const char *parse_text(struct parse *parse, struct idl_span span);

/* The scanner has handed out a token: ties the doc comment before it to it. False: the tree is too
 * large, which is reported. */
bool parse_note_token(struct parse *parse, struct idl_span span);

/* For a syntax error: what to write instead of something that other Thrift compilers know; NULL
 * when nothing is known. */
const char *parse_hint(const struct parse *parse, struct idl_span token, bool at_definition);

#endif
