union U {
  1: i32 tag
  2: i32 tag_
}
