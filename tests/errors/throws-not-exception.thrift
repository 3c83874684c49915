struct A {}
exception X {}
service S {
  void f() throws (1: A a, 2: i32 b, 3: X x)
}
