/* SPDX-License-Identifier: MIT */
/* Every constant and default of values.thrift has exactly the value that the schema gives. Prints a TAP line for each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "values.h"

static int count;

static void check(bool is_good, const char *what)
{
	printf("%s %d - %s\n", is_good ? "ok" : "not ok", ++count, what);
}

static uint64_t bits(double real)
{
	uint64_t n;

	memcpy(&n, &real, sizeof(n));
	return n;
}

static bool is_string(struct ingot_string string, const char *bytes, size_t size)
{
	return string.data != NULL && string.size == size && memcmp(string.data, bytes, size) == 0 && string.data[size] == '\0';
}

#define CHECK(condition) check(condition, #condition)
#define IS(string, literal) check(is_string(string, literal, sizeof(literal) - 1), #string " is " #literal)

static void check_doubles(const struct v_Doubles *doubles)
{
	CHECK(bits(v_TINY) == UINT64_C(0x3bcd2618391e8a39));
	CHECK(bits(v_TENTH) == UINT64_C(0x3fb999999999999a));
	CHECK(bits(v_DENORM) == UINT64_C(0x0000000000000001));
	CHECK(bits(v_MAXD) == UINT64_C(0x7fefffffffffffff));
	CHECK(bits(v_NEGZ) == UINT64_C(0x8000000000000000));
	CHECK(bits(v_WHOLE) == UINT64_C(0x4008000000000000));
	CHECK(bits(v_BIGINT) == UINT64_C(0x4340000000000000));
	CHECK(bits(v_THIRD) == UINT64_C(0x3fd5555555555555));
	CHECK(v_DOUBLES.count == 2);
	CHECK(bits(v_DOUBLES.items[0]) == UINT64_C(0x4480f0cf064dd592));
	CHECK(bits(v_DOUBLES.items[1]) == UINT64_C(0x8000000000000001));
	CHECK(bits(doubles->a) == UINT64_C(0x3bcd2618391e8a39));
	CHECK(bits(doubles->b) == UINT64_C(0x44b52d02c7e14af6));
	CHECK(bits(doubles->c) == UINT64_C(0x3fe0000000000000));
	CHECK(bits(doubles->d) == UINT64_C(0x8000000000000000));
}

static void check_integers(const struct v_Ints *ints)
{
	CHECK(v_LO == INT64_MIN && v_HI == INT64_MAX && v_LO32 == INT32_MIN && v_LO16 == INT16_MIN && v_LO8 == INT8_MIN);
	CHECK(v_HEX == INT64_MAX && v_NEGHEX == -16 && v_PLUS == 42 && v_YES);
	CHECK(sizeof(v_LO) == 8 && sizeof(v_PLUS) == 8 && sizeof(v_LO32) == 4 && sizeof(v_LO16) == 2 && sizeof(v_LO8) == 1);
	CHECK(v_INTS.count == 2 && v_INTS.items[0] == INT64_MIN && v_INTS.items[1] == 0);
	CHECK(ints->a == INT64_MIN && ints->b == INT32_MIN && ints->c == INT8_MIN && ints->d == INT64_C(4294967296) && ints->e);
	switch (ints->b) {
	case v_LO32: /* a constant expression */
		check(true, "a number may stand in a case label");
		break;
	default:
		check(false, "a number may stand in a case label");
	}
}

static void check_strings(void)
{
	IS(v_A, "tab\there \"dq\" it's \\ nl\n cr\r");
	IS(v_B, "it's \"x\"");
	IS(v_EMPTY, "");
	IS(v_TRIGRAPH, "?" "?/ ?" "?= */ // %s");
	IS(v_OCTAL, "\n" "1\t" "7");
	CHECK(memcmp(v_ID.bytes, "\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff", 16) == 0);
}

