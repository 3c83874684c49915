/* SPDX-License-Identifier: MIT */
/* ingot: looks into wire blobs. */
#include <stdio.h>

int main(void)
{
	fputs("usage: ingot inspect FILE\n", stderr);
	return 2;
}
