struct A {
  -32768: i32 a
  i32 b
}
