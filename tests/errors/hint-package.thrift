package "example.com/a"
struct A {}
