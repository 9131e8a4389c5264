// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake_machine.h"
#include "fake/kernel.h"
#include "host.h"
#include "lib/scratch.h"

#include "suites.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { FILES = 64, FIRST_FD = 100 };

struct fake_machine {
	struct host host; /* first: a struct host * is a struct fake_machine * */
	struct world *world;
	char folder[160]; /* holds sys/, proc/, dev/ and var/ */
	bool stale;	  /* the files differ from the world: see real_name() */
	struct {
		struct fake_device *dev;
		bool direct;
	} file[FILES];
	int real_files; /* open files of the real file system: an image of firmware */
	const char *input;
	char *log;
	size_t log_bytes;
};

static struct fake_machine *machine_of(struct host *host)
{
	return (struct fake_machine *)host;
}

static void log_line(void *who, const char *line)
{
	struct fake_machine *machine = who;
	size_t n = strlen(line);

	machine->log = realloc(machine->log, machine->log_bytes + n + 2);
	ck_assert_ptr_nonnull(machine->log);
	memcpy(machine->log + machine->log_bytes, line, n);
	strcpy(machine->log + machine->log_bytes + n, "\n");
	machine->log_bytes += n + 1;
}

static struct fake_device *device_of(struct fake_machine *machine, int fd)
{
	ck_assert_int_ge(fd, FIRST_FD);
	ck_assert_int_lt(fd, FIRST_FD + FILES);
	ck_assert_ptr_nonnull(machine->file[fd - FIRST_FD].dev);
	return machine->file[fd - FIRST_FD].dev;
}

static struct fake_call call_of(struct fake_machine *machine, struct fake_device *dev)
{
	return (struct fake_call){ machine->world, dev, log_line, machine };
}

static int fake_open(struct host *host, const char *path, int flags)
{
	struct fake_machine *machine = machine_of(host);
	struct fake_device *dev = world_find(machine->world, path);

	if (!dev) {
		int fd = host_kernel_ops.open(host, path, flags);

		machine->real_files += fd >= 0;
		return fd;
	}
	if (dev->open_err)
		return -dev->open_err;
	if ((flags & O_EXCL) && fake_in_use(machine->world, dev))
		return -EBUSY;
	for (int i = 0; i < FILES; i++) {
		if (machine->file[i].dev)
			continue;
		machine->file[i].dev = dev;
		machine->file[i].direct = flags & O_DIRECT;
		return FIRST_FD + i;
	}
	return -EMFILE;
}

static int fake_close(struct host *host, int fd)
{
	struct fake_machine *machine = machine_of(host);

	if (fd < FIRST_FD) {
		machine->real_files--;
		return host_kernel_ops.close(host, fd);
	}
	device_of(machine, fd);
	machine->file[fd - FIRST_FD].dev = NULL;
	return 0;
}

static int stat_of(const struct fake_device *dev, struct stat *st)
{
	memset(st, 0, sizeof(*st));
	st->st_mode = dev->character ? S_IFCHR : S_IFBLK;
	st->st_rdev = makedev(dev->major, dev->minor);
	return 0;
}

static int fake_fstat(struct host *host, int fd, struct stat *st)
{
	if (fd < FIRST_FD)
		return host_kernel_ops.fstat(host, fd, st);
	return stat_of(device_of(machine_of(host), fd), st);
}

static int fake_stat(struct host *host, const char *path, struct stat *st)
{
	const struct fake_device *dev = world_find(machine_of(host)->world, path);

	return dev ? stat_of(dev, st) : -ENOENT;
}

static int fake_host_ioctl(struct host *host, int fd, unsigned long request, void *arg,
			   const struct host_command *command)
{
	struct fake_machine *machine = machine_of(host);
	struct fake_call call = call_of(machine, device_of(machine, fd));

	(void)command;
	return fake_ioctl(&call, request, arg);
}

static ssize_t fake_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct fake_machine *machine = machine_of(host);
	struct fake_call call = call_of(machine, device_of(machine, fd));

	return fake_read(&call, buf, bytes, offset, machine->file[fd - FIRST_FD].direct);
}

static ssize_t fake_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct fake_machine *machine = machine_of(host);
	size_t n;

	if (fd)
		return host_kernel_ops.read_stream(host, fd, buf, size);
	n = machine->input ? strnlen(machine->input, size) : 0;
	memcpy(buf, machine->input ? machine->input : "", n);
	machine->input = machine->input ? machine->input + n : NULL;
	return (ssize_t)n;
}

static int fake_fsync(struct host *host, int fd)
{
	device_of(machine_of(host), fd);
	return 0;
}

static int fake_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	(void)exclusive;
	*holder = 0;
	device_of(machine_of(host), fd);
	return 0;
}

static void fake_sync(struct host *host)
{
	(void)host;
}

static void refresh_sysfs(struct fake_machine *machine)
{
	static const char *const folders[] = { "sys", "proc", "dev" };
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", machine->folder, folders[i]);
		scratch_empty(path);
	}
	ck_assert_int_eq(world_write_sysfs(machine->world, machine->folder), 0);
	machine->stale = false;
}

/* /sys, /proc and /var are files below the machine's folder. */
static const char *real_name(struct host *host, const char *path, char name[PATH_MAX])
{
	if (machine_of(host)->stale)
		refresh_sysfs(machine_of(host));
	snprintf(name, PATH_MAX, "%s%s", machine_of(host)->folder, path);
	return name;
}

