/* SPDX-License-Identifier: MIT */
/* Help, the man page and the completions of shells. */
#include "help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "option_table.h"

static const char exit_text[] =
	"Exit status: 0, 1 when the bytes are wrong (or differ), 2 for usage and system errors.";

void help_all(void)
{
	const struct verb_row *row;

	printf("usage: ingot VERB [OPTION]... FILE...\n\n"
	       "Looks into Thrift wire bytes, with or without the IDL.\n\n");
	for (row = verb_rows; row->name != NULL; row++)
		printf("  %-9s %s\n", row->name, row->about);
	printf("\nFILE may be - for stdin. `ingot VERB --help` tells more about one.\n%s\n",
		exit_text);
}

void help_verb(enum verb verb)
{
	const struct option_row *option;
	const struct verb_row *row = verb_rows;

	while (row->verb != verb)
		row++;
	printf("usage: ingot %s [OPTION]... %s\n\n%c%s.\n\nExamples:\n%s\nOptions:\n", row->name,
		row->usage, toupper(row->about[0]), row->about + 1, row->examples);
	for (option = option_rows; option->name != NULL; option++) {
		char text[80];

		if (!(option->verbs & (unsigned)verb))
			continue;
		if (option->letter != 0)
			printf("  -%c, ", option->letter);
		else
			printf("      ");
		snprintf(text, sizeof(text), "--%s%s%s", option->name,
			option->argument != NULL ? "=" : "",
			option->argument != NULL ? option->argument : "");
		printf(strlen(text) > 23 ? "%s\n                              %s\n" : "%-24s%s\n",
			text, option->help);
	}
	printf("\nWhat begins with - and is no option goes behind --.\n%s\n", exit_text);
}

/* Text for roff: backslashes and leading points mean something there. */
static void put_roff(const char *text)
{
	bool at_start = true;

	for (; *text != '\0'; text++) {
		if (at_start && (*text == '.' || *text == '\''))
			printf("\\&");
		at_start = *text == '\n';
		if (*text == '\\')
			printf("\\e");
		else if (*text == '-')
			printf("\\-");
		else
			putchar(*text);
	}
}

static void put_man_options(enum verb verb)
{
	const struct option_row *option;

	for (option = option_rows; option->name != NULL; option++) {
		if (!(option->verbs & (unsigned)verb))
			continue;
		printf(".TP\n\\fB");
		if (option->letter != 0)
			printf("\\-%c\\fR, \\fB", option->letter);
		printf("\\-\\-");
		put_roff(option->name);
		printf("\\fR");
		if (option->argument != NULL) {
			printf("=\\fI");
			put_roff(option->argument);
			printf("\\fR");
		}
		putchar('\n');
		put_roff(option->help);
		putchar('\n');
	}
}

void help_man(const char *version)
{
	const struct verb_row *row;

	printf(".TH INGOT 1 \"\" \"ingot %s\" \"User Commands\"\n"
	       ".SH NAME\ningot \\- look into Thrift wire bytes, with or without the IDL\n"
	       ".SH SYNOPSIS\n", version);
	for (row = verb_rows; row->name != NULL; row++) {
		printf(".B ingot %s\n[OPTION]... ", row->name);
		put_roff(row->usage);
		printf("\n.br\n");
	}
	printf(".SH DESCRIPTION\n"
	       "What the bytes are is found out: a bare struct or messages, in the binary or the\n"
	       "compact protocol, framed, with header transport, or the footer of a Parquet file.\n"
	       "FILE may be \\- for stdin; a PATH or FILE that begins with \\- goes behind \\-\\-.\n"
	       "Nothing from the bytes is printed unescaped. The text form,\n"
	       "paths and JSON are described in the documentation, docs/cli.md.\n");
	for (row = verb_rows; row->name != NULL; row++) {
		printf(".SH INGOT ");
		for (const char *p = row->name; *p != '\0'; p++)
			putchar(*p - 'a' + 'A');
		putchar('\n');
		putchar(toupper(row->about[0]));
		put_roff(row->about + 1);
		printf(".\n.PP\n.nf\n");
		put_roff(row->examples);
		printf(".fi\n");
		put_man_options(row->verb);
	}
	printf(".SH EXIT STATUS\n"
	       "0, 1 when the bytes are wrong (or differ), 2 for usage and system errors.\n"
	       ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\n"
	       "when set and not empty, no colours are used.\n.SH SEE ALSO\n.BR ingotc (1)\n");
}

/* a|b|c as words apart by blanks. */
static void put_choices(const char *choices)
{
	for (; *choices != '\0'; choices++)
		putchar(*choices == '|' ? ' ' : *choices);
}

static bool is_choice(const struct option_row *option)
{
	return option->argument != NULL && strchr(option->argument, '|') != NULL;
}

