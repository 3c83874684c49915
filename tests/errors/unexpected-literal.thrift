struct "A" {}
