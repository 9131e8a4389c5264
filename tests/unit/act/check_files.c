// SPDX-License-Identifier: GPL-2.0-or-later
/* --fibmap on file systems without FIEMAP, as FAT and minix: block by block; and refusals. */
#include "host.h"
#include "suites.h"
#include "run/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { FD = 100, BLOCK = 1024, START = 2048 };

/* A file on a partition at sector 2048: its blocks on the partition, 0 for a hole. */
struct disk {
	struct host host; /* first: a struct host * is a struct disk * */
	struct host_ops ops;
	const uint32_t *blocks;
	uint64_t bytes;
	int fiemap; /* result of FIEMAP */
	/* number of extents that the file system reports; it describes the first / */
	unsigned extents;
	const struct fiemap_extent
		*pieces; /* extents that are returned singly, up to one without a length */
	unsigned asked;
	int fibmap;	       /* result of FIBMAP */
	unsigned sector_bytes; /* sector size of the disk; 0: 512 */
	uint64_t physical;     /* start of the extents; 0: byte 512 */
	int block_size;	       /* result of FIGETBSZ */
	bool no_block_size;    /* FIGETBSZ returns size 0 */
	bool realtime, large;  /* on XFS's realtime device; extents of 1024 bytes, not 512 */
};

static struct disk *of(struct host *host)
{
	return (struct disk *)host;
}

static int open_file(struct host *host, const char *path, int flags)
{
	(void)host;
	(void)flags;
	return strncmp(path, "/dev/", 5) ? FD : -EACCES;
}

static int close_file(struct host *host, int fd)
{
	(void)host;
	ck_assert_int_eq(fd, FD);
	return 0;
}

static int stat_file(struct host *host, int fd, struct stat *st)
{
	(void)fd;
	memset(st, 0, sizeof(*st));
	st->st_mode = S_IFREG;
	st->st_size = (off_t)of(host)->bytes;
	st->st_dev = makedev(8, 1);
	return 0;
}

#define DISK "/sys/devices/pci0000:00/virtio0/block/vda"

static ssize_t read_attribute(struct host *host, const char *path, char *buf, size_t size)
{
	unsigned bytes = of(host)->sector_bytes;

	if (!strcmp(path, "/sys/dev/block/8:1/size"))
		return snprintf(buf, size, "100000");
	if (!strcmp(path, DISK "/vda1/partition"))
		return snprintf(buf, size, "1");
	if (!strcmp(path, DISK "/vda1/start"))
		return snprintf(buf, size, "%d", START);
	if (!strcmp(path, DISK "/dev"))
		return snprintf(buf, size, "8:0");
	if (!strcmp(path, DISK "/queue/logical_block_size"))
		return snprintf(buf, size, "%u", bytes ? bytes : 512);
	return -ENOENT;
}

static ssize_t real_path(struct host *host, const char *path, char *buf, size_t size)
{
	(void)host;
	return snprintf(buf, size, DISK "%s", strcmp(path, "/sys/dev/block/8:0") ? "/vda1" : "");
}

static int stat_path(struct host *host, const char *path, struct stat *st)
{
	(void)host;
	memset(st, 0, sizeof(*st));
	return strcmp(path, DISK "/device") ? -ENOENT : 0;
}

static int no_paths(struct host *host, const char *pattern, struct host_paths *paths)
{
	(void)host;
	(void)pattern;
	*paths = (struct host_paths){ .n = 0 };
	return 0;
}

/* Return one extent at a time from fm_start on, as a file system may do. */
static int give_piece(const struct disk *disk, struct fiemap *map)
{
	const struct fiemap_extent *e = disk->pieces;

	while (e->fe_length && e->fe_logical + e->fe_length <= map->fm_start)
		e++;
	map->fm_mapped_extents = e->fe_length != 0;
	map->fm_extents[0] = *e;
	return 0;
}

static int control(struct host *host, int fd, unsigned long request, void *arg,
		   const struct host_command *command)
{
	uint32_t *block = arg;
	struct fiemap *map = arg;
	struct fsxattr *attributes = arg;
	struct disk *disk = of(host);

	(void)command;
	(void)fd;
	switch (request) {
	case FIGETBSZ:
		*(int *)arg = disk->no_block_size ? 0 : BLOCK;
		return disk->block_size;
	case FS_IOC_FIEMAP:
		of(host)->asked++;
		if (of(host)->pieces)
			return give_piece(of(host), map);
		map->fm_mapped_extents = of(host)->extents;
		map->fm_extents[0] = (struct fiemap_extent){
			.fe_physical = disk->physical ? disk->physical : 512,
			.fe_length = disk->large ? BLOCK : 512,
		};
		return of(host)->fiemap;
	case FS_IOC_FSGETXATTR:
		if (disk->realtime)
			attributes->fsx_xflags = FS_XFLAG_REALTIME;
		return disk->realtime ? 0 : -ENOTTY;
	case FIBMAP:
		ck_assert_uint_lt(*block, (of(host)->bytes + BLOCK - 1) / BLOCK);
		*block = of(host)->blocks[*block];
		return of(host)->fibmap;
	}
	ck_abort_msg("ioctl %lx", request);
	return 0;
}

