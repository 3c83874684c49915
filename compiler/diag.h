/* SPDX-License-Identifier: MIT */
/*
 * Errors and warnings with line, column and caret, printed as they are found and counted; the run
 *goes on after one.
 *
 *	parquet.thrift:12:9: error: no type named "strnig"
 *	   12 |   1: strnig name
 *	      |      ^~~~~~
 *	parquet.thrift:12:9: note: did you mean "string"?
 *
 * All that comes from a file is escaped: only printable ASCII and newlines are printed.
 */
#ifndef COMPILER_DIAG_H
#define COMPILER_DIAG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "ast.h"

/* After so many errors the rest is not printed and the passes stop, unless has_no_limit. */
#define DIAG_MAX_ERRORS 20

/* Every warning has a name for -W (diag_warning_name), and a line in docs/idl.md. */
enum diag_warning {
	DIAG_IMPLICIT_ID,   /* a field without an id */
	DIAG_NEGATIVE_ID,   /* an id below 1 that is kept */
	DIAG_REQUIREDNESS,  /* required or optional where it means nothing */
	DIAG_DEPRECATED,    /* byte, async, … */
	DIAG_ONEWAY,	    /* a oneway function with a result */
	DIAG_MISSING_FIELD, /* a constant that leaves out a required field */
	DIAG_EMPTY_LITERAL, /* {} for a list, [] for a map */
	DIAG_ANNOTATION, /* an annotation of ours that does not exist, or is at the wrong place */
	DIAG_NAMESPACE,	 /* two namespaces for one language */
	DIAG_DUPLICATE_ITEM, /* an item of a set that is there twice */
	DIAG_SHADOW,	     /* a name of this file that hides an include */
	/* Of --compat: */
	DIAG_RENAMED,
	DIAG_REMOVED,
	DIAG_CHANGED_DEFAULT,
	DIAG_CHANGED_CONSTANT,
	DIAG_CHANGED_TYPEDEF,
	DIAG_WARNING_COUNT
};

enum diag_format { DIAG_TEXT, DIAG_JSON };

/* Zeroed is ready for use, with every warning on. */
struct diag {
	FILE *out; /* where to print; NULL: nowhere */
	enum diag_format format;
	unsigned error_count;
	unsigned warning_count;
	uint32_t silenced; /* a bit for each enum diag_warning: not reported … */
	uint32_t fatal;	   /* … or reported as an error */
	bool quiet_notes;  /* the last report was not printed, and so its notes are not either */
	bool has_no_limit;
	bool is_system; /* a file could not be read at all: no fault of the schema */
};

#if defined(__GNUC__)
#define DIAG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DIAG_PRINTF(text, first)
#endif

/* What a %s of the texts below may hold: bytes from a file are escaped when they are printed. Texts
 * end without a full stop. */
void diag_error(struct diag *diag, struct idl_span span, const char *format, ...) DIAG_PRINTF(3, 4);
void diag_warn(struct diag *diag, enum diag_warning warning, struct idl_span span,
	const char *format, ...) DIAG_PRINTF(4, 5);

/* Belongs to the error or warning before it. */
void diag_note(struct diag *diag, struct idl_span span, const char *format, ...) DIAG_PRINTF(3, 4);

/* Without a place: the schema itself cannot be read. Sets is_system. */
void diag_error_plain(struct diag *diag, const char *path, const char *format, ...)
	DIAG_PRINTF(3, 4);

/* Text with everything but printable ASCII escaped. */
void diag_put_escaped(FILE *out, const char *text);

/* After the last report: says so when the limit was reached. */
void diag_finish(struct diag *diag, const char *path);

/* Whether the limit is reached, so that a pass may stop. */
bool diag_is_full(const struct diag *diag);

/* "implicit-id" */
const char *diag_warning_name(enum diag_warning warning);

/*
 * Takes what follows -W: NAME, no-NAME, error, error=NAME, no-error=NAME. False when there is no
 * such warning.
 */
bool diag_set_warning(struct diag *diag, const char *option);

#endif
