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

/* The first byte of a compact field, if that is all of its header. */
INLINE uint16_t header_of(const struct ingot_event *event, const uint8_t *bytes)
{
	uint8_t header = event->role == INGOT_ROLE_FIELD ? bytes[event->header] : 0;

	return header >> 4 == 0 ? TALLY_NO_HEADER : header;
}

INLINE struct tally_node *child(
	struct counter *counter, const struct ingot_event *event, const uint8_t *bytes)
{
	int16_t id = event->role == INGOT_ROLE_FIELD ? event->id : 0;
	struct tally_node *parent = counter->levels[event->depth - 1].node;
	struct tally_link *link = counter->levels[event->depth - 1].link;
	struct tally_node *node;

	if (parent == NULL)
		return NULL; /* below a path that there was no room for */
	node = link->node;
	if (node == NULL || node->wire != event->type || node->role != event->role ||
		node->id != id) {
		node = tally_child(counter->tally, parent, event->type, event->role, id);
		if (node == NULL)
			return NULL;
		link->node = node;
	}
	link->header = header_of(event, bytes);
	counter->levels[event->depth - 1].link = &node->next;
	return node;
}

static void look(struct tally_node *node, const uint8_t *bytes, size_t size)
{
	node->is_bytes = node->is_bytes || !json_text_is_printable(bytes, size);
}

