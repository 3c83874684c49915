/* SPDX-License-Identifier: MIT */
/* JSON to a value and back: what is read is printed, and reads as the same value. The first byte chooses the type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ingot/json.h>
#include <ingot/json_read.h>
#include "hostile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ingot_type *type;
	struct ingot_json_error error;
	void *value, *again;
	size_t count = 0;
	char *text;

	if (size < 1)
		return 0;
	while (hostile_types[count].name != NULL)
		count++;
	type = hostile_types[data[0] % count].type;
	value = ingot_json_read(NULL, type, (const char *)data + 1, size - 1, data[0] & 0x80 ? INGOT_JSON_PARTIAL : 0, &error);
	if (value == NULL)
		return 0;
	text = ingot_json_text(NULL, type, value, NULL);
	if (text != NULL) {
		again = ingot_json_read(NULL, type, text, strlen(text), INGOT_JSON_PARTIAL, &error);
		if (again == NULL || ingot_hash(type, again, 0) != ingot_hash(type, value, 0)) {
			fprintf(stderr, "broken: what is printed reads as the same value: %s\n", text);
			abort();
		}
		talloc_free(again);
	}
	talloc_free(text);
	talloc_free(value);
	return 0;
}
