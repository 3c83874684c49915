#!/bin/bash
# SPDX-License-Identifier: MIT
# techniques.sh BUILD: makes BUILD/bench/techniques, with what it needs from the bench's other programs.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
out=$build/bench
gen=$out/generated/techniques
mkdir -p "$gen" "$out/inputs"

if [ ! -e "$out/inputs/footer-1000x10.bin" ]; then
	gcc -std=c11 -O2 -I"$source/bench" "$source"/bench/{make_inputs,put}.c -lm -o "$out/make_inputs"
	"$out/make_inputs" "$out/inputs"
fi
gcc -std=c11 -O2 -shared -fPIC -fno-builtin "$source/bench/count_malloc.c" -o "$out/count_malloc.so"

# The same schema twice: as it is, and with one field's strings shared.
sed -e 's/^namespace c .*/namespace c parquet_dedup/' -e 's/\(list<string> path_in_schema\)/\1 (ingot.dedup)/' \
	"$source/idl/parquet.thrift" >"$gen/parquet_dedup.thrift"
for schema in "$source"/idl/{parquet,techniques}.thrift "$gen/parquet_dedup.thrift"; do
	"$build/ingotc" -o "$gen" "$schema"
done
read -ra libraries <<<"$(pkg-config --cflags --libs talloc glib-2.0 libxxhash)"
runtime=()
for file in "$source"/runtime/*.c; do
	case "$file" in */json_read.c) ;; *) runtime+=("$file") ;; esac
done
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -g -Wall -Wextra -I"$source/bench" -I"$source/runtime" -I"$gen" \
	"$source"/bench/techniques{,_metadata,_strings,_batch}.c "$gen"/{parquet,parquet_dedup,techniques}.c "${runtime[@]}" \
	"${libraries[@]}" -lxxhash -lm -o "$out/techniques"
