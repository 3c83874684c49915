include "nowhere.thrift"
struct A { 1: nowhere.T t }
