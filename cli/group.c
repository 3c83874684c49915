/* SPDX-License-Identifier: MIT */
/* Adding up by key. */
#include "group.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "json_text.h"
#include "out.h"

static int free_key(struct groups *groups)
{
	bytes_free(&groups->key);
	return 0;
}

static bool grow(struct groups *groups)
{
	uint32_t bucket_count = groups->bucket_count == 0 ? 1024 : 2 * groups->bucket_count, i;
	struct group **buckets = talloc_zero_array(groups, struct group *, bucket_count);

	if (buckets == NULL)
		return false;
	for (i = 0; i < groups->bucket_count; i++)
		while (groups->buckets[i] != NULL) {
			struct group *group = groups->buckets[i];
			uint32_t hash = 2166136261u;
			size_t k;

			groups->buckets[i] = group->next;
			for (k = 0; k < group->size; k++)
				hash = (hash ^ group->key[k]) * 16777619u;
			group->next = buckets[hash % bucket_count];
			buckets[hash % bucket_count] = group;
		}
	talloc_free(groups->buckets);
	groups->buckets = buckets;
	groups->bucket_count = bucket_count;
	return true;
}

struct groups *groups_new(TALLOC_CTX *mem_ctx, const struct path *path)
{
	struct groups *groups = talloc_zero(mem_ctx, struct groups);
	uint32_t i;

	if (groups == NULL || !grow(groups)) {
		out_error("out of memory");
		talloc_free(groups);
		return NULL;
	}
	talloc_set_destructor(groups, free_key);
	groups->path = path;
	for (i = 0; i < path->count; i++)
		if (path->steps[i].role != INGOT_ROLE_FIELD)
			groups->owner = i + 1;
	if (groups->owner == 0) {
		out_error("--by: the path has no [*], so there is nothing to add up");
		talloc_free(groups);
		return NULL;
	}
	return groups;
}

static void count(struct groups *groups, uint64_t bytes)
{
	const struct bytes *key = &groups->key;
	uint32_t hash = 2166136261u;
	struct group *group;
	size_t i;

	for (i = 0; i < key->size; i++)
		hash = (hash ^ key->data[i]) * 16777619u;
	for (group = groups->buckets[hash % groups->bucket_count]; group != NULL;
		group = group->next)
		if (group->size == key->size &&
			(key->size == 0 || memcmp(group->key, key->data, key->size) == 0))
			break;
	if (group == NULL && groups->count >= GROUP_MAX) {
		groups->other += bytes;
		return;
	}
	if (group == NULL) {
		group = talloc_zero_size(groups, sizeof(*group) + key->size);
		if (group == NULL) {
			groups->failed = true;
			return;
		}
		group->size = key->size;
		if (key->size > 0)
			memcpy(group->key, key->data, key->size);
		group->next = groups->buckets[hash % groups->bucket_count];
		groups->buckets[hash % groups->bucket_count] = group;
		if (++groups->count > groups->bucket_count && !grow(groups))
			groups->failed = true;
	}
	group->bytes += bytes;
	group->count++;
}

/* A scalar behind what is there. */
static void put_key(
	struct groups *groups, const struct typed_walk *walk, const struct ingot_event *event)
{
	const uint8_t *bytes = walk->walk.reader->bytes + event->body;
	const char *name = NULL;
	char text[JSON_TEXT_DOUBLE];

	if (groups->key.size > 0)
		bytes_put(&groups->key, ".", 1);
	if (event->type == INGOT_WIRE_BINARY || event->type == INGOT_WIRE_UUID) {
		bytes_put(&groups->key, bytes, event->end - event->body);
		return;
	}
	if (event->type == INGOT_WIRE_DOUBLE || event->type == INGOT_WIRE_FLOAT)
		json_text_digits(text, event->real);
	else
		snprintf(text, sizeof(text), "%" PRId64, event->integer);
	if (walk->type != NULL && walk->type->kind == INGOT_KIND_ENUM)
		name = ingot_enum_name(walk->type, (int32_t)event->integer);
	if (name == NULL)
		name = text;
	bytes_put(&groups->key, name, strlen(name));
}

/* Every scalar in the container that has just begun. */
static void put_keys(struct groups *groups, struct typed_walk *walk, uint32_t depth)
{
	struct ingot_event event;

	while (typed_next(walk, &event)) {
		if (event.kind == INGOT_EVENT_END && event.depth == depth)
			return;
		if (event.kind == INGOT_EVENT_VALUE)
			put_key(groups, walk, &event);
	}
}

bool groups_add(struct groups *groups, struct ingot_reader *reader, const struct ingot_type *type)
{
	struct path_match match;
	struct typed_walk walk;
	struct ingot_event event;

	path_begin(&match, groups->path);
	typed_init(&walk, reader, type);
	while (typed_next(&walk, &event)) {
		enum path_verdict verdict;

		if (event.kind == INGOT_EVENT_END) {
			if (match.steps[event.depth] == (int32_t)groups->owner)
				count(groups, event.end - event.header);
			continue;
		}
		verdict = path_at(&match, &event, walk.field);
		if (match.steps[event.depth] == (int32_t)groups->owner)
			groups->key.size = 0;
		if (verdict == PATH_HERE && event.kind == INGOT_EVENT_VALUE)
			put_key(groups, &walk, &event);
		if (verdict == PATH_HERE && event.kind == INGOT_EVENT_BEGIN)
			put_keys(groups, &walk, event.depth);
		/* The path may end at the element itself: then each of its values is a key of its
		 * own. */
		if (verdict == PATH_HERE && match.steps[event.depth] == (int32_t)groups->owner)
			count(groups, (uint64_t)(walk.walk.p - reader->bytes) - event.header);
		if (verdict == PATH_OFF && event.kind == INGOT_EVENT_BEGIN)
			typed_skip(&walk);
	}
	groups->failed = groups->failed || groups->key.failed;
	return reader->status == INGOT_OK;
}

static int compare(const void *a, const void *b)
{
	const struct group *left = *(const struct group *const *)a,
			   *right = *(const struct group *const *)b;
	size_t least = left->size < right->size ? left->size : right->size;
	int order;

	if (left->bytes != right->bytes)
		return left->bytes > right->bytes ? -1 : 1;
	order = memcmp(left->key, right->key, least);
	return order != 0 ? order : left->size < right->size ? -1 : left->size > right->size;
}

const struct group **groups_sorted(struct groups *groups)
{
	const struct group **list = talloc_array(groups, const struct group *, groups->count + 1);
	uint32_t count = 0, i;

	if (list == NULL)
		return NULL;
	for (i = 0; i < groups->bucket_count; i++) {
		const struct group *group;

		for (group = groups->buckets[i]; group != NULL; group = group->next)
			list[count++] = group;
	}
	list[count] = NULL;
	qsort(list, count, sizeof(list[0]), compare);
	return list;
}
