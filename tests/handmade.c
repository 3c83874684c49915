/* SPDX-License-Identifier: MIT */
#include "handmade.h"
#include <ingot/encode.h>

ingot_write_fn demo_Point_write_binary, demo_Point_write_compact;
ingot_write_fn demo_Shape_write_binary, demo_Shape_write_compact;
ingot_write_fn demo_Event_write_binary, demo_Event_write_compact;

INGOT_INLINE uint8_t *demo_Point_write(struct ingot_out out, const struct demo_Point *value)
{
	if (!ingot_write_begin(&out))
		return out.p;
	ingot_write_double_field(&out, 1, value->x);
	ingot_write_double_field(&out, 2, value->y);
	return ingot_write_end(&out);
}
INGOT_WRITE_FUNCTIONS(demo_Point)

INGOT_INLINE uint8_t *demo_Shape_write(struct ingot_out out, const struct demo_Shape *value)
{
	if (!ingot_write_begin(&out))
		return out.p;
	switch (value->tag) {
	case 1:
		ingot_write_struct_field(&out, 1, demo_Point, value->point);
		break;
	case 2:
		ingot_write_double_field(&out, 2, value->radius);
		break;
	case 3:
		ingot_write_string_field(&out, 3, value->name);
		break;
	default:
		ingot_write_unknown_member(&out, value->tag, value->ingot_unknown);
	}
	return ingot_write_end(&out);
}
INGOT_WRITE_FUNCTIONS(demo_Shape)

INGOT_INLINE uint8_t *demo_Event_write(struct ingot_out out, const struct demo_Event *value)
{
	if (!ingot_write_begin(&out))
		return out.p;
	ingot_write_unknown(&out, 0, value->ingot_unknown);
	ingot_write_string_field(&out, 1, value->name);
	ingot_write_unknown(&out, 1, value->ingot_unknown);
	ingot_write_i32_optional(&out, 2, value->attempt);
	ingot_write_unknown(&out, 2, value->ingot_unknown);
	ingot_write_struct_optional(&out, 3, demo_Point, value->origin);
	ingot_write_unknown(&out, 3, value->ingot_unknown);
	if (INGOT_WRITE_LIST(4, LIST, I64, DEFAULT, value->ids))
		ingot_write_i64_items(&out, INGOT_ITEMS(value->ids));
	ingot_write_unknown(&out, 4, value->ingot_unknown);
	if (INGOT_WRITE_MAP(5, STRING, I32, OPTIONAL, value->tags)) {
		for (uint32_t i = 0; i < value->tags.count; i++) {
			ingot_write_string(&out, value->tags.items[i].key);
			ingot_write_i32(&out, value->tags.items[i].value);
			ingot_write_room(&out);
		}
		ingot_write_close(&out);
	}
	ingot_write_unknown(&out, 5, value->ingot_unknown);
	if (INGOT_WRITE_LIST(6, SET, STRING, OPTIONAL, value->labels))
		ingot_write_string_items(&out, INGOT_ITEMS(value->labels));
	ingot_write_unknown(&out, 6, value->ingot_unknown);
	ingot_write_bool_field(&out, 7, value->flag);
	ingot_write_unknown(&out, 7, value->ingot_unknown);
	ingot_write_bool_optional(&out, 8, value->seen);
	ingot_write_unknown(&out, 8, value->ingot_unknown);
	if (INGOT_WRITE_LIST(30, LIST, UNION, OPTIONAL, value->shapes)) {
		for (uint32_t i = 0; i < value->shapes.count; i++)
			ingot_write_struct(&out, demo_Shape, &value->shapes.items[i]);
		ingot_write_close(&out);
	}
	ingot_write_unknown(&out, 30, value->ingot_unknown);
	ingot_write_struct_optional(&out, 31, demo_Event, value->cause);
	ingot_write_unknown(&out, 31, value->ingot_unknown);
	ingot_write_i32_optional(&out, 32, value->color);
	ingot_write_unknown(&out, 32, value->ingot_unknown);
	ingot_write_string_optional(&out, 33, value->blob);
	ingot_write_unknown(&out, 33, value->ingot_unknown);
	if (INGOT_WRITE_MAP(34, STRUCT, UUID, OPTIONAL, value->places)) {
		for (uint32_t i = 0; i < value->places.count; i++) {
			ingot_write_struct(&out, demo_Point, &value->places.items[i].key);
			ingot_write_uuid(&out, value->places.items[i].value);
			ingot_write_room(&out);
		}
		ingot_write_close(&out);
	}
	ingot_write_unknown(&out, 34, value->ingot_unknown);
	return ingot_write_end(&out);
}
INGOT_WRITE_FUNCTIONS(demo_Event)

bool demo_Event_to_wire(const struct demo_Event *value, struct ingot_writer *writer)
{
	return ingot_write(writer, &demo_Event_type, value);
}

/* -- Tables ----------------------------------------------------------------------------------------------------------------- */

