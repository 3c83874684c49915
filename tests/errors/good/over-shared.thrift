include "shared.thrift"
struct B { 1: shared.Point p }
