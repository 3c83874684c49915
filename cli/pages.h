/* SPDX-License-Identifier: MIT */
/* --pages: what a Parquet file holds besides its footer: page headers, indexes, bloom filters'
 * headers. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include "source.h"
#include "view.h"

/*
 * Prints them by the file's footer, which was found good, in the order of the footer. Returns
 * EXIT_*: what is damaged has been reported. print: prints the view's value in the format asked
 * for.
 */
int pages_print(const struct source *source, struct view *view, void (*print)(struct view *view));

#endif
