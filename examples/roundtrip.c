/* SPDX-License-Identifier: MIT */
/* Writes an event, reads it back, prints it, and shows what an event that was cut off is told. */
#include <stdio.h>
#include <string.h>
#include <ingot/ingot.h>
#include "event.h"

static struct ingot_string text(const char *c_string)
{
	return (struct ingot_string){c_string, (uint32_t)strlen(c_string)};
}

static void show(const uint8_t *bytes, size_t size)
{
	struct ingot_reader reader;
	struct event_Event *event;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	event = event_Event_from_wire(NULL, &reader);
	if (event) {
		ingot_json_print(stdout, &event_Event_type, event);
		printf("\n%zu allocation\n", talloc_total_blocks(event));
	} else {
		printf("%s\n", ingot_reader_error(&reader));
	}
	talloc_free(event);
}

int main(void)
{
	int32_t attempt = 3;
	struct ingot_string labels[] = {text("disk"), text("night")};
	struct event_Place place = {.latitude = 47.37, .longitude = 8.54};
	struct event_Event event = {
		.name = text("disk full"),
		.at = 1700000000,
		.severity = event_Severity_ALARM,
		.attempt = &attempt,
		.place = &place,
		.labels = {labels, 2},
	};
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_writer writer;
	FILE *file = fopen("event.bin", "wb");

	ingot_writer_init(&writer, INGOT_COMPACT, mem_ctx);
	if (!event_Event_to_wire(&event, &writer)) {
		fprintf(stderr, "%s\n", ingot_writer_error(&writer));
		return 1;
	}
	show(ingot_writer_bytes(&writer), ingot_writer_size(&writer));
	show(ingot_writer_bytes(&writer), ingot_writer_size(&writer) - 9);
	if (!file || fwrite(ingot_writer_bytes(&writer), 1, ingot_writer_size(&writer), file) != ingot_writer_size(&writer) || fclose(file)) {
		perror("event.bin");
		return 1;
	}
	talloc_free(mem_ctx);
	return 0;
}
