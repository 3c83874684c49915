#!/bin/bash
# SPDX-License-Identifier: MIT
# Constants and defaults, run: constants/values.c looks at each value that constants/values.thrift gives.
. "$srcdir/tests/tap.sh" || exit 1

if ! output=$("$INGOTC" -Werror -Wno-error=duplicate-item -o "$tap_dir" "$srcdir/tests/constants/values.thrift" 2>&1); then
	not_ok "ingotc takes the schema" "$output"
	tap_done
fi
library=$(find "$builddir" -name libingot.a | head -n 1)
for compiler in gcc clang; do
	command -v "$compiler" >/dev/null || continue
	[ "$tap_count" = 0 ] || [ -z "${INGOT_QUICK-}" ] || continue
	# shellcheck disable=SC2086
	if ! output=$("$compiler" -std=c11 -O0 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror \
		${SANITIZE--fsanitize=address,undefined -fno-sanitize-recover=all} -I"$tap_dir" -I"$srcdir/runtime" $TALLOC_CFLAGS \
		"$srcdir/tests/constants/values.c" "$tap_dir"/*.c "$library" $TALLOC_LIBS -o "$tap_dir/values" 2>&1); then
		not_ok "constants compile with $compiler" "$output"
		continue
	fi
	if ! output=$("$tap_dir/values" 2>&1); then
		not_ok "constants run, compiled by $compiler" "$output"
	fi
	while IFS= read -r line; do
		case $line in
		"ok "*) ok "$compiler: ${line#*- }" ;;
		"not ok "*) not_ok "$compiler: ${line#*- }" ;;
		esac
	done <<<"$output"
done
[ "$tap_count" -gt 0 ] || skip "constants" "there is neither gcc nor clang"

tap_done
