service A { void f() }
service B extends A { void g() }
service C extends B {
  void f()
}
