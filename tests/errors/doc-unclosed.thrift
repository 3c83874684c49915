/** never
closed
struct A {}
