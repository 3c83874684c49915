/* SPDX-License-Identifier: MIT */
/*
 * ingot diff: what differs between two blobs, by path. Values are compared and not bytes, so that
 * protocols, the order of fields and odd encodings do not matter. Of lists the common beginning and
 * end are matched, so that one element more is one difference; entries of maps are matched by their
 * keys.
 */
#include "verbs.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "index.h"
#include "json_text.h"
#include "out.h"
#include "source.h"
#include "view.h"

struct side {
	struct source *source;
	struct index *index;
};

struct diff {
	struct side a, b;
	struct out *out;
	const struct options *options;
	uint64_t count;
	TALLOC_CTX *ctx;
};

static const struct index_node *node_of(const struct side *side, uint32_t at)
{
	return &side->index->nodes[at];
}

static bool is_equal(const struct diff *diff, uint32_t a, uint32_t b);

static bool is_equal_scalar(
	const struct diff *diff, const struct ingot_event *a, const struct ingot_event *b)
{
	const uint8_t *left = diff->a.source->input->bytes + a->body,
		      *right = diff->b.source->input->bytes + b->body;

	switch (a->type) {
	case INGOT_WIRE_BINARY:
	case INGOT_WIRE_UUID:
		return a->end - a->body == b->end - b->body &&
			memcmp(left, right, a->end - a->body) == 0;
	case INGOT_WIRE_DOUBLE:
	case INGOT_WIRE_FLOAT:
		return memcmp(&a->real, &b->real, sizeof(double)) == 0 ||
			(isnan(a->real) && isnan(b->real));
	default:
		return a->integer == b->integer;
	}
}

static bool is_equal_struct(const struct diff *diff, uint32_t a, uint32_t b)
{
	uint32_t left = a + 1, right = b + 1;

	/* Cheap and strict: the same fields in the same order. Anything else is looked at by who
	 * reports. */
	while (left < node_of(&diff->a, a)->next && right < node_of(&diff->b, b)->next) {
		if (node_of(&diff->a, left)->event.id != node_of(&diff->b, right)->event.id ||
			!is_equal(diff, left, right))
			return false;
		left = node_of(&diff->a, left)->next;
		right = node_of(&diff->b, right)->next;
	}
	return left == node_of(&diff->a, a)->next && right == node_of(&diff->b, b)->next;
}

static bool is_equal(const struct diff *diff, uint32_t a, uint32_t b)
{
	const struct index_node *left = node_of(&diff->a, a), *right = node_of(&diff->b, b);
	uint32_t i, j;

	if (left->event.type != right->event.type)
		return false;
	if (left->event.kind == INGOT_EVENT_VALUE)
		return is_equal_scalar(diff, &left->event, &right->event);
	if (left->event.type == INGOT_WIRE_STRUCT)
		return is_equal_struct(diff, a, b);
	if (left->event.count != right->event.count)
		return false;
	for (i = a + 1, j = b + 1; i < left->next && j < right->next;
		i = node_of(&diff->a, i)->next, j = node_of(&diff->b, j)->next)
		if (!is_equal(diff, i, j))
			return false;
	return true;
}

static void put_value(const struct diff *diff, const struct side *side, uint32_t at)
{
	const struct index_node *node = node_of(side, at);
	struct out *out = diff->out;

	if (node->event.kind == INGOT_EVENT_VALUE) {
		view_scalar(out, &side->source->reader, &node->event, node->type,
			diff->options->enum_numbers, diff->options->full ? 0 : 100);
		return;
	}
	view_type(out, &node->event, node->type);
	if (node->event.type != INGOT_WIRE_STRUCT)
		fprintf(out->file, " of %" PRIu32, node->event.count);
	else
		fprintf(out->file, " (%zu byte%s)", node->event.end - node->event.body,
			node->event.end - node->event.body == 1 ? "" : "s");
}

