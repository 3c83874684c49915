namespace c before
struct Point { 1: i32 x; 2: optional i32 y; 3: required i32 z; 4: i32 gone; 5: required i32 must; 6: i32 name; 7: i32 d = 1; 9: list<i32> l; 10: string s; 11: Color c; 12: Other o }
struct Other { 1: i32 a }
struct Lost { 1: i32 a }
union U { 1: i32 a; 2: string b }
struct Kind { 1: i32 a }
enum Color { RED = 1, GREEN = 2, BLUE = 3, PINK = 4 }
enum Away { A }
exception X { 1: string m }
exception Y { 1: string m }
const i32 K = 1
const i32 L = 1
typedef i32 T
service Base { void b() }
service V extends Base {
  i32 get(1: i32 a, 2: i32 b)
  void gone()
  oneway void fire()
  void wait()
  i32 kind()
  void thrown() throws (1: X x)
  void begins()
}
service W {}
