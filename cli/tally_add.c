/* SPDX-License-Identifier: MIT */
/*
 * Counting. Values mostly come in the order of the time before, so that the node of the next one is
 * known before it is read: if the bytes are what that node would have, then they are counted in
 * place (the fast part). Whatever is not so goes through the walk's events, whose state the fast
 * part keeps, and from which it goes on again.
 */
#include "tally.h"

#include "json_text.h"
#include "walk_inline.h"

struct counter {
	struct tally *tally;
	struct progress *progress;
	const uint8_t *bytes, *end; /* of the reader */
	size_t reported;
	struct counted {
		struct tally_node *node;
		struct tally_link *link; /* to the next child */
	} levels[INGOT_MAX_DEPTH + 1];
};

#define REPORT_EACH ((size_t)1 << 20)

INLINE void count(struct tally *tally, struct tally_node *node, uint64_t size)
{
	if (size < TALLY_SMALL)
		node->small[size]++;
	else
		tally_count_large(tally, node, size);
}

/* ---- By events ---- */

/* The header that tells the field, if it has one form only. */
INLINE uint32_t header_of(const struct ingot_event *event, const uint8_t *bytes, const bool compact)
{
	if (event->role != INGOT_ROLE_FIELD)
		return TALLY_NO_HEADER;
	if (!compact)
		return (uint32_t)event->type << 16 | (uint16_t)event->id;
	return bytes[event->header] >> 4 == 0 ? TALLY_NO_HEADER : bytes[event->header];
}

INLINE struct tally_node *child(struct counter *counter, const struct ingot_event *event,
	const uint8_t *bytes, const bool compact)
{
	int16_t id = event->role == INGOT_ROLE_FIELD ? event->id : 0;
	struct counted *outer = &counter->levels[event->depth - 1];
	struct tally_link *link = outer->link;
	struct tally_node *node = link != NULL ? link->node : NULL;

	if (outer->node == NULL)
		return NULL; /* below a path that there was no room for */
	if (node == NULL || node->wire != event->type || node->role != event->role ||
		node->id != id)
		node = tally_child(counter->tally, outer->node, event->type, event->role, id);
	if (node != NULL && link != NULL)
		*link = (struct tally_link){node, header_of(event, bytes, compact), link->last};
	outer->link = node != NULL ? &node->next : NULL;
	return node;
}

static void look(struct tally_node *node, const uint8_t *bytes, size_t size)
{
	node->is_bytes = node->is_bytes || !json_text_is_printable(bytes, size);
}

INLINE void take(struct counter *counter, const struct ingot_event *event, const uint8_t *bytes,
	const bool compact)
{
	struct tally_node *node;

	if (event->kind == INGOT_EVENT_END) {
		node = counter->levels[event->depth].node;
		if (node != NULL)
			count(counter->tally, node, event->end - event->header);
		return;
	}
	node = child(counter, event, bytes, compact);
	if (event->kind == INGOT_EVENT_VALUE) {
		if (node != NULL)
			count(counter->tally, node, event->end - event->header);
		if (node != NULL && event->type == INGOT_WIRE_BINARY &&
			counter->tally->looks_at_bytes)
			look(node, bytes + event->body, event->end - event->body);
		return;
	}
	if (node != NULL && event->count > 0) {
		node->key = event->key;
		node->element = event->element;
	}
	counter->levels[event->depth].node = node;
	counter->levels[event->depth].link = node != NULL ? &node->begin : NULL;
}

/* ---- The fast part ---- */

/* Where it is: the next byte, what is expected there, and the innermost level of the walk and of
 * the counter. Of what is expected in a list or map its node knows (begin). */
struct spot {
	const uint8_t *p;
	const uint8_t *last, *end; /* where a field has room; of all */
	struct tally_link *link;
	struct ingot_walk_level *level, *root, *deepest;
	struct counted *counted;
};

#define ROOM 10 /* bytes that have to be left for a header and a scalar */
#define CONTINUES UINT64_C(0x8080808080808080)
#define ONE_OF(wire, set) (((set) >> (wire) & 1) != 0)

