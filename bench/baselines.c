/* SPDX-License-Identifier: MIT */
/* What the block replaces: Ingot's own readers over other ways to get memory; see policy/ingot/decode.h. */
#include <ingot/ingot.h>
#include "bench.h"
#include "contender.h"
#include "parquet.h"
#include "policy.h"
#include <ingot/decode.h>
#include "internal.h"

#if POLICY == POLICY_CHUNKS

void *policy_chunk(void *parent, size_t size)
{
	void *chunk = talloc_size(parent, size ? size : 1);

	if (!chunk)
		contender_fail("no memory");
	return chunk;
}

/* Bytes of talloc pool for each byte of the wire, headers of chunks included: what the footers take, twice. */
#define POOL_FACTOR 32

/* ingot_decode with a root chunk that holds the root struct only; under a pool that all chunks come from, when asked. */
static void decode(const struct ingot_type *type, enum ingot_protocol protocol, const struct contender_input *input, bool with_pool)
{
	/* Full: what is taken without asking the policy (an unknown member of a union) makes ingot_grow ask talloc. */
	static char block[1];
	struct ingot_reader reader;
	struct ingot_decoder d;
	void *pool = with_pool ? talloc_pool(NULL, input->size * POOL_FACTOR + 4096) : NULL;
	void *root = policy_chunk(pool, type->size);
	const uint8_t *p;

	ingot_reader_init(&reader, protocol, input->bytes, input->size);
	memset(&d, 0, offsetof(struct ingot_decoder, tail));
	d.start = input->bytes;
	d.reader = &reader;
	ingot_begin_input(&d, input->bytes, input->bytes + input->size);
	d.at = d.limit = d.piece = block;
	d.budget = reader.budget;
	d.type = type;
	d.parent = root;
	p = protocol == INGOT_COMPACT ? type->read_compact(&d, d.start, root, INGOT_MAX_DEPTH)
				      : type->read_binary(&d, d.start, root, INGOT_MAX_DEPTH);
	if (d.status != INGOT_OK || p + d.shift != input->bytes + input->size)
		contender_fail("not all was read");
	talloc_free(with_pool ? pool : root);
}

#else

struct region {
	char *at;
	char *end;
};

static struct region regions[INGOT_MAX_DEPTH + 2];
static struct region *current[INGOT_MAX_DEPTH + 2]; /* by depth */
static void *taken; /* what policy_take gave last */
static const struct ingot_type *root_type;

static size_t aligned(size_t size, size_t align)
{
	return (size + align - 1) / align * align;
}

/* What a struct's optional scalars and nested structs take, all of them present; the largest member of a union. */
static size_t room_of(const struct ingot_type *type, int depth)
{
	size_t room = 0;

	for (uint32_t i = 0; i < type->field_count && depth > 0; i++) {
		const struct ingot_field *field = &type->fields[i];
		bool is_struct = field->type->kind == INGOT_KIND_STRUCT || field->type->kind == INGOT_KIND_UNION;
		bool is_boxed = type->kind == INGOT_KIND_STRUCT && field->requiredness == INGOT_OPTIONAL &&
				(field->type->kind < INGOT_KIND_STRING || field->type->kind == INGOT_KIND_ENUM ||
				 field->type->kind == INGOT_KIND_UUID);
		size_t own = 0;

		if (is_struct)
			own = aligned(field->type->size, 8) + room_of(field->type, depth - 1);
		else if (is_boxed)
			own = field->type->size;
		if (type->kind == INGOT_KIND_UNION)
			room = own > room ? own : room;
		else
			room = aligned(room, is_struct || !is_boxed ? 8 : field->type->align) + own;
	}
	return aligned(room, 8);
}

static void open_region(struct ingot_decoder *d, const uint8_t *p, const struct ingot_type *type, int depth)
{
	static const struct ingot_type *known[256];
	static size_t rooms[256];
	size_t slot = ((uintptr_t)type >> 4) % 256;
	uint32_t one = 1;

	if (known[slot] != type) {
		known[slot] = type;
		rooms[slot] = room_of(type, 8);
	}
	current[depth] = &regions[depth];
	current[depth]->at = ingot_new_array(d, p, &one, rooms[slot], 8);
	current[depth]->end = current[depth]->at + rooms[slot];
}

void policy_begin_struct(struct ingot_decoder *d, const uint8_t *p, void *value, const struct ingot_type *type, int depth)
{
	if (value == taken)
		current[depth] = current[depth + 1];
	else
		open_region(d, p, type, depth);
}

void *policy_take(struct ingot_decoder *d, const uint8_t *p, size_t size, size_t align, int depth)
{
	struct region *region;

	if (depth == INGOT_MAX_DEPTH && !current[depth])
		open_region(d, p, root_type, depth);
	region = current[depth];
	region->at += -(uintptr_t)region->at & (align - 1);
	taken = region->at;
	region->at += size;
	if (region->at > region->end)
		contender_fail("a struct takes more than its room");
	return taken;
}

static void decode(const struct ingot_type *type, enum ingot_protocol protocol, const struct contender_input *input, bool with_pool)
{
	struct ingot_reader reader;
	void *root;

	(void)with_pool;
	root_type = type;
	current[INGOT_MAX_DEPTH] = NULL;
	ingot_reader_init(&reader, protocol, input->bytes, input->size);
	root = ingot_decode(NULL, &reader, type);
	if (!root || reader.offset != reader.size)
		contender_fail(ingot_reader_error(&reader));
	talloc_free(root);
}

#endif

#define DECODERS(name, protocol, type) \
	static void name##_decode(const struct contender_input *input) \
	{ \
		decode(&type##_type, protocol, input, false); \
	} \
	static void name##_decode_pool(const struct contender_input *input) \
	{ \
		decode(&type##_type, protocol, input, true); \
	}

DECODERS(footer, INGOT_COMPACT, parquet_FileMetaData)
DECODERS(primitive_binary, INGOT_BINARY, bench_PrimitiveOptionalStruct)
DECODERS(primitive_compact, INGOT_COMPACT, bench_PrimitiveOptionalStruct)
DECODERS(graph_binary, INGOT_BINARY, bench_Graph)
DECODERS(graph_compact, INGOT_COMPACT, bench_Graph)
DECODERS(containers_binary, INGOT_BINARY, bench_ContainersOfContainers)
DECODERS(containers_compact, INGOT_COMPACT, bench_ContainersOfContainers)

#define CASES(kind, name) {"decode", kind, name##_decode, NULL}, {"decode-pool", kind, name##_decode_pool, NULL}

static const struct contender_case cases[] = {
	CASES("footer", footer),
	CASES("primitive.binary", primitive_binary),
	CASES("primitive.compact", primitive_compact),
	CASES("graph.binary", graph_binary),
	CASES("graph.compact", graph_compact),
	CASES("containers.binary", containers_binary),
	CASES("containers.compact", containers_compact),
	{NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
	return contend(argc, argv, cases);
}
