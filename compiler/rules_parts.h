/* SPDX-License-Identifier: MIT */
/* The parts of rules, in the order in which they run. For rules*.c. */
#ifndef COMPILER_RULES_PARTS_H
#define COMPILER_RULES_PARTS_H

#include "arena.h"
#include "ast.h"
#include "diag.h"

struct rules {
	struct diag *diag;
	struct arena *arena; /* of the tree */
	TALLOC_CTX *scratch;
	struct idl_unit *unit;
	uint32_t copy_count; /* nodes of constants that were copied, so far */
	bool is_grown;	     /* it was reported that they are too many */
};

/* Namespaces and includes. */
void rules_headers(struct rules *rules, const struct idl_file *file);

/* Ids, names and requiredness of fields; numbers and names of enum values. */
void rules_fields(struct rules *rules, struct idl_def *def);
void rules_enum(struct rules *rules, struct idl_def *def);

/* Functions of a service, and what they throw. Then, over all services, the chains of extends. */
void rules_service(struct rules *rules, struct idl_def *def);
void rules_parents(struct rules *rules);

/* One list of fields of whatever kind: settles ids, and reports duplicates. */
void rules_field_list(struct rules *rules, struct idl_field *fields);

/* Structs that cannot be finite: required fields that lead back. Before it, rules_fields of all. */
void rules_finite(struct rules *rules);

/* All constants and defaults of the unit to their typed form; defaults that lead back to
 * themselves. */
void rules_values(struct rules *rules);

/* Makes a value what its type wants, in place. False: reported, and the value is of no use. */
bool rules_convert(struct rules *rules, struct idl_value *value, const struct idl_type *type);

/* Annotations that are ours. */
void rules_annotations(struct rules *rules, struct idl_def *def);

#endif
