#!/bin/bash
# SPDX-License-Identifier: MIT
# ingotc --compat: each kind of change, whom it breaks, and that what Apache's --audit finds is found, but for its false alarms.
. "$srcdir/tests/tap.sh" || exit 1

cd "$srcdir/tests/compat" || exit 1
for old in *.old.thrift; do
	name=${old%.old.thrift}
	"$INGOTC" --compat "$old" "$name.new.thrift" >"$tap_dir/out" 2>"$tap_dir/err" && status=0 || status=$?
	[ -z "${UPDATE-}" ] || cp "$tap_dir/err" "$name.err"
	is "$name: what is said" "$(cat "$tap_dir/err")" "$(cat "$name.err")"
	is "$name: exit status" "$status" "$(grep -q ': error: ' "$name.err" && echo 1 || echo 0)"
done

cd "$tap_dir" || exit 1

# verdict: ok, or a word of the error: who breaks. audit: what thrift --audit says of it (good, bad), or - for what it does not look at.
change() { # name verdict audit old new
	local status=0 audit=0
	echo "$4" >old.thrift
	echo "$5" >new.thrift
	"$INGOTC" --compat old.thrift new.thrift >out 2>err || status=$?
	if [ "$2" = ok ]; then
		is "$1 breaks nothing" "$status $(grep -c ': error: ' err)" "0 0"
	elif [ "$status" = 1 ] && grep -q ": error: .*$2" err && grep -q '^new.thrift:' err && grep -q '^old.thrift:' err; then
		ok "$1 breaks: $2"
	else
		not_ok "$1 breaks: $2" "$status $(cat err)"
	fi
	if [ "$3" != - ] && command -v thrift >/dev/null; then
		timeout 2 thrift --audit old.thrift new.thrift >audit 2>&1 || audit=$?
		is "thrift --audit on: $1" "$([ "$audit" = 0 ] && echo good || echo bad)" "$3"
	fi
}

a='struct A { 1: i32 a; 3: optional i32 b }'
change "nothing" ok good "$a" "$a"
change "a field in the middle" ok bad "$a" 'struct A { 1: i32 a; 2: optional i32 m; 3: optional i32 b }'
change "a field at the end" ok good "$a" 'struct A { 1: i32 a; 3: optional i32 b; 4: optional i32 c }'
change "another order" ok - "$a" 'struct A { 3: optional i32 b; 1: i32 a }'
change "default to optional" ok - "$a" 'struct A { 1: optional i32 a; 3: optional i32 b }'
change "another name of a field" ok good "$a" 'struct A { 1: i32 z; 3: optional i32 b }'
change "another default" ok - 'struct A { 1: i32 a = 1 }' 'struct A { 1: i32 a = 2 }'
change "text to bytes" ok - 'struct A { 1: string a }' 'struct A { 1: binary a }'
change "a typedef for its type" ok - 'struct A { 1: list<i32> a }' 'typedef i32 T  struct A { 1: list<T> a }'
change "an enum for its number" ok - 'struct A { 1: i32 a }' 'enum E { X }  struct A { 1: E a }'
change "a value of an enum more" ok good 'enum E { X }' 'enum E { X, Y }'
change "a function more" ok good 'service S { void f() }' 'service S { void f(); void g() }'
change "an argument more" ok - 'service S { void f(1: i32 a) }' 'service S { void f(1: i32 a, 2: i32 b) }'
change "a parent more" ok - 'service P {} service S { void f() }' 'service P {} service S extends P { void f() }'
change "a struct more" ok good 'struct A {}' 'struct A {} struct B {}'
change "an exception that is a struct" ok - 'exception A { 1: i32 a }' 'struct A { 1: i32 a }'
change "a struct of another name" ok - 'struct B { 1: i32 x } struct A { 1: B b }' 'struct C { 1: i32 x } struct B { 1: i32 x } struct A { 1: C b }'
change "a required field" "new readers" bad "$a" 'struct A { 1: i32 a; 3: optional i32 b; 4: required i32 c }'
change "optional to required" "new readers" bad "$a" 'struct A { 1: i32 a; 3: required i32 b }'
change "required to optional" "old readers" bad 'struct A { 1: required i32 a }' 'struct A { 1: optional i32 a }'
change "a field that is gone" "old readers" bad "$a" 'struct A { 1: i32 a }'
change "another type of a field" "another type" bad "$a" 'struct A { 1: i64 a; 3: optional i32 b }'
change "another type of an element" "another type" bad 'struct A { 1: list<i32> a }' 'struct A { 1: list<i64> a }'
change "another type of a key" "another type" bad 'struct A { 1: map<i32, i32> a }' 'struct A { 1: map<i64, i32> a }'
change "a list for a set" "another type" bad 'struct A { 1: set<i32> a }' 'struct A { 1: list<i32> a }'
change "another type behind a typedef" "another type" - 'typedef i32 T  struct A { 1: T a }' 'typedef i64 T  struct A { 1: T a }'
change "a struct with other fields in place of one" "another type" - 'struct B { 1: i32 x } struct A { 1: B b }' \
	'struct C { 1: i64 x } struct B { 1: i32 x } struct A { 1: C b }'
