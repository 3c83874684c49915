#!/bin/bash
# SPDX-License-Identifier: MIT
# Each header compiles alone: public ones and generated ones as C11 and as C++17, private ones as C11.
. "$srcdir/tests/tap.sh"

warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
read -ra talloc <<<"$TALLOC_CFLAGS"
read -ra cc <<<"$CC"
cxx=$(command -v "${CXX:-c++}" || true)

# Included twice: the second time the guard has to hold.
alone() { # header, flags
	printf '#include "%s"\n#include "%s"\nextern int not_empty;\n' "$1" "$1" >"$tap_dir/alone.c"
	passes "$1 compiles alone as C11" "${cc[@]}" -std=c11 -D_POSIX_C_SOURCE=200809L "${warnings[@]}" -Wstrict-prototypes "${@:2}" \
		"${talloc[@]}" -fsyntax-only "$tap_dir/alone.c"
}

alone_plus() {
	printf '#include "%s"\n#include "%s"\n' "$1" "$1" >"$tap_dir/alone.cc"
	if [ -n "$cxx" ]; then
		passes "$1 compiles alone as C++17" "$cxx" -std=c++17 "${warnings[@]}" "${@:2}" "${talloc[@]}" -fsyntax-only \
			"$tap_dir/alone.cc"
	else
		skip "$1 compiles alone as C++17" "no C++ compiler"
	fi
}

cd "$srcdir" || exit 99
for header in runtime/ingot/*.h; do
	alone "${header#runtime/}" -Iruntime
	alone_plus "${header#runtime/}" -Iruntime
done
for header in generated/*.h; do
	[ -f "$header" ] || continue
	alone "${header#generated/}" -Igenerated -Iruntime
	alone_plus "${header#generated/}" -Igenerated -Iruntime
done
for header in runtime/*.h cli/*.h; do
	[ -f "$header" ] || continue
	alone "$header" -I. -Iruntime -Icli -Icompiler
done
for header in compiler/*.h; do
	# What bison wrote next to its source in a build inside the source tree is not ours.
	[ "$header" != compiler/parser.h ] || continue
	alone "$header" -I. -Icompiler -I"$builddir/compiler"
done

# Whoever includes everything gets everything.
for header in runtime/ingot/*.h; do
	name=ingot/${header##*/}
	case "$name" in
	ingot/ingot.h | ingot/cursor.h | ingot/decode.h | ingot/encode.h | ingot/inline.h | ingot/json_read.h) continue ;; # itself; for generated code; of another library
	esac
	if grep -qx "#include <$name>" runtime/ingot/ingot.h; then
		ok "ingot.h includes $name"
	else
		not_ok "ingot.h includes $name"
	fi
done

tap_done
