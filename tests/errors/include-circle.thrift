include "good/circle-a.thrift"
