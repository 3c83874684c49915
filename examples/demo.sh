#!/bin/bash
# SPDX-License-Identifier: MIT
# What ./dev demo shows, after the build: IDL to C, C to a program, the program on real files, and one of them in the command line.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
cd "$source"
rel=${build#"$source"/}

run() {
	printf '\n+ %s\n' "$*"
	"$@"
}

# Long output: the beginning, and how much more there is.
run_head() { # lines command…
	local lines=$1
	shift
	printf '\n+ %s\n' "$*"
	"$@" | awk -v most="$lines" 'NR <= most { print } END { if (NR > most) print "... and " NR - most " lines more" }'
}

flags() { pkg-config "$@" talloc; }

mkdir -p "$build/demo"
run "$rel/ingotc" -o "$rel/demo" idl/parquet.thrift
(cd "$rel/demo" && wc -l parquet.h parquet.c)
# shellcheck disable=SC2046
run "${CC:-cc}" -O2 -Iruntime -I"$rel/demo" examples/footer.c "$rel/demo/parquet.c" "$rel/.libs/libingot.a" $(flags --cflags --libs) -o "$rel/demo/footer"
printf '\n+ %s\n' "$rel/demo/footer tests/data/parquet/*.parquet"
"$rel/demo/footer" tests/data/parquet/*.parquet
run "$rel/demo/footer" tests/data/parquet/duckdb-nested.parquet
run_head 40 "$rel/ingot" inspect tests/data/parquet/duckdb-nested.parquet
