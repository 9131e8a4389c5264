// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The LD_PRELOAD shim: redirects a real program's libc calls to the devices of a world. FAKE_WORLD
 * names a folder with the files "world" (mapped: struct world), "log", sys/ and proc/. The shim
 * lets no other device node be opened, so that a test never reaches a real disk; without a world it
 * ends the program. sync() and the sleeps take only virtual time.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <linux/fs.h>
#include "kernel.h"
#include "shim.h"

enum { FDS = 1024, NO_WORLD = 99 /* exit status */ };

struct open_file {
	int device; /* index + 1, 0: not of the world */
	int attr;   /* device index + 1 of a sysfs attribute open for writing */
	int file;   /* device index + 1 of the file on it */
	bool seq;   /* read in pieces of a page */
	bool trace; /* the pipe of a tracing instance; `pos` is in ms */
	int flags;
	uint64_t pos;
};

static struct world *world;
static char folder[256];
static struct open_file files[FDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;
static uint64_t start_ns;
static pid_t program;

/* Start the virtual clock at the real time, because waits for a time of the monotonic clock end by
 * the real clock. Later only the time that the program spends is virtual. */
static void start_clock(void)
{
	struct timespec now;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	start_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec - shim_now();
}

__attribute__((constructor)) static void attach(void)
{
	const char *name = getenv("FAKE_WORLD");
	char real[PATH_MAX];

	if (name && realpath(name, real) && strlen(real) < sizeof(folder))
		world = world_open(real);
	if (!world) {
		/* the program would reach the machine's own devices */
		dprintf(STDERR_FILENO,
			"fake: FAKE_WORLD=%s has no world, which `runner -w FOLDER` "
			"makes: the program is not started\n",
			name ? name : "");
		_exit(NO_WORLD);
	}
	strcpy(folder, real);
	program = getpid();
	start_clock();
	errno = 0; /* as a program begins: 9.65 exits with an errno that no call has set */
}

struct world *shim_world(void)
{
	return world;
}

bool shim_forked(void)
{
	return getpid() != program;
}

static void write_log(void *who, const char *line)
{
	char path[300];
	struct {
		char text[300];
	} out;
	int n = snprintf(out.text, sizeof(out.text), "%s\n", line);

	(void)who;
	if (log_fd < 0) {
		snprintf(path, sizeof(path), "%s/log", folder);
		log_fd = (int)syscall(SYS_openat, AT_FDCWD, path,
				      O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	}
	syscall(SYS_write, log_fd, out.text, (size_t)n);
}

void shim_log(const char *line)
{
	write_log(NULL, line);
}

const char *shim_folder(void)
{
	return folder;
}

struct fake_device *shim_node(const char *name)
{
	struct fake_device *dev = strncmp(name, "/dev/", 5) ? NULL : world_find(world, name);
	const struct fake_device *whole = dev ? fake_whole(world, dev) : NULL;

	/* the node is removed with the drive */
	return dev && whole->drive.place == DRIVE_THERE && !fake_is_away(world, whole) ? dev : NULL;
}

static struct open_file *file_of(int fd)
{
	return world && fd >= 0 && fd < FDS &&
			       (files[fd].device || files[fd].attr || files[fd].file)
		       ? &files[fd]
		       : NULL;
}

static struct fake_device *device_fd(int fd)
{
	struct open_file *f = file_of(fd);

	return f && f->device ? &world->device[f->device - 1] : NULL;
}

static struct fake_call call_for(struct fake_device *dev)
{
	return (struct fake_call){ .world = world, .dev = dev, .trace = write_log };
}

/* A change of the disk's attribute by the kernel, which is not logged. */
static void rewrite(struct fake_device *dev, const char *attribute, const char *text)
{
	char path[400];
	int fd;

	snprintf(path, sizeof(path), "%s/sys/block/%s/%s", folder, fake_whole(world, dev)->name,
		 attribute);
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_TRUNC | O_CLOEXEC, 0);
	syscall(SYS_write, fd, text, strlen(text));
	syscall(SYS_close, fd);
}

/* Write the identity of another drive with this name and number, or of another medium: the latter
 * changes only the first attribute. */
static void write_other_identity(struct fake_device *dev, bool medium)
{
	static const char *const attributes[] = { "diskseq", "device/wwid" };
	size_t n = medium ? 1 : sizeof(attributes) / sizeof(*attributes);

	for (size_t i = 0; i < n; i++)
		rewrite(dev, attributes[i], "4711\n");
}

static struct fake_device *node_leads_to(struct fake_device *dev)
{
	dev->opens++;
	if (!dev->becomes_at || dev->opens < dev->becomes_at)
		return dev;
	if (strcmp(dev->becomes, "another") && strcmp(dev->becomes, "medium"))
		return world_find(world, dev->becomes);
	write_other_identity(dev, dev->becomes[0] == 'm');
	return dev;
}

/* An open for writing makes udev probe again; O_DIRECT and O_EXCL are logged, too. */
static int open_device(struct fake_device *dev, int flags)
{
	struct fake_call call = call_for(dev);
	int mode = flags & (O_RDONLY | O_WRONLY | O_RDWR), fd;
	char path[320];

	if (mode != O_RDONLY || (flags & (O_DIRECT | O_EXCL)))
		fake_log(&call, "%s open%s%s%s", dev->name, mode == O_RDONLY ? "" : " write",
			 flags & O_DIRECT ? " direct" : "", flags & O_EXCL ? " exclusive" : "");
	if (!(flags & O_PATH) && (dev->open_err || (mode != O_RDONLY && dev->write_err))) {
		errno = dev->open_err ? dev->open_err : dev->write_err;
		return -1;
	}
	if ((flags & O_EXCL) && fake_in_use(world, dev)) {
		errno = EBUSY;
		return -1;
	}
	/* open the file of that name, so that locks are real */
	snprintf(path, sizeof(path), "%s%s", folder, dev->path);
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | (flags & O_CLOEXEC), 0);
	if (fd >= FDS) {
		syscall(SYS_close, fd);
		errno = EMFILE;
		return -1;
	}
	if (fd >= 0)
		files[fd] = (struct open_file){ .device = (int)(dev - world->device) + 1,
						.flags = flags };
	return fd;
}

