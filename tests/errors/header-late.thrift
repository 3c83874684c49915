struct A {}
include "good/my-types.thrift"
namespace c x
