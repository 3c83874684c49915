/* SPDX-License-Identifier: MIT */
/* The walk that knows a type. It judges each event after the plain walk has delivered it. */
#include "typed.h"

#include <string.h>
#include "internal.h"
#include "json_text.h"

enum ingot_wire_type ingot_wire_of_kind(enum ingot_kind kind)
{
	switch (kind) {
	case INGOT_KIND_BOOL:
		return INGOT_WIRE_BOOL;
	case INGOT_KIND_I8:
		return INGOT_WIRE_I8;
	case INGOT_KIND_I16:
		return INGOT_WIRE_I16;
	case INGOT_KIND_I32:
	case INGOT_KIND_ENUM:
		return INGOT_WIRE_I32;
	case INGOT_KIND_I64:
		return INGOT_WIRE_I64;
	case INGOT_KIND_DOUBLE:
		return INGOT_WIRE_DOUBLE;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		return INGOT_WIRE_BINARY;
	case INGOT_KIND_UUID:
		return INGOT_WIRE_UUID;
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return INGOT_WIRE_STRUCT;
	case INGOT_KIND_LIST:
		return INGOT_WIRE_LIST;
	case INGOT_KIND_SET:
		return INGOT_WIRE_SET;
	case INGOT_KIND_MAP:
		return INGOT_WIRE_MAP;
	}
	return INGOT_WIRE_STOP;
}

bool ingot_is_utf8(const uint8_t *bytes, size_t size)
{
	size_t used;

	for (; size > 0; bytes += used, size -= used)
		if (json_text_code_point(bytes, size, &used) < 0)
			return false;
	return true;
}

/* What the event's wire types lack to be of that type: NULL when nothing, else what was expected. */
static const char *misfit(const struct ingot_type *type, const struct ingot_event *event)
{
	enum ingot_wire_type wire = ingot_wire_of_kind((enum ingot_kind)type->kind);

	if (event->type != wire)
		return ingot_wire_type_name(wire);
	if (type->element == NULL || event->count == 0)
		return NULL;
	wire = ingot_wire_of_kind((enum ingot_kind)type->element->kind);
	if (event->element != wire)
		return ingot_wire_type_name(wire);
	if (type->key == NULL)
		return NULL;
	wire = ingot_wire_of_kind((enum ingot_kind)type->key->kind);
	return event->key == wire ? NULL : ingot_wire_type_name(wire);
}

/* Fields come mostly in the schema's order, so the search begins behind the last one. */
static const struct ingot_field *find_field(struct typed_level *level, int32_t id)
{
	const struct ingot_type *type = level->type;
	uint32_t i;

	for (i = level->hint; i < type->field_count && i < level->hint + 4; i++)
		if (type->fields[i].id == id)
			break;
	if (i < type->field_count && type->fields[i].id == id) {
		level->hint = i + 1;
		return &type->fields[i];
	}
	return ingot_field_by_id(type, id);
}

void typed_steps(const struct typed_walk *typed)
{
	struct ingot_reader *reader = typed->walk.reader;
	uint32_t i;

	reader->root = typed->root;
	for (i = 0; i < reader->step_count; i++) {
		struct ingot_step *step = &reader->steps[i];
		const struct typed_level *level = &typed->levels[i];

		if (step->kind != INGOT_STEP_FIELD || level->type == NULL)
			continue;
		/* The walk may be one field ahead of the levels when it failed. */
		step->field = ingot_field_by_id(level->type, step->id);
	}
}

static bool fail(struct typed_walk *typed, enum ingot_status status, size_t offset, const char *expected)
{
	struct ingot_reader *reader = typed->walk.reader;

	ingot_reader_fail(reader, status, offset, 0, expected);
	ingot_walk_steps(&typed->walk);
	typed_steps(typed);
	return false;
}

static void mark_seen(struct typed_level *level)
{
	size_t index = (size_t)(level->field - level->type->fields);

	if (index < TYPED_BITS)
		level->seen[index / 64] |= (uint64_t)1 << (index % 64);
}

