enum E {
  A = B
  C = "x"
  D
}