static const struct ingot_enum_value color_values[] = { { "RED", 0 }, { "GREEN", 5 } };
static const struct ingot_type color_type = {
	.kind = INGOT_KIND_ENUM, .align = 4, .size = 4, .name = "demo.Color", .values = color_values, .value_count = 2,
};

#define LIST_OF(kind_, c_type, element_)                                                                              \
	{                                                                                                                 \
		.kind = kind_, .align = _Alignof(struct ingot_list), .size = sizeof(struct ingot_list),                       \
		.entry_size = sizeof(c_type), .element = element_                                                             \
	}
#define MAP_OF(entry, key_, element_)                                                                                 \
	{                                                                                                                 \
		.kind = INGOT_KIND_MAP, .align = _Alignof(struct ingot_list), .size = sizeof(struct ingot_list),              \
		.entry_size = sizeof(struct entry), .value_offset = offsetof(struct entry, value), .key = key_,               \
		.element = element_                                                                                           \
	}

static const struct ingot_type list_i64 = LIST_OF(INGOT_KIND_LIST, int64_t, &ingot_i64_type);
static const struct ingot_type set_string = LIST_OF(INGOT_KIND_SET, struct ingot_string, &ingot_string_type);
static const struct ingot_type list_shape = LIST_OF(INGOT_KIND_LIST, struct demo_Shape, &demo_Shape_type);
static const struct ingot_type map_tags = MAP_OF(demo_Event_tags_entry, &ingot_string_type, &ingot_i32_type);
static const struct ingot_type map_places = MAP_OF(demo_Event_places_entry, &demo_Point_type, &ingot_uuid_type);

static const struct ingot_field point_fields[] = {
	{ "x", &ingot_double_type, 1, INGOT_REQUIRED, 0, offsetof(struct demo_Point, x) },
	{ "y", &ingot_double_type, 2, INGOT_REQUIRED, 0, offsetof(struct demo_Point, y) },
};
const struct ingot_type demo_Point_type = {
	.kind = INGOT_KIND_STRUCT, .align = _Alignof(struct demo_Point), .size = sizeof(struct demo_Point), .name = "demo.Point",
	.fields = point_fields, .field_count = 2,
	.write_binary = demo_Point_write_binary, .write_compact = demo_Point_write_compact,
};

static const struct ingot_field shape_fields[] = {
	{ "point", &demo_Point_type, 1, INGOT_OPTIONAL, 0, offsetof(struct demo_Shape, point) },
	{ "radius", &ingot_double_type, 2, INGOT_OPTIONAL, 0, offsetof(struct demo_Shape, radius) },
	{ "name", &ingot_string_type, 3, INGOT_OPTIONAL, 0, offsetof(struct demo_Shape, name) },
};
const struct ingot_type demo_Shape_type = {
	.kind = INGOT_KIND_UNION, .align = _Alignof(struct demo_Shape), .size = sizeof(struct demo_Shape), .name = "demo.Shape",
	.fields = shape_fields, .field_count = 3, .unknown_offset = offsetof(struct demo_Shape, ingot_unknown),
	.write_binary = demo_Shape_write_binary, .write_compact = demo_Shape_write_compact,
};

#define FIELD(name, type, id, requiredness) { #name, type, id, requiredness, 0, offsetof(struct demo_Event, name) }
static const struct ingot_field event_fields[] = {
	FIELD(name, &ingot_string_type, 1, INGOT_REQUIRED),
	FIELD(attempt, &ingot_i32_type, 2, INGOT_OPTIONAL),
	FIELD(origin, &demo_Point_type, 3, INGOT_OPTIONAL),
	FIELD(ids, &list_i64, 4, INGOT_DEFAULT),
	FIELD(tags, &map_tags, 5, INGOT_OPTIONAL),
	FIELD(labels, &set_string, 6, INGOT_OPTIONAL),
	FIELD(flag, &ingot_bool_type, 7, INGOT_DEFAULT),
	FIELD(seen, &ingot_bool_type, 8, INGOT_OPTIONAL),
	FIELD(shapes, &list_shape, 30, INGOT_OPTIONAL),
	FIELD(cause, &demo_Event_type, 31, INGOT_OPTIONAL),
	FIELD(color, &color_type, 32, INGOT_OPTIONAL),
	FIELD(blob, &ingot_binary_type, 33, INGOT_OPTIONAL),
	FIELD(places, &map_places, 34, INGOT_OPTIONAL),
};
#define EVENT_TYPE                                                                                                    \
	.kind = INGOT_KIND_STRUCT, .flags = INGOT_TYPE_UNKNOWN, .align = _Alignof(struct demo_Event),                     \
	.size = sizeof(struct demo_Event), .name = "demo.Event", .fields = event_fields,                                  \
	.field_count = sizeof(event_fields) / sizeof(event_fields[0]),                                                    \
	.unknown_offset = offsetof(struct demo_Event, ingot_unknown)
const struct ingot_type demo_Event_type = {
	EVENT_TYPE, .write_binary = demo_Event_write_binary, .write_compact = demo_Event_write_compact,
};
const struct ingot_type demo_table_Event_type = { EVENT_TYPE };