/* The bytes of an integer at p, of up to 8; 0: more. 8 can be read. */
INLINE unsigned varint_size(const uint8_t *p)
{
	uint64_t word = 0, ends;
	unsigned i;

	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
		memcpy(&word, p, 8);
		ends = ~word & CONTINUES;
		return ends == 0 ? 0 : (unsigned)__builtin_ctzll(ends) / 8 + 1;
	}
	for (i = 0; i < 8; i++)
		if (p[i] < 0x80)
			return i + 1;
	return 0;
}

INLINE bool is_integer(uint8_t wire)
{
	return ONE_OF(wire, 1u << INGOT_WIRE_I16 | 1u << INGOT_WIRE_I32 | 1u << INGOT_WIRE_I64);
}

/* A list or set: nothing but elements. */
INLINE bool is_list(uint8_t wire)
{
	return ONE_OF(wire, 1u << INGOT_WIRE_LIST | 1u << INGOT_WIRE_SET);
}

/* The size of a scalar (of a field: behind its header) that is surely right, or -1. ROOM bytes less
 * one are left. */
INLINE ptrdiff_t scalar_size(
	const uint8_t *p, const uint8_t *end, uint8_t wire, const bool compact, const bool is_field)
{
	unsigned size;

	if (compact && is_integer(wire)) {
		size = varint_size(p);
		return size == 0 ? -1 : (ptrdiff_t)size;
	}
	switch (wire) {
	case INGOT_WIRE_BOOL:
		return compact && is_field ? 0 : 1;
	case INGOT_WIRE_I8:
		return 1;
	case INGOT_WIRE_I16:
		return 2;
	case INGOT_WIRE_I32:
		return 4;
	case INGOT_WIRE_I64:
	case INGOT_WIRE_DOUBLE:
		return 8;
	case INGOT_WIRE_BINARY:
		if (!compact)
			return load32(p) < (size_t)(end - p) - 3 ? 4 + (ptrdiff_t)load32(p) : -1;
		if (*p < 0x80)
			return *p < end - p ? 1 + (ptrdiff_t)*p : -1;
		size = (*p & 0x7fu) | (unsigned)p[1] << 7;
		return p[1] < 0x80 && size < (size_t)(end - p) - 1 ? 2 + (ptrdiff_t)size : -1;
	default:
		return -1;
	}
}

/* Whether the bytes at p begin the field that is expected there. */
INLINE bool is_expected(const struct tally_link *link, const uint8_t *p, const bool compact)
{
	return (compact ? *p : load32(p) >> 8) == link->header;
}

/*
 * Another compact header than the one that is expected: that of a bool has two forms, and else the
 * link is set to what it means, if that came in this struct before and the header is short.
 */
static __attribute__((noinline)) bool relink(const struct tally *tally,
	const struct tally_node *outer, struct tally_link *link, uint8_t header)
{
	uint8_t wire = compact_types[header & 15];
	int32_t id = link->last + (header >> 4);
	struct tally_node *node = link->node;

	if (node != NULL && node->wire == INGOT_WIRE_BOOL && (header ^ link->header) == 3)
		return true;
	if (header >> 4 == 0 || wire == INGOT_WIRE_STOP || wire == BAD || id > INT16_MAX)
		return false;
	node = tally_find(tally, outer, wire, INGOT_ROLE_FIELD, (int16_t)id);
	if (node == NULL)
		return false;
	link->node = node;
	link->header = header;
	return true;
}

/* Opens a level for what begins at the spot and goes on at p. */
INLINE void enter(const struct counter *counter, struct spot *spot, struct tally_node *node,
	const uint8_t *p, const struct ingot_walk_level *level)
{
	size_t at = (size_t)(spot->p - counter->bytes);

	spot->counted->link = &node->next;
	spot->counted++;
	spot->counted->node = node;
	spot->link = &node->begin;
	spot->level++;
	*spot->level = *level;
	spot->level->header = spot->level->offset = at;
	spot->p = p;
}

