# options: -Werror -Wno-error=implicit-id
struct A { i32 a; -5: i32 b }
