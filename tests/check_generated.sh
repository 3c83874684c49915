#!/bin/bash
# SPDX-License-Identifier: MIT
# generated/ is what ingotc makes of idl/ today, and nothing else is in there. `make regen` writes it anew.
. "$srcdir/tests/tap.sh"

for schema in "$srcdir"/idl/*.thrift; do
	base=$(basename "$schema" .thrift)
	if ! output=$("$INGOTC" -I "$srcdir/idl" -o "$tap_dir" "$schema" 2>&1); then
		not_ok "ingotc takes idl/$base.thrift" "$output"
		continue
	fi
	for file in "$base.h" "$base.c"; do
		if output=$(diff -u "$srcdir/generated/$file" "$tap_dir/$file" 2>&1); then
			ok "generated/$file is fresh"
		else
			not_ok "generated/$file is fresh" "$(printf '%s\n' "$output" | head -n 40)
make regen"
		fi
	done
done
is "generated/ holds nothing else" "$(cd "$srcdir/generated" && echo *)" "$(cd "$tap_dir" && echo *)"

tap_done
