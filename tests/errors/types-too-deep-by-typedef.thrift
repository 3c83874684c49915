typedef list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<i32>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> A
typedef list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<A>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> B
struct S { 1: B b }
