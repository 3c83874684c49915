/* SPDX-License-Identifier: MIT */
/* For structs with (ingot.batch): many messages that carry one, decoded to one block. See ingot/batch.h. */
#include <stdio.h>

#include "emitter.h"

static bool has_batch(const struct idl_def *def)
{
	return is_struct_def(def) && idl_annotation_value(def->annotations, "ingot.batch") != NULL;
}

static bool file_has_batch(const struct idl_file *file)
{
	const struct idl_def *def;

	for (def = file->defs; def != NULL; def = def->next) {
		if (has_batch(def))
			return true;
	}
	return false;
}

static void emit_decl(struct emitter *e, const struct idl_def *def)
{
	const char *name = name_of(e, def);

	emit(e, "%s", "");
	emit(e, "struct %s_batch {", name);
	emit(e, "struct {");
	emit(e, "struct ingot_message *items;");
	emit(e, "uint32_t count;");
	emit(e, "} messages;");
	emit(e, "struct {");
	emit(e, "struct %s *items;", name);
	emit(e, "uint32_t count;");
	emit(e, "} values;");
	emit(e, "};");
	emit(e, "%s", "");
	emit(e, "struct %s_batch *%s_batch_from_wire(TALLOC_CTX *mem_ctx, struct ingot_reader *reader,", name, name);
	emit(e, "\tenum ingot_framing framing);");
}

void emit_batch_decls(struct emitter *e)
{
	const struct idl_def *def;

	if (!file_has_batch(e->file))
		return;
	emit(e, "%s", "");
	emit(e, "/* All messages that are left in the reader, each with one struct X: see ingot_batch_decode in ingot/batch.h. */");
	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		if (has_batch(def))
			emit_decl(e, def);
	}
}

void emit_batches(struct emitter *e)
{
	const struct idl_def *def;

	for (def = e->file->defs; def != NULL; def = emit_done(e, def)) {
		const char *name;

		if (!has_batch(def))
			continue;
		name = name_of(e, def);
		emit(e, "%s", "");
		emit(e, "struct %s_batch *%s_batch_from_wire(TALLOC_CTX *mem_ctx, struct ingot_reader *reader,", name, name);
		emit(e, "\tenum ingot_framing framing)");
		emit(e, "{");
		emit(e, "return (struct %s_batch *)ingot_batch_decode(mem_ctx, reader, &%s_type, framing);", name, name);
		emit(e, "}");
	}
}
