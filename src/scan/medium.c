// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads sectors for --surface-scan, and overwrites sectors for --repair; times and pacing. */
#include "state.h"
#include "block.h"
#include "erase.h"
#include "identify.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

const unsigned time_limits_ms[TIME_BUCKETS - 1] = { 10, 30, 100, 300, 1000, 3000, 10000 };

uint64_t times_slow_ns(const struct times *t)
{
	/*
	 * A slow command takes TIMES_MEDIAN times the median or more, since inner tracks take about
	 * 2.5 times as long as outer tracks. It also takes at least MORE_MS more than the median,
	 * since other programs add delays.
	 */
	enum { TIMES_MEDIAN = 3, MORE_MS = 50 };
	uint64_t all = 0, below = 0, median;
	unsigned step = 0;

	for (unsigned i = 0; i < TIME_STEPS; i++)
		all += t->fine[i];
	while (step < TIME_STEPS - 1 && 2 * (below += t->fine[step]) < all)
		step++;
	median = (UINT64_C(4) + step % 4 + 1) << step / 4 >> 2;
	return median * TIMES_MEDIAN > median + MORE_MS * (NS_PER_S / 1000)
		       ? median * TIMES_MEDIAN
		       : median + MORE_MS * (NS_PER_S / 1000);
}

static void times_add(struct surface *s, struct ata_sector_run run, uint64_t ns)
{
	struct times *t = &s->times;
	unsigned log = 63 - (unsigned)__builtin_clzll(ns | 4);
	unsigned bucket = 0, at = t->n_slowest;
	struct place *place;

	t->sectors += run.count;
	t->ns += ns;
	while (bucket < TIME_BUCKETS - 1 && ns >= time_limits_ms[bucket] * (NS_PER_S / 1000))
		bucket++;
	t->commands[bucket]++;
	t->fine[4 * log + (unsigned)(ns >> (log - 2) & 3)]++;

	while (at && t->slowest[at - 1].ns < ns)
		at--;
	if (at < SLOWEST) {
		if (t->n_slowest < SLOWEST)
			t->n_slowest++;
		memmove(&t->slowest[at + 1], &t->slowest[at],
			(t->n_slowest - at - 1) * sizeof(t->slowest[0]));
		t->slowest[at] = (struct slow){ run, ns };
	}

	if (run.lba < s->first || run.lba >= s->end)
		return;
	place = &t->place[(run.lba - s->first) * PLACES / (s->end - s->first)];
	place->sectors += run.count;
	place->ns += ns;
}

/* Limits of yield.wait_ns: LONGEST_NS, and MOST_WAITS times the last command's duration. */
enum { MOST_WAITS = 50 };

#define LONGEST_NS NS_PER_S

void yield_start(struct surface *s)
{
	const struct opt_state *pace = &s->job->req->opt[OPT_PACE];
	struct device *dev = s->job->dev;
	struct yield *y = &s->yield;

	y->on = (!pace->set || pace->value) && dev->sys.rdev &&
		!sys_disk_whole(&dev->sys, &y->disk) && !block_usage(dev->host, &y->disk, &y->last);
}

static void yield_update(struct surface *s, uint64_t command_ns)
{
	struct yield *y = &s->yield;
	uint64_t most = command_ns < LONGEST_NS / MOST_WAITS ? command_ns * MOST_WAITS : LONGEST_NS;
	struct block_usage last = y->last;
	bool uncounted = y->uncounted, others;
	uint64_t own = y->own;

	if (!y->on)
		return;
	y->own = 0;
	y->uncounted = false;
	others = !block_usage(s->job->host, &y->disk, &y->last) && !uncounted &&
		 (y->last.under_way || y->last.other != last.other ||
		  y->last.read - last.read > own);
	if (others) {
		y->wait_ns = y->wait_ns ? y->wait_ns * 2 : command_ns;
		y->wait_ns = y->wait_ns < most ? y->wait_ns : most;
	} else {
		y->wait_ns = y->wait_ns > command_ns ? y->wait_ns / 2 : 0;
	}
}

enum { FAULTS_MOST = 3, FAULT_PAUSE_MS = 100 };

static bool ends_scan(int err)
{
	static const int final[] = { EOPNOTSUPP, ENOTTY, EINVAL, ERANGE, ENOSYS, ENODEV,
				     ENXIO,	 EPERM,	 EACCES, ENOMEM, EINTR };

	for (size_t i = 0; i < sizeof(final) / sizeof(final[0]); i++) {
		if (err == -final[i])
			return true;
	}
	return false;
}

