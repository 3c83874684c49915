#!/bin/bash
# SPDX-License-Identifier: MIT
# The test driver: automake's TAP driver, with one line for each program, with its seconds, and one for each test that failed.
set -u

name=
for ((i = 1; i < $#; i++)); do
	[ "${!i}" = --test-name ] && { i=$((i + 1)); name=${!i}; }
done

"${SHELL:-/bin/sh}" "$(dirname "$0")/../build-aux/tap-driver.sh" "$@" | awk -v name="$name" -v start="$(date +%s.%N)" '
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
		"date +%s.%N" | getline now
		printf ", %.1f s\n", now - start
	}'
exit "${PIPESTATUS[0]}"
