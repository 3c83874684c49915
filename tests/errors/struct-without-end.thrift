struct A { 1: required B b }
struct B {
  1: i32 x
  2: required A a
}
struct Self { 1: required Self me }