/* Refuse files with another name, and files on no device. */
static int open_file(const char *path)
{
	for (unsigned i = 0; world && path && i < world->devices; i++) {
		int fd;

		if (!world->device[i].file.name[0] || strcmp(path, world->device[i].file.name) != 0)
			continue;
		fd = memfd_create("file", MFD_CLOEXEC);
		if (fd >= 0 && fd < FDS)
			files[fd] = (struct open_file){ .file = (int)i + 1 };
		return fd;
	}
	return -1;
}

/* The device whose name is a component of the attribute's path. */
static struct fake_device *attribute_of(const char *path)
{
	for (unsigned i = 0; world && i < world->devices; i++) {
		struct fake_device *dev = &world->device[i];
		const char *at = strstr(path, dev->name);
		char number[32];

		if (fake_link_leads(dev, path))
			return dev;
		snprintf(number, sizeof(number), "/%u:%u/", dev->major, dev->minor);
		if (strstr(path, number))
			return dev;
		if (at && at[-1] == '/' && at[strlen(dev->name)] == '/')
			return dev;
		/* a hidden path, as nvme0c10n1 */
		snprintf(number, sizeof(number), "/nvme%dc", atoi(dev->name + 4));
		if (dev->nvme.multipath && strstr(path, number))
			return dev;
	}
	return NULL;
}

struct fake_device *shim_attribute(const struct shim_place *at)
{
	struct fake_device *dev;

