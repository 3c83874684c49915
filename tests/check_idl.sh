#!/bin/bash
# SPDX-License-Identifier: MIT
# The IDL, rule by rule, in the order of the reference: tokens, reserved words, headers, definitions, constants. What is refused, and how it
# is said, is in check_errors.sh; here it is one line of each.
. "$srcdir/tests/tap.sh" || exit 1

cd "$tap_dir" || exit 1
mkdir sub dir
echo 'struct Point { 1: i32 x = 1 } const i32 K = 7 enum E { A = 5 } exception X {} service V { void up() } typedef i32 T' >shared.thrift
echo 'struct Far { 1: i32 x }' >dir/far.thrift
echo 'struct D { 1: i32 x } const i32 K = 8' >b.c.thrift

compile() { # schema, options: sets status, and files out and err
	printf '%b' "$1" >t.thrift
	shift
	status=0
	"$INGOTC" --stdout --no-recurse "$@" t.thrift >out 2>err || status=$?
}

takes() { # name schema [what the output has, as a pattern]
	compile "$2"
	if [ "$status" != 0 ] || [ -s err ]; then
		not_ok "$1" "$status $(cat err)"
	elif [ -n "${3-}" ] && ! grep -qE -- "$3" out; then
		not_ok "$1" "no $3 in the output:
$(grep -v '^$' out | head -n 60)"
	else
		ok "$1"
	fi
}

warns() { # name warning schema [what the output has, as a pattern]
	compile "$3"
	if [ "$status" = 0 ] && grep -q "\[-W$2\]$" err && grep -qE -- "${4-.}" out; then
		ok "$1"
	else
		not_ok "$1" "$status $(cat err)"
	fi
}

refuses() { # name schema place text
	compile "$2"
	if [ "$status" = 1 ] && [ ! -s out ] && grep -q "^t.thrift:$3: error: .*$4" err; then
		ok "$1"
	else
		not_ok "$1" "$status $(cat err)"
	fi
}

s='struct S { 1: i32 a }\n'

