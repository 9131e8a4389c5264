// SPDX-License-Identifier: GPL-2.0-or-later
#include "host.h"
#include "medium.h"

#include <errno.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define MIB_BYTES (UINT64_C(1) << 20)

static int lock_errno; /* of mlock(2), which this file replaces; 0: success */

int mlock(const void *memory, size_t bytes)
{
	(void)memory;
	(void)bytes;
	errno = lock_errno;
	return lock_errno ? -1 : 0;
}

static struct medium *of(struct host *host)
{
	return (struct medium *)host;
}

/* A signal that the act does not hold would end the test. */
static void pass_time(struct medium *m, uint64_t ns)
{
	m->now_ns += ns;
	if (!m->held || !m->interrupt_at_ns || m->now_ns < m->interrupt_at_ns)
		return;
	m->interrupt_at_ns = 0;
	raise(SIGINT);
}

static int fake_fstat(struct host *host, int fd, struct stat *st)
{
	(void)fd;
	memset(st, 0, sizeof(*st));
	st->st_size = (off_t)of(host)->size;
	return 0;
}

static bool has_gone(const struct medium *m)
{
	return m->gone_read && m->reads >= m->gone_read;
}

static int fake_ioctl(struct host *host, int fd, unsigned long request, void *arg,
		      const struct host_command *command)
{
	struct medium *m = of(host);

	(void)command;
	(void)fd;
	switch (request) {
	case BLKGETSIZE64:
		if (m->regular_file || m->size == UINT64_MAX)
			return -ENOTTY;
		*(uint64_t *)arg = has_gone(m) ? 0 : m->size;
		return 0;
	case BLKSSZGET:
		*(int *)arg = (int)m->sector;
		return 0;
	case BLKFLSBUF:
		m->flushes++;
		return m->flush_error;
	default:
		return -ENOTTY;
	}
}

static ssize_t serve(struct medium *m, char *buf, size_t bytes, uint64_t offset)
{
	uint64_t end = m->real_end ? m->real_end : m->size;

	m->reads++;
	if (m->reads == m->fail_read)
		return -m->fail_errno;
	if (has_gone(m))
		return -m->gone_errno;
	if (offset >= end)
		return 0;
	if (bytes > end - offset)
		bytes = (size_t)(end - offset);
	if (m->reads == m->short_read)
		bytes = bytes / 2 / m->sector * m->sector;
	memset(buf, m->zeros ? 0 : 0x5a, bytes);
	m->bytes_read += bytes;
	if (offset < m->lowest || m->reads == 1)
		m->lowest = offset;
	if (offset + bytes > m->highest)
		m->highest = offset + bytes;
	return (ssize_t)bytes;
}

static uint64_t cost(const struct medium *m, ssize_t bytes)
{
	uint64_t ns = m->latency_ns + (m->reads == 1 ? m->first_extra_ns : 0);

	if (bytes > 0)
		ns += (uint64_t)bytes * m->ns_per_mib / MIB_BYTES;
	return ns;
}

/* Return the time of a read through the page cache: data that were read ahead take no time. Only a
 * first small read causes no read-ahead. */
static uint64_t plain_cost(struct medium *m, ssize_t got, uint64_t offset)
{
	enum { LARGE = 65536 };
	uint64_t end = offset + (got > 0 ? (uint64_t)got : 0);

	if (offset >= m->ahead_from && end <= m->ahead_to)
		return 1000;
	if (m->ahead && got >= LARGE) {
		m->ahead_from = end;
		m->ahead_to = end + m->ahead;
	}
	return cost(m, got);
}

static ssize_t fake_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct medium *m = of(host);
	ssize_t got = serve(m, buf, bytes, offset);

	(void)fd;
	pass_time(m, plain_cost(m, got, offset));
	return got;
}

static int fake_fsync(struct host *host, int fd)
{
	(void)host;
	(void)fd;
	return 0;
}

static void fake_sync(struct host *host)
{
	(void)host;
}

static int fake_drop_cache(struct host *host, int fd)
{
	(void)fd;
	of(host)->drops++;
	return of(host)->drop_error;
}

static bool ends_with(const char *text, const char *end)
{
	size_t a = strlen(text), b = strlen(end);

	return a >= b && !strcmp(text + a - b, end);
}

static ssize_t fake_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	struct medium *m = of(host);

	if (ends_with(path, "/inflight"))
		snprintf(buf, size, "%8u %8u", m->busy_polls ? 1 : 0, 0);
	else if (ends_with(path, "/stat"))
		snprintf(buf, size, "1 0 %llu 0 0 0 0 0 0 0 0",
			 (unsigned long long)(m->bytes_read / 512 +
					      (uint64_t)m->reads * m->stranger_sectors));
	else if (ends_with(path, "/queue/rotational"))
		snprintf(buf, size, "%d", m->rotational);
	else if (ends_with(path, "/removable"))
		snprintf(buf, size, "%d", m->removable);
	else if (ends_with(path, "/device/model") && ends_with(m->sysfs, "/sdq"))
		snprintf(buf, size, "QEMU HARDDISK   ");
	else if (ends_with(path, "/queue/max_sectors_kb"))
		snprintf(buf, size, "1280");
	else
		return -ENOENT;
	if (m->busy_polls)
		m->busy_polls--;
	return (ssize_t)strlen(buf);
}

static ssize_t fake_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	(void)path;
	return snprintf(buf, size, "%s", of(host)->sysfs);
}

static uint64_t fake_now_ns(struct host *host)
{
	return of(host)->now_ns;
}

static void fake_sleep_ns(struct host *host, uint64_t ns)
{
	of(host)->sleeps++;
	pass_time(of(host), ns);
}

