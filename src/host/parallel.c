// SPDX-License-Identifier: GPL-2.0-or-later
/* Work in child processes, and shared memory. */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum state { WAITING, RUNNING, ENDED };

struct process {
	enum state state;
	pid_t pid;
	int fd, status;
	char *said; /* frames, as received through the pipe */
	size_t bytes, room;
	bool lost; /* memory ran out: output may be missing */
};

struct parallel {
	size_t n;
	unsigned running;
	pid_t parent;
	struct pollfd *polls;
	int *result; /* the number that each child stores for the parent, in shared memory */
	struct process piece[];
};

/* Header of a text in the pipe. */
struct frame {
	uint32_t to_err, bytes;
};

void *host_shared(size_t bytes)
{
	const int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
	/* cppcheck-suppress invalidFunctionArg ; with MAP_ANONYMOUS the descriptor is -1 */
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	return memory;
}

void host_shared_free(void *memory, size_t bytes)
{
	munmap(memory, bytes);
}

struct parallel *parallel_new(size_t n)
{
	const struct sigaction kept = { .sa_handler = SIG_DFL };
	struct parallel *all = calloc(1, sizeof(*all) + n * sizeof(struct process));

	if (!all)
		return NULL;
	all->n = n;
	all->parent = getpid();
	all->polls = calloc(n, sizeof(*all->polls));
	/* set SIG_DFL: if SIGCHLD is ignored, children leave no exit status */
	sigaction(SIGCHLD, &kept, NULL);
	all->result = host_shared(n * sizeof(*all->result));
	if (all->polls && all->result)
		return all;
	parallel_free(all, false);
	return NULL;
}

void parallel_free(struct parallel *all, bool ends)
{
	if (!all)
		return;
	for (size_t i = 0; i < all->n; i++) {
		if (all->piece[i].state == RUNNING && !ends)
			close(all->piece[i].fd);
		free(all->piece[i].said);
	}
	if (all->result && !ends)
		host_shared_free(all->result, all->n * sizeof(*all->result));
	free(all->polls);
	free(all);
}

/* Bit 0 of `cookie`: the text is for stderr; the other bits: the descriptor of the pipe. */
static ssize_t write_frames(void *cookie, const char *text, size_t bytes)
{
	const int fd = (int)((intptr_t)cookie >> 1);
	struct {
		struct frame frame;
		char text[4096];
	} packet = { .frame.to_err = (uint32_t)((intptr_t)cookie & 1) };

	for (size_t done = 0; done < bytes; done += packet.frame.bytes) {
		size_t n = bytes - done, sent = 0;

		if (n > sizeof(packet.text))
			n = sizeof(packet.text);
		packet.frame.bytes = (uint32_t)n;
		memcpy(packet.text, text + done, n);
		while (sent < sizeof(packet.frame) + n) {
			ssize_t put = write(fd, (const char *)&packet + sent,
					    sizeof(packet.frame) + n - sent);

			if (put < 0 && errno != EINTR)
				return 0;
			sent += put > 0 ? (size_t)put : 0;
		}
	}
	return (ssize_t)bytes;
}

static FILE *open_stream(int fd, bool to_err)
{
	const cookie_io_functions_t calls = { .write = write_frames };
	FILE *file = fopencookie((void *)((intptr_t)fd << 1 | to_err), "w", calls);

	if (file && to_err)
		setvbuf(file, NULL, _IONBF, 0);
	return file;
}

static void close_from_to(int from, int to)
{
#ifdef SYS_close_range /* the system call exists since Linux 5.9 */
	if (!syscall(SYS_close_range, (unsigned)from, (unsigned)to, 0u))
		return;
#endif
	while (from <= to)
		close(from++);
}

/*
 * Close the parent's ends of the siblings' pipes: if the parent dies, a sibling that writes must
 * get an error, not wait until this child ends. One call closes each run of adjacent numbers.
 */
static void close_siblings(const struct parallel *all)
{
	int from = 0, to = -1;

	for (size_t i = 0; i < all->n; i++) {
		int fd = all->piece[i].fd;

		if (all->piece[i].state != RUNNING)
			continue;
		if (to >= 0 && fd != to + 1)
			close_from_to(from, to);
		if (to < 0 || fd != to + 1)
			from = fd;
		to = fd;
	}
	if (to >= 0)
		close_from_to(from, to);
}

static void begin_child(struct parallel *all)
{
	if (!prctl(PR_SET_PDEATHSIG, SIGTERM) && getppid() != all->parent)
		kill(getpid(), SIGTERM);
	close_siblings(all);
	for (size_t i = 0; i < all->n; i++)
		all->piece[i].state = WAITING;
}

