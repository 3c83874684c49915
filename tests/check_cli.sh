#!/bin/bash
# SPDX-License-Identifier: MIT
# ingot by what it prints and how it exits.
. "$srcdir/tests/tap.sh"

wire=$srcdir/tests/data/wire
parquet=$srcdir/tests/data/parquet
# Of loops over all files: for --quick every fourth.
step=1
[ -z "${INGOT_QUICK-}" ] || step=4
shared=$srcdir/../shared/data/footers

# UPDATE=1 writes the table anew, to be read before it is committed.
if [ -n "${UPDATE-}" ]; then
	while IFS=$'\t' read -r arguments file _; do
		case $arguments in '#'*) printf '%s\n' "$arguments"; continue ;; esac
		# shellcheck disable=SC2086
		output=$(cd "$wire" && "$INGOT" inspect --format json --enums number $arguments "$file" 2>/dev/null; echo "exit $?")
		printf '%s\t%s\t%s\t%s\n' "$arguments" "$file" "${output##*exit }" "$(sed '$d' <<<"$output")"
	done <"$wire/expected.tsv" >"$tap_dir/expected.tsv"
	cp "$tap_dir/expected.tsv" "$wire/expected.tsv"
fi

# Every row of the table: exact JSON, exact exit status.
while IFS=$'\t' read -r arguments file status output; do
	case $arguments in '#'*) continue ;; esac
	# The arguments are words of our own.
	# shellcheck disable=SC2086
	got=$(cd "$wire" && "$INGOT" inspect --format json --enums number $arguments "$file" 2>"$tap_dir/err"; echo "exit $?")
	is "inspect $file${arguments:+ $arguments}" "$got" "${output:+$output
}exit $status"
	if [ "$status" = 1 ] && ! grep -Eq "^ingot: $file: [0-9]+: " "$tap_dir/err"; then
		not_ok "inspect $file says where it is damaged" "$(cat "$tap_dir/err")"
	fi
done <"$wire/expected.tsv"

