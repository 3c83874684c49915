/* SPDX-License-Identifier: MIT */
/* The block: one chunk a message, none when it is used again, bounded, dense, and independent of the input when asked. */
#define _DEFAULT_SOURCE /* mincore, MAP_ANONYMOUS */
#include "main.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ingot/decode.h>
#include <ingot/ingot.h>
#include <ingot/strings.h>
#include "attack.h"
#include "bench.h"
#include "failing.h"
#include "internal.h"
#include "parquet.h"
#include "recursion.h"
#include "techniques.h"

static TALLOC_CTX *ctx;

static void setup(void)
{
	ctx = talloc_new(NULL);
}

static void teardown(void)
{
	failing_never();
	ck_assert_uint_eq(talloc_total_blocks(ctx), 1);
	talloc_free(ctx);
}

/* A footer of so many columns, in the compact protocol, as a child of ctx. */
static const uint8_t *make_footer(uint32_t columns, size_t *size)
{
	struct parquet_FileMetaData footer;
	struct parquet_RowGroup group;
	struct parquet_ColumnChunk *chunks = talloc_zero_array(ctx, struct parquet_ColumnChunk, columns);
	struct parquet_ColumnMetaData *columns_meta = talloc_zero_array(ctx, struct parquet_ColumnMetaData, columns);
	struct ingot_string path = { "column", 6 };
	struct ingot_writer *writer = talloc(ctx, struct ingot_writer);
	static const int64_t offset = 4;
	int32_t encodings[] = { 0, 3, 8 };
	uint32_t i;

	memset(&footer, 0, sizeof(footer));
	memset(&group, 0, sizeof(group));
	for (i = 0; i < columns; i++) {
		chunks[i].meta_data = &columns_meta[i];
		columns_meta[i].encodings.items = encodings;
		columns_meta[i].encodings.count = 3;
		columns_meta[i].path_in_schema.items = &path;
		columns_meta[i].path_in_schema.count = 1;
		columns_meta[i].num_values = 1000000 + i;
		columns_meta[i].total_uncompressed_size = 4000000 + i;
		columns_meta[i].total_compressed_size = 2000000 + i;
		columns_meta[i].data_page_offset = 2000000 * (int64_t)i;
		columns_meta[i].dictionary_page_offset = &offset;
	}
	group.columns.items = chunks;
	group.columns.count = columns;
	footer.schema.items = talloc_zero(ctx, struct parquet_SchemaElement);
	footer.schema.items[0].name = path;
	footer.schema.count = 1;
	footer.row_groups.items = &group;
	footer.row_groups.count = 1;
	ingot_writer_init(writer, INGOT_COMPACT, ctx);
	ck_assert(parquet_FileMetaData_to_wire(&footer, writer));
	*size = ingot_writer_size(writer);
	return (const uint8_t *)ingot_writer_bytes(writer);
}

static struct parquet_FileMetaData *decode(const uint8_t *bytes, size_t size, struct ingot_block *block, uint32_t options)
{
	struct ingot_reader reader;
	struct parquet_FileMetaData *footer;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	reader.block = block;
	reader.options = options;
	footer = parquet_FileMetaData_from_wire(ctx, &reader);
	ck_assert_msg(footer != NULL, "%s", ingot_reader_error(&reader));
	ck_assert_uint_eq(reader.offset, size);
	return footer;
}

/* A large message whose structs hold more than the average asks once more; its size is then known well. */
START_TEST(a_fresh_message_is_one_chunk_with_little_unused)
{
	static const uint32_t columns[] = { 1, 3, 10, 100, 1000, 5000 };
	size_t size, i;

	for (i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		const uint8_t *bytes = make_footer(columns[i], &size);
		struct ingot_block *block = ingot_block_new(ctx, 0);
		struct parquet_FileMetaData *footer;

		decode(bytes, size, block, 0);
		footer = decode(bytes, size, NULL, 0);
		ck_assert_uint_le(talloc_total_blocks(footer), size < 65536 ? 1 : 2);
		ck_assert_uint_le(talloc_total_size(footer) * 3 / 4, ingot_block_stats(block).taken);
		talloc_free_children(ctx);
	}
}
END_TEST

