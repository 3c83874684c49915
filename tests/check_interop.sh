#!/bin/bash
# SPDX-License-Identifier: MIT
# A sample of values to Apache Thrift and back; ./dev interop does it with more.
. "$srcdir/tests/tap.sh"

case "${CFLAGS-}" in
*-fsanitize*)
	skip "values are exchanged" "Apache's libraries are not built with sanitizers"
	tap_done
	exit
	;;
esac

count=1000
[ -z "${INGOT_QUICK-}" ] || count=100
while read -r verdict rest; do
	case "$verdict" in
	ok) ok "$rest" ;;
	skip) skip "${rest%%:*}" "${rest#*: }" ;;
	*) not_ok "$rest" "$(cat "$tap_dir/errors")" ;;
	esac
done < <(bash "$srcdir/tests/interop/run.sh" "$tap_dir/interop" $count 2>"$tap_dir/errors" || [ -s "$tap_dir/errors" ] || echo "failed run.sh")
[ "$tap_count" -gt 0 ] || not_ok "values are exchanged" "$(cat "$tap_dir/errors")"

tap_done