	if (!at->ours || strncmp(at->name, "/sys/", 5) != 0)
		return NULL;
	/* a partition's folder is inside the disk's: the path as asked decides */
	dev = attribute_of(at->asked);
	return dev ? dev : attribute_of(at->name);
}

/* Make the text of a SCSI disk's size; return 0 for another attribute. */
static int sizes(const struct fake_device *dev, const char *name, char *text, size_t size)
{
	char own[64];

	if (fake_kinds[dev->kind].sg != SG_SCSI || dev->whole >= 0)
		return 0;
	snprintf(own, sizeof(own), "/%s/size", dev->name);
	if (strlen(name) > strlen(own) && !strcmp(name + strlen(name) - strlen(own), own))
		return snprintf(text, size, "%llu\n", (unsigned long long)dev->bytes / 512);
	return strstr(name, "/queue/logical_block_size")
		       ? snprintf(text, size, "%u\n", dev->logical)
		       : 0;
}

/* Write without truncating first: when a truncated file is closed, ext4 writes to the disk. */
static void write_text(const char *path, const char *text, int n)
{
	int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	syscall(SYS_write, fd, text, (size_t)n);
	syscall(SYS_ftruncate, fd, (long)n);
	syscall(SYS_close, fd);
}

/* Give a drive that came back a new device number; the drive may be another one. */
static void renumber(struct fake_device *dev)
{
	uint64_t ms = world->nanoseconds / 1000000;
	char text[32];

	if (!dev->away_to || ms < dev->away_to)
		return;
	if (dev->another_returns && (!dev->another_until || ms < dev->another_until)) {
		write_other_identity(dev, false);
		return;
	}
	snprintf(text, sizeof(text), "%u\n", dev->number + (dev->another_returns ? 2000u : 1000u));
	rewrite(dev, "diskseq", text);
	snprintf(text, sizeof(text), "naa.%016llx\n", (unsigned long long)dev->scsi.wwn);
	rewrite(dev, "device/wwid", text);
}

/* Return the number of the kernel's last event: one for each disk that came or went until now. */
static unsigned events_until_now(void)
{
	uint64_t ms = world->nanoseconds / 1000000;
	unsigned events = 1;

	for (unsigned i = 0; i < world->devices; i++) {
		const struct fake_device *dev = &world->device[i];

		events += dev->becomes_at && dev->opens >= dev->becomes_at;
		events += dev->away_to && ms >= dev->away_from;
		events += dev->away_to && ms >= dev->away_to;
		events += dev->another_until && ms >= dev->another_until;
	}
	return events;
}

/* Write attributes that change with time when a program opens them. */
static void refresh(const struct shim_place *at)
{
	struct fake_device *dev = shim_attribute(at);
	const char *name = strrchr(at->name, '/');
	static char text[1 << 16];

	if (world && at->ours && !strcmp(at->name, "/proc/diskstats"))
		write_text(at->real, text, fake_diskstats(world, text, sizeof(text)));
	else if (world && at->ours && !strcmp(at->name, "/sys/kernel/uevent_seqnum"))
		write_text(at->real, text,
			   snprintf(text, sizeof(text), "%u\n", events_until_now()));
	else if (dev && (dev->counted || dev->accesses) && !strcmp(name, "/stat"))
		write_text(at->real, text, fake_usage(world, dev, text, sizeof(text)));
	else if (dev && (!strcmp(name, "/diskseq") || !strcmp(name, "/wwid")))
		renumber(dev);
	else if (dev && sizes(dev, at->name, text, sizeof(text)) > 0)
		write_text(at->real, text, (int)strlen(text));
}

int shim_unreadable(const struct shim_place *at)
{
	size_t n = strlen(at->name);

	for (unsigned i = 0; world && at->ours && i < world->devices; i++) {
		const struct fake_device *dev = &world->device[i];
		size_t end = strlen(dev->unreadable);

		if (dev->unreadable_err && n >= end && !strcmp(at->name + n - end, dev->unreadable))
			return dev->unreadable_err;
	}
	return 0;
}

