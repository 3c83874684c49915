/* SPDX-License-Identifier: MIT */
#include <ingot/decode.h>
#include <string.h>
#include "everything.h"
#include "failing.h"
#include "main.h"
#include "random.h"

static TALLOC_CTX *ctx;

static void begin(void)
{
	ctx = talloc_new(NULL);
}

static void end(void)
{
	talloc_free(ctx);
}

static void write_it(struct ingot_writer *writer, enum ingot_protocol protocol, const struct ingot_type *type, const void *value)
{
	ingot_writer_init(writer, protocol, ctx);
	ck_assert_msg(ingot_write(writer, type, value), "%s", ingot_writer_error(writer));
}

static struct everything_Lazy *read_lazy(const struct ingot_writer *writer)
{
	struct ingot_reader reader;
	struct everything_Lazy *lazy;

	ingot_reader_init(&reader, writer->protocol, writer->bytes, writer->size);
	failing_moves(true);
	lazy = everything_Lazy_from_wire(ctx, &reader);
	failing_moves(false);
	ck_assert_msg(lazy != NULL, "%s", ingot_reader_error(&reader));
	ck_assert_uint_eq(reader.offset, reader.size);
	return lazy;
}

static void check_parts(const struct everything_Eager *eager, const struct everything_Lazy *lazy)
{
	struct ingot_reader reader;
	struct ingot_value value;

	ck_assert(ingot_lazy_reader(&reader, lazy->point) == (eager->point != NULL));
	if (eager->point != NULL)
		ck_assert(ingot_equal(&everything_Point_type, eager->point, everything_Point_from_wire(ctx, &reader)));
	ck_assert(ingot_lazy_reader(&reader, lazy->shape) == (eager->shape != NULL));
	if (eager->shape != NULL)
		ck_assert(ingot_equal(&everything_Shape_type, eager->shape, everything_Shape_from_wire(ctx, &reader)));
	ck_assert(ingot_lazy_value(&value, lazy->items) == (eager->items.items != NULL));
	if (eager->items.items != NULL)
		ck_assert_uint_eq(value.count, eager->items.count);
	ck_assert(ingot_lazy_value(&value, lazy->tags) == (eager->tags.items != NULL));
	if (eager->tags.items != NULL)
		ck_assert_uint_eq(value.count, eager->tags.count);
}

START_TEST(lazy_fields_are_decoded_when_asked_and_written_as_they_were)
{
	struct random random = { .state = 11, .nesting = 4, .items = 4 };

	for (unsigned i = 0; i < check_times(2000); i++) {
		enum ingot_protocol protocol = i % 2 == 0 ? INGOT_BINARY : INGOT_COMPACT;
		struct everything_Eager *eager = random_value(ctx, &random, &everything_Eager_type);
		struct ingot_writer original, again;
		struct everything_Lazy *lazy;

		write_it(&original, protocol, &everything_Eager_type, eager);
		lazy = read_lazy(&original);
		check_parts(eager, lazy);
		write_it(&again, protocol, &everything_Lazy_type, ingot_copy(ctx, &everything_Lazy_type, lazy));
		ck_assert_uint_eq(again.size, original.size);
		ck_assert_mem_eq(again.bytes, original.bytes, original.size);
		ck_assert_uint_eq(ingot_wire_size(&everything_Lazy_type, lazy, protocol), original.size);
		/* In the other protocol, too. */
		write_it(&again, protocol == INGOT_BINARY ? INGOT_COMPACT : INGOT_BINARY, &everything_Lazy_type, lazy);
		check_parts(eager, read_lazy(&again));
		talloc_free_children(ctx);
	}
}
END_TEST

START_TEST(a_lazy_field_can_be_set)
{
	struct everything_Point point = { 1.5, -2 };
	struct everything_Lazy lazy = everything_Lazy_INIT;
	struct everything_Eager *eager;
	struct ingot_writer part, writer;
	struct ingot_reader reader;

	ingot_writer_init(&part, INGOT_COMPACT, ctx);
	lazy.point = ingot_lazy_write(&part, &everything_Point_type, &point);
	write_it(&writer, INGOT_BINARY, &everything_Lazy_type, &lazy);
	ingot_reader_init(&reader, INGOT_BINARY, writer.bytes, writer.size);
	eager = everything_Eager_from_wire(ctx, &reader);
	ck_assert_ptr_nonnull(eager);
	ck_assert(ingot_equal(&everything_Point_type, &point, eager->point));
}
END_TEST

