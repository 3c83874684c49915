#!/bin/bash
# SPDX-License-Identifier: MIT
# What `make install` puts there is enough: pkg-config finds it, programs outside build with it, shared and static.
. "$srcdir/tests/tap.sh"

root=$tap_dir/root
prefix=$(sed -n 's/^prefix=//p' "$builddir/ingot.pc")
read -ra cc <<<"$CC"
sanitizers=()
case "${CFLAGS-}" in *-fsanitize=*) sanitizers=("$(grep -oE -- '-fsanitize=[^ ]*' <<<"$CFLAGS")") ;; esac

passes "make install to a DESTDIR" env -u MAKEFLAGS -u MAKELEVEL "$MAKE" -s -C "$builddir" install DESTDIR="$root"

is "the public headers are installed" "$(cd "$root$prefix/include/ingot" && echo *.h)" \
	"$(cd "$srcdir/runtime/ingot" && echo *.h)"
is "both programs are installed" "$(cd "$root$prefix/bin" && echo *)" "ingot ingotc"

# ---- What the shared library exports: the listed, which are what the public headers declare ----

is "libingot.so exports what runtime/exports.txt lists" \
	"$(nm -D --defined-only "$root$prefix/lib/libingot.so" | awk '{ print $3 }' | grep -vE '^(__|_init$|_fini$|_edata|_end)' | LC_ALL=C sort)" \
	"$(LC_ALL=C sort "$srcdir/runtime/exports.txt")"

if declared=$(bash "$srcdir/tests/exports.sh" "$srcdir" 2>/dev/null); then
	is "runtime/exports.txt lists what the public headers declare (tests/exports.sh . >runtime/exports.txt)" \
		"$(LC_ALL=C sort "$srcdir/runtime/exports.txt")" "$declared"
else
	skip "runtime/exports.txt lists what the public headers declare" "needs gcc"
fi

export PKG_CONFIG_PATH=$root$prefix/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=
libdir=$root$prefix/lib
pc() { # flags of the installed package, as seen through the DESTDIR
	pkg-config --define-variable=prefix="$root$prefix" "$@" ingot
}
is "pkg-config knows the version" "$(pc --modversion)" "$("${cc[@]}" -E -dM -I"$srcdir/runtime" -include ingot/version.h -x c /dev/null |
	sed -n 's/^#define INGOT_VERSION "\(.*\)"/\1/p')"
is "pkg-config knows ingotc" "$(pc --variable=ingotc)" "$root$prefix/bin/ingotc"

cat >"$tap_dir/outside.c" <<'END'
#include <ingot/ingot.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	puts(ingot_version());
	return strcmp(ingot_version(), INGOT_VERSION) != 0;
}
END
read -ra cflags <<<"$(pc --cflags)"
read -ra libs <<<"$(pc --libs)"
passes "a program outside links with the shared library" "${cc[@]}" -std=c11 -Wall -Wextra -Werror "${sanitizers[@]}" "${cflags[@]}" \
	"$tap_dir/outside.c" -o "$tap_dir/shared" "${libs[@]}"
passes "and runs" env LD_LIBRARY_PATH="$libdir" "$tap_dir/shared"
passes "a program outside links with the static library" "${cc[@]}" -std=c11 -Wall -Wextra -Werror "${sanitizers[@]}" "${cflags[@]}" \
	"$tap_dir/outside.c" -o "$tap_dir/static" "$libdir/libingot.a" -ltalloc
passes "and runs without libingot.so" "$tap_dir/static"

tap_done
