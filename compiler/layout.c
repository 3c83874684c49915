/* SPDX-License-Identifier: MIT */
/* Sizes in dependency order: a struct's follow from those of the structs it points to, with recursion cut. */
#include "layout.h"
#include "arena.h"

#include <string.h>

/* A reservation above this is split: nested structs then reserve for themselves. */
#define MOST_ROOM 4096

/* A value as messages have it on average, in 1/16 of bytes; block: beyond its place in a struct or an array. */
struct expected {
	uint64_t block;
	uint64_t wire[2];
	bool has_container;
	bool has_string;
};

struct entry {
	const struct idl_def *def;
	struct layout layout;
	struct expected expected;
	bool is_reserving; /* some field of this type reserves for it */
	bool is_done;
	bool is_busy;
};

/* What is followed into nested structs before they, too, reserve for themselves: bounds the stack. */
#define MOST_NESTING 100

struct layouts {
	struct entry *entries; /* sorted by def */
	size_t count;
	const struct idl_field **reserving; /* fields that reserve for themselves */
	size_t reserving_count;
	size_t reserving_size;
};

static bool is_aggregate(const struct idl_def *def)
{
	return def->kind == IDL_STRUCT || def->kind == IDL_UNION || def->kind == IDL_EXCEPTION;
}

/* The struct, union or exception that a type is, or NULL. */
static const struct idl_def *aggregate_of(const struct idl_type *type)
{
	type = idl_type_resolve(type);
	return type->kind == IDL_NAMED && is_aggregate(type->target) ? type->target : NULL;
}

static int compare_entries(const void *a, const void *b)
{
	uintptr_t left = (uintptr_t)((const struct entry *)a)->def;
	uintptr_t right = (uintptr_t)((const struct entry *)b)->def;

	return (left > right) - (left < right);
}

static struct entry *entry_of(const struct layouts *layouts, const struct idl_def *def)
{
	struct entry key = { .def = def };

	return bsearch(&key, layouts->entries, layouts->count, sizeof(key), compare_entries);
}

const struct layout *layout_of(const struct layouts *layouts, const struct idl_def *def)
{
	return &entry_of(layouts, def)->layout;
}

bool layout_reserves(const struct layouts *layouts, const struct idl_field *field)
{
	size_t i;

	for (i = 0; i < layouts->reserving_count; i++) {
		if (layouts->reserving[i] == field)
			return true;
	}
	return false;
}

static void mark_reserving(struct layouts *layouts, const struct idl_field *field)
{
	if (layouts->reserving_count == layouts->reserving_size) {
		layouts->reserving_size = layouts->reserving_size * 2 + 16;
		layouts->reserving = arena_need(talloc_realloc(layouts, layouts->reserving, const struct idl_field *,
						    (unsigned)layouts->reserving_size));
	}
	layouts->reserving[layouts->reserving_count++] = field;
}

/* ---- One type ---- */

struct sizes {
	uint32_t size;
	uint32_t align;
	uint32_t least_wire[2];
	uint32_t typical_wire[2];
};

/* Of a value in place: an element, or a field that is not a pointer. Structs are done by the caller. */
static struct sizes sizes_of(const struct idl_type *type)
{
	static const struct sizes of_kind[] = {
		[IDL_BOOL] = { 1, 1, { 1, 1 }, { 1, 0 } },
		[IDL_I8] = { 1, 1, { 1, 1 }, { 1, 1 } },
		[IDL_I16] = { 2, 2, { 2, 1 }, { 2, 1 } },
		[IDL_I32] = { 4, 4, { 4, 1 }, { 4, 1 } },
		[IDL_I64] = { 8, 8, { 8, 1 }, { 8, 3 } },
		[IDL_DOUBLE] = { 8, 8, { 8, 8 }, { 8, 8 } },
		[IDL_STRING] = { 16, 8, { 4, 1 }, { 14, 11 } },
		[IDL_BINARY] = { 16, 8, { 4, 1 }, { 14, 11 } },
		[IDL_UUID] = { 16, 1, { 16, 16 }, { 16, 16 } },
		[IDL_LIST] = { 16, 8, { 5, 1 }, { 5, 1 } },
		[IDL_SET] = { 16, 8, { 5, 1 }, { 5, 1 } },
		[IDL_MAP] = { 16, 8, { 6, 1 }, { 6, 2 } },
		[IDL_NAMED] = { 4, 4, { 4, 1 }, { 4, 1 } }, /* an enum */
		[IDL_VOID] = { 0, 1, { 0, 0 }, { 0, 0 } },
	};

