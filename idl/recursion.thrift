/* SPDX-License-Identifier: MIT */
/** Types that reach themselves: directly, through each other, through containers and unions. */
namespace c recursion

struct Node {
  1: required i32 value;
  2: optional Node next;
}

struct Tree {
  1: optional string label;
  2: optional Tree left;
  3: optional Tree right;
}

/** Through containers only. */
struct Folder {
  1: required string name;
  2: optional list<Folder> folders;
  3: optional map<string, Folder> by_name;
  4: optional map<Folder, Folder> links;
  5: optional set<Folder> distinct;
  6: optional list<list<Folder>> layers;
}

/** Ping and Pong reach each other. */
struct Ping {
  1: optional i64 count;
  2: optional Pong pong;
}

struct Pong {
  1: optional double weight;
  2: optional Ping ping;
  3: optional Pong pong;
}

struct Sum {
  1: required Expression left;
  2: required Expression right;
}

union Expression {
  1: i64 number;
  2: string variable;
  3: Sum sum;
  4: Expression negated;
  5: list<Expression> product;
}

typedef list<Forest_> Trees
struct Forest_ {
  1: optional Trees trees;
}
