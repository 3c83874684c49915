const string A = "abc
def"
struct B {}
