struct A {
  1: slist a
  2: list<slist<i32>> b
}
