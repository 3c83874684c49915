/* SPDX-License-Identifier: MIT */
/* One message from wire to block: the first piece, the generated reader, and the way out. The cold half of decode.h. */
#include <ingot/decode.h>
#include <ingot/strings.h>

#include "block.h"
#include "internal.h"

static size_t offset_of(const struct ingot_decoder *d, const uint8_t *p)
{
	return (size_t)(p + d->shift - d->reader->bytes);
}

const uint8_t *ingot_fail(struct ingot_decoder *d, const uint8_t *p, enum ingot_status status)
{
	if (d->status == INGOT_OK) {
		d->status = status;
		d->failed_at = offset_of(d, p);
	}
	d->safe = NULL;
	return p;
}

const uint8_t *ingot_fail_size(struct ingot_decoder *d, const uint8_t *p, uint64_t size)
{
	return ingot_fail(d, p, size > INT32_MAX ? INGOT_BAD_SIZE : INGOT_TRUNCATED);
}

/*
 * The tail: a copy of the last INGOT_SLACK bytes of the input, or of all when it has fewer, that ends at tail + INGOT_SLACK, and
 * zeros behind it. It is made when decoding begins: a load from what was just stored in other pieces has to wait for it.
 */
static const uint8_t *tail_end(const struct ingot_decoder *d)
{
	return d->tail + INGOT_SLACK;
}

void ingot_begin_input(struct ingot_decoder *d, const uint8_t *p, const uint8_t *end)
{
	size_t before = (size_t)(end - d->reader->bytes);

	d->shift = 0;
	d->end = end;
	d->safe = end - p >= INGOT_SLACK ? end - INGOT_SLACK : NULL;
	if (INGOT_LIKELY(before >= INGOT_SLACK))
		memcpy(d->tail, end - INGOT_SLACK, INGOT_SLACK);
	else if (before > 0)
		memcpy(d->tail + INGOT_SLACK - before, d->reader->bytes, before);
	ingot_zero(d->tail + INGOT_SLACK, sizeof(d->tail) - INGOT_SLACK);
}

const uint8_t *ingot_refill(struct ingot_decoder *d, const uint8_t *p)
{
	if (d->status == INGOT_OK && d->shift == 0 && p < d->end) {
		const uint8_t *copy = tail_end(d) - (d->end - p);

		d->shift = p - copy;
		d->end = tail_end(d);
		d->safe = d->end - 1;
		return copy;
	}
	if (d->status == INGOT_OK)
		ingot_fail(d, d->end, INGOT_TRUNCATED);
	return tail_end(d);
}

const uint8_t *ingot_long_varint(struct ingot_decoder *d, const uint8_t *p, uint64_t *value)
{
	uint64_t x = ingot_load_le64(p), last = ~x & INGOT_HIGH_BITS;
	unsigned i;

	if (last != 0) {
		*value = ingot_pack8(INGOT_THROUGH(x, last));
		return p + ((unsigned)__builtin_ctzll(last) >> 3) + 1;
	}
	x = ingot_pack8(x);
	for (i = 8; i < 10; i++) {
		x |= (uint64_t)(p[i] & 0x7f) << (7 * i);
		if (p[i] < 0x80) {
			if (i == 9 && p[i] > 1)
				break;
			*value = x;
			return p + i + 1;
		}
	}
	*value = 0;
	return ingot_fail(d, p, INGOT_BAD_VARINT);
}

const uint8_t *ingot_long_varint32(struct ingot_decoder *d, const uint8_t *p, uint32_t *value)
{
	*value = 0;
	if (p[4] > 0x0f)
		return ingot_fail(d, p, INGOT_BAD_VARINT);
	*value = ingot_pack4(ingot_load_le32(p)) | (uint32_t)p[4] << 28;
	return p + 5;
}

const uint8_t *ingot_long_header(struct ingot_decoder *d, const uint8_t *p, int32_t last_id, uint32_t type)
{
	int64_t id = ingot_unzigzag(ingot_varint32(d, &p));

	d->long_key = 0;
	if (id != (int16_t)id)
		return ingot_fail(d, p, INGOT_BAD_FIELD_ID);
	if (id <= last_id && !ingot_reserve(d, p))
		return p;
	if (d->status == INGOT_OK)
		d->long_key = (int32_t)id * 16 + (int32_t)type;
	return p;
}