/* The child's streams are opened before the fork: the child could not report a failure. */
int parallel_start(struct parallel *all, size_t i, FILE **out, FILE **err)
{
	int ends[2], failed = 0;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	/* closing these streams does not close the pipe */
	*out = open_stream(ends[1], false);
	*err = *out ? open_stream(ends[1], true) : NULL;
	if (!*err) {
		if (*out)
			fclose(*out);
		close(ends[0]);
		close(ends[1]);
		return -ENOMEM;
	}
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		begin_child(all);
		return 0;
	}
	if (pid < 0)
		failed = -errno;
	fclose(*out);
	fclose(*err);
	close(ends[1]);
	if (failed) {
		close(ends[0]);
		return failed;
	}
	all->piece[i].state = RUNNING;
	all->piece[i].pid = pid;
	all->piece[i].fd = ends[0];
	all->running++;
	return 1;
}

void parallel_store_result(struct parallel *all, size_t i, int number)
{
	all->result[i] = number;
}

int parallel_result(const struct parallel *all, size_t i)
{
	return all->result[i];
}

unsigned parallel_running_count(const struct parallel *all)
{
	return all->running;
}

bool parallel_was_started(const struct parallel *all, size_t i)
{
	return all->piece[i].state != WAITING;
}

bool parallel_has_ended(const struct parallel *all, size_t i)
{
	return all->piece[i].state == ENDED;
}

int parallel_status(const struct parallel *all, size_t i)
{
	return all->piece[i].status;
}

enum { STEP = 4096 };

static void read_output(struct parallel *all, struct process *piece)
{
	char nowhere[STEP];
	int status = 0;
	ssize_t got;

	if (!piece->lost && piece->room - piece->bytes < STEP) {
		char *more = realloc(piece->said, piece->room * 2 + STEP);

		piece->lost = !more;
		if (more) {
			piece->said = more;
			piece->room = piece->room * 2 + STEP;
		}
	}
	if (piece->lost)
		got = read(piece->fd, nowhere, sizeof(nowhere));
	else
		got = read(piece->fd, piece->said + piece->bytes, piece->room - piece->bytes);
	if (got > 0 && !piece->lost)
		piece->bytes += (size_t)got;
	if (got > 0 || (got < 0 && errno == EINTR))
		return;
	close(piece->fd);
	while (waitpid(piece->pid, &status, 0) < 0 && errno == EINTR)
		;
	piece->status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
	piece->state = ENDED;
	all->running--;
}

void parallel_terminate(const struct parallel *all)
{
	for (size_t i = 0; i < all->n; i++) {
		if (all->piece[i].state == RUNNING)
			kill(all->piece[i].pid, SIGTERM);
	}
}

bool parallel_wait(struct parallel *all, int ms)
{
	bool blind, any = false;

	for (size_t i = 0; i < all->n; i++) {
		all->polls[i].fd = all->piece[i].state == RUNNING ? all->piece[i].fd : -1;
		all->polls[i].events = POLLIN;
		all->polls[i].revents = 0;
	}
	/* after an error of poll(), read from the children one after the other */
	blind = poll(all->polls, all->n, ms) < 0 && errno != EINTR;
	for (size_t i = 0; i < all->n; i++) {
		if (!all->polls[i].revents && !(blind && all->polls[i].fd >= 0))
			continue;
		read_output(all, &all->piece[i]);
		any = true;
	}
	return any;
}

void parallel_hand_out(const struct parallel *all, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who)
{
	const struct process *piece = &all->piece[i];
	size_t at = 0;

	while (piece->bytes - at >= sizeof(struct frame)) {
		struct frame frame;

		memcpy(&frame, piece->said + at, sizeof(frame));
		at += sizeof(frame);
		if (frame.bytes > piece->bytes - at)
			return;
		say(who, frame.to_err, piece->said + at, frame.bytes);
		at += frame.bytes;
	}
}

bool parallel_lost(const struct parallel *all, size_t i)
{
	return all->piece[i].lost;
}

struct gathered {
	char *text; /* NULL: the bytes are only counted */
	size_t bytes;
};

static void gather_output(void *who, bool to_err, const char *text, size_t bytes)
{
	struct gathered *gathered = who;

	if (to_err)
		return;
	if (gathered->text)
		memcpy(gathered->text + gathered->bytes, text, bytes);
	gathered->bytes += bytes;
}

char *parallel_text(const struct parallel *all, size_t i)
{
	struct gathered gathered = { NULL, 0 };

	parallel_hand_out(all, i, gather_output, &gathered);
	gathered.text = malloc(gathered.bytes + 1);
	gathered.bytes = 0;
	if (!gathered.text)
		return NULL;
	parallel_hand_out(all, i, gather_output, &gathered);
	gathered.text[gathered.bytes] = '\0';
	return gathered.text;
}
