/* SPDX-License-Identifier: MIT */
/** What hostile bytes are read as by the tests: one struct that knows a field in each place, and one that knows none. */
namespace c attack

struct Nothing {
}

struct Leaf {
  1: required i32 number;
}

enum Mood {
  CALM = 1,
  ANGRY = 2,
}

/** Large in memory, one byte on the wire. */
struct Wide {
  1: optional string a;
  2: optional string b;
  3: optional string c;
  4: optional string d;
  5: optional list<i64> e;
  6: optional list<i64> f;
  7: optional list<i64> g;
  8: optional map<string, i64> h;
  9: optional map<string, i64> i;
  10: optional binary j;
  11: optional binary k;
  12: optional binary l;
  13: optional i64 m;
  14: optional i64 n;
}

union Choice {
  1: i32 number;
  2: string text;
  3: Root root;
  4: list<i32> numbers;
  5: list<Leaf> leaves;
  6: bool flag;
  7: map<string, i32> tags;
  8: Choice choice;
}

struct Root {
  1: optional bool flag;
  2: optional i8 tiny;
  3: i16 small;
  4: optional i32 medium;
  5: optional i64 large;
  6: double real;
  7: optional string text;
  8: optional binary bytes;
  9: optional uuid id;
  10: optional Mood mood;
  11: optional Leaf leaf;
  12: optional Root root;
  13: optional Choice choice;
  14: optional Wide wide;

  20: optional list<bool> flag_list;
  21: optional list<i8> tiny_list;
  22: optional list<i16> small_list;
  23: optional list<i32> medium_list;
  24: optional list<i64> large_list;
  25: optional list<double> real_list;
  26: optional list<string> text_list;
  27: optional list<uuid> id_list;
  28: optional list<Leaf> leaf_list;
  29: optional list<Root> root_list;
  30: optional list<Choice> choice_list;
  31: optional list<Wide> wide_list;
  32: optional list<Nothing> nothing_list;
  33: optional list<list<i64>> list_list;
  34: optional list<map<i32, i32>> map_list;

  40: optional set<bool> flag_set;
  41: optional set<i64> large_set;
  42: optional set<string> text_set;
  43: optional set<Root> root_set;
  44: optional set<Wide> wide_set;
  45: optional set<set<i32>> set_set;

  50: optional map<bool, bool> flag_map;
  51: optional map<i32, i64> number_map;
  52: optional map<string, string> text_map;
  53: optional map<i32, Root> root_values;
  54: optional map<Root, i32> root_keys;
  55: optional map<i32, Wide> wide_values;
  56: optional map<list<i32>, set<i32>> list_keys;
  57: optional map<i32, list<Root>> root_lists;

  /** The last id there is. */
  32767: optional i32 last;
}

/** Nesting by each kind of container. */
struct InList {
  1: optional list<InList> below;
}

struct InSet {
  1: optional set<InSet> below;
}

struct InKey {
  1: optional map<InKey, i8> below;
}

struct InValue {
  1: optional map<i8, InValue> below;
}

/** Each kind of required field; two with a default, which is no substitute for the field. */
struct Demanding {
  1: required bool flag;
  2: required i64 large;
  3: required string text;
  4: required Leaf leaf;
  5: required list<i32> numbers;
  6: required list<Leaf> leaves;
  7: required map<string, i32> tags;
  8: required Choice choice;
  9: required i32 answer = 42;
  10: required list<i32> primes = [2, 3, 5];
}

/** More required fields than a word has bits. */
struct Many {
  1: required i8 f1;
  2: required i8 f2;
  3: required i8 f3;
  4: required i8 f4;
  5: required i8 f5;
  6: required i8 f6;
  7: required i8 f7;
  8: required i8 f8;
  9: required i8 f9;
  10: required i8 f10;
  11: required i8 f11;
  12: required i8 f12;
  13: required i8 f13;
  14: required i8 f14;
  15: required i8 f15;
  16: required i8 f16;
  17: required i8 f17;
  18: required i8 f18;
  19: required i8 f19;
  20: required i8 f20;
  21: required i8 f21;
  22: required i8 f22;
  23: required i8 f23;
  24: required i8 f24;
  25: required i8 f25;
  26: required i8 f26;
  27: required i8 f27;
  28: required i8 f28;
  29: required i8 f29;
  30: required i8 f30;
  31: required i8 f31;
  32: required i8 f32;
  33: required i8 f33;
  34: required i8 f34;
  35: required i8 f35;
  36: required i8 f36;
  37: required i8 f37;
  38: required i8 f38;
  39: required i8 f39;
  40: required i8 f40;
  41: required i8 f41;
  42: required i8 f42;
  43: required i8 f43;
  44: required i8 f44;
  45: required i8 f45;
  46: required i8 f46;
  47: required i8 f47;
  48: required i8 f48;
  49: required i8 f49;
  50: required i8 f50;
  51: required i8 f51;
  52: required i8 f52;
  53: required i8 f53;
  54: required i8 f54;
  55: required i8 f55;
  56: required i8 f56;
  57: required i8 f57;
  58: required i8 f58;
  59: required i8 f59;
  60: required i8 f60;
  61: required i8 f61;
  62: required i8 f62;
  63: required i8 f63;
  64: required i8 f64;
  65: required i8 f65;
  66: required i8 f66;
  67: required i8 f67;
  68: required i8 f68;
  69: required i8 f69;
  70: required i8 f70;
}
