/* SPDX-License-Identifier: MIT */
/*
 * A small schema as the generator would emit it, written by hand so that the runtime can be tested without the compiler:
 *
 *     struct Point { 1: required double x; 2: required double y }
 *     union Shape { 1: Point point; 2: double radius; 3: string name }
 *     enum Color { RED = 0, GREEN = 5 }
 *     struct Event {
 *       1: required string name
 *       2: optional i32 attempt
 *       3: optional Point origin
 *       4: list<i64> ids
 *       5: optional map<string, i32> tags
 *       6: optional set<string> labels
 *       7: bool flag
 *       8: optional bool seen
 *       30: optional list<Shape> shapes
 *       31: optional Event cause
 *       32: optional Color color
 *       33: optional binary blob
 *       34: optional map<Point, uuid> places
 *     }
 */
#ifndef TESTS_HANDMADE_H
#define TESTS_HANDMADE_H

#include <ingot/ingot.h>

struct demo_Point {
	double x;
	double y;
};

struct demo_Shape {
	int32_t tag;
	union {
		const struct ingot_unknown *ingot_unknown;
		const struct demo_Point *point;
		double radius;
		struct ingot_string name;
	};
};

struct demo_Event_tags_entry {
	struct ingot_string key;
	int32_t value;
};

struct demo_Event_places_entry {
	struct demo_Point key;
	struct ingot_uuid value;
};

struct demo_Event {
	struct ingot_string name;
	const int32_t *attempt;
	const struct demo_Point *origin;
	struct {
		int64_t *items;
		uint32_t count;
	} ids;
	struct {
		struct demo_Event_tags_entry *items;
		uint32_t count;
	} tags;
	struct {
		struct ingot_string *items;
		uint32_t count;
	} labels;
	bool flag;
	const bool *seen;
	struct {
		struct demo_Shape *items;
		uint32_t count;
	} shapes;
	const struct demo_Event *cause;
	const int32_t *color;
	struct ingot_string blob;
	struct {
		struct demo_Event_places_entry *items;
		uint32_t count;
	} places;
	const struct ingot_unknown *ingot_unknown;
};

extern const struct ingot_type demo_Point_type;
extern const struct ingot_type demo_Shape_type;
extern const struct ingot_type demo_Event_type;

/* As demo_Event_type, but without generated functions: written by the table. */
extern const struct ingot_type demo_table_Event_type;

bool demo_Event_to_wire(const struct demo_Event *value, struct ingot_writer *writer);

#define TEXT(literal) ((struct ingot_string){ literal, sizeof(literal) - 1 })
#define ITEMS(array) { array, sizeof(array) / sizeof((array)[0]) }

#endif