static ssize_t fake_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	char name[PATH_MAX];

	return host_kernel_ops.read_file(host, real_name(host, path, name), buf, size);
}

/* realpath(3) in the machine; the result does not have the machine's folder. */
static ssize_t fake_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	size_t folder = strlen(machine_of(host)->folder);
	char name[PATH_MAX];
	ssize_t n = host_kernel_ops.real_path(host, real_name(host, path, name), buf, size);

	if (n < 0 || (size_t)n < folder)
		return n;
	memmove(buf, buf + folder, (size_t)n - folder + 1);
	return n - (ssize_t)folder;
}

static int fake_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	size_t folder = strlen(machine_of(host)->folder);
	char name[PATH_MAX];
	int err = host_kernel_ops.glob(host, real_name(host, pattern, name), paths);

	for (size_t i = 0; i < paths->n; i++)
		memmove(paths->path[i], paths->path[i] + folder,
			strlen(paths->path[i] + folder) + 1);
	return err;
}

/* Saved files and files of room are those of the tests: their paths stay. */
static ssize_t fake_change_file(struct host *host, const struct file_change *change)
{
	struct file_change own = *change;
	char name[PATH_MAX];

	if (own.kind == CHANGE_SETTING || own.kind == CHANGE_KEEP || own.kind == CHANGE_DROP)
		own.path = real_name(host, own.path, name);
	return host_kernel_ops.change(host, &own);
}

static ssize_t fake_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	char name[PATH_MAX];

	return host_kernel_ops.read_kept(host, real_name(host, path, name), buf, size);
}

static uint64_t fake_now(struct host *host)
{
	return machine_of(host)->world->nanoseconds;
}

static void fake_sleep(struct host *host, uint64_t ns)
{
	machine_of(host)->world->nanoseconds += ns;
}

static const struct host_ops *fake_ops(struct host_ops *ops)
{
	*ops = host_kernel_ops;
	ops->open = fake_open;
	ops->close = fake_close;
	ops->fstat = fake_fstat;
	ops->stat = fake_stat;
	ops->ioctl = fake_host_ioctl;
	ops->pread = fake_pread;
	ops->read_stream = fake_read_stream;
	ops->fsync = fake_fsync;
	ops->sync = fake_sync;
	ops->drop_cache = fake_fsync;
	ops->lock = fake_lock;
	ops->read_file = fake_read_file;
	ops->change = fake_change_file;
	ops->real_path = fake_real_path;
	ops->link_target = fake_real_path;
	ops->glob = fake_glob;
	ops->read_kept = fake_read_kept;
	ops->now_ns = fake_now;
	ops->sleep_ns = fake_sleep;
	return ops;
}

void fake_add(struct fake_machine *machine, const char *device)
{
	char message[256];

	ck_assert_msg(!world_add(machine->world, device, ".", message, sizeof(message)), "%s: %s",
		      device, message);
	machine->stale = true;
}

void fake_change(struct fake_machine *machine, const char *change)
{
	char message[256];

	ck_assert_msg(!world_change(machine->world, change, ".", message, sizeof(message)),
		      "%s: %s", change, message);
	machine->stale = true;
}

static void make_var(struct fake_machine *machine)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/var", machine->folder);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/var/lib", machine->folder);
	ck_assert_int_eq(mkdir(path, 0755), 0);
}

struct fake_machine *fake_machine(const char *device)
{
	struct fake_machine *machine = calloc(1, sizeof(*machine));
	struct host_ops *ops = malloc(sizeof(*ops));

	ck_assert_ptr_nonnull(machine);
	ck_assert_ptr_nonnull(ops);
	machine->host.ops = fake_ops(ops);
	machine->world = calloc(1, sizeof(*machine->world));
	ck_assert_ptr_nonnull(machine->world);
	machine->world->magic = WORLD_MAGIC;
	snprintf(machine->folder, sizeof(machine->folder), "%s/machine-XXXXXX", scratch_folder());
	ck_assert_ptr_nonnull(mkdtemp(machine->folder));
	make_var(machine);
	fake_add(machine, device);
	return machine;
}

void fake_machine_free(struct fake_machine *machine)
{
	scratch_empty(machine->folder);
	rmdir(machine->folder);
	free((void *)(uintptr_t)machine->host.ops);
	free(machine->world);
	free(machine->log);
	free(machine);
}

struct host *fake_host(struct fake_machine *machine)
{
	return &machine->host;
}

const char *fake_machine_log(const struct fake_machine *machine)
{
	return machine->log ? machine->log : "";
}

void fake_machine_log_clear(struct fake_machine *machine)
{
	free(machine->log);
	machine->log = NULL;
	machine->log_bytes = 0;
}

void fake_input(struct fake_machine *machine, const char *text)
{
	machine->input = text;
}

unsigned fake_commands(const struct fake_machine *machine)
{
	unsigned commands = 0;

	for (unsigned i = 0; i < machine->world->devices; i++)
		commands += machine->world->device[i].drive.commands;
	return commands;
}

int fake_open_files(const struct fake_machine *machine)
{
	int open = machine->real_files;

	for (int i = 0; i < FILES; i++)
		open += machine->file[i].dev != NULL;
	return open;
}
