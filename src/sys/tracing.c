// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds by tracefs which processes use disks: writing processes by dirtied inodes (jbd2 or a
 * kworker writes the data later), reading processes by bios, senders of pass-through commands by
 * requests.
 */
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_BYTES = 1 << 14, FILTER_BYTES = 2048, COMM_COLUMNS = 16 };

static const struct {
	const char *event;
	bool by_name; /* the filter compares the text "8:0", not a dev_t */
	const char *all;
} events[] = {
	{ "writeback/writeback_mark_inode_dirty", true, "" },
	{ "block/block_bio_queue", false, "" },
	/* "N" of blk_fill_rwbs(): among others, pass-through requests */
	{ "block/block_rq_issue", false, " && rwbs ~ \"N*\"" },
};

static const char *const places[] = { "/sys/kernel/tracing/instances",
				      "/sys/kernel/debug/tracing/instances" };

static int write_setting(const struct tracing *t, const char *event, const char *name,
			 const char *text)
{
	char path[SYSFS_LOOKED_BYTES + 80];

	snprintf(path, sizeof(path), "%s/%s%s%s%s", t->path, *event ? "events/" : "", event,
		 *event ? "/" : "", name);
	return host_write_file(t->host, path, text);
}

static int set_event(const struct tracing *t, size_t i, const uint64_t *rdevs, size_t n)
{
	char filter[FILTER_BYTES] = "(";
	size_t at = 1;
	int err;

	for (size_t k = 0; k < n && at < sizeof(filter); k++) {
		unsigned major = rdev_major(rdevs[k]), minor = rdev_minor(rdevs[k]);
		const char *before = k ? " || " : "";

		if (events[i].by_name)
			at += (size_t)snprintf(filter + at, sizeof(filter) - at,
					       "%sname == \"%u:%u\"", before, major, minor);
		else /* the device number, formed as by MKDEV() of include/linux/kdev_t.h */
			at += (size_t)snprintf(filter + at, sizeof(filter) - at, "%sdev == %u",
					       before, major << 20 | minor);
	}
	if (at < sizeof(filter))
		at += (size_t)snprintf(filter + at, sizeof(filter) - at, ")%s", events[i].all);
	if (at >= sizeof(filter))
		return -E2BIG;
	err = write_setting(t, events[i].event, "filter", filter);
	return err ? err : write_setting(t, events[i].event, "enable", "1");
}

/* After SIGKILL, the program's instance "hdparm-PID" remains. */
static void remove_old(struct host *host, const char *place)
{
	char pattern[SYSFS_LOOKED_BYTES], process[32];
	struct host_paths old;

	snprintf(pattern, sizeof(pattern), "%s/hdparm-*", place);
	if (host_glob(host, pattern, &old))
		return;
	for (size_t i = 0; i < old.n; i++) {
		char name[COMM_BYTES];

		snprintf(process, sizeof(process), "/proc/%.10s/comm",
			 strrchr(old.path[i], '-') + 1);
		if (host_read_file(host, process, name, sizeof(name)) < 0)
			host_folder(host, old.path[i], false);
	}
	host_paths_free(&old);
}

int tracing_start(struct tracing *t, struct host *host, const uint64_t *rdevs, size_t n)
{
	char path[SYSFS_LOOKED_BYTES + 16], self[64];
	int err = -ENOENT;

	*t = (struct tracing){ .host = host, .fd = -1, .text = malloc(TRACE_BYTES) };
	if (!t->text)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && err; i++) {
		remove_old(host, places[i]);
		if (host_read_file(host, "/proc/self/stat", self, sizeof(self)) <= 0)
			self[0] = '\0';
		snprintf(t->path, sizeof(t->path), "%s/hdparm-%u", places[i],
			 (unsigned)strtoull(self, NULL, 10));
		err = host_folder(host, t->path, true);
		if (err == -EACCES)
			break;
	}
	if (err) {
		free(t->text);
		t->text = NULL;
		return err;
	}
	/* size in KiB for each processor, less than the default; an error does no harm */
	write_setting(t, "", "buffer_size_kb", "64");
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]) && !err; i++)
		err = set_event(t, i, rdevs, n);
	if (!err) {
		snprintf(path, sizeof(path), "%s/trace_pipe", t->path);
		t->fd = host_open(host, path, O_RDONLY | O_NONBLOCK);
		err = t->fd < 0 ? t->fd : 0;
	}
	if (err)
		tracing_stop(t);
	return err;
}

static const char *number_before(const char *text, char mark, uint64_t *number)
{
	char *end;

	if (!text || !is_digit(*text))
		return NULL;
	*number = strtoull(text, &end, 10);
	return *end == mark ? end + 1 : NULL;
}