# ---- Tokens
takes "white space is blanks, tabs, CR and LF" ' \t\r\nstruct\tS\r\n{\n}\r\n'
takes "lone CR is white space" 'struct S {\r1: i32 a\r2: i32 b\r}\r'
takes "a byte order mark is skipped" '\xef\xbb\xbfstruct S {}'
refuses "but only at the beginning" 'struct S {}\xef\xbb\xbf' 1:12 'ASCII'
refuses "form feed is no white space" 'struct\x0cS {}' 1:7 '0x0c'
refuses "vertical tab is no white space" 'struct\x0bS {}' 1:7 '0x0b'
takes "an empty file" ''
takes "a file of comments" '// a\n# b\n/* c */\n'
takes "comments of three kinds" "// line\n# line\n/* block\n * block */\n/* not /* nested */ $s"
takes "comments without text" '/**/ /***/ /****/ struct S {}'
takes "a comment at the end without a line break" 'struct S {} // end'
takes "a doc comment of stars" '/** * / ** / */ struct S {}' '\*\* \* / \*\* /'
refuses "a comment that is not closed" '/* a\n' 1:1 'never closed'
refuses "a doc comment that is not closed" 'struct S {}\n/** a\n' 2:1 'never closed'
takes "names of letters, digits and underscores" 'struct _a_1Z { 1: i32 A_9 }' 'struct t__a_1Z'
takes "a name of a type in a file with a dot" 'include "b.c.thrift"\nstruct S { 1: b.c.D d }\nconst i32 L = b.c.K' 'define t_L 8'
refuses "a trailing dot" 'struct S { 1: a. b }' 1:16 "'.' is not part"
refuses "names have no dots" 'struct a.b {}' 1:8 'cannot have dots'
refuses "nor have fields" 'struct S { 1: i32 a.b }' 1:19 'cannot have dots'
refuses "nor have values of enums, with a number or not" 'enum E { A.B = 1 }' 1:10 'cannot have dots'
refuses "nor have functions" 'service S { void a.b() }' 1:18 'cannot have dots'
refuses "names are ASCII" 'struct \xc3\xa9 {}' 1:8 'ASCII'
takes "integers are decimal, leading zeros or not" 'const i32 A = 010' 'define t_A 10$'
takes "with a sign" 'const i32 A = +5 const i32 B = -5' 'define t_A 5$'
takes "hexadecimal with a small x" 'const i32 A = 0xfF const i32 B = -0x10' 'define t_B \(-16\)'
refuses "not with a large one" 'const i32 A = 0XFF' 1:15 'small x'
takes "the lowest integer" 'const i64 A = -9223372036854775808' 'define t_A INT64_MIN'
refuses "one lower" 'const i64 A = -9223372036854775809' 1:15 'too big'
refuses "one higher than the highest" 'const i64 A = 9223372036854775808' 1:15 'too big'
refuses "hexadecimal beyond 63 bits" 'const i64 A = 0x8000000000000000' 1:15 'too big'
takes "doubles without digits before the point" 'const double A = .5' 'define t_A 0.5$'
refuses "but with digits behind it" 'const double A = 5.' 1:19 'not part'
takes "doubles with exponents" 'const double A = 1e3 const double B = -2.5E-3' 'define t_B \(-0.0025\)'
takes "e10 is a name" 'const i32 e10 = 1 const i32 A = e10' 'define t_A 1$'
refuses "a sign alone" 'const double A = -' 1:18 'must follow'
refuses "a double beyond the range" 'const double A = 1e999' 1:18 'range'
takes "a double that is too small is 0" 'const double A = 1e-999' 'define t_A 0.0$'
takes "literals in either quotes" "const string A = \"it's\" const string B = 'a \"b\"'" 't_B = \{ "a \\"b\\"", 5 \}'
takes "six escapes" 'const string A = "\\r\\n\\t\\"\\'"'"'\\\\"' '\{ "\\r\\n\\t\\"'"'"'\\\\", 6 \}'
refuses "no others" 'const string A = "\\x41"' 1:18 'escapes'
refuses "no line breaks" 'const string A = "a\nb"' 1:18 'not closed on its line'
refuses "no end of file" "const string A = 'a" 1:18 'never closed'
takes "NUL bytes in literals count" 'const string A = "a\x00b"' '\{ "a\\000b", 3 \}'
takes "literals need not be UTF-8" 'const string A = "\xff\xc3"' '\{ "\\377\\303", 2 \}'
takes "comment marks in literals are text" 'const string A = "/* // #"' '\{ "/\* // #", 7 \}'
takes "true and false are 1 and 0" 'const i32 A = true const bool B = 0 const bool C = false' 'define t_B false'
takes "also as a field id" 'struct S { true: i32 a }' '/\* 1: '
takes "separators are commas, semicolons or nothing" 'struct S { 1: i32 a, 2: i32 b; 3: i32 c 4: i32 d } enum E { A, B; C D } const list<i32> L = [1, 2; 3 4]' '1, 2, 3, 4'
takes "behind every definition, as other compilers have it" 'struct S {}; enum E {}, typedef i32 T; const i32 C = 1, service V {};'
takes "and every header" 'include "shared.thrift";\nnamespace c x;\nstruct S {}'
refuses "but not two" 'struct S { 1: i32 a,, }' 1:21 'unexpected ","'

# ---- Reserved words
for word in namespace cpp_include include void bool byte i8 i16 i32 i64 double string binary uuid map list set oneway async typedef struct \
	union exception extends throws service enum const required optional; do
	takes "$word is a name for a field" "struct S { 1: i32 $word }"
	refuses "$word is no name for a type" "struct $word {}" 1:8 'unexpected'
done
for word in cpp_type xsd_all xsd_optional xsd_nillable xsd_attrs true false; do
	refuses "$word is no name for a field" "struct S { 1: i32 $word }" 1:19 'unexpected'