# The text form keeps every byte, of valid and of damaged files, however they are read.
back() { # file [arguments]
	local file=$1
	shift
	"$INGOT" inspect --format text "$@" "$file" 2>"$tap_dir/err" | "$INGOT" encode - >"$tap_dir/back" && cmp "$file" "$tap_dir/back"
}
for arguments in "" "--protocol binary" "--protocol compact" "--type FileMetaData" "--strict"; do
	failed=
	count=0
	for file in "$wire"/*.bin "$parquet"/*.parquet "$shared"/*.bin; do
		[ -f "$file" ] || continue
		count=$((count + 1))
		[ $((count % step)) = 0 ] || continue
		# shellcheck disable=SC2086
		output=$(back "$file" $arguments 2>&1) || failed="$failed$file: $output"$'\n'
	done
	is "text and encode give $((count / step)) files back${arguments:+, $arguments}" "$failed" ""
done
[ -d "$shared" ] || skip "text and encode give real footers back" "../shared is absent"

# What text says in one way and bytes in several.
for hex in 'binary 04 0001 7ff8000000000000 00' 'binary 04 0001 7ff0000000000001 00' 'binary 04 0001 fff8000000000000 00' \
	'binary 0d 0001 00 08 00000000 00' 'binary 0d 0001 08 00 00000000 00' 'binary 0d 0001 00 00 00000000 00' \
	'compact 17 010000000000f07f 00' 'compact 1b 00 00' 'compact 1b 02 85 01 61 01 8000 02 00'; do
	printf '%b' "$(sed 's/[a-z]* //; s/ //g; s/../\\x&/g' <<<"$hex")" >"$tap_dir/blob"
	passes "text and encode give back $hex" back "$tap_dir/blob" --protocol "${hex%% *}"
done

# JSON without a schema, to bytes in either protocol and back; and convert, which must say the same.
failed=
count=0
for file in "$wire"/*.bin "$shared"/*.bin; do
	[ -f "$file" ] || continue
	count=$((count + 1))
	[ $((count % step)) = 0 ] || continue
	json=$("$INGOT" inspect --format json "$file" 2>/dev/null) || continue
	case $json in '' | *$'\n'* | *\"seqid\"* | *\"version\"*) continue ;; esac
	# Of an empty map compact keeps no types.
	json=$(sed 's/"map<[^>]*>": \[\]/"map": []/g' <<<"$json")
	for to in binary compact; do
		got=$(printf '%s' "$json" | "$INGOT" encode --to $to - | "$INGOT" inspect --format json --protocol $to - 2>&1)
		[ "$(sed 's/"map<[^>]*>": \[\]/"map": []/g' <<<"$got")" = "$json" ] || failed="$failed$file: encode $to: $got"$'\n'
		got=$("$INGOT" convert --to $to "$file" | "$INGOT" inspect --format json --protocol $to - 2>&1)
		[ "$(sed 's/"map<[^>]*>": \[\]/"map": []/g' <<<"$got")" = "$json" ] || failed="$failed$file: convert $to: $got"$'\n'
	done
done
is "JSON and convert say the same in both protocols" "$failed" ""

# JSON by names.
is "encode takes what inspect prints with a schema" \
	"$("$INGOT" inspect --format json "$parquet/hyparquet.parquet" |
		"$INGOT" encode --type FileMetaData - | "$INGOT" inspect --format json --type FileMetaData -)" \
	"$("$INGOT" inspect --format json "$parquet/hyparquet.parquet")"
is "encode names the place of what it cannot take" \
	"$(echo '{"schema": [{"name": 7}]}' | "$INGOT" encode --type FileMetaData - 2>&1; echo $?)" \
	"ingot: stdin: schema[0].name: a string, or {\"hex\": \"...\"}, expected
1"
is "encode names the line and column of what it cannot take" \
	"$(printf 'compact\nstruct {\n  1: i32 7`0e00`\n}' | "$INGOT" encode - 2>&1; echo $?)" \
	"ingot: stdin:3:10: the bytes in backquotes mean something else: take them out
1"

# One command for each question that a newcomer has.
is "inspect says what is in a Parquet file" "$(cd "$parquet" && "$INGOT" inspect duckdb-empty.parquet | head -n 5)" \
"duckdb-empty.parquet: Parquet file, footer of 88 bytes at 4 (certain)
version: 1
schema: list<SchemaElement>, 2 elements
  [0] SchemaElement
    repetition_type: REQUIRED (0)"
is "inspect reads hex from a log" "$(echo '15 0e 28 02 68 69 00' | "$INGOT" inspect --from hex -)" \
"stdin: compact struct, 7 bytes (likely)
1: i32 7
3: binary \"hi\""
is "inspect reads base64" "$(echo FQ4oAmhpAA== | "$INGOT" inspect --from base64 - | tail -n 1)" '3: binary "hi"'
same_bytes() { # name text
	is "inspect reads $1" "$(printf '%s\n' "$2" | "$INGOT" inspect --from hex - | tail -n 2)" "1: i32 7
3: binary \"hi, ab cd ef, bye\""
}
same_bytes "what xxd prints" \
	'00000000: 150e 2811 6869 2c20 6162 2063 6420 6566  ..(.hi, ab cd ef
00000010: 2c20 6279 6500                           , bye.'
same_bytes "what hexdump -C prints" \
	'00000000  15 0e 28 11 68 69 2c 20  61 62 20 63 64 20 65 66  |..(.hi, ab cd ef|
00000010  2c 20 62 79 65 00                                 |, bye.|
00000016'
same_bytes "what Wireshark prints" \
	'0000   15 0e 28 11 68 69 2c 20 61 62 20 63 64 20 65 66   ..(.hi, ab cd ef
0010   2c 20 62 79 65 00                                 , bye.'
same_bytes "hex with other marks between" \
	'{0x15, 0x0e, 0x28, 0x11} 68-69:2c;20"61"62\x20\x63 642065662c 20 627965 00 # seen at night'
wrong_hex() { # name text error
	is "$1" "$(printf '%s\n' "$2" | "$INGOT" inspect --from hex - 2>&1; echo $?)" "ingot: stdin: $3
2"
}
wrong_hex "a line that is missing in a dump is told" '00000000  15 0e 00 00
00000005  00' "22: the offset 4 should begin this line"
wrong_hex "half a byte is told" '15 0e 0' "7: a hex digit stands alone"
wrong_hex "what is no hex digit is told" '15 0e 0g' "7: 'g' is no hex digit"
is "bytes that look like base64 are hinted at" \
	"$(echo FQ4oAmhpAA== | "$INGOT" inspect - 2>&1 >/dev/null | grep base64)" "ingot: stdin: this looks like base64: --from base64 reads it"
is "what a map has stands behind its key" \
	"$(echo '{"1": {"map<i32,struct>": [[1, {"1": {"i32": 5}}], [2, {}]]}}' | "$INGOT" encode --to compact | "$INGOT" inspect -)" \
	"stdin: compact struct, 10 bytes (likely)
1: map<i32, struct>, 2 entries
  [0] 1 => struct
    1: i32 5
  [1] 2 => struct"
is "a key without its value ends its line" \
	"$(echo 1b 01 58 02 05 | "$INGOT" inspect --from hex --protocol compact - 2>/dev/null)" "stdin: compact struct, 5 bytes (a guess)
1: map<i32, binary>, 1 entry
  [0] 1
<<< damaged at byte 5: truncated (expected binary)"
is "inspect begins and ends where it is told" \
	"$(echo '99 99 15 0e 00 99' | "$INGOT" inspect --from hex --at 2 --length 3 - | tail -n 1)" "1: i32 7"
is "stats names the path that takes most" \
	"$("$INGOT" stats --format json "$parquet/hyparquet.parquet" | sed -n 3p | cut -d, -f1-4)" \
	'{"path": "row_groups[*]", "type": "struct", "bytes": 2401, "share": 0.906380'
# More paths than are counted: field 2 has no room, and must not be taken for the 3 that came behind it once.
many_paths() {
	printf 'compact\nstruct { 1: i32 1 3: i32 1 4: struct {'
	seq -f '%.0f: i32 1' 20000
	printf '} }\nstruct { 1: i32 1 2: i32 1 3: i32 1 }\n'
	for _ in {1..5}; do echo 'struct { 1: i32 1 2: i32 1 }'; done
}
is "stats counts no field for another that it has no room for" \
	"$(many_paths | "$INGOT" encode - | "$INGOT" stats --many --protocol compact --format json - 2>/dev/null |
		grep -E '^{"path": "[23]"' | cut -d, -f1,5)" \
	'{"path": "3", "count": 2'
is "stats adds up by a value" "$("$INGOT" stats --by 'schema[*].name' "$parquet/hyparquet.parquet" | sed -n 2p | tr -s ' ')" \
	' 0.7% 18 1 "sphere"'
is "query prints the values at a path" "$("$INGOT" query 'row_groups[0].columns[1].meta_data.codec' "$parquet/hyparquet.parquet")" \
	"row_groups[0].columns[1].meta_data.codec: SNAPPY (1)"
is "query goes by ids too" "$("$INGOT" query '4[0].1[1].3.4' "$parquet/hyparquet.parquet")" \
	"row_groups[0].columns[1].meta_data.codec: SNAPPY (1)"
is "a Parquet file cannot be asked for as a message" \
	"$("$INGOT" inspect --framing parquet --message "$parquet/hyparquet.parquet" 2>&1; echo $?)" \
	"ingot: --message and --framing parquet exclude each other
2"
is "query says when there is nothing" "$("$INGOT" query nowhere "$parquet/hyparquet.parquet" 2>&1; echo $?)" \
	"ingot: nowhere: nothing there
1"
printf '\x15\x02\x19\x35\x02\x04\x06\x00' >"$tap_dir/a"
printf '\x15\x04\x19\x45\x02\x03\x04\x06\x00' >"$tap_dir/b"
is "diff tells values that changed and elements that came" "$("$INGOT" diff "$tap_dir/a" "$tap_dir/b"; echo $?)" \
"~ 1: 1 -> 2
+ 2[1]: -2
1"
"$INGOT" convert --to binary "$tap_dir/a" >"$tap_dir/c"
is "diff sees no difference between protocols" "$("$INGOT" diff "$tap_dir/a" "$tap_dir/c"; echo $?)" "0"
is "identify puts the right struct first" \
	"$("$INGOT" identify --idl "$srcdir/idl/parquet.thrift" "$parquet/hyparquet.parquet" | head -n 1 | cut -c6-)" \
	"parquet.FileMetaData: fits, 733 known fields"
"$INGOT" infer "$parquet"/*.parquet >"$tap_dir/draft.thrift"
passes "infer writes an IDL that the compiler takes" "$INGOTC" --check "$tap_dir/draft.thrift"
passes "infer's draft reads what it was made from" "$INGOT" inspect --strict --idl "$tap_dir/draft.thrift" --type Root \
	--framing parquet "$parquet/hyparquet.parquet"

# Of many blobs, however they are taken: the draft is a schema, and no field that it can name is without a name by it.
drafts() { # protocol
	local file draft=$tap_dir/draft.thrift
	for file in "$wire"/*.bin "$srcdir"/tests/attacks/*{list,map,set,key,value,of}.bin; do
		"$INGOT" infer --struct --protocol "$1" "$file" >"$draft" 2>"$tap_dir/err"
		"$INGOTC" -Wno-negative-id --check "$draft" 2>"$tap_dir/err" || { printf '%s: ' "$file"; cat "$tap_dir/err"; }
		"$INGOT" inspect --struct --protocol "$1" --idl "$draft" --type Root "$file" 2>"$tap_dir/err" >"$tap_dir/o"
		[ $? != 2 ] || { printf '%s: ' "$file"; cat "$tap_dir/err"; }
		grep '(not in the schema)' "$tap_dir/o" | grep -v '^ *0: ' | sed "s|^|$file: |"
	done
}
for protocol in binary compact; do
	is "infer's drafts read what they were made from, $protocol" "$(drafts $protocol)" ""
done
infer() { # hex
	"$INGOT" infer --from hex --many --protocol compact - <<<"$1" | tr -d '\t' | sed 1,2d
}
is "infer tells structs of one field apart by what they were in" "$(infer '1c 15 02 00 00 19 1c 18 01 61 00 00 19 2c 18 01 62 00 00 00')" \
'struct Root_1_b {
1: i32 field_1
}

struct Root_1 {
1: optional string field_1 // in 2 of 3
}

struct Root {
1: optional list<Root_1> field_1 // in 2 of 3
// also met: 1: optional Root_1_b field_1 // in 1 of 3
}'
is "infer leaves the field id that no IDL has to a comment" "$(infer '05 00 02 15 04 00')" \
'struct Root {
// no IDL can say: 0: i32 field_0
1: i32 field_1
}'

# Messages by the service's functions.
printf '%s' 'namespace c x
struct P { 1: i32 x }
exception E { 1: string why }
service S { P swap(1: P p, 2: string s) throws (1: E e) }' >"$tap_dir/s.thrift"
printf '\x82\x21\x01\x04swap\x1c\x15\x04\x00\x18\x02hi\x00' >"$tap_dir/call"
is "inspect names a call's arguments" "$("$INGOT" inspect --format json --idl "$tap_dir/s.thrift" "$tap_dir/call")" \
	'{"name": "swap", "type": "call", "seqid": 1, "value": {"p": {"x": 2}, "s": "hi"}}'
printf '\x82\x41\x01\x04swap\x1c\x18\x01?\x00\x00' >"$tap_dir/reply"
is "inspect names a reply's exception" "$("$INGOT" inspect --format json --idl "$tap_dir/s.thrift" "$tap_dir/reply")" \
	'{"name": "swap", "type": "reply", "seqid": 1, "value": {"e": {"why": "?"}}}'

# Streams.
frame=$wire/framing-and-theader-framed-ok.bin
cat "$frame" "$frame" "$frame" >"$tap_dir/stream"
is "inspect prints each message of a stream" "$("$INGOT" inspect --format json "$tap_dir/stream" | wc -l)" 3
is "inspect reads a stream from a pipe" "$(cat "$tap_dir/stream" | "$INGOT" inspect --format json - | wc -l)" 3
{ cat "$frame"; printf 'garbage'; cat "$frame"; } >"$tap_dir/damaged"
is "inspect goes on behind damage with --resync" "$("$INGOT" inspect --resync --format json "$tap_dir/damaged" 2>/dev/null; echo $?)" \
'{"name": "ping", "type": "call", "seqid": 1, "value": {}}
{"name": "ping", "type": "call", "seqid": 1, "value": {}}
1'
for i in {1..9}; do head -c 400000 /dev/zero | tr '\0' 'x'; cat "$frame"; done >"$tap_dir/far"
is "--resync reads on in a pipe" "$({ cat "$frame"; cat "$tap_dir/far"; } | "$INGOT" inspect --resync --format json - 2>/dev/null | wc -l)" 10
for i in {1..6000}; do printf '\x0c\x00'; done >"$tap_dir/nested"
is "--resync reads no byte of a file of damaged values often" "$("$INGOT" inspect --many --resync --protocol binary --format json \
	"$tap_dir/nested" 2>&1 | awk '{ size += length($0) } END { print size < 40 * 12000 ? "linear" : size }')" linear
{ printf '\x0e\x00\x29'; for i in {1..2000}; do printf '\x0e\x00\x00\x00\x01'; done; } >"$tap_dir/nested"
is "--resync prints no byte of a file of damaged values often" "$("$INGOT" inspect --many --resync --protocol binary --format hex --full \
	"$tap_dir/nested" 2>/dev/null | wc -c | awk '{ print $1 < 100 * 10003 ? "linear" : $1 }')" linear
is "--resync in hex says what was not read, up to the next value" "$("$INGOT" inspect --resync --format hex "$tap_dir/damaged" 2>/dev/null |
	grep -A 1 'not read')" \
'0000000d  67 61 72 62 61 67 65                 not read
00000014  00 00 00 09                          frame of 9 bytes'
"$INGOT" convert --to binary --to-framing theader "$tap_dir/stream" >"$tap_dir/theader"
is "convert changes framing and protocol of each message" "$("$INGOT" inspect --format json "$tap_dir/theader" | sort -u)" \
	'{"name": "ping", "type": "call", "seqid": 1, "headers": {}, "value": {}}'
is "pages of a Parquet file are shown" "$("$INGOT" inspect --pages "$parquet/duckdb-nested.parquet" | grep -c 'page header at')" 53

# Structs that follow one another, and bytes that are left over.
printf '\x15\x02\x00\x15\x04\x00' >"$tap_dir/two"
is "bytes behind a struct are told" "$("$INGOT" inspect --format json --protocol compact "$tap_dir/two" 2>&1 | sed 's|ingot: .*/|ingot: |'
	echo "${PIPESTATUS[0]}")" '{"1": {"i32": 1}}