int shim_open(int dir, const char *path, int flags, mode_t mode)
{
	bool nofollow = flags & O_NOFOLLOW || (flags & O_CREAT && flags & O_EXCL);
	const struct shim_place *at = shim_place(dir, path, nofollow ? AT_SYMLINK_NOFOLLOW : 0);
	struct fake_device *attribute;
	int fd;

	if (at->device)
		return open_device(node_leads_to(at->device), flags);
	fd = open_file(path);
	if (fd >= 0)
		return fd;
	if (at->err) {
		errno = at->err;
		return -1;
	}
	if (shim_unreadable(at)) {
		errno = shim_unreadable(at);
		return -1;
	}
	attribute = shim_attribute(at);
	refresh(at);
	fd = (int)syscall(SYS_openat, at->dir, at->path, flags, mode);
	if (fd >= 0 && fd < FDS && attribute &&
	    (flags & (O_RDONLY | O_WRONLY | O_RDWR)) != O_RDONLY)
		files[fd] = (struct open_file){ .attr = (int)(attribute - world->device) + 1 };
	if (fd >= 0 && fd < FDS && at->ours && !strcmp(at->name, "/proc/diskstats"))
		files[fd] = (struct open_file){ .seq = true };
	if (fd >= 0 && fd < FDS && at->ours && strstr(at->name, "/trace_pipe"))
		files[fd] = (struct open_file){ .trace = true, .pos = shim_now() / 1000000 };
	return fd;
}

static void show_discards(struct fake_device *dev)
{
	char text[32], name[64];

	fake_discard_limit(dev, text);
	strcat(text, "\n");
	rewrite(dev, "queue/discard_max_bytes", text);
	snprintf(name, sizeof(name), "device/scsi_disk/%u:0:0:0/provisioning_mode", dev->number);
	snprintf(text, sizeof(text), "%s\n", fake_provisioning_mode(dev));
	rewrite(dev, name, text);
}

static bool leads_elsewhere(const struct fake_device *dev, int fd)
{
	char link[40], name[600] = "";

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return syscall(SYS_readlinkat, AT_FDCWD, link, name, sizeof(name) - 1) < 0 ||
	       !fake_link_leads(dev, name);
}

/* Return 1 for another attribute. */
static int write_provisioning(struct fake_device *dev, int fd, const char *data, size_t n)
{
	char link[40], name[600] = "", text[32] = "";
	int err;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (syscall(SYS_readlinkat, AT_FDCWD, link, name, sizeof(name) - 1) < 0 ||
	    !strrchr(name, '/'))
		return 1;
	memcpy(text, data, n < sizeof(text) ? n : sizeof(text) - 1);
	err = fake_provisioning_write(dev, strrchr(name, '/') + 1, text, strlen(text));
	if (!err)
		show_discards(fake_whole(world, dev));
	return err;
}

ssize_t shim_write_attribute(struct fake_device *dev, int fd, const char *data, size_t n)
{
	struct fake_call call = call_for(dev);
	size_t shown = n && data[n - 1] == '\n' ? n - 1 : n, all = n;
	int err;

	fake_log(&call, "%s sysfs write %.*s", dev->name, (int)shown, data);
	if (dev->queue_err) {
		errno = dev->queue_err;
		return -1;
	}
	if (dev->queue_ignores)
		return (ssize_t)n;
	if (!fake_scsi_attribute(dev, data, shown)) {
		errno = EINVAL;
		return -1;
	}
	err = dev->link_power[0] && !leads_elsewhere(dev, fd) ? fake_link_write(dev, data, shown)
							      : 0;
	if (err) {
		errno = -err;
		return -1;
	}
	err = write_provisioning(dev, fd, data, shown);
	if (err <= 0) {
		errno = -err;
		return err ? -1 : (ssize_t)all;
	}
	if (shown > 10 && !memcmp(data, "temporary ", 10)) {
		data += 10;
		n -= 10;
	} else if (dev->link_old && !strncmp(data, "min_power_", 10)) {
		n = strlen("min_power");
	}
	/* a longer old value must not remain */
	if (ftruncate(fd, 0))
		return -1;
	return pwrite(fd, data, n, 0) < 0 ? -1 : (ssize_t)all;
}

