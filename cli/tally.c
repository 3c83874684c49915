/* SPDX-License-Identifier: MIT */
/*
 * Counting. The walk's steps are compiled into the loop, and the node of a field is mostly the one that followed the last field the
 * time before, so that a look-up is one comparison.
 */
#include "tally.h"

#include "json_text.h"
#include "walk_inline.h"

struct counter {
	struct tally *tally;
	struct progress *progress;
	size_t reported;
	struct {
		struct tally_node *node;
		struct tally_node **guess; /* where the next child is, if it is the one of the time before */
	} levels[INGOT_MAX_DEPTH + 1];
};

static unsigned bucket_of(uint64_t size)
{
	unsigned exponent;

	if (size < 64)
		return (unsigned)size;
	if (size > INT32_MAX)
		size = INT32_MAX;
	exponent = 63 - (unsigned)__builtin_clzll(size);
	return 64 + (exponent - 6) * 32 + ((unsigned)(size >> (exponent - 5)) & 31);
}

static uint64_t least_of(unsigned bucket)
{
	unsigned exponent = (bucket - 64) / 32 + 6;

	return bucket < 64 ? bucket : (uint64_t)(32 + (bucket - 64) % 32) << (exponent - 5);
}

uint64_t tally_median(const struct tally_node *node)
{
	uint64_t sum = 0;
	unsigned i;

	if (node->buckets == NULL)
		return node->least;
	for (i = 0; i < TALLY_BUCKETS; i++) {
		sum += node->buckets[i];
		if (2 * sum >= node->count)
			break;
	}
	return least_of(i) < node->least ? node->least : least_of(i);
}

/* The first value whose size is another. */
static __attribute__((noinline)) void add_buckets(struct tally *tally, struct tally_node *node)
{
	node->buckets = talloc_zero_array(node, uint64_t, TALLY_BUCKETS);
	if (node->buckets == NULL)
		tally->failed = true;
	else
		node->buckets[bucket_of(node->least)] = node->count;
}

INLINE void count(struct tally *tally, struct tally_node *node, uint64_t size)
{
	if (node->count == 0) {
		node->least = node->most = size;
	} else if (size != node->least || node->buckets != NULL) {
		if (node->buckets == NULL)
			add_buckets(tally, node);
		if (node->buckets != NULL)
			node->buckets[bucket_of(size)]++;
		if (size < node->least)
			node->least = size;
		if (size > node->most)
			node->most = size;
	}
	node->count++;
	node->total += size;
}

/* The schema's part in a new node: its field and type. */
static void name_node(struct tally_node *node)
{
	const struct ingot_type *outer = node->parent->type;

	if (outer == NULL)
		return;
	if (node->role == INGOT_ROLE_KEY) {
		node->type = outer->key;
	} else if (node->role != INGOT_ROLE_FIELD) {
		node->type = outer->element;
	} else {
		node->field = ingot_field_by_id(outer, node->id);
		node->type = node->field != NULL ? node->field->type : NULL;
	}
	/* Another wire type: the schema says nothing about what is below. */
	if (node->type != NULL && ingot_wire_of_kind((enum ingot_kind)node->type->kind) != node->wire)
		node->type = NULL;
}

/* Where a child is, or would be. There are always free slots. */
static struct tally_node **slot_of(const struct tally *tally, const struct tally_node *parent, uint8_t wire, uint8_t role,
	int16_t id)
{
	uint64_t hash = (uint64_t)(uintptr_t)parent ^ ((uint64_t)(uint16_t)id << 40 | (uint64_t)wire << 32 | (uint64_t)role << 24);
	size_t at = (size_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> 48);

	for (;; at = (at + 1) % TALLY_SLOTS) {
		const struct tally_node *node = tally->slots[at];

		if (node == NULL || (node->parent == parent && node->wire == wire && node->role == role && node->id == id))
			return &tally->slots[at];
	}
}

/* NULL when there are too many paths, or no memory. */
static __attribute__((noinline)) struct tally_node *find_child(struct tally *tally, struct tally_node *parent,
	uint8_t wire, uint8_t role, int16_t id)
{
	struct tally_node **slot = slot_of(tally, parent, wire, role, id);
	struct tally_node *node = *slot;

	if (node != NULL)
		return node;
	if (tally->paths >= TALLY_MAX_PATHS) {
		tally->is_cut = true;
		return NULL;
	}
	node = talloc_zero(tally, struct tally_node);
	if (node == NULL) {
		tally->failed = true;
		return NULL;
	}
	tally->paths++;
	*slot = node;
	node->parent = parent;
	node->role = role;
	node->id = id;
	node->wire = wire;
	name_node(node);
	if (parent->first == NULL)
		parent->first = node;
	else
		parent->last->sibling = node;
	parent->last = node;
	return node;
}

