/* SPDX-License-Identifier: MIT */
/* A page of its own for one file: hex and tree side by side. */
#ifndef CLI_HTML_H
#define CLI_HTML_H

#include <talloc.h>
#include "view.h"

struct page;

/* Under mem_ctx; NULL without memory. */
struct page *html_open(TALLOC_CTX *mem_ctx, struct out *out);

/* Walks the view's value and keeps its tree. */
void html_add(struct page *page, struct view *view);

/* Writes the page with the bytes from `begin` on; reader: of the last value, for its failure. */
void html_close(struct page *page, const struct input *input, size_t begin,
	const struct ingot_reader *reader, const char *what);

#endif
