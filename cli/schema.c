/* SPDX-License-Identifier: MIT */
/*
 * From the compiler's tree to tables of types. Named types get their tables first and are filled
 * afterwards, so that they may refer to each other; a definition finds its table through its mark.
 */
#include "schema.h"

#include <string.h>
#include "ast.h"
#include "diag.h"
#include "front.h"
#include "out.h"

struct maker {
	struct schema *schema;
	bool failed; /* out of memory */
};

static const struct ingot_field exception_fields[] = {
	{ .name = "message", .type = &ingot_string_type, .id = 1 },
	{ .name = "type", .type = &ingot_i32_type, .id = 2 },
};

static const struct ingot_type exception_type = {
	.kind = INGOT_KIND_STRUCT,
	.name = "TApplicationException",
	.fields = exception_fields,
	.field_count = 2,
};

static struct ingot_type *new_type(struct maker *maker, enum ingot_kind kind, const char *name)
{
	struct ingot_type *type = talloc_zero(maker->schema, struct ingot_type);

	if (type == NULL) {
		maker->failed = true;
		return NULL;
	}
	type->kind = (uint8_t)kind;
	type->name = name;
	return type;
}

static const struct ingot_type *type_of(struct maker *maker, const struct idl_type *written);

static const struct ingot_type *container(
	struct maker *maker, enum ingot_kind kind, const struct idl_type *written)
{
	struct ingot_type *type = new_type(maker, kind, NULL);

	if (type == NULL)
		return &ingot_bool_type;
	type->element = type_of(maker, written->element);
	if (kind == INGOT_KIND_MAP)
		type->key = type_of(maker, written->key);
	return type;
}

/* Never NULL: without memory it is some type, and the maker has failed. */
static const struct ingot_type *type_of(struct maker *maker, const struct idl_type *written)
{
	const struct idl_type *type = idl_type_resolve(written);

	switch (type->kind) {
	case IDL_BOOL:
		return &ingot_bool_type;
	case IDL_I8:
		return &ingot_i8_type;
	case IDL_I16:
		return &ingot_i16_type;
	case IDL_I32:
		return &ingot_i32_type;
	case IDL_I64:
		return &ingot_i64_type;
	case IDL_DOUBLE:
		return &ingot_double_type;
	case IDL_STRING:
		return &ingot_string_type;
	case IDL_BINARY:
		return &ingot_binary_type;
	case IDL_UUID:
		return &ingot_uuid_type;
	case IDL_LIST:
		return container(maker, INGOT_KIND_LIST, type);
	case IDL_SET:
		return container(maker, INGOT_KIND_SET, type);
	case IDL_MAP:
		return container(maker, INGOT_KIND_MAP, type);
	case IDL_NAMED:
		if (type->target->mark != NULL)
			return type->target->mark;
		break;
	case IDL_VOID:
		break;
	}
	maker->failed = true;
	return &ingot_bool_type;
}

static enum ingot_requiredness requiredness(const struct idl_field *field)
{
	return field->requiredness == IDL_REQUIRED ? INGOT_REQUIRED :
		field->requiredness == IDL_OPTIONAL ? INGOT_OPTIONAL : INGOT_DEFAULT;
}

/* `more` fields are left free at the front. */
static struct ingot_field *fill_fields(
	struct maker *maker, struct ingot_type *type, const struct idl_field *list, uint32_t more)
{
	const struct idl_field *field;
	struct ingot_field *fields;
	uint32_t count = more;

	for (field = list; field != NULL; field = field->next)
		count++;
	fields = talloc_zero_array(maker->schema, struct ingot_field, count);
	if (fields == NULL) {
		maker->failed = true;
		return NULL;
	}
	type->fields = fields;
	type->field_count = count;
	count = more;
	for (field = list; field != NULL; field = field->next)
		fields[count++] = (struct ingot_field){
			.name = field->name,
			.type = type_of(maker, field->type),
			.id = (int16_t)field->id,
			.requiredness = (uint8_t)requiredness(field),
		};
	return fields;
}

static void fill_enum(struct maker *maker, struct ingot_type *type, const struct idl_def *def)
{
	const struct idl_enum_value *value;
	struct ingot_enum_value *values;
	uint32_t count = 0;

	for (value = def->values; value != NULL; value = value->next)
		count++;
	values = talloc_zero_array(maker->schema, struct ingot_enum_value, count);
	if (values == NULL) {
		maker->failed = true;
		return;
	}
	type->values = values;
	for (value = def->values; value != NULL; value = value->next)
		values[type->value_count++] =
			(struct ingot_enum_value){ value->name, (int32_t)value->number };
}

static void add_type(struct maker *maker, const struct ingot_type *type)
{
	struct schema *schema = maker->schema;

	schema->types =
		talloc_realloc(schema, schema->types, const struct ingot_type *, schema->count + 1);
	if (schema->types == NULL)
		maker->failed = true;
	else
		schema->types[schema->count++] = type;
}

/* The tables of a file's named types, still empty. */
static void declare(struct maker *maker, const struct idl_file *file)
{
	struct idl_def *def;

	for (def = file->defs; def != NULL && !maker->failed; def = def->next) {
		enum ingot_kind kind = def->kind == IDL_ENUM ? INGOT_KIND_ENUM :
			def->kind == IDL_UNION ? INGOT_KIND_UNION : INGOT_KIND_STRUCT;
		struct ingot_type *type;

		def->mark = NULL;
		if (def->kind == IDL_TYPEDEF || def->kind == IDL_CONST || def->kind == IDL_SERVICE)
			continue;
		type = new_type(maker, kind,
			talloc_asprintf(maker->schema, "%s.%s", file->base_name, def->name));
		if (type == NULL || type->name == NULL) {
			maker->failed = true;
			return;
		}
		if (def->kind == IDL_EXCEPTION)
			type->flags = INGOT_TYPE_EXCEPTION;
		def->mark = type;
		if (kind != INGOT_KIND_ENUM)
			add_type(maker, type);
	}
}

