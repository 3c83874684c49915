#!/bin/bash
# SPDX-License-Identifier: MIT
# ./dev fuzz: runs the libFuzzer targets, each for some seconds, on the corpora beside this script. run.sh [SECONDS [TARGET…]]
# What crashes is written to crash-…: make it an attack file (tests/attacks/make.py) or a test before it is fixed.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1-60}
shift || true
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || targets=(decode json message idl)
build=build-fuzz
mkdir -p "$build"
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -w -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined)
runtime=(runtime/*.c tests/hostile.c tests/wiregen.c tests/failing_none.c)
for file in attack bench everything parquet recursion; do runtime+=("generated/$file.c"); done

build() { # target
	if [ "$1" = idl ]; then
		bison -Wno-yacc -d -o "$build/parser.c" compiler/parser.y
		flex -o "$build/lexer.c" compiler/lexer.l
		local sources=()
		for file in compiler/*.c; do [ "$file" = compiler/main.c ] || sources+=("$file"); done
		clang "${flags[@]}" -Icompiler -I"$build" "${sources[@]}" "$build/parser.c" "$build/lexer.c" tests/fuzz/idl.c -o "$build/$1" -ltalloc -ljansson
	else
		clang "${flags[@]}" -Iruntime -Igenerated -Itests "${runtime[@]}" "tests/fuzz/$1.c" -o "$build/$1" -ltalloc -ljansson
	fi
}

failed=0
for target in "${targets[@]}"; do
	build "$target"
	mkdir -p "$build/corpus-$target" "tests/fuzz/corpus/$target"
	extra=()
	[ "$target" != idl ] || extra=(idl "-dict=tests/fuzz/idl.dict" -timeout=1 -max_len=4096)
	"$build/$target" -max_total_time="$seconds" -rss_limit_mb=512 -print_final_stats=1 -verbosity=0 "${extra[@]:1}" \
		"$build/corpus-$target" "tests/fuzz/corpus/$target" ${extra[0]+"${extra[0]}"} || { failed=1; echo "fuzz: $target failed"; }
done
exit "$failed"
