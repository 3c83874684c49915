struct T { 1: string b }
const i32 K = 2
service V {}