change "a struct that is gone" "is gone" bad 'struct A {} struct B {}' 'struct A {}'
change "a struct that has become a union" "has become" - 'struct A { 1: i32 a }' 'union A { 1: i32 a }'
change "a member that is gone" "old readers" bad 'union A { 1: i32 a; 2: i32 b }' 'union A { 1: i32 a }'
change "a value of an enum that is gone" "new readers" bad 'enum E { X, Y }' 'enum E { X }'
change "another number of an enum's value" "another number" - 'enum E { X, Y }' 'enum E { X, Y = 5 }'
change "a service that is gone" "old clients" bad 'service S {} struct A {}' 'struct A {}'
change "a function that is gone" "old clients" bad 'service S { void f(); void g() }' 'service S { void f() }'
change "oneway" "old clients wait" bad 'service S { void f() }' 'service S { oneway void f() }'
change "not oneway" "old clients" bad 'service S { oneway void f() }' 'service S { void f() }'
change "another result" "returns another type" bad 'service S { i32 f() }' 'service S { string f() }'
change "no result" "returns another type" bad 'service S { i32 f() }' 'service S { void f() }'
change "another argument" "another type" bad 'service S { void f(1: i32 a) }' 'service S { void f(1: i64 a) }'
change "a required argument" "new readers" - 'service S { void f() }' 'service S { void f(1: required i32 a) }'
change "an exception that is not thrown any more" "new clients" bad 'exception X {} service S { void f() throws (1: X x) }' \
	'exception X {} service S { void f() }'
change "an exception that was not thrown" "old clients" good 'exception X {} service S { void f() }' \
	'exception X {} service S { void f() throws (1: X x) }'
change "no parent any more" "does not extend" bad 'service P { void g() } service S extends P { void f() }' \
	'service P { void g() } service S { void f() }'

mkdir before after
echo 'struct Sub { 1: i32 a }' >before/sub.thrift
echo 'struct Sub { 1: i64 a }' >after/sub.thrift
echo 'include "sub.thrift"
struct A { 1: sub.Sub s }' | tee before/main.thrift >after/main.thrift
"$INGOTC" --compat before/main.thrift after/main.thrift 2>err && status=0 || status=$?
is "a change in an include is found" "$status $(cut -d: -f1 err | grep thrift | uniq | tr '\n' ' ')" "1 after/sub.thrift before/sub.thrift "
"$INGOTC" --compat before/main.thrift nowhere.thrift 2>err && status=0 || status=$?
is "a schema that is missing is exit status 2" "$status" "2"
echo 'struct A { 1: Nothing n }' >wrong.thrift
"$INGOTC" --compat before/main.thrift wrong.thrift 2>err && status=0 || status=$?
is "a schema that is wrong is exit status 1" "$status" "1"
echo 'struct A { 1: i32 a = 1 }' >old.thrift
echo 'struct A { 1: i32 a = 2 }' >new.thrift
"$INGOTC" -Werror=changed-default --compat old.thrift new.thrift 2>err && status=0 || status=$?
is "a warning can be made an error" "$status" "1"
"$INGOTC" --diagnostics=json --compat old.thrift new.thrift 2>err
is "as JSON" "$(head -n 1 err | cut -c 1-76)" '{"severity": "warning", "file": "new.thrift", "line": 1, "column": 19, "end_'
for i in $(seq 30); do echo "struct S$i { 1: i32 a }"; done >old.thrift
echo >new.thrift
"$INGOTC" --compat old.thrift new.thrift 2>err || true
is "all that breaks is reported, however much" "$(grep -c ': error: ' err)" "30"

tap_done
