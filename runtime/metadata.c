/* SPDX-License-Identifier: MIT */
/*
 * Snapshots of key-value headers over shared slabs. A slab is one talloc chunk: pairs from the front, their bytes from the back.
 * The handle whose count is the slab's count extends it in place; any other handle, or one whose slab is full, gets a slab of
 * its own into which the pairs are copied (the strings stay where they are). Room doubles, so appending is O(1) amortised.
 */
#include <ingot/metadata.h>

#include <stdatomic.h>
#include <string.h>
#include <ingot/encode.h>
#include "bytes.h"
#include "metadata_blocks.h"

/*
 * Invariant: pairs below any handle's count are written before that handle exists and never change. `used` is the only word
 * that several threads write: whoever moves it owns what it passed over, and nobody reads there before getting a handle.
 */
struct slab {
	_Atomic uint64_t used; /* pairs in the low half, bytes of strings in the high half */
	size_t size;           /* bytes behind this head */
	uint32_t max_count;
	uint32_t max_size;
	struct ingot_pair pairs[];
};

/* Pairs that the smallest slab has room for. */
#define SLAB_COUNT 8

/* What is to be put behind a handle's pairs. */
struct addition {
	uint32_t count;
	size_t size; /* of keys and values */
	size_t room; /* bytes to be copied, NULs included; 0 when strings are shared */
};

static const struct ingot_metadata none = { NULL, 0, 0 };

static struct slab *slab_of(const struct ingot_metadata *metadata)
{
	if (metadata->pairs == NULL)
		return NULL;
	return (struct slab *)((uintptr_t)metadata->pairs - offsetof(struct slab, pairs));
}

/* Room for count pairs and so many bytes of strings, with the limits of old (NULL: the usual ones). */
static struct slab *slab_new(TALLOC_CTX *mem_ctx, const struct slab *old, size_t count, size_t room)
{
	size_t size = count * sizeof(struct ingot_pair) + room;
	struct slab *slab = talloc_size(mem_ctx, sizeof(*slab) + size);

	if (slab == NULL)
		return NULL;
	talloc_set_name_const(slab, "struct ingot_metadata");
	atomic_init(&slab->used, 0);
	slab->size = size;
	slab->max_count = old != NULL ? old->max_count : INGOT_METADATA_COUNT;
	slab->max_size = old != NULL ? old->max_size : INGOT_METADATA_SIZE;
	return slab;
}

/* Where the claimed bytes begin, or NULL when the slab has no room or went on without this handle. */
static char *slab_claim(struct slab *slab, uint32_t count, const struct addition *addition)
{
	uint64_t used = atomic_load_explicit(&slab->used, memory_order_relaxed);
	size_t bytes = (size_t)(used >> 32) + addition->room;
	size_t pairs = (size_t)count + addition->count;
	bool claimed;

	if ((uint32_t)used != count || pairs * sizeof(struct ingot_pair) + bytes > slab->size)
		return NULL;
	claimed = atomic_compare_exchange_strong_explicit(&slab->used, &used, (uint64_t)bytes << 32 | pairs, memory_order_relaxed,
							  memory_order_relaxed);
	return claimed ? (char *)slab->pairs + slab->size - bytes : NULL;
}

/* A slab that begins with the handle's pairs and has room for the addition and as much again. */
static struct slab *slab_branch(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from, const struct slab *old,
				const struct addition *addition)
{
	size_t count = (size_t)from->count + addition->count;
	size_t pairs = 2 * count > SLAB_COUNT ? 2 * count : SLAB_COUNT;
	size_t average = (from->size + addition->size) / count + 3; /* two NULs, and rounded up */
	struct slab *slab = slab_new(mem_ctx, old, pairs, addition->room + (pairs - count) * average);

	if (slab == NULL)
		return NULL;
	if (from->count > 0)
		memcpy(slab->pairs, from->pairs, from->count * sizeof(*from->pairs));
	atomic_init(&slab->used, from->count);
	return slab;
}

static enum ingot_status check_limits(const struct ingot_metadata *from, const struct slab *slab,
				      const struct addition *addition)
{
	uint32_t max_count = slab != NULL ? slab->max_count : INGOT_METADATA_COUNT;
	uint32_t max_size = slab != NULL ? slab->max_size : INGOT_METADATA_SIZE;

	if (addition->count > max_count - from->count || addition->size > max_size - from->size)
		return INGOT_TOO_LARGE;
	return INGOT_OK;
}

