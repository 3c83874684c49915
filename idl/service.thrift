/* SPDX-License-Identifier: MIT */
/** Services: results, exceptions, oneway, inheritance, batches. */
namespace c calc

enum Operation {
  ADD = 1;
  SUBTRACT = 2;
  MULTIPLY = 3;
  DIVIDE = 4;
}

exception DivisionByZero {
  1: required string message;
}

exception Overflow {
  1: required string message;
  2: optional i64 at;
}

struct Work {
  1: required Operation operation;
  2: required i64 left;
  3: required i64 right;
  4: optional string comment;
}

struct Outcome {
  1: optional i64 value;
  2: optional string error;
}

service Base {
  /** Nothing in, nothing out. */
  void ping(),
  string version(),
}

service Calc extends Base {
  i32 add(1: i32 left, 2: i32 right),
  i64 work(1: required Work work) throws (1: DivisionByZero zero, 2: Overflow overflow),
  /** A batch: one outcome for each. */
  list<Outcome> batch(1: list<Work> works),
  Work last(),
  void forget(1: i64 before) throws (1: Overflow overflow),
  oneway void log(1: string line, 2: map<string, string> context),
}
