struct A {
	1: Typ a // â€® › [31m
}