/* The addition's slots (*slots) and bytes (*bytes) behind the handle's pairs; *to will be valid once they are filled. */
static enum ingot_status extend(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from, const struct addition *addition,
				struct ingot_metadata *to, struct ingot_pair **slots, char **bytes)
{
	struct slab *slab = slab_of(from);
	enum ingot_status status = check_limits(from, slab, addition);

	if (status != INGOT_OK)
		return status;
	*bytes = slab != NULL ? slab_claim(slab, from->count, addition) : NULL;
	if (*bytes == NULL) {
		slab = slab_branch(mem_ctx, from, slab, addition);
		if (slab == NULL)
			return INGOT_NOMEM;
		*bytes = slab_claim(slab, from->count, addition);
	}
	*slots = slab->pairs + from->count;
	to->count = from->count + addition->count;
	to->size = from->size + (uint32_t)addition->size;
	to->pairs = slab->pairs;
	return INGOT_OK;
}

static char *put_string(char *at, const struct ingot_string *string, struct ingot_string *to)
{
	ingot_write_copy((uint8_t *)at, string->data, string->size);
	at[string->size] = '\0';
	to->data = at;
	to->size = string->size;
	return at + string->size + 1;
}

static char *put_pair(char *at, const struct ingot_pair *pair, struct ingot_pair *to)
{
	at = put_string(at, &pair->key, &to->key);
	return put_string(at, &pair->value, &to->value);
}

enum ingot_status ingot_metadata_init(TALLOC_CTX *mem_ctx, uint32_t max_count, uint32_t max_size,
				      struct ingot_metadata *to)
{
	struct slab *slab;

	if (max_count > INGOT_METADATA_MAX_COUNT || max_size > INGOT_METADATA_MAX_SIZE)
		return INGOT_TOO_LARGE;
	slab = slab_new(mem_ctx, NULL, 0, 0);
	if (slab == NULL)
		return INGOT_NOMEM;
	slab->max_count = max_count;
	slab->max_size = max_size;
	to->pairs = slab->pairs;
	to->count = 0;
	to->size = 0;
	return INGOT_OK;
}

enum ingot_status ingot_metadata_append(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from,
					const struct ingot_pair *pairs, uint32_t count, struct ingot_metadata *to)
{
	struct addition addition = { count, 0, 0 };
	struct ingot_pair *slots;
	enum ingot_status status;
	char *at;
	uint32_t i;

	for (i = 0; i < count; i++) {
		if (pairs[i].key.size == 0 || pairs[i].key.data == NULL || pairs[i].value.data == NULL)
			return INGOT_BAD_VALUE;
		/* Cannot wrap in 64 bits; in 32 bits a sum above the most is refused before it can. */
		addition.size += pairs[i].key.size;
		if (addition.size > INGOT_METADATA_MAX_SIZE || pairs[i].value.size > INGOT_METADATA_MAX_SIZE)
			return INGOT_TOO_LARGE;
		addition.size += pairs[i].value.size;
	}
	if (count == 0) {
		*to = *from;
		return INGOT_OK;
	}
	addition.room = addition.size + 2 * (size_t)count;
	status = extend(mem_ctx, from, &addition, to, &slots, &at);
	if (status != INGOT_OK)
		return status;
	for (i = 0; i < count; i++)
		at = put_pair(at, &pairs[i], &slots[i]);
	return INGOT_OK;
}

enum ingot_status ingot_metadata_add(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from, const char *key,
				     const char *value, struct ingot_metadata *to)
{
	/* What is longer than the most is refused as one byte too long. */
	struct ingot_pair pair = {
		.key = { key, (uint32_t)strnlen(key, (size_t)INGOT_METADATA_MAX_SIZE + 1) },
		.value = { value, (uint32_t)strnlen(value, (size_t)INGOT_METADATA_MAX_SIZE + 1) },
	};

	return ingot_metadata_append(mem_ctx, from, &pair, 1, to);
}

enum ingot_status ingot_metadata_merge(TALLOC_CTX *mem_ctx, const struct ingot_metadata *first,
				       const struct ingot_metadata *second, struct ingot_metadata *to)
{
	struct addition addition = { second->count, second->size, 0 };
	const struct ingot_pair *pairs = second->pairs; /* to may be second */
	struct ingot_pair *slots;
	enum ingot_status status;
	char *at;

	if (addition.count == 0) {
		*to = *first;
		return INGOT_OK;
	}
	status = extend(mem_ctx, first, &addition, to, &slots, &at);
	if (status == INGOT_OK)
		memcpy(slots, pairs, addition.count * sizeof(*slots));
	return status;
}

