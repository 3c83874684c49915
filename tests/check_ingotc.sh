#!/bin/bash
# SPDX-License-Identifier: MIT
# The command line of ingotc: what it writes, when it does not, and its exit status.
. "$srcdir/tests/tap.sh" || exit 1

cd "$tap_dir" || exit 1
mkdir in out inc
cat >in/main.thrift <<'END'
include "sub.thrift"
include "far.thrift"
struct Main { 1: sub.Sub s; 2: far.Far f }
END
echo 'struct Sub { 1: i32 x }' >in/sub.thrift
echo 'struct Far { 1: i32 x }' >inc/far.thrift
echo 'struct Bad { 1: Nothing n }' >in/bad.thrift

run() { # options: sets status, and files stdout and stderr
	status=0
	"$INGOTC" "$@" >stdout 2>stderr || status=$?
}

run -I inc -o out in/main.thrift
is "a schema and its includes are written" "$status $(cd out && echo *)" "0 far.c far.h main.c main.h sub.c sub.h"
is "it says nothing" "$(cat stdout stderr)" ""
rm -f out/*
run -I inc -o out --no-recurse in/main.thrift
is "without its includes" "$status $(cd out && echo *)" "0 main.c main.h"

touch -d '2001-01-01' out/*
run -I inc -o out --no-recurse in/main.thrift
is "what has not changed is not written" "$(find out -newermt 2002-01-01 | grep -v '^out$')" ""
echo '/* edited */' >>out/main.h
run -I inc -o out --no-recurse in/main.thrift
is "what was changed is written again" "$(grep -c edited out/main.h) $(find out -name '*.c' -newermt 2002-01-01)" "0 "
is "files have the mode that others have" "$(stat -c %a out/main.h)" "$(umask 2>/dev/null | { read -r m; printf '%o' $((0666 & ~0$m)); })"

rm -f out/*
run -o out in/bad.thrift
is "an error is exit status 1, and nothing is written" "$status $(ls -A out)" "1 "
run -o out in/main.thrift
is "a missing include is exit status 1, and nothing is written" "$status $(ls -A out)" "1 "
mkdir out/main.c
run -I inc -o out in/main.thrift
is "when one file cannot be written, none is" "$status $(ls -A out)" "2 main.c"
rmdir out/main.c

run --check -I inc in/main.thrift
is "--check writes nothing" "$status $(cat stdout)$(ls -A out)" "0 "
run --stdout -I inc -o out in/main.thrift
is "--stdout prints all, and writes nothing" "$status $(grep -c '^/\* ---- out/' stdout)$(ls -A out)" "0 6"
if [ -w /dev/full ]; then
	status=0
	"$INGOTC" --stdout -I inc in/main.thrift >/dev/full 2>stderr || status=$?
	is "standard output that is full is exit status 2" "$status" "2"
else
	skip "standard output that is full is exit status 2" "there is no /dev/full"
fi

cp in/sub.thrift 'in/a b$c#d.thrift'
run -o out --depfile out/dep 'in/a b$c#d.thrift'
printf 'all: out/a\\ b$$c\\#d.h\n\t@echo made: \047$?\047\n%s\n' "$(cat out/dep)" >Makefile
is "make reads a depfile" "$(env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s all 2>&1)" 'made: out/a b$c#d.h'
rm -f out/*
run -I inc -o out --depfile out/dep in/main.thrift
is "a depfile names all outputs and all inputs" "$(tr -d '\\\n' <out/dep | tr -s ' ')" \
	"out/main.h out/main.c out/sub.h out/sub.c out/far.h out/far.c: in/main.thrift in/sub.thrift inc/far.thrift"
if command -v ninja >/dev/null; then
	cat >build.ninja <<END
rule thrift
  command = $INGOTC -I inc -o out --depfile out/dep \$in && echo made >>made
  depfile = out/dep
build out/main.h out/main.c out/sub.h out/sub.c out/far.h out/far.c: thrift in/main.thrift
END
	ninja >/dev/null && ninja >/dev/null
	touch -d 'now + 2 seconds' inc/far.thrift
	ninja >/dev/null
	is "ninja builds again when an include changes, and only then" "$(wc -l <made)" "2"
else
	skip "ninja builds again when an include changes, and only then" "there is no ninja"
fi

cp in/sub.thrift in/over.c
run -o in in/over.c
is "a schema is not written over" "$status $(cmp in/sub.thrift in/over.c && echo same)" "2 same"
mkfifo in/pipe.thrift
run in/pipe.thrift
is "a pipe is not read" "$status" "2"
echo 'include "pipe.thrift"' >in/piped.thrift
run in/piped.thrift
is "nor when it is included" "$status $(grep -c 'not a regular file' stderr)" "1 1"
run in
is "a folder is not read" "$status" "2"
run nowhere.thrift
is "a file that is missing is exit status 2" "$status $(cat stderr)" "2 nowhere.thrift: error: cannot be read: No such file or directory"
truncate -s 65M in/huge.thrift
run in/huge.thrift
is "a file that is too large is not read" "$status" "2"
rm in/huge.thrift

for wrong in "" "in/sub.thrift in/sub.thrift" "--nothing" "-Wnothing in/sub.thrift" "--diagnostics=xml in/sub.thrift" \
	"--check --depfile d in/sub.thrift"; do
	# shellcheck disable=SC2086
	run $wrong
	is "usage error: ingotc $wrong" "$status $(grep -c '^usage: ' stderr) $(wc -c <stdout)" "2 1 0"
done
run -o nowhere in/sub.thrift
is "a folder for the output that is missing is exit status 2" "$status" "2"
run --help
is "--help is asked for, so it is output" "$status $(head -c 6 stdout) $(cat stderr)" "0 usage: "
run --version
is "--version" "$status $(sed 's/[0-9.]*$//' stdout)" "0 ingotc "

# Out of memory. Sanitizers map more than that from the start.
case $CFLAGS in
*sanitize*) skip "without memory it ends with exit status 2, and writes nothing" "sanitizers need more" ;;
*)
	for i in $(seq 20000); do echo "struct S$i { 1: required list<map<string, i32>> a }"; done >in/many.thrift
	mkdir many
	wrong=
	for memory in 12000 14000 16000 20000 24000 28000; do
		status=0
		(ulimit -v "$memory" && "$INGOTC" -o many in/many.thrift) >stdout 2>stderr || status=$?
		# What it had begun may lie there under another name.
		case "$status $(cd many && ls -A | grep -c '^many\.[ch]$')" in
		"2 0" | "127 0" | "0 2") ;;
		*) wrong+="$memory: $status $(ls -A many) " ;;
		esac
		rm -f many/*
	done
	is "without memory it ends with exit status 2, and writes nothing" "$wrong" ""
	;;
esac

# Output depends on the input alone.
run -I inc -o out in/main.thrift
mkdir again
LC_ALL=C.UTF-8 TZ=Asia/Tokyo run -I inc -o again in/main.thrift
rm -f out/dep
passes "two runs write the same" diff -r out again

tap_done
