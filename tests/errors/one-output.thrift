include "good/one/one-output.thrift"
struct A {}
