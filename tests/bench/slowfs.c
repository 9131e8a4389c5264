// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A file system with one file, "disk". Each read takes MS (10) milliseconds, and reads do not wait
 * for each other: only latency limits a loop device over the file. Usage: slowfs MOUNTPOINT GIB
 * [MS]
 */
#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROOT = FUSE_ROOT_ID, DISK = 2, READ_MAX = 1 << 20, THREADS = 64, BACKGROUND = 128 };

struct disk {
	off_t bytes;
	struct timespec latency;
	char data[READ_MAX];
};

static struct stat attributes(fuse_req_t req, fuse_ino_t inode)
{
	const struct disk *disk = fuse_req_userdata(req);
	struct stat st = { .st_ino = inode, .st_nlink = 1 };

	st.st_mode = inode == DISK ? S_IFREG | 0600 : S_IFDIR | 0700;
	st.st_size = inode == DISK ? disk->bytes : 0;
	return st;
}

static void slow_init(void *userdata, struct fuse_conn_info *conn)
{
	(void)userdata;
	conn->max_background = BACKGROUND;
	conn->congestion_threshold = BACKGROUND;
}

static void slow_lookup(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct fuse_entry_param entry = { .ino = DISK,
					  .attr_timeout = 3600,
					  .entry_timeout = 3600 };

	if (parent != ROOT || strcmp(name, "disk")) {
		fuse_reply_err(req, ENOENT);
		return;
	}
	entry.attr = attributes(req, DISK);
	fuse_reply_entry(req, &entry);
}

static void slow_getattr(fuse_req_t req, fuse_ino_t inode, struct fuse_file_info *file)
{
	struct stat st = attributes(req, inode);

	(void)file;
	fuse_reply_attr(req, &st, 3600);
}

static void slow_open(fuse_req_t req, fuse_ino_t inode, struct fuse_file_info *file)
{
	if (inode != DISK) {
		fuse_reply_err(req, EISDIR);
		return;
	}
	file->direct_io = 1;
	fuse_reply_open(req, file);
}

static void slow_read(fuse_req_t req, fuse_ino_t inode, size_t bytes, off_t offset,
		      struct fuse_file_info *file)
{
	const struct disk *disk = fuse_req_userdata(req);
	size_t left = offset < disk->bytes ? (size_t)(disk->bytes - offset) : 0;

	(void)inode;
	(void)file;
	nanosleep(&disk->latency, NULL);
	if (bytes > left)
		bytes = left;
	fuse_reply_buf(req, disk->data, bytes > READ_MAX ? READ_MAX : bytes);
}

static const struct fuse_lowlevel_ops slow_ops = {
	.init = slow_init,
	.lookup = slow_lookup,
	.getattr = slow_getattr,
	.open = slow_open,
	.read = slow_read,
};

static int serve(struct fuse_session *session, const char *mountpoint)
{
	struct fuse_loop_config *config = fuse_loop_cfg_create();
	int err = 1;

	fuse_loop_cfg_set_max_threads(config, THREADS);
	fuse_loop_cfg_set_idle_threads(config, THREADS);
	if (!fuse_set_signal_handlers(session) && !fuse_session_mount(session, mountpoint)) {
		fuse_daemonize(0);
		err = fuse_session_loop_mt(session, config);
		fuse_session_unmount(session);
	}
	fuse_loop_cfg_destroy(config);
	return err;
}

int main(int argc, char *argv[])
{
	struct fuse_args args = FUSE_ARGS_INIT(1, argv);
	struct disk *disk = malloc(sizeof(*disk));
	struct fuse_session *session;
	long ms = argc > 3 ? strtol(argv[3], NULL, 10) : 10;
	int err;

	if (argc < 3 || argc > 4 || !disk) {
		fprintf(stderr, "usage: slowfs MOUNTPOINT GIB [MS]\n");
		return 22;
	}
	disk->bytes = (off_t)strtoul(argv[2], NULL, 10) << 30;
	disk->latency = (struct timespec){ ms / 1000, ms % 1000 * 1000000 };
	memset(disk->data, 0x5a, sizeof(disk->data));
	session = fuse_session_new(&args, &slow_ops, sizeof(slow_ops), disk);
	if (!session)
		return 1;
	err = serve(session, argv[1]);
	fuse_session_destroy(session);
	free(disk);
	return err ? 1 : 0;
}
