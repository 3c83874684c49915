exception X {}
service S { oneway void f() throws (1: X x) }
