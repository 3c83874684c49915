#!/bin/bash
# SPDX-License-Identifier: MIT
# Random schemas, and schemas that were changed at random: what ingotc accepts compiles, and what the packaged thrift accepts ingotc accepts,
# but for differences.txt. SCHEMAS: how many of each; SEED: which ones. ./dev schemas does 2,000.
. "$srcdir/tests/tap.sh" || exit 1
. "$srcdir/tests/compile.sh"

count=${SCHEMAS:-${INGOT_QUICK:+15}} seed=${SEED:-1} batch=250
count=${count:-60}
quiet=(-Wno-implicit-id -Wno-missing-field -Wno-empty-literal -Wno-duplicate-item)

if ! command -v python3 >/dev/null; then
	skip "random schemas" "there is no python3"
	tap_done
fi
# Sanitizers map more than that from the start.
memory=262144
case $CFLAGS in *sanitize*) memory=unlimited ;; esac

cd "$tap_dir" || exit 1
mkdir made changed out other
python3 "$srcdir/tests/make_schemas.py" "$count" made "$seed"
cp "$srcdir"/idl/*.thrift made

# Runs ingotc on each; those that it refuses go to refused, with the first error.
refused=
for path in made/*.thrift; do
	output=$(timeout 5 "$INGOTC" "${quiet[@]}" -o out "$path" 2>&1) || refused+="$path: $(head -n 1 <<<"$output")
"
done
is "ingotc accepts $(ls made | wc -l) schemas that are right" "$refused" ""

cd out || exit 1
ls -- *.c | split -l "$batch" - ../part.
cd ..
for part in part.*; do
	mkdir "unit.$part"
	while IFS= read -r source; do
		cp "out/$source" "out/${source%.c}.h" "unit.$part"
	done <"$part"
	cp -n out/*.h "unit.$part"
	compiles "their output compiles, $part" "$tap_dir/unit.$part"
done

# In one process, a thousand times as many as fit into processes of their own: soak_schemas.c.
folders=("$tap_dir/made" "$tap_dir/made" "$srcdir/idl" "$srcdir/examples" "$srcdir/tests/compat" "$srcdir/tests/constants" "$srcdir/tests/errors")
case $CFLAGS in *sanitize*) export INGOT_SANITIZED=1 ;; esac
if output=$("$builddir/soak_schemas" "${MUTATED:-$((count * 100))}" "$seed" "${folders[@]}" 2>&1); then
	ok "mutated schemas end in a second and 256 MiB"
	printf '# %s\n' "$output"
else
	not_ok "mutated schemas end in a second and 256 MiB" "$output"
fi

# Nothing but whole pairs of files, and only where -o says.
mkdir given only
cp made/s[0-9]*.thrift "$srcdir"/tests/errors/*.thrift given
python3 "$srcdir/tests/mutate_schemas.py" "$count" given given "$seed"
touch before
stray=
for path in given/m[0-9]*.thrift; do
	status=0
	timeout 5 "$INGOTC" "${quiet[@]}" -o only "$path" >/dev/null 2>&1 || status=$?
	[ "$status:$(ls only | wc -l)" = 0:2 ] || [ "$status:$(ls only | wc -l)" = 1:0 ] || stray+="$path: $status $(ls only)
"
	rm -f only/*
done
stray+=$(find . -newer before -type f ! -path './only/*')
[ "$(find given -name "m[0-9]*.thrift" | wc -l)" = "$count" ] || stray+="schemas are missing"
is "ingotc writes two files for a schema that it accepts, none else, and nowhere else" "$stray" ""

# So many of one thing that the whole is very large: refused, or done in a second or so. Instrumented code is slower.
if [ -z "${INGOT_QUICK-}" ] && [ "$memory" != unlimited ]; then
	python3 "$srcdir/tests/large_schemas.py" "${LARGE:-1000000}" large
	slow=
	for path in large/*.thrift; do
		status=0
		(ulimit -v "$memory" -t 4 && exec "$INGOTC" "${quiet[@]}" -o only "$path" >/dev/null 2>&1) || status=$?
		[ "$status" -le 1 ] || slow+="$path: $status
"
		rm -f only/*
	done
	is "large schemas end with 0 or 1, in time and in 256 MiB" "$slow" ""
	rm -rf large
else
	skip "large schemas" "left out by --quick and with sanitizers"
fi

if ! command -v thrift >/dev/null; then
	skip "what thrift accepts" "there is no thrift to compare with"
	tap_done
fi

accepted=0
for path in made/*.thrift; do
	timeout 2 thrift -out other --gen json "$path" >/dev/null 2>&1 && accepted=$((accepted + 1))
done
[ $((accepted * 3)) -ge "$count" ] && ok "thrift takes many of them, too" || not_ok "thrift takes many of them, too" "$accepted"

python3 "$srcdir/tests/mutate_schemas.py" "$count" made made "$seed"
only= slow= both=0
for path in made/m[0-9]*.thrift; do
	status=0
	output=$(ulimit -v "$memory" && timeout 2 "$INGOTC" "${quiet[@]}" --check "$path" 2>&1) || status=$?
	[ "$status" -le 1 ] || slow+="$path: $status
"
	{ timeout 1 thrift -out other --gen json "$path" >/dev/null 2>&1; } 2>/dev/null || continue
	both=$((both + 1))
	[ "$status" = 0 ] || is_known "$(grep -m 1 'error: ' <<<"$output")" || only+="$path: $(grep -m 1 'error: ' <<<"$output")
"
done
is "schemas that were changed at random end with 0 or 1, in two seconds and 256 MiB" "$slow" ""
is "what thrift accepts of them ingotc accepts" "$only" ""
[ "$both" -gt 0 ] && ok "thrift accepts some of them" || not_ok "thrift accepts some of them"

tap_done
