const i32 K = 1
service S {}
struct A { 1: K k; 2: S s }
