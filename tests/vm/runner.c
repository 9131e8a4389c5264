// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run one command line in the guest and write its record to descriptor 3: one process instead of a
 * shell script's thirty, which are slow under emulation.
 *
 *   runner PROGRAM RUN LIMIT STATE MARKER NODE ARGUMENT...
 *
 * PROGRAM is "old" or "new" (/PROGRAM/hdparm). The argument "@" means NODE; without an "@" NODE is
 * appended, unless the last argument is "@@": no device. The program's standard input is the file
 * in the environment's RUN_STDIN, its directory /tmp/PROGRAM. RUN is the run's number; MARKER a
 * disk whose reads mark the run's begin and end in QEMU's trace, or "". After LIMIT seconds the
 * program is killed. STATE is what is read back from NODE: none, block (sysfs), full (sysfs and
 * IDENTIFY data).
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/hdreg.h>
#include <scsi/sg.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, FIRST_MARK = 0x8000, MAX_ARGS = 64 };

static FILE *record;

static double uptime(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* LBA 40000h + 8n: every page is read once only, so that each read reaches the disk. */
static void mark(const char *disk, unsigned n)
{
	void *page;
	int fd;

	if (!*disk)
		return;
	fd = open(disk, O_RDONLY | O_DIRECT);
	if (fd < 0 || posix_memalign(&page, PAGE, PAGE) ||
	    pread(fd, page, PAGE, (off_t)(FIRST_MARK + n) * PAGE) != PAGE)
		fprintf(record, "@note no mark on %s: %s\n", disk, strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* Print every line after "|"; a missing last newline is a line "\". */
static void text(const char *title, int fd)
{
	FILE *in = fdopen(fd, "r");
	int c, last = '\n';

	fprintf(record, "@%s\n", title);
	rewind(in);
	while ((c = getc(in)) != EOF) {
		if (last == '\n')
			putc('|', record);
		putc(c, record);
		last = c;
	}
	if (last != '\n')
		fputs("\n|\\\n", record);
	fclose(in);
}

static void attribute(const char *name, const char *path)
{
	char dir[256], line[256];
	FILE *in;

	snprintf(dir, sizeof(dir), "%s/%s", path, name);
	in = fopen(dir, "r");
	if (!in)
		return;
	while (fgets(line, sizeof(line), in))
		fprintf(record, "|%s %s", name, line);
	fclose(in);
}

/* IDENTIFY DEVICE or IDENTIFY PACKET DEVICE by ATA PASS-THROUGH (16). */
static int identify_sat(int fd, unsigned char command, unsigned char *data)
{
	unsigned char cdb[16] = { 0x85, 4 << 1, 0x0e, 0, 0, 0, 1 }, sense[32];
	sg_io_hdr_t io = { .interface_id = 'S',
			   .dxfer_direction = SG_DXFER_FROM_DEV,
			   .cmd_len = sizeof(cdb),
			   .mx_sb_len = sizeof(sense),
			   .dxfer_len = 512,
			   .dxferp = data,
			   .cmdp = cdb,
			   .sbp = sense,
			   .timeout = 15000 };

	cdb[14] = command;
	return ioctl(fd, SG_IO, &io) || io.status || io.host_status ? -1 : 0;
}

/* Read IDENTIFY data by the oldest ioctl of the kernel, which drivers/ide has. */
static int identify_hdio(int fd, unsigned char command, unsigned char *data)
{
	unsigned char args[4 + 512] = { command, 0, 0, 1 };

	if (ioctl(fd, HDIO_DRIVE_CMD, args))
		return -1;
	memcpy(data, args + 4, 512);
	return 0;
}

/* Read the words; false if there are none. */
static bool identify(const char *node, unsigned char *data)
{
	int fd = open(node, O_RDONLY | O_NONBLOCK);
	bool got;

	if (fd < 0)
		return false;
	got = !identify_hdio(fd, 0xec, data) || !identify_hdio(fd, 0xa1, data) ||
	      !identify_sat(fd, 0xec, data);
	close(fd);
	return got;
}

/* libata reads the drive's write cache again some time after SET FEATURES: up to 2 s. */
static void wait_for_cache(const char *path, const unsigned char *data)
{
	static const struct timespec tick = { 0, 20000000 };
	const char *wanted = data[2 * 85] & 0x20 ? "write back" : "write through";
	char real[512] = "", file[300], line[64];
	ssize_t n = readlink(path, real, sizeof(real) - 1);

	if (n < 0 || !strstr(real, "/ata") || !(data[2 * 82] & 0x20))
		return;
	snprintf(file, sizeof(file), "%s/queue/write_cache", path);
	if (access(file, F_OK)) /* a partition: its disk's */
		snprintf(file, sizeof(file), "%s/../queue/write_cache", path);
	for (int tries = 0; tries < 100; tries++) {
		FILE *in = fopen(file, "r");
		bool same = in && fgets(line, sizeof(line), in) &&
			    !strncmp(line, wanted, strlen(wanted));

		if (in)
			fclose(in);
		if (same)
			return;
		nanosleep(&tick, NULL);
	}
}

static void state(const char *what, const char *node)
{
	static const char *const attributes[] = { "size", "ro", "queue/read_ahead_kb",
						  "queue/write_cache", "device/queue_depth" };
	const char *name = strrchr(node, '/') + 1;
	unsigned char data[512];
	bool identified;
	char path[128];

	if (!strcmp(what, "none"))
		return;
	fprintf(record, "@state\n");
	snprintf(path, sizeof(path), "/sys/class/block/%s", name);
	identified = !strcmp(what, "full") && identify(node, data);
	if (identified)
		wait_for_cache(path, data);
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		attribute(attributes[i], path);
	snprintf(path, sizeof(path), "/proc/ide/%s", name);
	attribute("settings", path);
	for (unsigned word = 0; identified && word < 256; word++)
		fprintf(record, "%s%02x%02x%s", word % 8 ? " " : "|", data[2 * word + 1],
			data[2 * word], word % 8 == 7 ? "\n" : "");
}

/* Return the exit status; 128 + signal for a killed program. */
static int run(char *const args[], int out, int err, unsigned limit)
{
	static const struct timespec tick = { 0, 5000000 };
	const char *input = getenv("RUN_STDIN");
	double end = uptime() + limit;
	pid_t child = fork();
	int status;

	if (child == 0) {
		if (chdir(strstr(args[0], "/old/") ? "/tmp/old" : "/tmp/new"))
			_exit(126);
		dup2(open(input && *input ? input : "/dev/null", O_RDONLY), 0);
		dup2(out, 1);
		dup2(err, 2);
		close(3);
		execv(args[0], args);
		_exit(127);
	}
	while (waitpid(child, &status, WNOHANG) == 0) {
		if (uptime() > end)
			kill(child, SIGKILL);
		nanosleep(&tick, NULL);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char *argv[])
{
	char program[64];
	char *args[MAX_ARGS + 3] = { program };
	const char *marker, *node;
	int n = 1, named = 0, out, err, status;
	unsigned number;

	record = fdopen(dup(3), "w");
	if (argc < 7 || argc > MAX_ARGS || !record)
		return 2;
	number = (unsigned)atoi(argv[2]);
	marker = argv[5];
	node = argv[6];
	snprintf(program, sizeof(program), "/%s/hdparm", argv[1]);
	for (int i = 7; i < argc; i++) {
		int is_node = !strcmp(argv[i], "@"), no_node = !strcmp(argv[i], "@@");

		named |= is_node | no_node;
		if (!no_node)
			args[n++] = is_node ? argv[6] : argv[i];
	}
	if (!named)
		args[n] = argv[6];
	out = memfd_create("stdout", MFD_CLOEXEC);
	err = memfd_create("stderr", MFD_CLOEXEC);
	mark(marker, 2 * number);
	status = run(args, out, err, (unsigned)atoi(argv[3]));
	mark(marker, 2 * number + 1);
	fprintf(record, "@run %s %u status %d uptime %.2f\n", argv[1], number, status, uptime());
	text("stdout", out);
	text("stderr", err);
	state(argv[4], node);
	return fclose(record) ? 1 : 0;
}
