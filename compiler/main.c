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
		return arena_text(job->mem_ctx, "%s%s", name, suffix);
	return arena_text(job->mem_ctx, "%s/%s%s", job->options->output_dir, name, suffix);
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

/* The header or the source, to *output. False: more than a compiler of C could be asked to take. */
static bool make_one(
	struct job *job, const struct idl_file *file, bool is_header, struct output *output)
{
	output->text = (is_header ? emit_header : emit_source)(
		job->mem_ctx, job->layouts, job->unit, file, &output->size);
	if (output->text != NULL)
		return true;
	fputs("ingotc: ", stderr);
	diag_put_escaped(stderr, file->path);
	fprintf(stderr, ": the schema is too large: its %s would take more than %zu MiB\n",
		is_header ? "header" : "source", EMIT_MAX_SIZE >> 20);
	return false;
}

static bool make_outputs(struct job *job)
{
	struct output *output = job->outputs;

	for (const struct idl_file *file = job->unit->files; file != NULL; file = file->next) {
		if (!is_generated(job, file))
			continue;
		if (!make_one(job, file, true, output) || !make_one(job, file, false, output + 1))
			return false;
		output += 2;
	}
	if (job->options->depfile != NULL) {
		output->text = depfile_text(job->mem_ctx, job->unit, job->outputs, job->count - 1);
		output->size = strlen(output->text);
	}
	return true;
}

static bool print_outputs(const struct job *job)
{
	size_t count = job->count - (job->options->depfile != NULL);

	for (size_t i = 0; i < count; i++) {
		printf("%s/* ---- %s ---- */\n\n", i > 0 ? "\n" : "", job->outputs[i].path);
		fwrite(job->outputs[i].text, 1, job->outputs[i].size, stdout);
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
	if (!options->is_stdout && overwrites_schema(&job))
		return EXIT_SYSTEM;
	if (!make_outputs(&job))
		return EXIT_SCHEMA;
	if (options->is_stdout ? print_outputs(&job) : output_commit(job.outputs, job.count))
		return EXIT_GOOD;
	return EXIT_SYSTEM;
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
