#!/bin/bash
# SPDX-License-Identifier: MIT
# Twice the input costs at most 2.05 times the instructions, for each shape of message, decoded, skipped and refused.
. "$srcdir/tests/tap.sh"

shapes="i64s strings structs mistyped set map lists repeated unknown truncated skip-i64s skip-strings skip-structs skip-map"
[ -z "${INGOT_QUICK-}" ] || shapes="structs unknown"

if ! command -v valgrind >/dev/null || ! valgrind --tool=callgrind --callgrind-out-file=/dev/null "$builddir/linear" i64s 10 >/dev/null 2>&1; then
	skip "time is linear in the input" "valgrind is missing or cannot run this build"
	tap_done
fi

count() { # shape count
	valgrind --tool=callgrind --callgrind-out-file="$tap_dir/out" --toggle-collect=ingot_decode "$builddir/linear" "$1" "$2" \
		>"$tap_dir/said" 2>/dev/null
	sed -n 's/^\(summary\|totals\): //p' "$tap_dir/out" | head -n 1
}

for shape in $shapes; do
	once=$(count "$shape" 8000)
	twice=$(count "$shape" 16000)
	said=$(cut -d ' ' -f 1 "$tap_dir/said")
	expected=ok
	[ "$shape" != truncated ] || expected=truncated
	if [ -n "$once" ] && [ "$once" -gt 8000 ] && [ "$said" = "$expected" ] && [ $((twice * 100)) -le $((once * 205)) ]; then
		ok "$shape: time is linear in the input"
	else
		not_ok "$shape: time is linear in the input" "$once instructions, then $twice; it said $said"
	fi
done
tap_done