/* Return true, after a pause, if the command that returned `err` is to be sent again. */
static bool faults_repeat(struct surface *s, int err, unsigned *faults)
{
	struct job *job = s->job;
	struct device *dev = job->dev;
	const struct ata_result *res = &job->drive.failure.ata.res;
	bool device_fault = drive_failed_ata(&job->drive) && res->valid && (res->status & ST_DF);
	unsigned ready_s = job->drive.failure.ready_s;

	if (err >= 0) {
		s->unready_s = 0;
		return false;
	}
	if (!host_interrupted() && s->unready_s < ready_s) {
		if (!s->unready_s) {
			s->faults++;
			report_progress(job->out, NULL);
			job_note(job, "the disk is not ready yet: it is waited for, %u s at most",
				 ready_s);
		}
		s->unready_s++;
		s->unready_ns += NS_PER_S;
		device_forget_failure(dev);
		host_sleep_ns(job->host, NS_PER_S);
		return true;
	}
	/* after a device fault, a repetition is useless */
	if (ends_scan(err) || device_fault || device_hung(dev) || *faults == FAULTS_MOST ||
	    host_interrupted())
		return false;
	++*faults;
	s->faults++;
	device_forget_failure(dev);
	host_sleep_ns(job->host, UINT64_C(1000000) * FAULT_PAUSE_MS);
	return true;
}

/* True if `err` may mean that the disk lacks the command or rejects its parameters. */
static bool is_refusal(struct surface *s, int err)
{
	const struct drive *drive = &s->job->drive;

	return err == -EOPNOTSUPP || err == -ENOTTY || err == -EINVAL || err == -ERANGE ||
	       err == -ENOSYS ||
	       (err == -EIO && drive_failed_ata(drive) &&
		!ata_transfer_failed(&drive->failure.ata.res));
}

/* `trial`: do not repeat a refused command. Results as drive_verify_sectors(). */
static int verify_run(struct surface *s, struct ata_sector_run run, uint64_t *where, bool trial)
{
	uint64_t end = *where;
	unsigned faults = 0;
	int err;

	do {
		*where = end;
		err = drive_verify_sectors(&s->job->drive, run.lba, run.count, where);
	} while (!(trial && is_refusal(s, err)) && faults_repeat(s, err, &faults));
	return err;
}

/* Return 1 if the disk refuses to verify even one sector; else 0, or -errno, reported. */
static int find_most(struct surface *s, struct disk_verify *plan)
{
	uint64_t where = 0;
	int err = verify_run(s, (struct ata_sector_run){ 0, 1 }, &where, true);

	if (is_refusal(s, err))
		return 1;
	s->known_good = err ? NO_SECTOR : 0;
	while (err >= 0 && plan->may_take_less && plan->most > 1) {
		if (plan->most <= s->total)
			err = verify_run(s, (struct ata_sector_run){ 0, plan->most }, &where, true);
		if (!is_refusal(s, err) && plan->most <= s->total)
			break;
		plan->most /= 2;
		err = 0;
	}
	return err < 0 ? job_fail_drive(s->job, err) : 0;
}

/*
 * Set s->command if the verify command can be used. On USB, a verify behind the last sector must
 * fail: a bridge may report success without sending a command. Return 0; or -errno, reported.
 */
static int command_try(struct surface *s)
{
	struct drive *drive = &s->job->drive;
	struct disk_verify plan;
	struct block_place place;
	uint64_t where;
	int err = block_place(drive->dev, &place);

	if (host_lack_advice(err))
		return job_fail(s->job, err, "cannot find out whether this is a whole disk");
	if (err || !block_is_whole(&place))
		return 0;
	err = drive_verify_plan(drive, &plan);
	if (device_hung(drive->dev))
		return job_fail_drive(s->job, err);
	if (!err) {
		err = find_most(s, &plan);
		if (err < 0)
			return err;
	}
	device_forget_failure(drive->dev);
	if (err)
		return 0;
	s->command = drive_ops(drive)->verify_name;
	s->most = plan.most;
	s->total = plan.sectors ? plan.sectors : s->total;
	s->sector_bytes = plan.sectors ? plan.sector_bytes : s->sector_bytes;
	if (!plan.sectors || !device_may_be_usb(drive->dev))
		return 0;
	where = s->total;
	err = drive_verify_sectors(drive, s->total, 1, &where);
	if (device_hung(drive->dev))
		return job_fail_drive(s->job, err);
	device_forget_failure(drive->dev);
	if (err == 1 || err == -EIO)
		return 0;
	s->command = NULL;
	job_note(s->job,
		 "the %s %s READ VERIFY of a sector behind the drive's last one: "
		 "the kernel reads the sectors instead",
		 device_is_usb(drive->dev) ? "USB bridge" : "path to the drive",
		 err ? "fails at" : "reports success for");
	return 0;
}

