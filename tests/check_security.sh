#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/security.md names tests that exist, and every promise has at least one.
. "$srcdir/tests/tap.sh"

page=$srcdir/docs/security.md
while read -r name; do
	if [ -e "$srcdir/$name" ]; then
		ok "docs/security.md: $name exists"
	else
		not_ok "docs/security.md: $name exists"
	fi
done < <(grep -oE '`(tests/[A-Za-z0-9_/.-]+|\.ci/run|SECURITY\.md)`' "$page" | tr -d '`' | sort -u)
for number in $(seq 1 18); do
	if grep -qE "^\| I$number \|.*\|.*\`(tests|\.ci)/" "$page"; then
		ok "promise I$number has a test"
	else
		not_ok "promise I$number has a test"
	fi
done
count=$(find "$srcdir/tests/attacks" -name '*.bin' | wc -l)
is "docs/security.md says how many attack files there are" "$(grep -oE 'has [0-9,]+ files' "$page" | tr -dc 0-9)" "$count"
tap_done
