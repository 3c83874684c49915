# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For tests that compile what ingotc wrote: source it after tap.sh.

warnings=(-Wall -Wextra -Wpedantic -Werror)
c_warnings=("${warnings[@]}" -Wshadow -Wconversion -Wstrict-prototypes)

# Which compilers there are; for --quick the first will do.
compilers=()
for compiler in gcc clang g++ clang++; do
	! command -v "$compiler" >/dev/null || compilers+=("$compiler")
done
[ -z "${INGOT_QUICK-}" ] || compilers=("${compilers[@]:0:1}")
echo "# compilers: ${compilers[*]}"

# All sources of a folder as one translation unit each way, and all headers as C++, with each of them.
compiles() { # name, folder
	if output=$(try_compiles "$2"); then
		ok "$1"
	else
		not_ok "$1" "$output"
	fi
}

# The same without a test of its own: prints what is wrong.
try_compiles() { # folder
	local compiler output good=0
	(cd "$1" && for file in *.c; do echo "#include \"$file\""; done) >"$1/all.c-unit"
	(cd "$1" && for file in *.h; do echo "#include \"$file\""; done) >"$1/all.cc-unit"
	for compiler in "${compilers[@]}"; do
		if [ "${compiler%++}" = "$compiler" ]; then
			# shellcheck disable=SC2086
			output=$("$compiler" -std=c11 "${c_warnings[@]}" -fsyntax-only -I"$srcdir/runtime" -I"$1" $TALLOC_CFLAGS -x c "$1/all.c-unit" 2>&1) && continue
		else
			# shellcheck disable=SC2086
			output=$("$compiler" -std=c++17 "${warnings[@]}" -fsyntax-only -I"$srcdir/runtime" -I"$1" $TALLOC_CFLAGS -x c++ "$1/all.cc-unit" 2>&1) && continue
		fi
		printf '%s:\n%s\n' "$compiler" "$(grep -A 4 'error' <<<"$output" | head -n 40)"
		good=1
	done
	return "$good"
}

# Whether a difference is one of differences.txt.
is_known() { # first error
	local pattern
	while IFS='|' read -r pattern _; do
		case $pattern in \#*) ;; *) grep -q -- "$pattern" <<<"$1" && return 0 ;; esac
	done <"$srcdir/tests/differences.txt"
	return 1
}
