struct A {
  1 i32 a
  2: required b
  3: i32 c = 
}