	return of_kind[idl_type_resolve(type)->kind];
}

uint32_t layout_least_wire(const struct layouts *layouts, const struct idl_type *type, enum layout_protocol protocol)
{
	const struct idl_def *def = aggregate_of(type);

	return def != NULL ? layout_of(layouts, def)->least_wire[protocol] : sizes_of(type).least_wire[protocol];
}

uint32_t layout_align(const struct layouts *layouts, const struct idl_type *type)
{
	const struct idl_def *def = aggregate_of(type);

	return def != NULL ? layout_of(layouts, def)->align : sizes_of(type).align;
}

static uint32_t size_in_place(const struct layouts *layouts, const struct idl_type *type)
{
	const struct idl_def *def = aggregate_of(type);

	return def != NULL ? layout_of(layouts, def)->size : sizes_of(type).size;
}

static bool is_container(const struct idl_type *type)
{
	enum idl_type_kind kind = idl_type_resolve(type)->kind;

	return kind == IDL_LIST || kind == IDL_SET || kind == IDL_MAP;
}

static bool is_string(const struct idl_type *type)
{
	enum idl_type_kind kind = idl_type_resolve(type)->kind;

	return kind == IDL_STRING || kind == IDL_BINARY;
}

bool is_lazy(const struct idl_def *def, const struct idl_field *field)
{
	return idl_may_be_lazy(def->kind, field) &&
	       idl_annotation_value(field->annotations, "ingot.lazy") != NULL;
}

/* An optional scalar, enum or uuid: a pointer in the struct, its value in the block. */
static bool is_boxed(const struct idl_def *def, const struct idl_field *field)
{
	return def->kind != IDL_UNION && field->requiredness == IDL_OPTIONAL && aggregate_of(field->type) == NULL &&
	       !is_container(field->type) && !is_string(field->type);
}

