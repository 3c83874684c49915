@thrift.Experimental
struct A {
  @cpp.Ref{type = x}
  1: i32 a
}