ingot: two: 3: 3 bytes left over behind the struct (--many reads on)
1'
is "--many reads on" "$("$INGOT" inspect --format json --protocol compact --many "$tap_dir/two")" '{"1": {"i32": 1}}
{"1": {"i32": 2}}'
is "structs with varint sizes are read and written" \
	"$("$INGOT" convert --to-framing varint --protocol compact --many "$tap_dir/two" | "$INGOT" inspect --format json --framing varint -)" \
	'{"1": {"i32": 1}}
{"1": {"i32": 2}}'
is "fields that come again are counted once in JSON and shown twice in the tree" \
	"$(printf '\x15\x02\x05\x02\x04\x00' >"$tap_dir/r"; "$INGOT" inspect --format json "$tap_dir/r"; "$INGOT" inspect "$tap_dir/r" | tail -n +2)" \
	'{"1": {"i32": 2}}
1: i32 1  (comes again below, which counts)
1: i32 2'
is "facebook's dialect has floats" "$(echo '1d 3f 80 00 00 17 3f f0 00 00 00 00 00 00 00' | "$INGOT" inspect --from hex --format json --dialect facebook -)" \
	'{"1": {"float": 1.0}, "2": {"double": 1.0}}'
is "NaN and infinities are strings" "$(echo '17 000000000000f87f 17 000000000000f0ff 00' | "$INGOT" inspect --from hex --format json -)" \
	'{"1": {"double": "NaN"}, "2": {"double": "-Infinity"}}'