/* Decode "8,0 R 2048 + 8 [cat]", or "8,0 N 512 () 0 + 0 [smartctl]". */
static bool decode_block(const char *text, struct disk_event *event)
{
	const char *comm = strchr(text, '['), *end = strrchr(text, ']'), *rwbs;
	uint64_t major, minor, sectors;
	size_t n;

	rwbs = number_before(number_before(text, ',', &major), ' ', &minor);
	if (!comm || !rwbs)
		return false;
	if (!end || end < comm)
		end = comm + strlen(comm);
	n = strcspn(rwbs, " ");
	event->rdev = rdev_make((unsigned)major, (unsigned)minor);
	snprintf(event->comm, sizeof(event->comm), "%.*s", (int)(end - comm - 1), comm + 1);
	if (*rwbs == 'N') {
		event->access = ACCESS_COMMAND;
		return true;
	}
	event->access = memchr(rwbs, 'R', n) && !memchr(rwbs, 'W', n) ? ACCESS_READ : ACCESS_WRITE;
	text = number_before(rwbs + n + (rwbs[n] == ' '), ' ', &event->sector);
	if (!text || strncmp(text, "+ ", 2) != 0 || !numbers_read(text + 2, &sectors, 1))
		return false;
	event->sectors = (unsigned)sectors;
	return true;
}

/* Decode "bdi 8:0: ino=12 state=I_DIRTY_SYNC flags=I_DIRTY_SYNC". */
static bool decode_dirty(const char *text, struct disk_event *event)
{
	static const char bdi[] = "bdi ", inode[] = " ino=";
	uint64_t major, minor;

	if (strncmp(text, bdi, strlen(bdi)) != 0)
		return false;
	text = number_before(number_before(text + strlen(bdi), ':', &major), ':', &minor);
	if (!text || strncmp(text, inode, strlen(inode)) != 0 ||
	    !numbers_read(text + strlen(inode), &event->sector, 1))
		return false;
	event->rdev = rdev_make((unsigned)major, (unsigned)minor);
	event->access = ACCESS_DIRTY;
	return true;
}

/*
 * Decode "             cat-812     [000] .....    45.123456: block_bio_queue: 8,0 R 2048 + 8
 * [cat]". The name is padded to COMM_COLUMNS bytes. Only the rest of a name with a newline is
 * shorter.
 */
static bool decode_event(char *line, struct disk_event *event)
{
	static const char dirty[] = ": writeback_mark_inode_dirty: ", block[] = ": block_";
	bool padded = strnlen(line, COMM_COLUMNS) == COMM_COLUMNS && line[COMM_COLUMNS] == '-';
	char *dash = padded ? line + COMM_COLUMNS : NULL, *at;
	char *processor = strstr(dash ? dash : line, " [");

	*event = (struct disk_event){ .rdev = 0 };
	if (!processor)
		return false;
	*processor = '\0';
	dash = dash ? dash : strrchr(line, '-');
	if (!dash)
		return false;
	*dash = '\0';
	event->pid = (unsigned)strtoull(dash + 1, NULL, 10);
	snprintf(event->comm, sizeof(event->comm), "%.15s", line + strspn(line, " "));
	at = strstr(processor + 1, dirty);
	if (at)
		return decode_dirty(at + strlen(dirty), event);
	at = strstr(processor + 1, block);
	at = at ? strstr(at + strlen(block), ": ") : NULL;
	return at && decode_block(at + strlen(": "), event);
}

bool tracing_next(struct tracing *t, struct disk_event *event)
{
	for (;;) {
		char *line = t->text + t->at;
		char *end = t->have > t->at ? memchr(line, '\n', t->have - t->at) : NULL;
		ssize_t got;

		if (end) {
			*end = '\0';
			t->at = (size_t)(end + 1 - t->text);
			if (!decode_event(line, event))
				continue;
			utf8_clean(event->comm);
			return true;
		}
		memmove(t->text, line, t->have - t->at);
		t->have -= t->at;
		t->at = 0;
		if (t->have + 1 >= TRACE_BYTES)
			t->have = 0;
		got = host_read_new(t->fd, t->text + t->have, TRACE_BYTES - t->have);
		if (got <= 0)
			return false;
		t->have += (size_t)got;
	}
}

void tracing_stop(struct tracing *t)
{
	if (!t->text)
		return;
	if (t->fd >= 0)
		host_close(t->host, t->fd);
	host_folder(t->host, t->path, false);
	free(t->text);
	t->text = NULL;
}
