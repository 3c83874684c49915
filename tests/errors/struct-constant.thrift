struct P {
  1: i32 x
  2: i32 yes
}
const P A = {"z": 1}
const P B = {"x": 1, "x": 2}
const P C = {1: 2}
const P D = {"yse": 1}
const P E = {"x": "1"}
