namespace c ingot.x
struct A {}
