struct B {}
