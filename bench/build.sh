#!/bin/bash
# SPDX-License-Identifier: MIT
# build.sh BUILD: makes BUILD/bench: the inputs, and each contender whose compiler and libraries are there. What is missing is said.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
out=$build/bench
gen=$out/generated
mkdir -p "$out/inputs/real" "$gen/ours" "$gen/cpp" "$gen/c_glib"
warnings=(-Wall -Wextra)
# DWARF 4: as much as valgrind reads of clang.
common=(-O2 -gdwarf-4 -I"$source/bench")

note() { printf 'bench: %s\n' "$*" >&2; }

newer() { # target, sources…: whether the target has to be made
	local target=$1 file
	shift
	[ -e "$target" ] || return 0
	for file; do
		[ ! "$file" -nt "$target" ] || return 0
	done
	return 1
}

# ---- Inputs ----

if newer "$out/make_inputs" "$source"/bench/{make_inputs.c,put.c,put.h}; then
	gcc -std=c11 "${common[@]}" "${warnings[@]}" "$source"/bench/{make_inputs,put}.c -lm -o "$out/make_inputs"
	"$out/make_inputs" "$out/inputs"
fi
for file in "$source"/tests/data/parquet/*.parquet; do
	# The footer: before its size, four bytes, and the magic, four bytes.
	size=$(tail -c 8 "$file" | head -c 4 | od -An -tu4 | tr -d ' ')
	tail -c $((size + 8)) "$file" | head -c "$size" >"$out/inputs/real/$(basename "$file" .parquet).bin"
done
gcc -std=c11 -O2 -shared -fPIC -fno-builtin "$source/bench/count_malloc.c" -o "$out/count_malloc.so"

# ---- Ours ----

read -ra talloc <<<"$(pkg-config --cflags --libs talloc)"
read -ra xxhash <<<"$(pkg-config --cflags libxxhash)"
for schema in parquet bench; do
	"$build/ingotc" -o "$gen/ours" "$source/idl/$schema.thrift"
done
# libingot's own sources: those beside them that read JSON need another library.
mapfile -t runtime < <(grep -L '<jansson.h>' "$source"/runtime/*.c)
ours=("$source"/bench/{ours,contender}.c "$gen"/ours/{parquet,bench}.c "${runtime[@]}")
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L "${common[@]}" -I"$source/runtime" -I"$gen/ours" "${xxhash[@]}")
for cc in gcc clang; do
	command -v $cc >/dev/null || { note "no $cc: ours-$cc is left out"; continue; }
	$cc "${flags[@]}" "${ours[@]}" "${talloc[@]}" -o "$out/ours-$cc"
done

# ---- What the block replaces: our readers over other ways to get memory ----

baselines=("$source"/bench/{baselines,contender}.c "$gen"/ours/{parquet,bench}.c "${runtime[@]}")
for policy in CHUNKS COMBINED; do
	gcc -I"$source/bench/policy" -I"$source/bench" -DPOLICY=POLICY_$policy "${flags[@]}" "${baselines[@]}" "${talloc[@]}" -o "$out/baseline-${policy,,}"
done

# ---- Peers ----

if command -v thrift >/dev/null; then
	for schema in parquet bench; do
		thrift --gen cpp:templates,no_skeleton -out "$gen/cpp" "$source/idl/$schema.thrift" >/dev/null
		thrift --gen c_glib -out "$gen/c_glib" "$source/idl/$schema.thrift" >/dev/null
	done
else
	note "no thrift compiler: its peers are left out"
fi
for cc in gcc clang; do
	cxx=${cc/gcc/g++}
	cxx=${cxx/clang/clang++}
	if ! command -v $cc >/dev/null || ! command -v thrift >/dev/null; then
		continue
	fi
	$cc "${common[@]}" -c "$source/bench/contender.c" -o "$out/contender-$cc.o"
	if [ -e /usr/include/thrift/Thrift.h ] && command -v "$cxx" >/dev/null; then
		newer "$out/cpp-$cc" "$source"/bench/{peer_cpp.cc,contender.c,contender.h} "$source"/idl/{parquet,bench}.thrift &&
			"$cxx" "${common[@]}" -I"$gen/cpp" "$source/bench/peer_cpp.cc" "$gen"/cpp/{parquet,bench}_types.cpp \
				"$out/contender-$cc.o" -lthrift -o "$out/cpp-$cc"
	else
		note "no libthrift-dev: cpp-$cc is left out"
	fi
	if pkg-config --exists thrift_c_glib; then
		read -ra glib <<<"$(pkg-config --cflags --libs thrift_c_glib gobject-2.0)"
		newer "$out/c_glib-$cc" "$source"/bench/{peer_c_glib.c,contender.c,contender.h} "$source"/idl/{parquet,bench}.thrift &&
			$cc "${common[@]}" -I"$gen/c_glib" "$source/bench/peer_c_glib.c" "$gen"/c_glib/{parquet,bench}_types.c \
				"$out/contender-$cc.o" "${glib[@]}" -o "$out/c_glib-$cc"
	else
		note "no libthrift-c-glib-dev: c_glib-$cc is left out"
	fi
done

# ---- A hand-written decoder of footers, when it is there: tricks without safety ----

trial=$source/../shared/reference/trial/trial-decoder.c
if [ -e "$trial" ] && grep -q bmi2 /proc/cpuinfo; then
	tricks=(-DLAYOUT=0 -DBOUNDS=3 -DZERO=1 -DTPL=1 -DINL=2)
	gcc -O2 -w -mbmi2 -mavx2 -mmemset-strategy=unrolled_loop:-1:noalign -DNAME='"trial"' "${tricks[@]}" -DDISP=4 -DVAR=2 -DVLIST=1 \
		"$trial" -o "$out/trial"
	gcc -O2 -w -DNAME='"portable"' "${tricks[@]}" -DDISP=4 -DVAR=3 "$trial" -o "$out/trial-portable"
fi