INLINE void take(struct counter *counter, const struct ingot_event *event, const uint8_t *bytes)
{
	struct tally_node *node;

	if (event->kind == INGOT_EVENT_END) {
		node = counter->levels[event->depth].node;
		if (node != NULL)
			count(counter->tally, node, event->end - event->header);
		return;
	}
	node = event->depth == 0 ? counter->tally->root : child(counter, event, bytes);
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

/* Where it is: the next byte, and the innermost level of the walk and of the counter. */
struct spot {
	const uint8_t *p;
	struct ingot_walk_level *level;
	struct counted *counted;
};

#define ROOM 10 /* bytes that have to be left for a header and a scalar */
#define CONTINUES UINT64_C(0x8080808080808080)

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

/* The size of a scalar (of a compact field: behind its header) that is surely right, or -1. ROOM
 * bytes less one are left. */
INLINE ptrdiff_t scalar_size(const uint8_t *p, const uint8_t *end, uint8_t wire, const bool compact)
{
	unsigned size;

	switch (wire) {
	case INGOT_WIRE_BOOL:
	case INGOT_WIRE_I8:
		return 1;
	case INGOT_WIRE_I16:
	case INGOT_WIRE_I32:
	case INGOT_WIRE_I64:
		if (!compact)
			return wire == INGOT_WIRE_I16 ? 2 : wire == INGOT_WIRE_I32 ? 4 : 8;
		size = varint_size(p);
		return size == 0 ? -1 : (ptrdiff_t)size;
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
	if (!compact)
		return link->node != NULL && *p == link->node->wire &&
			(int16_t)(p[1] << 8 | p[2]) == link->node->id;
	/* Of a bool both headers. */
	return *p == link->header ||
		(link->node != NULL && link->node->wire == INGOT_WIRE_BOOL &&
			(*p ^ link->header) == 3);
}

/*
 * Another compact field than the one that is expected behind the id `last`: sets the link to it, if
 * it came in this struct before and has a short header.
 */
static __attribute__((noinline)) bool relink(const struct tally *tally,
	const struct tally_node *outer, struct tally_link *link, uint8_t header, int32_t last)
{
	uint8_t wire = compact_types[header & 15];
	int32_t id = last + (header >> 4);
	struct tally_node *node;

	if (wire == INGOT_WIRE_STOP || wire == BAD || id > INT16_MAX)
		return false;
	node = tally_find(tally, outer, wire, INGOT_ROLE_FIELD, (int16_t)id);
	if (node == NULL)
		return false;
	*link = (struct tally_link){ node, header };
	return true;
}

INLINE bool is_integer(uint8_t wire)
{
	return ((1u << INGOT_WIRE_I16 | 1u << INGOT_WIRE_I32 | 1u << INGOT_WIRE_I64) >> wire & 1) !=
		0;
}

/* Scalars as fields of the innermost struct. Returns where something else begins. */
INLINE const uint8_t *take_fields(struct tally *tally, struct counted *counted,
	struct ingot_walk_level *level, const uint8_t *p, const uint8_t *end, const bool compact)
{
	struct tally_link *link = counted->link;
	const ptrdiff_t header = compact ? 1 : 3;
	int16_t id = level->id;

	while (end - p >= ROOM + 2) {
		struct tally_node *node;
		ptrdiff_t size = 0;

		if (!is_expected(link, p, compact) &&
		    (!compact || *p >> 4 == 0 || !relink(tally, counted->node, link, *p, id)))
			break;
		node = link->node;
		if (compact && is_integer(node->wire)) {
			size = varint_size(p + 1);
			if (size == 0)
				break;
		} else if (!compact || node->wire != INGOT_WIRE_BOOL) {
			size = scalar_size(p + header, end, node->wire, compact);
			if (size < 0)
				break;
		}
		count(tally, node, (uint64_t)(header + size));
		p += header + size;
		link = &node->next;
		id = node->id;
	}
	level->id = id;
	counted->link = link;
	return p;
}

/* Functions of their own, so that the loop has all registers. */
static __attribute__((noinline)) const uint8_t *take_compact_fields(struct tally *tally,
	struct counted *counted, struct ingot_walk_level *level, const uint8_t *p,
	const uint8_t *end)
{
	return take_fields(tally, counted, level, p, end, true);
}

static __attribute__((noinline)) const uint8_t *take_binary_fields(struct tally *tally,
	struct counted *counted, struct ingot_walk_level *level, const uint8_t *p,
	const uint8_t *end)
{
	return take_fields(tally, counted, level, p, end, false);
}

/* Opens a level for the container that begins at the spot. */
INLINE void enter(struct counter *counter, struct ingot_walk *walk, struct spot *spot,
	struct tally_node *node)
{
	size_t at = (size_t)(spot->p - counter->bytes);

	spot->counted->link = &node->next;
	spot->counted++;
	spot->counted->node = node;
	spot->counted->link = &node->begin;
	spot->level++;
	*spot->level = (struct ingot_walk_level){ .header = at, .offset = at, .type = node->wire };
	walk->depth++;
}

/* The end of the innermost level, which is not the root. */
INLINE void leave(struct counter *counter, struct ingot_walk *walk, struct spot *spot)
{
	count(counter->tally, spot->counted->node,
		(uint64_t)(spot->p - counter->bytes) - spot->level->header);
	spot->counted--;
	spot->level--;
	walk->depth--;
}

INLINE bool is_type(uint8_t type)
{
	return type <= INGOT_WIRE_UUID && types[type].name != NULL;
}

/* The header of a list that is not empty, has a type and fits. Returns what is behind it, or NULL.
 * ROOM bytes less a header are there. */
INLINE const uint8_t *list_header(
	const uint8_t *end, const uint8_t *p, uint8_t *element, uint32_t *size, const bool compact)
{
	if (!compact) {
		*element = *p;
		*size = load32(p + 1);
		p += 5;
	} else {
		*element = compact_types[*p & 15];
		*size = *p++ >> 4;
		if (*size == 15 && p[0] >= 0x80 && p[1] >= 0x80)
			return NULL;
		if (*size == 15) {
			*size = p[0] < 0x80 ? p[0] : (p[0] & 0x7fu) | (uint32_t)p[1] << 7;
			p += p[0] < 0x80 ? 1 : 2;
		}
	}
	if (*size == 0 || *size > INT32_MAX || !is_type(*element) ||
		*size > (size_t)(end - p) / smallest(*element, compact))
		return NULL;
	return p;
}

/* The same of a map's header. */
INLINE const uint8_t *map_header(const uint8_t *end, const uint8_t *p, uint8_t *key,
	uint8_t *element, uint32_t *size, const bool compact)
{
	if (!compact) {
		*key = p[0];
		*element = p[1];
		*size = load32(p + 2);
		p += 6;
	} else {
		*size = p[0];
		*key = compact_types[p[1] >> 4];
		*element = compact_types[p[1] & 15];
		p += 2;
		if (*size >= 0x80)
			return NULL;
	}
	if (*size == 0 || *size > INT32_MAX || !is_type(*key) || !is_type(*element) ||
	    *size > (size_t)(end - p) / (smallest(*key, compact) + smallest(*element, compact)))
		return NULL;
	return p;
}

/* A struct or container as the next field. False when it is not the one expected. */
INLINE bool enter_field(
	struct counter *counter, struct ingot_walk *walk, struct spot *spot, const bool compact)
{
	const struct tally_link *link = spot->counted->link;
	const uint8_t *p = spot->p + (compact ? 1 : 3);
	struct tally_node *node = link->node;
	uint8_t key = 0, element = 0;
	uint32_t size = 0;

	if (counter->end - spot->p < ROOM || !is_expected(link, spot->p, compact) ||
		walk->depth >= walk->reader->max_depth)
		return false;
	if (node->wire == INGOT_WIRE_LIST || node->wire == INGOT_WIRE_SET)
		p = list_header(counter->end, p, &element, &size, compact);
	else if (node->wire == INGOT_WIRE_MAP)
		p = map_header(counter->end, p, &key, &element, &size, compact);
	else if (node->wire != INGOT_WIRE_STRUCT)
		return false;
	if (p == NULL)
		return false;
	if (size > 0) {
		node->key = key;
		node->element = element;
	}
	spot->level->id = node->id;
	spot->level->position = 1;
	enter(counter, walk, spot, node);
	spot->level->count = size;
	spot->level->key = key;
	spot->level->element = element;
	spot->p = p;
	return true;
}

/* As many integers as come at p in a list of them, most in words of 8 bytes. Those that are left
 * are at least one, or none. */
static const uint8_t *take_varints(
	struct tally_node *node, const uint8_t *p, const uint8_t *end, uint32_t *left)
{
	uint32_t n = *left;

	while (n > 0 && end - p >= 8) {
		unsigned at = 0;
		uint64_t word, ends;

		if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
			break;
		memcpy(&word, p, 8);
		ends = ~word & CONTINUES;
		if (ends == 0)
			break;
		do {
			unsigned next = (unsigned)__builtin_ctzll(ends) / 8 + 1;

			node->small[next - at]++;
			at = next;
			ends &= ends - 1;
		} while (--n > 0 && ends != 0);
		p += at;
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
		ptrdiff_t size = scalar_size(p, end, INGOT_WIRE_BINARY, compact);

		if (size < 0)
			break;
		count(tally, node, (uint64_t)size);
		p += size;
	}
	*left = n;
	return p;
}

INLINE const uint8_t *take_scalars(struct tally *tally, struct tally_node *node, const uint8_t *p,
	const uint8_t *end, uint32_t *left, const bool compact)
{
	switch (node->wire) {
	case INGOT_WIRE_BOOL:
	case INGOT_WIRE_I8:
		return take_fixed(node, p, end, left, 1);
	case INGOT_WIRE_I16:
		return compact ? take_varints(node, p, end, left)
			       : take_fixed(node, p, end, left, 2);
	case INGOT_WIRE_I32:
		return compact ? take_varints(node, p, end, left)
			       : take_fixed(node, p, end, left, 4);
	case INGOT_WIRE_I64:
		return compact ? take_varints(node, p, end, left)
			       : take_fixed(node, p, end, left, 8);
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

/* Elements of the innermost list, and its end. False: nothing was done. */
INLINE bool take_elements(
	struct counter *counter, struct ingot_walk *walk, struct spot *spot, const bool compact)
{
	struct ingot_walk_level *level = spot->level;
	struct tally_node *node = spot->counted->link->node;
	uint32_t left = level->count - level->position, before = left;

	if (left == 0) {
		leave(counter, walk, spot);
		return true;
	}
	if (node == NULL || node->wire != level->element)
		return false;
	if (node->wire == INGOT_WIRE_STRUCT) {
		if (walk->depth >= walk->reader->max_depth)
			return false;
		level->position++;
		enter(counter, walk, spot, node);
		return true;
	}
	spot->p = take_scalars(counter->tally, node, spot->p, counter->end, &left, compact);
	if (left == before)
		return false;
	level->position = level->count - left;
	spot->counted->link = &node->next;
	if (left == 0)
		leave(counter, walk, spot);
	return true;
}

/* Scalar keys and values of the innermost map in turn, and its end. False: nothing was done. */
INLINE bool take_entries(
	struct counter *counter, struct ingot_walk *walk, struct spot *spot, const bool compact)
{
	struct ingot_walk_level *level = spot->level;
	const uint8_t *p = spot->p, *end = counter->end;
	struct tally_node *key = spot->counted->link->node;
	struct tally_node *value = key != NULL ? key->next.node : NULL;
	uint32_t left = level->count - level->position / 2, before = left;

	if (left == 0) {
		leave(counter, walk, spot);
		return true;
	}
	if (level->position % 2 != 0 || value == NULL || key->wire != level->key ||
		value->wire != level->element || key->role != INGOT_ROLE_KEY ||
		value->role != INGOT_ROLE_VALUE)
		return false;
	for (; left > 0 && end - p >= ROOM; left--) {
		ptrdiff_t size = scalar_size(p, end, key->wire, compact), value_size;

		if (size < 0 || end - p - size < ROOM)
			break;
		value_size = scalar_size(p + size, end, value->wire, compact);
		if (value_size < 0)
			break;
		count(counter->tally, key, (uint64_t)size);
		count(counter->tally, value, (uint64_t)value_size);
		p += size + value_size;
	}
	if (left == before)
		return false;
	level->position = 2 * (level->count - left);
	spot->counted->link = &value->next;
	spot->p = p;
	if (left == 0)
		leave(counter, walk, spot);
	return true;
}

/* As much as can be done in the innermost level. False: what is at the spot has to be an
 * event's. */
INLINE bool step(
	struct counter *counter, struct ingot_walk *walk, struct spot *spot, const bool compact)
{
	switch (spot->level->type) {
	case INGOT_WIRE_STRUCT:
		spot->p = (compact ? take_compact_fields : take_binary_fields)(
			counter->tally, spot->counted, spot->level, spot->p, counter->end);
		if (walk->depth > 1 && spot->p < counter->end && *spot->p == 0) {
			spot->p++;
			leave(counter, walk, spot);
			return true;
		}
		return enter_field(counter, walk, spot, compact);
	case INGOT_WIRE_MAP:
		return take_entries(counter, walk, spot, compact);
	default:
		return take_elements(counter, walk, spot, compact);
	}
}

/* Returns where an event has to go on. Now and then one has to, so that the progress is seen. */
INLINE const uint8_t *run_fast(
	struct counter *counter, struct ingot_walk *walk, const uint8_t *p, const bool compact)
{
	struct spot spot = { p, &walk->levels[walk->depth - 1], &counter->levels[walk->depth - 1] };

	if (spot.counted->link == NULL)
		return p; /* not counted */
	while (step(counter, walk, &spot, compact) && spot.p - p < (ptrdiff_t)REPORT_EACH)
		continue;
	return spot.p;
}

/* ---- All of it ---- */

/* With `compact` a constant. */
INLINE bool run(struct counter *counter, struct ingot_walk *walk, const bool compact)
{
	struct ingot_event event = { .kind = 0 };
	const uint8_t *p = read_root(walk, &event);
	/* Strict mode looks at how varints are written, and the other dialect has other types. */
	bool is_fast = (walk->reader->options & (INGOT_STRICT | INGOT_FACEBOOK)) == 0 &&
		!counter->tally->looks_at_bytes;

	while (p != NULL) {
		size_t at = (size_t)(p - walk->reader->bytes);

		take(counter, &event, walk->reader->bytes);
		if (walk->depth == 0) {
			walk->reader->offset = event.end;
			return true;
		}
		if (at - counter->reported > REPORT_EACH) {
			counter->reported = at;
			progress_at(counter->progress, at);
		}
		if (is_fast)
			p = run_fast(counter, walk, p, compact);
		p = read_event(walk, p, &event, compact);
	}
	return false;
}

bool tally_add(struct tally *tally, struct ingot_reader *reader, struct progress *progress)
{
	struct counter counter; /* its levels are set when they are entered */
	struct ingot_walk walk;

	counter.tally = tally;
	counter.progress = progress;
	counter.reported = reader->offset;
	counter.bytes = reader->bytes;
	counter.end = reader->bytes + reader->size;
	ingot_walk_init(&walk, reader, INGOT_WIRE_STRUCT);
	tally->values++;
	return reader->protocol == INGOT_COMPACT ? run(&counter, &walk, true)
						 : run(&counter, &walk, false);
}
