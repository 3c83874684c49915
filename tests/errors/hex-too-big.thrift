const i64 A = 0x8000000000000000
const i64 B = 0x7fffffffffffffff
