/* SPDX-License-Identifier: MIT */
/* The progress line. */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>
#include "interrupt.h"

#define BAR 40

void progress_begin(struct progress *progress, size_t total, bool prints)
{
	*progress = (struct progress){
		.total = total, .begin = time(NULL), .is_terminal = isatty(STDERR_FILENO) == 1
	};
	if (prints && isatty(STDOUT_FILENO) == 1)
		progress->is_terminal = false;
}

void progress_at(struct progress *progress, size_t done)
{
	time_t now;
	unsigned filled, i;

	if (!progress->is_terminal || progress->total == 0)
		return;
	now = time(NULL);
	if (now <= progress->begin + 1 || now == progress->shown)
		return;
	progress->shown = now;
	interrupt_progress(true);
	filled = (unsigned)((double)done / (double)progress->total * BAR);
	fputs("\r[", stderr);
	for (i = 0; i < BAR; i++)
		putc(i < filled ? '#' : ' ', stderr);
	fprintf(stderr, "] %3.0f %%", 100.0 * (double)done / (double)progress->total);
	fflush(stderr);
}

void progress_end(struct progress *progress)
{
	if (progress->shown != 0)
		fprintf(stderr, "\r%*s\r", BAR + 10, "");
	progress->shown = 0;
	interrupt_progress(false);
}
