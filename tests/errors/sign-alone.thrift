const double A = -
struct B {}
const double C = +e10
