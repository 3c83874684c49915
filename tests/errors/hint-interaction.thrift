interaction I { void f() }
