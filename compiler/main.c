/* SPDX-License-Identifier: MIT */
/*
 * ingotc: Thrift IDL in, a C header and a C source out.
 *
 *	options -> front_load (lexer, parser, link, rules, names) -> emit_header, emit_source -> output_write
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

/* What is to be written, in the order of the files; each header before its source. */
struct job {
	TALLOC_CTX *mem_ctx;
	const struct options *options;
	const struct idl_unit *unit;
	struct output *outputs;
	size_t count;
};

static void add_output(struct job *job, const char *path, const char *text)
{
	job->outputs = arena_grow(job->mem_ctx, job->outputs, job->count, sizeof(*job->outputs));
	job->outputs[job->count++] = (struct output){.path = path, .text = text};
}

static const char *output_path(struct job *job, const struct idl_file *file, const char *suffix)
{
	const char *name = names_output(job->mem_ctx, file);

	if (strcmp(job->options->output_dir, ".") == 0)
		return arena_need(talloc_asprintf(job->mem_ctx, "%s%s", name, suffix));
	return arena_need(talloc_asprintf(job->mem_ctx, "%s/%s%s", job->options->output_dir, name, suffix));
}

static void generate(struct job *job)
{
	for (const struct idl_file *file = job->unit->files; file != NULL; file = file->next) {
		if (file != job->unit->main && !job->options->is_recursive)
			continue;
		add_output(job, output_path(job, file, ".h"), arena_need(emit_header(job->mem_ctx, job->unit, file)));
		add_output(job, output_path(job, file, ".c"), arena_need(emit_source(job->mem_ctx, job->unit, file)));
	}
	if (job->options->depfile != NULL)
		add_output(job, job->options->depfile, depfile_text(job->mem_ctx, job->unit, job->outputs, job->count));
}

/* A schema that is named like a header or a source would be written over. */
static bool overwrites_schema(const struct job *job)
{
	struct stat st;

	for (size_t i = 0; i < job->count; i++) {
		if (stat(job->outputs[i].path, &st) != 0)
			continue;
		for (const struct idl_file *file = job->unit->files; file != NULL; file = file->next) {
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

static bool print_outputs(const struct job *job)
{
	for (size_t i = 0; i < job->count; i++)
		printf("%s/* ---- %s ---- */\n\n%s", i > 0 ? "\n" : "", job->outputs[i].path, job->outputs[i].text);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	perror("ingotc: standard output");
	return false;
}

/* What the command line adds to the schema. False: it does not fit, and was reported. */
static bool adjust(TALLOC_CTX *mem_ctx, const struct options *options, struct idl_unit *unit, struct diag *diag)
{
	for (size_t i = 0; i < options->projection_count; i++) {
		const char *problem = project_add(mem_ctx, unit, options->projections[i].paths, options->projections[i].name);

		if (problem == NULL)
			continue;
		fputs("ingotc: --project ", stderr);
		diag_put_escaped(stderr, options->projections[i].paths);
		fputs(": ", stderr);
		diag_put_escaped(stderr, problem);
		putc('\n', stderr);
		return false;
	}
	if (options->projection_count > 0)
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
	generate(&job);
	if (options->is_stdout)
		return print_outputs(&job) ? EXIT_GOOD : EXIT_SYSTEM;
	if (overwrites_schema(&job) || !output_write(job.outputs, job.count))
		return EXIT_SYSTEM;
	return EXIT_GOOD;
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
		status = options.is_compat ? compare(mem_ctx, &options, &diag) : compile(mem_ctx, &options, &diag);
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
