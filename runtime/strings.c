/* SPDX-License-Identifier: MIT */
/*
 * The store: an index (open addressing, linear probing) from hash to id, pages from id to string, and chunks with the bytes.
 * Only the index is ever copied when it grows, eight bytes a string; pages and chunks stay where they are.
 */
#include "string_store.h"

#include <string.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

/* An index entry; free when next_id is 0. Its place is the first free one from the top bits of the hash on. */
struct slot {
	uint32_t hash;
	uint32_t next_id; /* id + 1 */
};

/* Page p holds PAGE_COUNT << p strings, so that an id's place follows from its highest bit. */
#define PAGE_BITS 6
#define PAGE_COUNT (1u << PAGE_BITS)
#define PAGE_MAX 18 /* enough for INGOT_STRINGS_COUNT */
#define PAGES_AT_ONCE (1u << 22)

/* Below so many elements a batch says little about how many more will be new. */
#define SAMPLE 64u

/* Elements looked up side by side, so that their cache misses overlap. */
#define GROUP 32u

/* Holds a sample. */
#define SLOT_BITS_MIN 7
#define SLOT_BITS_MAX 24
#define CHUNK_MIN 1024u
#define CHUNK_STEP (64u * 1024)
#define CHUNK_MAX (64u * 1024 * 1024)

struct chunk {
	struct chunk *older;
	size_t size;
	char bytes[];
};

struct ingot_strings {
	uint64_t seed;
	struct slot *slots; /* 1 << slot_bits, at most three quarters in use; NULL before the first string */
	unsigned slot_bits;
	uint32_t count;
	uint32_t room; /* ids that have a place in the pages */
	uint32_t max_count;
	uint64_t size;
	uint64_t max_size;
	struct chunk *newest;
	char *free; /* in one of the chunks */
	size_t left;
	size_t held; /* bytes of all chunks */
	struct ingot_string *pages[PAGE_MAX];
};

/* How far a batch is, for sizing ahead. */
struct progress {
	uint32_t done;
	uint32_t left;
	uint32_t fresh;
	uint64_t fresh_size;
};

/* Hashes must not be foreseeable by whoever sends the strings; ids do not depend on them. */
static uint64_t seed_of(const struct ingot_strings *strings)
{
	uint64_t seed = (uintptr_t)strings;

#if defined(__linux__)
	const void *random = (const void *)getauxval(AT_RANDOM);
	uint64_t bits = 0;

	if (random != NULL)
		memcpy(&bits, random, sizeof(bits));
	seed ^= bits;
#endif
	return seed;
}

static uint32_t hash_of(const struct ingot_strings *strings, const char *data, size_t size)
{
	return (uint32_t)(XXH3_64bits_withSeed(data, size, strings->seed) >> 32);
}

/* ---- Pages: from id to string. ---- */

static unsigned page_of(uint32_t id)
{
	return 31u - (unsigned)__builtin_clz((id >> PAGE_BITS) + 1);
}

/* The first id of a page; the number of ids of all pages before it. */
static uint32_t page_start(unsigned page)
{
	return (PAGE_COUNT << page) - PAGE_COUNT;
}

static struct ingot_string *entry_of(const struct ingot_strings *strings, uint32_t id)
{
	unsigned page = page_of(id);

	return &strings->pages[page][id - page_start(page)];
}

/* Places for at least one more id and as many as are expected, all in one talloc chunk. */
static bool add_pages(struct ingot_strings *strings, uint32_t expected)
{
	unsigned first = page_of(strings->room);
	unsigned end = first + 1;
	uint64_t want = (uint64_t)strings->count + expected;
	struct ingot_string *entries;

	/* The last pages come one by one, so that there is an end. */
	_Static_assert((PAGE_COUNT << (PAGE_MAX - 2)) >= PAGES_AT_ONCE, "no page behind the last");
	while (page_start(end) < want && page_start(end) - page_start(first) < PAGES_AT_ONCE)
		end++;
	entries = talloc_array(strings, struct ingot_string, page_start(end) - page_start(first));
	if (entries == NULL)
		return false;
	for (unsigned page = first; page < end; page++)
		strings->pages[page] = entries + (page_start(page) - page_start(first));
	strings->room = page_start(end);
	return true;
}

