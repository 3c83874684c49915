union U { 1: i32 a; 2: string b }
const U A = {"a": 1, "b": "x"}
const U B = {"b": "x"}
