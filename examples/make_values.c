/* SPDX-License-Identifier: MIT */
/*
 * Values made by hand, written, and read again. Links libingot and libtalloc, nothing else:
 *
 *     ingotc -o . event.thrift
 *     cc make_values.c event.c $(pkg-config --cflags --libs ingot talloc) -o make_values
 */
#include <stdio.h>
#include "event.h"

/* A value without any allocation: literals, compound literals and an array that outlives it. */
static bool write_small(struct ingot_writer *writer)
{
	static struct ingot_string labels[] = { INGOT_TEXT_INIT("disk"), INGOT_TEXT_INIT("hot") };
	struct event_Event event = event_Event_INIT;

	event.name = INGOT_TEXT("overheated");
	event.severity = event_Severity_ALARM;
	event.attempt = INGOT_SOME(int32_t, 3);
	event.place = &(struct event_Place){ .latitude = 52.5, .longitude = 13.4 };
	event.labels.items = labels;
	event.labels.count = 2;
	return event_Event_to_wire(&event, writer);
}

/* A value that grows, all of it under one parent. */
static struct event_Event *make_large(TALLOC_CTX *mem_ctx)
{
	struct event_Event *event = talloc(mem_ctx, struct event_Event);

	event_Event_init(event);
	event->name = ingot_text_copy(event, "counted");
	event->cause = talloc_zero(event, struct event_Cause);
	event->cause->tag = 2;
	event->cause->signal = 15;
	for (int i = 0; i < 3; i++) {
		struct event_Event_counters_entry *counter = INGOT_APPEND(event, &event->counters);

		counter->key = ingot_bytes_copy(event, &"abc"[i], 1);
		counter->value = (int64_t)i << 40;
	}
	return event;
}

/* Reads what is in the writer, one value after the other. */
static int print_all(TALLOC_CTX *mem_ctx, const struct ingot_writer *writer)
{
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, ingot_writer_bytes(writer), ingot_writer_size(writer));
	while (reader.offset < reader.size) {
		struct event_Event *event = event_Event_from_wire(mem_ctx, &reader);

		if (event == NULL) {
			fprintf(stderr, "%s\n", ingot_reader_error(&reader));
			return 1;
		}
		ingot_json_print(stdout, &event_Event_type, event);
		printf("\nattempt %d%s\n", INGOT_OR(event->attempt, event_Event_attempt_default),
		       event->attempt == NULL ? ", by default" : "");
		talloc_free(event);
	}
	return 0;
}

int main(void)
{
	TALLOC_CTX *mem_ctx = talloc_new(NULL);
	struct ingot_writer writer;
	struct event_Event nameless = event_Event_INIT;
	int status;

	ingot_writer_init(&writer, INGOT_COMPACT, mem_ctx);
	if (!write_small(&writer) || !event_Event_to_wire(make_large(mem_ctx), &writer)) {
		fprintf(stderr, "%s\n", ingot_writer_error(&writer));
		return 1;
	}
	printf("%zu bytes\n", ingot_writer_size(&writer));
	status = print_all(mem_ctx, &writer);

	/* What cannot be written leaves no bytes behind, and says why. */
	if (!event_Event_to_wire(&nameless, &writer))
		printf("%s\n", ingot_writer_error(&writer));
	talloc_free(mem_ctx);
	return status;
}
