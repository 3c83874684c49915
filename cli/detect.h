/* SPDX-License-Identifier: MIT */
/* What bytes are: every shape is tried, and the one that fits best is named, with the others that
 * would do. */
#ifndef CLI_DETECT_H
#define CLI_DETECT_H

#include "envelope.h"
#include "input.h"
#include "options.h"

enum sureness {
	SURENESS_TOLD,     /* by options */
	SURENESS_CERTAIN,  /* a magic number, and all of it reads */
	SURENESS_LIKELY,   /* all of it reads */
	SURENESS_GUESS     /* nothing reads to its end; this gets furthest */
};

#define DETECT_MAX 12

struct detection {
	struct shape shape;
	enum sureness sureness;
	/* Others that read to the end as well. */
	struct shape others[DETECT_MAX];
	size_t other_count;
};

void detect(struct detection *detection, const struct input *input, const struct options *options);

/* Of bytes that fit nothing: what else they may be, in words; NULL when they look like nothing
 * known. */
const char *detect_hint(const struct input *input);

/* "framed compact message", in text of at least 64 bytes. */
const char *detect_describe(const struct shape *shape, char *text, size_t room);

const char *detect_sureness(enum sureness sureness);

#endif
