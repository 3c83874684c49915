include "good/my-types.thrift" as m
struct A {}
