const string A = "a\x41b"
const string B = '\0'
const string C = "good\n"
