include "good/over-shared.thrift"
struct A { 1: shared.Point p }