bool ingot_begin_odd_list(struct ingot_decoder *d, const uint8_t **p, uint32_t found, uint32_t wanted, uint32_t count,
			  int depth, enum ingot_protocol protocol)
{
	if (count == 0)
		return d->status == INGOT_OK;
	found += found == INGOT_COMPACT_TRUE;
	if (found != wanted)
		*p = ingot_skip_elements(d, *p, count, found, depth, protocol);
	else
		*p = ingot_fail_size(d, *p, count);
	return false;
}

bool ingot_begin_map(struct ingot_decoder *d, const uint8_t **pp, uint32_t key_wire, uint32_t value_wire, uint32_t min,
		     int depth, uint32_t *count, enum ingot_protocol protocol)
{
	const uint8_t *p = *pp;
	uint32_t key = key_wire, value = value_wire, n;

	*count = 0;
	if (!ingot_enter(d, p, depth))
		return false;
	if (protocol == INGOT_COMPACT) {
		n = ingot_varint32(d, &p);
		if (n != 0) {
			key = *p >> 4;
			value = *p++ & 15;
			key += key == INGOT_COMPACT_TRUE;
			value += value == INGOT_COMPACT_TRUE;
		}
	} else {
		key = ingot_compact_of_binary(p[0]);
		value = ingot_compact_of_binary(p[1]);
		n = ingot_load_be32(p + 2);
		p += 6;
	}
	*pp = p;
	if (n == 0)
		return d->status == INGOT_OK;
	if (key != key_wire || value != value_wire) {
		*pp = ingot_skip_entries(d, p, n, key, value, depth, protocol);
		return false;
	}
	if ((int64_t)n > (d->end - p) / (int64_t)min || n > INT32_MAX) {
		*pp = ingot_fail_size(d, p, n);
		return false;
	}
	*count = n;
	return true;
}

/* ---- Memory ---- */

/* One talloc chunk can hold this much. */
#define MOST_OF_A_CHUNK ((size_t)(256u << 20) - 1)
/* What talloc puts in front of a chunk, as far as a budget is concerned. */
#define CHUNK_HEADER 96

/* After a new piece was allocated. */
static void advise_use(char *piece, size_t size)
{
	if (size >= INGOT_LARGE_PIECE)
		ingot_advise_use(piece, size);
}

static void use_piece(struct ingot_decoder *d, char *piece, size_t used, size_t size)
{
	d->piece = piece;
	d->piece_size = size;
	d->at = piece + used;
	d->limit = piece + size - (d->room + INGOT_PAD);
}

/*
 * The size of the next piece: what is needed for certain, and what is likely to be needed if the budget allows. 0 after a failure.
 */
static size_t piece_size(struct ingot_decoder *d, const uint8_t *p, uint64_t needed, uint64_t likely)
{
	uint64_t size = likely > needed ? likely : needed;

	if (size > MOST_OF_A_CHUNK)
		size = needed > MOST_OF_A_CHUNK ? needed : MOST_OF_A_CHUNK;
	/* What is likely and not certain leaves a quarter of the budget for what else may come: a table of shared strings. */
	if (size + CHUNK_HEADER > d->budget)
		size = d->budget / 4 * 3 > needed + CHUNK_HEADER ? d->budget / 4 * 3 - CHUNK_HEADER : needed;
	if (size + CHUNK_HEADER > d->budget) {
		ingot_fail(d, p, INGOT_BUDGET);
		return 0;
	}
	d->budget -= size + CHUNK_HEADER;
	return (size_t)size;
}

/*
 * How much the fixed-size parts of a message can call for at once when so many bytes are left. The part whose header was read last is
 * not paid for by what is left, and need not be there at all when the input ends in it.
 */
static uint32_t room_for(const struct ingot_type *type, enum ingot_protocol protocol, uint64_t left)
{
	uint64_t most = left * type->room_factor[protocol] + type->max_part;

	return most < type->max_room ? (uint32_t)most : type->max_room;
}

