#!/bin/bash
# SPDX-License-Identifier: MIT
# Decodes in several threads under ThreadSanitizer.
. "$srcdir/tests/tap.sh"

name="threads that decode to their own roots share nothing"
echo 'int main(void) { return 0; }' >"$tap_dir/empty.c"
if ! { $CC -fsanitize=thread "$tap_dir/empty.c" -o "$tap_dir/empty" && "$tap_dir/empty"; } 2>/dev/null; then
	skip "$name" "ThreadSanitizer does not run here"
	tap_done
fi
optimise=-O1
[ -z "${INGOT_QUICK-}" ] || optimise=-O0
sources=()
for source in "$srcdir"/runtime/*.c; do
	[ "$(basename "$source")" = json_read.c ] || sources+=("$source")
done
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -g $optimise -fsanitize=thread -I$srcdir/runtime -I$srcdir/generated -I$srcdir/tests"
# shellcheck disable=SC2046,SC2086
passes "it builds under ThreadSanitizer" $CC $flags $TALLOC_CFLAGS $(pkg-config --cflags libxxhash) "$srcdir/tests/main.c" \
	"$srcdir/tests/check_thread_decode.c" "$srcdir/tests/wiregen.c" "$srcdir/generated/attack.c" "${sources[@]}" -o "$tap_dir/threads" \
	$TALLOC_LIBS $(pkg-config --libs check) -lpthread
passes "$name" env TSAN_OPTIONS=halt_on_error=1:exitcode=66 "$tap_dir/threads"
tap_done
