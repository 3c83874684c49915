/* SPDX-License-Identifier: MIT */
/*
 * Bytes from values, one piece after another: what encode and convert write with. A piece may be
 * given as raw bytes instead of its canonical form. Counts need not be known: the header of a list,
 * set or map is put in when it ends.
 */
#ifndef CLI_ASSEMBLE_H
#define CLI_ASSEMBLE_H

#include <ingot/reader.h>
#include "wire.h"

/* Raw bytes in place of a canonical piece; data NULL: none. */
struct raw {
	const uint8_t *data;
	size_t size;
};

struct assembler {
	struct bytes out;
	struct wire_form form;
	uint32_t depth;
	struct assembler_level {
		size_t begin;    /* where its header goes */
		struct raw header;
		uint32_t count;  /* elements, or keys and values */
		int16_t last_id;
		uint8_t type;
		uint8_t key;
		uint8_t element;
	} levels[INGOT_MAX_DEPTH + 1];
};

/* The header of the field whose value comes next; compact bools are whole with it. */
void assemble_field(struct assembler *to, int16_t id, uint8_t type, bool value, struct raw raw);

/* A bool that is no field, a number. */
void assemble_scalar(
	struct assembler *to, uint8_t type, int64_t integer, double real, struct raw raw);
void assemble_binary(struct assembler *to, const void *data, size_t size, struct raw raw);
void assemble_uuid(struct assembler *to, const uint8_t bytes[16]);

/* False: deeper than 64 levels. raw: the header of a list, set or map; it must last until the
 * end. */
bool assemble_begin(
	struct assembler *to, uint8_t type, uint8_t key, uint8_t element, struct raw raw);

/* raw: the stop byte of a struct. */
void assemble_end(struct assembler *to, struct raw raw);

/* A message header in the form's protocol. */
void assemble_message(struct assembler *to, bool is_old, uint8_t type, const void *name,
	size_t size, int32_t seqid);

#endif
