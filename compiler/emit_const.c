/* SPDX-License-Identifier: MIT */
/* Constants and defaults. */
#include "emitter.h"

bool has_initial(const struct idl_def *def)
{
	(void)def;
	return false;
}

void emit_initial(struct emitter *e, const struct idl_def *def)
{
	(void)e;
	(void)def;
}

void emit_const_decls(struct emitter *e)
{
	(void)e;
}

void emit_consts(struct emitter *e)
{
	(void)e;
}
