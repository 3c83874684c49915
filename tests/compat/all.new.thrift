namespace c after
struct Point { 1: i64 x; 2: required i32 y; 3: optional i32 z; 6: i32 title; 7: i32 d = 2; 8: optional i32 in_the_middle; 9: list<i64> l; 10: binary s; 11: i32 c; 12: Renamed o; 13: required i32 new; 14: i32 fine }
struct Renamed { 1: string a }
struct Other { 1: i32 a }
union U { 1: i32 a }
union Kind { 1: i32 a }
enum Color { RED = 5, GREEN = 2, AZURE = 3 }
exception X { 1: string m }
exception Y { 1: string m }
const i32 K = 2
const i32 L = 1
typedef i64 T
service Base { void b() }
service V {
  i32 get(1: i32 a, 2: string b, 3: required i32 c)
  void fire()
  oneway void wait()
  string kind()
  void thrown() throws (2: Y y)
  void begins() throws (1: X x)
}
