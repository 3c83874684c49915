struct A {
  1: i32 größe
  2: i32 b // größe is fine here
}
