include "include-itself.thrift"
