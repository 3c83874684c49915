include "good/my-types.thrift"
struct V {
  1: my-types.U1 u
  2: i32 b
}
