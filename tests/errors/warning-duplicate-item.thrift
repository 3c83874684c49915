const set<i32> A = [1, 2, 1]
const set<string> B = ["a", "b", 'a']
const set<double> C = [1, 1.0]
