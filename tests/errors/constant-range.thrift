const i8 A = 300
const i16 B = 70000
const i32 C = 5000000000
const bool D = 2
const i8 E = -129
struct S { 1: i8 a = 128 }
