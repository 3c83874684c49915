#!/bin/bash
# SPDX-License-Identifier: MIT
# ingot inspect over the attack set: it ends in time, with 0 or 1 as expected.tsv says, and prints nothing but printable ASCII and newlines.
. "$srcdir/tests/tap.sh"

# For --quick every eighth, but with sanitizers all.
step=1
[ -z "${INGOT_QUICK-}" ] || step=8
case "${CFLAGS-}" in *-fsanitize*) step=1 ;; esac
export LC_ALL=C

bad=()
count=0 row=0
while IFS=$'\t' read -r file protocol type _ _ walk _ _; do
	case "$file" in \#*) continue ;; esac
	case "$type" in message | frame | theader) continue ;; esac
	row=$((row + 1))
	[ $((row % step)) = 0 ] || continue
	count=$((count + 1))
	expected=1
	[ "$walk" != ok ] || [[ "$file" == *trailing-bytes ]] || expected=0
	timeout 5 "$INGOT" inspect --protocol "$protocol" "$srcdir/tests/attacks/$file.bin" >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	status=$?
	[ "$status" = "$expected" ] || [[ "$file" == *trailing-bytes || "$file" == *stop-with-a-delta* ]] || bad+=("$file: exit $status, not $expected")
	[ "$status" -le 1 ] || bad+=("$file: exit $status")
	if tr -d '\n\040-\176' <"$tap_dir/out" | head -c 1 | grep -q . || tr -d '\n\040-\176' <"$tap_dir/err" | head -c 1 | grep -q .; then
		bad+=("$file: prints control characters")
	fi
done <"$srcdir/tests/attacks/expected.tsv"
is "ingot inspect takes or refuses each of $count attacks as expected" "$(printf '%s\n' "${bad[@]+"${bad[@]}"}" | head -n 20)" ""
tap_done
