enum E { A }
struct Part { 1: i32 x }
struct Fine { 1: Part part (ingot.lazy); 2: optional list<i32> numbers (ingot.lazy) }
struct A { 1: required Part part (ingot.lazy); 2: optional string text (ingot.lazy); 3: E e (ingot.lazy) }
union U { 1: Part part (ingot.lazy) }
service S { void f(1: Part part (ingot.lazy)) }
