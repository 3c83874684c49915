/* SPDX-License-Identifier: MIT */
/* Parsing paths and following them. */
#include "path.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "out.h"

struct parser {
	const char *text;
	const char *at;
	struct path *path;
};

static bool fail(const struct parser *parser, const char *what)
{
	out_error("path '%s', at character %zu: %s", parser->text,
		(size_t)(parser->at - parser->text) + 1, what);
	return false;
}

static struct path_step *add_step(struct parser *parser)
{
	struct path *path = parser->path;

	path->steps = talloc_realloc(path, path->steps, struct path_step, path->count + 1);
	if (path->steps == NULL) {
		fail(parser, "out of memory");
		return NULL;
	}
	path->steps[path->count] = (struct path_step){ .role = INGOT_ROLE_FIELD };
	return &path->steps[path->count++];
}

/* A number, or * for any. */
static bool take_index(struct parser *parser, uint32_t *index, bool *any)
{
	unsigned long number;
	char *end;

	*any = *parser->at == '*';
	if (*any) {
		parser->at++;
		return true;
	}
	if (!isdigit((unsigned char)*parser->at))
		return fail(parser, "a number or * expected");
	errno = 0;
	number = strtoul(parser->at, &end, 10);
	if (errno != 0 || number > INT32_MAX)
		return fail(parser, "no index is that large");
	*index = (uint32_t)number;
	parser->at = end;
	return true;
}

static bool take_element(struct parser *parser)
{
	struct path_step *step = add_step(parser);

	if (step == NULL)
		return false;
	parser->at++;
	step->role = INGOT_ROLE_ELEMENT;
	if (strncmp(parser->at, "key ", 4) == 0) {
		step->role = INGOT_ROLE_KEY;
		parser->at += 4;
	} else if (strncmp(parser->at, "value ", 6) == 0) {
		step->role = INGOT_ROLE_VALUE;
		parser->at += 6;
	}
	if (!take_index(parser, &step->index, &step->any))
		return false;
	if (*parser->at != ']')
		return fail(parser, "] expected");
	parser->at++;
	return true;
}

static bool take_field(struct parser *parser)
{
	struct path_step *step = add_step(parser);
	size_t size = strcspn(parser->at, ".[");
	char *end;
	long id;

	if (step == NULL)
		return false;
	if (size == 0)
		return fail(parser, "a field's name or id expected");
	id = strtol(parser->at, &end, 10);
	if (size == 1 && *parser->at == '*') {
		step->any = true;
	} else if (end == parser->at + size) {
		if (id < INT16_MIN || id > INT16_MAX)
			return fail(parser, "no field id is that large");
		step->id = (int32_t)id;
	} else {
		step->name = talloc_strndup(parser->path, parser->at, size);
		if (step->name == NULL)
			return fail(parser, "out of memory");
	}
	parser->at += size;
	return true;
}

static bool parse(struct parser *parser)
{
	if (*parser->at == '$')
		parser->at++;
	while (*parser->at != '\0') {
		if (*parser->at == '[') {
			if (!take_element(parser))
				return false;
			continue;
		}
		if (*parser->at == '.')
			parser->at++;
		if (!take_field(parser))
			return false;
	}
	return parser->path->count <= INGOT_MAX_DEPTH || fail(parser, "deeper than values can be");
}

struct path *path_parse(TALLOC_CTX *mem_ctx, const char *text)
{
	struct parser parser = {
		.text = text, .at = text, .path = talloc_zero(mem_ctx, struct path)
	};

	if (parser.path != NULL && parse(&parser))
		return parser.path;
	talloc_free(parser.path);
	return NULL;
}

void path_begin(struct path_match *match, const struct path *path)
{
	match->path = path;
}

static bool is_step(const struct path_step *step, const struct ingot_event *event,
	const struct ingot_field *field)
{
	/* [n] of a map is its value: what is asked for mostly. */
	bool is_value = event->role == INGOT_ROLE_VALUE && step->role == INGOT_ROLE_ELEMENT;

	if (step->role != (enum ingot_role)event->role && !is_value)
		return false;
	if (step->any)
		return true;
	if (step->role != INGOT_ROLE_FIELD)
		return step->index == event->index;
	if (step->name == NULL)
		return step->id == event->id;
	return field != NULL && strcmp(field->name, step->name) == 0;
}

enum path_verdict path_at(
	struct path_match *match, const struct ingot_event *event, const struct ingot_field *field)
{
	int32_t *own = &match->steps[event->depth];
	uint32_t done;

	*own = -1;
	if (event->depth == 0) {
		*own = 0;
	} else {
		/* Only what is on the path is entered, so that the outer value is on it. */
		done = (uint32_t)match->steps[event->depth - 1];
		if (done < match->path->count && is_step(&match->path->steps[done], event, field))
			*own = (int32_t)done + 1;
	}
	if (*own < 0)
		return PATH_OFF;
	return (uint32_t)*own == match->path->count ? PATH_HERE : PATH_ON;
}
