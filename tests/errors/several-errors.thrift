struct A {
  1: i32 1a
  2: Strng b
}
enum E { A, A }
const i8 K = 300
struct A {}
