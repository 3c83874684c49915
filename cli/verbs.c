/* SPDX-License-Identifier: MIT */
#include "verbs.h"

int verb_run(const struct options *options)
{
	switch (options->verb) {
	case VERB_INSPECT:
		return verb_inspect(options);
	case VERB_ENCODE:
		return verb_encode(options);
	case VERB_IDENTIFY:
		return verb_identify(options);
	case VERB_INFER:
		return verb_infer(options);
	case VERB_QUERY:
		return verb_query(options);
	case VERB_STATS:
		return verb_stats(options);
	case VERB_CONVERT:
		return verb_convert(options);
	case VERB_DIFF:
		return verb_diff(options);
	}
	return EXIT_USAGE;
}
