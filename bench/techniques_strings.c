/* SPDX-License-Identifier: MIT */
/* Repeated strings. The rival is what a C programmer writes with GLib: a GHashTable from string to id over g_strdup, a GPtrArray back. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ingot/strings.h>
#include "technique.h"

#define BATCH 10000u
#define BATCHES 10u
#define HELD 40000u
#define FRESH (BATCH / 5)
#define STRINGS (HELD + BATCHES * BATCH)

/* ---- The data: 58-byte strings, and batches of them, shuffled with SplitMix64. ---- */

static char (*texts)[64];

static uint64_t split_mix(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static struct ingot_string text_of(unsigned i)
{
	struct ingot_string string = { texts[i], 58 };

	return string;
}

static void make_texts(void)
{
	if (texts != NULL)
		return;
	texts = malloc(STRINGS * sizeof(*texts));
	for (unsigned i = 0; i < STRINGS; i++) {
		int size = snprintf(texts[i], sizeof(*texts), "github.com/org%02u/repo%03u/pkg.(*Type%04u).Method%08u.go", i % 37,
				    i % 211, i % 4099, i);

		if (size != 58)
			broken("a text that is not 58 bytes");
	}
}

/* Strings `fresh_from` … for the first fresh_count, then such as are held (0 …), all shuffled. */
static void make_batch(struct ingot_string *batch, unsigned fresh_from, unsigned fresh_count, unsigned held)
{
	uint64_t state = 1;

	for (unsigned i = 0; i < BATCH; i++)
		batch[i] = text_of(i < fresh_count ? fresh_from + i : (unsigned)(split_mix(&state) % held));
	for (unsigned i = BATCH - 1; i > 0; i--) {
		unsigned j = (unsigned)(split_mix(&state) % (i + 1));
		struct ingot_string swapped = batch[i];

		batch[i] = batch[j];
		batch[j] = swapped;
	}
}

struct batches {
	unsigned count;
	unsigned held; /* strings put in before, 0 … held - 1 */
	uint32_t map[BATCH];
	struct ingot_string strings[BATCHES][BATCH];
};

enum workload { COLD, STREAM, WARM, KNOWN };

static const struct batches *batches_of(enum workload workload)
{
	static struct batches *made[4];
	struct batches *batches = made[workload];

	if (batches != NULL)
		return batches;
	make_texts();
	batches = made[workload] = calloc(1, sizeof(*batches));
	batches->count = workload == STREAM ? BATCHES : 1;
	batches->held = workload == WARM || workload == KNOWN ? HELD : 0;
	if (workload == KNOWN)
		make_batch(batches->strings[0], 0, 0, HELD);
	else if (workload == WARM)
		make_batch(batches->strings[0], HELD, FRESH, HELD);
	else
		make_batch(batches->strings[0], 0, BATCH, 1);
	for (unsigned i = 1; i < batches->count; i++)
		make_batch(batches->strings[i], BATCH + (i - 1) * FRESH, FRESH, BATCH + (i - 1) * FRESH);
	return batches;
}

/* ---- Ours. ---- */

struct ours {
	struct ingot_strings *strings;
	uint32_t *map;
	const struct batches *batches;
};

static void *ours_prepare(const struct row *row)
{
	struct ours *ours = talloc_zero(NULL, struct ours);
	uint32_t id;

	ours->batches = batches_of((enum workload)row->n);
	ours->map = talloc_array(ours, uint32_t, BATCH);
	if (ours->batches->held > 0) {
		ours->strings = ingot_strings_new(ours);
		for (unsigned i = 0; i < ours->batches->held; i++)
			ingot_strings_add(ours->strings, texts[i], 58, &id);
	}
	return ours;
}

static void ours_clear(const struct row *row, void *state)
{
	(void)row;
	talloc_free(state);
}

/* Without strings that were held before, the run makes the store, and gives it back. */
static struct ingot_strings *ours_begin(struct ours *ours)
{
	return ours->strings != NULL ? ours->strings : ingot_strings_new(ours);
}

static void ours_end(struct ours *ours, struct ingot_strings *strings)
{
	use(ours->map[BATCH - 1] + ingot_strings_count(strings));
	if (strings != ours->strings)
		talloc_free(strings);
}

static void ours_run(const struct row *row, void *state)
{
	struct ours *ours = state;
	struct ingot_strings *strings = ours_begin(ours);

	(void)row;
	for (unsigned i = 0; i < ours->batches->count; i++) {
		if (ingot_strings_add_all(strings, ours->batches->strings[i], BATCH, ours->map) != INGOT_OK)
			broken("add_all");
	}
	ours_end(ours, strings);
}

static void ours_run_single(const struct row *row, void *state)
{
	struct ours *ours = state;
	struct ingot_strings *strings = ours_begin(ours);

	(void)row;
	for (unsigned i = 0; i < ours->batches->count; i++) {
		for (unsigned j = 0; j < BATCH; j++) {
			const struct ingot_string *string = &ours->batches->strings[i][j];

			if (ingot_strings_add(strings, string->data, string->size, &ours->map[j]) != INGOT_OK)
				broken("add");
		}
	}
	ours_end(ours, strings);
}

/* ---- GLib. ---- */

struct glib {
	GHashTable *ids;
	GPtrArray *strings;
	uint32_t *map;
	const struct batches *batches;
};

static void glib_new(struct glib *glib)
{
	glib->ids = g_hash_table_new(g_str_hash, g_str_equal);
	glib->strings = g_ptr_array_new_with_free_func(g_free);
}

static void glib_free(struct glib *glib)
{
	g_hash_table_destroy(glib->ids);
	g_ptr_array_free(glib->strings, TRUE);
	glib->ids = NULL;
}

static uint32_t glib_add(struct glib *glib, const char *text)
{
	gpointer id;
	char *copy;

	if (g_hash_table_lookup_extended(glib->ids, text, NULL, &id))
		return GPOINTER_TO_UINT(id);
	copy = g_strdup(text);
	g_hash_table_insert(glib->ids, copy, GUINT_TO_POINTER(glib->strings->len));
	g_ptr_array_add(glib->strings, copy);
	return glib->strings->len - 1;
}

static void *glib_prepare(const struct row *row)
{
	struct glib *glib = calloc(1, sizeof(*glib));

	glib->batches = batches_of((enum workload)row->n);
	glib->map = malloc(BATCH * sizeof(*glib->map));
	if (glib->batches->held > 0) {
		glib_new(glib);
		for (unsigned i = 0; i < glib->batches->held; i++)
			glib_add(glib, texts[i]);
	}
	return glib;
}

static void glib_clear(const struct row *row, void *state)
{
	struct glib *glib = state;

	(void)row;
	if (glib->ids != NULL)
		glib_free(glib);
	free(glib->map);
	free(glib);
}

static void glib_run(const struct row *row, void *state)
{
	struct glib *glib = state;
	int is_fresh = glib->ids == NULL;

	(void)row;
	if (is_fresh)
		glib_new(glib);
	for (unsigned i = 0; i < glib->batches->count; i++) {
		for (unsigned j = 0; j < BATCH; j++)
			glib->map[j] = glib_add(glib, glib->batches->strings[i][j].data);
	}
	use(glib->map[BATCH - 1] + glib->strings->len);
	if (is_fresh)
		glib_free(glib);
}

#define EACH(workload, name, units, is_fresh) \
	{ "strings", name, "ingot", ours_prepare, ours_run, ours_clear, workload, units, is_fresh, NULL }, \
	{ "strings", name, "ingot, one by one", ours_prepare, ours_run_single, ours_clear, workload, units, is_fresh, NULL }, \
	{ "strings", name, "GHashTable", glib_prepare, glib_run, glib_clear, workload, units, is_fresh, NULL }

const struct row strings_rows[] = {
	EACH(COLD, "cold", BATCH, 0),
	EACH(STREAM, "stream", BATCH * BATCHES, 0),
	EACH(WARM, "warm", BATCH, 1),
	EACH(KNOWN, "all known", BATCH, 0),
	{ 0 }
};
