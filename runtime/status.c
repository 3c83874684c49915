/* SPDX-License-Identifier: MIT */
/* Names of the outcomes. */
#include <ingot/status.h>

#include <stddef.h>

static const char *const names[] = {
	[INGOT_OK] = "ok",
	[INGOT_TRUNCATED] = "truncated",
	[INGOT_BAD_TYPE] = "bad type",
	[INGOT_BAD_SIZE] = "bad size",
	[INGOT_BAD_VARINT] = "bad varint",
	[INGOT_BAD_BOOL] = "bad bool",
	[INGOT_BAD_FIELD_ID] = "bad field id",
	[INGOT_BAD_UNION] = "union with more than one member",
	[INGOT_BAD_UTF8] = "not UTF-8",
	[INGOT_MISMATCH] = "type mismatch",
	[INGOT_MISSING] = "required field missing",
	[INGOT_DEPTH] = "nested too deep",
	[INGOT_BUDGET] = "over the memory budget",
	[INGOT_TOO_LARGE] = "too large",
	[INGOT_BAD_MESSAGE] = "bad message",
	[INGOT_UNSUPPORTED] = "unsupported",
	[INGOT_TRAILING] = "trailing bytes",
	[INGOT_NO_ROOM] = "no room",
	[INGOT_BAD_VALUE] = "invalid value",
	[INGOT_NOMEM] = "out of memory",
};

const char *ingot_status_name(enum ingot_status status)
{
	if ((size_t)status >= sizeof(names) / sizeof(names[0]))
		return "unknown status";
	return names[status];
}
