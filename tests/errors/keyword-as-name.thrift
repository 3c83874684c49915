struct list { 1: i32 a }
service S { void map() }
enum E { enum }