/*
 * The fields at [first, first + TYPED_BITS) that a struct has on the wire, found by walking it once more. For structs with very many
 * fields.
 */
static void see_again(const struct typed_walk *typed, const struct ingot_event *end, struct typed_level *level, uint32_t first)
{
	struct ingot_reader reader = *typed->walk.reader;
	struct ingot_walk walk;
	struct ingot_event event;

	memset(level->seen, 0, sizeof(level->seen));
	reader.offset = end->offset;
	ingot_walk_init(&walk, &reader, INGOT_WIRE_STRUCT);
	while (ingot_walk_next(&walk, &event)) {
		const struct ingot_field *field;
		size_t index;

		if (event.depth != 1)
			continue;
		field = ingot_field_by_id(level->type, event.id);
		if (field == NULL || misfit(field->type, &event) != NULL)
			continue;
		index = (size_t)(field - level->type->fields);
		if (index >= first && index < first + TYPED_BITS)
			level->seen[(index - first) / 64] |= (uint64_t)1 << ((index - first) % 64);
	}
}

/* At the stop byte: every required field must have been there. */
static bool check_required(struct typed_walk *typed, const struct ingot_event *end, struct typed_level *level)
{
	const struct ingot_type *type = level->type;
	struct ingot_reader *reader = typed->walk.reader;
	uint32_t first = 0, i;

	for (i = 0; i < type->field_count; i++) {
		if (type->fields[i].requiredness != INGOT_REQUIRED)
			continue;
		if (i >= first + TYPED_BITS) {
			first = i - i % TYPED_BITS;
			see_again(typed, end, level, first);
		}
		if (level->seen[(i - first) / 64] >> ((i - first) % 64) & 1)
			continue;
		fail(typed, INGOT_MISSING, end->body, NULL);
		/* There is a step for each level of the walk, and one more. */
		reader->steps[reader->step_count++] = (struct ingot_step){
			.field = &type->fields[i], .id = type->fields[i].id, .kind = INGOT_STEP_FIELD,
		};
		return false;
	}
	return true;
}

/* Whether the field may be a member of the union. */
static bool check_member(struct typed_walk *typed, const struct ingot_event *event, struct typed_level *level)
{
	if (level->has_member && level->member != event->id)
		return fail(typed, INGOT_BAD_UNION, event->header, "one member");
	level->has_member = true;
	level->member = event->id;
	return true;
}

/* Sets type, field and fit for a value or a beginning. */
static bool judge(struct typed_walk *typed, const struct ingot_event *event)
{
	bool is_strict = (typed->walk.reader->options & INGOT_STRICT) != 0;
	struct typed_level *outer = event->depth > 0 ? &typed->levels[event->depth - 1] : NULL;
	const struct ingot_type *type = NULL;
	const char *expected;

	typed->field = NULL;
	typed->type = NULL;
	if (outer == NULL) {
		type = typed->root;
	} else if (outer->type == NULL) {
		typed->fit = (enum typed_fit)outer->fit;
		return true;
	} else if (event->role == INGOT_ROLE_FIELD) {
		typed->field = find_field(outer, event->id);
		type = typed->field != NULL ? typed->field->type : NULL;
	} else {
		type = event->role == INGOT_ROLE_KEY ? outer->type->key : outer->type->element;
	}
	if (type == NULL) {
		typed->fit = TYPED_UNKNOWN;
		return true;
	}
	expected = misfit(type, event);
	if (expected != NULL) {
		typed->fit = TYPED_MISMATCHED;
		return is_strict ? fail(typed, INGOT_MISMATCH, event->header, expected) : true;
	}
	typed->fit = TYPED_KNOWN;
	typed->type = type;
	if (typed->field == NULL)
		return true;
	outer->field = typed->field;
	mark_seen(outer);
	return outer->type->kind != INGOT_KIND_UNION || check_member(typed, event, outer);
}