START_TEST(a_block_that_is_used_again_asks_for_nothing)
{
	size_t size;
	const uint8_t *bytes = make_footer(500, &size);
	struct ingot_block *block = ingot_block_new(ctx, 0);
	struct ingot_stats first, later;
	int i;

	decode(bytes, size, block, 0);
	first = ingot_block_stats(block);
	ck_assert_uint_gt(first.taken, 0);
	ck_assert_uint_ge(first.held, first.taken);
	ingot_block_reset(block);
	decode(bytes, size, block, 0);
	failing_never();
	for (i = 0; i < 10; i++) {
		ingot_block_reset(block);
		ck_assert_uint_eq(ingot_block_stats(block).taken, 0);
		decode(bytes, size, block, 0);
	}
	ck_assert_int_eq(failing_requests(), 0);
	later = ingot_block_stats(block);
	ck_assert_uint_eq(later.taken, first.taken);
	ck_assert_uint_eq(later.chunks, 1);
	talloc_free_children(ctx);
}
END_TEST

START_TEST(a_block_that_was_too_small_becomes_one_chunk)
{
	size_t size;
	const uint8_t *bytes = make_footer(500, &size);
	struct ingot_block *block = ingot_block_new(ctx, 4096);
	struct parquet_FileMetaData *a = decode(bytes, size, block, 0), *b = decode(bytes, size, block, 0);

	ck_assert(ingot_equal(&parquet_FileMetaData_type, a, b));
	ck_assert_uint_gt(ingot_block_stats(block).chunks, 1);
	ingot_block_reset(block);
	decode(bytes, size, block, 0);
	decode(bytes, size, block, 0);
	ck_assert_uint_eq(ingot_block_stats(block).chunks, 1);
	talloc_free_children(ctx);
}
END_TEST

START_TEST(a_new_block_has_the_room_it_is_asked_for)
{
	struct ingot_block *block = ingot_block_new(ctx, 5000);

	ck_assert_uint_eq(ingot_block_stats(block).held, 5000);
	ck_assert_uint_eq(ingot_block_stats(block).chunks, 1);
	ck_assert_uint_ge(talloc_total_size(block), 5000);
	talloc_free(block);
	block = ingot_block_new(ctx, 0);
	ck_assert_uint_eq(ingot_block_stats(block).chunks, 0);
	ck_assert_uint_eq(talloc_total_blocks(block), 1);
	talloc_free(block);
}
END_TEST

START_TEST(a_block_of_several_chunks_gives_them_back_when_it_is_reset)
{
	size_t size;
	const uint8_t *bytes = make_footer(500, &size);
	struct ingot_block *block = ingot_block_new(ctx, 4096);

	decode(bytes, size, block, 0);
	ck_assert_uint_gt(talloc_total_blocks(block), 2);
	ingot_block_reset(block);
	ck_assert_uint_eq(talloc_total_blocks(block), 1);
	talloc_free_children(ctx);
}
END_TEST

START_TEST(a_block_outlives_a_message_that_failed)
{
	size_t size;
	const uint8_t *bytes = make_footer(50, &size);
	struct ingot_block *block = ingot_block_new(ctx, 0);
	struct parquet_FileMetaData *good = decode(bytes, size, block, 0);
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size - 1);
	reader.block = block;
	ck_assert_ptr_null(parquet_FileMetaData_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	ck_assert(ingot_equal(&parquet_FileMetaData_type, good, decode(bytes, size, block, 0)));
	talloc_free_children(ctx);
}
END_TEST