static void complete_bash(void)
{
	const struct option_row *option;
	const struct verb_row *row;

	printf("# bash completion for ingot\n_ingot() {\n"
	       "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
	       "\t[ \"$cur\" = = ] && cur= || "
	       "{ [ \"$prev\" = = ] && prev=${COMP_WORDS[COMP_CWORD - 2]}; }\n"
	       "\tif [ \"$COMP_CWORD\" = 1 ]; then\n\t\twords='");
	for (row = verb_rows; row->name != NULL; row++)
		printf("%s ", row->name);
	printf("--help --version'\n\telse\n\t\tcase ${COMP_WORDS[1]}:$prev in\n");
	for (row = verb_rows; row->name != NULL; row++)
		for (option = option_rows; option->name != NULL; option++)
			if ((option->verbs & (unsigned)row->verb) && is_choice(option)) {
				printf("\t\t%s:--%s) words='", row->name, option->name);
				put_choices(option->argument);
				printf("' ;;\n");
			}
	printf("\t\t*) case ${COMP_WORDS[1]}:$cur in\n");
	for (row = verb_rows; row->name != NULL; row++) {
		printf("\t\t\t%s:-*) words='", row->name);
		for (option = option_rows; option->name != NULL; option++)
			if (option->verbs & (unsigned)row->verb)
				printf("--%s ", option->name);
		printf("' ;;\n");
	}
	printf("\t\t\tesac ;;\n\t\tesac\n\tfi\n"
	       "\tif [ -n \"$words\" ]; then\n\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n\telse\n"
	       "\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n\tfi\n}\n"
	       "complete -o filenames -o bashdefault -F _ingot ingot\n");
}

/* Text in single quotes of a shell. */
static void put_quoted(const char *text)
{
	putchar('\'');
	for (; *text != '\0'; text++)
		if (*text == '\'')
			printf("'\\''");
		else
			putchar(*text);
	putchar('\'');
}

/* In zsh's specifications brackets and colons mean something. */
static void put_zsh(const char *text)
{
	for (; *text != '\0'; text++)
		if (strchr("[]:", *text) != NULL)
			printf("\\%c", *text);
		else if (*text == '\'')
			printf("'\\''");
		else
			putchar(*text);
}

static void complete_zsh(void)
{
	const struct option_row *option;
	const struct verb_row *row;

	printf("#compdef ingot\n_ingot() {\n\tif (( CURRENT == 2 )); then\n\t\tlocal -a verbs=(");
	for (row = verb_rows; row->name != NULL; row++) {
		printf("'%s:", row->name);
		put_zsh(row->about);
		printf("' ");
	}
	printf(")\n\t\t_describe verb verbs\n\t\treturn\n\tfi\n\tcase $words[2] in\n");
	for (row = verb_rows; row->name != NULL; row++) {
		printf("\t%s) shift words; (( CURRENT-- )); _arguments", row->name);
		for (option = option_rows; option->name != NULL; option++) {
			if (!(option->verbs & (unsigned)row->verb))
				continue;
			printf(" '--%s%s[", option->name, option->argument != NULL ? "=" : "");
			put_zsh(option->help);
			printf("]");
			if (is_choice(option)) {
				printf(":%s:(", option->name);
				put_choices(option->argument);
				printf(")");
			} else if (option->argument != NULL) {
				printf(":%s:_files", option->name);
			}
			printf("'");
		}
		printf(" '*:file:_files' ;;\n");
	}
	printf("\tesac\n}\n_ingot \"$@\"\n");
}

static void complete_fish(void)
{
	const struct option_row *option;
	const struct verb_row *row;

	printf("# fish completion for ingot\n");
	for (row = verb_rows; row->name != NULL; row++) {
		printf("complete -c ingot -n __fish_use_subcommand -a %s -d ", row->name);
		put_quoted(row->about);
		putchar('\n');
		for (option = option_rows; option->name != NULL; option++) {
			if (!(option->verbs & (unsigned)row->verb))
				continue;
			printf("complete -c ingot -n '__fish_seen_subcommand_from %s' -l %s",
				row->name, option->name);
			if (option->letter != 0)
				printf(" -s %c", option->letter);
			if (is_choice(option)) {
				printf(" -x -a '");
				put_choices(option->argument);
				printf("'");
			} else if (option->argument != NULL) {
				printf(" -r");
			}
			printf(" -d ");
			put_quoted(option->help);
			putchar('\n');
		}
	}
}

bool help_completion(const char *shell)
{
	if (strcmp(shell, "bash") == 0)
		complete_bash();
	else if (strcmp(shell, "zsh") == 0)
		complete_zsh();
	else if (strcmp(shell, "fish") == 0)
		complete_fish();
	else
		return false;
	return true;
}