done
refuses "a keyword is no name for a constant" 'const i32 list = 1' 1:11 'unexpected'
refuses "nor for a value of an enum" 'enum E { list }' 1:10 'unexpected'
refuses "nor for a function" 'service S { void list() }' 1:18 'unexpected'
refuses "nor for a namespace" 'namespace c list' 1:13 'unexpected'
refuses "nor for an annotation" 'struct S {} (list = "x")' 1:14 'unexpected'
takes "keywords of other languages are names" 'struct BEGIN { 1: i32 class; 2: i32 yield; 3: i32 def; 4: i32 lambda; 5: i32 __CLASS__ } enum nil { elif }'
takes "senum and slist are names, too" 'struct senum { 1: i32 slist } typedef i32 slist'
refuses "a senum says what to write instead" 'senum E { "a" }' 1:1 'senum'
refuses "old headers say what to write instead" 'php_namespace a' 1:1 'php_namespace'

# ---- Headers
takes "all kinds of headers" 'include "shared.thrift"\ncpp_include "<x>"\nnamespace c n\nnamespace py.twisted a.b\nnamespace go x (a = "b")\nnamespace * y\n'"$s" 'struct n_S'
takes "namespace * when there is none for c" "namespace * a.b\n$s" 'struct a_b_S'
takes "the file's name when there is neither" "namespace java x\n$s" 'struct t_S'
takes "a language that nobody knows" "namespace zzz x\n$s"
refuses "a literal is no namespace" 'namespace cpp "a"' 1:15 'unexpected string literal'
refuses "a namespace has no hyphen" 'namespace c a-b' 1:13 'cannot have "-"'
refuses "namespace * has no annotations" 'namespace * a (b = "c")' 1:15 'unexpected'
warns "of two namespaces for a language the later counts" namespace "namespace c a\nnamespace c b\n$s" 'struct b_S'
refuses "headers come first" "$s"'include "shared.thrift"' 2:1 'before the first definition'
compile 'include "far.thrift"\nstruct S { 1: far.Far f }' -I sub -I dir
is "includes are looked for in -I, in order" "$status $(cat err)" "0 "
cp dir/far.thrift far.thrift
echo 'struct Wrong {}' >dir/far.thrift
compile 'include "far.thrift"\nstruct S { 1: far.Far f }' -I dir
is "but first beside the file" "$status $(cat err)" "0 "
takes "an absolute path is taken as it is" "include \"$tap_dir/shared.thrift\"\nstruct S { 1: shared.Point p }"
refuses "an include that is missing is an error" 'include "none.thrift"' 1:9 'no file'
refuses "only direct includes are seen" 'include "over.thrift"\nstruct S { 1: shared.Point p }' 1:9 'no file'
echo 'include "shared.thrift" struct O { 1: shared.Point p }' >over.thrift
refuses "only direct includes are seen" 'include "over.thrift"\nstruct S { 1: shared.Point p }' 2:15 'no type'
takes "two ways to one file are one file" 'include "over.thrift" include "shared.thrift" struct S { 1: shared.Point p; 2: over.O o }'
takes "a file may be included twice" 'include "shared.thrift" include "shared.thrift" struct S { 1: shared.Point p }'
refuses "a file that includes itself" 'include "t.thrift"' 1:9 'includes itself'
warns "a name that is an include's, too" shadow 'include "shared.thrift" struct shared {}'
echo 'struct Same {}' >same.thrift
takes "names of an include are its own" 'include "same.thrift" struct Same { 1: same.Same s }' 'struct same_Same \*s'

