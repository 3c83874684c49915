typedef Beta Alpha
typedef list<Gamma> Beta
typedef Alpha Gamma
struct S { 1: optional Alpha x }
