/* SPDX-License-Identifier: MIT */
/* The fixed parts of the page of --format html, as lines that end with NULL. */
#ifndef CLI_HTML_PAGE_H
#define CLI_HTML_PAGE_H

extern const char *const html_page_style[];
extern const char *const html_page_script[];

#endif