/* The last bytes of an input call for less room than its first: whether that is enough for size bytes more. */
static bool tighten(struct ingot_decoder *d, uint64_t left, size_t size)
{
	uint32_t room = room_for(d->type, d->reader->protocol, left);

	if (room < d->room) {
		d->limit += d->room - room;
		d->room = room;
	}
	return (int64_t)size + INGOT_PAD <= d->limit - d->at;
}

bool ingot_grow(struct ingot_decoder *d, const uint8_t *p, size_t size)
{
	uint64_t taken = d->taken_before + (uint64_t)(d->at - d->piece);
	uint64_t consumed = (uint64_t)(p + d->shift - d->start);
	uint64_t left = d->reader->size - offset_of(d, p);
	uint64_t needed, likely;
	size_t bytes;
	char *piece;

	if (d->status != INGOT_OK)
		return false;
	if (tighten(d, left, size))
		return true;
	needed = (uint64_t)size + d->room + INGOT_PAD;
	likely = needed + left * (taken + size) / (consumed + 1) * 9 / 8;
	bytes = piece_size(d, p, needed, likely);
	if (bytes == 0)
		return false;
	piece = (char *)talloc_size(d->parent, bytes);
	if (piece == NULL) {
		ingot_fail(d, p, INGOT_NOMEM);
		return false;
	}
	d->taken_before = (size_t)taken;
	d->pieces++;
	if (d->reader->block != NULL)
		ingot_block_add(d->reader->block, piece, bytes);
	advise_use(piece, bytes);
	use_piece(d, piece, 0, bytes);
	return true;
}

/* Messages up to this size differ much in what they hold; so much more than the average is asked for, and given back by ingot_trim. */
#define SMALL_MESSAGE 65536

/*
 * What a message is likely to need: exact for types without containers, a guess otherwise. A fresh chunk can be trimmed, and is
 * worth more of a guess than one of a block.
 */
static uint64_t likely_size(const struct ingot_decoder *d, size_t left)
{
	uint64_t size = (uint64_t)d->type->size + INGOT_PAD;
	uint64_t growth = d->type->growth[d->reader->protocol];

	if (growth == 0)
		return size + d->room + (d->keep != INGOT_KEEP_BORROWED && d->type->flags & INGOT_TYPE_STRINGS ? left : 0);
	if (d->reader->block == NULL && left < SMALL_MESSAGE)
		return size + left * growth / 8 + INGOT_LEAST_TRIM;
	return size + left * growth / 16 * 5 / 4;
}

/* The root struct's place, and what follows it. NULL after a failure. */
static void *begin_fresh(struct ingot_decoder *d, TALLOC_CTX *mem_ctx, const struct ingot_type *type, size_t left)
{
	size_t needed = (size_t)type->size + d->room + INGOT_PAD;
	size_t bytes = piece_size(d, d->start, needed, likely_size(d, left));
	char *piece;

	if (bytes == 0)
		return NULL;
	piece = (char *)talloc_named_const(mem_ctx, bytes, type->name);
	if (piece == NULL) {
		ingot_fail(d, d->start, INGOT_NOMEM);
		return NULL;
	}
	d->parent = piece;
	d->pieces = 1;
	advise_use(piece, bytes);
	use_piece(d, piece, type->size, bytes);
	return piece;
}

/* The same in a block: the newest chunk is used up first. */
static void *begin_in_block(struct ingot_decoder *d, struct ingot_block *block, const struct ingot_type *type, size_t left)
{
	uint64_t needed = (uint64_t)type->size + d->room + INGOT_PAD + 15;
	uint64_t usable = ingot_block_left(block);
	char *start;

	d->parent = block;
	if (usable < needed) {
		uint64_t likely = likely_size(d, left);

		usable = piece_size(d, d->start, needed, block->wanted > likely ? block->wanted : likely);
		if (usable == 0)
			return NULL;
		if (!ingot_block_renew(block, (size_t)usable)) {
			ingot_fail(d, d->start, INGOT_NOMEM);
			return NULL;
		}
		advise_use(block->at, (size_t)usable);
	} else {
		if (usable > d->budget)
			usable = d->budget;
		d->budget -= usable;
		if (usable < needed) {
			ingot_fail(d, d->start, INGOT_BUDGET);
			return NULL;
		}
	}
	start = (char *)(((uintptr_t)block->at + 15) & ~(uintptr_t)15);
	use_piece(d, start, type->size, (size_t)usable - (size_t)(start - block->at));
	return start;
}