static uint32_t round_up(uint32_t size, uint32_t align)
{
	return (size + align - 1) / align * align;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* ---- One struct ---- */

static void measure(struct layouts *layouts, struct entry *entry, int nesting);

/* Every struct that a type holds, elements and entries too, is measured first. */
static void measure_below(struct layouts *layouts, const struct idl_type *type, int nesting)
{
	const struct idl_def *def = aggregate_of(type);
	const struct idl_type *resolved = idl_type_resolve(type);

	if (def != NULL)
		measure(layouts, entry_of(layouts, def), nesting);
	if (resolved->key != NULL)
		measure_below(layouts, resolved->key, nesting);
	if (resolved->element != NULL)
		measure_below(layouts, resolved->element, nesting);
}

static const uint32_t least_header[2] = { [LAYOUT_BINARY] = 3, [LAYOUT_COMPACT] = 1 };

/* The least that a field takes on the wire, header included; a bool has no more than that in the compact protocol. */
static uint32_t least_wire_of_field(const struct layouts *layouts, const struct idl_field *field, int protocol)
{
	uint32_t header = least_header[protocol];

	if (protocol == LAYOUT_COMPACT && idl_type_resolve(field->type)->kind == IDL_BOOL)
		return header;
	return header + layout_least_wire(layouts, field->type, (enum layout_protocol)protocol);
}

/*
 * A part of so many bytes, and what of the wire is there for certain when it is taken: of a scalar, all; of a struct, the header, since
 * the input may end in it.
 */
static void pay(struct layouts *layouts, struct layout *layout, const struct idl_field *field, uint32_t bytes)
{
	int i;

	layout->max_part = most(layout->max_part, bytes);
	for (i = 0; i < 2; i++) {
		uint32_t wire = aggregate_of(field->type) != NULL ? least_header[i] : least_wire_of_field(layouts, field, i);

		layout->room_factor[i] = most(layout->room_factor[i], (bytes + wire - 1) / wire);
	}
}

/* A nested struct: in its parent's reservation when that is possible. */
static void add_nested(struct layouts *layouts, struct entry *entry, const struct idl_field *field)
{
	struct entry *nested = entry_of(layouts, aggregate_of(field->type));
	uint32_t own = nested->layout.size + nested->layout.align - 1;

	if (!nested->is_done || entry->layout.room + own + nested->layout.room > MOST_ROOM) {
		mark_reserving(layouts, field);
		nested->is_reserving = true;
	} else if (entry->def->kind == IDL_UNION) {
		entry->layout.room = most(entry->layout.room, own + nested->layout.room);
	} else {
		entry->layout.room += own + nested->layout.room;
	}
	pay(layouts, &entry->layout, field, own);
}

static void add_field(struct layouts *layouts, struct entry *entry, const struct idl_field *field, int nesting)
{
	struct layout *layout = &entry->layout;
	struct sizes sizes = sizes_of(field->type);
	int i;

	measure_below(layouts, field->type, nesting);
	if (is_lazy(entry->def, field))
		return;
	if (aggregate_of(field->type) != NULL) {
		add_nested(layouts, entry, field);
	} else if (is_boxed(entry->def, field)) {
		layout->room += sizes.size + sizes.align - 1;
		pay(layouts, layout, field, sizes.size + sizes.align - 1);
	}
	if (field->requiredness == IDL_REQUIRED) {
		for (i = 0; i < 2; i++)
			layout->least_wire[i] += least_wire_of_field(layouts, field, i);
	}
}

bool keeps_unknown(const struct idl_def *def)
{
	return def->kind == IDL_UNION || idl_annotation_value(def->annotations, "ingot.unknown") != NULL;
}

/* Size and alignment, before anything is asked of what it points to: pointers have a size even to what is not yet known. */
static void measure_struct(struct entry *entry)
{
	const struct idl_field *field;
	uint32_t size = 0, align = 1, widest = 0;

	for (field = entry->def->fields; field != NULL; field = field->next) {
		bool is_pointer = aggregate_of(field->type) != NULL || is_boxed(entry->def, field);
		struct sizes sizes = sizes_of(field->type);
		uint32_t own = is_lazy(entry->def, field) ? 16 : is_pointer ? 8 : sizes.size;
		uint32_t own_align = is_lazy(entry->def, field) || is_pointer ? 8 : sizes.align;

		align = most(align, own_align);
		widest = most(widest, own);
		size = round_up(size, own_align) + own;
	}
	if (keeps_unknown(entry->def)) {
		align = most(align, 8);
		widest = most(widest, 8);
		size = round_up(size, 8) + 8;
	}
	if (entry->def->kind == IDL_UNION)
		size = round_up(4, align) + widest;
	entry->layout.size = most(round_up(size, align), 1);
	entry->layout.align = align;
	entry->layout.least_wire[0] = entry->layout.least_wire[1] = 1;
}

static void guess_growth(const struct layouts *layouts, struct entry *entry);

static void measure(struct layouts *layouts, struct entry *entry, int nesting)
{
	const struct idl_field *field;

	if (entry->is_done || entry->is_busy || nesting > MOST_NESTING)
		return;
	entry->is_busy = true;
	for (field = entry->def->fields; field != NULL; field = field->next)
		add_field(layouts, entry, field, nesting + 1);
	guess_growth(layouts, entry);
	entry->is_busy = false;
	entry->is_done = true;
}

/* ---- What to expect ---- */

#define MOST_EXPECTED ((uint64_t)1 << 40)

static void add_expected(struct expected *sum, const struct expected *part, uint64_t sixteenths)
{
	int i;

	sum->block += part->block * sixteenths / 16;
	if (sum->block > MOST_EXPECTED)
		sum->block = MOST_EXPECTED;
	for (i = 0; i < 2; i++) {
		sum->wire[i] += part->wire[i] * sixteenths / 16;
		if (sum->wire[i] > MOST_EXPECTED)
			sum->wire[i] = MOST_EXPECTED;
	}
	sum->has_container |= part->has_container;
	sum->has_string |= part->has_string;
}

static struct expected expect(const struct layouts *layouts, const struct idl_type *type);

/* So many elements, keys or values, their places in the array included. */
static void add_items(const struct layouts *layouts, struct expected *sum, const struct idl_type *type, uint64_t count)
{
	struct expected item = expect(layouts, type);

	item.block += size_in_place(layouts, type) * UINT64_C(16);
	add_expected(sum, &item, count * 16);
}

static struct expected expect(const struct layouts *layouts, const struct idl_type *type)
{
	const struct idl_type *resolved = idl_type_resolve(type);
	const struct idl_def *def = aggregate_of(type);
	struct sizes sizes = sizes_of(type);
	struct expected sum = { 0, { sizes.typical_wire[0] * 16, sizes.typical_wire[1] * 16 }, false, false };

	if (def != NULL)
		return entry_of(layouts, def)->expected;
	if (is_string(type)) {
		sum.block = 11 * 16;
		sum.has_string = true;
	}
	if (!is_container(type))
		return sum;
	sum.has_container = true;
	add_items(layouts, &sum, resolved->element, aggregate_of(resolved->element) != NULL ? 8 : 3);
	if (resolved->key != NULL)
		add_items(layouts, &sum, resolved->key, 3);
	return sum;
}

static struct expected expect_field(const struct layouts *layouts, const struct idl_def *def, const struct idl_field *field)
{
	const struct idl_def *nested = aggregate_of(field->type);
	struct expected expected = expect(layouts, field->type);

	if (is_lazy(def, field))
		expected.block = expected.wire[LAYOUT_COMPACT];
	else if (nested != NULL)
		expected.block += layout_of(layouts, nested)->size * UINT64_C(16);
	else if (is_boxed(def, field))
		expected.block += sizes_of(field->type).size * UINT64_C(16);
	expected.wire[LAYOUT_BINARY] += 3 * 16;
	expected.wire[LAYOUT_COMPACT] += 16;
	return expected;
}

/* Sixteenths of messages in which an optional field is there. */
#define OPTIONAL_SHARE 5

static void guess_growth(const struct layouts *layouts, struct entry *entry)
{
	struct expected sum = { 0, { 16, 16 }, false, false };
	const struct idl_field *field;
	uint32_t count = 0;
	int i;

	for (field = entry->def->fields; field != NULL; field = field->next)
		count++;
	for (field = entry->def->fields; field != NULL; field = field->next) {
		struct expected part = expect_field(layouts, entry->def, field);

		if (entry->def->kind == IDL_UNION)
			add_expected(&sum, &part, 16 / least(count, 16));
		else
			add_expected(&sum, &part, field->requiredness == IDL_OPTIONAL ? OPTIONAL_SHARE : 16);
	}
	entry->expected = sum;
	entry->layout.has_string = sum.has_string;
	for (i = 0; i < 2 && sum.has_container; i++)
		entry->layout.growth[i] = (uint32_t)(sum.block * 16 / sum.wire[i]) + 1;
}

/* ---- What a struct takes over from all that it can reach ---- */

/* An edge of the graph of structs, backwards. */
struct edge {
	uint32_t to;
	uint32_t from;
};

struct edges {
	struct edge *items; /* sorted by `to` */
	size_t count;
	size_t size;
};

static void add_edges(struct layouts *layouts, struct edges *edges, uint32_t from, const struct idl_type *type)
{
	const struct idl_def *def = aggregate_of(type);
	const struct idl_type *resolved = idl_type_resolve(type);

	if (def != NULL) {
		if (edges->count == edges->size) {
			edges->size = edges->size * 2 + 64;
			edges->items = arena_need(talloc_realloc(layouts, edges->items, struct edge, (unsigned)edges->size));
		}
		edges->items[edges->count].to = (uint32_t)(entry_of(layouts, def) - layouts->entries);
		edges->items[edges->count++].from = from;
	}
	if (resolved->key != NULL)
		add_edges(layouts, edges, from, resolved->key);
	if (resolved->element != NULL)
		add_edges(layouts, edges, from, resolved->element);
}

static int compare_edges(const void *a, const void *b)
{
	const struct edge *left = a, *right = b;

	if (left->to != right->to)
		return left->to < right->to ? -1 : 1;
	return (left->from > right->from) - (left->from < right->from);
}

static struct edges edges_of(struct layouts *layouts)
{
	struct edges edges = { NULL, 0, 0 };
	const struct idl_field *field;
	uint32_t i;

	for (i = 0; i < layouts->count; i++) {
		for (field = layouts->entries[i].def->fields; field != NULL; field = field->next)
			add_edges(layouts, &edges, i, field->type);
	}
	if (edges.count > 0)
		qsort(edges.items, edges.count, sizeof(edges.items[0]), compare_edges);
	return edges;
}

static size_t first_edge_to(const struct edges *edges, uint32_t to)
{
	size_t low = 0, high = edges->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (edges->items[middle].to < to)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* A struct's own value of what is inherited, and where the largest that it reaches goes. */
struct inherited {
	uint32_t value;
	uint32_t index;
};

static int compare_inherited(const void *a, const void *b)
{
	const struct inherited *left = a, *right = b;

	if (left->value != right->value)
		return left->value > right->value ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

/*
 * Replaces each value by the largest among the structs that its struct reaches: from the largest down, all that reach it and
 * have none yet get it. values: by entry.
 */
static void inherit(struct layouts *layouts, const struct edges *edges, uint32_t *values)
{
	size_t count = layouts->count, i, waiting;
	struct inherited *order = arena_need(talloc_array(layouts, struct inherited, (unsigned)count + 1));
	bool *is_set = arena_need(talloc_zero_array(layouts, bool, (unsigned)count + 1));
	uint32_t *queue = arena_need(talloc_array(layouts, uint32_t, (unsigned)count + 1));

	for (i = 0; i < count; i++) {
		order[i].value = values[i];
		order[i].index = (uint32_t)i;
	}
	qsort(order, count, sizeof(order[0]), compare_inherited);
	for (i = 0; i < count; i++) {
		waiting = 0;
		if (!is_set[order[i].index])
			queue[waiting++] = order[i].index;
		is_set[order[i].index] = true;
		while (waiting > 0) {
			uint32_t at = queue[--waiting];
			size_t edge;

			values[at] = order[i].value;
			for (edge = first_edge_to(edges, at); edge < edges->count && edges->items[edge].to == at; edge++) {
				if (is_set[edges->items[edge].from])
					continue;
				is_set[edges->items[edge].from] = true;
				queue[waiting++] = edges->items[edge].from;
			}
		}
	}
	talloc_free(order);
	talloc_free(is_set);
	talloc_free(queue);
}

static void inherit_all(struct layouts *layouts)
{
	struct edges edges = edges_of(layouts);
	uint32_t *values = arena_need(talloc_array(layouts, uint32_t, (unsigned)layouts->count + 1));
	size_t i, protocol;

	for (i = 0; i < layouts->count; i++) {
		const struct entry *entry = &layouts->entries[i];

		values[i] = entry->layout.room;
		if (entry->is_reserving)
			values[i] += entry->layout.size + entry->layout.align - 1;
	}
	inherit(layouts, &edges, values);
	for (i = 0; i < layouts->count; i++)
		layouts->entries[i].layout.max_room = values[i];
	for (i = 0; i < layouts->count; i++)
		values[i] = layouts->entries[i].layout.max_part;
	inherit(layouts, &edges, values);
	for (i = 0; i < layouts->count; i++)
		layouts->entries[i].layout.max_part = values[i];
	for (protocol = 0; protocol < 2; protocol++) {
		for (i = 0; i < layouts->count; i++)
			values[i] = layouts->entries[i].layout.room_factor[protocol];
		inherit(layouts, &edges, values);
		for (i = 0; i < layouts->count; i++)
			layouts->entries[i].layout.room_factor[protocol] = values[i];
	}
	talloc_free(values);
	talloc_free(edges.items);
}

/* ---- All of them ---- */

static void collect(struct layouts *layouts, const struct idl_unit *unit)
{
	const struct idl_file *file;
	const struct idl_def *def;
	size_t count = 0;

	for (file = unit->files; file != NULL; file = file->next) {
		for (def = file->defs; def != NULL; def = def->next)
			count += is_aggregate(def);
	}
	layouts->entries = arena_need(talloc_zero_array(layouts, struct entry, (unsigned)(count + 1)));
	for (file = unit->files; file != NULL; file = file->next) {
		for (def = file->defs; def != NULL; def = def->next) {
			if (is_aggregate(def))
				layouts->entries[layouts->count++].def = def;
		}
	}
	qsort(layouts->entries, layouts->count, sizeof(layouts->entries[0]), compare_entries);
}

/* The files of a unit, by address, and which are done. */
struct visits {
	const struct idl_file **files;
	bool *is_done;
	size_t count;
};

static int compare_files(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)*(const struct idl_file *const *)a, y = (uintptr_t)*(const struct idl_file *const *)b;

	return (x > y) - (x < y);
}

static struct visits visits_new(TALLOC_CTX *mem_ctx, const struct idl_unit *unit)
{
	struct visits visits = { .count = 0 };
	const struct idl_file *file;

	for (file = unit->files; file != NULL; file = file->next) {
		visits.files = arena_grow(mem_ctx, visits.files, visits.count, sizeof(visits.files[0]));
		visits.files[visits.count++] = file;
	}
	qsort(visits.files, visits.count, sizeof(visits.files[0]), compare_files);
	visits.is_done = arena_need(talloc_zero_array(mem_ctx, bool, (unsigned)visits.count));
	return visits;
}

/*
 * Included files first, so that what is found for them does not depend on who includes them. Each once, however many include it; files
 * are met in the order in which they were loaded, so this goes no deeper than front_load did.
 */
static void measure_file(struct layouts *layouts, struct visits *visits, const struct idl_file *file)
{
	const struct idl_file **place = bsearch(&file, visits->files, visits->count, sizeof(visits->files[0]), compare_files);
	const struct idl_include *include;
	const struct idl_def *def;

	if (visits->is_done[place - visits->files])
		return;
	visits->is_done[place - visits->files] = true;
	for (include = file->includes; include != NULL; include = include->next) {
		if (include->file != NULL)
			measure_file(layouts, visits, include->file);
	}
	for (def = file->defs; def != NULL; def = def->next) {
		if (is_aggregate(def))
			measure(layouts, entry_of(layouts, def), 0);
	}
}

struct layouts *layouts_new(TALLOC_CTX *mem_ctx, const struct idl_unit *unit)
{
	struct layouts *layouts = arena_need(talloc_zero(mem_ctx, struct layouts));
	struct visits visits = visits_new(layouts, unit);
	size_t i;

	collect(layouts, unit);
	for (i = 0; i < layouts->count; i++)
		measure_struct(&layouts->entries[i]);
	measure_file(layouts, &visits, unit->main);
	inherit_all(layouts);
	return layouts;
}
