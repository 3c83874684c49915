include "circle-a.thrift"
