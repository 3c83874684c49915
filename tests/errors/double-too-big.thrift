const double A = 1e400
const double B = -1e400
