/* SPDX-License-Identifier: MIT */
#include "link.h"
#include <string.h>
#include "arena.h"
#include "link_types.h"

/* What a name may mean in more than one file; more than one match is ambiguous. */
struct match {
	struct idl_def *def;
	struct idl_enum_value *value;
	const struct idl_include *include;
	struct idl_def *other_def; /* of a second match */
	const struct idl_include *other_include;
};

static struct lookup *scope_of(const struct idl_file *file)
{
	return file->mark;
}

static void number_defs(struct idl_unit *unit)
{
	for (struct idl_file *file = unit->files; file != NULL; file = file->next) {
		for (struct idl_def *def = file->defs; def != NULL; def = def->next) {
			unit->defs =
				arena_grow(unit, unit->defs, unit->def_count, sizeof(*unit->defs));
			def->number = unit->def_count;
			unit->defs[unit->def_count++] = def;
		}
	}
}

static void make_scope(struct link *link, struct idl_file *file)
{
	struct lookup *scope = lookup_new(link->scratch);

	file->mark = scope;
	for (struct idl_def *def = file->defs; def != NULL; def = def->next) {
		def->mark = NULL;
		lookup_add(scope, def->name, def);
	}
	lookup_sort(scope);
	for (const struct idl_def *def = file->defs; def != NULL; def = def->next) {
		const struct idl_def *first = lookup_find(scope, def->name, strlen(def->name));

		if (def == first)
			continue;
		diag_error(link->diag, def->span, "\"%s\" is defined twice", def->name);
		diag_note(link->diag, first->span, "the first definition is here");
	}
}

static struct lookup *values_of(struct link *link, struct idl_def *def)
{
	struct lookup *values = def->mark;

	if (values != NULL)
		return values;
	values = lookup_new(link->scratch);
	for (struct idl_enum_value *value = def->values; value != NULL; value = value->next)
		lookup_add(values, value->name, value);
	lookup_sort(values);
	def->mark = values;
	return values;
}

static void add_match(struct match *match, struct idl_def *def, struct idl_enum_value *value,
	const struct idl_include *include)
{
	if (match->def == NULL) {
		*match = (struct match){.def = def, .value = value, .include = include};
	} else if (match->def != def) {
		match->other_def = def;
		match->other_include = include;
	}
}

/* The part of a name behind an include's prefix and a dot, or NULL when it does not begin with
 * them. */
static bool has_prefix(const char *name, const struct idl_include *include)
{
	size_t size = strlen(include->prefix);

	return strncmp(name, include->prefix, size) == 0 && name[size] == '.';
}

static const char *behind_prefix(const char *name, const struct idl_include *include)
{
	return has_prefix(name, include) && include->file != NULL
		       ? name + strlen(include->prefix) + 1
		       : NULL;
}

static struct match find_def(const struct idl_file *file, const char *name)
{
	struct match match = {0};
	struct idl_def *def = lookup_find(scope_of(file), name, strlen(name));

	if (def != NULL)
		add_match(&match, def, NULL, NULL);
	for (const struct idl_include *include = file->includes; include != NULL;
		include = include->next) {
		const char *rest = behind_prefix(name, include);

		def = rest == NULL ? NULL
				   : lookup_find(scope_of(include->file), rest, strlen(rest));
		if (def != NULL)
			add_match(&match, def, NULL, include);
	}
	return match;
}

/* "K" or "E.A" in one file. */
static void match_value(struct link *link, struct match *match, const struct idl_file *file,
	const char *name, const struct idl_include *include)
{
	const char *dot = strchr(name, '.');
	struct idl_def *def = lookup_find(
		scope_of(file), name, dot == NULL ? strlen(name) : (size_t)(dot - name));
	const struct idl_type *type;
	struct idl_enum_value *value;

	if (def == NULL)
		return;
	if (dot == NULL) {
		if (def->kind == IDL_CONST)
			add_match(match, def, NULL, include);
		return;
	}
	if (def->kind == IDL_TYPEDEF) {
		type = def->resolved;
		def = type != NULL && type->kind == IDL_NAMED ? type->target : NULL;
	}
	if (def == NULL || def->kind != IDL_ENUM)
		return;
	value = lookup_find(values_of(link, def), dot + 1, strlen(dot + 1));
	if (value != NULL)
		add_match(match, def, value, include);
}

static void report_ambiguous(
	struct link *link, struct idl_span span, const char *name, const struct match *match)
{
	diag_error(link->diag, span, "\"%s\" is ambiguous", name);
	diag_note(link->diag, match->def->span, "it may be this one");
	diag_note(link->diag, match->other_def->span, "or this one");
}

/* Whether a name may be missing only because of an error that was reported: in its file, or of an
 * include. */
static bool may_be_lost(const struct idl_file *file, const char *name)
{
	if (file->has_lost_names)
		return true;
	for (const struct idl_include *include = file->includes; include != NULL;
		include = include->next) {
		if (has_prefix(name, include) &&
			(include->file == NULL || include->file->has_lost_names))
			return true;
	}
	return false;
}

