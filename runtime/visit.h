/* SPDX-License-Identifier: MIT */
/* Every pointer of a value but those to the IDL's defaults, by its type's tables, each before what it points to. */
#ifndef RUNTIME_VISIT_H
#define RUNTIME_VISIT_H

#include <ingot/type.h>

struct visitor {
	/* A pointer to a part of the value; may change it. place: of the pointer; never NULL there. */
	void (*pointer)(struct visitor *visitor, void *place);
	/* Bytes: of strings, of lazy fields, and of unknown ones; may change them. */
	void (*bytes)(struct visitor *visitor, const void **place, uint32_t size);
};

/* value: of a struct or union, of which nesting is bounded as decoders bound it. */
void visit_struct(struct visitor *visitor, const struct ingot_type *type, void *value);

#endif
