struct A { 1: i32 a } (ingot.batch)
struct A_batch { 1: i32 a }
struct B { 1: i32 a }
struct B_batch { 1: i32 a }
