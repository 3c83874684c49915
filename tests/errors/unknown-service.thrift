include "good/shared.thrift"
service A extends B {}
service C extends shared.W {}
struct T {}
service D extends T {}