/* The end of the innermost level, which is not the root. */
INLINE void leave(const struct counter *counter, struct spot *spot)
{
	count(counter->tally, spot->counted->node,
		(uint64_t)(spot->p - counter->bytes) - spot->level->header);
	spot->counted--;
	spot->level--;
	spot->link = spot->counted->link;
}

/* The stop of the innermost struct. False: there is none, or it is the root's. */
INLINE bool take_stop(const struct counter *counter, struct spot *spot)
{
	if (*spot->p != 0 || spot->level == spot->root)
		return false;
	spot->p++;
	leave(counter, spot);
	return true;
}

INLINE void enter_struct(
	const struct counter *counter, struct spot *spot, struct tally_node *node, const uint8_t *p)
{
	enter(counter, spot, node, p, &(struct ingot_walk_level){ .type = INGOT_WIRE_STRUCT });
}

/* As many integers as come at p in a list of them, most in words of 8 bytes. Those that are left
 * are at least one, or none. */
static const uint8_t *take_varints(
	struct tally_node *node, const uint8_t *p, const uint8_t *end, uint32_t *left)
{
	uint32_t n = *left;

	while (n > 0 && end - p >= 8) {
		unsigned read = 0;
		uint64_t word, ends;

		if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
			break;
		memcpy(&word, p, 8);
		ends = ~word & CONTINUES;
		if (ends == 0)
			break;
		do {
			unsigned bits = (unsigned)__builtin_ctzll(ends); /* 7, 15, … */

			node->small[bits / 8 + 1]++;
			ends = ends >> bits >> 1;
			read += bits + 1;
		} while (--n > 0 && ends != 0);
		p += read / 8;
	}
	for (; n > 0 && end - p < 8; n--) {
		ptrdiff_t size = 0;

		while (size < end - p && p[size] >= 0x80)
			size++;
		if (size == end - p)
			break;
		node->small[size + 1]++;
		p += size + 1;
	}
	*left = n;
	return p;
}

/* The same for elements of one size, whatever they hold. */
static const uint8_t *take_fixed(
	struct tally_node *node, const uint8_t *p, const uint8_t *end, uint32_t *left, size_t size)
{
	size_t most = (size_t)(end - p) / size, n = *left < most ? *left : most;

	node->small[size] += n;
	*left -= (uint32_t)n;
	return p + n * size;
}

static const uint8_t *take_binaries(struct tally *tally, struct tally_node *node, const uint8_t *p,
	const uint8_t *end, uint32_t *left, const bool compact)
{
	uint32_t n = *left;

	for (; n > 0 && end - p >= ROOM; n--) {
		ptrdiff_t size = scalar_size(p, end, INGOT_WIRE_BINARY, compact, false);

		if (size < 0)
			break;
		count(tally, node, (uint64_t)size);
		p += size;
	}
	*left = n;
	return p;
}

/* As many scalars as come at p in a list of them. Those that are left are at least one, or none. */
INLINE const uint8_t *take_scalars(struct tally *tally, struct tally_node *node, const uint8_t *p,
	const uint8_t *end, uint32_t *left, const bool compact)
{
	if (compact && is_integer(node->wire))
		return take_varints(node, p, end, left);
	switch (node->wire) {
	case INGOT_WIRE_BOOL:
	case INGOT_WIRE_I8:
		return take_fixed(node, p, end, left, 1);
	case INGOT_WIRE_I16:
		return take_fixed(node, p, end, left, 2);
	case INGOT_WIRE_I32:
		return take_fixed(node, p, end, left, 4);
	case INGOT_WIRE_I64:
	case INGOT_WIRE_DOUBLE:
		return take_fixed(node, p, end, left, 8);
	case INGOT_WIRE_UUID:
		return take_fixed(node, p, end, left, 16);
	case INGOT_WIRE_BINARY:
		return take_binaries(tally, node, p, end, left, compact);
	default:
		return p;
	}
}