START_TEST(borrowed_strings_lie_in_the_input_until_they_are_owned)
{
	size_t size;
	const uint8_t *bytes = make_footer(5, &size);
	struct parquet_FileMetaData *copied = decode(bytes, size, NULL, 0);
	struct parquet_FileMetaData *footer = decode(bytes, size, NULL, INGOT_BORROW);
	const uint8_t *name = (const uint8_t *)footer->schema.items[0].name.data;
	uint8_t *input = (uint8_t *)talloc_memdup(ctx, bytes, size);

	ck_assert(name >= bytes && name < bytes + size);
	ck_assert(ingot_equal(&parquet_FileMetaData_type, copied, footer));
	footer = decode(input, size, NULL, INGOT_BORROW);
	ck_assert(ingot_own(footer, &parquet_FileMetaData_type, footer));
	memset(input, 0xff, size);
	talloc_free(input);
	ck_assert(ingot_equal(&parquet_FileMetaData_type, copied, footer));
	ck_assert_str_eq(footer->schema.items[0].name.data, "column");
	ck_assert_uint_eq(talloc_total_blocks(footer), 2);
	talloc_free_children(ctx);
}
END_TEST

START_TEST(owning_fails_without_memory_and_leaves_the_value)
{
	size_t size;
	const uint8_t *bytes = make_footer(5, &size);
	struct parquet_FileMetaData *footer = decode(bytes, size, NULL, INGOT_BORROW);
	const char *name = footer->schema.items[0].name.data;

	failing_at(0, true);
	ck_assert(!ingot_own(footer, &parquet_FileMetaData_type, footer));
	failing_never();
	ck_assert_ptr_eq(footer->schema.items[0].name.data, name);
	talloc_free_children(ctx);
}
END_TEST

/* A realloc that shrinks in place proves little; that of a sanitizer moves, and so does that of failing.c when told to. */
START_TEST(a_chunk_that_is_trimmed_keeps_its_value)
{
	size_t size;
	const uint8_t *bytes = make_footer(40, &size);
	struct parquet_FileMetaData *footer = decode(bytes, size, NULL, 0);
	struct ingot_block *block = ingot_block_new(ctx, 1 << 20);
	struct parquet_FileMetaData *moved;

	failing_moves(true);
	moved = decode(bytes, size, NULL, 0);
	failing_moves(false);
	ck_assert(ingot_equal(&parquet_FileMetaData_type, footer, moved));
	ck_assert_str_eq(talloc_get_name(moved), "parquet.FileMetaData");
	ck_assert(ingot_equal(&parquet_FileMetaData_type, footer, decode(bytes, size, block, 0)));
	ck_assert_str_eq(talloc_get_name(footer), "parquet.FileMetaData");
	talloc_free_children(ctx);
}
END_TEST

/* What malloc has mapped and gets back smaller than it was asked for it maps anew each time. */
START_TEST(a_large_chunk_is_only_trimmed_when_a_quarter_is_unused)
{
	const size_t size = 8 << 20;
	char *chunk = (char *)talloc_zero_size(ctx, size);
	char *kept = (char *)ingot_trim(chunk, &parquet_FileMetaData_type, size / 4 * 3, size);

	ck_assert_ptr_eq(kept, chunk);
	ck_assert_uint_eq(talloc_get_size(kept), size);
	kept = (char *)ingot_trim(chunk, &parquet_FileMetaData_type, size / 4 * 3 - 1, size);
	ck_assert_uint_eq(talloc_get_size(kept), size / 4 * 3 - 1);
	talloc_free(kept);
}
END_TEST

static bool is_resident(char *page)
{
	unsigned char resident = 0;

	mincore(page, 1, &resident);
	return resident & 1;
}

/* New memory with room for huge pages and without, and memory in use, wherever it begins and ends within its pages. */
START_TEST(advice_about_a_piece_changes_no_byte_and_touches_nothing_far_behind_it)
{
	const size_t mapped = 32 << 20, huge = 2 << 20;
	char *map = (char *)mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *bytes = (char *)(((uintptr_t)map + huge - 1) & ~(uintptr_t)(huge - 1));
	size_t i, changed = 0;

	ck_assert(map != MAP_FAILED);
	ingot_advise_use(bytes + 16, 3 * huge);
	ingot_advise_use(bytes + 5 * huge + 16, huge / 2);
	ck_assert(!is_resident(bytes + 4 * huge));
	ck_assert(!is_resident(bytes + 6 * huge));
	for (i = 0; i < 3 * huge; i++)
		changed += bytes[i] != 0;
	memset(bytes, 0x5a, 3 * huge);
	ingot_advise_use(bytes + 4097, huge);
	for (i = 0; i < 3 * huge; i++)
		changed += bytes[i] != 0x5a;
	ck_assert_uint_eq(changed, 0);
	munmap(map, mapped);
}
END_TEST

