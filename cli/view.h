/* SPDX-License-Identifier: MIT */
/*
 * One value on its way to the output. A format is a function that walks view->walk to its end, or
 * to the first failure, and prints what it meets; the reader keeps the failure, and whoever called
 * reports it.
 */
#ifndef CLI_VIEW_H
#define CLI_VIEW_H

#include <talloc.h>
#include "envelope.h"
#include "input.h"
#include "options.h"
#include "out.h"
#include "typed.h"

struct view {
	struct out *out;
	const struct options *options;
	const struct input *input;
	const struct envelope *envelope;
	const struct ingot_type *type; /* NULL: no schema */
	struct ingot_reader *reader;
	struct typed_walk walk;        /* begun at the value's first byte */
	bool is_part;                  /* of a value: nothing is around it */
	bool is_inline;                /* JSON: no newline behind it */
	uint64_t number;               /* of the value in its file, from 0 */
	struct page *page;             /* html: see html.h */
	size_t covered;                /* text and hex: up to here it says everything */
	bool is_cut;                   /* text: something is open that only raw bytes may end */
	enum ingot_protocol text_protocol; /* text: what it last said */
};

void view_tree(struct view *view);
void view_json(struct view *view);
void view_hex(struct view *view);
/* What no value covers, up to the next one or the end. */
void view_hex_skipped(struct view *view, size_t next);
void view_text(struct view *view);

/* The text form of what no value covers, up to the end of the file. */
void view_text_rest(struct view *view);

/* A value's text in the tree, the differences and elsewhere: `BYTE_ARRAY (6)`, `"hi"`, `-7`; for
 * VALUE events. */
void view_scalar(struct out *out, const struct ingot_reader *reader,
	const struct ingot_event *event, const struct ingot_type *type, bool enum_numbers,
	size_t most);

/* The same as JSON. */
void view_json_scalar(FILE *file, const struct ingot_reader *reader,
	const struct ingot_event *event, const struct ingot_type *type, bool enum_numbers);

/* "list<Encoding>", "i32", "map<binary, struct>": by the schema when type is given, else by the
 * wire. */
void view_type(struct out *out, const struct ingot_event *event, const struct ingot_type *type);

/* The name of a type without its file's name. */
const char *view_type_name(const struct ingot_type *type);

#endif
