namespace c a
namespace py b
namespace c d
struct A {}
