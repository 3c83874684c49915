struct A { 1: i32 a } (c.project = "")
struct B { 1: i32 a } (c.project = "no colon")
struct C { 1: i32 a } (c.project = "Short:a")