enum {
	READ_BYTES = 32 * MIB,
	UNKNOWN_PHYSICAL = 4096 /* bytes of a physical sector, if the kernel shows no size */
};

static int open_reads(struct surface *s)
{
	bool writes = s->job->req->opt[OPT_REPAIR].seen;
	struct job *job = s->job;
	struct block_place place;
	uint64_t bytes;
	int err = block_bytes(job->dev, &bytes);

	if (job->dev->kind == DEVICE_FILE || job->dev->sys.character)
		return job_refuse(job, -ENOTBLK,
				  "the device takes no READ VERIFY SECTOR(S), "
				  "and has no sectors that the kernel reads: name a block device");
	if (!err)
		s->fd = block_open_direct(job->dev, writes ? O_RDWR : O_RDONLY);
	if (!err && s->fd < 0)
		err = s->fd;
	if (err)
		return job_fail(job, err, "opening it for direct reads");
	s->stacked = block_place(job->dev, &place) || place.array || place.built_on[0];
	s->sector_bytes = block_sector_bytes(job->dev);
	s->total = bytes / s->sector_bytes;
	s->most = READ_BYTES / s->sector_bytes;
	return 0;
}

int medium_open(struct surface *s)
{
	struct drive *drive = &s->job->drive;
	int err = drive_takes_ata(drive) ? command_try(s) : 0;

	s->ata = s->command;
	if (!err && !s->ata)
		err = open_reads(s);
	/* a SCSI or NVMe disk may have a verify command; open_reads() has found the size */
	if (!err && !s->ata && drive_is_other(drive))
		err = command_try(s);
	if (err)
		return err;
	s->buffer_bytes = s->ata ? REWRITE_BYTES : READ_BYTES;
	s->buffer = host_buffer(s->buffer_bytes, NULL);
	return s->buffer ? 0 : job_fail(s->job, -ENOMEM, "memory of %zu bytes", s->buffer_bytes);
}

void medium_close(struct surface *s)
{
	if (s->buffer)
		host_buffer_free(s->buffer, s->buffer_bytes);
	if (s->fd >= 0)
		host_close(s->job->host, s->fd);
}

static int read_run(struct surface *s, struct ata_sector_run run, uint64_t *where)
{
	size_t bytes = (size_t)run.count * s->sector_bytes;
	ssize_t got;
	const char *words;
	int err;

	do {
		got = host_pread(s->job->host, s->fd, s->buffer, bytes, run.lba * s->sector_bytes);
	} while (got == -EINTR);
	if (got == (ssize_t)bytes)
		return PROBE_READ;
	if (got > 0) {
		*where = run.lba + (uint64_t)got / s->sector_bytes;
		return PROBE_BAD;
	}
	err = !got || block_has_gone(s->job->dev) ? -ENODEV : (int)got;
	if (block_medium_failed(err))
		return PROBE_BAD;
	device_note_hang(s->job->dev, err, "reading it");
	words = block_io_error(&err, false);
	return job_fail(s->job, err, "read of %zu bytes at sector %" PRIu64 "%s%s", bytes, run.lba,
			*words ? ": " : "", words);
}

/* Report the cause of an abort if the drive reports one, such as a lock. Return -errno. */
static int fail_verify(struct surface *s, int err)
{
	struct drive *drive = &s->job->drive;
	struct past_failure past = drive_past_failure(drive);
	const struct ata_result *res = &past.failure.ata.res;
	bool aborted = drive_failed_ata(drive) && res->valid && (res->status & ST_ERR) &&
		       (res->error & ER_ABRT) && !ata_transfer_failed(res);
	int cause = aborted ? drive_read_refusal(drive) : 0;

	if (cause && *drive->failure.advice)
		return job_fail_drive(s->job, cause);
	drive_restore_failure(drive, &past);
	return job_fail_drive(s->job, err);
}

static int probe_now(struct surface *s, struct ata_sector_run run, uint64_t *where)
{
	uint64_t began = host_now_ns(s->job->host), unready = s->unready_ns, ns;
	int result;

	if (s->command) {
		result = verify_run(s, run, where, false);
		if (result < 0)
			result = fail_verify(s, result);
		else
			result = result ? PROBE_BAD : PROBE_READ;
	} else {
		result = read_run(s, run, where);
	}
	ns = host_now_ns(s->job->host) - began - (s->unready_ns - unready);
	s->spent_ns += ns;
	if (result == PROBE_READ) {
		times_add(s, run, ns);
		s->known_good = run.lba + run.count - 1;
		if (!s->command)
			s->yield.own += (uint64_t)run.count * (s->sector_bytes / 512);
	} else {
		s->yield.uncounted = !s->command;
	}
	s->failures += result == PROBE_BAD;
	yield_update(s, ns);
	return result;
}