# ---- Definitions
takes "any order, types before they are defined" 'struct A { 1: B b; 2: T t; 3: list<E> e } typedef map<E, A> T struct B {} enum E { X }'
takes "constants before they are defined" 'const i32 A = B const i32 B = C.D enum C { D = 9 }' 'define t_A 9'
takes "extends and throws before they are defined" 'service A extends B { void f() throws (1: X x) } service B {} exception X {}'
takes "defaults whose type comes later" 'struct S { 1: E e = E.B; 2: P p = {"x": 2} } enum E { A, B } struct P { 1: i32 x }' '\.e = t_E_B'
refuses "a type that is not defined" "struct S {\n  1: Nothing n\n}" 2:6 'no type "Nothing"'
refuses "typedefs in a circle" 'typedef A A' 1:11 'circle'
refuses "typedefs in a circle through a container" 'typedef list<A> A' 1:17 'circle'
takes "recursion through a struct" 'typedef Node Head struct Node { 1: i32 v; 2: optional Head next; 3: list<Node> all }'
refuses "a struct that must contain itself" 'struct A { 1: required A a }' 1:8 'never ends'
takes "a struct that contains itself unless it is absent" 'struct A { 1: A a }'
takes "numbers of enums: given, counted, hexadecimal, negative" 'enum E { A, B = 0x10, C, D = -5, F, G = +3 }' 't_E_F = -4'
takes "one number twice" 'enum E { A = 1, B = 1 }'
refuses "one name twice" 'enum E { A, A }' 1:13 'two values'
refuses "a number beyond 32 bits" 'enum E { A = 2147483648 }' 1:14 '32 bits'
refuses "a count beyond 32 bits" 'enum E { A = 2147483647, B }' 1:26 'would be 2147483648'
takes "empty definitions" 'enum E {} struct S {} union U {} exception X {} service V {}'
takes "xsd words" 'struct S xsd_all { 1: i32 a xsd_optional xsd_nillable xsd_attrs { 1: i32 b } } union U xsd_all {}'
warns "a required member of a union" requiredness 'union U { 1: required i32 a }' '1: member'
refuses "two defaults in a union" 'union U { 1: i32 a = 1; 2: i32 b = 2 }' 1:36 'at most'
takes "one default in a union" 'union U { 1: i32 a = 1; 2: i32 b }'
takes "all parts of a field" 'struct S { 0x1: required i32 & a = 5 (x = "y", z); }' '1: required'
warns "fields without an id count down from -1" implicit-id 'struct S { i32 a; 5: i32 b; i32 c }' '/\* -2: default'
warns "a negative id is kept" negative-id 'struct S { -3: i32 a }' '/\* -3: default'
refuses "0 is no id" 'struct S { 0: i32 a }' 1:12 'field ids'
takes "32767 is the last id" 'struct S { 32767: i32 a }'
refuses "32768 is none" 'struct S { 32768: i32 a }' 1:12 '16 bits'
refuses "4294967297 is not 1" 'struct S { 4294967297: i32 a }' 1:12 '16 bits'
takes "three kinds of requiredness" 'struct S { 1: required i32 a; 2: optional i32 b; 3: i32 c }' 'const int32_t \*b; /\* 2: optional'
warns "an optional argument" requiredness 'service S { void f(1: optional i32 a) }'
warns "a required exception" requiredness 'exception X {} service S { void f() throws (1: required X x) }'
takes "& on any type" 'struct S { 1: S & a; 2: list<S> & b; 3: i32 & c }'
refuses "one id twice" 'struct S { 1: i32 a; 1: i32 b }' 1:22 'has id 1'
refuses "one id twice, once without saying so" 'struct S { i32 a; -1: i32 b }' 1:19 'has id -1'
refuses "one name twice" 'struct S { 1: i32 a; 2: i32 a }' 1:29 'two fields'
refuses "the same in arguments" 'service S { void f(1: i32 a, 1: i32 b) }' 1:30 'has id 1'
refuses "and in what is thrown" 'exception X {} service S { void f() throws (1: X a, 1: X b) }' 1:53 'has id 1'
takes "exceptions as types" 'exception X { 1: X cause } struct S { 1: X x; 2: list<X> y } service V { X f(1: X x) }'
takes "functions of all kinds" 'exception X {} service S extends T { void a(), oneway void b(1: i32 x); list<i32> c() throws (1: X x) (d = "e") } service T {}'
warns "async is oneway" deprecated 'service S { async void f() }'
warns "oneway with a result" oneway 'service S { oneway i32 f() }'
refuses "oneway with exceptions" 'exception X {} service S { oneway void f() throws (1: X x) }' 1:57 'cannot throw'
refuses "a function twice" 'service S { void f(), void f() }' 1:28 'two functions'
refuses "a function that a parent has" 'service P { void f() } service S extends P { void f() }' 1:51 'already'
refuses "a function that a parent in another file has" 'include "shared.thrift" service S extends shared.V { void up() }' 1:59 'already'
refuses "what is no exception is not thrown" 'service S { void f() throws (1: i32 a) }' 1:33 'only exceptions'
refuses "a service is no type" 'service S {} struct A { 1: S s }' 1:28 'not a type'
refuses "but shares their names" 'service S {} struct S {}' 1:21 'twice'
refuses "services in a circle" 'service A extends B {} service B extends A {}' 1:9 'circle'
takes "all base types" 'struct S { 1: bool a; 2: byte b; 3: i8 c; 4: i16 d; 5: i32 e; 6: i64 f; 7: double g; 8: string h; 9: binary i; 10: uuid j }' 'int8_t b;'
takes "cpp_type in all its places" 'struct S { 1: map cpp_type "x" <i32, i32> a; 2: set cpp_type "x" <i32> b; 3: list cpp_type "x" <i32> cpp_type "y" c }'
takes "any type as a key or an element" 'struct S { 1: map<S, list<S>> a; 2: set<map<double, bool>> b; 3: map<list<i32>, set<S>> c; 4: map<E, U> d } enum E {} union U {}'
takes "annotations in all their places" 'namespace go x (a = "b")\nstruct S { 1: i32 (a = "b") x (x.d = "", e); 2: list<i32> (f) y } (g = "h") typedef i32 T (a) enum E { A (b = "c") } (d) union U {} (e) exception X {} (f) service V { i32 (g) f(1: i32 a (h)) (i = "j", k; l) } (m)'
refuses "not behind a reference to a type" 'struct S { 1: S (a = "b") b }' 1:17 'unexpected "("'
refuses "not behind a constant" 'const i32 A = 1 (a = "b")' 1:17 'unexpected "("'
refuses "not behind an include" 'include "shared.thrift" (a = "b")' 1:25 'unexpected "("'
refuses "not behind throws" 'exception X {} service S { void f() throws (1: X x) (a = "b") (c = "d") }' 1:63 'unexpected "("'
refuses "values of annotations are literals" 'struct S {} (a = 1)' 1:18 'string literal'
takes "keys may be there twice" 'struct S {} (a = "1", a = "2")'
takes "doc comments go to what is behind them" '/** S */ struct S { /** a */ 1: i32 a } /** E */ enum E { /** A */ A }' '/\*\* a \*/'
takes "the first before a header is the file's" '/** File */\nnamespace c x\n/** S */ struct S {}' '/\*\* File \*/'
takes "stars and indent in front of doc comments are taken off" '/**\n * One\n *   two\n */\nstruct S {}' '^ \*   two$'
takes "a doc comment that is behind is lost" 'struct S { 1: i32 a /** lost */ }'