is "an encrypted footer is said so" "$(printf 'PAR1........\x04\x00\x00\x00PARE' | "$INGOT" inspect - 2>&1)" \
	"ingot: stdin: 16: unsupported (expected PAR1: the footer of this file is encrypted)"
is "hex explains every byte" "$("$INGOT" inspect --format hex "$parquet/hyparquet.parquet" --full | sed -n 's/^\([0-9a-f]\{8\}\)  \(\([0-9a-f][0-9a-f] \)*\).*/\1 \2/p' |
	awk '{ at = strtonum("0x" $1); if (NR > 3 && at != next_at) print "gap before " $1; next_at = at + NF - 1 } END { print next_at }' 2>/dev/null ||
	echo "no gawk")" "$(awk 'BEGIN { print strtonum("0x10") }' >/dev/null 2>&1 && wc -c <"$parquet/hyparquet.parquet" || echo "no gawk")"

is "bytes that are something else get a hint" "$(echo 150e00 | "$INGOT" inspect - 2>&1 >/dev/null | head -n 1
	echo '{"a": 1}' | "$INGOT" inspect - 2>&1 >/dev/null | head -n 1)" \
"ingot: stdin: these look like hex digits: --from hex reads them
ingot: stdin: this looks like JSON, which \`ingot encode\` makes bytes of"

# What the program says about itself for shells and man.
"$INGOT" help --completion=bash >"$tap_dir/completion"
is "bash completes verbs, options and their choices" "$(. "$tap_dir/completion"
	COMP_WORDS=(ingot inf) COMP_CWORD=1; _ingot; echo "${COMPREPLY[@]}"
	COMP_WORDS=(ingot stats --by) COMP_CWORD=2; _ingot; echo "${COMPREPLY[@]}"
	COMP_WORDS=(ingot inspect --enums '') COMP_CWORD=3; _ingot; echo "${COMPREPLY[@]}")" "infer
--by
name number"
for shell in zsh fish; do
	if command -v $shell >/dev/null; then
		"$INGOT" help --completion=$shell >"$tap_dir/completion"
		passes "$shell takes its completion" $shell -n "$tap_dir/completion"
	else
		skip "$shell takes its completion" "$shell is absent"
	fi
done
"$INGOT" help --man >"$tap_dir/ingot.1"
for shell in bash zsh fish; do "$INGOT" help --completion=$shell >"$tap_dir/$shell"; done
# Each option of a verb, by where it is told, beside what the verb's help lists.
options_of() { # where, verb
	case $1 in
	help) "$INGOT" "$2" --help | sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/\2/p' ;;
	bash) (. "$tap_dir/bash"; COMP_WORDS=(ingot "$2" --) COMP_CWORD=2; _ingot; printf '%s\n' "${COMPREPLY[@]#--}") ;;
	zsh) grep "^	$2) " "$tap_dir/zsh" | grep -o "'--[a-z-]*" | cut -c4- ;;
	fish) grep "from $2' " "$tap_dir/fish" | sed 's/.* -l \([a-z-]*\).*/\1/' ;;
	man) sed -n "/^.SH INGOT ${2^^}\$/,/^.SH /p" "$tap_dir/ingot.1" | sed -n 's/^\\fB.*\\-\\-\([a-z\\-]*\)\\fR.*/\1/p' | tr -d '\\' ;;
	esac | sort
}
for where in bash zsh fish man; do
	told='' listed=''
	for verb in inspect stats query diff identify infer encode convert; do
		told+="$verb: $(options_of $where $verb | tr '\n' ' ')"$'\n'
		listed+="$verb: $(options_of help $verb | tr '\n' ' ')"$'\n'
	done
	is "$where has every option of every verb" "$told" "$listed"
done
is "the help of inspect lists what it takes" "$(options_of help inspect | wc -l)" 21
if command -v groff >/dev/null; then
	is "the man page is well formed" "$(groff -man -ww -Tutf8 "$tap_dir/ingot.1" 2>&1 >/dev/null)" ""
else
	skip "the man page is well formed" "groff is absent"
fi

# Habits.
is "no file is a usage error" "$("$INGOT" inspect 2>&1; echo $?)" "ingot: no file given (- is stdin)
2"
is "a file that is not there is a system error" "$("$INGOT" inspect "$tap_dir/none" 2>&1 | sed 's|ingot: .*/|ingot: |'; echo "${PIPESTATUS[0]}")" \
	"ingot: none: No such file or directory
2"
is "an option that does not exist is a usage error" "$("$INGOT" inspect --frmat x y 2>&1 | head -n 1)" \
	"ingot: --frmat: no such option"
is "of letters the one that does not exist is named" "$("$INGOT" inspect -mx y 2>&1 | head -n 1)" "ingot: -x: no such option"
is "an option without its argument is named" "$("$INGOT" inspect -mp 2>&1 | head -n 1)" "ingot: -p: an argument is missing"
is "an option that takes no argument says so" "$("$INGOT" inspect --many=3 y 2>&1 | head -n 1)" "ingot: --many: takes no argument"
is "query says how a path is given that begins with a minus" "$("$INGOT" query -12 y 2>&1)" \
	"ingot: -1: no such option
ingot: \`ingot query -- PATH FILE\` takes a path that begins with -"
is "query takes a path that begins with a minus behind --" \
	"$(echo 'compact struct { -12: i32 7 }' | "$INGOT" encode - | "$INGOT" query -- -12 -)" "-12: 7"
is "a choice that does not exist names the choices" "$("$INGOT" inspect --format yaml y 2>&1)" \
	"ingot: --format: 'yaml' is none of tree|json|hex|text|html"
for verb in inspect stats query diff identify infer encode convert; do
	help=$("$INGOT" $verb --help) && [[ $help = *Examples:* ]] && [[ $help = *--help* ]] &&
		ok "$verb has help with examples" || not_ok "$verb has help with examples" "$help"
done
if [ -w /dev/full ]; then
	is "a full disk is a system error" "$("$INGOT" inspect "$parquet/hyparquet.parquet" 2>&1 >/dev/full; echo $?)" \
		"ingot: cannot write the output: No space left on device
2"
else
	skip "a full disk is a system error" "no /dev/full"
fi
is "a closed pipe is quiet" "$({ "$INGOT" inspect --full "$parquet/arrow-rs-types.parquet" | head -n 1 >/dev/null; } 2>&1)" ""
is "output goes to a file" "$("$INGOT" inspect --format json -o "$tap_dir/o" "$tap_dir/a" && cat "$tap_dir/o")" \
	'{"1": {"i32": 1}, "2": {"list<i32>": [1, 2, 3]}}'

# The file of --output is as it is to be, or as it was.
mkdir "$tap_dir/out"
left() { # what is in the folder
	(cd "$tap_dir/out" && for file in *; do printf '%s ' "$file" "$(cat "$file")"; done)
}
echo before >"$tap_dir/out/o"
chmod 640 "$tap_dir/out/o"
{ cat "$frame"; printf 'garbage'; } >"$tap_dir/damaged"
"$INGOT" convert --to binary -o "$tap_dir/out/o" "$tap_dir/damaged" 2>"$tap_dir/err"
is "a file that could not be converted leaves the output as it was" "$?: $(left)" "1: o before "
"$INGOT" inspect -o "$tap_dir/out/o" "$tap_dir/a" "$tap_dir/none" 2>"$tap_dir/err"
is "a file that is not there leaves the output as it was" "$?: $(left)" "2: o before "
if [ -w /dev/full ] && (ulimit -f 1; "$INGOT" help) >"$tap_dir/err" 2>&1; then
	(trap '' XFSZ; ulimit -f 1; "$INGOT" inspect --full -o "$tap_dir/out/o" "$parquet/arrow-rs-types.parquet") 2>"$tap_dir/err"
	is "output that could not be written leaves the file as it was" "$?: $(left)" "2: o before "
fi
"$INGOT" inspect -o "$tap_dir/out/o" --format json "$tap_dir/a"
is "output keeps the mode of the file that was there" "$(stat -c %a "$tap_dir/out/o")" 640
ln -s o "$tap_dir/out/link"
"$INGOT" inspect -o "$tap_dir/out/link" --format json "$tap_dir/two" 2>"$tap_dir/err"
is "output goes through a link" "$(readlink "$tap_dir/out/link") $(cat "$tap_dir/out/o")" 'o {"1": {"i32": 1}}'
rm "$tap_dir/out/link"
echo before >"$tap_dir/out/o"
mkfifo "$tap_dir/in"
for signal in INT TERM HUP PIPE; do
	env --default-signal="$signal" "$INGOT" inspect --format json -o "$tap_dir/out/o" - <"$tap_dir/in" 2>"$tap_dir/err" &
	pid=$!
	exec 3>"$tap_dir/in"
	for i in {1..90}; do head -c 100000 /dev/zero | tr '\0' 'x'; done >&3 2>/dev/null # no value ends in it
	for i in {1..100}; do [ "$(find "$tap_dir/out" -type f | wc -l)" != 2 ] || break; sleep 0.1; done
	during=$(find "$tap_dir/out" -type f | wc -l)
	kill -s "$signal" "$pid"
	wait "$pid"
	is "SIG$signal leaves the output as it was" "$during $(kill -l $?): $(left)" "2 $signal: o before "
	exec 3>&-
done

# A mapped file that is cut while it is read.
for i in {1..40000}; do printf '\x15\x02\x18\x40%064d\x00' "$i"; done >"$tap_dir/shrinks"
mkfifo "$tap_dir/slow"
"$INGOT" inspect --many --protocol compact "$tap_dir/shrinks" >"$tap_dir/slow" 2>"$tap_dir/err" &
pid=$!
exec 3<"$tap_dir/slow"
head -c 1 <&3 >/dev/null # it has begun, and waits for a reader
: >"$tap_dir/shrinks"
cat <&3 >/dev/null
wait "$pid"
is "a file that becomes shorter while it is read is told" "$?: $(sed 's|ingot: .*/|ingot: |' "$tap_dir/err")" \
	"2: ingot: shrinks: it became shorter while it was read"
exec 3<&-

tap_done
