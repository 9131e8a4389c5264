// SPDX-License-Identifier: GPL-2.0-or-later
/* The host layer of a dry run, which withholds calls that may change something. */
#include "device.h"
#include "host.h"

#include <errno.h>
#include <fcntl.h>

static struct dry_run *self(struct host *host)
{
	return (struct dry_run *)host;
}

static int withhold(struct dry_run *dry, const struct unsent *unsent)
{
	if (!dry->tell)
		return -EPERM;
	dry->tell(dry->who, unsent);
	return 0;
}

static int withhold_named(struct host *host, const char *kind, const char *name, const char *text,
			  const char *verb)
{
	const struct unsent unsent = { .kind = kind, .name = name, .text = text, .verb = verb };

	return withhold(self(host), &unsent);
}

/* A command passes only by host_command(), whose caller knows that the command only asks. */
static int dry_ioctl(struct host *host, int fd, unsigned long request, void *arg,
		     const struct host_command *command)
{
	struct dry_run *dry = self(host);
	const struct ioctl_def *row = ioctl_def(request);
	struct unsent unsent = { .kind = "ioctl", .number = request, .link = " to" };

	if (command ? command->asks : row && row->question)
		return host_command(dry->host.below, fd, request, arg, command);
	if (dry->regular_file || (row && row->legacy_ide && !dry->legacy_ide))
		return -ENOTTY;
	if (row) {
		unsent.name = row->name;
		unsent.verb = row->verb;
		unsent.has_value =
			row->argument == IOCTL_VALUE || row->argument == IOCTL_INT_POINTER;
		if (row->argument == IOCTL_VALUE)
			unsent.value = (int64_t)(intptr_t)arg;
		else if (row->argument == IOCTL_INT_POINTER)
			unsent.value = *(const int *)arg;
	}
	return withhold(dry, &unsent);
}

static int dry_open(struct host *host, const char *path, int flags)
{
	/* closing a device that was open for writing makes udev probe the device */
	if (!(flags & (O_CREAT | O_TRUNC)))
		return host_open(host->below, path, (flags & ~O_ACCMODE) | O_RDONLY);
	withhold_named(host, "open", path, NULL, "open the file");
	return -EROFS;
}

static ssize_t dry_change(struct host *host, const struct file_change *change)
{
	struct unsent unsent = { .kind = "file", .name = change->path };
	int err;

	switch (change->kind) {
	case CHANGE_SETTING:
		unsent.text = change->data;
		unsent.verb = "set";
		unsent.link = " to";
		break;
	case CHANGE_SECTORS:
		unsent = (struct unsent){ .kind = "write",
					  .name = "zeros at byte",
					  .has_value = true,
					  .value = (int64_t)change->number,
					  .link = "" };
		break;
	case CHANGE_SAVE:
	case CHANGE_KEEP:
		unsent.text = "the data";
		unsent.verb = "write the file";
		break;
	case CHANGE_DROP:
		unsent.text = "removed";
		unsent.verb = "remove the file";
		break;
	case CHANGE_ROOM:
		unsent.has_value = true;
		unsent.value = (int64_t)change->number;
		unsent.text = "bytes of room";
		unsent.verb = "make the file";
		unsent.link = " with";
		break;
	case CHANGE_MAKE:
		unsent.text = "made";
		unsent.verb = "make the folder";
		break;
	case CHANGE_REMOVE:
		unsent.text = "removed";
		unsent.verb = "remove the folder";
		break;
	}
	err = withhold(self(host), &unsent);
	return err || change->kind != CHANGE_SECTORS ? err : (ssize_t)change->bytes;
}

static int dry_fsync(struct host *host, int fd)
{
	(void)fd;
	return withhold_named(host, "flush", "fsync", NULL, "write out the device's cached data:");
}

static void dry_sync(struct host *host)
{
	withhold_named(host, "flush", "sync", NULL, "write out the cached data of all disks:");
}

/* Do not withhold host_lock(), or an open with O_EXCL: both show whether the drive is in use. */
_Static_assert(sizeof(struct host_ops) == 24 * sizeof(void (*)(void)),
	       "struct host_ops has changed: decide what a dry run does with the new call");

static const struct host_ops dry_ops = {
	.open = dry_open,
	.ioctl = dry_ioctl,
	.change = dry_change,
	.fsync = dry_fsync,
	.sync = dry_sync,
};

void dry_run_init(struct dry_run *dry, struct host *real,
		  void (*tell)(void *who, const struct unsent *), void *who)
{
	*dry = (struct dry_run){ .host = { .ops = &dry_ops, .below = real },
				 .tell = tell,
				 .who = who };
}
