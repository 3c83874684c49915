/* SPDX-License-Identifier: MIT */
/* The statistics as an SVG: one band for each level of nesting, each path as wide as its bytes. */
#ifndef CLI_STATS_DRAW_H
#define CLI_STATS_DRAW_H

#include "out.h"
#include "tally.h"

void stats_draw(struct out *out, const struct tally *tally);

/* "row_groups[*].columns[*]" */
void stats_path(const struct tally_node *node, char *text, size_t room);

#endif
