#!/bin/bash
# SPDX-License-Identifier: MIT
# No file names the places where it was written: absolute folders of a workplace, private registries, numbers of a private tracker.
. "$srcdir/tests/tap.sh"

cd "$srcdir" || exit 99
if ! files=$(git ls-files 2>/dev/null) || [ -z "$files" ]; then
	skip "no file names a workplace" "not a git work tree"
	tap_done
fi

# Written so that this file does not find itself.
patterns=('/wor[k]/' '/tm[p]/w/' '[Ii]ssue[s] [0-9]' '[Ii]ssu[e] #?[0-9]' '[Cc]as[e]s? [0-9]+ (of|in) the' 'Anthropi[c]' 'Claud[e]'
	'registry\.npmj[s]' 'resolved": "http[s]' '(^|[^A-Za-z0-9_}])/home/[a-z]' '(^|[^A-Za-z0-9_}])/roo[t]/')
for pattern in "${patterns[@]}"; do
	found=$(git grep -nIE "$pattern" -- . ':!tests/check_words.sh' | cut -c1-160)
	if [ -z "$found" ]; then
		ok "no file has $pattern"
	else
		not_ok "no file has $pattern" "$found"
	fi
done

tap_done
