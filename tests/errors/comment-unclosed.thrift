struct A {}
/* never
closed
