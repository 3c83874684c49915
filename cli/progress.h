/* SPDX-License-Identifier: MIT */
/* A line on a terminal's stderr that says how far a long run is. Nothing is shown for the first
 * second. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct progress {
	size_t total;
	time_t begin;
	time_t shown;     /* when it was last drawn */
	bool is_terminal;
};

/* Shown only where it does not run into what is printed: on stderr, unless stdout is a terminal too
 * and is written to meanwhile. */
void progress_begin(struct progress *progress, size_t total, bool prints);

/* Cheap enough to be called once in some 64 KiB. */
void progress_at(struct progress *progress, size_t done);

/* Takes the line away. */
void progress_end(struct progress *progress);

#endif
