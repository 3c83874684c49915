/* SPDX-License-Identifier: MIT */
/** Repeated strings that share storage, and structs that come in batches. */
namespace c techniques

struct Event {
  1: required string name (ingot.dedup);
  2: optional list<string> tags (ingot.dedup);
  3: optional map<string, string> labels (ingot.dedup);
  4: optional string note;
  5: optional i64 at;
} (ingot.batch)

struct Events {
  1: required list<Event> events;
} (ingot.batch)

/** As it comes from a client: no strings that are known to repeat. */
struct Request {
  1: required string name;
  2: optional list<string> tags;
  3: optional map<string, string> labels;
  4: optional string note;
  5: optional i64 at;
} (ingot.batch)

union Key {
  1: string text (ingot.dedup);
  2: i64 number;
} (ingot.batch)

/** Short lists one after the other. */
struct Lists {
  1: optional list<string> a;
  2: optional list<string> b;
  3: optional list<string> c;
  4: optional list<string> d;
  5: optional list<string> e;
  6: optional list<string> f;
  7: optional list<string> g;
  8: optional list<string> h;
}

/** The same with strings that are known to repeat. */
struct SharedLists {
  1: optional list<string> a (ingot.dedup);
  2: optional list<string> b (ingot.dedup);
  3: optional list<string> c (ingot.dedup);
  4: optional list<string> d (ingot.dedup);
  5: optional list<string> e (ingot.dedup);
  6: optional list<string> f (ingot.dedup);
  7: optional list<string> g (ingot.dedup);
  8: optional list<string> h (ingot.dedup);
}