/* The event goes by value where it leaves the loop: as long as nothing points to it, it need not be in memory. */
INLINE struct tally_node *child(struct counter *counter, const struct ingot_event *event)
{
	int16_t id = event->role == INGOT_ROLE_FIELD ? event->id : 0;
	struct tally_node *parent = counter->levels[event->depth - 1].node;
	struct tally_node **guess = counter->levels[event->depth - 1].guess;
	struct tally_node *node;

	if (parent == NULL)
		return NULL; /* below a path that there was no room for */
	node = *guess;
	if (node == NULL || node->wire != event->type || node->role != event->role || node->id != id) {
		node = find_child(counter->tally, parent, event->type, event->role, id);
		if (node == NULL)
			return NULL;
		*guess = node;
	}
	counter->levels[event->depth - 1].guess = &node->next;
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
	node = event->depth == 0 ? counter->tally->root : child(counter, event);
	if (event->kind == INGOT_EVENT_VALUE) {
		if (node != NULL)
			count(counter->tally, node, event->end - event->header);
		if (node != NULL && event->type == INGOT_WIRE_BINARY && counter->tally->looks_at_bytes)
			look(node, bytes + event->body, event->end - event->body);
		return;
	}
	if (node != NULL && event->count > 0) {
		node->key = event->key;
		node->element = event->element;
	}
	counter->levels[event->depth].node = node;
	counter->levels[event->depth].guess = node != NULL ? &node->begin : NULL;
}

/*
 * The size of a compact field's value at p, when it is a plain one that is surely right (an integer of few bytes, a bool, a short
 * binary); else -1. At least 9 bytes are left; `left` is how many.
 */
INLINE ptrdiff_t plain_size(const uint8_t *p, uint8_t wire, size_t left)
{
	static const uint8_t most[] = { [INGOT_WIRE_I16] = 2, [INGOT_WIRE_I32] = 4, [INGOT_WIRE_I64] = 8 };
	uint64_t word, ends;
	unsigned size;

	if (wire == INGOT_WIRE_BOOL)
		return 0;
	if (wire == INGOT_WIRE_I8)
		return 1;
	if (wire == INGOT_WIRE_BINARY)
		return *p < 0x80 && *p < left ? 1 + (ptrdiff_t)*p : -1;
	if (wire != INGOT_WIRE_I16 && wire != INGOT_WIRE_I32 && wire != INGOT_WIRE_I64)
		return -1;
	memcpy(&word, p, 8);
	ends = ~word & UINT64_C(0x8080808080808080);
	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || ends == 0)
		return -1;
	size = (unsigned)__builtin_ctzll(ends) / 8 + 1;
	return size <= most[wire] ? (ptrdiff_t)size : -1;
}

/*
 * Plain fields of a compact struct, as long as each is the one that came here the time before: most of most files, without an event
 * for each. Returns where something else begins; the walk goes on there.
 */
INLINE const uint8_t *run_plain(struct counter *counter, struct ingot_walk *walk, const uint8_t *p)
{
	struct ingot_walk_level *level = &walk->levels[walk->depth - 1];
	struct tally_node **guess = counter->levels[walk->depth - 1].guess;
	int32_t id = level->id;

	if (level->type != INGOT_WIRE_STRUCT || guess == NULL)
		return p;
	for (;;) {
		size_t left = left_of(walk, p);
		struct tally_node *node = *guess;
		ptrdiff_t size;

		if (left < 10 || *p >> 4 == 0 || node == NULL || node->id != id + (*p >> 4) ||
		    node->wire != compact_types[*p & 15])
			break;
		size = plain_size(p + 1, node->wire, left - 1);
		if (size < 0)
			break;
		count(counter->tally, node, 1 + (uint64_t)size);
		id = node->id;
		guess = &node->next;
		p += 1 + size;
	}
	level->id = (int16_t)id;
	counter->levels[walk->depth - 1].guess = guess;
	return p;
}

/* With `compact` a constant. */
INLINE bool run(struct counter *counter, struct ingot_walk *walk, const bool compact)
{
	struct ingot_event event = { .kind = 0 };
	const uint8_t *p = read_root(walk, &event);
	/* Strict mode looks at how varints are written, and the other dialect has other types. */
	bool is_plain = compact && (walk->reader->options & (INGOT_STRICT | INGOT_FACEBOOK)) == 0 && !counter->tally->looks_at_bytes;

	while (p != NULL) {
		take(counter, &event, walk->reader->bytes);
		if (walk->depth == 0) {
			walk->reader->offset = event.end;
			return true;
		}
		if (event.end - counter->reported > 1 << 20) {
			counter->reported = event.end;
			progress_at(counter->progress, event.end);
		}
		if (is_plain)
			p = run_plain(counter, walk, p);
		p = read_event(walk, p, &event, compact);
	}
	return false;
}

struct tally *tally_new(TALLOC_CTX *mem_ctx, const struct ingot_type *type)
{
	struct tally *tally = talloc_zero(mem_ctx, struct tally);

	if (tally == NULL)
		return NULL;
	tally->root = talloc_zero(tally, struct tally_node);
	tally->slots = talloc_zero_array(tally, struct tally_node *, TALLY_SLOTS);
	if (tally->root == NULL || tally->slots == NULL) {
		talloc_free(tally);
		return NULL;
	}
	tally->root->wire = INGOT_WIRE_STRUCT;
	tally->root->type = type;
	return tally;
}

bool tally_add(struct tally *tally, struct ingot_reader *reader, struct progress *progress)
{
	struct counter counter = { .tally = tally, .progress = progress, .reported = reader->offset };
	struct ingot_walk walk;

	ingot_walk_init(&walk, reader, INGOT_WIRE_STRUCT);
	tally->values++;
	return reader->protocol == INGOT_COMPACT ? run(&counter, &walk, true) : run(&counter, &walk, false);
}
