/* SPDX-License-Identifier: MIT */
/*
 * The one tree of a compilation. The parser makes it; link fills the targets in place; rules checks
 * it and settles ids, enum numbers and constant values. After rules without an error, generation
 * can fail only on I/O. All nodes hang under one talloc parent (struct idl_unit's) and nothing is
 * freed singly. Every list is in the order of the file.
 */
#ifndef COMPILER_AST_H
#define COMPILER_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source; /* source.h: a file's name and text */

/* Bytes [begin, end) of a source. */
struct idl_span {
	const struct source *source;
	uint32_t begin;
	uint32_t end;
};

/* (key = "value"); the value of a bare key is "1". Repeated keys are kept. */
struct idl_annotation {
	struct idl_annotation *next;
	const char *key;
	const char *value;
	size_t value_size; /* values are bytes and may hold NUL */
	struct idl_span span;
};

enum idl_kind {
	IDL_TYPEDEF,
	IDL_ENUM,
	IDL_STRUCT,
	IDL_UNION,
	IDL_EXCEPTION,
	IDL_CONST,
	IDL_SERVICE
};

enum idl_type_kind {
	IDL_BOOL,
	IDL_I8,
	IDL_I16,
	IDL_I32,
	IDL_I64,
	IDL_DOUBLE,
	IDL_STRING,
	IDL_BINARY,
	IDL_UUID,
	IDL_LIST,
	IDL_SET,
	IDL_MAP,
	IDL_NAMED, /* a typedef, enum, struct, union or exception */
	IDL_VOID   /* a function's result only */
};

struct idl_def;

/* A reference to a type, as written at one place. */
struct idl_type {
	enum idl_type_kind kind;
	struct idl_span span;
	struct idl_type *key;	  /* MAP */
	struct idl_type *element; /* LIST, SET; MAP: the value's */
	const char *name;	  /* NAMED: as written, prefix included */
	struct idl_def *target;	  /* NAMED: set by link; never NULL after link without an error */
	struct idl_annotation *annotations;
};

enum idl_value_kind {
	IDL_VALUE_INT, /* bools, integers and enums after rules */
	IDL_VALUE_DOUBLE,
	IDL_VALUE_STRING, /* literal; strings and binaries after rules */
	IDL_VALUE_UUID,	  /* after rules only */
	IDL_VALUE_NAME,	 /* a reference to a constant or an enum's value; link sets what it means */
	IDL_VALUE_LIST,	 /* [ … ]; lists and sets after rules */
	IDL_VALUE_MAP,	 /* { … }; maps after rules */
	IDL_VALUE_STRUCT /* after rules only: structs, unions and exceptions */
};

/*
 * A constant value. After rules it has the form that its type calls for; a NAME that stands for a
 * constant has become a copy of that constant's value in its own type, so that no NAME is left.
 */
struct idl_value {
	struct idl_value *next; /* in a list's items, or a map's or struct's entries */
	enum idl_value_kind kind;
	struct idl_span span;
	int64_t number;	   /* INT */
	double real;	   /* DOUBLE */
	const char *bytes; /* STRING: any bytes, NUL-terminated besides; NAME: as written; UUID: 16
			      bytes */
	size_t size;	   /* STRING */
	struct idl_value *items;  /* LIST: the items. MAP: the keys. STRUCT: the values */
	size_t count;		  /* of items or entries */
	bool is_dropped;	  /* rules' own: an item of a set that is there already */
	struct idl_value *mapped; /* of an item of a MAP: the value that belongs to this key */
	struct idl_field *field;  /* of an item of a STRUCT: the field it sets */
	struct idl_def
		*constant; /* NAME: the constant, or the enum of enum_value; STRUCT: the struct */
	struct idl_enum_value *enum_value; /* NAME: the enum's value, or NULL; kept on the INT that
					      rules makes of it for an enum */
};

enum idl_requiredness { IDL_DEFAULT, IDL_REQUIRED, IDL_OPTIONAL };

