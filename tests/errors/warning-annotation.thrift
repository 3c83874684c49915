struct A { 1: i32 a (c.nmae = "x", ingot.nothing, other.key = "y") } (ingot.dedup)
