/* SPDX-License-Identifier: MIT */
/*
 * Strings that share storage, while decoding. With reader->strings they lie in that store; otherwise in the message's block, and a
 * table, which is gone when the message is whole (or stays with a block that is used again), remembers which there are.
 */
#include <ingot/decode.h>

#include "block.h"
#include "string_store.h"

/* What a table asks talloc for at first, and for each string, as far as a budget is concerned. */
#define TABLE_COST 4096
#define STRING_COST 64

/* The string that is held, or NULL; then *hash is for strings_put. */
static const struct ingot_string *look_up(struct ingot_decoder *d, const struct ingot_strings *strings, const uint8_t *p,
					  uint32_t size, uint32_t *hash)
{
	struct strings_run run = { d->next_shared, d->next_shared_end };
	const struct ingot_string *held = strings_look_up(strings, (const char *)p, size, &run, hash);

	d->next_shared = run.next;
	d->next_shared_end = run.end;
	return held;
}

static bool charge(struct ingot_decoder *d, const uint8_t *p, uint64_t bytes)
{
	if (bytes > d->budget) {
		ingot_fail(d, p, INGOT_BUDGET);
		return false;
	}
	d->budget -= bytes;
	return true;
}

/* The store grows by what is new, as far as its own limits allow; then a string is the message's. */
static struct ingot_string share_in_store(struct ingot_decoder *d, struct ingot_strings *store, const uint8_t *p, uint32_t size)
{
	struct ingot_string none = { NULL, 0 };
	const struct ingot_string *held;
	enum ingot_status status;
	uint32_t hash;
	uint32_t id;

	held = look_up(d, store, p, size, &hash);
	if (held != NULL)
		return *held;
	status = ingot_strings_add(store, (const char *)p, size, &id);
	if (status == INGOT_TOO_LARGE)
		return ingot_copy_string(d, p, size);
	if (status != INGOT_OK) {
		ingot_fail(d, p, status);
		return none;
	}
	return *ingot_strings_get(store, id);
}

static bool begin_table(struct ingot_decoder *d, const uint8_t *p)
{
	struct ingot_block *block = d->reader->block;

	if (block != NULL && block->table != NULL) {
		d->table = block->table;
		return true;
	}
	if (!charge(d, p, TABLE_COST))
		return false;
	d->table = ingot_strings_new(d->parent);
	if (d->table == NULL) {
		ingot_fail(d, p, INGOT_NOMEM);
		return false;
	}
	if (block != NULL)
		block->table = d->table;
	return true;
}

struct ingot_string ingot_share(struct ingot_decoder *d, const uint8_t *p, uint32_t size)
{
	struct ingot_string string = { NULL, 0 };
	const struct ingot_string *held;
	enum ingot_status status;
	uint32_t hash;

	if (d->status != INGOT_OK)
		return string;
	if (d->reader->strings != NULL)
		return share_in_store(d, d->reader->strings, p, size);
	if (d->table == NULL && !begin_table(d, p))
		return string;
	held = look_up(d, d->table, p, size, &hash);
	if (held != NULL)
		return *held;
	string = ingot_copy_string(d, p, size);
	if (string.data == NULL || !charge(d, p, STRING_COST))
		return string;
	status = strings_put(d->table, hash, string);
	if (status == INGOT_NOMEM)
		ingot_fail(d, p, status);
	return string;
}
