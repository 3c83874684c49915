/* SPDX-License-Identifier: MIT */
#include "hostile.h"

#include <string.h>
#include <attack.h>
#include <bench.h>
#include <everything.h>
#include <parquet.h>
#include <recursion.h>
#include "failing.h"
#include "internal.h"

#define CHUNK_HEADER 96

const struct hostile_type hostile_types[] = {
	{ "Root", &attack_Root_type, true },
	{ "Choice", &attack_Choice_type, true },
	{ "Demanding", &attack_Demanding_type, true },
	{ "Many", &attack_Many_type, true },
	{ "InList", &attack_InList_type, true },
	{ "InSet", &attack_InSet_type, true },
	{ "InKey", &attack_InKey_type, true },
	{ "InValue", &attack_InValue_type, true },
	{ "Nothing", &attack_Nothing_type, true },
	{ "Plain", &everything_Plain_type, true },
	{ "Required", &everything_Required_type, true },
	{ "Optional", &everything_Optional_type, true },
	{ "Lists", &everything_Lists_type, true },
	{ "Sets", &everything_Sets_type, true },
	{ "Maps", &everything_Maps_type, true },
	{ "Deep", &everything_Deep_type, true },
	{ "Shape", &everything_Shape_type, true },
	{ "Trouble", &everything_Trouble_type, true },
	{ "Defaults", &everything_Defaults_type, true },
	{ "Ids", &everything_Ids_type, true },
	{ "Node", &recursion_Node_type, true },
	{ "Tree", &recursion_Tree_type, true },
	{ "Folder", &recursion_Folder_type, true },
	{ "Ping", &recursion_Ping_type, true },
	{ "Expression", &recursion_Expression_type, true },
	{ "Forest", &recursion_Forest__type, true },
	{ "PrimitiveOptionalStruct", &bench_PrimitiveOptionalStruct_type, false },
	{ "FileMetaData", &parquet_FileMetaData_type, false },
	{ NULL, NULL, false },
};

const struct ingot_type *hostile_type_by_name(const char *name)
{
	const struct hostile_type *type;

	for (type = hostile_types; type->name != NULL; type++)
		if (strcmp(type->name, name) == 0)
			return type->type;
	return NULL;
}

static struct ingot_block *kept_block;

void hostile_end(void)
{
	TALLOC_FREE(kept_block);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	const uint8_t *p = (const uint8_t *)bytes;
	size_t i;

	for (i = 0; i < size; i++)
		hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
	return hash;
}

struct run {
	const struct ingot_type *type;
	enum ingot_protocol protocol;
	uint32_t options;
	const uint8_t *bytes;
	size_t size;
	struct hostile_result result;
	void *value; /* of the decoder that copies */
	bool is_known; /* and nothing in it that the schema does not know, whose bytes are other ones in another protocol */
	struct ingot_reader reader;
};

static void begin(const struct run *run, struct ingot_reader *reader, uint32_t options)
{
	ingot_reader_init(reader, run->protocol, run->bytes, run->size);
	reader->options = run->options | options;
}

static size_t end_of(const struct ingot_reader *reader)
{
	return reader->status == INGOT_OK ? reader->offset : reader->error_offset;
}

/* ---- Values are whole ---- */

/* Unions without a member that the schema knows, in what was looked at last. */
static uint32_t strange_unions;

static bool is_whole(const struct ingot_type *type, const void *value, bool is_copied);

static bool is_whole_string(const void *value, bool is_copied)
{
	const struct ingot_string *string = (const struct ingot_string *)value;

	if (string->data == NULL)
		return string->size == 0;
	return !is_copied || string->data[string->size] == '\0';
}

static bool is_whole_list(const struct ingot_type *type, const void *value, bool is_copied)
{
	uint32_t count = ingot_item_count(value), i;

	for (i = 0; i < count; i++) {
		const char *item = (const char *)ingot_item(type, value, i);

		if (item == NULL || (uintptr_t)item % type->element->align != 0)
			return false;
		if (type->key != NULL && !is_whole(type->key, item, is_copied))
			return false;
		if (!is_whole(type->element, item + type->value_offset, is_copied))
			return false;
	}
	return true;
}

