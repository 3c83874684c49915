include "good/one/same.thrift"
include "good/two/same.thrift"
struct A { 1: same.T t }
const i32 B = same.K
service S extends same.V {}
