struct T { 1: i32 a }
const i32 K = 1
service V {}
