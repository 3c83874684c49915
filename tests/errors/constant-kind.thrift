const i32 A = "x"
const string B = 5
const i32 C = 1.5
const list<i32> D = 5
const map<i32, i32> E = [1]
const list<i32> F = {1: 2}
const double G = "x"
const E1 H = "A"
enum E1 { A }
const uuid I = 5
struct P {}
const P J = [1]
const i32 K = [1]
const bool L = {}
const P M = 5
const map<string, list<i32>> N = {"a": ["b"]}
