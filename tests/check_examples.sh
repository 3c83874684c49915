#!/bin/bash
# SPDX-License-Identifier: MIT
# The examples that stand on event.thrift do what they say, with libingot and libtalloc alone.
. "$srcdir/tests/tap.sh"

read -ra cc <<<"$CC $CFLAGS"
read -ra talloc <<<"$TALLOC_CFLAGS $TALLOC_LIBS"
warnings=(-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror)

passes "event.thrift compiles" "$INGOTC" -o "$tap_dir" "$srcdir/examples/event.thrift"
for program in make_values stream; do
	passes "$program builds" "${cc[@]}" "${warnings[@]}" -I"$srcdir/runtime" -I"$tap_dir" "$srcdir/examples/$program.c" "$tap_dir/event.c" \
		"$builddir/.libs/libingot.a" "${talloc[@]}" -o "$tap_dir/$program"
done
is "make_values prints what it made" "$("$tap_dir/make_values")" '91 bytes
{"name": "overheated", "at": 0, "severity": 10, "attempt": 3, "place": {"latitude": 52.5, "longitude": 13.4}, "labels": ["disk", "hot"]}
attempt 3
{"name": "counted", "at": 0, "severity": 1, "counters": {"a": 0, "b": 1099511627776, "c": 2199023255552}, "cause": {"signal": 15}}
attempt 1, by default
event.Event.name: required field missing'

# Three values: a name, and the fields that have no word for whether they are required.
value() { printf '\x18\x03%s\x16\x00\x15\x02\x00' "$1"; }
{ value one && value two && value six; } >"$tap_dir/values"
is "stream prints each name" "$("$tap_dir/stream" <"$tap_dir/values")" $'one\ntwo\nsix'
is "stream takes bytes one by one" "$(dd if="$tap_dir/values" bs=1 2>/dev/null | "$tap_dir/stream")" $'one\ntwo\nsix'
is "stream tells an end inside a value" "$(head -c 25 "$tap_dir/values" | "$tap_dir/stream" 2>&1 >/dev/null)" 'the stream ends inside a value'

tap_done