static struct ingot_type *function_type(
	struct maker *maker, const struct idl_function *function, const char *suffix)
{
	return new_type(maker, INGOT_KIND_STRUCT,
		talloc_asprintf(maker->schema, "%s_%s", function->name, suffix));
}

static void add_function(
	struct maker *maker, const struct idl_def *service, const struct idl_function *function)
{
	struct schema *schema = maker->schema;
	struct ingot_type *arguments = function_type(maker, function, "args");
	struct ingot_type *result = function_type(maker, function, "result");
	bool has_result = function->result->kind != IDL_VOID;
	struct ingot_field *fields;

	schema->functions = talloc_realloc(
		schema, schema->functions, struct schema_function, schema->function_count + 1);
	if (arguments == NULL || result == NULL || schema->functions == NULL) {
		maker->failed = true;
		return;
	}
	fill_fields(maker, arguments, function->arguments, 0);
	fields = fill_fields(maker, result, function->throws, has_result ? 1 : 0);
	if (fields == NULL)
		return;
	if (has_result)
		fields[0] = (struct ingot_field){
			.name = "success",
			.type = type_of(maker, function->result),
			.requiredness = INGOT_OPTIONAL,
		};
	schema->functions[schema->function_count++] = (struct schema_function){
		service->name, function->name, arguments, result,
	};
}

static void fill(struct maker *maker, const struct idl_file *file)
{
	struct idl_def *def;
	const struct idl_function *function;

	for (def = file->defs; def != NULL && !maker->failed; def = def->next) {
		if (def->kind == IDL_SERVICE)
			for (function = def->functions; function != NULL && !maker->failed;
				function = function->next)
				add_function(maker, def, function);
		else if (def->kind == IDL_ENUM)
			fill_enum(maker, def->mark, def);
		else if (def->kind != IDL_TYPEDEF && def->kind != IDL_CONST)
			fill_fields(maker, def->mark, def->fields, 0);
	}
}

struct schema *schema_load(TALLOC_CTX *mem_ctx, const struct options *options)
{
	struct schema *schema = talloc_zero(mem_ctx, struct schema);
	struct maker maker = { .schema = schema };
	struct front_options front = { .include_dirs = options->includes,
		.include_dir_count = options->include_count };
	struct diag diag = { .out = stderr };
	const struct idl_file *file;
	struct idl_unit *unit;

	if (schema == NULL)
		return NULL;
	unit = front_load(schema, options->idl, &front, &diag);
	if (unit == NULL) {
		talloc_free(schema);
		return NULL;
	}
	for (file = unit->files; file != NULL; file = file->next) {
		declare(&maker, file);
		if (file == unit->main)
			schema->main_count = schema->count;
	}
	for (file = unit->files; file != NULL; file = file->next)
		fill(&maker, file);
	if (maker.failed) {
		out_error("%s: out of memory", options->idl);
		talloc_free(schema);
		return NULL;
	}
	return schema;
}

static bool has_name(const struct ingot_type *type, const char *name)
{
	const char *dot = strchr(type->name, '.');

	return strcmp(type->name, name) == 0 || (dot != NULL && strcmp(dot + 1, name) == 0);
}

static void say_types(const struct schema *schema, const struct options *options)
{
	char line[1024] = "";
	size_t i;

	for (i = 0; i < schema->main_count &&
		strlen(line) + strlen(schema->types[i]->name) + 8 < sizeof(line);
		i++) {
		strcat(line, i > 0 ? ", " : "");
		strcat(line, strchr(schema->types[i]->name, '.') + 1);
	}
	if (i < schema->main_count)
		strcat(line, ", ...");
	if (options->type != NULL)
		out_error("%s: no struct '%s'; there are: %s", options->idl, options->type, line);
	else
		out_error("%s: which struct is it (--type)? There are: %s", options->idl, line);
}

const struct ingot_type *schema_type(const struct schema *schema, const struct options *options)
{
	size_t i;

	for (i = 0; options->type != NULL && i < schema->count; i++)
		if (has_name(schema->types[i], options->type))
			return schema->types[i];
	if (options->type == NULL && schema->main_count == 1)
		return schema->types[0];
	say_types(schema, options);
	return NULL;
}

const struct ingot_type *schema_message(
	const struct schema *schema, const struct envelope *envelope, const uint8_t *bytes)
{
	const char *name = (const char *)bytes + envelope->name;
	const char *colon = memchr(name, ':', envelope->name_size);
	size_t service_size = colon != NULL ? (size_t)(colon - name) : 0;
	size_t skip = colon != NULL ? service_size + 1 : 0;
	size_t size = envelope->name_size - skip, i;

	if (envelope->message_type == 3)
		return &exception_type;
	for (i = 0; i < schema->function_count; i++) {
		const struct schema_function *function = &schema->functions[i];

		if (strlen(function->name) != size ||
			memcmp(function->name, name + skip, size) != 0)
			continue;
		if (colon != NULL && (strlen(function->service) != service_size ||
		    memcmp(function->service, name, service_size) != 0))
			continue;
		return envelope->message_type == 2 ? function->result : function->arguments;
	}
	return NULL;
}
