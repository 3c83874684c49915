/* SPDX-License-Identifier: MIT */
/** Names that C, C++, the standard headers' macros or generated code itself would like to have. */
namespace c names

/** Keywords of C. */
struct Keywords {
  1: optional i32 auto;
  2: optional i32 break;
  3: optional i32 case;
  4: optional i32 char;
  5: optional i32 const;
  6: optional i32 continue;
  7: optional i32 default;
  8: optional i32 do;
  9: optional i32 double;
  10: optional i32 else;
  11: optional i32 enum;
  12: optional i32 extern;
  13: optional i32 float;
  14: optional i32 for;
  15: optional i32 goto;
  16: optional i32 if;
  17: optional i32 inline;
  18: optional i32 int;
  19: optional i32 long;
  20: optional i32 register;
  21: optional i32 restrict;
  22: optional i32 return;
  23: optional i32 short;
  24: optional i32 signed;
  25: optional i32 sizeof;
  26: optional i32 static;
  27: optional i32 struct;
  28: optional i32 switch;
  29: optional i32 typedef;
  30: optional i32 union;
  31: optional i32 unsigned;
  32: optional i32 void;
  33: optional i32 volatile;
  34: optional i32 while;
  35: optional i32 _Bool;
  36: optional i32 _Generic;
}

/** Keywords of C++. */
struct Plus {
  1: optional string and;
  2: optional string asm;
  3: optional string bool;
  4: optional string catch;
  5: optional string class;
  6: optional string constexpr;
  7: optional string delete;
  8: optional string explicit;
  9: optional string export;
  10: optional string friend;
  11: optional string mutable;
  12: optional string namespace;
  13: optional string new;
  14: optional string noexcept;
  15: optional string not;
  16: optional string nullptr;
  17: optional string operator;
  18: optional string or;
  19: optional string private;
  20: optional string protected;
  21: optional string public;
  22: optional string template;
  23: optional string this;
  24: optional string throw;
  25: optional string try;
  26: optional string typename;
  27: optional string using;
  28: optional string virtual;
  29: optional string wchar_t;
  30: optional string xor;
}

/** Macros of the standard headers and of common systems. */
struct Macros {
  1: optional i64 NULL;
  2: optional i64 EOF;
  3: optional i64 errno;
  4: optional i64 stdin;
  5: optional i64 stdout;
  6: optional i64 stderr;
  7: optional i64 assert;
  8: optional i64 offsetof;
  9: optional i64 INT_MAX;
  10: optional i64 UINT8_MAX;
  11: optional i64 SIZE_MAX;
  12: optional i64 INFINITY;
  13: optional i64 NAN;
  14: optional i64 linux;
  15: optional i64 unix;
  16: optional i64 major;
  17: optional i64 minor;
  18: optional i64 SIGINT;
  19: optional i64 signbit;
  20: optional i64 va_arg;
}

/** What generated code calls things. */
struct Inner {
  1: optional i32 type;
  2: optional i32 tag;
  3: optional i32 value;
  4: optional i32 items;
  5: optional i32 count;
  6: optional i32 data;
  7: optional i32 size;
  8: optional i32 key;
  9: optional i32 id;
  10: optional i32 p;
  11: optional i32 decoder;
  12: optional i32 depth;
  13: optional i32 reader;
  14: optional i32 writer;
  15: optional i32 mem_ctx;
  16: optional i32 block;
  17: optional i32 ingot_string;
  18: optional i32 uint8_t;
  19: optional i32 initial;
  20: optional i32 is_set;
}

/** Names that differ from others in one place only. */
struct Likenesses {
  1: optional i32 a;
  2: optional i32 A;
  3: optional i32 a_;
  4: optional i32 _a;
  5: optional i32 a__b;
  6: optional i32 a_b;
  7: optional list<i32> list_of_a;
  8: optional map<string, i32> a_map;
}

/** A struct may be called as a keyword of C or a type of the library is: it stands behind the namespace. */
struct register {
  1: optional i32 register;
}

struct ingot_type {
  1: optional register ingot_type;
}

enum Color {
  NULL = 0;
  int = 1;
  class = 2;
  errno = 3;
  Color = 4;
}

union Choice {
  1: i32 int;
  2: string tag;
  3: Color union;
  4: list<i32> value;
}

/** (c.name) says what C calls it. */
struct Renamed {
  1: optional i32 first (c.name = "uno");
  2: optional string second (c.name = "due");
} (c.name = "Rinominato")

const i32 NULL = 1
const string errno = "none"
