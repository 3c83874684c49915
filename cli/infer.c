/* SPDX-License-Identifier: MIT */
/* ingot infer: a draft of an IDL from samples, for a person to put names to. */
#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "out.h"
#include "source.h"
#include "tally.h"

struct drafter {
	FILE *file;
	const struct tally *tally;
};

/* "Root", "Root_4_1": structs are called after the way to them. */
static void put_name(FILE *file, const struct tally_node *node)
{
	if (node->parent == NULL) {
		fputs("Root", file);
		return;
	}
	put_name(file, node->parent);
	if (node->role == INGOT_ROLE_FIELD)
		fprintf(file, node->id < 0 ? "_n%d" : "_%d", abs(node->id));
	else if (node->role == INGOT_ROLE_KEY)
		fputs("_key", file);
	else if (node->role == INGOT_ROLE_VALUE)
		fputs("_value", file);
}

/* The node of a container's elements, keys or values. */
static const struct tally_node *inner(const struct tally_node *node, enum ingot_role role)
{
	const struct tally_node *child;

	for (child = node->first; child != NULL; child = child->sibling)
		if (child->role == role)
			return child;
	return NULL;
}

static void put_type(FILE *file, const struct tally_node *node)
{
	if (node == NULL) {
		fputs("i32", file); /* of containers that were always empty: anything would do */
		return;
	}
	switch (node->wire) {
	case INGOT_WIRE_BINARY:
		fputs(node->is_bytes ? "binary" : "string", file);
		break;
	case INGOT_WIRE_STRUCT:
		put_name(file, node);
		break;
	case INGOT_WIRE_LIST:
	case INGOT_WIRE_SET:
		fputs(node->wire == INGOT_WIRE_LIST ? "list<" : "set<", file);
		put_type(file, inner(node, INGOT_ROLE_ELEMENT));
		putc('>', file);
		break;
	case INGOT_WIRE_MAP:
		fputs("map<", file);
		put_type(file, inner(node, INGOT_ROLE_KEY));
		fputs(", ", file);
		put_type(file, inner(node, INGOT_ROLE_VALUE));
		putc('>', file);
		break;
	case INGOT_WIRE_FLOAT:
		fputs("double", file);
		break;
	default:
		fputs(ingot_wire_type_name((enum ingot_wire_type)node->wire), file);
		break;
	}
}

static int compare(const void *a, const void *b)
{
	const struct tally_node *left = *(const struct tally_node *const *)a, *right = *(const struct tally_node *const *)b;

	if (left->id != right->id)
		return left->id < right->id ? -1 : 1;
	/* Of several types the one that was met most comes first, and counts. */
	return left->count != right->count ? (left->count > right->count ? -1 : 1) : left->wire - right->wire;
}

static void put_field(FILE *file, const struct tally_node *field, const struct tally_node *outer, bool is_repeated)
{
	fprintf(file, "%s%d: %s", is_repeated ? "\t// also met: " : "\t", field->id,
		field->count < outer->count ? "optional " : "");
	put_type(file, field);
	fprintf(file, field->id < 0 ? " field_n%d" : " field_%d", abs(field->id));
	if (field->count < outer->count)
		fprintf(file, " // in %" PRIu64 " of %" PRIu64, field->count, outer->count);
	else if (inner(field, INGOT_ROLE_ELEMENT) == NULL && inner(field, INGOT_ROLE_KEY) == NULL &&
		 (field->wire == INGOT_WIRE_LIST || field->wire == INGOT_WIRE_SET || field->wire == INGOT_WIRE_MAP))
		fputs(" // always empty in the samples: the types inside are a guess", file);
	putc('\n', file);
}

static bool put_struct(const struct drafter *drafter, const struct tally_node *node)
{
	const struct tally_node **fields, *child;
	unsigned count = 0, i;

	for (child = node->first; child != NULL; child = child->sibling)
		count++;
	fields = talloc_array(drafter->tally, const struct tally_node *, count);
	if (fields == NULL)
		return false;
	for (child = node->first, i = 0; child != NULL; child = child->sibling)
		fields[i++] = child;
	if (count > 0)
		qsort(fields, count, sizeof(fields[0]), compare);
	fputs("\nstruct ", drafter->file);
	put_name(drafter->file, node);
	fputs(" {\n", drafter->file);
	for (i = 0; i < count; i++)
		put_field(drafter->file, fields[i], node, i > 0 && fields[i - 1]->id == fields[i]->id);
	fputs("}\n", drafter->file);
	talloc_free(fields);
	return true;
}

/* Inner structs first, so that a reader meets each before it is used. */
static bool put_structs(const struct drafter *drafter, const struct tally_node *node)
{
	const struct tally_node *child;

	for (child = node->first; child != NULL; child = child->sibling)
		if (!put_structs(drafter, child))
			return false;
	return node->wire != INGOT_WIRE_STRUCT || put_struct(drafter, node);
}

static int read_file(struct tally *tally, const char *name, const struct options *options)
{
	struct source *source = source_open(NULL, options, name, NULL, NULL);
	int code = EXIT_USAGE;

	if (source == NULL)
		return code;
	while (source_next(source)) {
		tally_add(tally, &source->reader, &source->progress);
		source_done(source);
	}
	progress_end(&source->progress);
	code = source->code;
	talloc_free(source);
	return code;
}

int verb_infer(const struct options *options)
{
	struct tally *tally = tally_new(NULL, NULL);
	struct drafter drafter = { .tally = tally };
	int worst = EXIT_USAGE, i;
	struct out out;

	if (tally != NULL && out_open(&out, options)) {
		worst = EXIT_FINE;
		tally->looks_at_bytes = true;
		for (i = 0; i < options->file_count; i++) {
			int code = read_file(tally, options->files[i], options);

			worst = code > worst ? code : worst;
		}
		drafter.file = out.file;
		fprintf(out.file, "// A draft from %" PRIu64 " sample%s. Names are made up; optional is what was sometimes absent.\n",
			tally->values, tally->values == 1 ? "" : "s");
		if (!put_structs(&drafter, tally->root) || tally->failed) {
			out_error("out of memory");
			worst = EXIT_USAGE;
		}
		if (!out_close(&out))
			worst = EXIT_USAGE;
	}
	talloc_free(tally);
	return worst;
}
