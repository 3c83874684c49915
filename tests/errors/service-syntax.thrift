service S {
  void a(1: i32 x
  i32 b()
}
struct T { 1: i32 a }
