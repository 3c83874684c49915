struct A {
  1: list<A> b
  2: i32 int
  3: i32 int_
}
struct A_b {}
const i32 A_type = 3
struct Good {} (c.name = "name_taken_A")