static bool is_whole_struct(const struct ingot_type *type, const void *value, bool is_copied)
{
	uint32_t index = 0, present = 0, i;
	const struct ingot_field *field;
	const void *at;

	while ((field = ingot_next_field(type, value, &index, &at)) != NULL) {
		if ((uintptr_t)at % field->type->align != 0 || !is_whole(field->type, at, is_copied))
			return false;
		present++;
	}
	if (type->kind == INGOT_KIND_UNION) {
		strange_unions += present == 0;
		return present <= 1;
	}
	for (i = 0; i < type->field_count; i++)
		if (type->fields[i].requiredness == INGOT_REQUIRED && ingot_field_value(type, &type->fields[i], value) == NULL)
			return false;
	return true;
}

static bool is_whole(const struct ingot_type *type, const void *value, bool is_copied)
{
	switch ((enum ingot_kind)type->kind) {
	case INGOT_KIND_BOOL:
		return *(const uint8_t *)value <= 1;
	case INGOT_KIND_STRING:
	case INGOT_KIND_BINARY:
		return is_whole_string(value, is_copied);
	case INGOT_KIND_STRUCT:
	case INGOT_KIND_UNION:
		return is_whole_struct(type, value, is_copied);
	case INGOT_KIND_LIST:
	case INGOT_KIND_SET:
	case INGOT_KIND_MAP:
		return is_whole_list(type, value, is_copied);
	case INGOT_KIND_I8:
	case INGOT_KIND_I16:
	case INGOT_KIND_I32:
	case INGOT_KIND_I64:
	case INGOT_KIND_DOUBLE:
	case INGOT_KIND_UUID:
	case INGOT_KIND_ENUM:
		return true;
	}
	return false;
}

/* ---- The readers ---- */

static const char *run_copied(struct run *run)
{
	const uint64_t allowed = INGOT_BUDGET_BASE + (uint64_t)INGOT_BUDGET_FACTOR * run->size;

	begin(run, &run->reader, 0);
	failing_never();
	failing_moves(true);
	run->value = ingot_decode(NULL, &run->reader, run->type);
	failing_moves(false);
	run->result.asked = failing_bytes() + CHUNK_HEADER * (size_t)failing_chunks();
	run->result.status = run->reader.status;
	run->result.offset = end_of(&run->reader);
	if ((run->value != NULL) != (run->reader.status == INGOT_OK))
		return "a decoder returns NULL and only then has a status";
	if (run->result.asked > allowed)
		return "memory asked for is at most 1 MiB + 64 bytes a byte of input";
	if (run->result.offset > run->size)
		return "an offset is within the input";
	if (run->value == NULL && run->reader.offset != 0)
		return "a failed decoder leaves the offset where it was";
	if (run->value == NULL)
		return NULL;
	strange_unions = 0;
	if (!is_whole(run->type, run->value, true))
		return "a decoded value is whole";
	run->is_known = strange_unions == 0;
	run->result.hash = ingot_hash(run->type, run->value, 0);
	return NULL;
}

static const char *compare_run(const struct run *run, const struct ingot_reader *reader, const void *value, bool is_copied)
{
	if (reader->status != run->result.status)
		return is_copied ? "a block and shared strings give the same status" : "borrowed strings give the same status";
	/* Where memory ends depends on what it is taken from. */
	if (end_of(reader) != run->result.offset && reader->status != INGOT_BUDGET)
		return "every way to decode ends at the same byte";
	if (value != NULL && !is_whole(run->type, value, is_copied))
		return "a decoded value is whole, in a block, with borrowed and with shared strings";
	if (value != NULL && ingot_hash(run->type, value, 0) != run->result.hash)
		return "every way to decode gives the same value";
	return NULL;
}

/* With strings borrowed, or shared. */
static const char *run_option(const struct run *run, uint32_t option)
{
	struct ingot_reader reader;
	const char *broken;
	void *value;

	begin(run, &reader, option);
	value = ingot_decode(NULL, &reader, run->type);
	broken = compare_run(run, &reader, value, option != INGOT_BORROW);
	talloc_free(value);
	return broken;
}

static const char *run_block(const struct run *run)
{
	struct ingot_reader reader;

	if (kept_block == NULL)
		kept_block = ingot_block_new(NULL, 0);
	if (kept_block == NULL)
		return NULL;
	begin(run, &reader, 0);
	reader.block = kept_block;
	ingot_block_reset(kept_block);
	return compare_run(run, &reader, ingot_decode(NULL, &reader, run->type), true);
}