/* A queue whose requests share the transfer, but not the latency. */
struct fake_queue {
	struct read_queue base;
	struct read_queue_setup setup;
	struct medium *medium;
	struct read_done done[MEDIUM_SLOTS];
	uint64_t due_ns[MEDIUM_SLOTS];
	unsigned n;
	uint64_t bus_free_ns;
};

static int fake_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct fake_queue *q = (struct fake_queue *)queue;
	struct medium *m = q->medium;
	uint64_t begin = m->now_ns > q->bus_free_ns ? m->now_ns : q->bus_free_ns;
	ssize_t got = serve(m, q->setup.buffer + slot * q->setup.slot_bytes, bytes, offset);
	uint64_t ns = cost(m, got) + m->crowded_ns * q->n;

	q->bus_free_ns = begin + ns - m->latency_ns;
	q->done[q->n] = (struct read_done){ slot, got };
	q->due_ns[q->n++] = begin + ns;
	if (q->base.depth == 1 && q->n > m->most_in_flight)
		m->most_in_flight = q->n;
	return 0;
}

static int fake_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		     unsigned max)
{
	struct fake_queue *q = (struct fake_queue *)queue;
	unsigned first = 0;

	if (!q->n || !max)
		return 0;
	for (unsigned i = 1; i < q->n; i++) {
		if (q->due_ns[i] < q->due_ns[first])
			first = i;
	}
	if (q->due_ns[first] > q->medium->now_ns + timeout_ns) {
		pass_time(q->medium, timeout_ns);
		return 0;
	}
	if (q->due_ns[first] > q->medium->now_ns)
		pass_time(q->medium, q->due_ns[first] - q->medium->now_ns);
	done[0] = q->done[first];
	q->n--;
	if (q->medium->plain_after && q->medium->reads >= q->medium->plain_after) {
		q->base.engine = "pread";
		q->base.depth = 1;
	}
	memmove(q->done + first, q->done + first + 1, (q->n - first) * sizeof(q->done[0]));
	memmove(q->due_ns + first, q->due_ns + first + 1, (q->n - first) * sizeof(q->due_ns[0]));
	return 1;
}

static void fake_close(struct read_queue *queue)
{
	free(queue);
}

static const struct read_queue_ops fake_queue_ops = { fake_push, fake_wait, fake_close };

static int fake_queue_open(struct host *host, const struct read_queue_setup *setup,
			   struct read_queue **queue)
{
	struct fake_queue *q;

	if (of(host)->queue_error)
		return of(host)->queue_error;
	q = calloc(1, sizeof(*q));
	q->base = (struct read_queue){ &fake_queue_ops, "fake", setup->depth };
	q->setup = *setup;
	q->medium = of(host);
	*queue = &q->base;
	return 0;
}

static bool fake_interrupt_hold(struct host *host, bool all)
{
	of(host)->held = host_kernel_ops.interrupt_hold(host, all);
	pass_time(of(host), 0);
	return of(host)->held;
}

static bool fake_interrupt_release(struct host *host)
{
	of(host)->held = false;
	return host_kernel_ops.interrupt_release(host);
}

static const struct host_ops medium_ops = {
	.fstat = fake_fstat,
	.ioctl = fake_ioctl,
	.pread = fake_pread,
	.fsync = fake_fsync,
	.sync = fake_sync,
	.drop_cache = fake_drop_cache,
	.read_file = fake_read_file,
	.real_path = fake_real_path,
	.link_target = fake_real_path,
	.now_ns = fake_now_ns,
	.sleep_ns = fake_sleep_ns,
	.queue_open = fake_queue_open,
	.interrupt_hold = fake_interrupt_hold,
	.interrupt_release = fake_interrupt_release,
};

struct medium medium_disk(void)
{
	return (struct medium){
		.host = { .ops = &medium_ops },
		.size = 4096 * MIB_BYTES,
		.sector = 512,
		.sysfs = "/sys/devices/pci0000:00/0000:00:1f.2/ata1/host0/block/sda",
		.ns_per_mib = 10000000,
	};
}

static int run(struct medium *m, struct report *report, struct job *job, int (*act)(struct job *))
{
	struct device dev = { .host = &m->host, .path = "/dev/sda", .fd = 3, .sys.host = &m->host };
	int result;

	dev.kind = m->regular_file ? DEVICE_FILE : DEVICE_BLOCK;
	if (m->size == UINT64_MAX)
		dev.kind = DEVICE_OTHER;
	dev.sys.rdev = m->regular_file ? 0 : makedev(8, 0);
	job->host = &m->host;
	job->dev = &dev;
	job->drive = drive_of(&dev);
	job->out = report;
	job->opt = &job->req->opt[job->id];
	report->path = dev.path;
	lock_errno = -m->lock_error;
	result = act(job);
	fclose(report->out);
	fclose(report->err);
	return result;
}

int medium_run(struct medium *m, int (*act)(struct job *), enum opt_id id,
	       const struct request *req, char **out, char **err)
{
	size_t out_bytes, err_bytes;
	struct report report =
		report_text(open_memstream(out, &out_bytes), open_memstream(err, &err_bytes));
	struct job job = { .req = req, .id = id };

	return run(m, &report, &job, act);
}

int medium_run_terminal(struct medium *m, int (*act)(struct job *), enum opt_id id,
			const struct request *req, char **out, char **err)
{
	size_t out_bytes, err_bytes;
	struct report report =
		report_text(open_memstream(out, &out_bytes), open_memstream(err, &err_bytes));
	struct job job = { .req = req, .id = id };

	report.out_terminal = true;
	report.err_terminal = true;
	return run(m, &report, &job, act);
}