START_TEST(a_large_message_is_the_same_in_a_chunk_in_a_block_and_in_a_block_that_grew)
{
	size_t size;
	const uint8_t *bytes = make_footer(10000, &size);
	struct ingot_block *block = ingot_block_new(ctx, 0), *small = ingot_block_new(ctx, 65536);
	struct parquet_FileMetaData *footer = decode(bytes, size, NULL, 0);

	ck_assert(ingot_equal(&parquet_FileMetaData_type, footer, decode(bytes, size, block, 0)));
	ck_assert(ingot_equal(&parquet_FileMetaData_type, footer, decode(bytes, size, small, 0)));
	talloc_free_children(ctx);
}
END_TEST

START_TEST(three_small_optionals_of_eight_hold_what_they_need)
{
	static const uint8_t three[] = { 0x23, 0x2a, 0x25, 0x54, 0x27, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x00 };
	struct ingot_reader reader;
	struct bench_PrimitiveOptionalStruct *value;

	ingot_reader_init(&reader, INGOT_COMPACT, three, sizeof(three));
	reader.options = INGOT_BORROW;
	value = bench_PrimitiveOptionalStruct_from_wire(ctx, &reader);
	ck_assert_msg(value != NULL, "%s", ingot_reader_error(&reader));
	ck_assert_int_eq(*value->byteField, 42);
	ck_assert_int_eq(*value->int32Field, 42);
	ck_assert(*value->doubleField == 1.0);
	ck_assert_uint_eq(talloc_total_blocks(value), 1);
	/* Its own size, the three, and what could have been: bounded by the input, not by the type. */
	ck_assert_uint_le(talloc_get_size(value), sizeof(*value) + 16 + 8 * sizeof(three) + 32);
	talloc_free_children(ctx);
}
END_TEST

/* One field, a thousand times, back and forth: more than was reserved for once. */
START_TEST(a_field_that_is_repeated_stays_within_the_block)
{
	uint8_t bytes[4 * 3000 + 1];
	struct ingot_reader reader;
	struct recursion_Ping *value;
	size_t size = 0;
	int i;

	for (i = 0; i < 3000; i++) {
		bytes[size++] = 0x06; /* long form, i64 */
		bytes[size++] = 0x02; /* id 1 */
		bytes[size++] = 0x0e;
	}
	bytes[size++] = 0;
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
	value = recursion_Ping_from_wire(ctx, &reader);
	ck_assert_msg(value != NULL, "%s", ingot_reader_error(&reader));
	ck_assert_int_eq(*value->count, 7);
	talloc_free_children(ctx);
}
END_TEST

/* In an unknown struct, too: field 32767, then a stop that has a delta. */
START_TEST(a_stop_with_a_delta_ends_a_struct_after_the_last_id)
{
	static const uint8_t known[] = { 0x05, 0xfe, 0xff, 0x03, 0x02, 0xf0 };
	static const uint8_t unknown[] = { 0x9c, 0x05, 0xfe, 0xff, 0x03, 0x02, 0xf0, 0x00 };
	static const uint8_t past[] = { 0x9c, 0x05, 0xfe, 0xff, 0x03, 0x02, 0x15, 0x02, 0x00, 0x00 };
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, known, sizeof(known));
	ck_assert_ptr_nonnull(recursion_Ping_from_wire(ctx, &reader));
	ingot_reader_init(&reader, INGOT_COMPACT, unknown, sizeof(unknown));
	ck_assert_ptr_nonnull(recursion_Ping_from_wire(ctx, &reader));
	ingot_reader_init(&reader, INGOT_COMPACT, past, sizeof(past));
	ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_BAD_FIELD_ID);
	talloc_free_children(ctx);
}
END_TEST