/* The walk and the decoder are two implementations of one set of rules. */
static const char *run_walk(const struct run *run)
{
	struct ingot_reader reader;
	bool is_sound;

	begin(run, &reader, 0);
	is_sound = ingot_check(&reader, run->type);
	/* Memory is no concern of the walk. */
	if (run->result.status == INGOT_BUDGET || run->result.status == INGOT_NOMEM)
		return NULL;
	if (is_sound != (run->result.status == INGOT_OK))
		return is_sound ? "what the walk takes the decoder takes" : "what the walk refuses the decoder refuses";
	if (reader.status != run->result.status || (!is_sound && reader.error_offset != run->result.offset))
		return "the walk and the decoder give the same status";
	return NULL;
}

/* All fields unknown. Skipping looks at less than decoding, so it takes all that decoding takes. */
static const char *run_skip(const struct run *run)
{
	struct ingot_reader reader;
	void *value;

	if (run->options & INGOT_STRICT)
		return NULL;
	begin(run, &reader, 0);
	failing_never();
	value = ingot_decode(NULL, &reader, &attack_Nothing_type);
	talloc_free(value);
	if (failing_bytes() > 4096 + run->size)
		return "skipping needs no more memory than there is input";
	if (run->result.status == INGOT_OK && reader.status != INGOT_OK)
		return "what is decoded can be skipped";
	if (run->result.status == INGOT_OK && reader.offset != run->result.offset)
		return "skipping ends where decoding ends";
	switch (run->result.status) {
	case INGOT_BAD_TYPE:
	case INGOT_BAD_FIELD_ID:
	case INGOT_DEPTH:
		return reader.status == INGOT_OK ? "what no reader can make sense of is not skipped" : NULL;
	default:
		return NULL;
	}
}

static const char *run_again(struct run *run, enum ingot_protocol protocol)
{
	struct ingot_reader reader;
	struct ingot_writer writer;
	const char *broken = NULL;
	void *value = NULL;

	ingot_writer_init(&writer, protocol, NULL);
	if (!ingot_write(&writer, run->type, run->value)) {
		/* A union whose member the schema does not know, or none, has no encoding. */
		broken = writer.status == INGOT_BAD_VALUE || writer.status == INGOT_UNSUPPORTED ? NULL : "a decoded value can be written";
		talloc_free(writer.bytes);
		return broken;
	}
	run->result.output = hash_bytes(run->result.output, ingot_writer_bytes(&writer), ingot_writer_size(&writer));
	ingot_reader_init(&reader, protocol, ingot_writer_bytes(&writer), ingot_writer_size(&writer));
	value = ingot_decode(NULL, &reader, run->type);
	if (value == NULL)
		broken = reader.status == INGOT_BUDGET ? NULL : "what was written can be read";
	else if (ingot_hash(run->type, value, 0) != run->result.hash)
		broken = "what was written and read again is the same value";
	else if (reader.offset != ingot_writer_size(&writer))
		broken = "what was written is read to its end";
	talloc_free(value);
	talloc_free(writer.bytes);
	return broken;
}

const char *hostile_run(const struct ingot_type *type, enum ingot_protocol protocol, uint32_t options, const uint8_t *bytes,
			size_t size, struct hostile_result *result)
{
	struct run run = { .type = type, .protocol = protocol, .options = options, .bytes = bytes, .size = size };
	const char *broken = run_copied(&run);

	if (broken == NULL)
		broken = run_option(&run, INGOT_BORROW);
	if (broken == NULL)
		broken = run_option(&run, INGOT_DEDUP);
	if (broken == NULL)
		broken = run_block(&run);
	if (broken == NULL)
		broken = run_walk(&run);
	if (broken == NULL)
		broken = run_skip(&run);
	if (broken == NULL && run.value != NULL)
		broken = run_again(&run, protocol);
	if (broken == NULL && run.value != NULL && run.is_known)
		broken = run_again(&run, protocol == INGOT_BINARY ? INGOT_COMPACT : INGOT_BINARY);
	if (run.value == NULL) {
		const char *text = ingot_reader_error(&run.reader);

		run.result.output = hash_bytes(run.result.output, text, strlen(text));
	}
	talloc_free(run.value);
	if (result != NULL)
		*result = run.result;
	return broken;
}