/* ---- The index: from hash to id. ---- */

static uint32_t slot_mask(const struct ingot_strings *strings)
{
	return (uint32_t)(((uint64_t)1 << strings->slot_bits) - 1);
}

static uint32_t slot_home(const struct ingot_strings *strings, uint32_t hash)
{
	return hash >> (32 - strings->slot_bits);
}

static bool slots_hold(unsigned bits, uint64_t count)
{
	return count <= ((uint64_t)3 << bits) / 4;
}

static void put_slot(struct ingot_strings *strings, struct slot slot)
{
	uint32_t mask = slot_mask(strings);
	uint32_t i = slot_home(strings, slot.hash);

	while (strings->slots[i].next_id != 0)
		i = (i + 1) & mask;
	strings->slots[i] = slot;
}

/* An index for at least one more string and as many as are expected. */
static bool grow_index(struct ingot_strings *strings, uint32_t expected)
{
	struct slot *old = strings->slots;
	uint64_t old_count = old != NULL ? (uint64_t)1 << strings->slot_bits : 0;
	unsigned bits = old != NULL ? strings->slot_bits + 1 : SLOT_BITS_MIN;
	struct slot *slots;

	while (bits < SLOT_BITS_MAX && !slots_hold(bits, (uint64_t)strings->count + expected))
		bits++;
	slots = talloc_zero_array(strings, struct slot, 1u << bits);
	if (slots == NULL)
		return false;
	strings->slots = slots;
	strings->slot_bits = bits;
	for (uint64_t i = 0; i < old_count; i++) {
		if (old[i].next_id != 0)
			put_slot(strings, old[i]);
	}
	talloc_free(old);
	return true;
}

/* The slot of an id that is held. */
static uint32_t slot_of(const struct ingot_strings *strings, uint32_t id)
{
	const struct ingot_string *entry = entry_of(strings, id);
	uint32_t i = slot_home(strings, hash_of(strings, entry->data, entry->size));

	while (strings->slots[i].next_id != id + 1)
		i = (i + 1) & slot_mask(strings);
	return i;
}

/* Frees a slot; those behind it that could not be nearer to their home move up. */
static void remove_slot(struct ingot_strings *strings, uint32_t hole)
{
	uint32_t mask = slot_mask(strings);
	struct slot *slots = strings->slots;

	for (uint32_t i = (hole + 1) & mask; slots[i].next_id != 0; i = (i + 1) & mask) {
		uint32_t home = slot_home(strings, slots[i].hash);

		if (((i - home) & mask) >= ((i - hole) & mask)) {
			slots[hole] = slots[i];
			hole = i;
		}
	}
	slots[hole].next_id = 0;
}

static inline uint32_t find(const struct ingot_strings *strings, uint32_t hash, const char *data, uint32_t size)
{
	uint32_t mask = slot_mask(strings);
	uint32_t i = slot_home(strings, hash);

	for (; strings->slots[i].next_id != 0; i = (i + 1) & mask) {
		if (strings->slots[i].hash == hash) {
			uint32_t id = strings->slots[i].next_id - 1;
			const struct ingot_string *entry = entry_of(strings, id);

			if (entry->size == size && memcmp(entry->data, data, size) == 0)
				return id;
		}
	}
	return INGOT_NO_STRING;
}

/* ---- Chunks: the bytes. ---- */

static struct chunk *new_chunk(struct ingot_strings *strings, size_t size)
{
	struct chunk *chunk = talloc_size(strings, sizeof(*chunk) + size + STRINGS_SLACK);

	if (chunk == NULL)
		return NULL;
	talloc_set_name_const(chunk, "struct ingot_strings chunk");
	chunk->older = strings->newest;
	chunk->size = size;
	strings->newest = chunk;
	strings->held += size;
	return chunk;
}