/* A whole value as JSON, as query prints it. */
static void put_json_value(const struct diff *diff, const struct side *side, uint32_t at)
{
	const struct index_node *node = node_of(side, at);
	struct ingot_reader reader = side->source->reader;
	struct view *view;

	if (node->event.kind == INGOT_EVENT_VALUE) {
		view_json_scalar(diff->out->file, &reader, &node->event, node->type,
			diff->options->enum_numbers);
		return;
	}
	view = talloc_zero(NULL, struct view);
	if (view == NULL)
		return;
	reader.offset = node->event.offset;
	view->out = diff->out;
	view->options = diff->options;
	view->input = side->source->input;
	view->envelope = &side->source->envelope;
	view->type = node->type;
	view->reader = &reader;
	view->is_part = true;
	view->is_inline = true;
	typed_init_value(&view->walk, &reader, view->type, (enum ingot_wire_type)node->event.type);
	view_json(view);
	talloc_free(view);
}

static void put_json(const struct diff *diff, uint32_t a, uint32_t b, const char *path)
{
	FILE *file = diff->out->file;

	fputs("{\"path\": ", file);
	json_text_string(file, path, strlen(path));
	if (a != 0) {
		fputs(", \"old\": ", file);
		put_json_value(diff, &diff->a, a);
	}
	if (b != 0) {
		fputs(", \"new\": ", file);
		put_json_value(diff, &diff->b, b);
	}
	fputs("}\n", file);
}

/* 0 on a side: it is not there. */
static void report(struct diff *diff, uint32_t a, uint32_t b)
{
	char path[1024];

	diff->count++;
	if (b != 0)
		index_path(diff->b.index, b, path, sizeof(path));
	else
		index_path(diff->a.index, a, path, sizeof(path));
	if (diff->options->format == FORMAT_JSON) {
		put_json(diff, a, b, path);
		return;
	}
	out_colour(diff->out, a == 0 ? COLOUR_ADDED : b == 0 ? COLOUR_BAD : COLOUR_NAME);
	fprintf(diff->out->file, "%c ", a == 0 ? '+' : b == 0 ? '-' : '~');
	out_plain(diff->out, path);
	out_colour(diff->out, COLOUR_NONE);
	fputs(": ", diff->out->file);
	if (a != 0)
		put_value(diff, &diff->a, a);
	if (a != 0 && b != 0)
		fputs(" -> ", diff->out->file);
	if (b != 0)
		put_value(diff, &diff->b, b);
	putc('\n', diff->out->file);
}

static void compare(struct diff *diff, uint32_t a, uint32_t b);

/* Where the elements of a list are; under diff->ctx. */
static uint32_t *elements(
	struct diff *diff, const struct side *side, uint32_t outer, uint32_t *count)
{
	uint32_t end = node_of(side, outer)->next, at;
	const struct ingot_event *event = &node_of(side, outer)->event;
	uint32_t *list = talloc_array(
		diff->ctx, uint32_t, event->count * (event->type == INGOT_WIRE_MAP ? 2 : 1) + 1);

	*count = 0;
	for (at = outer + 1; at < end && list != NULL; at = node_of(side, at)->next)
		list[(*count)++] = at;
	return list;
}

static void compare_lists(struct diff *diff, uint32_t a, uint32_t b)
{
	uint32_t left_count, right_count, begin = 0, end = 0, i;
	uint32_t *left = elements(diff, &diff->a, a, &left_count),
		 *right = elements(diff, &diff->b, b, &right_count);
	uint32_t least;

	if (left == NULL || right == NULL) {
		report(diff, a, b);
		return;
	}
	least = left_count < right_count ? left_count : right_count;
	if (left_count != right_count) {
		while (begin < least && is_equal(diff, left[begin], right[begin]))
			begin++;
		while (end < least - begin &&
			is_equal(diff, left[left_count - 1 - end], right[right_count - 1 - end]))
			end++;
	}
	least -= begin + end;
	for (i = begin; i < begin + least; i++)
		compare(diff, left[i], right[i]);
	for (i = begin + least; i < left_count - end; i++)
		report(diff, left[i], 0);
	for (i = begin + least; i < right_count - end; i++)
		report(diff, 0, right[i]);
	talloc_free(left);
	talloc_free(right);
}

