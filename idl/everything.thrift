/* SPDX-License-Identifier: MIT */
/** Every type in every place it can stand: for the tests. */
namespace c everything

enum Color {
  RED,
  GREEN = 5,
  /** One more than GREEN. */
  BLUE,
  DARK = -2,
  LARGEST = 2147483647,
}

enum Empty {
}

typedef i64 Timestamp
typedef string Label
typedef list<Label> Labels
typedef map<Label, Labels> Index
typedef Color Paint

struct Nothing {
}

struct Point {
  1: required double x;
  2: required double y;
}

typedef Point Corner

/** Each scalar once, in the requiredness that has neither word. */
struct Plain {
  1: bool a_bool;
  2: i8 an_i8;
  3: i16 an_i16;
  4: i32 an_i32;
  5: i64 an_i64;
  6: double a_double;
  7: string a_string;
  8: binary a_binary;
  9: uuid a_uuid;
  10: Color a_color;
  11: Point a_point;
  12: Timestamp a_timestamp;
  13: byte a_byte;
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
  9: required uuid a_uuid;
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
  9: optional uuid a_uuid;
  10: optional Color a_color;
  11: optional Point a_point;
  12: optional list<i32> a_list;
  13: optional set<string> a_set;
  14: optional map<string, i32> a_map;
  15: optional Shape a_union;
  16: optional Nothing a_nothing;
}

/** A list of each type. */
struct Lists {
  1: optional list<bool> bools;
  2: optional list<i8> i8s;
  3: optional list<i16> i16s;
  4: optional list<i32> i32s;
  5: optional list<i64> i64s;
  6: optional list<double> doubles;
  7: optional list<string> strings;
  8: optional list<binary> binaries;
  9: optional list<uuid> uuids;
  10: optional list<Color> colors;
  11: optional list<Point> points;
  12: optional list<Shape> shapes;
  13: optional list<list<i16>> lists;
  14: optional list<set<i64>> sets;
  15: optional list<map<i32, string>> maps;
  16: optional list<Nothing> nothings;
  17: optional Labels labels;
}

struct Sets {
  1: optional set<bool> bools;
  2: optional set<i8> i8s;
  3: optional set<i16> i16s;
  4: optional set<i32> i32s;
  5: optional set<i64> i64s;
  6: optional set<double> doubles;
  7: optional set<string> strings;
  8: optional set<binary> binaries;
  9: optional set<uuid> uuids;
  10: optional set<Color> colors;
  11: optional set<Point> points;
  12: optional set<Shape> shapes;
  13: optional set<list<i16>> lists;
  14: optional set<set<i64>> sets;
  15: optional set<map<i32, string>> maps;
}

struct Maps {
  1: optional map<bool, bool> of_bools;
  2: optional map<i8, i64> of_i8s;
  3: optional map<i16, double> of_i16s;
  4: optional map<i32, Color> of_i32s;
  5: optional map<i64, uuid> of_i64s;
  6: optional map<double, i8> of_doubles;
  7: optional map<string, binary> of_strings;
  8: optional map<binary, string> of_binaries;
  9: optional map<uuid, Point> of_uuids;
  10: optional map<Color, bool> of_colors;
  11: optional map<Point, Shape> of_points;
  12: optional map<Shape, i16> of_shapes;
  13: optional map<list<i32>, set<i32>> of_lists;
  14: optional map<set<string>, list<bool>> of_sets;
  15: optional map<map<string, i32>, map<i32, string>> of_maps;
  16: optional Index index;
}

/** Three containers deep, and a struct at the bottom. */
struct Deep {
  1: optional list<map<string, set<i32>>> a;
  2: optional map<i32, list<map<string, Point>>> b;
  3: optional set<list<set<Label>>> c;
  4: optional list<list<list<Optional>>> d;
}

/** Exactly one member is set. */
union Shape {
  1: Point point;
  2: double radius;
  3: string name;
  4: list<Point> polygon;
  5: bool flag;
  6: Color color;
  7: map<string, i32> tags;
  8: uuid id;
  300: Nothing nothing;
}

exception Trouble {
  1: required string message;
  2: optional i32 code = -1;
  3: optional list<string> trace;
}

/** Defaults of every kind. */
struct Defaults {
  1: bool a_bool = true;
  2: i8 an_i8 = -8;
  3: i16 an_i16 = 0x10;
  4: i32 an_i32 = ANSWER;
  5: i64 an_i64 = -9223372036854775808;
  6: double a_double = 2.5;
  7: string a_string = "tab\there";
  8: binary a_binary = "bytes";
  9: uuid a_uuid = "00112233-4455-6677-8899-aabbccddeeff";
  10: Color a_color = Color.GREEN;
  11: Point a_point = {"x": 1, "y": -1.5};
  12: list<i32> a_list = [1, 2, 3];
  13: set<string> a_set = ["a", 'b'];
  14: map<string, i32> a_map = {"one": 1, "two": 2};
  15: optional i32 an_optional = 7;
  16: required i32 a_required = 9;
  17: list<list<i16>> a_nested = [[1], [], [2, 3]];
  18: double a_whole = 4;
  19: Paint a_paint = 6;
  20: Corner a_corner = ORIGIN;
  21: string an_empty = "";
  22: list<i32> no_items = [];
  23: optional string an_optional_string = "there";
  24: optional bool an_optional_bool = false;
}

/** Keeps all fields of any struct. */
struct Keeper {
} (ingot.unknown)

/** Knows some fields of Optional and keeps the others. */
struct Half {
  2: optional i8 an_i8;
  7: optional string a_string;
  11: optional Point a_point;
  12: optional list<i32> a_list;
} (ingot.unknown)

/** What Lazy keeps as bytes, decoded at once. */
struct Eager {
  1: optional Point point;
  2: list<Optional> items;
  3: optional map<string, i32> tags;
  4: optional Shape shape;
  5: optional string text;
}

struct Lazy {
  1: optional Point point (ingot.lazy);
  2: list<Optional> items (ingot.lazy);
  3: optional map<string, i32> tags (ingot.lazy);
  4: optional Shape shape (ingot.lazy);
  5: optional string text;
}

/** Ids that are far apart, out of order, and at the end of their range. */
struct Ids {
  32767: optional i32 last;
  1: optional i32 first;
  16: optional i32 sixteen;
  200: optional bool two_hundred;
  32766: optional bool last_but_one;
  17: optional i32 seventeen;
}

const bool YES = true
const i8 SMALL = -128
const i16 SHORT = 32767
const i32 ANSWER = 42
const i64 LARGE = 9223372036854775807
const double PI = 3.141592653589793
const double TINY = 5e-324
const string GREETING = "hello, \"world\"\n"
const binary MAGIC = "PAR1"
const uuid ID = "{ffffffff-0000-1111-2222-333333333333}"
const Color FAVOURITE = Color.BLUE
const Timestamp EPOCH = 0
const Point ORIGIN = {"x": 0, "y": 0.0}
const list<i32> PRIMES = [2, 3, 5, 7]
const set<string> VOWELS = ["a", "e", "i", "o", "u"]
const map<string, Color> PALETTE = {"sky": Color.BLUE, "leaf": Color.GREEN}
const list<Point> SQUARE = [{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 1, "y": 1}, {"x": 0, "y": 1}]
const map<i32, list<string>> TABLE = {1: ["one"], 2: ["two", "deux"], 3: []}
const Shape CIRCLE = {"radius": 1.5}
const i32 SAME = ANSWER
const list<i32> SAME_PRIMES = PRIMES