# ---- Constants
takes "all kinds of constants" 'const i8 A = 1 const string B = "x" const list<i32> C = [1, 2] const map<string, i32> D = {"a": 1} const double E = 1.5 const bool F = true'
takes "structs are maps with names for keys" 'struct P { 1: i32 x; 2: P q } const P A = {"x": 1, "q": {"x": 2}}' '\.x = 2'
refuses "with a field that there is" 'struct P {} const P A = {"x": 1}' 1:26 'no field'
warns "with a required field left out" missing-field 'struct P { 1: required i32 x } const P A = {}'
for range in i8:127:-128 i16:32767:-32768 i32:2147483647:-2147483648; do
	IFS=: read -r type high low <<<"$range"
	takes "$type goes from $low to $high" "const $type A = $high const $type B = $low"
	refuses "$type is not $high + 1" "const $type A = $((high + 1))" "1:$((12 + ${#type} - 2 + 2))" 'out of the range'
	refuses "$type is not $low - 1" "const $type A = $((low - 1))" "1:$((12 + ${#type} - 2 + 2))" 'out of the range'
done
refuses "a bool is not 2" 'const bool A = 2' 1:16 'a bool is'
refuses "a string is no number" 'const string A = 5' 1:18 'string is wanted'
refuses "a number is no string" 'const i32 A = "5"' 1:15 'i32 is wanted'
refuses "an integer is no double" 'const i32 A = 1.0' 1:15 'i32 is wanted'
takes "a double may be an integer" 'const double A = 5' 'define t_A 5.0$'
warns "{} for an empty list" empty-literal 'const list<i32> A = {}'
warns "[] for an empty map" empty-literal 'const map<i32, i32> A = []'
refuses "a list is no map" 'const map<i32, i32> A = [1]' 1:25 'is wanted'
refuses "a number is no list" 'const list<i32> A = 5' 1:21 'is wanted'
refuses "one key twice" 'const map<i32, i32> A = {1: 2, 1: 3}' 1:32 'twice'
warns "one item twice" duplicate-item 'const set<i32> A = [1, 1]' 'int32_t\[\]\)\{ 1 \}, 1 \}'
refuses "two members of a union" 'union U { 1: i32 a; 2: i32 b } const U A = {"a": 1, "b": 2}' 1:58 'one member'
refuses "a value of another enum" 'enum E { A } enum F { A } const E X = F.A' 1:39 'enum E is wanted'
refuses "an enum that there is not" 'enum E { A } const E X = Q.A' 1:26 'no constant'
takes "values of enums by name and by number" 'enum E { A = 3 } const E X = E.A const E Y = 3 const i32 Z = E.A' 'define t_Z 3'
refuses "a number that no value has" 'enum E { A = 3 } const E X = 4' 1:30 'no value'
takes "values of enums of other files" 'include "shared.thrift" const shared.E X = shared.E.A' 'shared_E_A'
refuses "a value without its enum" 'enum E { A } const E X = A' 1:26 'no constant'
takes "names of constants of all kinds" 'const list<i32> A = [1] const list<list<i32>> B = [A, A] struct P { 1: i32 x } const P C = {"x": 5} const list<P> D = [C] struct S { 1: list<i32> l = A; 2: P p = C }' '\.x = 5'
takes "names of constants of other files" 'include "shared.thrift" const i64 A = shared.K struct S { 1: i8 a = shared.K }' 'define t_A INT64_C\(7\)'
refuses "whose value is in range" 'const i32 A = 300 const i8 B = A' 1:32 'out of the range'
refuses "constants in a circle" 'const i32 A = B const i32 B = A' 1:11 'circle'
takes "uuids in either form" 'const uuid A = "00112233-4455-6677-8899-aabbccddeeff" const uuid B = "{00112233-4455-6677-8899-AABBCCDDEEFF}"' '0xaa, 0xbb'
refuses "not in another" 'const uuid A = "0011"' 1:16 'a uuid is written'
takes "64 levels of containers" "typedef $(printf 'list<%.0s' $(seq 64))i32$(printf '>%.0s' $(seq 64)) T"
refuses "not 65" "typedef $(printf 'list<%.0s' $(seq 65))i32$(printf '>%.0s' $(seq 65)) T" 1:333 'too deep'
refuses "nor 20,000" "typedef $(printf 'list<%.0s' $(seq 20000))" 1:333 'too deep'
refuses "nor 20,000 levels of constants" "const i32 A = $(printf '[%.0s' $(seq 20000))" 1:271 'too deep'

tap_done
