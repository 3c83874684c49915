struct Point { 1: i32 x }
const i32 K = 1
enum E { A = 1 }
exception X {}
service V { void f() }
