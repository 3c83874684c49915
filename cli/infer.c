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

/*
 * "Root", "Root_4_1": structs are called after the way to them. Where there were values of several
 * types, as fields or inside of containers, letters tell which they were, so that no name comes
 * twice: "Root_4_ba".
 */
static void put_name(FILE *file, const struct tally_node *node)
{
	const struct tally_node *top = node;
	char letters[INGOT_MAX_DEPTH + 2];
	size_t at = sizeof(letters) - 1;
	bool is_other = false;

	for (letters[at] = '\0'; top->parent != NULL; top = top->parent) {
		letters[--at] = (char)('a' + top->rank);
		is_other = is_other || top->rank > 0;
		if (top->role != INGOT_ROLE_ELEMENT)
			break;
	}
	if (top->parent == NULL) {
		fputs("Root", file);
		return;
	}
	put_name(file, top->parent);
	if (top->role == INGOT_ROLE_FIELD)
		fprintf(file, top->id < 0 ? "_n%d" : "_%d", abs(top->id));
	else
		fputs(top->role == INGOT_ROLE_KEY ? "_key" : "_value", file);
	if (is_other)
		fprintf(file, "_%s", letters + at);
}

/* The node of a container's elements, keys or values: of the type that most have. */
static const struct tally_node *inner(const struct tally_node *node, enum ingot_role role)
{
	const struct tally_node *child;

	for (child = node->first; child != NULL; child = child->sibling)
		if (child->role == role && child->rank == 0)
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

static bool is_same_place(const struct tally_node *left, const struct tally_node *right)
{
	return left->role == right->role && left->id == right->id;
}

static int compare(const void *a, const void *b)
{
	const struct tally_node *left = *(const struct tally_node *const *)a,
				*right = *(const struct tally_node *const *)b;

	if (left->role != right->role)
		return left->role < right->role ? -1 : 1;
	if (left->id != right->id)
		return left->id < right->id ? -1 : 1;
	/* Of several types the one that was met most comes first, and counts. */
	return left->count != right->count ? (left->count > right->count ? -1 : 1)
					   : left->wire - right->wire;
}

/* The nodes in one, sorted and ranked, as a talloc chunk. NULL: out of memory. */
static struct tally_node **children_of(
	const struct tally *tally, const struct tally_node *node, unsigned *count)
{
	struct tally_node **children, *child;
	unsigned i = 0;

	*count = 0;
	for (child = node->first; child != NULL; child = child->sibling)
		(*count)++;
	children = talloc_array(tally, struct tally_node *, *count);
	if (children == NULL)
		return NULL;
	for (child = node->first; child != NULL; child = child->sibling)
		children[i++] = child;
	if (*count > 0)
		qsort(children, *count, sizeof(children[0]), compare);
	for (i = 1; i < *count; i++)
		if (is_same_place(children[i - 1], children[i]))
			children[i]->rank = (uint8_t)(children[i - 1]->rank + 1);
	return children;
}

/* Ranks everything, since names need it. */
static bool rank(const struct tally *tally, const struct tally_node *node)
{
	struct tally_node **children;
	unsigned count;

	if (node->first == NULL)
		return true;
	children = children_of(tally, node, &count);
	if (children == NULL)
		return false;
	talloc_free(children);
	for (node = node->first; node != NULL; node = node->sibling)
		if (!rank(tally, node))
			return false;
	return true;
}

static void put_field(FILE *file, const struct tally_node *field, const struct tally_node *outer)
{
	fprintf(file, "\t%s%d: %s",
		field->rank > 0		 ? "// also met: "
			: field->id == 0 ? "// no IDL can say: "
					 : "",
		field->id, field->count < outer->count ? "optional " : "");
	put_type(file, field);
	fprintf(file, field->id < 0 ? " field_n%d" : " field_%d", abs(field->id));
	if (field->count < outer->count)
		fprintf(file, " // in %" PRIu64 " of %" PRIu64, field->count, outer->count);
	else if (inner(field, INGOT_ROLE_ELEMENT) == NULL && inner(field, INGOT_ROLE_KEY) == NULL &&
		(field->wire == INGOT_WIRE_LIST || field->wire == INGOT_WIRE_SET ||
			field->wire == INGOT_WIRE_MAP))
		fputs(" // always empty in the samples: the types inside are a guess", file);
	putc('\n', file);
}

static bool put_struct(const struct drafter *drafter, const struct tally_node *node)
{
	struct tally_node **fields;
	unsigned count, i;

	fields = children_of(drafter->tally, node, &count);
	if (fields == NULL)
		return false;
	fputs("\nstruct ", drafter->file);
	put_name(drafter->file, node);
	fputs(" {\n", drafter->file);
	for (i = 0; i < count; i++)
		put_field(drafter->file, fields[i], node);
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
		tally_finish(tally);
		drafter.file = out.file;
		fprintf(out.file,
			"// A draft from %" PRIu64
			" sample%s. Names are made up; optional is what was sometimes absent.\n",
			tally->values, tally->values == 1 ? "" : "s");
		if (!rank(tally, tally->root) || !put_structs(&drafter, tally->root) ||
			tally->failed) {
			out_error("out of memory");
			worst = EXIT_USAGE;
		}
		if (!out_close(&out, true))
			worst = EXIT_USAGE;
	}
	talloc_free(tally);
	return worst;
}
