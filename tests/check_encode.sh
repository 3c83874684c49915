#!/bin/bash
# SPDX-License-Identifier: MIT
# Schemas with traps for writers: what was decoded is written to the same bytes, constants and defaults are what the schema says.
. "$srcdir/tests/tap.sh"

read -ra cc <<<"$CC $CFLAGS"
read -ra talloc <<<"$TALLOC_CFLAGS $TALLOC_LIBS"

program() { # name, type, main's file: built from name.thrift
	"$INGOTC" -o "$tap_dir" "$tap_dir/$1.thrift" &&
		"${cc[@]}" -std=c11 -DHEADER="\"$1.h\"" -DTYPE="$2" -DFROM_WIRE="$2_from_wire" -DTO_WIRE="$2_to_wire" -I"$srcdir/runtime" \
			-I"$tap_dir" "$3" "$tap_dir/$1.c" "$builddir/.libs/libingot.a" "${talloc[@]}" -lm -o "$tap_dir/$1"
}

cat >"$tap_dir/again.c" <<'END'
#include <stdio.h>
#include HEADER
int main(int argc, char **argv)
{
	uint8_t bytes[256];
	size_t size = 0;
	unsigned byte;
	struct ingot_reader reader;
	struct ingot_writer writer;
	struct TYPE *value;

	for (int i = 1; i < argc; i++)
		if (sscanf(argv[i], "%x", &byte) == 1)
			bytes[size++] = (uint8_t)byte;
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	value = FROM_WIRE(NULL, &reader);
	if (value == NULL)
		return puts(ingot_reader_error(&reader)) < 0;
	ingot_writer_init(&writer, INGOT_COMPACT, value);
	if (!TO_WIRE(value, &writer))
		return puts(ingot_writer_error(&writer)) < 0;
	for (size_t i = 0; i < ingot_writer_size(&writer); i++)
		printf(i == 0 ? "%02x" : " %02x", ingot_writer_bytes(&writer)[i]);
	puts("");
	talloc_free(value);
	return 0;
}
END

same() { # name of the test, program, bytes in hex
	local bytes
	read -ra bytes <<<"$3"
	is "$1" "$("$tap_dir/$2" "${bytes[@]}" 2>&1)" "$3"
}

echo 'struct S { 1: optional list<i32> a; 2: optional map<i32, i32> m; 3: optional set<i32> s; 4: i32 n }' >"$tap_dir/empty.thrift"
passes "empty.thrift builds" program empty empty_S "$tap_dir/again.c"
same "an empty map is the one byte 00" empty "19 05 1b 00 1a 05 15 0e 00"

cat >"$tap_dir/modes.thrift" <<'END'
enum Mode { OFF = 0, ON = 1, AUTO = 5 }
struct S { 1: optional Mode m = Mode.AUTO; 2: optional list<Mode> l; 3: optional map<Mode, i32> k; 4: i32 tail }
END
passes "modes.thrift builds" program modes modes_S "$tap_dir/again.c"
same "numbers that an enum does not have survive" modes "15 54 19 35 02 54 0a 1b 01 55 53 02 15 0e 00"
same "an absent optional stays absent, whatever its default" modes "45 0e 00"

echo 'struct T { 1: optional string s; 2: optional binary b; 3: optional string nul; 4: optional string sur }' >"$tap_dir/text.thrift"
passes "text.thrift builds" program text text_T "$tap_dir/again.c"
same "bytes that are no text, and NUL, survive in strings" text "18 02 c3 28 18 02 ff 00 18 03 61 00 62 18 03 ed a0 80 00"

echo 'struct B { 1: optional i32 a; 16: optional bool at15; 17: optional bool next_; 40: optional bool far; 300: optional bool farther; 301: optional i32 z }' \
	>"$tap_dir/bools.thrift"
passes "bools.thrift builds" program bools bools_B "$tap_dir/again.c"
same "bools have short headers up to a difference of 15" bools "15 02 f1 12 00"
same "bools have long headers beyond" bools "15 02 02 50 01 d8 04 15 0e 00"
same "the first field may need a long header" bools "01 20 00"

cat >"$tap_dir/order.thrift" <<'END'
struct Outer { 1: required Inner in1; 2: optional list<Inner> list1; 3: optional U u }
struct Inner { 1: required i32 n = 9 }
union U { 1: Inner a; 2: list<U> kids; 3: Late late }
const Outer DEF = { "in1": { "n": 4 }, "list1": [ { "n": 5 }, { } ] }
struct Late { 1: optional Outer back; 2: Inner fore = { "n": 3 } }
END
cat >"$tap_dir/constant.c" <<'END'
#include <stdio.h>
#include HEADER
int main(void)
{
	struct ingot_writer writer;

	ingot_writer_init(&writer, INGOT_COMPACT, NULL);
	if (!order_Outer_to_wire(&order_DEF, &writer))
		return puts(ingot_writer_error(&writer)) < 0;
	for (size_t i = 0; i < ingot_writer_size(&writer); i++)
		printf(i == 0 ? "%02x" : " %02x", ingot_writer_bytes(&writer)[i]);
	puts("");
	talloc_free(writer.bytes);
	return 0;
}
END
passes "order.thrift builds" program order order_Outer "$tap_dir/constant.c"
is "a constant is written with the defaults of its parts" "$("$tap_dir/order")" "1c 15 08 00 19 2c 15 0a 00 15 12 00 00"

cat >"$tap_dir/doubles.thrift" <<'END'
const double TINY = 123.45e-22
const double TENTH = 0.1
const double DENORM = 5e-324
const double MAXD = 1.7976931348623157e308
const double NEGZ = -0.0
const double WHOLE = 3
const double BIGINT = 9007199254740993
const double THIRD = 0.333333333333333314829616256247390992939472198486328125
const list<double> L = [1e22, -5e-324]
struct S { 1: double a = 123.45e-22; 2: double b = 1e23; 3: double c = .5 }
END
cat >"$tap_dir/bits.c" <<'END'
#include <stdio.h>
#include <string.h>
#include HEADER
static void bits(double value)
{
	uint64_t number;

	memcpy(&number, &value, sizeof(number));
	printf("%016llx\n", (unsigned long long)number);
}
int main(void)
{
	static const struct doubles_S fixed = doubles_S_INIT;
	struct doubles_S s;

	doubles_S_init(&s);
	bits(doubles_TINY); bits(doubles_TENTH); bits(doubles_DENORM); bits(doubles_MAXD); bits(doubles_NEGZ); bits(doubles_WHOLE);
	bits(doubles_BIGINT); bits(doubles_THIRD); bits(doubles_L.items[0]); bits(doubles_L.items[1]);
	bits(s.a); bits(s.b); bits(s.c); bits(fixed.a);
	return 0;
}
END
passes "doubles.thrift builds" program doubles doubles_S "$tap_dir/bits.c"
is "doubles are the nearest to what is written" "$("$tap_dir/doubles" | tr '\n' ' ')" "3bcd2618391e8a39 3fb999999999999a \
0000000000000001 7fefffffffffffff 8000000000000000 4008000000000000 4340000000000000 3fd5555555555555 4480f0cf064dd592 \
8000000000000001 3bcd2618391e8a39 44b52d02c7e14af6 3fe0000000000000 3bcd2618391e8a39 "

tap_done
