#!/bin/bash
# SPDX-License-Identifier: MIT
# Of ./dev: that its counts are right, and that what fails is seen.
. "$srcdir/tests/tap.sh"

# make check's own summary for a test script, run through the real driver.
run_script() { # text of a TAP script
	mkdir -p "$tap_dir/run"
	printf '%s\n' "$1" >"$tap_dir/run/script.sh"
	env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s -C "$builddir" check-TESTS TESTS="$tap_dir/run/script.sh" \
		TEST_SUITE_LOG="$tap_dir/run/suite.log" >"$tap_dir/run/log" 2>&1
	"$srcdir/tests/count.sh" "$tap_dir/run/log" $?
}

counts() { # name, TAP script, line, exit status
	local line status=0
	line=$(run_script "$2") || status=$?
	is "$1" "$line ($status)" "$3 ($4)"
}

counts "tests are counted one by one" "printf 'ok 1\nok 2\nok 3 # SKIP no need\n1..3\n'" "2 passed, 0 failed, 1 skipped" 0
counts "a failing test is counted and seen" "printf 'ok 1\nnot ok 2 - broken\n1..2\n'" "1 passed, 1 failed, 0 skipped" 1
counts "a failing check counts once when tap.sh ran it" ". '$srcdir/tests/tap.sh'; ok a; not_ok b; tap_done" \
	"1 passed, 1 failed, 0 skipped" 1
counts "a program that dies after its tests fails" "printf 'ok 1\n1..1\n'; exit 3" "1 passed, 1 failed, 0 skipped" 1
counts "tests that did not run fail" "printf '1..3\nok 1\n'" "1 passed, 1 failed, 0 skipped" 1
counts "a program without a test fails" "exit 0" "0 passed, 1 failed, 0 skipped" 1

echo "gcc: error: no such file" >"$tap_dir/log"
is "a build that fails is one failure" "$("$srcdir/tests/count.sh" "$tap_dir/log" 2)" "0 passed, 1 failed, 0 skipped"
printf '# PASS:  7\n# FAIL:  0\n' >"$tap_dir/log"
is "make's exit status is believed" "$("$srcdir/tests/count.sh" "$tap_dir/log" 2)" "7 passed, 1 failed, 0 skipped"

status=0
"$srcdir/dev" nonsense >"$tap_dir/out" 2>"$tap_dir/err" || status=$?
is "an unknown command is a usage error" "$status:$(wc -c <"$tap_dir/out"):$(head -n 1 "$tap_dir/err")" \
	"2:0:usage: ./dev COMMAND [OPTION]..."

tap_done
