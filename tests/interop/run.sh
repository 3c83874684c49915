#!/bin/bash
# SPDX-License-Identifier: MIT
# run.sh OUT COUNT [DAMAGED]: builds our side and those of the peers that are installed, in OUT, and exchanges COUNT values with each, in both
# protocols: what we write they read, what they write we read; then DAMAGED values, a tenth as many unless told. One line for each exchange;
# exit status 1 when one failed. From the environment: srcdir, builddir, INGOTC, CC, TALLOC_CFLAGS, TALLOC_LIBS.
set -euo pipefail

here=$srcdir/tests/interop
out=$1
count=$2
damaged=${3:-$((count / 10))}
status=0
mkdir -p "$out/ours" "$out/theirs"
read -ra cc <<<"${CC:-gcc}"
read -ra talloc_cflags <<<"$TALLOC_CFLAGS"
read -ra talloc_libs <<<"$TALLOC_LIBS"

result() { # 0: right, name
	if [ "$1" -eq 0 ]; then
		echo "ok $2"
	else
		echo "not ok $2"
		status=1
	fi
}

exchange() { # name, "check" or "bytes", protocol, command that takes frames and gives frames
	local name=$1 verb=$2 protocol=$3 seed=${INGOT_SEED:-1}
	shift 3
	"$out/ours/exchange" write "$protocol" "$seed" "$count" >"$out/frames"
	"$out/ours/exchange" json "$protocol" "$seed" "$count" >"$out/json"
	if "$@" <"$out/frames" >"$out/again" && "$out/ours/exchange" "$verb" "$protocol" "$seed" "$count" <"$out/again"; then
		result 0 "$count values to $name and back, $protocol"
	else
		result 1 "$count values to $name and back, $protocol (seed $seed)"
	fi
}

# Damaged values: who takes them, and as what. Every difference has a class.
damaged() { # name, protocol, command that takes inputs and gives replies
	local name=$1 protocol=$2 seed=${INGOT_SEED:-1} inputs=$damaged
	shift 2
	if "$out/ours/damaged" write "$protocol" "$seed" "$inputs" | "$@" | "$out/ours/damaged" judge "$protocol" "$seed" "$inputs" "$name" >&2; then
		result 0 "$inputs damaged values to $name: each difference is explained, $protocol"
	else
		result 1 "$inputs damaged values to $name: each difference is explained, $protocol (seed $seed)"
	fi
}

compile_theirs() { # name
	local cxx=(g++ -std=c++17 -O1 -w -I"$out/theirs") types=$out/theirs/types.o
	[ "$types" -nt "$here/interop.thrift" ] || "${cxx[@]}" -c "$out/theirs/interop_types.cpp" -o "$types"
	[ "$out/theirs/$1" -nt "$types" ] && [ "$out/theirs/$1" -nt "$here/$1.cc" ] ||
		"${cxx[@]}" "$here/$1.cc" "$types" -lthrift -o "$out/theirs/$1"
}

"$INGOTC" -o "$out/ours" "$here/interop.thrift"
optimise=-O1
[ -z "${INGOT_QUICK-}" ] || optimise=-O0
cc+=(-std=c11 $optimise -I"$srcdir/runtime" -I"$srcdir/tests" -I"$out/ours" "${talloc_cflags[@]}")
"${cc[@]}" -c "$out/ours/interop.c" -o "$out/ours/interop.o"
"${cc[@]}" "$here/ours.c" "$srcdir/tests/random.c" "$out/ours/interop.o" "$builddir/.libs/libingot.a" "${talloc_libs[@]}" -lm -o "$out/ours/exchange"
"${cc[@]}" "$here/damaged.c" "$srcdir/tests/wiregen.c" "$out/ours/interop.o" "$builddir/.libs/libingot.a" "${talloc_libs[@]}" -lm -o "$out/ours/damaged"

if ! command -v thrift >/dev/null; then
	echo "skip Apache Thrift: no thrift compiler"
	exit 0
fi
thrift --gen cpp:no_skeleton -out "$out/theirs" "$here/interop.thrift" >/dev/null
thrift --gen py -out "$out/theirs" "$here/interop.thrift" >/dev/null

if [ -n "${INGOT_QUICK-}" ]; then
	echo "skip Apache C++: left out by --quick"
elif [ -e /usr/include/thrift/Thrift.h ] && command -v g++ >/dev/null; then
	compile_theirs peer
	compile_theirs damaged
	for protocol in binary compact; do
		exchange "Apache C++" bytes $protocol "$out/theirs/peer" $protocol
		damaged "Apache C++" $protocol "$out/theirs/damaged" $protocol
	done
else
	echo "skip Apache C++: no libthrift-dev or no g++"
fi

if /usr/bin/python3 -c 'import thrift' 2>/dev/null; then
	for protocol in binary compact; do
		exchange "Apache Python" check $protocol /usr/bin/python3 "$here/peer.py" $protocol "$out/theirs" "$out/frames" "$out/json"
		damaged "Apache Python" $protocol /usr/bin/python3 "$here/damaged.py" $protocol "$out/theirs"
	done
else
	echo "skip Apache Python: no python3-thrift"
fi
exit $status
