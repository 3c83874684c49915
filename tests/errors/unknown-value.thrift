const i32 A = LATE
const i32 LATER = 5
const i32 B = Nothing.At.All
const i32 C = E.BB
enum E { AA, AB }
const i32 D = AB
const i32 F = E.Nothing
