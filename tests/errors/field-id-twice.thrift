struct A {
  1: i32 a
  2: i32 b
  1: i32 c
  0x1: i32 d
}
service S { void f(1: i32 a, 1: i32 b) throws (1: X x, 1: X y) }
exception X {}