enum wanted { WANT_TYPE, WANT_VALUE, WANT_SERVICE };

static bool is_wanted(enum idl_kind kind, enum wanted wanted)
{
	if (kind == IDL_CONST)
		return wanted == WANT_VALUE;
	return kind == IDL_SERVICE ? wanted == WANT_SERVICE : wanted == WANT_TYPE;
}

/* The definition's name that is most like the given one. */
static const char *similar_name(const struct idl_file *file, const char *name, enum wanted wanted)
{
	const char *best = NULL;

	for (const struct idl_def *def = file->defs; def != NULL; def = def->next) {
		if (is_wanted(def->kind, wanted))
			best = lookup_closer(name, def->name, best);
	}
	return best;
}

/* For "a.T": what is wrong when a is no include. */
static bool note_prefix(struct link *link, const struct idl_file *file, struct idl_span span,
	const char *name, enum wanted wanted)
{
	const char *dot = strrchr(name, '.');
	const char *best = NULL;
	char prefix[64];

	if (dot == NULL || (size_t)(dot - name) >= sizeof(prefix))
		return false;
	memcpy(prefix, name, (size_t)(dot - name));
	prefix[dot - name] = '\0';
	for (const struct idl_include *include = file->includes; include != NULL;
		include = include->next) {
		if (strcmp(include->prefix, prefix) == 0) {
			const char *similar = include->file == NULL ? NULL
								    : similar_name(include->file,
									      dot + 1, wanted);

			if (similar != NULL)
				diag_note(link->diag, span, "did you mean \"%s.%s\"?", prefix,
					similar);
			return true;
		}
		best = lookup_closer(prefix, include->prefix, best);
	}
	if (best != NULL)
		diag_note(link->diag, span, "did you mean the include \"%s\"?", best);
	else if (wanted != WANT_VALUE)
		diag_note(link->diag, span,
			"this file includes no \"%s.thrift\"; only its own includes count, not theirs",
			prefix);
	return true;
}

static void report_unknown_type(
	struct link *link, const struct idl_file *file, const struct idl_type *type)
{
	const char *similar;

	if (may_be_lost(file, type->name))
		return;
	diag_error(link->diag, type->span, "there is no type \"%s\"", type->name);
	similar = link_foreign_type(type->name);
	if (similar != NULL) {
		diag_note(link->diag, type->span, "write \"%s\"", similar);
		return;
	}
	if (note_prefix(link, file, type->span, type->name, WANT_TYPE))
		return;
	similar = link_similar_base(type->name, similar_name(file, type->name, WANT_TYPE));
	if (similar != NULL)
		diag_note(link->diag, type->span, "did you mean \"%s\"?", similar);
}

static const char *kind_text(enum idl_kind kind)
{
	return kind == IDL_CONST ? "a constant" : "a service";
}

static void link_named(struct link *link, const struct idl_file *file, struct idl_type *type)
{
	struct match match = find_def(file, type->name);

	if (match.def == NULL) {
		report_unknown_type(link, file, type);
	} else if (match.other_def != NULL) {
		report_ambiguous(link, type->span, type->name, &match);
	} else if (match.def->kind == IDL_CONST || match.def->kind == IDL_SERVICE) {
		diag_error(link->diag, type->span, "\"%s\" is %s, not a type", type->name,
			kind_text(match.def->kind));
		diag_note(link->diag, match.def->span, "it is defined here");
	} else {
		type->target = match.def;
	}
}

static void link_type(struct link *link, const struct idl_file *file, struct idl_type *type)
{
	if (type->kind == IDL_NAMED)
		link_named(link, file, type);
	if (type->key != NULL)
		link_type(link, file, type->key);
	if (type->element != NULL)
		link_type(link, file, type->element);
}

/* For a bare "A": an enum that has such a value. */
static const struct idl_def *enum_with(
	struct link *link, const struct idl_file *file, const char *name)
{
	for (struct idl_def *def = file->defs; def != NULL; def = def->next) {
		if (def->kind == IDL_ENUM &&
			lookup_find(values_of(link, def), name, strlen(name)) != NULL)
			return def;
	}
	return NULL;
}

static void report_unknown_value(
	struct link *link, const struct idl_file *file, const struct idl_value *value)
{
	const char *name = value->bytes, *dot = strchr(name, '.');
	struct idl_def *def = lookup_find(
		scope_of(file), name, dot == NULL ? strlen(name) : (size_t)(dot - name));
	const struct idl_def *parent = dot == NULL ? enum_with(link, file, name) : NULL;
	const char *similar;

