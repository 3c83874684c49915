include "good/shared.thrift"
struct A {
  1: shared.Piont a
  2: shraed.Point b
  3: other.Point c
}
