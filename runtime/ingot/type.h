/* SPDX-License-Identifier: MIT */
/*
 * What a generated type is, for code that works on any type: printing, comparing, walking, diagnosing.
 * Tables are static const and need no registration; generated code exports one `X_type` for each struct, union,
 * exception and enum. Cold paths are driven by these; the hot ones are emitted per struct.
 */
#ifndef INGOT_TYPE_H
#define INGOT_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes, NUL-terminated unless borrowed, and binary-safe. Absent: data == NULL. Empty: data != NULL, size == 0. */
struct ingot_string {
	const char *data;
	uint32_t size; /* bytes, the NUL not counted */
};

struct ingot_uuid {
	uint8_t bytes[16]; /* network order, as printed */
};

/* The common layout of every generated list and set: absent items == NULL; empty items != NULL, count == 0. */
struct ingot_list {
	void *items;
	uint32_t count;
};

enum ingot_kind {
	INGOT_KIND_BOOL,
	INGOT_KIND_I8,
	INGOT_KIND_I16,
	INGOT_KIND_I32,
	INGOT_KIND_I64,
	INGOT_KIND_DOUBLE,
	INGOT_KIND_STRING, /* struct ingot_string, text by the IDL */
	INGOT_KIND_BINARY, /* struct ingot_string, bytes by the IDL */
	INGOT_KIND_UUID,
	INGOT_KIND_ENUM,   /* int32_t */
	INGOT_KIND_STRUCT, /* exceptions too */
	INGOT_KIND_UNION,  /* int32_t tag, the id of the member that is set or 0; then the C union */
	INGOT_KIND_LIST,
	INGOT_KIND_SET,
	INGOT_KIND_MAP     /* laid out as a list whose items are entries */
};

enum ingot_requiredness {
	INGOT_DEFAULT, /* neither word in the IDL: a scalar is always there */
	INGOT_REQUIRED,
	INGOT_OPTIONAL
};

struct ingot_type;
struct ingot_decoder;
struct ingot_writer;

struct ingot_enum_value {
	const char *name; /* as in the IDL */
	int32_t number;
};

/*
 * A field of a struct, or a member of a union. How it lies in the C struct follows from its type and requiredness:
 * structs and unions are pointers (NULL: absent); optional scalars, enums and uuids are pointers (NULL: absent);
 * other scalars, strings, lists, sets and maps are in place. A union's members are as a required field's would be.
 */
struct ingot_field {
	const char *name; /* as in the IDL */
	const struct ingot_type *type;
	int16_t id;
	uint8_t requiredness; /* enum ingot_requiredness */
	uint8_t flags;        /* INGOT_FIELD_*, below */
	uint32_t offset;      /* of the member in the C struct; for a union's member, of the C union's member */
};

/* (ingot.dedup): equal strings of a message share storage. */
#define INGOT_FIELD_DEDUP 1u
/* (ingot.lazy): kept as a wire value, decoded when asked; the type here is binary. See lazy.h. */
#define INGOT_FIELD_LAZY 2u

/*
 * A field that the schema does not know, as it was on the wire; in wire order. A union always keeps an unknown member: its C union
 * has a member `ingot_unknown`, which counts when the tag is 0. A struct keeps unknown fields when its type has a place for them and
 * the reader was told to.
 */
struct ingot_unknown {
	const struct ingot_unknown *next;
	const uint8_t *bytes; /* the value, without the field's header */
	uint32_t size;
	int16_t id;
	int16_t after;    /* the id of the known field it came behind, 0: it came first */
	uint8_t code;     /* the wire type in the protocol it was read in; 0: a union that had no member at all */
	uint8_t protocol; /* enum ingot_protocol */
};

typedef const uint8_t *ingot_read_fn(struct ingot_decoder *decoder, const uint8_t *p, void *value, int depth);
typedef uint8_t *ingot_write_fn(struct ingot_writer *writer, uint8_t *p, const void *value, int depth);

struct ingot_type {
	uint8_t kind;  /* enum ingot_kind */
	uint8_t flags; /* INGOT_TYPE_*, below */
	uint16_t align;
	uint32_t size; /* of the C value in place: sizeof(struct …), of a list's head, of a scalar */
	const char *name; /* "parquet.KeyValue" for named types, NULL for containers, "i32" for scalars */

	/* STRUCT, UNION: in the IDL's order. */
	const struct ingot_field *fields;
	uint32_t field_count;

	/* MAP: where an entry's value is, and the size of an entry. LIST, SET: entry_size is the element's size. */
	uint32_t value_offset;
	uint32_t entry_size;
	uint32_t value_count; /* ENUM */
	const struct ingot_enum_value *values; /* ENUM: in the IDL's order */
	const struct ingot_type *key;          /* MAP */
	const struct ingot_type *element;      /* LIST, SET; MAP: the value's type */

	/* STRUCT, UNION: a value in which each absent field has its default; NULL when that is all zero. */
	const void *initial;

	/* STRUCT, UNION: for the decoder. NULL and 0 in tables that were not generated. See decode.h. */
	ingot_read_fn *read_binary;
	ingot_read_fn *read_compact;
	uint32_t max_room;       /* most bytes that the fixed-size parts of this, or of any struct below it, take */
	uint32_t max_part;       /* the largest of those parts */
	uint32_t room_factor[2]; /* … which are at most so many bytes a byte of the wire, and one part more; by enum ingot_protocol */
	uint32_t growth[2];      /* bytes of block to expect for 16 bytes of wire; 0: no containers below it */

	/* STRUCT, UNION: for the writer; NULL in tables that were not generated, which are written field by field. See encode.h. */
	ingot_write_fn *write_binary;
	ingot_write_fn *write_compact;

	/* UNION; STRUCT with INGOT_TYPE_UNKNOWN: of the member `const struct ingot_unknown *`. */
	uint32_t unknown_offset;
};

/* An exception, for messages. */
#define INGOT_TYPE_EXCEPTION 1u
/* A struct with a place for unknown fields. */
#define INGOT_TYPE_UNKNOWN 2u
/* A struct or union with strings in it or below it. */
#define INGOT_TYPE_STRINGS 4u

/* Types that every schema shares. */
extern const struct ingot_type ingot_bool_type;
extern const struct ingot_type ingot_i8_type;
extern const struct ingot_type ingot_i16_type;
extern const struct ingot_type ingot_i32_type;
extern const struct ingot_type ingot_i64_type;
extern const struct ingot_type ingot_double_type;
extern const struct ingot_type ingot_string_type;
extern const struct ingot_type ingot_binary_type;
extern const struct ingot_type ingot_uuid_type;

/* The name of an enum's number, or NULL when the IDL has none. Static storage. */
const char *ingot_enum_name(const struct ingot_type *type, int32_t number);

/* The number of an enum's name. False, *number untouched, when the IDL has no such name. */
bool ingot_enum_number(const struct ingot_type *type, const char *name, int32_t *number);

/* The field with that id, or NULL. */
const struct ingot_field *ingot_field_by_id(const struct ingot_type *type, int32_t id);

/* The field with that name (size bytes), or NULL. */
const struct ingot_field *ingot_field_by_name(const struct ingot_type *type, const char *name, size_t size);

#ifdef __cplusplus
}
#endif
#endif
