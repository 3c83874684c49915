const i32 A = B
const i32 B = C
const i32 C = A
const list<i32> L = [1, A]
