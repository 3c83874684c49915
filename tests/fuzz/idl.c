/* SPDX-License-Identifier: MIT */
/* A schema through the compiler's front end and, when it is accepted, through the emitters. Takes at most a second and 256 MiB. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "emit.h"
#include "front.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct front_options options = { 0 };
	struct diag diag = { 0 };
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct idl_unit *unit;
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/dev/shm/ingot-fuzz-%ld.thrift", (long)getpid());
	file = fopen(path, "wb");
	if (file == NULL)
		abort();
	fwrite(data, 1, size, file);
	fclose(file);
	unit = front_load(mem_ctx, path, &options, &diag);
	if ((unit == NULL) != (diag.error_count > 0))
		abort();
	if (unit != NULL) {
		const struct layouts *layouts = layouts_new(mem_ctx, unit);
		FILE *out = fopen("/dev/null", "w");

		if (layouts == NULL || out == NULL)
			abort();
		emit_header(out, layouts, unit, unit->main);
		emit_source(out, layouts, unit, unit->main);
		fclose(out);
	}
	talloc_free(mem_ctx);
	unlink(path);
	return 0;
}
