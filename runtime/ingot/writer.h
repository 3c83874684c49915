/* SPDX-License-Identifier: MIT */
/*
 * A writer: the bytes that were written, the protocol they are in, and where the first failure was. Generated `X_to_wire`
 * functions append to it: one value after the other, each either whole or not at all.
 */
#ifndef INGOT_WRITER_H
#define INGOT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/reader.h>
#include <ingot/status.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options, or-ed into writer->options between ingot_writer_init and the first write. */
enum ingot_writer_option {
	/*
	 * The elements of sets and the entries of maps go out in the order of ingot_compare, whatever their order in memory, so that
	 * equal values give equal bytes. Slower: driven by the type's table, with scratch memory under the writer's context.
	 */
	INGOT_SORTED = 1
};

struct ingot_writer {
	/* The output. The buffer moves when it grows: ask ingot_writer_bytes again after each write. */
	uint8_t *bytes;
	size_t size;     /* written so far */
	size_t capacity; /* of the buffer */
	uint8_t *limit;  /* for encode.h: INGOT_WRITE_SLACK bytes before the buffer's end, NULL: no buffer as large as that */
	enum ingot_protocol protocol;

	/* Options, free to be changed between writes. */
	uint32_t options;   /* enum ingot_writer_option, or-ed */
	uint32_t max_depth; /* 1 … INGOT_MAX_DEPTH */

	TALLOC_CTX *mem_ctx; /* the buffer's parent */
	bool is_fixed;       /* the buffer is the caller's and does not grow */

	/* The first failure; sticky until ingot_writer_reset. */
	enum ingot_status status;
	const struct ingot_type *root; /* the type that was written */
	uint32_t step_count;
	struct ingot_step steps[INGOT_MAX_DEPTH + 2];
	char text[1024];
};

/*
 * A writer with a buffer that grows: one talloc chunk under mem_ctx, made by the first write and at most 256 MiB, which is
 * talloc's limit. The writer itself may live on the stack and needs no end.
 */
void ingot_writer_init(struct ingot_writer *writer, enum ingot_protocol protocol, TALLOC_CTX *mem_ctx);

/*
 * A writer into the caller's buffer, which never allocates (but for scratch memory with INGOT_SORTED). A value that does not fit fails
 * with INGOT_NO_ROOM. A buffer that fits exactly is enough; with INGOT_WRITE_SLACK bytes more, writing is several times faster. Bytes of
 * the buffer behind the written ones may be overwritten.
 */
void ingot_writer_init_fixed(struct ingot_writer *writer, enum ingot_protocol protocol, void *buffer, size_t capacity);

/* Forgets what was written, and a failure; keeps the buffer and the options. */
void ingot_writer_reset(struct ingot_writer *writer);

/* What was written. NULL when nothing was. Valid until the next write. */
const uint8_t *ingot_writer_bytes(const struct ingot_writer *writer);
size_t ingot_writer_size(const struct ingot_writer *writer);

/*
 * Hands the bytes over as a chunk of their own under mem_ctx, shortened to what was written, and leaves the writer empty. NULL when
 * nothing was written, when the buffer is the caller's, or when talloc fails: then nothing has changed.
 */
uint8_t *ingot_writer_steal(TALLOC_CTX *mem_ctx, struct ingot_writer *writer);

/*
 * The first failure, as one line of printable ASCII without a newline, such as
 *   parquet.FileMetaData.row_groups[3].columns[7].meta_data.path_in_schema: required field missing
 * "ok" when there was none. The text is in the writer and changes with the next call. Allocates nothing.
 */
const char *ingot_writer_error(struct ingot_writer *writer);

/*
 * Appends a value of a struct, union or exception type: what each `X_to_wire` calls. Fields go out in the IDL's order, in the
 * protocol's shortest form. An absent field is left out; so is a string, container or struct with neither `required` nor
 * `optional` that is absent. Inside of containers, where nothing can be absent, a NULL string, list, set or map is an empty one.
 *
 * False, with nothing appended and the failure in the writer, when a required field is absent (INGOT_MISSING), a union has no member or
 * a count or size is above INT32_MAX (INGOT_BAD_VALUE), it is nested too deep (INGOT_DEPTH), the buffer is full (INGOT_NO_ROOM), or
 * talloc fails (INGOT_NOMEM); and at once when the writer has already failed.
 */
bool ingot_write(struct ingot_writer *writer, const struct ingot_type *type, const void *value);

/* The bytes that ingot_write would append, at least 1; 0 when it would fail. Cold: driven by the type's table. */
size_t ingot_wire_size(const struct ingot_type *type, const void *value, enum ingot_protocol protocol);

#ifdef __cplusplus
}
#endif
#endif