/* An entry of a map, or a field, which is its own key. */
struct entry {
	const struct side *side;
	uint32_t key;
	uint32_t value;
};

static int compare_ids(const struct entry *left, const struct entry *right)
{
	int32_t x = node_of(left->side, left->key)->event.id,
		y = node_of(right->side, right->key)->event.id;

	return x < y ? -1 : x > y;
}

/* By id; of fields that come again, which is rare, the last first. */
static int compare_fields(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;
	int order = compare_ids(left, right);

	return order != 0 ? order : left->key > right->key ? -1 : left->key < right->key;
}

/* The fields that count, ascending. */
static struct entry *fields(
	struct diff *diff, const struct side *side, uint32_t outer, uint32_t *count)
{
	uint32_t end = node_of(side, outer)->next, at, all = 0, kept = 0, i;
	struct entry *result;

	for (at = outer + 1; at < end; at = node_of(side, at)->next)
		all++;
	result = talloc_array(diff->ctx, struct entry, all + 1);
	if (result == NULL)
		return NULL;
	for (at = outer + 1, i = 0; at < end; at = node_of(side, at)->next)
		result[i++] = (struct entry){ side, at, at };
	qsort(result, all, sizeof(result[0]), compare_fields);
	for (i = 0; i < all; i++)
		if (kept == 0 ||
			node_of(side, result[kept - 1].key)->event.id !=
				node_of(side, result[i].key)->event.id)
			result[kept++] = result[i];
	*count = kept;
	return result;
}

/* Any order will do, as long as it is one for both sides: by type, then by value, then by size. */
static int compare_keys(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;
	const struct ingot_event *x = &node_of(left->side, left->key)->event,
				 *y = &node_of(right->side, right->key)->event;
	size_t x_size = x->end - x->body, y_size = y->end - y->body;
	int order;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->kind == INGOT_EVENT_VALUE && x->type != INGOT_WIRE_BINARY &&
		x->type != INGOT_WIRE_UUID) {
		if (x->type == INGOT_WIRE_DOUBLE || x->type == INGOT_WIRE_FLOAT)
			return x->real < y->real ? -1 : x->real > y->real;
		return x->integer < y->integer ? -1 : x->integer > y->integer;
	}
	order = memcmp(left->side->source->input->bytes + x->body,
		right->side->source->input->bytes + y->body, x_size < y_size ? x_size : y_size);
	return order != 0 ? order : x_size < y_size ? -1 : x_size > y_size;
}

static struct entry *entries(
	struct diff *diff, const struct side *side, uint32_t outer, uint32_t *count)
{
	uint32_t *list = elements(diff, side, outer, count), i;
	struct entry *result = talloc_array(diff->ctx, struct entry, *count / 2 + 1);

	*count /= 2;
	for (i = 0; i < *count && list != NULL && result != NULL; i++)
		result[i] = (struct entry){ side, list[2 * i], list[2 * i + 1] };
	if (list == NULL || result == NULL)
		return NULL;
	qsort(result, *count, sizeof(result[0]), compare_keys);
	talloc_free(list);
	return result;
}

/* Merges what both sides have, in the order of their keys. */
static void compare_entries(struct diff *diff, uint32_t a, uint32_t b, bool is_map)
{
	uint32_t left_count = 0, right_count = 0, i = 0, j = 0;
	struct entry *left = (is_map ? entries : fields)(diff, &diff->a, a, &left_count);
	struct entry *right = (is_map ? entries : fields)(diff, &diff->b, b, &right_count);

	if (left == NULL || right == NULL) {
		report(diff, a, b);
		return;
	}
	while (i < left_count || j < right_count) {
		int order = i == left_count ? 1
			: j == right_count  ? -1
			: is_map	    ? compare_keys(&left[i], &right[j])
					    : compare_ids(&left[i], &right[j]);

		if (order < 0) {
			if (is_map)
				report(diff, left[i].key, 0);
			report(diff, left[i++].value, 0);
		} else if (order > 0) {
			if (is_map)
				report(diff, 0, right[j].key);
			report(diff, 0, right[j++].value);
		} else {
			compare(diff, left[i++].value, right[j++].value);
		}
	}
	talloc_free(left);
	talloc_free(right);
}

