/* SPDX-License-Identifier: MIT */
#include "diag.h"
#include <stdarg.h>
#include <string.h>
#include "source.h"

/* How much of a long line is shown, in bytes, and how much of that before the caret. */
#define EXCERPT_SIZE 100
#define EXCERPT_BEFORE 60
#define TAB_WIDTH 8

enum level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_NOTE };

static const char *const level_names[] = {"error", "warning", "note"};

static const char *const warning_names[DIAG_WARNING_COUNT] = {
	[DIAG_IMPLICIT_ID] = "implicit-id",
	[DIAG_NEGATIVE_ID] = "negative-id",
	[DIAG_REQUIREDNESS] = "requiredness",
	[DIAG_DEPRECATED] = "deprecated",
	[DIAG_ONEWAY] = "oneway",
	[DIAG_MISSING_FIELD] = "missing-field",
	[DIAG_EMPTY_LITERAL] = "empty-literal",
	[DIAG_ANNOTATION] = "annotation",
	[DIAG_NAMESPACE] = "namespace",
	[DIAG_DUPLICATE_ITEM] = "duplicate-item",
	[DIAG_SHADOW] = "shadow",
	[DIAG_RENAMED] = "renamed",
	[DIAG_REMOVED] = "removed",
	[DIAG_CHANGED_DEFAULT] = "changed-default",
	[DIAG_CHANGED_CONSTANT] = "changed-constant",
	[DIAG_CHANGED_TYPEDEF] = "changed-typedef",
};

const char *diag_warning_name(enum diag_warning warning)
{
	return warning_names[warning];
}

bool diag_is_full(const struct diag *diag)
{
	return diag->error_count >= DIAG_MAX_ERRORS && !diag->has_no_limit;
}

static bool is_printable(unsigned char c)
{
	return c >= 0x20 && c < 0x7f;
}

void diag_put_escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (is_printable((unsigned char)*text))
			putc(*text, out);
		else
			fprintf(out, "\\x%02x", (unsigned char)*text);
	}
}

static unsigned shown_width(unsigned char c, unsigned column)
{
	if (c == '\t')
		return TAB_WIDTH - column % TAB_WIDTH;
	return is_printable(c) ? 1 : 4;
}

static void put_repeated(FILE *out, int c, unsigned count)
{
	while (count-- > 0)
		putc(c, out);
}

/* Bytes [begin, end) of the text; returns the columns that they take. Prints nothing when out is
 * NULL. */
static unsigned put_excerpt(
	FILE *out, const char *text, uint32_t begin, uint32_t end, unsigned column)
{
	unsigned first = column;

	for (uint32_t i = begin; i < end; i++) {
		unsigned char c = (unsigned char)text[i];
		unsigned width = shown_width(c, column);

		column += width;
		if (out == NULL)
			continue;
		if (c == '\t')
			put_repeated(out, ' ', width);
		else if (is_printable(c))
			putc(c, out);
		else
			fprintf(out, "\\x%02x", c);
	}
	return column - first;
}

/* The line, and below it a caret under the span's first byte and a tail under its others. */
static void put_line(FILE *out, struct idl_span span, struct source_place place)
{
	const char *text = span.source->text;
	uint32_t begin = place.line_begin, end = place.line_end;
	uint32_t at = span.begin < end ? span.begin : end, until = span.end < end ? span.end : end;
	unsigned indent, width;

	if (end - begin > EXCERPT_SIZE) {
		if (at - begin > EXCERPT_BEFORE)
			begin = at - EXCERPT_BEFORE;
		if (end - begin > EXCERPT_SIZE)
			end = begin + EXCERPT_SIZE;
	}
	if (until > end)
		until = end;
	fprintf(out, "%5u | %s", place.line, begin > place.line_begin ? "..." : "");
	put_excerpt(out, text, begin, end, 0);
	fprintf(out, "%s\n      | %s", end < place.line_end ? "..." : "",
		begin > place.line_begin ? "   " : "");
	indent = put_excerpt(NULL, text, begin, at, 0);
	width = at < until ? put_excerpt(NULL, text, at, until, indent) : 1;
	put_repeated(out, ' ', indent);
	putc('^', out);
	put_repeated(out, '~', width - 1);
	putc('\n', out);
}

static const char *option_of(enum level level, int warning, bool fatal)
{
	if (level == LEVEL_NOTE || warning < 0)
		return NULL;
	return fatal ? "-Werror=" : "-W";
}

static void put_text(
	struct diag *diag, enum level level, int warning, struct idl_span span, const char *message)
{
	struct source_place place = source_place(span.source, span.begin);
	const char *option = option_of(level, warning, level == LEVEL_ERROR);

	diag_put_escaped(diag->out, span.source->path);
	fprintf(diag->out, ":%u:%u: %s: ", place.line, place.column, level_names[level]);
	diag_put_escaped(diag->out, message);
	if (option != NULL)
		fprintf(diag->out, " [%s%s]", option, warning_names[warning]);
	putc('\n', diag->out);
	put_line(diag->out, span, place);
}

/* The length of the UTF-8 character at s and its number, or 1 and U+FFFD when it is none. */
static unsigned decode_utf8(const unsigned char *s, uint32_t *number)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned size = s[0] < 0x80   ? 1
			: s[0] < 0xc0 ? 0
			: s[0] < 0xe0 ? 2
			: s[0] < 0xf0 ? 3
			: s[0] < 0xf8 ? 4
				      : 0;
	uint32_t n = size == 1 ? s[0] : size == 0 ? 0 : s[0] & (0x7fu >> size);

	for (unsigned i = 1; i < size; i++) {
		if ((s[i] & 0xc0) != 0x80) {
			size = 0;
			break;
		}
		n = n << 6 | (s[i] & 0x3fu);
	}
	if (size == 0 || n < least[size] || n > 0x10ffff || (n >= 0xd800 && n < 0xe000)) {
		*number = 0xfffd;
		return 1;
	}
	*number = n;
	return size;
}

