#!/bin/bash
# SPDX-License-Identifier: MIT
# The programs that ./dev bench measures build without a warning and decode its inputs: ours, and our readers over other ways to get
# memory. Nothing is measured here.
. "$srcdir/tests/tap.sh"

if [ -n "${INGOT_QUICK-}" ]; then
	skip "the programs of the bench build and decode" "--quick"
	tap_done
fi

read -ra cc <<<"$CC"
read -ra talloc <<<"$TALLOC_CFLAGS $TALLOC_LIBS"
read -ra xxhash <<<"$(pkg-config --cflags libxxhash)"
warnings=(-Wall -Wextra -Werror)
mapfile -t runtime < <(grep -L '<jansson.h>' "$srcdir"/runtime/*.c)
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -O0 "${warnings[@]}" -I"$srcdir/bench" -I"$srcdir/runtime" -I"$srcdir/generated")
schemas=("$srcdir"/generated/{parquet,bench}.c)

mkdir "$tap_dir/inputs"
passes "the inputs are made" eval '"${cc[@]}" "${flags[@]}" "$srcdir"/bench/{make_inputs,put}.c -lm -o "$tap_dir/make_inputs" &&
	"$tap_dir/make_inputs" "$tap_dir/inputs"'

# Once each operation that the program has. What it decodes has to end where the input ends.
decodes() { # program
	local operation kind file operations
	operations=$("$1" list) && [ -n "$operations" ] || return
	while read -r operation kind; do
		case $kind in
		footer) file=footer-100x10 ;;
		unknown) file=unknown-100x10 ;;
		*) file=$kind ;;
		esac
		"$1" first "$operation" "$kind" "$tap_dir/inputs/$file.bin" >/dev/null ||
			{ echo "$operation $kind"; return 1; }
	done <<<"$operations"
}

program() { # name source flags…
	local name=$1 main=$2
	shift 2
	passes "$name: builds" "${cc[@]}" "$@" "${flags[@]}" "$main" "$srcdir/bench/contender.c" "${schemas[@]}" "${runtime[@]}" \
		"${talloc[@]}" "${xxhash[@]}" -o "$tap_dir/$name"
	passes "$name: decodes" decodes "$tap_dir/$name"
}

program ours "$srcdir/bench/ours.c"
program chunks "$srcdir/bench/baselines.c" -I"$srcdir/bench/policy" -DPOLICY=POLICY_CHUNKS
program combined "$srcdir/bench/baselines.c" -I"$srcdir/bench/policy" -DPOLICY=POLICY_COMBINED

tap_done
