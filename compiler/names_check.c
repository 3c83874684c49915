/* SPDX-License-Identifier: MIT */
/*
 * Names of C that two things of the unit would have. Every global name is counted, derived ones
 * too; what is kept of each is a hash and whose it is, and only names with equal hashes are spelled
 * out again and compared.
 */
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "arena.h"
#include "lookup.h"
#include "names.h"
#include "names_walk.h"

/* Namespaces that belong to the runtime, the allocator and the C library. */
static const char *const foreign_namespaces[] = {
	"ingot", "INGOT", "talloc", "TALLOC", "pthread", "PTHREAD"};

struct entry {
	uint64_t hash;
	uint32_t def;	/* its number */
	uint32_t place; /* among the names of the definition */
};

/* A name that is looked at, and whose it is. */
struct use {
	const char *name;
	struct idl_span span;
};

/* Two uses of one name; sorted so that reports are in the order of the file, and made once for each
 * pair. */
struct clash {
	uint32_t def; /* of use */
	struct use use;
	struct use first;
};

struct check {
	struct diag *diag;
	const struct idl_unit *unit;
	TALLOC_CTX *kept;
	TALLOC_CTX *scratch; /* emptied after each definition */
	bool *is_alone; /* by number: no name of another definition begins like this one's, or the
			   reverse */
	struct entry *entries;
	size_t count;
	size_t room;
	struct clash *clashes;
	size_t clash_count;
	uint32_t def;
	uint32_t place;
	uint32_t wanted;  /* find_name: the use at that place is … */
	struct use found; /* … this one */
};

static void count_name(void *private_data, const char *name, bool is_tag, struct idl_span span)
{
	struct check *check = private_data;

	(void)name;
	(void)is_tag;
	(void)span;
	check->room++;
}

/* In C, tags and other names do not clash: they are hashed apart. */
static void add_name(void *private_data, const char *name, bool is_tag, struct idl_span span)
{
	struct check *check = private_data;
	struct entry *entry = &check->entries[check->count++];

	(void)span;
	*entry = (struct entry){
		XXH3_64bits_withSeed(name, strlen(name), is_tag), check->def, check->place++};
}

static void find_name(void *private_data, const char *name, bool is_tag, struct idl_span span)
{
	struct check *check = private_data;

	(void)is_tag;
	if (check->place++ == check->wanted)
		check->found = (struct use){arena_need(talloc_strdup(check->kept, name)), span};
}

static void visit(struct check *check, uint32_t number, names_see_fn *see_one)
{
	struct names_walk walk = {see_one, check, check->scratch, check->is_alone[number]};

	check->def = number;
	check->place = 0;
	names_walk(&walk, check->unit->defs[number]);
}

static bool has_given_values(const struct idl_def *def)
{
	for (const struct idl_enum_value *value = def->values; value != NULL; value = value->next) {
		if (idl_annotation_value(value->annotations, "c.name") != NULL)
			return true;
	}
	return false;
}

/* Whether some name is another one, a `_` and more, with this one as either. */
static bool is_alone(const struct lookup *stems, const char *stem)
{
	for (const char *c = strchr(stem, '_'); c != NULL; c = strchr(c + 1, '_')) {
		if (lookup_entry(stems, stem, (size_t)(c - stem)) != NULL)
			return false;
	}
	return !lookup_has_longer(stems, stem, '_');
}

/*
 * What is derived from a name alone can only be what a longer, or shorter, name has become; that is
 * rare, and so those names need not be kept. Values of enums may be called anything by hand,
 * however: then all are.
 */
static void find_alone(struct check *check)
{
	struct lookup *stems = lookup_new(check->kept);
	struct arena *arena = arena_new(stems);
	bool is_given = false;

	check->is_alone = arena_need(talloc_zero_size(check->kept, check->unit->def_count + 1));
	for (uint32_t i = 0; i < check->unit->def_count; i++) {
		const char *stem = names_def(check->scratch, check->unit->defs[i]);

		is_given = is_given || has_given_values(check->unit->defs[i]);
		lookup_add(stems, arena_copy(arena, stem, strlen(stem)), check->unit->defs[i]);
		talloc_free_children(check->scratch);
	}
	lookup_sort(stems);
	for (uint32_t i = 0; i < stems->count && !is_given; i++) {
		const struct idl_def *def = stems->entries[i].item;

		check->is_alone[def->number] = is_alone(stems, stems->entries[i].name);
	}
	talloc_free(stems);
}

static struct use find_use(struct check *check, const struct entry *entry)
{
	check->wanted = entry->place;
	visit(check, entry->def, find_name);
	return check->found;
}

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (x->def != y->def)
		return x->def < y->def ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static bool is_same_span(struct idl_span a, struct idl_span b)
{
	return a.source == b.source && a.begin == b.begin;
}

static void add_clash(
	struct check *check, uint32_t def, const struct use *use, const struct use *first)
{
	if (is_same_span(use->span, first->span))
		return; /* a thing's own names are ours to keep apart */
	check->clashes = arena_grow(
		check->kept, check->clashes, check->clash_count, sizeof(*check->clashes));
	check->clashes[check->clash_count++] = (struct clash){def, *use, *first};
}

static int compare_clashes(const void *a, const void *b)
{
	const struct clash *x = a, *y = b;

	if (x->def != y->def)
		return x->def < y->def ? -1 : 1;
	if (x->use.span.begin != y->use.span.begin)
		return x->use.span.begin < y->use.span.begin ? -1 : 1;
	if (x->first.span.begin != y->first.span.begin)
		return x->first.span.begin < y->first.span.begin ? -1 : 1;
	return strcmp(x->use.name, y->use.name);
}

