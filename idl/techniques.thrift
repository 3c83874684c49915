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
