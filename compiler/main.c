/* SPDX-License-Identifier: MIT */
/* ingotc: IDL in, a C header and a C source out. */
#include <stdio.h>

int main(void)
{
	fputs("usage: ingotc [-I DIR]... [-o DIR] FILE.thrift\n", stderr);
	return 2;
}