/* ---- A message ---- */

static uint8_t keep_of(uint32_t options)
{
	if (options & INGOT_BORROW)
		return INGOT_KEEP_BORROWED;
	return options & INGOT_DEDUP ? INGOT_KEEP_SHARED : INGOT_KEEP_COPY;
}

static void begin_message(struct ingot_decoder *d, struct ingot_reader *reader)
{
	d->reader = reader;
	d->start = reader->bytes + reader->offset;
	ingot_begin_input(d, d->start, reader->bytes + reader->size);
	d->keep = keep_of(reader->options);
	d->table = NULL;
	d->next_shared = d->next_shared_end = NULL;
	d->status = INGOT_OK;
	d->budget = reader->budget;
	d->taken_before = 0;
	d->pieces = 0;
	d->piece = d->at = NULL;
}

/* What is asked for beyond decoding. */
static bool is_sound(struct ingot_reader *reader, const struct ingot_type *type)
{
	if (reader->status != INGOT_OK)
		return false;
	if (reader->options & INGOT_FACEBOOK) {
		ingot_diagnose(reader, type, INGOT_UNSUPPORTED, reader->offset);
		return false;
	}
	return (reader->options & INGOT_STRICT) == 0 || ingot_check(reader, type);
}

/* Statuses that only the decoder can find; for the others the bytes are walked again. */
static bool is_from_decoder(enum ingot_status status)
{
	return status == INGOT_BUDGET || status == INGOT_NOMEM || status == INGOT_DEPTH || status == INGOT_TOO_LARGE;
}

/* The table of shared strings: a block keeps it, but not what a message that failed has put in. */
static void end_table(struct ingot_decoder *d)
{
	if (d->table == NULL)
		return;
	if (d->reader->block == NULL)
		talloc_free(d->table);
	else if (d->status != INGOT_OK)
		ingot_strings_reset(d->table);
}

static void *give_up(struct ingot_decoder *d, void *root, const struct ingot_type *type)
{
	end_table(d);
	if (root != NULL && d->reader->block == NULL)
		talloc_free(root);
	ingot_diagnose(d->reader, type, is_from_decoder(d->status) ? d->status : INGOT_OK, d->failed_at);
	return NULL;
}

void *ingot_decode(TALLOC_CTX *mem_ctx, struct ingot_reader *reader, const struct ingot_type *type)
{
	struct ingot_decoder d;
	size_t left = reader->size - reader->offset;
	const uint8_t *p;
	void *root;

	if (!is_sound(reader, type))
		return NULL;
	begin_message(&d, reader);
	d.type = type;
	d.room = room_for(type, reader->protocol, left);
	if (left == 0) {
		ingot_fail(&d, d.start, INGOT_TRUNCATED);
		return give_up(&d, NULL, type);
	}
	root = reader->block == NULL ? begin_fresh(&d, mem_ctx, type, left) :
				       begin_in_block(&d, reader->block, type, left);
	if (root == NULL)
		return give_up(&d, root, type);
	p = reader->protocol == INGOT_COMPACT ? type->read_compact(&d, d.start, root, (int)reader->max_depth) :
						type->read_binary(&d, d.start, root, (int)reader->max_depth);
	/* A reader ends behind a stop, which was tested to be in the input. */
	if (d.status != INGOT_OK)
		return give_up(&d, root, type);
	end_table(&d);
	reader->offset = offset_of(&d, p);
	if (reader->block != NULL)
		ingot_block_end_message(reader->block, d.at, d.taken_before + (size_t)(d.at - d.piece));
	else if (d.pieces == 1)
		root = ingot_trim(root, type, (size_t)(d.at - d.piece), d.piece_size);
	return root;
}
