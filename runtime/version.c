/* SPDX-License-Identifier: MIT */
/* The version of the library that is running, which may be another than that of the header. */
#include <ingot/version.h>

const char *ingot_version(void)
{
	return INGOT_VERSION;
}
