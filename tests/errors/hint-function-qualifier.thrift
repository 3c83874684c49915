service S {
  idempotent i32 f()
  performs I
}
