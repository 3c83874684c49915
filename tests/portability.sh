#!/bin/bash
# SPDX-License-Identifier: MIT
# The same inputs give the same outcomes whatever compiles and runs the reader: prints a hash for each way, and ends with 1 when two
# differ. 32 bits and big endian need libtalloc for i386 and s390x, which are fetched into a folder of their own; what is missing is
# named and left out. portability.sh [ROUNDS [WORD]]: only the ways with that word in their name.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
rounds=${1-50}
only=${2-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources=(tests/portable.c tests/hostile.c tests/wiregen.c tests/failing_none.c)
for file in runtime/*.c; do [ "$file" = runtime/json_read.c ] || sources+=("$file"); done
for file in attack bench everything parquet recursion; do sources+=("generated/$file.c"); done
flags=(-std=c11 -D_POSIX_C_SOURCE=200809L -w -Iruntime -Igenerated -Itests)
wanted=
failed=0

# Unpacks Debian's libtalloc for another architecture. Prints its library's folder.
talloc_for() { # architecture triplet
	local state=$work/apt-$1
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/root"
	local options=(-o APT::Architecture="$1" -o APT::Architectures="$1" -o Dir::State::lists="$state/lists" -o Dir::Cache="$state/cache"
		-o Dir::State::status=/dev/null)
	(
		cd "$state" && : >status &&
			{ apt-get "${options[@]}" update -q >/dev/null 2>&1 || true; } && apt-get "${options[@]}" download -q libtalloc2 >/dev/null 2>&1 &&
			for package in *.deb; do dpkg-deb -x "$package" root; done
	) || return 1
	ln -sf "$(basename "$(ls "$state/root/usr/lib/$2"/libtalloc.so.2.*)")" "$state/root/usr/lib/$2/libtalloc.so"
	printf '%s\n' "$state/root/usr/lib/$2"
}

same() { # name command…
	local name=$1 hash
	shift
	if ! hash=$("$@" 2>&1); then
		printf '%-28s FAILED: %s\n' "$name" "$hash"
		failed=1
		return
	fi
	wanted=${wanted:-$hash}
	[ "$hash" = "$wanted" ] || failed=1
	printf '%-28s %s%s\n' "$name" "$hash" "$([ "$hash" = "$wanted" ] || echo ' DIFFERS')"
}

build_and_run() { # name compiler flag…
	local name=$1
	shift
	case "$name" in *"$only"*) ;; *) return ;; esac
	if ! "$@" "${flags[@]}" "${sources[@]}" -o "$work/portable" -ltalloc 2>"$work/errors"; then
		printf '%-28s left out: %s\n' "$name" "$(head -n 1 "$work/errors")"
		return
	fi
	same "$name" "$work/portable" "$rounds"
}

other() { # name architecture triplet runner… -- compiler flag…
	local name=$1 architecture=$2 triplet=$3 folder runner=()
	shift 3
	case "$name" in *"$only"*) ;; *) return ;; esac
	while [ "$1" != -- ]; do runner+=("$1"); shift; done
	shift
	if ! command -v "$1" >/dev/null || ! folder=$(talloc_for "$architecture" "$triplet"); then
		printf '%-28s left out: no compiler or no libtalloc\n' "$name"
		return
	fi
	mkdir -p "$work/include" && cp /usr/include/talloc.h /usr/include/xxhash.h "$work/include" 2>/dev/null
	if ! "$@" -isystem "$work/include" "${flags[@]}" "${sources[@]}" -o "$work/portable" -L"$folder" -ltalloc -Wl,--allow-shlib-undefined \
		2>"$work/errors"; then
		printf '%-28s left out: %s\n' "$name" "$(head -n 1 "$work/errors")"
		return
	fi
	same "$name" "${runner[@]}" env LD_LIBRARY_PATH="$folder" "$work/portable" "$rounds"
}

build_and_run "x86-64 gcc -O2" gcc -O2
build_and_run "x86-64 gcc -O0" gcc -O0
build_and_run "x86-64 gcc -O3" gcc -O3
build_and_run "x86-64 gcc -O2 -DNDEBUG" gcc -O2 -DNDEBUG
build_and_run "x86-64 gcc -funsigned-char" gcc -O1 -funsigned-char
build_and_run "x86-64 clang -O2" clang -O2
other "i386 gcc -m32 -O2" i386 i386-linux-gnu -- gcc-12 -m32 -O2
if command -v qemu-s390x >/dev/null; then
	run_s390x() { # env LD_LIBRARY_PATH=… program rounds
		qemu-s390x -L /usr/s390x-linux-gnu -E "$2" "$3" "$4"
	}
	other "s390x gcc -O2, emulated" s390x s390x-linux-gnu run_s390x -- s390x-linux-gnu-gcc -O2
fi
exit "$failed"
