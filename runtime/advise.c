/* SPDX-License-Identifier: MIT */
/*
 * Most of the first decode of a large message is page faults: 4 KiB each, two microseconds. So the kernel is told what a large
 * piece of memory is for: huge pages where they fit, and the start of the rest in one call. This is advice about memory that malloc
 * has; where it is not taken, nothing else changes.
 */
#define _DEFAULT_SOURCE

#include "internal.h"

#ifdef __linux__
#include <stdint.h>
#include <unistd.h>
#include <sys/mman.h>

#define HUGE_PAGE ((uintptr_t)2 << 20)
/* No more than this is touched before it is known to be needed. */
#define MOST_POPULATED ((uintptr_t)4 << 20)

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

void ingot_advise_use(char *piece, size_t size)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t begin = (uintptr_t)piece & ~(page - 1), end = ((uintptr_t)piece + size) & ~(page - 1);
	uintptr_t first_huge = (begin + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1), last_huge = end & ~(HUGE_PAGE - 1);
	uintptr_t likely = (end - begin) / 4 * 3 & ~(page - 1);
	unsigned char is_resident = 1; /* and stays so when the kernel cannot tell */

	/* Memory that was used before has its pages. */
	mincore((void *)(begin + (likely / 2 & ~(page - 1))), page, &is_resident);
	if (is_resident & 1)
		return;
	if (first_huge < last_huge)
		madvise((void *)first_huge, last_huge - first_huge, MADV_HUGEPAGE);
	madvise((void *)begin, likely < MOST_POPULATED ? likely : MOST_POPULATED, MADV_POPULATE_WRITE);
}
#else
void ingot_advise_use(char *piece, size_t size)
{
	(void)piece;
	(void)size;
}
#endif