enum ingot_status ingot_metadata_copy(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from,
				      struct ingot_metadata *to)
{
	const struct ingot_metadata source = *from;
	struct slab *old = slab_of(from);
	size_t room = (size_t)source.size + 2 * (size_t)source.count;
	struct addition addition = { source.count, source.size, room };
	struct slab *slab;
	char *at;
	uint32_t i;

	if (old == NULL) {
		*to = none;
		return INGOT_OK;
	}
	slab = slab_new(mem_ctx, old, source.count, room);
	if (slab == NULL)
		return INGOT_NOMEM;
	at = slab_claim(slab, 0, &addition);
	for (i = 0; i < source.count; i++)
		at = put_pair(at, &source.pairs[i], &slab->pairs[i]);
	*to = source;
	to->pairs = slab->pairs;
	return INGOT_OK;
}

/* Bytes that differ in the bit of case only are equal when they are letters. */
static bool same_bytes(const char *a, const char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char difference = (unsigned char)(a[i] ^ b[i]);
		unsigned char lower = (unsigned char)(a[i] | 0x20);

		if (difference != 0 && (difference != 0x20 || lower < 'a' || lower > 'z'))
			return false;
	}
	return true;
}

/* Eight bytes: a difference outside of the bit of case is seen at once. */
static bool same_word(const char *a, const char *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	if (x == y)
		return true;
	if (((x ^ y) & ~UINT64_C(0x2020202020202020)) != 0)
		return false;
	return same_bytes(a, b, sizeof(x));
}

static inline bool same_key(const struct ingot_string *key, const char *data, size_t size)
{
	size_t i = 0;

	if (key->size != size)
		return false;
	if (size < sizeof(uint64_t))
		return same_bytes(key->data, data, size);
	for (; i + sizeof(uint64_t) < size; i += sizeof(uint64_t)) {
		if (!same_word(key->data + i, data + i))
			return false;
	}
	return same_word(key->data + size - sizeof(uint64_t), data + size - sizeof(uint64_t));
}

const struct ingot_string *ingot_metadata_get(const struct ingot_metadata *metadata, const char *key, size_t size)
{
	for (uint32_t i = metadata->count; i > 0; i--) {
		const struct ingot_pair *pair = &metadata->pairs[i - 1];

		if (same_key(&pair->key, key, size))
			return &pair->value;
	}
	return NULL;
}

const struct ingot_string *ingot_metadata_next(const struct ingot_metadata *metadata, const char *key, size_t size,
					       uint32_t *at)
{
	while (*at < metadata->count) {
		const struct ingot_pair *pair = &metadata->pairs[(*at)++];

		if (same_key(&pair->key, key, size))
			return &pair->value;
	}
	return NULL;
}

/* What is left of a block that is being read. */
struct cursor {
	const uint8_t *p;
	const uint8_t *end;
};

static enum ingot_status get_size(struct cursor *cursor, uint32_t *size)
{
	const uint8_t *begin = cursor->p;
	enum ingot_status status = bytes_varint(&cursor->p, cursor->end, size);

	if (status == INGOT_OK && *size > INT32_MAX) {
		cursor->p = begin;
		status = INGOT_BAD_SIZE;
	}
	return status;
}

/* On failure cursor->p is at the string's size. */
static enum ingot_status get_string(struct cursor *cursor, struct ingot_string *string)
{
	const uint8_t *begin = cursor->p;
	enum ingot_status status = get_size(cursor, &string->size);

	if (status != INGOT_OK)
		return status;
	if (string->size > (size_t)(cursor->end - cursor->p)) {
		cursor->p = begin;
		return INGOT_TRUNCATED;
	}
	string->data = (const char *)cursor->p;
	cursor->p += string->size;
	return INGOT_OK;
}

static enum ingot_status get_pair(struct cursor *cursor, struct ingot_pair *pair)
{
	const uint8_t *begin = cursor->p;
	enum ingot_status status = get_string(cursor, &pair->key);

	if (status != INGOT_OK)
		return status;
	if (pair->key.size == 0) {
		cursor->p = begin;
		return INGOT_BAD_MESSAGE;
	}
	return get_string(cursor, &pair->value);
}

