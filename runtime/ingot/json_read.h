/* SPDX-License-Identifier: MIT */
/*
 * JSON to values of generated types: a library of its own, libingot-json (pkg-config: ingot-json), so that only those who read JSON
 * link Jansson. Takes what ingot_json_print gives, in either form of enums: 64-bit integers are exact; an absent or null field gets its
 * default or is absent; an object key that the schema does not have is an error unless it is to be ignored. Of a repeated key the last counts.
 */
#ifndef INGOT_JSON_READ_H
#define INGOT_JSON_READ_H

#include <stddef.h>
#include <stdint.h>
#include <talloc.h>
#include <ingot/status.h>
#include <ingot/type.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ingot_json_read_option {
	INGOT_JSON_IGNORE_UNKNOWN = 1, /* members of objects that the schema does not have are passed over */
	INGOT_JSON_PARTIAL = 2         /* required fields may be absent */
};

struct ingot_json_error {
	enum ingot_status status;
	/* One line of printable ASCII: "line 3, column 14: …" or "demo.Event.shapes[1].radius: expected a number". */
	char text[512];
};

/*
 * Reads one value, of a struct, union or exception type. It is one talloc chunk under mem_ctx, as from_wire gives it. NULL when the text
 * is not JSON (INGOT_BAD_VALUE), does not fit the type (INGOT_MISMATCH, INGOT_BAD_UNION, INGOT_MISSING), is nested too deep
 * (INGOT_DEPTH), or memory is short (INGOT_NOMEM; where Jansson does not tell, INGOT_BAD_VALUE); *error, unless error is NULL, tells more.
 */
void *ingot_json_read(TALLOC_CTX *mem_ctx, const struct ingot_type *type, const char *text, size_t size, unsigned options,
		      struct ingot_json_error *error);

#ifdef __cplusplus
}
#endif
#endif
