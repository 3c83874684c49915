senum E { "a", "b" }
struct A {}
