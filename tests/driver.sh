#!/bin/bash
# SPDX-License-Identifier: MIT
# The test driver: automake's TAP driver, with one line for each program and one for each test that failed.
set -u

name=
for ((i = 1; i < $#; i++)); do
	[ "${!i}" = --test-name ] && { i=$((i + 1)); name=${!i}; }
done

"${SHELL:-/bin/sh}" "$(dirname "$0")/../build-aux/tap-driver.sh" "$@" | awk -v name="$name" '
	{ gsub(/\033\[[0-9;]*m/, "") }
	/^PASS|^XFAIL/ { passed++ }
	/^SKIP/ { skipped++ }
	/^FAIL|^ERROR|^XPASS/ { failed++; print }
	END {
		printf "%s: %s: %d passed", failed ? "FAIL" : passed ? "PASS" : "SKIP", name, passed
		if (failed)
			printf ", %d failed", failed
		if (skipped)
			printf ", %d skipped", skipped
		print ""
	}'
exit "${PIPESTATUS[0]}"
