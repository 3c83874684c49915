struct P { 1: required i32 x; 2: required i32 y = 1 }
const P A = {}