/* Room for one string of size bytes and its NUL, in a chunk that has room for what is expected, too. */
static char *take_bytes(struct ingot_strings *strings, size_t size, uint64_t expected_size)
{
	size_t step = strings->held / 8 < CHUNK_STEP ? strings->held / 8 : CHUNK_STEP;
	struct chunk *chunk;
	char *bytes;

	if (size >= strings->left) {
		if (expected_size > step)
			step = expected_size < CHUNK_MAX ? (size_t)expected_size : CHUNK_MAX;
		if (step < CHUNK_MIN)
			step = CHUNK_MIN;
		/* A string that takes most of a chunk gets one of its own, and the room that is left stays in use. */
		chunk = new_chunk(strings, size >= step / 2 ? size + 1 : step);
		if (chunk == NULL)
			return NULL;
		if (size >= step / 2)
			return chunk->bytes;
		strings->free = chunk->bytes;
		strings->left = chunk->size;
	}
	bytes = strings->free;
	strings->free += size + 1;
	strings->left -= size + 1;
	return bytes;
}

/* ---- Putting in. ---- */

/* How many of the elements that are left are expected to be new, this one included. */
static uint32_t expected_count(const struct progress *progress)
{
	uint64_t expected;

	if (progress->done < SAMPLE)
		return progress->left < SAMPLE - progress->done ? progress->left : SAMPLE - progress->done;
	expected = (uint64_t)progress->fresh * progress->left / progress->done;
	expected += expected / 16 + 1;
	return expected < progress->left ? (uint32_t)expected : progress->left;
}

static uint64_t expected_size(const struct progress *progress, uint32_t size)
{
	uint64_t count = expected_count(progress);
	uint64_t average = progress->fresh > 0 ? progress->fresh_size / progress->fresh + 1 : size;

	return count * (average + average / 8 + 1);
}

/* Room in the index and the pages for one more string. */
static enum ingot_status make_room(struct ingot_strings *strings, uint32_t size, const struct progress *progress)
{
	if (strings->count >= strings->max_count || strings->size + size > strings->max_size)
		return INGOT_TOO_LARGE;
	if (!slots_hold(strings->slot_bits, (uint64_t)strings->count + 1) &&
	    !grow_index(strings, expected_count(progress)))
		return INGOT_NOMEM;
	if (strings->count == strings->room && !add_pages(strings, expected_count(progress)))
		return INGOT_NOMEM;
	return INGOT_OK;
}

/* Needs the room. */
static uint32_t put_entry(struct ingot_strings *strings, uint32_t hash, struct ingot_string string)
{
	uint32_t id = strings->count++;

	*entry_of(strings, id) = string;
	put_slot(strings, (struct slot){ hash, id + 1 });
	strings->size += string.size;
	return id;
}

/* A string that is not held. */
static enum ingot_status insert(struct ingot_strings *strings, uint32_t hash, const char *data, uint32_t size,
				struct progress *progress, uint32_t *id)
{
	enum ingot_status status = make_room(strings, size, progress);
	struct ingot_string string = { NULL, size };
	char *bytes;

	if (status != INGOT_OK)
		return status;
	bytes = take_bytes(strings, size, expected_size(progress, size));
	if (bytes == NULL)
		return INGOT_NOMEM;
	memcpy(bytes, data, size);
	bytes[size] = '\0';
	string.data = bytes;
	*id = put_entry(strings, hash, string);
	progress->fresh++;
	progress->fresh_size += size;
	return INGOT_OK;
}

/* As memcmp, without a call for short ones. */
static inline bool same_bytes(const char *a, const char *b, uint32_t size)
{
	uint64_t x, y;
	uint32_t i = 0;

	for (; size - i >= sizeof(x); i += (uint32_t)sizeof(x)) {
		if (i == 32)
			return memcmp(a + i, b + i, size - i) == 0;
		memcpy(&x, a + i, sizeof(x));
		memcpy(&y, b + i, sizeof(y));
		if (x != y)
			return false;
	}
	for (; i < size; i++) {
		if (a[i] != b[i])
			return false;
	}
	return true;
}

