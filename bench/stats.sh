#!/bin/bash
# SPDX-License-Identifier: MIT
# ./dev bench stats: how fast `ingot stats` reads. stats.sh BUILD [ROUNDS]
# Files of 768 MB that stay in the page cache: framed messages such as a service logs, in both protocols, and footers of wide Parquet
# files, one behind another. Prints for
# each the best and the middle of the rounds, by user time.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
rounds=${2-7}
out=$build/bench
export LC_ALL=C
mkdir -p "$out/inputs"
trap 'rm -f "$out"/stats.bin "$out"/piece.bin' EXIT

if [ ! -e "$out/inputs/footer-1000x10.bin" ]; then
	gcc -std=c11 -O2 -I"$source/bench" "$source"/bench/{make_inputs,put}.c -lm -o "$out/make_inputs"
	"$out/make_inputs" "$out/inputs"
fi

# 20,000 messages in the text form, with numbers from a generator of awk's own so that they are the same everywhere.
messages() {
	awk '
	function draw(n) { seed = (seed * 16807) % 2147483647; return seed % n }
	BEGIN {
		seed = 7
		print "compact"
		for (m = 0; m < 20000; m++) {
			printf "frame (message call \"log\" %d { 1: struct {\n1: binary \"service-%d\" 2: i64 %.0f 3: i32 %d", m, draw(40), 1700000000000 + draw(1000000000), draw(6)
			if (draw(10) < 7)
				printf " 4: i32 %d", draw(4)
			printf "\n5: struct { 1: double %f 2: double %f }\n6: list<binary> [", draw(1000000) / 1e6, draw(1000000) / 1e6
			for (i = draw(6); i >= 0; i--)
				printf "\"label-%d\" ", draw(99)
			printf "]\n7: map<binary, i64> {"
			for (i = draw(8); i >= 0; i--)
				printf "\"counter.%d\" => %d ", draw(99), draw(1000000)
			printf "}\n8: binary \"%*s\" 9: list<i32> [", 10 + draw(110), "x"
			for (i = 5 + draw(25); i >= 0; i--)
				printf "%d ", draw(100000) - 1000
			print "] } })"
		}
	}'
}

# So often that 768 MB are reached.
repeat() { # file
	local size
	size=$(stat -c %s "$1")
	for ((i = 0; i * size < 768000000; i++)); do cat "$1"; done >"$out/stats.bin"
}

measure() { # name arguments…
	local name=$1 round
	shift
	"$build/ingot" stats "$@" "$out/stats.bin" >/dev/null
	for ((round = 0; round < rounds; round++)); do
		TIMEFORMAT=%U
		{ time "$build/ingot" stats "$@" "$out/stats.bin" >/dev/null; } 2>&1
	done | sort -n | awk -v size="$(stat -c %s "$out/stats.bin")" -v name="$name" '
		{ took[NR] = $1 }
		END { printf "%-10s %4d MB  best %4d MB/s  median %4d MB/s\n", name, size / 1e6, size / 1e6 / took[1], size / 1e6 / took[int((NR + 1) / 2)] }'
}

messages | "$build/ingot" encode -o "$out/piece.bin" -
repeat "$out/piece.bin"
measure messages
"$build/ingot" convert --to binary -o "$out/piece.bin" "$out/piece.bin"
repeat "$out/piece.bin"
measure binary
repeat "$out/inputs/footer-1000x10.bin"
measure footers --many --protocol compact --type FileMetaData