/* The same for the entries of a map of scalars. */
static __attribute__((noinline)) const uint8_t *take_pairs(struct tally *tally,
	struct tally_node *key, const uint8_t *p, const uint8_t *end, uint32_t *left,
	const bool compact)
{
	struct tally_node *value = key->next.node;
	uint32_t n = *left;

	for (; n > 0 && end - p >= ROOM; n--) {
		ptrdiff_t size = scalar_size(p, end, key->wire, compact, false), value_size;

		if (size < 0 || end - p - size < ROOM)
			break;
		value_size = scalar_size(p + size, end, value->wire, compact, false);
		if (value_size < 0)
			break;
		count(tally, key, (uint64_t)size);
		count(tally, value, (uint64_t)value_size);
		p += size + value_size;
	}
	*left = n;
	return p;
}

/* Whether what a list or map has in it is what it had the time before. */
INLINE bool has_known_parts(const struct tally_node *node, const struct ingot_walk_level *level)
{
	const struct tally_node *first = node->begin.node;

	if (first == NULL || level->type != INGOT_WIRE_MAP)
		return first != NULL && first->wire == level->element;
	return first->wire == level->key && first->role == INGOT_ROLE_KEY &&
		first->next.node != NULL && first->next.node->wire == level->element &&
		first->next.node->role == INGOT_ROLE_VALUE;
}

/* Scalars of a list or map that begin at the spot and whose header was read up to p; opens a level
 * for it when there is more. */
INLINE void take_parts(const struct counter *counter, struct spot *spot, struct tally_node *node,
	const uint8_t *p, struct ingot_walk_level *level, const bool compact)
{
	uint32_t left = level->count;

	node->key = level->key;
	node->element = level->element;
	if (level->type == INGOT_WIRE_MAP)
		p = take_pairs(counter->tally, node->begin.node, p, spot->end, &left, compact);
	else
		p = take_scalars(counter->tally, node->begin.node, p, spot->end, &left, compact);
	if (left == 0) {
		count(counter->tally, node, (uint64_t)(p - spot->p));
		spot->p = p;
		spot->link = &node->next;
		return;
	}
	level->position = (level->count - left) * (level->type == INGOT_WIRE_MAP ? 2 : 1);
	enter(counter, spot, node, p, level);
}

/* A list as a field, its header at p, of which ROOM bytes are there. False: that has to be an
 * event's, as of all that is empty. */
INLINE bool take_list(const struct counter *counter, struct spot *spot, struct tally_node *node,
	const uint8_t *p, const bool compact)
{
	struct ingot_walk_level level = { .type = node->wire };

	if (!compact) {
		level.element = *p;
		level.count = load32(p + 1);
		p += 5;
	} else {
		level.element = compact_types[*p & 15];
		level.count = *p++ >> 4;
		if (level.count == 15 && p[0] >= 0x80 && p[1] >= 0x80)
			return false;
		if (level.count == 15) {
			level.count = p[0] < 0x80 ? p[0] : (p[0] & 0x7fu) | (uint32_t)p[1] << 7;
			p += p[0] < 0x80 ? 1 : 2;
		}
	}
	if (level.count == 0 || level.count > INT32_MAX || !has_known_parts(node, &level) ||
		(uint64_t)level.count * smallest(level.element, compact) > (size_t)(spot->end - p))
		return false;
	take_parts(counter, spot, node, p, &level, compact);
	return true;
}

/* The same of a map. */
INLINE bool take_map(const struct counter *counter, struct spot *spot, struct tally_node *node,
	const uint8_t *p, const bool compact)
{
	struct ingot_walk_level level = { .type = INGOT_WIRE_MAP };

	if (!compact) {
		level.key = p[0];
		level.element = p[1];
		level.count = load32(p + 2);
		p += 6;
	} else {
		level.count = p[0];
		level.key = compact_types[p[1] >> 4];
		level.element = compact_types[p[1] & 15];
		p += 2;
		if (level.count >= 0x80)
			return false;
	}
	if (level.count == 0 || level.count > INT32_MAX || !has_known_parts(node, &level) ||
		(uint64_t)level.count *
				(smallest(level.key, compact) + smallest(level.element, compact)) >
			(size_t)(spot->end - p))
		return false;
	take_parts(counter, spot, node, p, &level, compact);
	return true;
}

