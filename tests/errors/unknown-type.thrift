struct A {
  1: Poitn p
  2: Nothing q
  3: int r
  4: list<strin> s
}
struct Point {}
