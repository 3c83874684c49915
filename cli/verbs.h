/* SPDX-License-Identifier: MIT */
/* One function for each verb; each returns the exit code. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "options.h"

/* The one of options->verb. */
int verb_run(const struct options *options);

int verb_inspect(const struct options *options);
int verb_stats(const struct options *options);
int verb_query(const struct options *options);
int verb_diff(const struct options *options);
int verb_identify(const struct options *options);
int verb_infer(const struct options *options);
int verb_encode(const struct options *options);
int verb_convert(const struct options *options);

#endif