struct fake_device *shim_fd(int fd)
{
	return device_fd(fd);
}

void shim_close(int fd)
{
	if (fd >= 0 && fd < FDS)
		files[fd] = (struct open_file){ 0 };
}

int shim_ioctl(struct fake_device *dev, unsigned long request, void *arg)
{
	struct fake_call call = call_for(dev);
	int ret;

	pthread_mutex_lock(&lock);
	ret = fake_ioctl(&call, request, arg);
	pthread_mutex_unlock(&lock);
	if (request == BLKDISCARD && dev->provisioning.refused)
		show_discards(fake_whole(world, dev));
	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}

/* A program of the fake world, or a real program, may hold the lock. */
int shim_flock(int fd, int operation)
{
	struct fake_device *dev = device_fd(fd);
	struct fake_call call = call_for(dev);
	bool exclusive = (operation & ~LOCK_NB) == LOCK_EX, other;

	other = dev->held_tries && (exclusive || !dev->held_shared);
	if (dev->held_tries != HELD_ALWAYS && other)
		dev->held_tries--;
	if (other)
		errno = EWOULDBLOCK;
	else
		other = syscall(SYS_flock, fd, operation);
	if (dev->tell_locks && !other)
		fake_log(&call, "%s lock %s", dev->name, exclusive ? "exclusive" : "shared");
	return other ? -1 : 0;
}

static ssize_t read_at(int fd, void *buf, size_t n, uint64_t at)
{
	struct fake_call call = call_for(device_fd(fd));
	ssize_t got;

	pthread_mutex_lock(&lock);
	got = fake_read(&call, buf, n, at, files[fd].flags & O_DIRECT);
	pthread_mutex_unlock(&lock);
	if (got >= 0)
		return got;
	errno = (int)-got;
	return -1;
}

ssize_t shim_read(int fd, void *buf, size_t n)
{
	ssize_t got = read_at(fd, buf, n, files[fd].pos);

	if (got > 0)
		files[fd].pos += (uint64_t)got;
	return got;
}

ssize_t shim_pread(int fd, void *buf, size_t n, off64_t at)
{
	return read_at(fd, buf, n, (uint64_t)at);
}

ssize_t shim_pwrite(int fd, const void *buf, size_t n, off64_t at)
{
	struct fake_call call = call_for(device_fd(fd));
	ssize_t put;

	pthread_mutex_lock(&lock);
	put = fake_write(&call, buf, n, (uint64_t)at);
	pthread_mutex_unlock(&lock);
	if (put >= 0)
		return put;
	errno = (int)-put;
	return -1;
}

static char instance[PATH_MAX]; /* path of the tracefs instance; "": none */

static bool file_has(const char *event, const char *name, const char *text)
{
	char path[PATH_MAX + 100], data[600];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/events/%s/%s", instance, event, name);
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
	n = syscall(SYS_read, fd, data, sizeof(data) - 1);
	syscall(SYS_close, fd);
	data[n < 0 ? 0 : n] = '\0';
	return strstr(data, text);
}

/* True if the event is on and its filter names the device, by number or by name. */
static bool traced(const struct fake_device *dev, unsigned kind)
{
	char number[32];

	if (kind == FAKE_DIRTIES)
		snprintf(number, sizeof(number), "name == \"%u:%u\"", dev->major, dev->minor);
	else
		snprintf(number, sizeof(number), "dev == %u", dev->major << 20 | dev->minor);
	return file_has(fake_event_of(kind), "enable", "1") &&
	       file_has(fake_event_of(kind), "filter", number);
}

