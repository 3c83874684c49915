#!/bin/bash
# SPDX-License-Identifier: MIT
# Who may include whom; see the diagram in HACKING.md. Compiler and runtime share no header.
. "$srcdir/tests/tap.sh"

cd "$srcdir" || exit 99

includes() { # files…: "file: <header>" or "file: "header"" one a line
	grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<][^">]*[">]' "$@" /dev/null |
		sed -E 's/^([^:]*):[^"<]*/\1: /'
}

none() { # name, lines that should not be there
	if [ -z "$2" ]; then
		ok "$1"
	else
		not_ok "$1" "$2"
	fi
}

shopt -s nullglob
compiler=(compiler/*.[chly])
runtime=(runtime/*.[ch])
public=(runtime/ingot/*.h)
cli=(cli/*.[ch])
generated=(generated/*.[ch])

none "the compiler includes nothing of the runtime or the command line" \
	"$(includes "${compiler[@]}" | grep -E '[<"](\.\./)*(ingot/|runtime/|cli/)')"
none "the compiler's own headers are included with quotes and without a folder" \
	"$(includes "${compiler[@]}" | grep -E '"[^"]*/')"
none "the runtime includes nothing of the compiler or the command line" \
	"$(for header in compiler/*.h cli/*.h; do
		name=${header##*/}
		[ -e "runtime/$name" ] || includes "${runtime[@]}" "${public[@]}" | grep -F "\"$name\""
	done
	includes "${runtime[@]}" "${public[@]}" | grep -E '[<"](\.\./)*(compiler/|cli/)')"
none "public headers include only public and standard headers" \
	"$(includes "${public[@]}" | grep -vE '<(ingot/[a-z_]+|talloc|stdbool|stddef|stdint|stdio|string|stdlib|limits|math|assert|float)\.h>')"
none "generated code includes only libingot, libtalloc, the standard library and its like" \
	"$(includes "${generated[@]}" | grep -vE '<(ingot/[a-z_]+|talloc|stdbool|stddef|stdint|stdio|string|stdlib|math|float)\.h>|"[A-Za-z0-9_.-]+\.h"')"
none "the command line takes the compiler's front end, not its emitters" \
	"$(includes "${cli[@]}" | grep -E '"(emit[a-z_]*|layout[a-z_]*)\.h"')"

# So that each private header is tried alone by the compiler, too.
none "each source with a private header of its name includes that first" "$(
	for source in compiler/*.c runtime/*.c cli/*.c; do
		header=${source%.c}.h
		case "$source" in compiler/parser.c | compiler/lexer.c) continue ;; esac
		[ ! -e "$header" ] || [ "$(includes "$source" | head -n 1)" = "$source: \"${header##*/}\"" ] || echo "$source"
	done)"

# Every file says its licence in its first lines.
none "each file of ours opens with the SPDX line" "$(
	for file in compiler/*.[chly] runtime/*.[ch] runtime/ingot/*.h cli/*.[ch] tests/*.[ch] tests/*.sh bench/*.[ch] bench/*.sh \
		examples/*.[ch] examples/*.sh idl/*.thrift dev Makefile.am configure.ac .ci/run; do
		case "$file" in compiler/parser.[ch] | compiler/lexer.c) continue ;; esac
		[ ! -e "$file" ] || head -n 4 "$file" | grep -q 'SPDX-License-Identifier: MIT' || echo "$file"
	done)"

# What is dynamically linked.
library=$builddir/.libs/libingot.so
if [ -e "$library" ] && command -v readelf >/dev/null; then
	is "libingot links libc and libtalloc only" \
		"$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^lib(asan|ubsan|clang_rt.*|gcc_s)\.' | sort | tr '\n' ' ')" \
		"libc.so.6 libtalloc.so.2 "
else
	skip "libingot links libc and libtalloc only" "no shared library, or no readelf"
fi

tap_done