static void put_json_string(FILE *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	putc('"', out);
	while (*s != '\0') {
		uint32_t n;

		s += decode_utf8(s, &n);
		if (n == '"' || n == '\\')
			fprintf(out, "\\%c", (int)n);
		else if (n >= 0x20 && n < 0x7f)
			putc((int)n, out);
		else if (n < 0x10000)
			fprintf(out, "\\u%04x", n);
		else
			fprintf(out, "\\u%04x\\u%04x", 0xd800 + ((n - 0x10000) >> 10),
				0xdc00 + (n & 0x3ff));
	}
	putc('"', out);
}

/* One object a line, so that a reader need not wait for the end. */
static void put_json(
	struct diag *diag, enum level level, int warning, struct idl_span span, const char *message)
{
	struct source_place place = source_place(span.source, span.begin);
	struct source_place end = source_place(span.source, span.end);

	fprintf(diag->out, "{\"severity\": \"%s\", \"file\": ", level_names[level]);
	put_json_string(diag->out, span.source->path);
	fprintf(diag->out, ", \"line\": %u, \"column\": %u, \"end_line\": %u, \"end_column\": %u",
		place.line, place.column, end.line, end.column);
	if (warning >= 0 && level != LEVEL_NOTE)
		fprintf(diag->out, ", \"warning\": \"%s\"", warning_names[warning]);
	fputs(", \"message\": ", diag->out);
	put_json_string(diag->out, message);
	fputs("}\n", diag->out);
}

static void put(struct diag *diag, enum level level, int warning, struct idl_span span,
	const char *format, va_list args)
{
	char message[1024];

	if (diag->out == NULL)
		return;
	vsnprintf(message, sizeof(message), format, args);
	if (diag->format == DIAG_JSON)
		put_json(diag, level, warning, span, message);
	else
		put_text(diag, level, warning, span, message);
}

static void put_plain(struct diag *diag, const char *path, const char *message)
{
	if (diag->out == NULL)
		return;
	if (diag->format == DIAG_JSON) {
		fputs("{\"severity\": \"error\", \"file\": ", diag->out);
		put_json_string(diag->out, path);
		fputs(", \"message\": ", diag->out);
		put_json_string(diag->out, message);
		fputs("}\n", diag->out);
		return;
	}
	diag_put_escaped(diag->out, path);
	fputs(": error: ", diag->out);
	diag_put_escaped(diag->out, message);
	putc('\n', diag->out);
}

/* False: one too many, which is not printed. */
static bool count_error(struct diag *diag)
{
	diag->quiet_notes = diag_is_full(diag);
	if (diag->quiet_notes)
		return false;
	diag->error_count++;
	return true;
}

void diag_finish(struct diag *diag, const char *path)
{
	if (diag_is_full(diag))
		put_plain(diag, path, "stopped after 20 errors");
}

void diag_error(struct diag *diag, struct idl_span span, const char *format, ...)
{
	va_list args;

	if (!count_error(diag))
		return;
	va_start(args, format);
	put(diag, LEVEL_ERROR, -1, span, format, args);
	va_end(args);
}

void diag_error_plain(struct diag *diag, const char *path, const char *format, ...)
{
	char message[1024];
	va_list args;

	if (!count_error(diag))
		return;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	diag->is_system = true;
	put_plain(diag, path, message);
}

void diag_warn(
	struct diag *diag, enum diag_warning warning, struct idl_span span, const char *format, ...)
{
	bool fatal = (diag->fatal & 1u << warning) != 0;
	va_list args;

	diag->quiet_notes = true;
	if ((diag->silenced & 1u << warning) != 0)
		return;
	if (fatal && !count_error(diag))
		return;
	diag->warning_count += !fatal;
	diag->quiet_notes = false;
	va_start(args, format);
	put(diag, fatal ? LEVEL_ERROR : LEVEL_WARNING, (int)warning, span, format, args);
	va_end(args);
}

void diag_note(struct diag *diag, struct idl_span span, const char *format, ...)
{
	va_list args;

	if (diag->quiet_notes)
		return;
	va_start(args, format);
	put(diag, LEVEL_NOTE, -1, span, format, args);
	va_end(args);
}

/* The bits of one warning by its name, of all by NULL; 0: there is none of that name. */
static uint32_t warning_bits(const char *name)
{
	if (name == NULL)
		return (1u << DIAG_WARNING_COUNT) - 1;
	for (unsigned i = 0; i < DIAG_WARNING_COUNT; i++) {
		if (strcmp(name, warning_names[i]) == 0)
			return 1u << i;
	}
	return 0;
}

static const char *skip_prefix(const char *text, const char *prefix)
{
	size_t size = strlen(prefix);

	return strncmp(text, prefix, size) == 0 ? text + size : NULL;
}

bool diag_set_warning(struct diag *diag, const char *option)
{
	const char *name;
	uint32_t bits;

	if (strcmp(option, "error") == 0) {
		diag->fatal |= warning_bits(NULL);
		return true;
	}
	if ((name = skip_prefix(option, "error=")) != NULL) {
		bits = warning_bits(name);
		diag->fatal |= bits;
		diag->silenced &= ~bits;
	} else if ((name = skip_prefix(option, "no-error=")) != NULL) {
		bits = warning_bits(name);
		diag->fatal &= ~bits;
	} else if ((name = skip_prefix(option, "no-")) != NULL) {
		bits = warning_bits(name);
		diag->silenced |= bits;
	} else {
		bits = warning_bits(option);
		diag->silenced &= ~bits;
	}
	return bits != 0;
}
