# options: -Wno-implicit-id
struct A { i32 a }
