/* SPDX-License-Identifier: MIT */
/*
 * ingotc: Thrift IDL in, a C header and a C source out.
 *
 *	options -> front_load (lexer, parser, link, rules, names) -> emit_header, emit_source ->
 *output_commit
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "arena.h"
#include "compat.h"
#include "depfile.h"
#include "emit.h"
#include "front.h"
#include "names.h"
#include "options.h"
#include "output.h"
#include "project.h"
#include "source.h"

enum { EXIT_GOOD, EXIT_SCHEMA, EXIT_SYSTEM };

/* What is to be written, in the order of the files; each header before its source; the depfile
 * last. */
struct job {
	TALLOC_CTX *mem_ctx;
	const struct options *options;
	const struct idl_unit *unit;
	const struct layouts *layouts;
	struct output *outputs;
	size_t count;
};

static bool is_generated(const struct job *job, const struct idl_file *file)
{
	return file == job->unit->main || job->options->is_recursive;
}

static void add_output(struct job *job, const char *path)
{
	job->outputs = arena_grow(job->mem_ctx, job->outputs, job->count, sizeof(*job->outputs));
	job->outputs[job->count++] = (struct output){.path = path};
}

static const char *output_path(struct job *job, const struct idl_file *file, const char *suffix)
{
	const char *name = names_output(job->mem_ctx, file);

	if (strcmp(job->options->output_dir, ".") == 0)
		return arena_need(talloc_asprintf(job->mem_ctx, "%s%s", name, suffix));
	return arena_need(
		talloc_asprintf(job->mem_ctx, "%s/%s%s", job->options->output_dir, name, suffix));
}

static void plan_outputs(struct job *job)
{
	for (const struct idl_file *file = job->unit->files; file != NULL; file = file->next) {
		if (!is_generated(job, file))
			continue;
		add_output(job, output_path(job, file, ".h"));
		add_output(job, output_path(job, file, ".c"));
	}
	if (job->options->depfile != NULL)
		add_output(job, job->options->depfile);
}

/* A schema that is named like a header or a source would be written over. */
static bool overwrites_schema(const struct job *job)
{
	struct stat st;

	for (size_t i = 0; i < job->count; i++) {
		if (stat(job->outputs[i].path, &st) != 0)
			continue;
		for (const struct idl_file *file = job->unit->files; file != NULL;
			file = file->next) {
			if (st.st_dev != file->source->device || st.st_ino != file->source->inode)
				continue;
			fputs("ingotc: the output would be written over the schema ", stderr);
			diag_put_escaped(stderr, file->path);
			putc('\n', stderr);
			return true;
		}
	}
	return false;
}

/* One file to *output, the next one after it. */
static bool write_one(
	struct job *job, const struct idl_file *file, bool is_header, struct output *output)
{
	FILE *out = output_begin(output);

	if (out == NULL)
		return false;
	if (is_header)
		emit_header(out, job->layouts, job->unit, file);
	else
		emit_source(out, job->layouts, job->unit, file);
	return output_end(output);
}

static bool write_depfile(struct job *job, struct output *output)
{
	FILE *out = output_begin(output);

	if (out == NULL)
		return false;
	fputs(depfile_text(job->mem_ctx, job->unit, job->outputs, job->count - 1), out);
	return output_end(output);
}

static bool write_outputs(struct job *job)
{
	struct output *output = job->outputs;
	bool is_good = true;

	for (const struct idl_file *file = job->unit->files; file != NULL && is_good;
		file = file->next) {
		if (is_generated(job, file)) {
			is_good = write_one(job, file, true, output) &&
				  write_one(job, file, false, output + 1);
			output += 2;
		}
	}
	if (is_good && job->options->depfile != NULL)
		is_good = write_depfile(job, output);
	if (is_good)
		return output_commit(job->outputs, job->count);
	output_abandon(job->outputs, job->count);
	return false;
}

