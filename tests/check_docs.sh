#!/bin/bash
# SPDX-License-Identifier: MIT
# Every command of the documents is run, and prints what they say. `./dev docs` writes them anew.
. "$srcdir/tests/tap.sh"

if ! command -v python3 >/dev/null; then
	skip "the documents say what commands print" "no python3"
	tap_done
fi
case "${CFLAGS-}" in
*-fsanitize=*)
	skip "the documents say what commands print" "programs that are not sanitized do not link with a library that is"
	tap_done
	;;
esac
if ! output=$(env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s -C "$builddir" install DESTDIR="$tap_dir" 2>&1); then
	not_ok "make install for the documents" "$output"
	tap_done
fi
shopt -s nullglob
python3 "$srcdir/tests/docs.py" "$srcdir" "$builddir" "$tap_dir" "$srcdir/README.md" "$srcdir/HACKING.md" "$srcdir"/docs/*.md
