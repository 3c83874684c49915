/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include "emit.h"
#include "front.h"

static void emit_all(TALLOC_CTX *mem_ctx, const struct idl_unit *unit)
{
	const struct layouts *layouts = layouts_new(mem_ctx, unit);
	size_t size;

	if (emit_header(mem_ctx, layouts, unit, unit->main, &size) == NULL || emit_source(mem_ctx, layouts, unit, unit->main, &size) == NULL) {
		if (size <= EMIT_MAX_SIZE)
			fuzz_broken("a schema that is accepted has an output, unless that is too large");
	}
}

/* What is printed about a schema is printable ASCII, with a tab where the line has one. */
static void check_text(const char *text, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		if (text[i] != '\n' && text[i] != '\t' && (text[i] < 0x20 || text[i] > 0x7e))
			fuzz_broken("diagnostics are printable ASCII");
}

bool fuzz_compile(const void *data, size_t size)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct front_options options = { NULL, 0 };
	struct diag diag = { .out = NULL };
	struct idl_unit *unit;
	bool is_accepted;
	size_t text_size = 0;
	char *text = NULL;

	diag.out = open_memstream(&text, &text_size);
	if (diag.out == NULL)
		fuzz_broken("memory suffices");
	unit = front_load(mem_ctx, fuzz_file(0, data, size), &options, &diag);
	if ((unit == NULL) != (diag.error_count > 0))
		fuzz_broken("a schema is refused exactly if there was an error");
	is_accepted = unit != NULL;
	if (is_accepted)
		emit_all(mem_ctx, unit);
	fclose(diag.out);
	check_text(text, text_size);
	if (!is_accepted && text_size == 0)
		fuzz_broken("a schema that is refused is told why");
	free(text);
	talloc_free(mem_ctx);
	return is_accepted;
}

void fuzz_idl(const uint8_t *data, size_t size)
{
	fuzz_compile(data, size);
}
