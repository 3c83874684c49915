/* SPDX-License-Identifier: MIT */
/* ingot encode: the text form, or JSON, back to bytes. */
#include "verbs.h"

#include <string.h>
#include <unistd.h>
#include "input.h"
#include "out.h"
#include "encode_json.h"
#include "encode_text.h"
#include "source.h"

/* JSON begins with a bracket; nothing of the text form does. */
static bool is_json(const struct input *input, const struct options *options)
{
	size_t i;

	if (options->has_format)
		return options->format == FORMAT_JSON;
	for (i = input->begin; i < input->size; i++)
		if (strchr(" \t\r\n", input->bytes[i]) == NULL || input->bytes[i] == '\0')
			return input->bytes[i] == '{' || input->bytes[i] == '[';
	return false;
}

static bool encode_file(struct assembler *to, const char *name, const struct options *options,
	const struct schema *schema, const struct ingot_type *type)
{
	struct input *input = input_load(NULL, name, options);
	bool done;

	if (input == NULL)
		return false;
	if (!input_rest(input)) {
		talloc_free(input);
		return false;
	}
	if (is_json(input, options))
		done = encode_json(to, input->name, input->bytes, input->size, schema, type);
	else
		done = encode_text(to, input->name, input->bytes, input->size);
	talloc_free(input);
	return done;
}

int verb_encode(const struct options *options)
{
	static char stdin_name[] = "-";
	TALLOC_CTX *ctx = talloc_new(NULL);
	struct assembler to = { .form = { INGOT_COMPACT, options->facebook } };
	const struct schema *schema;
	const struct ingot_type *type;
	struct out out;
	int code = EXIT_WRONG, i;

	if (options->has_to_protocol)
		to.form.protocol = options->to_protocol;
	if (!source_schema(ctx, options, &schema, &type)) {
		code = EXIT_USAGE;
	} else {
		bool done = options->file_count > 0 ||
			encode_file(&to, stdin_name, options, schema, type);

		for (i = 0; i < options->file_count && done; i++)
			done = encode_file(&to, options->files[i], options, schema, type);
		/* Nothing is written unless all is right. */
		if (done && !out_open(&out, options))
			code = EXIT_USAGE;
		else if (done && out.is_terminal) {
			out_error("not writing bytes to a terminal: use -o FILE, or a pipe");
			code = EXIT_USAGE;
		} else if (done) {
			if (to.out.size > 0)
				fwrite(to.out.data, 1, to.out.size, out.file);
			code = out_close(&out, true) ? EXIT_FINE : EXIT_USAGE;
		}
	}
	bytes_free(&to.out);
	talloc_free(ctx);
	return code;
}
