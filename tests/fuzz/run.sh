#!/bin/bash
# SPDX-License-Identifier: MIT
# ./dev fuzz: runs the libFuzzer targets, one on each processor, each for some seconds. run.sh [--keep] [SECONDS [TARGET]...]
# They begin with corpus/*.hex and with seeds made from the tests' data; --keep puts what is left of their inputs by libFuzzer's
# merge back into corpus/. An input that breaks a promise is written to build-fuzz/crash-TARGET-…: it becomes a named test before the
# fault is fixed, and a line of corpus/TARGET.hex.
set -euo pipefail
cd "$(dirname "$0")/../.."
keeps=
if [ "${1-}" = --keep ]; then
	keeps=1
	shift
fi
seconds=${1-60}
shift || true
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || targets=(binary compact skip json message idl text)
build=build-fuzz
seeds=$build/seeds

build() {
	[ -f configure ] || autoreconf -fi >&2
	mkdir -p "$build"
	[ -f "$build/Makefile" ] || (cd "$build" && ../configure -q --disable-shared CC=clang \
		CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all")
	make -s -C "$build" -j"$(nproc)" fuzz fuzz_seeds ingot
}

# The attack set, without the types that it does not name.
attack_seeds() {
	local file protocol type index=0 names=() name
	while read -r name; do names+=("$name"); done < <(sed -n 's/^\t{ "\(.*\)", &.*/\1/p' tests/hostile.c)
	while IFS=$'\t' read -r file protocol type _; do
		[ "$(stat -c %s "tests/attacks/$file.bin" 2>/dev/null || echo 9999)" -le 600 ] || continue
		case "$type" in
		message | frame | theader) cp "tests/attacks/$file.bin" "$seeds/message/" ;;
		*)
			for index in "${!names[@]}"; do
				[ "${names[index]}" != "$type" ] || break
			done
			{ printf "\\x$(printf %02x "$index")" && cat "tests/attacks/$file.bin"; } >"$seeds/$protocol/$file"
			;;
		esac
		cp "tests/attacks/$file.bin" "$seeds/text/"
	done <tests/attacks/expected.tsv
}

make_seeds() {
	local file
	rm -rf "$seeds"
	mkdir -p "$seeds"/{binary,compact,skip,json,message,idl,text}
	"$build/fuzz_seeds" "$seeds"
	attack_seeds
	for file in idl/*.thrift examples/*.thrift tests/*/*.thrift tests/data/*/*.thrift; do
		cp "$file" "$seeds/idl/$(tr / _ <<<"$file")"
	done
	for file in tests/data/wire/*.bin; do
		"$build/ingot" inspect --format text "$file" >"$seeds/text/$(basename "$file").txt" 2>/dev/null || true
		"$build/ingot" inspect --format json "$file" >"$seeds/text/$(basename "$file").json" 2>/dev/null || true
		cp "$file" "$seeds/text"
	done
}

# Sanitizers make some ten times as slow: the second that a schema may take is held by ./dev soak schemas.
options_of() { # target
	case "$1" in
	idl) options=(-dict=tests/fuzz/idl.dict -timeout=10 -rss_limit_mb=512 -max_len=4096 -close_fd_mask=2) ;;
	text) options=(-dict=tests/fuzz/text.dict -timeout=10 -rss_limit_mb=512 -max_len=1024 -close_fd_mask=2) ;;
	*) options=(-timeout=10 -rss_limit_mb=512 -max_len=2048) ;;
	esac
}

keep() { # target
	local kept=$build/kept-$1
	rm -rf "$kept"
	mkdir -p "$kept"
	FUZZ_TARGET=$1 "$build/fuzz" "${options[@]}" -max_len=512 -set_cover_merge=1 "$kept" "$build/corpus-$1" "$seeds/$1" >/dev/null 2>&1
	tests/fuzz/corpus.py pack "$kept" "tests/fuzz/corpus/$1.hex"
}

run() { # target
	local options
	options_of "$1"
	mkdir -p "$build/corpus-$1"
	[ ! -f "tests/fuzz/corpus/$1.hex" ] || tests/fuzz/corpus.py unpack "tests/fuzz/corpus/$1.hex" "$build/corpus-$1"
	FUZZ_TARGET=$1 "$build/fuzz" "${options[@]}" -max_total_time="$seconds" -artifact_prefix="$build/crash-$1-" -print_final_stats=1 \
		"$build/corpus-$1" "$seeds/$1" >"$build/$1.log" 2>&1 || { tail -n 40 "$build/$1.log"; return 1; }
	printf '%-8s %12s inputs in %s s: no promise broken\n' "$1" \
		"$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$1.log")" "$seconds"
	[ -z "$keeps" ] || keep "$1"
}

build
make_seeds
failed=0
running=0
for target in "${targets[@]}"; do
	if [ "$running" -ge "$(nproc)" ]; then
		wait -n || failed=1
		running=$((running - 1))
	fi
	{ run "$target" || { echo "fuzz: $target failed"; exit 1; }; } &
	running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
	wait -n || failed=1
	running=$((running - 1))
done
exit "$failed"
