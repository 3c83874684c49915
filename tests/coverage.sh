#!/bin/bash
# SPDX-License-Identifier: MIT
# Coverage of the runtime by the test programs: coverage.sh [BUILD]. See coverage.py for what it prints and how it ends.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
build=${1:-build-coverage}
say() { printf '==> %s\n' "$*" >&2; }

[ -f configure ] || autoreconf -fi >&2
mkdir -p "$build"
cd "$build"
if [ ! -f Makefile ]; then
	say "configuring in $build/"
	"$root/configure" -q --disable-shared CC=clang-19 CFLAGS="-O0 -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc" >&2
fi
# The test programs but those of the compiler, those whose threads make the outcome chance, and one that takes long and adds nothing.
mapfile -t programs < <(sed -n 's/^check_PROGRAMS += //p' "$root/Makefile.am" | grep -vxE 'check_(compiler|names|nomem|fuzz|footers|thread_decode|metadata_threads)')
say "building in $build/"
make -s compiler/parser.h >&2
make -s -j"$(nproc)" "${programs[@]}" >&2

rm -rf profiles
mkdir profiles
export srcdir=$root builddir=$PWD CK_FORK=no INGOT_QUICK=1 INGOT_ROUNDTRIP=4000
failed=0
for program in "${programs[@]}"; do
	say "running $program"
	LLVM_PROFILE_FILE=$PWD/profiles/$program.profraw "./$program" >"profiles/$program.log" 2>&1 || { say "$program fails"; failed=1; }
done
llvm-profdata-19 merge -o profiles/all.profdata profiles/*.profraw
objects=()
for program in "${programs[@]}"; do
	objects+=(-object "$program")
done
llvm-cov-19 export -instr-profile profiles/all.profdata "${objects[@]}" >profiles/all.json
python3 "$root/tests/coverage.py" profiles/all.json "$root/tests/coverage.txt" "$root" || failed=1
exit "$failed"