/* A field that is no scalar, its body at p. */
INLINE bool take_container(const struct counter *counter, struct spot *spot,
	struct tally_node *node, const uint8_t *p, const bool compact)
{
	if (spot->level == spot->deepest)
		return false;
	spot->level->id = node->id;
	spot->level->position = 1;
	if (node->wire == INGOT_WIRE_STRUCT)
		enter_struct(counter, spot, node, p);
	else if (is_list(node->wire))
		return take_list(counter, spot, node, p, compact);
	else
		return node->wire == INGOT_WIRE_MAP && take_map(counter, spot, node, p, compact);
	return true;
}

/* What is in structs, as long as it is what is expected. True when the innermost level is none any
 * more; false: what is at the spot has to be an event's. */
INLINE bool take_fields(const struct counter *counter, struct spot *spot, const bool compact)
{
	const ptrdiff_t header = compact ? 1 : 3;

	while (spot->p <= spot->last) {
		const uint8_t *p = spot->p + header;
		struct tally_node *node;
		ptrdiff_t size;

		if (!is_expected(spot->link, spot->p, compact)) {
			if (take_stop(counter, spot)) {
				if (spot->level->type != INGOT_WIRE_STRUCT)
					return true;
				continue;
			}
			if (!compact ||
				!relink(counter->tally, spot->counted->node, spot->link, *spot->p))
				return false;
		}
		node = spot->link->node;
		size = scalar_size(p, spot->end, node->wire, compact, true);
		if (size >= 0) {
			count(counter->tally, node, (uint64_t)(header + size));
			spot->p = p + size;
			spot->link = &node->next;
			continue;
		}
		if (!take_container(counter, spot, node, p, compact))
			return false;
		if (spot->level->type != INGOT_WIRE_STRUCT)
			return true;
	}
	while (spot->p < spot->end && take_stop(counter, spot))
		if (spot->level->type != INGOT_WIRE_STRUCT)
			return true;
	return false;
}

/* Elements of the innermost list, and its end. False: nothing was done. */
INLINE bool take_elements(const struct counter *counter, struct spot *spot, const bool compact)
{
	struct ingot_walk_level *level = spot->level;
	struct tally_node *node = spot->counted->node->begin.node;
	uint32_t left = level->count - level->position, before = left;

	if (left == 0) {
		leave(counter, spot);
		return true;
	}
	if (!has_known_parts(spot->counted->node, level))
		return false;
	if (node->wire == INGOT_WIRE_STRUCT) {
		if (level == spot->deepest)
			return false;
		level->position++;
		enter_struct(counter, spot, node, spot->p);
		return true;
	}
	spot->p = take_scalars(counter->tally, node, spot->p, spot->end, &left, compact);
	level->position = level->count - left;
	return left < before;
}

/* Entries of the innermost map likewise. */
INLINE bool take_entries(const struct counter *counter, struct spot *spot, const bool compact)
{
	struct ingot_walk_level *level = spot->level;
	struct tally_node *node = spot->counted->node;
	uint32_t left = level->count - level->position / 2, before = left;

	if (left == 0) {
		leave(counter, spot);
		return true;
	}
	if (level->position % 2 != 0 || !has_known_parts(node, level))
		return false;
	spot->p = take_pairs(counter->tally, node->begin.node, spot->p, spot->end, &left, compact);
	level->position = 2 * (level->count - left);
	return left < before;
}

/* As much as can be done in the innermost level. False: what is at the spot has to be an
 * event's. */
INLINE bool step(const struct counter *counter, struct spot *spot, const bool compact)
{
	switch (spot->level->type) {
	case INGOT_WIRE_STRUCT:
		return take_fields(counter, spot, compact);
	case INGOT_WIRE_MAP:
		return take_entries(counter, spot, compact);
	default:
		return take_elements(counter, spot, compact);
	}
}

