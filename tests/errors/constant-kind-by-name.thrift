struct P {}
struct Q {}
const P A = {}
const Q B = A
const uuid U = "00112233-4455-6677-8899-aabbccddeeff"
const string V = U
const list<i32> L = []
const i32 W = L
const double D = 1
const i32 X = D
const map<i32, i32> M = {1: 2}
const set<i32> Y = M
const E E1 = E.A
enum E { A }
const double Z = E1
