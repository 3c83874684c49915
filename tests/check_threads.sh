#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds what promises something about threads with ThreadSanitizer, and runs its test.
. "$srcdir/tests/tap.sh"

name="metadata is read and extended by several threads without a data race"
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -g -O1 -fsanitize=thread -I$srcdir/runtime -I$srcdir/tests"

echo 'int main(void) { return 0; }' >"$tap_dir/empty.c"
if ! { $CC -fsanitize=thread "$tap_dir/empty.c" -o "$tap_dir/empty" && "$tap_dir/empty"; } 2>/dev/null; then
	skip "$name" "ThreadSanitizer does not run here"
	tap_done
fi
# shellcheck disable=SC2046,SC2086
passes "it builds under ThreadSanitizer" $CC $flags $TALLOC_CFLAGS "$srcdir/tests/main.c" \
	"$srcdir/tests/check_metadata_threads.c" "$srcdir/runtime/metadata.c" -o "$tap_dir/threads" \
	$TALLOC_LIBS $(pkg-config --libs check) -lpthread
passes "$name" env TSAN_OPTIONS=halt_on_error=1:exitcode=66 "$tap_dir/threads"
tap_done
