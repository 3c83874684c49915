struct A { 1: B b = {} }
struct B { 1: list<A> a = [{}] }
struct C { 1: C c = {} }
struct D { 1: optional D d = {"d": {}} }
