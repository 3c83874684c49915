#!/bin/bash
# SPDX-License-Identifier: MIT
# What ingotc says of each schema in errors/, to the letter: NAME.err beside NAME.thrift. A first line "# options: ..." adds options.
# Every message in the compiler's source must be in one of them. UPDATE=1 writes the .err files anew.
. "$srcdir/tests/tap.sh" || exit 1

cd "$srcdir/tests/errors" || exit 1

check() { # NAME.thrift
	local name=${1%.thrift} options status=0 wanted
	options=$(sed -n '1s/^# options: //p' "$1")
	# shellcheck disable=SC2086
	"$INGOTC" --check $options "$1" >"$tap_dir/out" 2>"$tap_dir/err" || status=$?
	[ -z "${UPDATE-}" ] || cp "$tap_dir/err" "$name.err"
	wanted=$(grep -qE '(^|: )error: |"severity": "error"' "$name.err" && echo 1 || echo 0)
	if [ "$status" != "$wanted" ]; then
		not_ok "$name" "exit status $status, not $wanted"
	elif [ -s "$tap_dir/out" ]; then
		not_ok "$name" "something on standard output"
	elif ! cmp -s "$name.err" "$tap_dir/err"; then
		not_ok "$name" "$(diff -u "$name.err" "$tap_dir/err" | head -n 40)
UPDATE=1 make check TESTS=tests/check_errors.sh"
	elif LC_ALL=C grep -q '[^ -~]' "$tap_dir/err"; then
		not_ok "$name" "something else than printable ASCII"
	else
		ok "$name"
	fi
}

for schema in *.thrift */*.thrift; do
	case $schema in good/*) ;; *) check "$schema" ;; esac
done

# A chain of includes that is too long takes more files than should lie here.
for i in $(seq 0 201); do
	echo "include \"c$((i + 1)).thrift\"" >"$tap_dir/c$i.thrift"
done
echo >"$tap_dir/c202.thrift"
(cd "$tap_dir" && "$INGOTC" --check c0.thrift 2>chain) && status=0 || status=$?
is "a chain of includes that is too long" "$status $(head -n 1 "$tap_dir/chain")" \
	"1 c199.thrift:1:9: error: too many files include each other: 200 levels are the most"

# Files that include very many, and namespaces for more languages than there are.
for ((i = 0; i <= 1000; i++)); do echo 'include "c202.thrift"'; done >"$tap_dir/many.thrift"
(cd "$tap_dir" && "$INGOTC" --check many.thrift 2>many) && status=0 || status=$?
is "a file that includes very many" "$status $(head -n 1 "$tap_dir/many")" \
	"1 many.thrift:1001:9: error: too many includes: 1000 in one file are the most"
for ((i = 0; i <= 100; i++)); do echo "namespace n$i x"; done >"$tap_dir/spaces.thrift"
(cd "$tap_dir" && "$INGOTC" --check spaces.thrift 2>spaces) && status=0 || status=$?
is "a file with very many namespaces" "$status $(head -n 1 "$tap_dir/spaces")" \
	"1 spaces.thrift:101:1: error: too many namespaces: 100 in one file are the most"

{ echo 'enum E {'; seq -f 'V%.0f' 0 65536; echo '}'; } >"$tap_dir/values.thrift"
(cd "$tap_dir" && "$INGOTC" --check values.thrift 2>values) && status=0 || status=$?
is "an enum with very many values" "$status $(head -n 1 "$tap_dir/values")" \
	"1 values.thrift:65538:1: error: too many values: 65536 in one enum are the most"

# Nor a schema that is too large.
{
	echo 'const list<i32> L = ['
	yes '1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1' | head -n 40000
} >"$tap_dir/large.thrift"
"$INGOTC" --check "$tap_dir/large.thrift" 2>"$tap_dir/large" && status=0 || status=$?
is "a schema that is too large" "$status $(head -n 1 "$tap_dir/large" | sed 's/^[^ ]* //')" \
	"1 error: the schema is too large: up to here it takes more than 48 MiB"

# Texts of calls that report something, as patterns; those that only pass on what another call was given are left out.
messages() {
	perl -0777 -ne '
		while (/\b(?:diag_(?:error|warn|note)|lexer_(?:error|unclosed))(\((?:[^()"]|"(?:[^"\\]|\\.)*"|(?1))*\))/g) {
			my $call = $1;
			while ($call =~ /"((?:[^"\\]|\\.)*)"/g) {
				my $text = $1;
				next if $text !~ / / || $text =~ /^[^%]*%s$/ && length($text) < 4;
				$text =~ s/\\(.)/$1/g;
				$text = quotemeta $text;
				$text =~ s/\\%(?:02x|lld|zu|[sducx])/.*/g;
				print "$text\n";
			}
		}' "$srcdir"/compiler/*.[cly] | grep -v '^\(a struct\|an integer\)$' | sort -u
}

sed 's/\\\(["\\]\)/\1/g' ./*.err ./*/*.err ../compat/*.err "$tap_dir/chain" "$tap_dir/large" "$tap_dir/many" "$tap_dir/spaces" "$tap_dir/values" >"$tap_dir/all"
missing=
while IFS= read -r message; do
	grep -qP -- "$message" "$tap_dir/all" || missing+="$message
"
done < <(messages)
is "every message of the compiler is in a test" "$missing" ""
[ "$(messages | wc -l)" -gt 60 ] && ok "messages were found" || not_ok "messages were found"

tap_done