bool shim_seq_fd(int fd)
{
	return world && fd >= 0 && fd < FDS && files[fd].seq;
}

bool shim_trace_fd(int fd)
{
	return world && fd >= 0 && fd < FDS && files[fd].trace;
}

ssize_t shim_read_trace(int fd, char *buf, size_t n)
{
	uint64_t now = shim_now() / 1000000;
	int got = fake_trace(world, files[fd].pos, now, traced, buf, n);

	files[fd].pos = now;
	errno = EAGAIN;
	return got ? got : -1;
}

/* The kernel fills a new instance of tracefs, and empties a removed one. */
bool shim_instance(const struct shim_place *at, bool made)
{
	static const char *const names[] = { "/events", "/events/block", "/events/writeback" };
	static const char *const ends[] = { "enable", "filter" };
	char path[PATH_MAX + 100];

	if (made && syscall(SYS_mkdirat, at->dir, at->path, 0755))
		return false;
	snprintf(instance, sizeof(instance), "%s", at->real);
	for (size_t i = 0; made && i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s%s", instance, names[i]);
		syscall(SYS_mkdirat, AT_FDCWD, path, 0755);
	}
	for (unsigned kind = 0; made && kind <= FAKE_DIRTIES; kind++) {
		snprintf(path, sizeof(path), "%s/events/%s", instance, fake_event_of(kind));
		syscall(SYS_mkdirat, AT_FDCWD, path, 0755);
		for (size_t i = 0; i < 2; i++) {
			snprintf(path, sizeof(path), "%s/events/%s/%s", instance,
				 fake_event_of(kind), ends[i]);
			write_text(path, "0\n", 2);
		}
	}
	snprintf(path, sizeof(path), "%s/trace_pipe", instance);
	if (made)
		write_text(path, "", 0);
	snprintf(path, sizeof(path), "%s/buffer_size_kb", instance);
	if (made)
		write_text(path, "7\n", 2);
	if (!made) {
		snprintf(path, sizeof(path), "%s.gone", instance);
		syscall(SYS_renameat2, AT_FDCWD, instance, AT_FDCWD, path, 0);
	}
	write_log(NULL, made ? "tracefs instance made" : "tracefs instance removed");
	return true;
}

off64_t shim_lseek(int fd, off64_t to, int whence)
{
	struct open_file *f = &files[fd];
	int64_t base = whence == SEEK_CUR   ? (int64_t)f->pos
		       : whence == SEEK_END ? (int64_t)device_fd(fd)->bytes
					    : 0;

	if (base + to < 0) {
		errno = EINVAL;
		return -1;
	}
	f->pos = (uint64_t)(base + to);
	return (off64_t)f->pos;
}

struct fake_device *shim_attribute_fd(int fd)
{
	struct open_file *f = file_of(fd);

	return f && f->attr ? &world->device[f->attr - 1] : NULL;
}

void shim_stat(const struct fake_device *dev, struct stat *st)
{
	memset(st, 0, sizeof(*st));
	st->st_mode = (dev->character ? S_IFCHR : S_IFBLK) | 0660;
	st->st_rdev = makedev(dev->major, dev->minor);
	st->st_nlink = 1;
	st->st_ino = 100 + dev->number;
	st->st_dev = 5;
	st->st_blksize = 4096;
}

struct fake_device *shim_file_fd(int fd)
{
	struct open_file *f = file_of(fd);

	return f && f->file ? &world->device[f->file - 1] : NULL;
}

void shim_spend(uint64_t nanoseconds)
{
	__atomic_fetch_add(&world->nanoseconds, nanoseconds, __ATOMIC_SEQ_CST);
}

uint64_t shim_now(void)
{
	return __atomic_load_n(&world->nanoseconds, __ATOMIC_SEQ_CST);
}

uint64_t shim_monotonic(void)
{
	return start_ns + shim_now();
}