/* Field 32767, and then a struct, a list of structs or another list that is one further, within an unknown struct. */
START_TEST(an_id_past_the_last_is_refused_in_what_is_skipped)
{
	static const char past[][5] = { "\x1c\x00", "\x19\x1c\x00", "\x19\x15\x02", "\x18\x01x", "\x11" };

	for (size_t i = 0; i < sizeof(past) / sizeof(past[0]); i++) {
		uint8_t bytes[32] = { 0x9c, 0x05, 0xfe, 0xff, 0x03, 0x02 };
		struct ingot_reader reader;

		memcpy(bytes + 6, past[i], 4);
		ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
		ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
		ck_assert_int_eq(reader.status, INGOT_BAD_FIELD_ID);
	}
}
END_TEST

/* Ids that grow past the last one are found at the next header that has a whole id, too. */
START_TEST(a_whole_id_does_not_hide_one_past_the_last)
{
	static const uint8_t bytes[] = { 0x9c, 0x05, 0xfe, 0xff, 0x03, 0x02, 0x15, 0x02, 0x05, 0x02, 0x02, 0x00, 0x00 };
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_BAD_FIELD_ID);
}
END_TEST

/* A list of one string, one of small integers, one of structs: in a struct that is skipped, the third level. */
START_TEST(lists_that_are_skipped_in_one_step_are_levels_as_any)
{
	static const char *const lists[] = { "\x1c\x19\x18\x01x", "\x1c\x19\x15\x02\x00", "\x1c\x19\x03\x00\x00" };

	for (size_t i = 0; i < 3; i++) {
		for (uint32_t depth = 1; depth < 5; depth++) {
			uint8_t bytes[16] = { 0 };
			struct ingot_reader reader;
			struct recursion_Ping *ping;

			memcpy(bytes, lists[i], 5);
			ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
			reader.max_depth = depth;
			ping = recursion_Ping_from_wire(ctx, &reader);
			ck_assert_int_eq(reader.status, depth < 3 ? INGOT_DEPTH : INGOT_OK);
			ck_assert((ping != NULL) == (depth >= 3));
		}
	}
	talloc_free_children(ctx);
}
END_TEST

START_TEST(a_reader_that_has_failed_or_is_of_a_dialect_decodes_nothing)
{
	static const uint8_t bytes[] = { 0x15, 0xff };
	struct ingot_reader reader;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	failing_never();
	ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	ck_assert_int_gt(failing_requests(), 0);
	reader.size = 0;
	failing_never();
	ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
	ck_assert_int_eq(failing_requests(), 0);
	ck_assert_uint_eq(reader.error_offset, 1);
	ingot_reader_init(&reader, INGOT_COMPACT, bytes, 0);
	ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
	ck_assert_int_eq(reader.status, INGOT_TRUNCATED);
	ck_assert_int_eq(failing_requests(), 0);
	ingot_reader_init(&reader, INGOT_COMPACT, "", 1);
	reader.options = INGOT_FACEBOOK;
	ck_assert_ptr_null(recursion_Ping_from_wire(ctx, &reader));
	ck_assert_str_eq(ingot_reader_error(&reader), "recursion.Ping: at byte 0: unsupported");
}
END_TEST

START_TEST(a_value_without_strings_owns_all_it_has)
{
	static const uint8_t bytes[] = { 0x16, 0x02, 0x00 };
	struct ingot_reader reader;
	struct recursion_Ping *ping;

	ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
	reader.options = INGOT_BORROW;
	ping = recursion_Ping_from_wire(ctx, &reader);
	failing_never();
	ck_assert(ingot_own(ctx, &recursion_Ping_type, ping));
	ck_assert_int_eq(failing_requests(), 0);
	talloc_free_children(ctx);
}
END_TEST

START_TEST(structs_of_every_size_are_zeroed)
{
	static const size_t sizes[] = { 1, 8, 63, 64, 65, 1023, 1024, 1025, 3000 };
	uint8_t bytes[3001];

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		memset(bytes, 0x55, sizeof(bytes));
		ingot_zero(bytes, sizes[i]);
		for (size_t k = 0; k < sizeof(bytes); k++)
			ck_assert_uint_eq(bytes[k], k < sizes[i] ? 0 : 0x55);
	}
}
END_TEST