struct idl_field {
	struct idl_field *next;
	const char *name;
	struct idl_span span; /* of the name */
	const char *doc; /* cleaned text without comment marks, lines apart by \n; NULL: none */
	struct idl_annotation *annotations;
	bool has_id; /* written in the file */
	int32_t id;  /* settled by rules: 1 … 32767, or negative when implicit */
	struct idl_span id_span;
	enum idl_requiredness requiredness; /* rules makes a union's members OPTIONAL */
	bool is_reference;		    /* & */
	bool is_union_member;		    /* set by rules */
	struct idl_type *type;
	struct idl_value *initial; /* the default, or NULL */
};

struct idl_enum_value {
	struct idl_enum_value *next;
	const char *name;
	struct idl_span span;
	const char *doc;
	struct idl_annotation *annotations;
	bool has_number;
	int64_t number; /* settled by rules: fits int32_t */
	struct idl_span number_span;
};

struct idl_function {
	struct idl_function *next;
	const char *name;
	struct idl_span span;
	const char *doc;
	struct idl_annotation *annotations;
	bool is_oneway;
	struct idl_type *result; /* VOID: nothing */
	struct idl_field *arguments;
	struct idl_field *throws;
};

/* One definition of a file: the head is common, what follows is by kind. */
struct idl_def {
	struct idl_def *next;
	enum idl_kind kind;
	const char *name;
	struct idl_span span; /* of the name */
	const char *doc;
	struct idl_annotation *annotations;
	struct idl_file *file;
	struct idl_type *type;	       /* TYPEDEF, CONST */
	struct idl_value *value;       /* CONST */
	struct idl_enum_value *values; /* ENUM */
	struct idl_field *fields;      /* STRUCT, UNION, EXCEPTION */
	const char *extends;	       /* SERVICE: as written, or NULL */
	struct idl_span extends_span;
	struct idl_def *parent;		/* SERVICE: set by link */
	struct idl_function *functions; /* SERVICE */
	bool is_broken; /* parsed around a syntax error, which was reported: parts may be missing */
	const struct idl_type
		*resolved; /* TYPEDEF: the type behind it and all further typedefs; set by link */
	uint32_t number;   /* its place in the unit's defs */
	void *mark; /* for one pass at a time; each pass must not rely on what it finds there */
};

struct idl_namespace {
	struct idl_namespace *next;
	const char *language; /* "*", "c", … */
	const char *name;
	struct idl_span span;
};

struct idl_include {
	struct idl_include *next;
	const char *path;   /* as written */
	const char *prefix; /* what names of it are written with: the base name without its last
			       extension */
	struct idl_span span;
	struct idl_file *file; /* set when it was found and read */
};

struct idl_file {
	struct idl_file *next; /* all files of the unit, each once, the main file first */
	const struct source *source;
	const char *path;      /* as opened */
	const char *base_name; /* without folder and last extension */
	const char *doc;       /* the first doc comment when a header line follows it */
	struct idl_namespace *namespaces;
	struct idl_include *includes;
	struct idl_def *defs;
	bool has_lost_names; /* a syntax error may have hidden a definition */
	void *mark;	     /* for one pass at a time */
};

struct idl_unit {
	struct idl_file *main;
	struct idl_file *files; /* every file, main first, includes in the order they were met */
	struct idl_def **defs;	/* every definition, file by file; set by link */
	uint32_t def_count;
};

/* The type behind typedefs: never NAMED with a typedef as its target. Valid after link without an
 * error. */
const struct idl_type *idl_type_resolve(const struct idl_type *type);

/* Whether a field of a definition of that kind can be (ingot.lazy): a struct or container that may be
 * absent. True as well of a type that link could not resolve, and has reported. */
bool idl_may_be_lazy(enum idl_kind kind, const struct idl_field *field);

/* The value of the last annotation with that key, or NULL. */
const char *idl_annotation_value(const struct idl_annotation *list, const char *key);

#endif
