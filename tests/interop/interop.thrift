/* SPDX-License-Identifier: MIT */
/* What Ingot and Apache Thrift 0.17 can both hold: no uuid, no containers or structs as keys (see docs/interop.md). */
namespace c interop
namespace cpp interop
namespace py interop

enum Color {
  RED,
  GREEN = 5,
  DARK = -2,
}

struct Point {
  1: required double x;
  2: required double y;
}

union Shape {
  1: Point point;
  2: double radius;
  3: string name;
  4: list<Point> polygon;
  5: bool flag;
  6: i32 color;
  300: binary blob;
}

struct Required {
  1: required bool a_bool;
  2: required i8 an_i8;
  3: required i16 an_i16;
  4: required i32 an_i32;
  5: required i64 an_i64;
  6: required double a_double;
  7: required string a_string;
  8: required binary a_binary;
  10: required Color a_color;
  11: required Point a_point;
  12: required list<i32> a_list;
  13: required set<string> a_set;
  14: required map<string, i32> a_map;
  15: required Shape a_union;
}

struct Optional {
  1: optional bool a_bool;
  2: optional i8 an_i8;
  3: optional i16 an_i16;
  4: optional i32 an_i32;
  5: optional i64 an_i64;
  6: optional double a_double;
  7: optional string a_string;
  8: optional binary a_binary;
  10: optional Color a_color;
  11: optional Point a_point;
  12: optional list<i32> a_list;
  13: optional set<string> a_set;
  14: optional map<string, i32> a_map;
  15: optional Shape a_union;
  16: optional list<Optional> nested;
}

/** Always written by all. */
struct Default {
  1: bool a_bool = true;
  2: i8 an_i8;
  3: i16 an_i16 = 16;
  4: i32 an_i32;
  5: i64 an_i64;
  6: double a_double = 2.5;
  7: string a_string = "default";
  8: binary a_binary;
  10: Color a_color = Color.GREEN;
  11: Point a_point;
  12: list<i32> a_list = [1, 2];
}

struct Containers {
  1: optional list<bool> bools;
  2: optional list<i8> i8s;
  3: optional list<i16> i16s;
  4: optional list<i32> i32s;
  5: optional list<i64> i64s;
  6: optional list<double> doubles;
  7: optional list<string> strings;
  8: optional list<binary> binaries;
  9: optional list<Color> colors;
  10: optional list<Point> points;
  11: optional list<Shape> shapes;
  12: optional list<list<i16>> lists;
  13: optional list<set<i64>> sets;
  14: optional list<map<i32, string>> maps;
  20: optional set<bool> bool_set;
  21: optional set<i8> i8_set;
  22: optional set<i16> i16_set;
  23: optional set<i32> i32_set;
  24: optional set<string> string_set;
  25: optional set<Color> color_set;
  40: optional map<bool, bool> of_bools;
  41: optional map<i8, i64> of_i8s;
  42: optional map<i16, double> of_i16s;
  43: optional map<i64, list<Point>> of_i64s;
  44: optional map<string, binary> of_strings;
  45: optional map<Color, map<string, set<i32>>> of_colors;
  46: optional map<string, Shape> of_shapes;
}

/** Ids that are far apart, and not in order. */
struct Ids {
  32767: optional i32 last;
  1: optional bool first;
  16: optional i32 sixteen;
  200: optional bool two_hundred;
  17: optional string seventeen;
}