static bool print_outputs(struct job *job)
{
	const struct output *output = job->outputs;

	for (const struct idl_file *file = job->unit->files; file != NULL; file = file->next) {
		if (!is_generated(job, file))
			continue;
		printf("%s/* ---- %s ---- */\n\n", file == job->unit->main ? "" : "\n",
			output++->path);
		emit_header(stdout, job->layouts, job->unit, file);
		printf("\n/* ---- %s ---- */\n\n", output++->path);
		emit_source(stdout, job->layouts, job->unit, file);
	}
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	perror("ingotc: standard output");
	return false;
}

/* What the command line adds to the schema. False: it does not fit, and was reported. */
static bool adjust(TALLOC_CTX *mem_ctx, const struct options *options, struct idl_unit *unit,
	struct diag *diag)
{
	bool is_larger = project_annotated(mem_ctx, unit, diag) || options->projection_count > 0;

	for (size_t i = 0; i < options->projection_count; i++) {
		const char *problem = project_add(
			mem_ctx, unit, options->projections[i].paths, options->projections[i].name);

		if (problem == NULL)
			continue;
		fputs("ingotc: --project ", stderr);
		diag_put_escaped(stderr, options->projections[i].paths);
		fputs(": ", stderr);
		diag_put_escaped(stderr, problem);
		putc('\n', stderr);
		return false;
	}
	if (is_larger)
		names_check(unit, diag);
	if (options->keeps_unknown)
		project_keep_unknown(mem_ctx, unit);
	return true;
}

static int compile(TALLOC_CTX *mem_ctx, const struct options *options, struct diag *diag)
{
	struct job job = {.mem_ctx = mem_ctx, .options = options};
	struct idl_unit *unit = front_load(mem_ctx, options->path, &options->front, diag);

	if (unit == NULL)
		return diag->is_system ? EXIT_SYSTEM : EXIT_SCHEMA;
	if (!adjust(mem_ctx, options, unit, diag))
		return EXIT_SYSTEM;
	if (diag->error_count > 0)
		return EXIT_SCHEMA;
	job.unit = unit;
	if (options->is_check)
		return EXIT_GOOD;
	job.layouts = arena_need(layouts_new(mem_ctx, unit));
	plan_outputs(&job);
	if (options->is_stdout)
		return print_outputs(&job) ? EXIT_GOOD : EXIT_SYSTEM;
	return !overwrites_schema(&job) && write_outputs(&job) ? EXIT_GOOD : EXIT_SYSTEM;
}

/* Two schemas, each right in itself: only what differs is reported. */
static int compare(TALLOC_CTX *mem_ctx, const struct options *options, struct diag *diag)
{
	struct diag quiet = {.out = diag->out, .format = diag->format, .silenced = UINT32_MAX};
	struct idl_unit *before = front_load(mem_ctx, options->old_path, &options->front, &quiet);
	struct idl_unit *after = front_load(mem_ctx, options->path, &options->front, &quiet);

	if (before == NULL || after == NULL)
		return quiet.is_system ? EXIT_SYSTEM : EXIT_SCHEMA;
	diag->has_no_limit = true;
	compat_compare(before, after, diag);
	return diag->error_count > 0 ? EXIT_SCHEMA : EXIT_GOOD;
}

int main(int argc, char **argv)
{
	TALLOC_CTX *mem_ctx = arena_need(talloc_new(NULL));
	struct diag diag = {.out = stderr};
	struct options options;
	int status = EXIT_GOOD;

	switch (options_parse(mem_ctx, &options, &diag, argc, argv)) {
	case OPTIONS_RUN:
		status = options.is_compat ? compare(mem_ctx, &options, &diag)
					   : compile(mem_ctx, &options, &diag);
		break;
	case OPTIONS_DONE:
		status = fflush(stdout) == 0 && !ferror(stdout) ? EXIT_GOOD : EXIT_SYSTEM;
		break;
	case OPTIONS_WRONG:
		status = EXIT_SYSTEM;
		break;
	}
	talloc_free(mem_ctx);
	return status;
}
