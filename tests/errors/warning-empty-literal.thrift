const list<i32> A = {}
const map<i32, i32> B = []
struct S {}
const S C = []
