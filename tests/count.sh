#!/bin/bash
# SPDX-License-Identifier: MIT
# count.sh LOG STATUS: reads what `make check` printed and how it exited; prints "N passed, N failed, N skipped"; exits with 1 when a
# test failed or make did, whatever its reason, and then counts at least one as failed.
set -eu

awk -v status="$2" '
	/^# (PASS|FAIL|ERROR|XPASS|SKIP|XFAIL): +[0-9]+/ {
		sub(":", "", $2)
		count[$2] += $3
		seen = 1
	}
	END {
		failed = count["FAIL"] + count["ERROR"] + count["XPASS"]
		if (!seen || count["PASS"] + count["XFAIL"] + failed + count["SKIP"] == 0 || (status != 0 && failed == 0))
			failed++
		printf "%d passed, %d failed, %d skipped\n", count["PASS"] + count["XFAIL"], failed, count["SKIP"]
		exit failed > 0
	}
' "$1"
