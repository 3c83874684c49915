namespace c v
include "other.thrift"

const double TINY = 123.45e-22
const double TENTH = 0.1
const double DENORM = 5e-324
const double MAXD = 1.7976931348623157e308
const double NEGZ = -0.0
const double WHOLE = 3
const double BIGINT = 9007199254740993
const double THIRD = 0.333333333333333314829616256247390992939472198486328125
const list<double> DOUBLES = [1e22, -5e-324]
struct Doubles { 1: double a = 123.45e-22; 2: double b = 1e23; 3: double c = .5; 4: double d = -0.0 }

const i64 LO = -9223372036854775808
const i64 HI = 9223372036854775807
const i32 LO32 = -2147483648
const i16 LO16 = -32768
const i8 LO8 = -128
const i64 HEX = 0x7FFFFFFFFFFFFFFF
const i64 NEGHEX = -0x10
const i64 PLUS = +42
const bool YES = true
const list<i64> INTS = [-9223372036854775808, 0]
struct Ints { 1: i64 a = -9223372036854775808; 2: i32 b = -2147483648; 3: i8 c = -128; 4: i64 d = 4294967296; 5: bool e = true }

const string A = "tab\there \"dq\" it's \\ nl\n cr\r"
const string B = 'it\'s "x"'
const string EMPTY = ""
const string TRIGRAPH = "??/ ??= */ // %s"
const binary OCTAL = "\n1\t7"

const uuid ID = "00112233-4455-6677-8899-aabbccddeeff"

enum Step { LOW = 3, MID, HIGH, TOP = 9, OVER, FAR = 20, BEYOND }
enum Zero { A, B, C = 0x10, D }
struct Steps { 1: Step n = Step.BEYOND; 2: Zero z = Zero.D; 3: optional Step o = Step.MID; 4: optional Zero zero = 0 }
const Step STEP = Step.OVER
const i32 STEP_NUMBER = Step.OVER

const Outer DEF = { "in1": { "n": 4 }, "list1": [ { "n": 5 }, { } ] }
struct Outer { 1: required Inner in1; 2: optional list<Inner> list1; 3: optional U u; 4: optional other.Far far = {"x": 3} }
struct Inner { 1: required i32 n = 9 }
union U { 1: Inner a; 2: list<U> kids; 3: string s }
const U TEXT = {"s": "text"}
const U KIDS = {"kids": [{"s": "one"}, {"a": {}}]}

const Inner ONE = { "n": 1 }
const list<Inner> MORE = [ ONE, {} ]
const map<string, list<i32>> LISTS = {"a": [1, 2], "b": []}
const map<Step, map<i32, Inner>> MAPS = {Step.LOW: {1: ONE, 2: {}}}
const other.Far FAR = {"x": 3}
const Lists SET = {"maybe": 5, "some": [1], "flag": 1, "id2": ID}
const set<string> WORDS = ["x", "y", "x"]
const list<list<list<i32>>> DEEP = [[[1], []], []]

struct Lists {
  1: list<i32> absent
  2: list<i32> empty = []
  3: optional list<i32> some = [1, 2]
  4: map<string, Inner> entries = {"k": {"n": 2}}
  5: string text
  6: string blank = ""
  7: optional i32 maybe = 0
  8: optional i32 none
  9: uuid id = ID
  10: optional uuid id2 = ID
  11: Inner inner = {}
  12: Inner no_inner
  13: optional bool flag = false
  14: optional double real = -0.0
}
