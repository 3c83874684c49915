#!/bin/bash
# SPDX-License-Identifier: MIT
# Names of hazards.txt in every position of a schema: keywords and macros of C and C++, names of the runtime and of what is derived. What
# ingotc accepts must compile; what it refuses must be for a keyword of the IDL, or for a clash that it names.
. "$srcdir/tests/tap.sh" || exit 1
. "$srcdir/tests/compile.sh"

mapfile -t names < <(tr -s ' \n' '\n' <"$srcdir/tests/hazards.txt")
[ "${#names[@]}" -ge 150 ] && ok "there are 150 names or more" || not_ok "there are 150 names or more" "${#names[@]}"

# A schema for a name at a position.
schema() { # position name
	case $1 in
	field) echo "struct S { 1: i32 $2; 2: optional list<S> b; 3: optional S c }" ;;
	list) echo "struct S { 1: list<map<i32, S>> $2 = [{}]; 2: i32 b }" ;;
	member) echo "union U { 1: i32 $2; 2: list<U> b }  struct V { 1: U u }" ;;
	struct) echo "struct $2 { 1: optional $2 a; 2: map<i32, $2> b = {} }" ;;
	union) echo "union $2 { 1: i32 a; 2: $2 b }" ;;
	exception) echo "exception $2 { 1: string m }  service V { void f() throws (1: $2 x) }" ;;
	enum) echo "enum $2 { A, B }  struct S { 1: $2 a = $2.B }" ;;
	value) echo "enum E { A, $2 = 5 }  struct S { 1: E a = E.$2 }" ;;
	const) echo "const i32 $2 = 5  const list<i32> L = [$2]" ;;
	list_const) echo "const map<string, i32> $2 = {'a': 5}" ;;
	typedef) echo "typedef list<i32> $2  struct S { 1: $2 a = [1] }" ;;
	service) echo "service $2 { i32 f(1: i32 a) }" ;;
	function) echo "service V { i32 $2(1: i32 a) }" ;;
	argument) echo "service V { i32 f(1: i32 $2) }" ;;
	namespace) echo "namespace c $2  struct S { 1: list<S> a }  const i32 K = 1  enum E { A }" ;;
	file) echo "struct S { 1: list<S> a }  const i32 K = 1  enum E { A }" ;;
	esac
}

# For --quick every fifth of them.
step=1
[ -z "${INGOT_QUICK-}" ] || step=5

for position in field list member struct union exception enum value const list_const typedef service function argument namespace file; do
	mkdir -p "$tap_dir/$position/out"
	accepted=0 wrong=
	for ((number = 0; number < ${#names[@]}; number += step)); do
		name=${names[number]}
		path=$tap_dir/$position/n$number.thrift
		[ "$position" != file ] || path=$tap_dir/$position/$name.thrift
		schema "$position" "$name" >"$path"
		if "$INGOTC" -o "$tap_dir/$position/out" "$path" 2>"$tap_dir/err"; then
			accepted=$((accepted + 1))
		elif ! grep -qE 'belongs to the IDL|missing before this|would have a name that is taken|belong to a library|has two values' "$tap_dir/err"; then
			wrong+="$name: $(head -n 1 "$tap_dir/err")
"
		fi
	done
	is "$position: what is refused is refused for its name" "$wrong" ""
	[ "$accepted" -gt $((${#names[@]} / step * 3 / 4)) ] && ok "$position: most names are accepted" ||
		not_ok "$position: most names are accepted" "$accepted of ${#names[@]}"
	compiles "$position: what is accepted compiles" "$tap_dir/$position/out"
done

tap_done