/* Into a block that has room, has some, or has none. */
START_TEST(every_budget_is_kept_in_a_block)
{
	static const size_t rooms[] = { 0, 700, 1 << 20 };
	size_t size;
	const uint8_t *bytes = make_footer(3, &size);

	for (size_t i = 0; i < 3; i++) {
		bool was_enough = false;

		for (uint64_t budget = 0; budget < 10000; budget += 13) {
			struct ingot_block *block = ingot_block_new(ctx, rooms[i]);
			struct ingot_reader reader;
			void *value;

			ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
			reader.budget = budget;
			reader.block = block;
			failing_never();
			value = parquet_FileMetaData_from_wire(ctx, &reader);
			ck_assert_uint_le(failing_bytes(), budget);
			ck_assert_int_eq(reader.status, value != NULL ? INGOT_OK : INGOT_BUDGET);
			ck_assert(value != NULL || !was_enough);
			/* Of what the block has, no more may be used. */
			ck_assert(value == NULL || budget > sizeof(struct parquet_FileMetaData));
			was_enough = value != NULL;
			talloc_free(block);
		}
		ck_assert(was_enough);
	}
	talloc_free_children(ctx);
}
END_TEST

START_TEST(every_budget_is_kept_and_too_small_a_one_is_a_status)
{
	size_t size;
	const uint8_t *bytes = make_footer(20, &size);
	size_t needed = talloc_get_size(decode(bytes, size, NULL, 0));
	uint64_t budget;
	bool was_enough = false;

	for (budget = 0; budget < 4 * needed; budget += 61) {
		struct ingot_reader reader;
		void *value;

		ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
		reader.budget = budget;
		failing_never();
		value = parquet_FileMetaData_from_wire(ctx, &reader);
		ck_assert_uint_le(failing_bytes(), budget);
		if (value == NULL)
			ck_assert_int_eq(reader.status, INGOT_BUDGET);
		ck_assert(value != NULL || !was_enough);
		was_enough = value != NULL;
		talloc_free(value);
	}
	ck_assert(was_enough);
	talloc_free_children(ctx);
}
END_TEST

/* A struct of a size that is known says what it needs before anything of it is read. */
START_TEST(a_block_with_room_gives_no_root_that_is_above_the_budget)
{
	static const uint8_t nothing;

	for (uint64_t budget = 0; budget <= sizeof(struct attack_Root); budget++) {
		struct ingot_reader reader;

		ingot_reader_init(&reader, INGOT_COMPACT, &nothing, 1);
		reader.budget = budget;
		reader.block = ingot_block_new(ctx, 1 << 16);
		ck_assert_ptr_null(attack_Root_from_wire(ctx, &reader));
		ck_assert_int_eq(reader.status, INGOT_BUDGET);
		talloc_free(reader.block);
	}
}
END_TEST

/* Eight lists of one string of twelve bytes, in order, so that no header asks for room; plain, and expected from a store. */
START_TEST(short_lists_one_after_the_other_stay_within_the_block)
{
	const struct ingot_type *type = _i == 0 ? &techniques_Lists_type : &techniques_SharedLists_type;
	struct ingot_strings *store = _i == 0 ? NULL : ingot_strings_new(ctx);
	uint8_t bytes[8 * 15 + 1] = { 0 };
	bool was_enough = false;

	for (int i = 0; i < 8; i++) {
		memcpy(bytes + 15 * i, "\x19\x18\x0cshort string", 15);
		bytes[15 * i + 14] = (uint8_t)('a' + i);
	}
	for (uint64_t budget = UINT32_MAX; budget > 0; budget = budget > 4096 ? 4096 : budget - 1) {
		struct ingot_block *block = ingot_block_new(ctx, 0);
		struct ingot_reader reader;
		void *value;

		ingot_reader_init(&reader, INGOT_COMPACT, bytes, sizeof(bytes));
		reader.budget = budget;
		reader.block = block;
		reader.strings = store;
		value = ingot_decode(ctx, &reader, type);
		ck_assert_int_eq(reader.status, value != NULL ? INGOT_OK : INGOT_BUDGET);
		ck_assert_uint_le(ingot_block_stats(block).taken, ingot_block_stats(block).held);
		was_enough |= value != NULL;
		talloc_free(block);
	}
	ck_assert(was_enough);
	talloc_free(store);
}
END_TEST

