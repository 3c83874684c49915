const i32 A = 0XFF
const i32 B = 0b11
const i32 C = 0o17
