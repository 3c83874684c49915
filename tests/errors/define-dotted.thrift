struct a.b {}
enum E { A.B = 1 }
