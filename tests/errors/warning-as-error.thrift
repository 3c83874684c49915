# options: -Werror=implicit-id
struct A { i32 a }
