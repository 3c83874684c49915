# options: --diagnostics=json
struct A {
  1: Poitn p // größe
}
struct Point { i32 a }
const string S = "\q"