/* A pair takes three bytes or more, so that the count is bounded by what is left. */
static enum ingot_status get_count(struct cursor *cursor, uint32_t *count)
{
	const uint8_t *begin = cursor->p;
	enum ingot_status status = get_size(cursor, count);

	if (status == INGOT_OK && *count > (size_t)(cursor->end - cursor->p) / 3) {
		cursor->p = begin;
		status = INGOT_TRUNCATED;
	}
	return status;
}

static enum ingot_status measure_pairs(struct cursor *cursor, uint32_t count, struct metadata_blocks *blocks)
{
	for (uint32_t i = 0; i < count; i++) {
		struct ingot_pair pair;
		enum ingot_status status = get_pair(cursor, &pair);

		if (status != INGOT_OK)
			return status;
		blocks->size += (size_t)pair.key.size + pair.value.size;
	}
	blocks->count += count;
	return INGOT_OK;
}

static struct addition addition_of(const struct metadata_blocks *blocks)
{
	return (struct addition){ blocks->count, blocks->size, blocks->size + 2 * (size_t)blocks->count };
}

enum ingot_status metadata_blocks_measure(struct metadata_blocks *blocks, const struct ingot_metadata *from,
					  const uint8_t **p, const uint8_t *end)
{
	struct cursor cursor = { *p, end };
	struct addition addition;
	uint32_t count;
	enum ingot_status status = get_count(&cursor, &count);

	if (status == INGOT_OK)
		status = measure_pairs(&cursor, count, blocks);
	if (status == INGOT_OK) {
		addition = addition_of(blocks);
		status = check_limits(from, slab_of(from), &addition);
		if (status == INGOT_TOO_LARGE)
			return status;
	}
	*p = cursor.p;
	return status;
}

enum ingot_status metadata_blocks_make(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from,
				       struct metadata_blocks *blocks, struct ingot_metadata *to)
{
	struct addition addition = addition_of(blocks);

	if (addition.count == 0) {
		*to = *from;
		return INGOT_OK;
	}
	return extend(mem_ctx, from, &addition, to, &blocks->slot, &blocks->at);
}

void metadata_blocks_put(struct metadata_blocks *blocks, const uint8_t **p, const uint8_t *end)
{
	struct cursor cursor = { *p, end };
	struct ingot_pair pair;
	uint32_t count = 0;

	/* It was measured: nothing of it fails. */
	get_count(&cursor, &count);
	for (uint32_t i = 0; i < count; i++) {
		get_pair(&cursor, &pair);
		blocks->at = put_pair(blocks->at, &pair, blocks->slot++);
	}
	*p = cursor.p;
}

enum ingot_status ingot_metadata_from_block(TALLOC_CTX *mem_ctx, const struct ingot_metadata *from, const void *bytes,
					    size_t size, size_t *offset, struct ingot_metadata *to)
{
	const uint8_t *start = bytes;
	const uint8_t *begin = start + *offset;
	const uint8_t *p = begin;
	struct metadata_blocks blocks = { 0, 0, NULL, NULL };
	enum ingot_status status = metadata_blocks_measure(&blocks, from, &p, start + size);

	if (status == INGOT_OK) {
		status = metadata_blocks_make(mem_ctx, from, &blocks, to);
		if (status == INGOT_OK)
			metadata_blocks_put(&blocks, &begin, start + size);
		else
			p = begin;
	}
	*offset = (size_t)(p - start);
	return status;
}

static uint8_t *put_sized(uint8_t *p, const struct ingot_string *string)
{
	p = bytes_put_varint(p, string->size);
	memcpy(p, string->data, string->size);
	return p + string->size;
}

size_t ingot_metadata_to_block(const struct ingot_metadata *metadata, void *out, size_t room)
{
	size_t size = bytes_varint_size(metadata->count) + metadata->size;
	uint8_t *p = out;
	uint32_t i;

	for (i = 0; i < metadata->count; i++)
		size += bytes_varint_size(metadata->pairs[i].key.size) + bytes_varint_size(metadata->pairs[i].value.size);
	if (out == NULL || room < size)
		return size;
	p = bytes_put_varint(p, metadata->count);
	for (i = 0; i < metadata->count; i++) {
		p = put_sized(p, &metadata->pairs[i].key);
		p = put_sized(p, &metadata->pairs[i].value);
	}
	return size;
}
