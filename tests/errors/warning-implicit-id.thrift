struct A {
  i32 a
  5: i32 b
  i32 c
}
