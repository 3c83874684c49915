/* SPDX-License-Identifier: MIT */
/** Small messages to measure with: scalars, nested structs, nested containers. */
namespace c bench

struct PrimitiveOptionalStruct {
  1: optional bool boolField;
  2: optional i8 byteField;
  3: optional i16 int16Field;
  4: optional i32 int32Field;
  5: optional i64 int64Field;
  6: optional double doubleField;
  7: optional string stringField;
  8: optional binary binaryField;
}

struct Point {
  1: required double x;
  2: required double y;
}

struct Edge {
  1: required Point startPoint;
  2: required Point endPoint;
}

struct Graph {
  1: required list<Edge> edges;
}

struct ContainersOfContainers {
  1: optional list<list<i32>> listOfLists;
  2: optional list<set<i32>> listOfSets;
  3: optional list<map<i32, i32>> listOfMaps;
  4: optional set<set<string>> setOfSets;
  5: optional set<list<string>> setOfLists;
  6: optional set<map<string, string>> setOfMaps;
  7: optional map<map<string, i32>, i64> mapOfMapToInt;
  8: optional map<list<i32>, set<i64>> mapOfListToSet;
  9: optional map<set<i32>, list<double>> mapOfSetToListOfDouble;
}