int medium_probe(void *surface, struct ata_sector_run run, uint64_t *where)
{
	struct surface *s = surface;
	struct yield *y = &s->yield;

	if (y->wait_ns) {
		host_sleep_ns(s->job->host, y->wait_ns);
		y->waited_ns += y->wait_ns;
		y->waits++;
	}
	return host_interrupted() ? -EINTR : probe_now(s, run, where);
}

int medium_probe_one(struct surface *s, uint64_t lba)
{
	uint64_t where;

	return medium_probe(s, (struct ata_sector_run){ lba, 1 }, &where);
}

struct physical medium_physical(struct surface *s)
{
	struct device *dev = s->job->dev;
	struct physical p = { .sectors = 1 };
	uint64_t bytes, offset;

	if (s->ata) {
		const struct id_input input = { .identify = s->job->dev->id.raw };
		struct identify id;

		identify_decode(&input, &id);
		bytes = id.sector.physical_bytes;
		offset = id.sector.offset_bytes;
	} else {
		if (block_attr_u64(dev, "queue/physical_block_size", &bytes) &&
		    block_attr_u64(dev, "../queue/physical_block_size", &bytes))
			bytes = UNKNOWN_PHYSICAL;
		/* bytes from the start of a disk or partition to the next physical sector */
		if (block_attr_u64(dev, "alignment_offset", &offset) || offset >= bytes)
			offset = 0;
		offset = offset ? bytes - offset : 0;
	}
	p.sectors = bytes > s->sector_bytes ? bytes / s->sector_bytes : 1;
	p.offset = offset / s->sector_bytes;
	return p;
}

struct ata_sector_run medium_group(const struct surface *s, struct physical p, uint64_t lba)
{
	uint64_t before = (lba + p.offset) % p.sectors;
	uint64_t first = before < lba ? lba - before : 0, end = lba - before + p.sectors;

	if (end > s->total)
		end = s->total;
	return (struct ata_sector_run){ first, (unsigned)(end - first) };
}

static int write_by_command(struct surface *s, struct ata_sector_run run)
{
	const uint8_t *id = s->job->dev->id.raw;
	struct ata_cmd cmd = ata_sectors(id, SECTORS_WRITE, run, s->buffer);
	int err = device_ata(s->job->dev, &cmd);

	if (!err &&
	    (ata_id_has(id, ID_HAS_FLUSH_CACHE) || ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT))) {
		cmd = ata_command(ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT) ? ATA_FLUSH_CACHE_EXT
									 : ATA_FLUSH_CACHE);
		err = device_ata(s->job->dev, &cmd);
	}
	return err ? job_fail_ata(s->job, err, &cmd) : 0;
}

static int write_direct(struct surface *s, struct ata_sector_run run)
{
	size_t bytes = (size_t)run.count * s->sector_bytes;
	ssize_t put = host_pwrite(s->job->host, s->fd, s->buffer, bytes, run.lba * s->sector_bytes);
	const char *words;
	int err;

	if (put == (ssize_t)bytes)
		err = host_fsync(s->job->host, s->fd);
	else
		err = put < 0 ? (int)put : -EIO;
	if (!err)
		return 0;
	device_note_hang(s->job->dev, err, "writing it");
	words = block_io_error(&err, true);
	return job_fail(s->job, err, "write of %zu bytes at sector %" PRIu64 "%s%s", bytes, run.lba,
			*words ? ": " : "", words);
}

static int read_back(struct surface *s, struct ata_sector_run run)
{
	struct ata_cmd cmd = ata_sectors(s->job->dev->id.raw, SECTORS_READ, run, s->buffer);
	int err;

	/* if an adapter reports success without data, the buffer keeps this value, not zeros */
	cmd.fill = 0xff;
	err = device_ata(s->job->dev, &cmd);
	if (!err)
		return PROBE_READ;
	return ata_medium_failed(&cmd.res) ? PROBE_BAD : job_fail_ata(s->job, err, &cmd);
}

int medium_rewrite(struct surface *s, struct ata_sector_run run)
{
	size_t bytes = (size_t)run.count * s->sector_bytes;
	uint64_t where = 0;
	int err;

	memset(s->buffer, 0, bytes);
	s->yield.uncounted = !s->command;
	err = s->ata ? write_by_command(s, run) : write_direct(s, run);
	if (err || s->job->dev->dry_run)
		return err;
	memset(s->buffer, 0xff, bytes);
	err = probe_now(s, run, &where);
	if (!err && s->command)
		err = s->ata ? read_back(s, run) : read_run(s, run, &where);
	if (err == PROBE_READ && contents_of(s->buffer, bytes).kind != CONTENTS_ZEROS)
		err = PROBE_BAD;
	return err;
}
