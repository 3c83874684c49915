include "good/shared.thrift"
struct shared { 1: shared.Point p }
