/* SPDX-License-Identifier: MIT */
/* Escaping, colours and errors. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unictype.h>
#include <unistd.h>
#include "interrupt.h"
#include "json_text.h"

/*
 * Opens a new file beside the one that is wanted. What is no regular file (/dev/null, a pipe), or
 * stands where no file can be made, is written to as it is.
 */
static FILE *open_output(struct out *out, const char *path)
{
	struct stat status;
	bool exists = stat(path, &status) == 0;
	char *real = exists ? realpath(path, NULL) : strdup(path);
	char *temporary = real != NULL ? malloc(strlen(real) + 32) : NULL;
	int fd = -1;

	if (temporary != NULL && (!exists || S_ISREG(status.st_mode))) {
		sprintf(temporary, "%s.%ld.tmp", real, (long)getpid());
		fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	}
	if (fd < 0) {
		free(temporary);
		free(real);
		return fopen(path, "wb");
	}
	interrupt_temporary(temporary);
	if (exists)
		fchmod(fd, status.st_mode & 07777); /* if not, then it has the usual mode */
	out->temporary = temporary;
	out->path = real;
	return fdopen(fd, "wb");
}

bool out_open(struct out *out, const struct options *options)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *term = getenv("TERM");
	struct winsize size;

	*out = (struct out){ .file = stdout, .width = 80 };
	if (options->output != NULL) {
		out->file = open_output(out, options->output);
		if (out->file == NULL)
			out_error("%s: %s", options->output, strerror(errno));
		return out->file != NULL;
	}
	out->is_terminal = isatty(STDOUT_FILENO) == 1;
	if (out->is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
		out->width = size.ws_col;
	out->utf8 = out->is_terminal && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	out->colour = out->is_terminal && (no_colour == NULL || *no_colour == '\0') &&
		(term == NULL || strcmp(term, "dumb") != 0);
	if (options->has_colour)
		out->colour = options->colour;
	interrupt_colour(out->is_terminal && out->colour);
	if (!out->is_terminal)
		setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	return true;
}

/* Puts the file in its place, or takes it away. */
static bool settle(struct out *out, bool keeps)
{
	bool done = !keeps || rename(out->temporary, out->path) == 0;
	int error = errno;

	if (!keeps || !done)
		unlink(out->temporary);
	interrupt_temporary(NULL);
	free(out->temporary);
	free(out->path);
	errno = error;
	return done;
}

bool out_close(struct out *out, bool has_worth)
{
	bool failed = ferror(out->file) != 0;

	errno = 0;
	if (out->file == stdout ? fflush(stdout) != 0 : fclose(out->file) != 0)
		failed = true;
	if (out->temporary != NULL && !settle(out, has_worth && !failed))
		failed = true;
	if (failed)
		out_error("cannot write the output: %s",
			errno != 0 ? strerror(errno) : "write error");
	interrupt_colour(false);
	return !failed;
}

/* Whether a terminal may have it as it is: letters, marks, numbers, punctuation, symbols and the
 * space. */
static bool is_shown(const struct out *out, int32_t code)
{
	if (code < 0x7f)
		return code >= 0x20;
	return out->utf8 &&
		uc_is_general_category_withtable((ucs4_t)code,
			UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N |
				UC_CATEGORY_MASK_P | UC_CATEGORY_MASK_S);
}

static void put_code(struct out *out, const uint8_t *bytes, size_t used, int32_t code)
{
	if (code == '"' || code == '\\')
		fprintf(out->file, "\\%c", (int)code);
	else if (code == '\n')
		fputs("\\n", out->file);
	else if (code == '\t')
		fputs("\\t", out->file);
	else if (code == '\r')
		fputs("\\r", out->file);
	else if (code >= 0 && is_shown(out, code))
		fwrite(bytes, 1, used, out->file);
	else if (code >= 0x80)
		fprintf(out->file, "\\u{%x}", (unsigned)code);
	else
		fprintf(out->file, "\\x%02x", bytes[0]);
}

void out_text(struct out *out, const void *bytes, size_t size, size_t most)
{
	const uint8_t *p = bytes;
	size_t left = most != 0 && size > most ? most : size;
	size_t used;

	putc('"', out->file);
	while (left > 0) {
		/* A sequence that the cut goes through still counts as one. */
		int32_t code =
			json_text_code_point(p, size - (size_t)(p - (const uint8_t *)bytes), &used);

		put_code(out, p, used, code);
		p += used;
		left -= used < left ? used : left;
	}
	putc('"', out->file);
	if (most != 0 && size > most)
		fprintf(out->file, "... (%zu bytes)", size);
}

void out_hex(struct out *out, const void *bytes, size_t size, size_t most)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *p = bytes;
	size_t shown = most != 0 && size > most ? most : size;
	size_t i;

	for (i = 0; i < shown; i++) {
		putc(digits[p[i] >> 4], out->file);
		putc(digits[p[i] & 15], out->file);
	}
	if (shown < size)
		fprintf(out->file, "... (%zu bytes)", size);
}

void out_colour(struct out *out, enum colour colour)
{
	static const char *const codes[] = {
		[COLOUR_NONE] = "0",
		[COLOUR_NAME] = "34",
		[COLOUR_TYPE] = "36",
		[COLOUR_STRING] = "32",
		[COLOUR_NUMBER] = "33",
		[COLOUR_DIM] = "2",
		[COLOUR_BAD] = "31",
		[COLOUR_ADDED] = "32",
	};

	if (out->colour)
		fprintf(out->file, "\033[%sm", codes[colour]);
}

/* Whatever is not printable ASCII is escaped, wherever in the text it came from. */
static size_t put_line(char *line, size_t room, const char *format, va_list args)
{
	char text[2048];
	size_t at = (size_t)snprintf(line, room, "ingot: ");
	const char *p;

	vsnprintf(text, sizeof(text), format, args);
	for (p = text; *p != '\0' && at + 6 < room; p++)
		if (*p >= 0x20 && *p < 0x7f)
			line[at++] = *p;
		else
			at += (size_t)snprintf(line + at, 5, "\\x%02x", (unsigned char)*p);
	line[at++] = '\n';
	line[at] = '\0';
	return at;
}

size_t out_line(char *line, size_t room, const char *format, ...)
{
	va_list args;
	size_t size;

	va_start(args, format);
	size = put_line(line, room, format, args);
	va_end(args);
	return size;
}

/* One line in one write. */
void out_error(const char *format, ...)
{
	char line[4 * 2048 + 16];
	va_list args;
	size_t size;

	va_start(args, format);
	size = put_line(line, sizeof(line), format, args);
	va_end(args);
	fflush(stdout);
	fwrite(line, 1, size, stderr);
}

void out_plain(struct out *out, const char *text)
{
	for (; *text != '\0'; text++)
		if (*text >= 0x20 && *text < 0x7f)
			putc(*text, out->file);
		else
			fprintf(out->file, "\\x%02x", (unsigned char)*text);
}