/* What follows a string, as far as it lies in the same page. */
static void begin_run(const struct ingot_strings *strings, uint32_t id, struct strings_run *run)
{
	uint32_t end = page_start(page_of(id) + 1);

	if (end > strings->count)
		end = strings->count;
	run->next = entry_of(strings, id) + 1;
	run->end = run->next + (end - id - 1);
}

const struct ingot_string *strings_look_up(const struct ingot_strings *strings, const char *data, uint32_t size,
					   struct strings_run *run, uint32_t *hash)
{
	uint32_t id;

	if (run->next != run->end && run->next->size == size && same_bytes(run->next->data, data, size))
		return run->next++;
	*hash = hash_of(strings, data, size);
	id = find(strings, *hash, data, size);
	if (id == INGOT_NO_STRING)
		return NULL;
	begin_run(strings, id, run);
	return entry_of(strings, id);
}

enum ingot_status strings_put(struct ingot_strings *strings, uint32_t hash, struct ingot_string string)
{
	const struct progress progress = { 0, 1, 0, 0 };
	enum ingot_status status = make_room(strings, string.size, &progress);

	if (status == INGOT_OK)
		put_entry(strings, hash, string);
	return status;
}

struct ingot_strings *ingot_strings_new(TALLOC_CTX *mem_ctx)
{
	struct ingot_strings *strings = talloc_zero(mem_ctx, struct ingot_strings);

	if (strings == NULL)
		return NULL;
	strings->seed = seed_of(strings);
	strings->max_count = INGOT_STRINGS_COUNT;
	strings->max_size = INGOT_STRINGS_SIZE;
	if (!grow_index(strings, 0)) {
		talloc_free(strings);
		return NULL;
	}
	return strings;
}

void ingot_strings_limit(struct ingot_strings *strings, uint32_t max_count, uint64_t max_size)
{
	strings->max_count = max_count < INGOT_STRINGS_COUNT ? max_count : INGOT_STRINGS_COUNT;
	strings->max_size = max_size < INGOT_STRINGS_SIZE ? max_size : INGOT_STRINGS_SIZE;
}

enum ingot_status ingot_strings_add(struct ingot_strings *strings, const char *data, uint32_t size, uint32_t *id)
{
	struct progress progress = { 0, 1, 0, 0 };
	uint32_t hash = hash_of(strings, data, size);
	uint32_t found = find(strings, hash, data, size);

	if (found == INGOT_NO_STRING)
		return insert(strings, hash, data, size, &progress, id);
	*id = found;
	return INGOT_OK;
}

/* What is known of an element before its turn: the hash, and the first string held that has it, or none. */
struct ahead {
	uint32_t hash;
	uint32_t candidate;
};

static void prefetch_bytes(const struct ingot_string *string)
{
	if (string->data != NULL) {
		__builtin_prefetch(string->data);
		__builtin_prefetch(string->data + string->size);
	}
}

/* Touches what the look-up of a group will need, one kind after the other, so that the misses overlap. */
static void look_ahead(const struct ingot_strings *strings, const struct ingot_string *batch, uint32_t count,
		       struct ahead *ahead)
{
	uint32_t mask = slot_mask(strings);
	uint32_t i;

	for (i = 0; i < count; i++) {
		ahead[i].hash = batch[i].data != NULL ? hash_of(strings, batch[i].data, batch[i].size) : 0;
		__builtin_prefetch(&strings->slots[slot_home(strings, ahead[i].hash)]);
	}
	for (i = 0; i < count; i++) {
		uint32_t at = slot_home(strings, ahead[i].hash);

		while (strings->slots[at].next_id != 0 && strings->slots[at].hash != ahead[i].hash)
			at = (at + 1) & mask;
		ahead[i].candidate = strings->slots[at].next_id - 1; /* INGOT_NO_STRING when it is free */
		if (ahead[i].candidate != INGOT_NO_STRING)
			__builtin_prefetch(entry_of(strings, ahead[i].candidate));
	}
	for (i = 0; i < count; i++) {
		if (ahead[i].candidate != INGOT_NO_STRING)
			prefetch_bytes(entry_of(strings, ahead[i].candidate));
	}
}

