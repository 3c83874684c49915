#!/bin/bash
# SPDX-License-Identifier: MIT
# ingot on bytes, names and arguments that mean harm.
. "$srcdir/tests/tap.sh"

# A sanitizer's shadow takes more than any limit on memory.
case "${CFLAGS-}" in
*-fsanitize*) export INGOT_NO_LIMIT=1 ;;
esac

check() { # function, name
	if command -v python3 >/dev/null; then
		TMPDIR=$tap_dir passes "$2" python3 "$srcdir/tests/cli_hostile.py" "$INGOT" "$srcdir" "$1"
	else
		skip "$2" "python3 is absent"
	fi
}

check output "nothing from a blob leaves any format unescaped"
check names "nothing from file names and arguments is printed unescaped"
check html "nothing from a blob becomes markup"
check terminal "a UTF-8 terminal gets letters and no controls"
check mutations "mutated blobs do no harm, and their text gives them back"
check encoders "mutated text and JSON are taken or refused with a place"
check schemas "mutated Parquet footers do no harm by their schema"
check attacks "small files cannot ask for much time or memory"

tap_done