static void report_clashes(struct check *check)
{
	if (check->clash_count > 1)
		qsort(check->clashes, check->clash_count, sizeof(*check->clashes), compare_clashes);
	for (size_t i = 0; i < check->clash_count; i++) {
		const struct clash *clash = &check->clashes[i];

		if (i > 0 && is_same_span(clash->use.span, clash[-1].use.span) &&
			is_same_span(clash->first.span, clash[-1].first.span))
			continue;
		diag_error(check->diag, clash->use.span,
			"in C, this would have a name that is taken: \"%s\"", clash->use.name);
		diag_note(check->diag, clash->first.span,
			"it is taken by this one; (c.name = \"...\") gives either another name");
	}
}

/* Entries [begin, end) have one hash: nearly always for one name. */
static void compare_group(struct check *check, size_t begin, size_t end)
{
	struct lookup *names = lookup_new(check->kept);
	struct use *uses = arena_need(talloc_size(names, (end - begin) * sizeof(*uses)));

	for (size_t i = begin; i < end; i++) {
		uses[i - begin] = find_use(check, &check->entries[i]);
		lookup_add(names, uses[i - begin].name, &uses[i - begin]);
	}
	lookup_sort(names);
	for (uint32_t i = 1, first = 0; i < names->count; i++) {
		const struct use *use = names->entries[i].item;

		if (strcmp(names->entries[i].name, names->entries[first].name) == 0)
			add_clash(check, check->entries[begin + (size_t)(use - uses)].def, use,
				names->entries[first].item);
		else
			first = i;
	}
	talloc_free(names);
}

static void compare_all(struct check *check)
{
	if (check->count > 1)
		qsort(check->entries, check->count, sizeof(*check->entries), compare_entries);
	for (size_t begin = 0, end; begin < check->count; begin = end) {
		end = begin + 1;
		while (end < check->count && check->entries[end].hash == check->entries[begin].hash)
			end++;
		if (end - begin > 1)
			compare_group(check, begin, end);
	}
	report_clashes(check);
}

/* Two members of a struct. */
static void check_members(struct check *check, const struct idl_def *def)
{
	struct lookup *names = lookup_new(check->scratch);

	for (struct idl_field *field = def->fields; field != NULL; field = field->next)
		lookup_add(names, names_member(names, field), field);
	lookup_sort(names);
	for (uint32_t i = 1; i < names->count; i++) {
		const struct idl_field *field = names->entries[i].item,
				       *first = names->entries[i - 1].item;

		if (strcmp(names->entries[i].name, names->entries[i - 1].name) != 0)
			continue;
		diag_error(check->diag, field->span,
			"in C, this member would have a name that is taken: \"%s\"",
			names->entries[i].name);
		diag_note(check->diag, first->span,
			"it is taken by this one; (c.name = \"...\") gives either another name");
	}
	talloc_free(names);
}

/* Where to point for a file's namespace. */
static struct idl_span namespace_span(const struct idl_file *file)
{
	for (const struct idl_namespace *space = file->namespaces; space != NULL;
		space = space->next) {
		if (strcmp(space->language, "c") == 0)
			return space->span;
	}
	return file->namespaces != NULL ? file->namespaces->span
					: (struct idl_span){file->source, 0, 0};
}

static void check_namespace(struct check *check, const struct idl_file *file)
{
	const char *name = names_namespace(check->scratch, file);
	size_t size = strcspn(name, "_");

	for (size_t i = 0; i < sizeof(foreign_namespaces) / sizeof(foreign_namespaces[0]); i++) {
		if (strlen(foreign_namespaces[i]) != size ||
			strncmp(name, foreign_namespaces[i], size) != 0)
			continue;
		diag_error(check->diag, namespace_span(file),
			"names in C that begin with \"%s_\" belong to a library",
			foreign_namespaces[i]);
		diag_note(check->diag, namespace_span(file),
			"\"namespace c name\" gives the names of this file another beginning");
	}
}

/* Two files that would be written to one. */
static void check_outputs(struct check *check)
{
	struct lookup *names = lookup_new(check->scratch);

	for (struct idl_file *file = check->unit->files; file != NULL; file = file->next)
		lookup_add(names, names_output(names, file), file);
	lookup_sort(names);
	for (uint32_t i = 1; i < names->count; i++) {
		const struct idl_file *file = names->entries[i].item,
				      *first = names->entries[i - 1].item;

		if (strcmp(names->entries[i].name, names->entries[i - 1].name) != 0)
			continue;
		diag_error(check->diag, (struct idl_span){file->source, 0, 0},
			"this file and \"%s\" would both be written to \"%s.h\"", first->path,
			names->entries[i].name);
	}
	talloc_free(names);
}

void names_check(const struct idl_unit *unit, struct diag *diag)
{
	struct check check = {.diag = diag, .unit = unit};

	check.kept = arena_need(talloc_new(unit));
	check.scratch = arena_need(talloc_new(unit));
	check_outputs(&check);
	for (const struct idl_file *file = unit->files; file != NULL; file = file->next)
		check_namespace(&check, file);
	talloc_free_children(check.scratch);
	find_alone(&check);
	for (uint32_t i = 0; i < unit->def_count; i++) {
		check_members(&check, unit->defs[i]);
		visit(&check, i, count_name);
	}
	check.entries =
		arena_need(talloc_size(check.kept, (check.room + 1) * sizeof(*check.entries)));
	for (uint32_t i = 0; i < unit->def_count; i++)
		visit(&check, i, add_name);
	compare_all(&check);
	talloc_free(check.kept);
	talloc_free(check.scratch);
}
