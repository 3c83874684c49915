union U { 1: required i32 a }
exception X {}
service S { void f(1: optional i32 a) throws (1: required X x) }