static void compare(struct diff *diff, uint32_t a, uint32_t b)
{
	const struct ingot_event *left = &node_of(&diff->a, a)->event,
				 *right = &node_of(&diff->b, b)->event;

	if (ferror(diff->out->file))
		return;
	if (left->type != right->type)
		report(diff, a, b);
	else if (left->kind == INGOT_EVENT_VALUE) {
		if (!is_equal_scalar(diff, left, right))
			report(diff, a, b);
	} else if (left->type == INGOT_WIRE_STRUCT) {
		compare_entries(diff, a, b, false);
	} else if (left->type == INGOT_WIRE_MAP) {
		compare_entries(diff, a, b, true);
	} else {
		compare_lists(diff, a, b);
	}
}

static bool is_same_message(const struct diff *diff)
{
	const struct envelope *a = &diff->a.source->envelope, *b = &diff->b.source->envelope;

	if (a->shape.is_message != b->shape.is_message)
		return false;
	return !a->shape.is_message ||
		(a->message_type == b->message_type && a->seqid == b->seqid &&
			a->name_size == b->name_size &&
			memcmp(diff->a.source->input->bytes + a->name,
				diff->b.source->input->bytes + b->name, a->name_size) == 0);
}

/* Values of streams are compared one by one. False: it cannot go on. */
static bool compare_next(struct diff *diff)
{
	bool has_a = source_next(diff->a.source), has_b = source_next(diff->b.source);

	if (!has_a || !has_b) {
		if (has_a != has_b && diff->a.source->code == EXIT_FINE &&
			diff->b.source->code == EXIT_FINE) {
			fprintf(diff->out->file, "%c value %" PRIu64 " and all that follow\n",
				has_a ? '-' : '+',
				has_a ? diff->a.source->number : diff->b.source->number);
			diff->count++;
		}
		return false;
	}
	diff->a.index = index_value(diff->ctx, &diff->a.source->reader, diff->a.source->value_type);
	diff->b.index = index_value(diff->ctx, &diff->b.source->reader, diff->b.source->value_type);
	if (diff->a.index != NULL && diff->b.index != NULL) {
		if (!is_same_message(diff)) {
			fputs("~ message header\n", diff->out->file);
			diff->count++;
		}
		compare(diff, 0, 0);
	}
	source_done(diff->a.source);
	source_done(diff->b.source);
	talloc_free(diff->a.index);
	talloc_free(diff->b.index);
	return true;
}

int verb_diff(const struct options *options)
{
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct diff diff = { .options = options, .ctx = ctx };
	const struct schema *schema;
	const struct ingot_type *type;
	struct out out;
	int code = EXIT_USAGE;

	if (source_schema(ctx, options, &schema, &type) && out_open(&out, options)) {
		diff.out = &out;
		diff.a.source = source_open(ctx, options, options->files[0], schema, type);
		diff.b.source = diff.a.source != NULL
			? source_open(ctx, options, options->files[1], schema, type)
			: NULL;
		if (diff.b.source != NULL) {
			while (!ferror(out.file) && compare_next(&diff))
				continue;
			code = diff.a.source->code > diff.b.source->code ? diff.a.source->code
									 : diff.b.source->code;
			if (diff.count > 0 && code < EXIT_WRONG)
				code = EXIT_WRONG;
		}
		if (!out_close(&out, true))
			code = EXIT_USAGE;
	}
	talloc_free(ctx);
	return code;
}