/* Returns where an event has to go on. Now and then one has to, so that the progress is seen. */
INLINE const uint8_t *run_fast(
	struct counter *counter, struct ingot_walk *walk, const uint8_t *p, const bool compact)
{
	struct counted *counted = &counter->levels[walk->depth - 1];
	struct spot spot = {
		.p = p,
		.end = counter->end - p > (ptrdiff_t)REPORT_EACH ? p + REPORT_EACH : counter->end,
		.link = counted->link,
		.level = &walk->levels[walk->depth - 1],
		.root = &walk->levels[0],
		.deepest = &walk->levels[walk->reader->max_depth - 1],
		.counted = counted,
	};

	if (spot.link == NULL || spot.end - p < ROOM + 2)
		return p; /* not counted, or behind what is not */
	spot.last = spot.end - ROOM - 2;
	while (step(counter, &spot, compact))
		continue;
	spot.counted->link = spot.link;
	spot.level->id = spot.link->last;
	walk->depth = (uint32_t)(spot.level - spot.root) + 1;
	return spot.p;
}

/* Functions of their own, so that the loops have all registers. */
static __attribute__((noinline)) const uint8_t *run_compact(
	struct counter *counter, struct ingot_walk *walk, const uint8_t *p)
{
	return run_fast(counter, walk, p, true);
}

static __attribute__((noinline)) const uint8_t *run_binary(
	struct counter *counter, struct ingot_walk *walk, const uint8_t *p)
{
	return run_fast(counter, walk, p, false);
}

/* ---- All of it ---- */

/* The root, a struct of which nothing was read yet. */
INLINE const uint8_t *begin(struct counter *counter, struct ingot_walk *walk)
{
	struct tally_node *root = counter->tally->root;
	size_t at = walk->reader->offset;

	walk->levels[0] =
		(struct ingot_walk_level){.header = at, .offset = at, .type = INGOT_WIRE_STRUCT};
	walk->depth = 1;
	counter->levels[0] = (struct counted){root, &root->begin};
	return counter->bytes + at;
}

/* The root's stop, as mostly written: the end that an event would be too slow for. */
INLINE bool is_end(const struct counter *counter, const struct ingot_walk *walk, const uint8_t *p)
{
	return walk->depth == 1 && p < counter->end && *p == 0;
}

/* With `compact` a constant. */
INLINE bool run(struct counter *counter, struct ingot_walk *walk, const bool compact)
{
	struct ingot_event event = {.kind = 0};
	const uint8_t *p = begin(counter, walk);
	/* Strict mode looks at how varints are written, and the other dialect has other types. */
	bool is_fast = (walk->reader->options & (INGOT_STRICT | INGOT_FACEBOOK)) == 0 &&
		       !counter->tally->looks_at_bytes;

	while (walk->depth > 0) {
		size_t at = (size_t)(p - counter->bytes);

		if (at - counter->reported > REPORT_EACH) {
			counter->reported = at;
			progress_at(counter->progress, at);
		}
		if (is_fast)
			p = (compact ? run_compact : run_binary)(counter, walk, p);
		if (is_end(counter, walk, p)) {
			p++;
			count(counter->tally, counter->tally->root,
				(uint64_t)(p - counter->bytes) - walk->levels[0].header);
			break;
		}
		p = read_event(walk, p, &event, compact);
		if (p == NULL)
			return false;
		take(counter, &event, counter->bytes, compact);
	}
	walk->reader->offset = (size_t)(p - counter->bytes);
	return true;
}

bool tally_add(struct tally *tally, struct ingot_reader *reader, struct progress *progress)
{
	struct counter counter; /* its levels are set when they are entered */
	struct ingot_walk walk; /* likewise */

	ingot_walk_init(&walk, reader, INGOT_WIRE_STRUCT);
	counter.tally = tally;
	counter.progress = progress;
	counter.reported = reader->offset;
	counter.bytes = reader->bytes;
	counter.end = reader->bytes + reader->size;
	tally->values++;
	return reader->protocol == INGOT_COMPACT ? run(&counter, &walk, true)
						 : run(&counter, &walk, false);
}