/* A decoder does not look at the values of what it skips; without a schema nothing is skipped. */
static bool check_flaw(struct typed_walk *typed, const struct ingot_event *event)
{
	const struct ingot_walk *walk = &typed->walk;

	bool is_skipped = typed->fit != TYPED_KNOWN && typed->root != NULL && !typed->refuses_flaws &&
		!(walk->reader->options & INGOT_STRICT);

	if (walk->flaw == INGOT_OK || is_skipped)
		return true;
	return fail(typed, (enum ingot_status)walk->flaw, event->offset, walk->flaw_expected);
}

static bool check_text(struct typed_walk *typed, const struct ingot_event *event)
{
	struct ingot_reader *reader = typed->walk.reader;

	if (!(reader->options & INGOT_STRICT) || typed->type == NULL || typed->type->kind != INGOT_KIND_STRING)
		return true;
	if (ingot_is_utf8(reader->bytes + event->body, event->end - event->body))
		return true;
	return fail(typed, INGOT_BAD_UTF8, event->body, "UTF-8");
}

static void open_level(struct typed_walk *typed, const struct ingot_event *event)
{
	struct typed_level *level = &typed->levels[event->depth];

	level->type = typed->type;
	level->fit = (uint8_t)typed->fit;
	level->field = NULL;
	level->hint = 0;
	level->has_member = false;
	memset(level->seen, 0, sizeof(level->seen));
}

/* The END of what the level is: type, field and fit as they were at its BEGIN. */
static bool close_level(struct typed_walk *typed, const struct ingot_event *event)
{
	struct typed_level *level = &typed->levels[event->depth];
	const struct typed_level *outer = event->depth > 0 ? &typed->levels[event->depth - 1] : NULL;

	typed->type = level->type;
	typed->fit = (enum typed_fit)level->fit;
	typed->field = NULL;
	if (outer != NULL && event->role == INGOT_ROLE_FIELD && outer->type != NULL)
		typed->field = ingot_field_by_id(outer->type, event->id);
	if (level->type == NULL || level->type->kind != INGOT_KIND_STRUCT)
		return true;
	return check_required(typed, event, level);
}

void typed_init_value(struct typed_walk *typed, struct ingot_reader *reader, const struct ingot_type *type,
	enum ingot_wire_type wire)
{
	typed->root = type;
	typed->refuses_flaws = false;
	typed->type = NULL;
	typed->field = NULL;
	typed->fit = TYPED_UNKNOWN;
	ingot_walk_init(&typed->walk, reader, wire);
}

void typed_init(struct typed_walk *typed, struct ingot_reader *reader, const struct ingot_type *type)
{
	typed_init_value(typed, reader, type,
		type == NULL ? INGOT_WIRE_STRUCT : ingot_wire_of_kind((enum ingot_kind)type->kind));
}

bool typed_next(struct typed_walk *typed, struct ingot_event *event)
{
	struct ingot_reader *reader = typed->walk.reader;
	enum ingot_status before = reader->status;

	if (!ingot_walk_step(&typed->walk, event)) {
		if (reader->status != before)
			typed_steps(typed);
		return false;
	}
	if (event->kind == INGOT_EVENT_END)
		return close_level(typed, event);
	if (!judge(typed, event) || !check_flaw(typed, event))
		return false;
	if (event->kind == INGOT_EVENT_BEGIN)
		open_level(typed, event);
	return event->kind == INGOT_EVENT_BEGIN || check_text(typed, event);
}

bool typed_skip(struct typed_walk *typed)
{
	uint32_t depth = typed->walk.depth - 1;
	struct ingot_event event;

	if (typed->levels[depth].type == NULL)
		return ingot_walk_skip(&typed->walk);
	while (typed->walk.depth > depth)
		if (!typed_next(typed, &event))
			return false;
	return true;
}