static void check_enums(const struct v_Steps *steps)
{
	CHECK(v_Step_LOW == 3 && v_Step_MID == 4 && v_Step_HIGH == 5 && v_Step_TOP == 9 && v_Step_OVER == 10 && v_Step_FAR == 20);
	CHECK(v_Step_BEYOND == 21 && v_Zero_A == 0 && v_Zero_B == 1 && v_Zero_C == 16 && v_Zero_D == 17);
	CHECK(steps->n == v_Step_BEYOND && steps->z == v_Zero_D);
	CHECK(steps->o == NULL && v_Steps_o_default == v_Step_MID && steps->zero == NULL && v_Steps_zero_default == 0);
	CHECK(v_STEP == v_Step_OVER && v_STEP_NUMBER == 10);
}

static void check_structs(void)
{
	CHECK(v_DEF.in1 != NULL && v_DEF.in1->n == 4);
	CHECK(v_DEF.list1.count == 2 && v_DEF.list1.items[0].n == 5 && v_DEF.list1.items[1].n == 9);
	CHECK(v_DEF.u == NULL);
	CHECK(v_DEF.far == NULL && v_FAR.x == 3 && v_FAR.y == 7 && v_FAR.next == NULL);
	CHECK(v_TEXT.tag == 3);
	IS(v_TEXT.s, "text");
	CHECK(v_KIDS.tag == 2 && v_KIDS.kids.count == 2 && v_KIDS.kids.items[0].tag == 3);
	CHECK(v_KIDS.kids.items[1].tag == 1 && v_KIDS.kids.items[1].a->n == 9);
	CHECK(v_MORE.count == 2 && v_MORE.items[0].n == 1 && v_MORE.items[1].n == 9);
	CHECK(v_LISTS.count == 2 && v_LISTS.items[0].value.count == 2 && v_LISTS.items[0].value.items[1] == 2);
	CHECK(v_LISTS.items[1].value.count == 0 && v_LISTS.items[1].value.items != NULL);
	CHECK(v_MAPS.count == 1 && v_MAPS.items[0].key == v_Step_LOW && v_MAPS.items[0].value.count == 2);
	CHECK(v_MAPS.items[0].value.items[0].value.n == 1 && v_MAPS.items[0].value.items[1].value.n == 9);
	CHECK(v_WORDS.count == 2);
	CHECK(v_DEEP.count == 2 && v_DEEP.items[0].count == 2 && v_DEEP.items[0].items[0].items[0] == 1 && v_DEEP.items[1].count == 0);
}

static void check_lists(const struct v_Lists *lists)
{
	CHECK(lists->absent.items == NULL && lists->absent.count == 0);
	CHECK(lists->empty.items != NULL && lists->empty.count == 0);
	CHECK(lists->some.items == NULL);
	CHECK(lists->entries.count == 1 && lists->entries.items[0].value.n == 2);
	CHECK(lists->text.data == NULL && lists->blank.data != NULL && lists->blank.size == 0);
	CHECK(lists->maybe == NULL && v_Lists_maybe_default == 0 && lists->none == NULL);
	CHECK(memcmp(lists->id.bytes, v_ID.bytes, 16) == 0 && lists->id2 == NULL);
	CHECK(v_SET.maybe != NULL && *v_SET.maybe == 5 && v_SET.some.count == 1 && *v_SET.flag && memcmp(v_SET.id2->bytes, v_ID.bytes, 16) == 0);
	CHECK(lists->inner != NULL && lists->inner->n == 9 && lists->no_inner == NULL);
	CHECK(lists->flag == NULL && lists->real == NULL && bits(v_Lists_real_default) == UINT64_C(0x8000000000000000));
}

int main(void)
{
	struct v_Doubles doubles;
	struct v_Ints ints;
	struct v_Steps steps;
	struct v_Lists lists;

	v_Doubles_init(&doubles);
	v_Ints_init(&ints);
	v_Steps_init(&steps);
	v_Lists_init(&lists);
	check_doubles(&doubles);
	check_integers(&ints);
	check_strings();
	check_enums(&steps);
	check_structs();
	check_lists(&lists);
	printf("1..%d\n", count);
	return 0;
}
