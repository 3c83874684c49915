service S {
  stream<i32> f()
  sink<i32, i32> g()
}
