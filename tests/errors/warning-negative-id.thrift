struct A {
  -3: i32 a
  i32 b
}
