#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/idl.md: its schemas are accepted, or refused with the text that is shown, and it has every option and every warning.
. "$srcdir/tests/tap.sh" || exit 1

doc=$srcdir/docs/idl.md

block() { # which kind of block
	awk -v kind="\`\`\`$2" -v wanted="$1" '$0 == kind { n++; inside = 1; next } /^```/ { inside = 0 } inside && n == wanted' "$doc"
}

cd "$tap_dir" || exit 1
for i in 1 2; do
	block "$i" thrift >example.thrift
	output=$("$INGOTC" -o . example.thrift 2>&1) && [ -s example.thrift ] && ok "schema $i is accepted" || not_ok "schema $i is accepted" "$output"
	# shellcheck disable=SC2086
	passes "its output compiles" ${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$srcdir/runtime" -I. $TALLOC_CFLAGS example.c
done
sed -i 's/ (c.name = "roles")//' example.thrift
"$INGOTC" --check example.thrift 2>err && status=0 || status=$?
is "without c.name there is a clash" "$status $(grep -c "error: .*User_role_read" err)" "1 1"
block 1 thrift-wrong >example.thrift
is "errors are what is shown" "$("$INGOTC" --check example.thrift 2>&1)" "$(block 1 text)"

missing=
for warning in $(sed -n 's/^	\[DIAG_[A-Z_]*\] = "\(.*\)",$/\1/p' "$srcdir/compiler/diag.c"); do
	grep -q "^| \`$warning\` |" "$doc" || missing+="$warning "
done
for option in $("$INGOTC" --help | grep -oE -- '(^| )--?[a-zI-]+' | sort -u); do
	case $option in -Wno-* | -W*) option=-W ;; esac
	grep -qF -- "$option" "$doc" || missing+="$option "
done
is "every warning and option is there" "$missing" ""
missing=
for annotation in $(sed -n 's/^	{"\([a-z.]*\)", ON_.*/\1/p' "$srcdir/compiler/rules_annotations.c"); do
	grep -q "($annotation" "$doc" || missing+="$annotation "
done
is "every annotation is there" "$missing" ""

tap_done
