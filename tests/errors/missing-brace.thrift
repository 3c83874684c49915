struct A {
  1: i32 a

struct B {
  1: i32 b
}