/* Return the table's rows or the message; set *status. */
static char *fibmap(struct disk *disk, int *status)
{
	char name[] = "hdparm", option[] = "--fibmap", file[] = "/f";
	char *argv[] = { name, option, file, NULL }, *out_text, *err_text, *rows;
	struct plan_error error;
	struct report report;
	struct plan plan;
	size_t out_bytes, err_bytes;
	FILE *out = open_memstream(&out_text, &out_bytes);
	FILE *err = open_memstream(&err_text, &err_bytes);

	disk->ops = host_kernel_ops;
	disk->ops.open = open_file;
	disk->ops.close = close_file;
	disk->ops.fstat = stat_file;
	disk->ops.read_file = read_attribute;
	disk->ops.real_path = real_path;
	disk->ops.link_target = real_path;
	disk->ops.stat = stat_path;
	disk->ops.glob = no_paths;
	disk->ops.ioctl = control;
	disk->host.ops = &disk->ops;
	report = report_text(out, err);
	ck_assert_int_eq(plan_parse(NULL, 3, argv, &plan, &error), 0);
	*status = run_steps(&plan, NULL, &disk->host, &report);
	plan_free(&plan);
	report_finish(&report, *status);
	fclose(out);
	fclose(err);
	rows = strdup(*status ? err_text : strstr(out_text, "    sectors\n") + 12);
	free(out_text);
	free(err_text);
	return rows;
}

static const struct {
	const char *name;
	uint32_t blocks[6];
	uint64_t bytes;
	const char *rows;
} files[] = {
	{ "one run", { 50, 51, 52 }, 3 * BLOCK, "           0       2148       2153          6\n" },
	{ "the last block is not full",
	  { 50, 51 },
	  BLOCK + 1,
	  "           0       2148       2151          4\n" },
	{ "two runs",
	  { 50, 51, 90, 91 },
	  4 * BLOCK,
	  "           0       2148       2151          4\n"
	  "        2048       2228       2231          4\n" },
	{ "backwards",
	  { 51, 50 },
	  2 * BLOCK,
	  "           0       2150       2151          2\n"
	  "        1024       2148       2149          2\n" },
	{ "a hole in the middle",
	  { 50, 0, 0, 53 },
	  4 * BLOCK,
	  "           0       2148       2149          2\n"
	  "        1024       -          -             4\n"
	  "        3072       2154       2155          2\n" },
	{ "a hole at the start, and one behind",
	  { 0, 7, 0 },
	  3 * BLOCK,
	  "           0       -          -             2\n"
	  "        1024       2062       2063          2\n"
	  "        2048       -          -             2\n" },
	{ "nothing but a hole",
	  { 0, 0 },
	  2 * BLOCK,
	  "           0       -          -             4\n" },
	{ "empty", { 0 }, 0, "           0       -          -          -   \n" },
};

START_TEST(blocks_become_runs)
{
	struct disk disk = { .blocks = files[_i].blocks,
			     .bytes = files[_i].bytes,
			     .fiemap = _i % 2 ? -ENOTTY : -EOPNOTSUPP };
	int status;
	char *rows = fibmap(&disk, &status);

	ck_assert_msg(status == 0 && !strcmp(rows, files[_i].rows), "%s: %d\n%s", files[_i].name,
		      status, rows);
	free(rows);
}
END_TEST

START_TEST(neither_way)
{
	static const uint32_t none[1];
	struct disk disk = { .blocks = none, .bytes = 1, .fiemap = -EOPNOTSUPP, .fibmap = -EINVAL };
	int status;
	char *message = fibmap(&disk, &status);

	ck_assert_int_eq(status, EINVAL);
	ck_assert_ptr_nonnull(strstr(message, "neither FIEMAP nor FIBMAP works here"));
	free(message);
}
END_TEST

START_TEST(a_failing_fiemap_is_told)
{
	static const uint32_t block[] = { 5 };
	struct disk disk = { .blocks = block, .bytes = 1, .fiemap = -EIO };
	int status;

	free(fibmap(&disk, &status));
	ck_assert_int_eq(status, EIO);
}
END_TEST

/* A failing file system leaves the block size 0 in the buffer. */
START_TEST(a_block_size_that_is_unknown_is_told)
{
	static const struct {
		int block_size;
		bool none;
		int status;
	} rows[] = { { -ENOTTY, false, ENOTTY }, { -ENOTTY, true, ENOTTY }, { 0, true, EIO } };
	struct disk disk = { .bytes = 1,
			     .block_size = rows[_i].block_size,
			     .no_block_size = rows[_i].none };
	int status;
	char *message = fibmap(&disk, &status);

	ck_assert_int_eq(status, rows[_i].status);
	ck_assert_ptr_nonnull(strstr(message, "its filesystem's block size"));
	free(message);
}
END_TEST

