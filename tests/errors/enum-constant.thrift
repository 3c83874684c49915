enum E { A = 1, B = 2 }
enum F { A = 1 }
const E X = F.A
const E Y = 3
const E Z = 2
enum Empty {}
const Empty W = 0
