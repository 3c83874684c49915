/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <string.h>
#include <ingot/json.h>
#include <ingot/json_read.h>
#include "hostile.h"

/* What is printed is read, to the same value. */
static void again(const struct ingot_type *type, const void *value, const struct ingot_json_options *options)
{
	char *text = ingot_json_text(NULL, type, value, options);
	struct ingot_json_error error;
	void *other;

	if (text == NULL)
		fuzz_broken("what was read is printed");
	other = ingot_json_read(NULL, type, text, strlen(text), INGOT_JSON_PARTIAL, &error);
	if (other == NULL)
		fuzz_broken("what is printed is read");
	if (ingot_hash(type, other, 0) != ingot_hash(type, value, 0) || !ingot_equal(type, other, value))
		fuzz_broken("what is printed is read to the same value");
	talloc_free(other);
	talloc_free(text);
}

void fuzz_json(const uint8_t *data, size_t size)
{
	static const struct ingot_json_options indented = { .enum_names = true, .indent = 2 };
	const struct ingot_type *type;
	struct ingot_json_error error;
	size_t count = 0;
	void *value;

	if (size < 1)
		return;
	while (hostile_types[count].name != NULL)
		count++;
	type = hostile_types[(data[0] & 0x7f) % count].type;
	value = ingot_json_read(NULL, type, (const char *)data + 1, size - 1, data[0] & 0x80 ? INGOT_JSON_PARTIAL : 0, &error);
	if (value == NULL) {
		const char *p;

		for (p = error.text; *p >= 0x20 && *p < 0x7f; p++)
			continue;
		if (error.status == INGOT_OK || p == error.text || *p != '\0')
			fuzz_broken("what is refused has a status and one line of printable ASCII");
		return;
	}
	again(type, value, NULL);
	again(type, value, &indented);
	talloc_free(value);
}