/* The kernel reports millions of extents where a thousand fit, and no extent follows another. */
START_TEST(no_more_extents_than_there_is_room_for)
{
	struct disk disk = { .bytes = BLOCK, .extents = 1u << 24 };
	const char *row;
	int status, rows = 0;
	char *text = fibmap(&disk, &status);

	ck_assert_int_eq(status, 0);
	for (row = text; (row = strchr(row, '\n')); row++)
		rows++;
	ck_assert_int_eq(rows, 1024);
	ck_assert_uint_eq(disk.asked, 1);
	free(text);
}
END_TEST

static const struct {
	const char *name;
	struct fiemap_extent pieces[4];
	unsigned asked;
	const char *rows;
} pieces[] = {
	{ "three, and the last one says so",
	  { { .fe_logical = 0, .fe_physical = 51200, .fe_length = 1024 },
	    { .fe_logical = 1024, .fe_physical = 102400, .fe_length = 2048 },
	    { .fe_logical = 3072,
	      .fe_length = 1024,
	      .fe_flags = FIEMAP_EXTENT_LAST | FIEMAP_EXTENT_UNKNOWN } },
	  3,
	  "           0       2148       2149          2\n"
	  "        1024       2248       2251          4\n"
	  "        3072       -          -          -   \n" },
	{ "a hole between them, and no word of the last",
	  { { .fe_logical = 0, .fe_physical = 51200, .fe_length = 1024 },
	    { .fe_logical = 2048, .fe_physical = 102400, .fe_length = 1024 } },
	  3,
	  "           0       2148       2149          2\n"
	  "        2048       2248       2249          2\n" },
	{ "up to the end of the file",
	  { { .fe_logical = 0, .fe_physical = 51200, .fe_length = 2048 },
	    { .fe_logical = 2048, .fe_physical = 102400, .fe_length = 2048 } },
	  2,
	  "           0       2148       2151          4\n"
	  "        2048       2248       2251          4\n" },
};

START_TEST(extents_come_in_pieces)
{
	struct disk disk = { .bytes = 4 * BLOCK, .pieces = pieces[_i].pieces };
	int status;
	char *rows = fibmap(&disk, &status);

	ck_assert_msg(status == 0 && !strcmp(rows, pieces[_i].rows), "%s: %d\n%s", pieces[_i].name,
		      status, rows);
	ck_assert_uint_eq(disk.asked, pieces[_i].asked);
	free(rows);
}
END_TEST

static const struct {
	const char *name;
	struct disk disk;
	const char *why;
} refusals[] = {
	{ "not whole sectors, by FIEMAP",
	  { .bytes = 512, .extents = 1, .physical = 4096, .sector_bytes = 4096 },
	  "do not fill whole sectors of the disk, which have 4096 bytes" },
	{ "in the middle of a sector",
	  { .bytes = 512, .extents = 1, .large = true, .sector_bytes = 1024 },
	  "do not fill whole sectors of the disk, which have 1024 bytes" },
	{ "not whole sectors, by FIBMAP",
	  { .bytes = BLOCK, .fiemap = -ENOTTY, .sector_bytes = 4096 },
	  "do not fill whole sectors of the disk, which have 4096 bytes" },
	{ "a partition that begins in a sector",
	  { .bytes = 512, .extents = 1, .sector_bytes = 2097152 },
	  "does not begin at a whole sector of the disk" },
	{ "the last sector and one more",
	  { .bytes = BLOCK, .extents = 1, .large = true, .physical = 99999 * 512 },
	  "beyond the end of the file system's device" },
	{ "behind the device",
	  { .bytes = 512, .extents = 1, .physical = 100001 * 512 },
	  "beyond the end of the file system's device" },
	{ "realtime",
	  { .bytes = 512, .extents = 1, .realtime = true },
	  "realtime device of its XFS" },
};

START_TEST(what_is_no_sector_of_the_disk_is_refused)
{
	static const uint32_t block[] = { 4 };
	struct disk disk = refusals[_i].disk;
	int status;
	char *message;

	disk.blocks = block;
	message = fibmap(&disk, &status);
	ck_assert_msg(status == ENOTTY && strstr(message, refusals[_i].why), "%s: %d %s",
		      refusals[_i].name, status, message);
	free(message);
}
END_TEST

START_TEST(the_last_sector_of_the_device_is_told)
{
	struct disk disk = { .bytes = 512, .extents = 1, .physical = 99999 * 512 };
	int status;
	char *rows = fibmap(&disk, &status);

	ck_assert_int_eq(status, 0);
	ck_assert_str_eq(rows, "           0     102047     102047          1\n");
	free(rows);
}
END_TEST

Suite *files_suite(void)
{
	Suite *suite = suite_create("files");

	add_rows(suite, "runs", blocks_become_runs, ROWS(files));
	add_rows(suite, "pieces", extents_come_in_pieces, ROWS(pieces));
	add_case(suite, "neither", neither_way);
	add_case(suite, "room", no_more_extents_than_there_is_room_for);
	add_case(suite, "failing", a_failing_fiemap_is_told);
	add_rows(suite, "block size", a_block_size_that_is_unknown_is_told, 3);
	add_rows(suite, "refusals", what_is_no_sector_of_the_disk_is_refused, ROWS(refusals));
	add_case(suite, "end", the_last_sector_of_the_device_is_told);
	return suite;
}
