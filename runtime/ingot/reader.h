/* SPDX-License-Identifier: MIT */
/*
 * A reader: bytes in memory, the protocol they are in, the limits that hold, and where the first failure was.
 * It owns nothing and allocates nothing; it may live on the stack. The bytes stay the caller's and must outlive the reader,
 * and what was decoded from them with INGOT_BORROW.
 */
#ifndef INGOT_READER_H
#define INGOT_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ingot/status.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ingot_protocol {
	INGOT_BINARY,
	INGOT_COMPACT
};

/* Options, or-ed into reader->options between ingot_reader_init and the first read. */
enum ingot_option {
	INGOT_BORROW = 1,       /* strings point into the bytes, without a NUL, instead of being copied */
	INGOT_STRICT = 2,       /* refuse what is lenient by default: mistyped fields, padded varints, text that is not UTF-8 */
	INGOT_KEEP_UNKNOWN = 4, /* keep unknown fields in types that have a place for them */
	/*
	 * Equal strings of a message share storage; without this option, those of fields with (ingot.dedup) do. With reader->strings
	 * they lie in that store and are shared by a whole stream: it must outlive the message, its own limits bound it (not the
	 * budget), and when it is full, the rest is copied. Otherwise the messages of a block share them until its reset.
	 * INGOT_BORROW goes before all of this.
	 */
	INGOT_DEDUP = 8,
	INGOT_FACEBOOK = 16     /* dialect: big-endian doubles in compact, type 13 is float, type 19 in binary is float */
};

/* Default limits. */
#define INGOT_MAX_DEPTH 64              /* levels of struct, list, set and map */
#define INGOT_BUDGET_BASE (1u << 20)    /* bytes a message may ask for, whatever its size … */
#define INGOT_BUDGET_FACTOR 64          /* … and so many more for each byte of input */

/* One step of the way to a failure. */
struct ingot_step {
	const struct ingot_field *field; /* NULL: an element, a key or a value, or an unknown field */
	int32_t id;                      /* the field's id */
	uint32_t index;                  /* of the element or entry, from 0 */
	uint8_t kind;                    /* enum ingot_step_kind */
};

enum ingot_step_kind { INGOT_STEP_FIELD, INGOT_STEP_ELEMENT, INGOT_STEP_KEY, INGOT_STEP_VALUE };

struct ingot_block;
struct ingot_strings;

struct ingot_reader {
	/* The input. Set by init; offset moves behind each value that was read. */
	const uint8_t *bytes;
	size_t size;
	size_t offset; /* of the next byte to be read */
	enum ingot_protocol protocol;

	/* Options, free to be changed between reads. */
	uint32_t options;   /* enum ingot_option, or-ed */
	uint32_t max_depth; /* 1 … INGOT_MAX_DEPTH */
	uint64_t budget;    /* bytes that a message may ask talloc for, 96 for each chunk's header included */
	struct ingot_block *block; /* NULL, or where messages are decoded to: see block.h */
	struct ingot_strings *strings; /* NULL, or the store that holds shared strings: see INGOT_DEDUP */

	/* The first failure; sticky until ingot_reader_init. */
	enum ingot_status status;
	size_t error_offset;      /* of the byte at which it was found */
	uint64_t missing;         /* TRUNCATED: bytes that are certainly still missing, at least 1 */
	const char *expected;     /* what should have been there, static: "i32", "field header"; NULL: nothing to say */
	const struct ingot_type *root; /* the type that was read; NULL: none */
	uint32_t step_count;
	struct ingot_step steps[INGOT_MAX_DEPTH + 2];
	char text[1024];
};

/* Everything set to its default; bytes may be NULL when size is 0. */
void ingot_reader_init(struct ingot_reader *reader, enum ingot_protocol protocol, const void *bytes, size_t size);

/*
 * The first failure, as one line of printable ASCII without a newline, such as
 *   parquet.FileMetaData.row_groups[3].columns[7].meta_data.codec: at byte 1042: truncated (expected i32)
 * "ok" when there was none. The text is in the reader and changes with the next call. Allocates nothing.
 */
const char *ingot_reader_error(struct ingot_reader *reader);

/*
 * The way to a value, such as "parquet.FileMetaData.row_groups[3].num_rows", NUL-terminated and cut to room bytes (at least 1). Returns
 * its size without the NUL. Printable ASCII only.
 */
size_t ingot_path_text(char *text, size_t room, const struct ingot_type *root, const struct ingot_step *steps, uint32_t step_count);

#ifdef __cplusplus
}
#endif
#endif
