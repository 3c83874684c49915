struct A {}
enum B { X }

const i32 A = 1
service B {}
