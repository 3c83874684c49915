const map<string, i32> A = {"a": 1, "b": 2, "a": 3}
const map<list<i32>, i32> B = {[1, 2]: 1, [1]: 2, [1, 2]: 3}
struct P { 1: i32 x }
const map<P, i32> C = {{"x": 1}: 1, {"x": 1}: 2}
