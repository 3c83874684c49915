struct A { 1: i32 a (c.name = "1x") } (c.name = "")
