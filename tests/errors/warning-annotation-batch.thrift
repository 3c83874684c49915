enum E { A } (ingot.batch)
service S { void f() } (ingot.batch)
struct T { 1: i32 a } (ingot.batch)
