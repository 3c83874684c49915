/* SPDX-License-Identifier: MIT */
namespace c event

enum Severity {
  DEBUG,
  INFO,
  ALARM = 10,
}

struct Place {
  1: required double latitude;
  2: required double longitude;
}

union Cause {
  1: string text;
  2: i32 signal;
}

struct Event {
  1: required string name;
  2: i64 at = 0;
  3: Severity severity = Severity.INFO;
  4: optional i32 attempt = 1;
  5: optional Place place;
  6: optional list<string> labels;
  7: optional map<string, i64> counters;
  8: optional Cause cause;
}