static uint32_t find_ahead(const struct ingot_strings *strings, const struct ahead *ahead,
			   const struct ingot_string *string)
{
	if (ahead->candidate != INGOT_NO_STRING) {
		const struct ingot_string *entry = entry_of(strings, ahead->candidate);

		if (entry->size == string->size && memcmp(entry->data, string->data, string->size) == 0)
			return ahead->candidate;
	}
	return find(strings, ahead->hash, string->data, string->size);
}

static enum ingot_status add_group(struct ingot_strings *strings, const struct ingot_string *batch, uint32_t count,
				   struct progress *progress, uint32_t *map)
{
	struct ahead ahead[GROUP];

	look_ahead(strings, batch, count, ahead);
	for (uint32_t i = 0; i < count; i++, progress->done++, progress->left--) {
		enum ingot_status status;

		map[i] = INGOT_NO_STRING;
		if (batch[i].data == NULL)
			continue;
		map[i] = find_ahead(strings, &ahead[i], &batch[i]);
		if (map[i] != INGOT_NO_STRING)
			continue;
		status = insert(strings, ahead[i].hash, batch[i].data, batch[i].size, progress, &map[i]);
		if (status != INGOT_OK)
			return status;
	}
	return INGOT_OK;
}

/* Takes out the newest strings until the store is what it was; the index and the pages keep their room. */
static void roll_back(struct ingot_strings *strings, const struct ingot_strings *before)
{
	while (strings->count > before->count) {
		remove_slot(strings, slot_of(strings, strings->count - 1));
		strings->count--;
	}
	while (strings->newest != before->newest) {
		struct chunk *chunk = strings->newest;

		strings->newest = chunk->older;
		talloc_free(chunk);
	}
	strings->size = before->size;
	strings->held = before->held;
	strings->free = before->free;
	strings->left = before->left;
}

enum ingot_status ingot_strings_add_all(struct ingot_strings *strings, const struct ingot_string *batch, uint32_t count,
					uint32_t *map)
{
	const struct ingot_strings before = *strings;
	struct progress progress = { 0, count, 0, 0 };

	for (uint32_t i = 0; i < count; i += GROUP) {
		uint32_t group = count - i < GROUP ? count - i : GROUP;
		uint32_t next = count - i - group < GROUP ? count - i - group : GROUP;
		enum ingot_status status;

		for (uint32_t j = 0; j < next; j++)
			prefetch_bytes(&batch[i + group + j]);
		status = add_group(strings, batch + i, group, &progress, map + i);
		if (status != INGOT_OK) {
			roll_back(strings, &before);
			return status;
		}
	}
	return INGOT_OK;
}

bool ingot_strings_find(const struct ingot_strings *strings, const char *data, uint32_t size, uint32_t *id)
{
	uint32_t found = find(strings, hash_of(strings, data, size), data, size);

	if (found == INGOT_NO_STRING)
		return false;
	*id = found;
	return true;
}

const struct ingot_string *ingot_strings_get(const struct ingot_strings *strings, uint32_t id)
{
	return id < strings->count ? entry_of(strings, id) : NULL;
}

uint32_t ingot_strings_count(const struct ingot_strings *strings)
{
	return strings->count;
}

uint64_t ingot_strings_size(const struct ingot_strings *strings)
{
	return strings->size;
}

void ingot_strings_reset(struct ingot_strings *strings)
{
	struct chunk *largest = strings->newest;
	struct chunk *chunk;

	for (chunk = largest; chunk != NULL; chunk = chunk->older)
		largest = chunk->size > largest->size ? chunk : largest;
	while ((chunk = strings->newest) != NULL) {
		strings->newest = chunk->older;
		if (chunk != largest)
			talloc_free(chunk);
	}
	if (largest != NULL)
		largest->older = NULL;
	strings->newest = largest;
	strings->free = largest != NULL ? largest->bytes : NULL;
	strings->left = largest != NULL ? largest->size : 0;
	strings->held = strings->left;
	strings->count = 0;
	strings->size = 0;
	memset(strings->slots, 0, sizeof(struct slot) << strings->slot_bits);
}