	if (may_be_lost(file, name))
		return;
	if (dot != NULL && def != NULL && def->kind == IDL_ENUM) {
		if (def->is_broken)
			return;
		diag_error(
			link->diag, value->span, "enum %s has no value \"%s\"", def->name, dot + 1);
		similar = lookup_similar(values_of(link, def), dot + 1);
		if (similar != NULL)
			diag_note(link->diag, value->span, "did you mean \"%s.%s\"?", def->name,
				similar);
		return;
	}
	diag_error(link->diag, value->span, "there is no constant or enum value \"%s\"", name);
	if (parent != NULL) {
		diag_note(link->diag, value->span,
			"a value of an enum is written with the enum's name: \"%s.%s\"",
			parent->name, name);
		return;
	}
	if (note_prefix(link, file, value->span, name, WANT_VALUE))
		return;
	similar = similar_name(file, name, WANT_VALUE);
	if (similar != NULL)
		diag_note(link->diag, value->span, "did you mean \"%s\"?", similar);
}

static void link_name(struct link *link, const struct idl_file *file, struct idl_value *value)
{
	struct match match = {0};

	match_value(link, &match, file, value->bytes, NULL);
	for (const struct idl_include *include = file->includes; include != NULL;
		include = include->next) {
		const char *rest = behind_prefix(value->bytes, include);

		if (rest != NULL)
			match_value(link, &match, include->file, rest, include);
	}
	if (match.def == NULL) {
		report_unknown_value(link, file, value);
	} else if (match.other_def != NULL) {
		report_ambiguous(link, value->span, value->bytes, &match);
	} else {
		value->enum_value = match.value;
		value->constant = match.def;
	}
}

static void link_value(struct link *link, const struct idl_file *file, struct idl_value *value)
{
	if (value->kind == IDL_VALUE_NAME)
		link_name(link, file, value);
	for (struct idl_value *item = value->items; item != NULL && !diag_is_full(link->diag);
		item = item->next) {
		link_value(link, file, item);
		if (item->mapped != NULL)
			link_value(link, file, item->mapped);
	}
}

static void link_fields(struct link *link, const struct idl_file *file, struct idl_field *field)
{
	for (; field != NULL; field = field->next)
		link_type(link, file, field->type);
}

static void link_defaults(struct link *link, const struct idl_file *file, struct idl_field *field)
{
	for (; field != NULL && !diag_is_full(link->diag); field = field->next) {
		if (field->initial != NULL)
			link_value(link, file, field->initial);
	}
}

static void link_parent(struct link *link, const struct idl_file *file, struct idl_def *def)
{
	struct match match = find_def(file, def->extends);
	const char *similar;

	if (match.def == NULL) {
		if (may_be_lost(file, def->extends))
			return;
		diag_error(
			link->diag, def->extends_span, "there is no service \"%s\"", def->extends);
		if (note_prefix(link, file, def->extends_span, def->extends, WANT_SERVICE))
			return;
		similar = similar_name(file, def->extends, WANT_SERVICE);
		if (similar != NULL)
			diag_note(link->diag, def->extends_span, "did you mean \"%s\"?", similar);
	} else if (match.other_def != NULL) {
		report_ambiguous(link, def->extends_span, def->extends, &match);
	} else if (match.def->kind != IDL_SERVICE) {
		diag_error(link->diag, def->extends_span, "\"%s\" is not a service", def->extends);
		diag_note(link->diag, match.def->span, "it is defined here");
	} else {
		def->parent = match.def;
	}
}

static void link_def_types(struct link *link, struct idl_def *def)
{
	if (def->type != NULL)
		link_type(link, def->file, def->type);
	link_fields(link, def->file, def->fields);
	if (def->extends != NULL)
		link_parent(link, def->file, def);
	for (struct idl_function *function = def->functions; function != NULL;
		function = function->next) {
		link_type(link, def->file, function->result);
		link_fields(link, def->file, function->arguments);
		link_fields(link, def->file, function->throws);
	}
}

static void link_def_values(struct link *link, struct idl_def *def)
{
	if (def->value != NULL)
		link_value(link, def->file, def->value);
	link_defaults(link, def->file, def->fields);
	for (struct idl_function *function = def->functions; function != NULL;
		function = function->next) {
		link_defaults(link, def->file, function->arguments);
		link_defaults(link, def->file, function->throws);
	}
}

void link_unit(struct idl_unit *unit, struct diag *diag)
{
	struct link link = {.diag = diag, .scratch = arena_need(talloc_new(unit))};

	number_defs(unit);
	for (struct idl_file *file = unit->files; file != NULL; file = file->next)
		make_scope(&link, file);
	for (uint32_t i = 0; i < unit->def_count && !diag_is_full(diag); i++)
		link_def_types(&link, unit->defs[i]);
	link_typedefs(&link, unit);
	for (uint32_t i = 0; i < unit->def_count && !diag_is_full(diag); i++)
		link_def_values(&link, unit->defs[i]);
	for (uint32_t i = 0; i < unit->def_count; i++)
		unit->defs[i]->mark = NULL;
	for (struct idl_file *file = unit->files; file != NULL; file = file->next)
		file->mark = NULL;
	talloc_free(link.scratch);
}