START_TEST(other_bytes_are_no_lazy_value)
{
	static const struct ingot_string wrong[] = {
		INGOT_TEXT_INIT(""), INGOT_TEXT_INIT("\x1c"), INGOT_TEXT_INIT("\x15\x02"), INGOT_TEXT_INIT("\xfc\x00"),
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct everything_Lazy lazy = { .point = wrong[i] };
		struct ingot_writer writer;

		ingot_writer_init(&writer, INGOT_COMPACT, ctx);
		ck_assert(!everything_Lazy_to_wire(&lazy, &writer));
		ck_assert_str_eq(ingot_writer_error(&writer), "everything.Lazy.point: invalid value");
	}
}
END_TEST

START_TEST(every_prefix_and_every_failing_allocation_is_refused)
{
	struct random random = { .state = 4, .nesting = 4, .items = 4 };
	struct ingot_writer original;
	struct ingot_reader reader;
	bool is_done = false;

	write_it(&original, _i == 0 ? INGOT_BINARY : INGOT_COMPACT, &everything_Eager_type,
		 random_value(ctx, &random, &everything_Eager_type));
	for (size_t size = 0; size < original.size; size++) {
		uint8_t *exact = talloc_memdup(NULL, original.bytes, size);

		ingot_reader_init(&reader, original.protocol, exact, size);
		ck_assert_ptr_null(everything_Lazy_from_wire(ctx, &reader));
		ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
		talloc_free(exact);
	}
	for (long n = 0; !is_done; n++) {
		ck_assert_int_lt(n, 50);
		ingot_reader_init(&reader, original.protocol, original.bytes, original.size);
		failing_at(n, true);
		is_done = everything_Lazy_from_wire(ctx, &reader) != NULL;
		failing_never();
		ck_assert_int_eq(reader.status, is_done ? INGOT_OK : INGOT_NOMEM);
	}
}
END_TEST

/* Larger than what a block has left. */
START_TEST(a_lazy_field_makes_room_within_the_budget)
{
	struct everything_Eager eager = everything_Eager_INIT;
	static struct everything_Optional items[900];
	struct ingot_writer original;
	bool is_enough = false;

	memset(items, 0, sizeof(items));
	eager.items.items = items;
	eager.items.count = 900;
	write_it(&original, _i == 0 ? INGOT_BINARY : INGOT_COMPACT, &everything_Eager_type, &eager);
	for (uint64_t budget = 0; !is_enough; budget += 11) {
		struct ingot_block *block = ingot_block_new(ctx, 600);
		struct ingot_reader reader;

		ck_assert_uint_lt(budget, 100000);
		ingot_reader_init(&reader, original.protocol, original.bytes, original.size);
		reader.block = block;
		reader.budget = budget;
		failing_never();
		is_enough = everything_Lazy_from_wire(NULL, &reader) != NULL;
		ck_assert_uint_le(failing_bytes(), budget);
		ck_assert_uint_le(ingot_block_stats(block).taken, ingot_block_stats(block).held);
		ck_assert_int_eq(reader.status, is_enough ? INGOT_OK : INGOT_BUDGET);
		talloc_free(block);
	}
}
END_TEST

START_TEST(a_lazy_value_that_cannot_be_made_is_absent)
{
	struct everything_Shape unset = { .tag = 0 };
	struct everything_Point point = { 1, 2 };
	struct ingot_writer writer;
	struct ingot_value value;

	ingot_writer_init(&writer, INGOT_COMPACT, ctx);
	failing_at(0, true);
	ck_assert_ptr_null(ingot_lazy_write(&writer, &everything_Point_type, &point).data);
	failing_never();
	ck_assert_int_eq(writer.status, INGOT_NOMEM);
	ck_assert_ptr_null(ingot_lazy_write(&writer, &everything_Shape_type, &unset).data);
	ck_assert_int_eq(writer.status, INGOT_BAD_VALUE);
	ck_assert(!ingot_lazy_value(&value, (struct ingot_string)INGOT_TEXT_INIT("\x1c\x15")));
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("lazy");
	TCase *tcase = tcase_create("lazy");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_test(tcase, lazy_fields_are_decoded_when_asked_and_written_as_they_were);
	tcase_add_test(tcase, a_lazy_field_can_be_set);
	tcase_add_test(tcase, other_bytes_are_no_lazy_value);
	tcase_add_loop_test(tcase, every_prefix_and_every_failing_allocation_is_refused, 0, 2);
	tcase_add_loop_test(tcase, a_lazy_field_makes_room_within_the_budget, 0, 2);
	tcase_add_test(tcase, a_lazy_value_that_cannot_be_made_is_absent);
	suite_add_tcase(suite, tcase);
	return suite;
}
