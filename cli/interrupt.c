/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "options.h"
#include "out.h"

static struct {
	const char *volatile temporary;
	struct interrupt_mapping *volatile mappings;
	volatile sig_atomic_t has_colour, has_progress;
} state;

/* Nobody is told when this fails: there is nothing left to do. */
static void say(int fd, const char *text)
{
	ssize_t written = write(fd, text, strlen(text));

	(void)written;
}

static void tidy_up(void)
{
	if (state.has_progress)
		say(STDERR_FILENO, "\n");
	if (state.has_colour)
		say(STDOUT_FILENO, "\033[0m");
	if (state.temporary != NULL)
		unlink(state.temporary);
}

/* By the same signal, so that the shell knows. */
static void die(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

static void stop(int number)
{
	tidy_up();
	die(number);
}

static void lose_file(int number, siginfo_t *info, void *context)
{
	const unsigned char *at = info->si_addr;
	const struct interrupt_mapping *mapping;

	(void)context;
	tidy_up();
	for (mapping = state.mappings; mapping != NULL; mapping = mapping->next) {
		/* The last page goes on behind the file's end. */
		if (at >= mapping->bytes && (size_t)(at - mapping->bytes) < mapping->size) {
			say(STDERR_FILENO, mapping->line);
			_exit(EXIT_USAGE);
		}
	}
	die(number); /* a fault of our own */
}

void interrupt_begin(void)
{
	static const int stops[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	struct sigaction action = { .sa_handler = stop }, old;
	size_t i;

	sigemptyset(&action.sa_mask);
	for (i = 0; i < sizeof(stops) / sizeof(stops[0]); i++)
		/* nohup and shells that ignore one mean it. */
		if (sigaction(stops[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(stops[i], &action, NULL);
	action.sa_sigaction = lose_file;
	action.sa_flags = SA_SIGINFO | SA_NODEFER;
	sigaction(SIGBUS, &action, NULL);
}

void interrupt_temporary(const char *path)
{
	state.temporary = path;
}

void interrupt_map(
	struct interrupt_mapping *mapping, const void *bytes, size_t size, const char *name)
{
	mapping->bytes = bytes;
	mapping->size = size;
	out_line(mapping->line, sizeof(mapping->line), "%s: it became shorter while it was read",
		name);
	mapping->next = state.mappings;
	state.mappings = mapping;
}

void interrupt_unmap(struct interrupt_mapping *mapping)
{
	struct interrupt_mapping *before;

	if (state.mappings == mapping) {
		state.mappings = mapping->next;
		return;
	}
	for (before = state.mappings; before != NULL && before->next != mapping;
		before = before->next)
		continue;
	if (before != NULL)
		before->next = mapping->next;
}

void interrupt_colour(bool is_on)
{
	state.has_colour = is_on;
}

void interrupt_progress(bool is_shown)
{
	state.has_progress = is_shown;
}