/* In a struct that is skipped: lists of up to fourteen integers, one of which takes several bytes. */
START_TEST(a_list_that_is_skipped_ends_behind_its_last_integer)
{
	for (unsigned count = 1; count < 15; count++) {
		for (unsigned large = 0; large < count; large++) {
			uint8_t bytes[64] = { 0x9c, 0x19, (uint8_t)(count << 4 | 5) };
			struct ingot_reader reader;
			struct recursion_Ping *ping;
			size_t size = 3;

			for (unsigned i = 0; i < count; i++) {
				if (i == large)
					bytes[size++] = 0x80;
				bytes[size++] = 0x0e;
			}
			size += 2; /* stops */
			ingot_reader_init(&reader, INGOT_COMPACT, bytes, size);
			ping = recursion_Ping_from_wire(ctx, &reader);
			ck_assert_msg(ping != NULL, "%u of %u: %s", large, count, ingot_reader_error(&reader));
			ck_assert_uint_eq(reader.offset, size);
			talloc_free(ping);
		}
	}
}
END_TEST

Suite *check_suite(void)
{
	Suite *suite = suite_create("block");
	TCase *tcase = tcase_create("block");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_fresh_message_is_one_chunk_with_little_unused);
	tcase_add_test(tcase, a_block_that_is_used_again_asks_for_nothing);
	tcase_add_test(tcase, a_block_that_was_too_small_becomes_one_chunk);
	tcase_add_test(tcase, a_new_block_has_the_room_it_is_asked_for);
	tcase_add_test(tcase, a_block_of_several_chunks_gives_them_back_when_it_is_reset);
	tcase_add_test(tcase, a_block_outlives_a_message_that_failed);
	tcase_add_test(tcase, borrowed_strings_lie_in_the_input_until_they_are_owned);
	tcase_add_test(tcase, owning_fails_without_memory_and_leaves_the_value);
	tcase_add_test(tcase, a_chunk_that_is_trimmed_keeps_its_value);
	tcase_add_test(tcase, a_large_chunk_is_only_trimmed_when_a_quarter_is_unused);
	tcase_add_test(tcase, advice_about_a_piece_changes_no_byte_and_touches_nothing_far_behind_it);
	tcase_add_test(tcase, a_large_message_is_the_same_in_a_chunk_in_a_block_and_in_a_block_that_grew);
	tcase_add_test(tcase, three_small_optionals_of_eight_hold_what_they_need);
	tcase_add_test(tcase, a_field_that_is_repeated_stays_within_the_block);
	tcase_add_test(tcase, a_stop_with_a_delta_ends_a_struct_after_the_last_id);
	tcase_add_test(tcase, every_budget_is_kept_and_too_small_a_one_is_a_status);
	tcase_add_test(tcase, an_id_past_the_last_is_refused_in_what_is_skipped);
	tcase_add_test(tcase, a_reader_that_has_failed_or_is_of_a_dialect_decodes_nothing);
	tcase_add_test(tcase, a_value_without_strings_owns_all_it_has);
	tcase_add_test(tcase, structs_of_every_size_are_zeroed);
	tcase_add_test(tcase, every_budget_is_kept_in_a_block);
	tcase_add_test(tcase, a_block_with_room_gives_no_root_that_is_above_the_budget);
	tcase_add_loop_test(tcase, short_lists_one_after_the_other_stay_within_the_block, 0, 2);
	tcase_add_test(tcase, a_list_that_is_skipped_ends_behind_its_last_integer);
	tcase_add_test(tcase, a_whole_id_does_not_hide_one_past_the_last);
	tcase_add_test(tcase, lists_that_are_skipped_in_one_step_are_levels_as_any);
	suite_add_tcase(suite, tcase);
	return suite;
}
