include "circle-b.thrift"
