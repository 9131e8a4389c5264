// SPDX-License-Identifier: GPL-2.0-or-later
/* -t and -T on media of every kind; the clock is the medium's, so no test takes time. */
#include "suites.h"

#include "medium.h"
#include "timing.h"
#include "timing/meter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MIB_BYTES (UINT64_C(1) << 20)
#define GIB_BYTES (UINT64_C(1) << 30)
#define MS	  UINT64_C(1000000)

static struct request request(void)
{
	return (struct request){ .no_heading = false };
}

static void give(struct request *req, enum opt_id id, uint64_t value)
{
	req->opt[id] = (struct opt_state){ .seen = true, .set = true, .value = value };
}

struct outcome {
	int result;
	char *out, *err;
};

static struct outcome run_t(struct medium *m, const struct request *req)
{
	struct outcome o;

	o.result = medium_run(m, act_time_device, OPT_TIME_DEVICE, req, &o.out, &o.err);
	return o;
}

static struct outcome run_T(struct medium *m, const struct request *req)
{
	struct outcome o;

	o.result = medium_run(m, act_time_cache, OPT_TIME_CACHE, req, &o.out, &o.err);
	return o;
}

static void expect(struct outcome *o, int result, const char *out, const char *err)
{
	ck_assert_str_eq(o->out, out);
	ck_assert_str_eq(o->err, err);
	ck_assert_int_eq(o->result, result);
	free(o->out);
	free(o->err);
}

START_TEST(three_seconds_of_a_disk)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o = run_t(&m, &req);

	expect(&o, 0, " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n", "");
	ck_assert_uint_eq(m.bytes_read, 300 * MIB_BYTES);
	/* cached pages are dropped before and, as -f does, after */
	ck_assert_uint_eq(m.flushes, 2);
}
END_TEST

START_TEST(two_seconds_of_the_cache)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = 100000;
	o = run_T(&m, &req);
	expect(&o, 0, " Timing cached reads:   20000 MB in  2.00 seconds = 10000.00 MB/sec\n", "");
	ck_assert_uint_eq(m.highest, 2 * MIB_BYTES);
	ck_assert_uint_eq(m.flushes, 0);
}
END_TEST

/* Figures of every size, as 9.65 prints them. */
static const struct {
	const char *name;
	uint64_t ns_per_mib;
	const char *cached, *device;
} speed_rows[] = {
	{ "faster than 10 GB/s", 50000,
	  " Timing cached reads:   40000 MB in  2.00 seconds = 20000.00 MB/sec\n",
	  " Timing buffered disk reads: 4096 MB in  0.20 seconds = 20000.00 MB/sec\n" },
	{ "133 MB/s", 7500000, " Timing cached reads:   268 MB in  2.01 seconds = 133.33 MB/sec\n",
	  " Timing buffered disk reads: 400 MB in  3.00 seconds = 133.33 MB/sec\n" },
	{ "20 MB/s", 50000000, " Timing cached reads:    40 MB in  2.00 seconds =  20.00 MB/sec\n",
	  " Timing buffered disk reads:  60 MB in  3.00 seconds =  20.00 MB/sec\n" },
	{ "2.22 MB/s", 450000000,
	  " Timing cached reads:     6 MB in  2.70 seconds =   2.22 MB/sec\n",
	  " Timing buffered disk reads:   8 MB in  3.60 seconds =   2.22 MB/sec\n" },
	{ "exactly 1 MB/s", 1000000000,
	  " Timing cached reads:     2 MB in  2.00 seconds = 1024.00 kB/sec\n",
	  " Timing buffered disk reads:   4 MB in  4.00 seconds = 1024.00 kB/sec\n" },
	{ "819 kB/s", 1250000000,
	  " Timing cached reads:     2 MB in  2.50 seconds = 819.20 kB/sec\n",
	  " Timing buffered disk reads:   4 MB in  5.00 seconds = 819.20 kB/sec\n" },
	{ "68 kB/s", UINT64_C(15000000000),
	  " Timing cached reads:     2 MB in 30.00 seconds =  68.27 kB/sec\n",
	  " Timing buffered disk reads:   2 MB in 30.00 seconds =  68.27 kB/sec\n" },
};

START_TEST(speed_is_printed_as_ever)
{
	struct medium m = medium_disk(), n = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = n.ns_per_mib = speed_rows[_i].ns_per_mib;
	o = run_T(&m, &req);
	expect(&o, 0, speed_rows[_i].cached, "");
	o = run_t(&n, &req);
	expect(&o, 0, speed_rows[_i].device, "");
}
END_TEST

/* Direct reads are rounded up to sectors: one sector of this size exceeds the buffer. */
static const unsigned impossible_sectors[] = { 1 << 26, 1 << 17, 12288, 520, 1 };

START_TEST(sectors_of_no_such_size_are_taken_for_512_bytes)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.sector = impossible_sectors[_i];
	m.size = 3 * MIB_BYTES + 512;
	m.ns_per_mib = 1;
	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_READ_DEPTH, 1);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	ck_assert_uint_eq(m.highest, m.size);
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(label_tells_direct_and_offset)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_READ_DEPTH, 1);
	o = run_T(&m, &req);
	expect(&o, 0, " Timing O_DIRECT cached reads:   200 MB in  2.00 seconds = 100.00 MB/sec\n",
	       "");
	o = run_t(&m, &req);
	expect(&o, 0, " Timing O_DIRECT disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n", "");
	give(&req, OPT_OFFSET, 3);
	m.reads = 0;
	o = run_t(&m, &req);
	expect(&o, 0,
	       " Timing O_DIRECT disk reads (offset 3 GB): "
	       "300 MB in  3.00 seconds = 100.00 MB/sec\n",
	       "");
	ck_assert_uint_eq(m.lowest, 3 * GIB_BYTES);
}
END_TEST

/* Devices that are too small for 9.65, or end within one of its reads. */
static const struct {
	const char *name;
	uint64_t bytes;
	unsigned sector;
	const char *out;
} size_rows[] = {
	{ "the least", 256 * 1024, 512,
	  " Timing buffered disk reads:   0 MB in  0.00 seconds = 100.00 MB/sec\n" },
	{ "the least of 4096", 256 * 1024, 4096,
	  " Timing buffered disk reads:   0 MB in  0.00 seconds = 100.00 MB/sec\n" },
	{ "less than one buffer", 1499648, 512,
	  " Timing buffered disk reads:   1 MB in  0.01 seconds = 100.00 MB/sec\n" },
	{ "one buffer", 2 * MIB_BYTES, 512,
	  " Timing buffered disk reads:   2 MB in  0.02 seconds = 100.00 MB/sec\n" },
	{ "odd size", 50 * MIB_BYTES + 512, 512,
	  " Timing buffered disk reads:  50 MB in  0.50 seconds = 100.00 MB/sec\n" },
};

START_TEST(small_device_is_read_to_its_end)
{
	struct request req = request();

	for (int direct = 0; direct < 2; direct++) {
		struct medium m = medium_disk();
		struct outcome o;

		m.size = size_rows[_i].bytes;
		m.sector = size_rows[_i].sector;
		if (direct)
			give(&req, OPT_DIRECT, 0);
		o = run_t(&m, &req);
		if (direct)
			ck_assert_msg(!strcmp(strchr(o.out, ':'), strchr(size_rows[_i].out, ':')),
				      "%s: %s", size_rows[_i].name, o.out);
		else
			ck_assert_str_eq(o.out, size_rows[_i].out);
		ck_assert_str_eq(o.err, "");
		ck_assert_int_eq(o.result, 0);
		/*
		 * the second half is read directly first, to choose the number of reads in flight
		 */
		ck_assert_uint_eq(m.lowest, 0);
		ck_assert_uint_eq(m.highest, m.size);
		ck_assert(direct ? m.bytes_read > m.size : m.bytes_read == m.size);
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(rest_behind_the_last_sector_is_left_out)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.sector = 4096;
	m.size = MIB_BYTES + 512;
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads:   1 MB in  0.01 seconds = 100.00 MB/sec\n", "");
	ck_assert_uint_eq(m.bytes_read, MIB_BYTES);
}
END_TEST

START_TEST(empty_device_is_an_error)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.size = 0;
	o = run_t(&m, &req);
	expect(&o, -EIO, " Timing buffered disk reads: \n",
	       "hdparm: /dev/sda: -t: nothing to read: the size is 0 bytes: Input/output error\n");
}
END_TEST

START_TEST(offset_at_or_beyond_the_end_is_an_error)
{
	const uint64_t offsets[] = { 4, 5, UINT64_MAX >> 31 };
	struct medium m = medium_disk();
	struct request req = request();

	for (unsigned i = 0; i < 3; i++) {
		struct outcome o;

		give(&req, OPT_OFFSET, offsets[i]);
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, -ERANGE);
		ck_assert_ptr_nonnull(strstr(o.err, "is not below the end at 4294967296 bytes"));
		ck_assert_uint_eq(m.reads, 0);
		free(o.out);
		free(o.err);
	}
}
END_TEST

/* The k-th read fails: message with the offset, errno as result, and no figure. */
static const struct {
	unsigned k;
	int error;
	bool direct;
	const char *offset;
} fault_rows[] = {
	{ 1, EIO, false, "read of 2097152 bytes at byte offset 0:" },
	{ 2, EIO, false, "read of 2097152 bytes at byte offset 2097152:" },
	{ 100, ENXIO, false, "read of 2097152 bytes at byte offset 207618048:" },
	{ 1, EIO, true, "read of 1048576 bytes at byte offset 0:" },
	{ 2, ENODEV, true, "read of 1048576 bytes at byte offset 1048576:" },
	{ 100, EIO, true, "read of 1048576 bytes at byte offset 103809024:" },
};

START_TEST(failing_read_names_its_offset)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.fail_read = fault_rows[_i].k;
	m.fail_errno = fault_rows[_i].error;
	if (fault_rows[_i].direct) {
		give(&req, OPT_DIRECT, 0);
		give(&req, OPT_READ_DEPTH, 32);
	}
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, -fault_rows[_i].error);
	ck_assert_ptr_nonnull(strstr(o.err, fault_rows[_i].offset));
	ck_assert_ptr_nonnull(strstr(o.err, strerror(fault_rows[_i].error)));
	ck_assert_ptr_null(strstr(o.out, "MB in"));
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(failing_cached_read_is_an_error)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.fail_read = 7;
	m.fail_errno = EIO;
	o = run_T(&m, &req);
	expect(&o, -EIO, " Timing cached reads:   \n",
	       "hdparm: /dev/sda: -T: read of 2097152 bytes at byte offset 0: "
	       "Input/output error\n");
}
END_TEST

START_TEST(early_end_is_an_error)
{
	struct request req = request();

	for (int direct = 0; direct < 2; direct++) {
		struct medium m = medium_disk();
		struct outcome o;

		m.real_end = 9 * MIB_BYTES + 512;
		if (direct)
			give(&req, OPT_DIRECT, 0);
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, -EIO);
		ck_assert_ptr_nonnull(strstr(o.err, "at byte offset 9437696 reached the end"));
		ck_assert_ptr_null(strstr(o.out, "MB in"));
		free(o.out);
		free(o.err);
	}
}
END_TEST

/* Errors for which strerror() is misleading, and a device that disappears. */
static const struct {
	const char *name;
	int error; /* error of the third read; 0: the device goes with the read */
	int result;
	const char *words;
} plain_word_rows[] = {
	{ "medium error", ENODATA, -EIO, ": the medium cannot be read there: Input/output" },
	{ "protection", EILSEQ, -EIO,
	  ": the data do not match their protection information: Input/output" },
	{ "target", EREMOTEIO, -EIO,
	  ": the drive refused the request, or moved too few data: Input/output" },
	{ "transport", ENOLINK, -EIO, ": the path to the drive failed: Input/output" },
	{ "offline", ENODEV, -ENODEV, ": the device has gone: No such device" },
	{ "gone", 0, -ENODEV, ": the device has gone: No such device" },
	/* the page cache returns this */
	{ "gone", -EIO, -ENODEV, ": the device has gone: No such device" },
};

START_TEST(fault_is_told_in_plain_words)
{
	for (int direct = 0; direct < 2; direct++) {
		struct request req = request();
		struct medium m = medium_disk();
		struct outcome o;

		if (plain_word_rows[_i].error > 0) {
			m.fail_read = 3;
			m.fail_errno = plain_word_rows[_i].error;
		} else {
			m.gone_read = 3;
			m.gone_errno = -plain_word_rows[_i].error;
		}
		if (direct) {
			give(&req, OPT_DIRECT, 0);
			give(&req, OPT_READ_DEPTH, 4);
		}
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, plain_word_rows[_i].result);
		ck_assert_msg(strstr(o.err, plain_word_rows[_i].words) != NULL, "%s", o.err);
		ck_assert_ptr_null(strstr(o.err, "end of the data"));
		ck_assert_ptr_null(strstr(o.out, "MB in"));
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(short_read_is_continued)
{
	struct request req = request();

	for (int direct = 0; direct < 2; direct++) {
		struct medium m = medium_disk();
		struct outcome o;

		m.size = 16 * MIB_BYTES;
		m.short_read = 3;
		if (direct) {
			give(&req, OPT_DIRECT, 0);
			give(&req, OPT_READ_DEPTH, 4);
		}
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, 0);
		ck_assert_ptr_nonnull(strstr(o.out, " 16 MB in  0.16 seconds = 100.00"));
		ck_assert_uint_eq(m.bytes_read, m.size);
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(slow_first_read_counts)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.first_extra_ns = 980 * MS;
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads: 202 MB in  3.00 seconds =  67.33 MB/sec\n", "");
}
END_TEST

START_TEST(first_read_slower_than_the_time_is_the_only_one)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.first_extra_ns = 4000 * MS;
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads:   2 MB in  4.02 seconds = 509.45 kB/sec\n", "");
}
END_TEST

START_TEST(device_of_unknown_size_is_read_for_its_time)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.size = UINT64_MAX;
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n", "");
	m = medium_disk();
	m.size = UINT64_MAX;
	m.real_end = 10 * MIB_BYTES;
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads:  10 MB in  0.10 seconds = 100.00 MB/sec\n", "");
}
END_TEST

START_TEST(regular_file_loses_its_cached_pages)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.regular_file = true;
	m.size = 5 * MIB_BYTES + 100;
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads:   5 MB in  0.05 seconds = 100.00 MB/sec\n", "");
	ck_assert_uint_eq(m.drops, 2);
	ck_assert_uint_eq(m.flushes, 0);
	ck_assert_uint_eq(m.bytes_read, m.size);
}
END_TEST

START_TEST(memory_that_cannot_be_locked_is_an_error)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.lock_error = -ENOMEM;
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, -ENOMEM);
	ck_assert_ptr_nonnull(strstr(o.err, "-t: mlock of 2097152 bytes"));
	ck_assert_uint_eq(m.reads, 0);
	free(o.out);
	free(o.err);
	give(&req, OPT_DIRECT, 0);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(requests_of_a_slow_device_overlap)
{
	struct medium m = medium_disk(), one = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = one.ns_per_mib = 10000;
	m.latency_ns = one.latency_ns = 10 * MS;
	m.size = one.size = 64 * GIB_BYTES;
	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_READ_DEPTH, 1);
	o = run_t(&one, &req);
	ck_assert_int_eq(o.result, 0);
	free(o.out);
	free(o.err);
	req.opt[OPT_READ_DEPTH].seen = false;
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	free(o.out);
	free(o.err);
	ck_assert_uint_gt(m.bytes_read, 12 * one.bytes_read);
}
END_TEST

/* 32 reads of 0.2 seconds, one after the other, would last longer than a run: fewer are tried. */
START_TEST(very_slow_requests_overlap_too)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = 10000;
	m.latency_ns = 200 * MS;
	m.size = 64 * GIB_BYTES;
	give(&req, OPT_DIRECT, 0);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	ck_assert_msg(strtod(strchr(o.out, '=') + 1, NULL) > 100, "%s", o.out);
	free(o.out);
	free(o.err);
}
END_TEST

/* Each further read in flight costs more than it gains, as when zram copies. */
START_TEST(device_that_copies_is_read_one_at_a_time)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = 200000;
	m.crowded_ns = 1000;
	m.size = 64 * GIB_BYTES;
	give(&req, OPT_DIRECT, 0);
	o = run_t(&m, &req);
	expect(&o, 0, " Timing O_DIRECT disk reads: 15000 MB in  3.00 seconds = 5000.00 MB/sec\n",
	       "");
	give(&req, OPT_READ_DEPTH, 32);
	o = run_t(&m, &req);
	ck_assert_msg(strtod(strchr(o.out, '=') + 1, NULL) < 4500, "%s", o.out);
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(failing_trial_is_no_failure)
{
	for (unsigned read = 1; read < 40; read += 20) {
		struct medium m = medium_disk();
		struct request req = request();
		struct outcome o;

		m.fail_read = read;
		m.fail_errno = EIO;
		give(&req, OPT_DIRECT, 0);
		o = run_t(&m, &req);
		expect(&o, 0,
		       " Timing O_DIRECT disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n",
		       "");
	}
}
END_TEST

/* On a device that serves one read at a time, 32 reads of 2 seconds would take a minute. */
START_TEST(slow_device_is_not_tried_with_many_reads)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = 1000 * MS;
	give(&req, OPT_DIRECT, 0);
	o = run_t(&m, &req);
	expect(&o, 0, " Timing O_DIRECT disk reads:   4 MB in  4.00 seconds = 1024.00 kB/sec\n",
	       "");
	ck_assert_uint_eq(m.bytes_read, 6 * MIB_BYTES);
}
END_TEST

START_TEST(interrupt_during_a_trial_ends_the_run)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.interrupt_at_ns = 30 * MS;
	give(&req, OPT_DIRECT, 0);
	o = run_t(&m, &req);
	expect(&o, -RESULT_INTERRUPTED, " Timing O_DIRECT disk reads: \n",
	       "hdparm: /dev/sda: -t: interrupted after 0.00 seconds, 0 bytes\n");
	ck_assert_uint_lt(m.bytes_read, 6 * MIB_BYTES);
}
END_TEST

START_TEST(time_limit_holds_with_many_reads_in_flight)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.latency_ns = 700 * MS;
	m.ns_per_mib = 1000;
	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_READ_DEPTH, 32);
	o = run_t(&m, &req);
	/* 5 rounds of 32 reads: the last began before the limit and counts completely */
	ck_assert_str_eq(o.out,
			 " Timing O_DIRECT disk reads: 160 MB in  3.50 seconds =  45.71 MB/sec\n");
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(without_a_queue_one_read_follows_the_other)
{
	struct medium m = medium_disk(), n = medium_disk();
	struct request req = request();
	struct outcome o;

	m.queue_error = n.queue_error = -EPERM;
	give(&req, OPT_DIRECT, 0);
	o = run_t(&m, &req);
	expect(&o, 0, " Timing O_DIRECT disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n", "");
	ck_assert_uint_eq(m.reads, 150);
	o.result = medium_run_terminal(&n, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_ptr_nonnull(strstr(o.err, "the kernel permits no asynchronous I/O"));
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(refusing_queue_goes_on_one_read_at_a_time)
{
	struct medium m = medium_disk(), n = medium_disk();
	struct request req = request();
	struct outcome o;

	m.size = n.size = 50 * MIB_BYTES;
	m.plain_after = n.plain_after = 4;
	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_READ_DEPTH, 8);
	give(&req, OPT_RUNS, 2);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	ck_assert_uint_eq(m.bytes_read, 100 * MIB_BYTES);
	ck_assert_uint_eq(m.most_in_flight, 1);
	/* the second run has no queue: reads of 2 MiB */
	ck_assert_uint_eq(m.reads, 50 + 25);
	free(o.out);
	free(o.err);
	o.result = medium_run_terminal(&n, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_ptr_nonnull(strstr(o.err, "the kernel permits no asynchronous I/O"));
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(interrupt_shows_what_was_measured)
{
	const struct {
		bool direct;
		const char *out;
	} rows[] = {
		{ false, " Timing buffered disk reads: 102 MB in  1.02 seconds = 100.00 MB/sec\n" },
		{ true, " Timing O_DIRECT disk reads: 101 MB in  1.01 seconds = 100.00 MB/sec\n" },
	};

	for (unsigned i = 0; i < 2; i++) {
		struct medium m = medium_disk();
		struct request req = request();
		struct outcome o;

		m.interrupt_at_ns = 1020 * MS; /* after 20 ms of settling */
		if (rows[i].direct) {
			give(&req, OPT_DIRECT, 0);
			give(&req, OPT_READ_DEPTH, 32);
		}
		give(&req, OPT_RUNS, 3);
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, -RESULT_INTERRUPTED);
		ck_assert_msg(strstr(o.out, " seconds = 100.00 MB/sec\n") != NULL, "%s", o.out);
		ck_assert_ptr_null(strstr(o.out, "runs"));
		ck_assert_ptr_nonnull(strstr(o.err, "hdparm: /dev/sda: -t: interrupted after 1.0"));
		ck_assert(!m.held);
		ck_assert_uint_lt(m.bytes_read, 140 * MIB_BYTES);
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(interrupt_before_the_first_byte_has_no_figure)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.interrupt_at_ns = 1;
	m.busy_polls = 1000;
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, -RESULT_INTERRUPTED);
	ck_assert_ptr_null(strstr(o.out, "MB/sec"));
	ck_assert_uint_eq(m.reads, 0);
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(last_line_of_several_runs_is_a_timing_line)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_RUNS, 4);
	m.first_extra_ns = 980 * MS;
	o = run_t(&m, &req);
	expect(&o, 0,
	       " Timing buffered disk reads: 202 MB in  3.00 seconds =  67.33 MB/sec\n"
	       " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n"
	       " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n"
	       " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n"
	       " 4 runs (MB/sec): minimum 67.33, median 100.00, mean 91.83, "
	       "trimmed mean 100.00, maximum 100.00, spread 32.7%\n fastest run:\n"
	       " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n",
	       "");
	ck_assert_uint_eq(m.flushes, 5);
}
END_TEST

START_TEST(one_run_has_no_summary)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_RUNS, 1);
	o = run_t(&m, &req);
	expect(&o, 0, " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n", "");
}
END_TEST

START_TEST(zones_cover_the_device)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.rotational = true;
	give(&req, OPT_ZONES, 4);
	o = run_t(&m, &req);
	expect(&o, 0,
	       " Zone at      0.0 GB:    100.00 MB/sec "
	       "|################################| outer\n"
	       " Zone at      1.0 GB:    100.00 MB/sec "
	       "|################################|\n"
	       " Zone at      2.0 GB:    100.00 MB/sec "
	       "|################################|\n"
	       " Zone at      3.0 GB:    100.00 MB/sec "
	       "|################################| inner\n"
	       " Timing buffered disk reads: 304 MB in  3.04 seconds = 100.00 MB/sec\n",
	       "");
	ck_assert_uint_eq(m.lowest, 0);
	ck_assert_uint_gt(m.highest, 3 * GIB_BYTES);
}
END_TEST

START_TEST(zones_start_behind_the_offset)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_ZONES, 2);
	give(&req, OPT_OFFSET, 2);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	ck_assert_ptr_nonnull(strstr(o.out, " Zone at      2.0 GB:"));
	ck_assert_ptr_nonnull(strstr(o.out, " Zone at      3.0 GB:"));
	ck_assert_uint_eq(m.lowest, 2 * GIB_BYTES);
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(zones_without_room_are_refused)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.size = MIB_BYTES;
	give(&req, OPT_ZONES, 5);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, -EINVAL);
	ck_assert_ptr_nonnull(strstr(o.err, "--zones 5"));
	free(o.out);
	free(o.err);
}
END_TEST

/* Seven of eight reads come with the first one, which happens only after the clock starts. */
START_TEST(zones_begin_without_what_was_read_ahead)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.size = 32 * MIB_BYTES;
	m.latency_ns = 400 * MS;
	m.ns_per_mib = 1;
	m.ahead = 14 * MIB_BYTES;
	give(&req, OPT_ZONES, 2);
	o = run_t(&m, &req);
	expect(&o, 0,
	       " Zone at      0.0 MB:     40.00 MB/sec |################################|\n"
	       " Zone at     16.0 MB:     39.99 MB/sec |################################|\n"
	       " Timing buffered disk reads:  31 MB in  0.80 seconds =  39.99 MB/sec\n",
	       "");
}
END_TEST

/* A device bound by latency gets as many reads in each place as without --zones. */
START_TEST(zones_of_a_slow_device_are_timed_long_enough)
{
	const uint64_t latencies[] = { 10 * MS, 50 * MS, 400 * MS };

	for (int i = 0; i < ROWS(latencies); i++) {
		struct medium m = medium_disk(), n;
		struct request req = request();
		double whole, rate;
		struct outcome o;
		char *at;

		m.size = 1024 * GIB_BYTES;
		m.latency_ns = latencies[i];
		m.ns_per_mib = 1000;
		n = m;
		give(&req, OPT_DIRECT, 0);
		o = run_t(&m, &req);
		whole = strtod(strchr(o.out, '=') + 1, NULL);
		free(o.out);
		free(o.err);
		give(&req, OPT_ZONES, 10);
		o = run_t(&n, &req);
		at = o.out;
		for (int zone = 0; zone < 10; zone++) {
			at = strstr(at, "B: ") + 3;
			rate = strtod(at, NULL);
			ck_assert_msg(rate > whole * 0.85 && rate < whole * 1.4,
				      "%d: %g for %g in %s", i, rate, whole, o.out);
		}
		free(o.out);
		free(o.err);
	}
}
END_TEST

/* The search for the depth does not count in the first place's figure. */
START_TEST(first_zone_is_as_fast_as_the_others)
{
	struct medium m = medium_disk();
	struct request req = request();
	double first = 0, last = 0;
	struct outcome o;

	m.latency_ns = 10 * MS;
	m.ns_per_mib = 100000;
	m.size = 64 * GIB_BYTES;
	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_ZONES, 10);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	for (char *line = strstr(o.out, "Zone at"); line; line = strstr(line + 1, "Zone at")) {
		last = strtod(strchr(line, ':') + 1, NULL);
		first = first > 0 ? first : last;
	}
	ck_assert_msg(first >= 0.95 * last && last > 2000, "%s", o.out);
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(zones_too_small_to_measure_become_fewer)
{
	struct medium m = medium_disk(), two = medium_disk(), one = medium_disk();
	struct request req = request();
	struct outcome o;

	m.size = 64 * MIB_BYTES - 512;
	give(&req, OPT_ZONES, 100);
	give(&req, OPT_RUNS, 2);
	o = run_t(&m, &req);
	ck_assert_int_eq(o.result, 0);
	ck_assert_str_eq(o.err, "hdparm: /dev/sda: -t: --zones 100: 3 places are timed, since less "
				"than 16 MB each is too little to measure\n");
	ck_assert_ptr_nonnull(strstr(o.out, " Zone at     21.3 MB:"));
	ck_assert_ptr_nonnull(strstr(o.out, " Zone at     42.7 MB:"));
	free(o.out);
	free(o.err);
	two.size = 32 * MIB_BYTES;
	give(&req, OPT_ZONES, 2);
	o = run_t(&two, &req);
	ck_assert_str_eq(o.err, "");
	free(o.out);
	free(o.err);
	one.size = 32 * MIB_BYTES - 512;
	o = run_t(&one, &req);
	expect(&o, -EINVAL, "",
	       "hdparm: /dev/sda: -t: --zones 2: 33553920 bytes are too few for places of 16 MB; "
	       "-t without --zones reads all of them\n");
	give(&req, OPT_ZONES, 1);
	o = run_t(&one, &req);
	ck_assert_int_eq(o.result, 0);
	free(o.out);
	free(o.err);
}
END_TEST

/* GB if that shows the difference of the places, else MB; kB/sec for all if the best needs it. */
START_TEST(zones_have_units_that_fit)
{
	static const struct {
		uint64_t size;
		unsigned zones;
		uint64_t ns_per_mib;
		const char *second;
	} rows[] = {
		{ 1030 * MIB_BYTES, 10, 1000, " Zone at      0.1 GB:" },
		{ 1024 * MIB_BYTES - 512 * 10, 10, 1000, " Zone at    102.4 MB:" },
		{ 512 * MIB_BYTES, 32, 1000, " Zone at     16.0 MB:" },
		{ 4096 * MIB_BYTES, 2, 2000000000, ":    512.00 kB/sec |####" },
		{ 4096 * MIB_BYTES, 2, 1000000000, ":   1024.00 kB/sec |####" },
		{ 4096 * MIB_BYTES, 2, 100000000, ":     10.00 MB/sec |####" },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		struct medium m = medium_disk();
		struct request req = request();
		struct outcome o;

		m.size = rows[i].size;
		m.ns_per_mib = rows[i].ns_per_mib;
		give(&req, OPT_ZONES, rows[i].zones);
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, 0);
		ck_assert_msg(strstr(o.out, rows[i].second) != NULL, "%d: %s", i, o.out);
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(outer_and_inner_are_those_of_a_hard_disk)
{
	static const struct {
		bool rotational, removable, words;
		const char *sysfs;
	} rows[] = {
		{ true, false, true, "/sys/devices/pci0/ata1/block/sda" },
		{ false, false, false, "/sys/devices/pci0/ata1/block/sda" },
		{ true, true, false, "/sys/devices/pci0/usb1/block/sda" },
		{ true, false, false, "/sys/devices/pci0/virtio1/block/vda" },
		{ true, false, false, "/sys/devices/pci0/ata1/block/sdq" }, /* QEMU's folder */
		{ true, false, false, "/sys/devices/virtual/block/md0" },
		{ true, false, false, "/sys/devices/virtual/block/loop0" },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		struct medium m = medium_disk();
		struct request req = request();
		struct outcome o;

		m.rotational = rows[i].rotational;
		m.removable = rows[i].removable;
		m.sysfs = rows[i].sysfs;
		give(&req, OPT_ZONES, 3);
		o = run_t(&m, &req);
		ck_assert_msg((strstr(o.out, "outer") && strstr(o.out, "inner")) == rows[i].words,
			      "%d: %s", i, o.out);
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(places_that_were_reached_are_shown)
{
	struct medium m = medium_disk(), n = medium_disk();
	struct request req = request();
	struct outcome o;

	m.rotational = n.rotational = true;
	give(&req, OPT_ZONES, 4);
	m.real_end = 1030 * MIB_BYTES;
	o = run_t(&m, &req);
	expect(&o, -EIO,
	       " Zone at      0.0 GB:    100.00 MB/sec |################################| outer\n",
	       "hdparm: /dev/sda: -t: read of 2097152 bytes at byte offset 1080033280 reached the "
	       "end "
	       "of the data: Input/output error\n");
	/* 20 ms of settling, 750 ms for the first place, and the approach to the second */
	n.latency_ns = 1 * MS;
	n.interrupt_at_ns = 20 * MS + 765 * MS;
	o = run_t(&n, &req);
	ck_assert_int_eq(o.result, -RESULT_INTERRUPTED);
	ck_assert_ptr_nonnull(strstr(o.out, " Zone at      0.0 GB:"));
	ck_assert_ptr_null(strstr(o.out, "    0.00 "));
	ck_assert_ptr_null(strstr(o.out, "inner"));
	free(o.out);
	free(o.err);
}
END_TEST

/* SIGINT in the third run: the first two are summed up; in the second run: no summary. */
START_TEST(interrupted_runs_are_summed_up)
{
	struct medium m = medium_disk(), n = medium_disk(), first = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_RUNS, 3);
	m.interrupt_at_ns = 7060 * MS; /* each run settles for 20 ms */
	m.first_extra_ns = 980 * MS;
	o = run_t(&m, &req);
	expect(&o, -RESULT_INTERRUPTED,
	       " Timing buffered disk reads: 202 MB in  3.00 seconds =  67.33 MB/sec\n"
	       " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n"
	       " Timing buffered disk reads: 100 MB in  1.00 seconds = 100.00 MB/sec\n"
	       " 2 of 3 runs, interrupted (MB/sec): minimum 67.33, median 83.67, mean 83.67, "
	       "trimmed mean 83.67, maximum 100.00, spread 39.0%\n fastest run:\n"
	       " Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n",
	       "hdparm: /dev/sda: -t: interrupted after 1.00 seconds, 104857600 bytes\n");
	n.interrupt_at_ns = 4040 * MS;
	o = run_t(&n, &req);
	ck_assert_int_eq(o.result, -RESULT_INTERRUPTED);
	ck_assert_ptr_null(strstr(o.out, "runs"));
	free(o.out);
	free(o.err);
	/* before the first byte of a run its line still ends */
	first.interrupt_at_ns = 1;
	o = run_t(&first, &req);
	expect(&o, -RESULT_INTERRUPTED, " Timing buffered disk reads: \n",
	       "hdparm: /dev/sda: -t: interrupted after 0.00 seconds, 0 bytes\n");
}
END_TEST

START_TEST(slow_runs_are_summed_up_in_kilobytes)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	m.ns_per_mib = 2000000000;
	give(&req, OPT_RUNS, 2);
	o = run_t(&m, &req);
	ck_assert_msg(strstr(o.out, "\n 2 runs (kB/sec): minimum 512.00, median 512.00,") != NULL,
		      "%s", o.out);
	free(o.out);
	free(o.err);
}
END_TEST

/* 256 KiB is the smallest size with a speed. */
START_TEST(tiny_device_has_no_speed)
{
	const uint64_t sizes[] = { 512, 4096, 256 * 1024 - 512 };
	struct request req = request();

	for (int i = 0; i < ROWS(sizes); i++) {
		struct medium m = medium_disk();
		struct outcome o;

		m.size = sizes[i];
		o = run_T(&m, &req);
		ck_assert_int_eq(o.result, -EINVAL);
		ck_assert_str_eq(o.out, "");
		ck_assert_ptr_nonnull(strstr(o.err, " bytes are too few: "));
		ck_assert_uint_eq(m.reads, 0);
		free(o.out);
		free(o.err);
		o = run_t(&m, &req);
		ck_assert_int_eq(o.result, -EINVAL);
		ck_assert_str_eq(o.out, " Timing buffered disk reads: \n");
		ck_assert_ptr_nonnull(strstr(o.err, " bytes are too few: "));
		ck_assert_uint_eq(m.reads, 0);
		free(o.out);
		free(o.err);
		m.size = 256 * 1024;
		o = run_T(&m, &req);
		ck_assert_int_eq(o.result, 0);
		free(o.out);
		free(o.err);
	}
}
END_TEST

/* One message for all runs and the last flush; the cache is emptied in another way. */
START_TEST(refused_flush_is_told_once)
{
	static const struct {
		int flush, drop;
		bool direct, strict;
		const char *err;
	} rows[] = {
		{ -EACCES, 0, false, false,
		  "hdparm: /dev/sda: -t: BLKFLSBUF failed; posix_fadvise drops the cached pages in "
		  "its place: Permission denied; try as root, outside of containers\n" },
		{ -EIO, -EINVAL, false, false,
		  "hdparm: /dev/sda: -t: BLKFLSBUF failed; cached pages may be timed in place of "
		  "the "
		  "device: Input/output error\n" },
		{ -EIO, -EINVAL, true, false,
		  "hdparm: /dev/sda: -t: BLKFLSBUF failed: Input/output error\n" },
		{ -EIO, -EINVAL, false, true,
		  "hdparm: /dev/sda: -t: BLKFLSBUF failed; cached pages may be timed in place of "
		  "the "
		  "device: Input/output error\n" },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		struct medium m = medium_disk();
		struct request req = request();
		struct outcome o;

		m.flush_error = rows[i].flush;
		m.drop_error = rows[i].drop;
		give(&req, OPT_RUNS, 2);
		if (rows[i].direct)
			give(&req, OPT_DIRECT, 0);
		if (rows[i].strict)
			give(&req, OPT_STRICT, 0);
		o = run_t(&m, &req);
		ck_assert_str_eq(o.err, rows[i].err);
		ck_assert_int_eq(o.result, rows[i].strict ? rows[i].flush : 0);
		ck_assert_uint_eq(m.flushes, 3);
		ck_assert_uint_eq(m.drops, 3);
		free(o.out);
		free(o.err);
	}
}
END_TEST

START_TEST(busy_device_is_waited_for_with_a_bound)
{
	struct medium quiet = medium_disk(), soon = medium_disk(), never = medium_disk();
	struct request req = request();
	struct outcome o;

	o = run_t(&quiet, &req);
	free(o.out);
	free(o.err);
	ck_assert_uint_le(quiet.now_ns, 3000 * MS + 50 * MS);
	soon.busy_polls = 40;
	o = run_t(&soon, &req);
	free(o.out);
	free(o.err);
	ck_assert_uint_ge(soon.sleeps, 40);
	never.busy_polls = 1000000;
	o = run_t(&never, &req);
	ck_assert_int_eq(o.result, 0);
	ck_assert_str_eq(o.err, "");
	ck_assert_uint_le(never.now_ns, 6100 * MS);
	free(o.out);
	free(o.err);
}
END_TEST

/* Advice on a terminal: its subject; scripts never see it. */
static const struct {
	const char *sysfs;
	bool file, zeros;
	unsigned stranger, busy_polls;
	const char *advice;
} advice_rows[] = {
	{ "/sys/devices/pci0/ata1/block/sda", false, false, 0, 0, NULL },
	{ "/sys/devices/virtual/block/loop0", false, false, 0, 0, "virtual device" },
	{ "/sys/devices/pci0/virtio1/block/vda", false, false, 0, 0, "virtual device" },
	{ "/sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1", false, false, 0, 0, NULL },
	{ "/sys/devices/pci0/ata1/block/sdq", false, false, 0, 0, "virtual device" },
	{ "/sys/devices/virtual/block/md0", false, false, 0, 0, "RAID" },
	{ "/sys/devices/virtual/block/dm-3", false, false, 0, 0, "RAID" },
	{ "", true, false, 0, 0, "regular file" },
	{ "/sys/devices/pci0/ata1/block/sda", false, true, 0, 0, "zeros" },
	{ "/sys/devices/pci0/ata1/block/sda", false, false, 4096, 0, "other programs" },
	{ "/sys/devices/pci0/ata1/block/sda", false, false, 0, 1000000, "not idle" },
};

START_TEST(advice_is_for_terminals)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct medium n;
	struct outcome o;

	m.sysfs = advice_rows[_i].sysfs;
	m.regular_file = advice_rows[_i].file;
	m.zeros = advice_rows[_i].zeros;
	m.stranger_sectors = advice_rows[_i].stranger;
	m.busy_polls = advice_rows[_i].busy_polls;
	n = m;
	o = run_t(&m, &req);
	ck_assert_str_eq(o.err, "");
	free(o.out);
	free(o.err);
	o.result = medium_run_terminal(&n, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	if (advice_rows[_i].advice)
		ck_assert_msg(strstr(o.err, advice_rows[_i].advice) != NULL, "%s", o.err);
	else
		ck_assert_ptr_null(strstr(o.err, "hdparm:"));
	if (strstr(o.err, "hdparm:"))
		ck_assert_ptr_null(strstr(strstr(o.err, "hdparm:") + 1, "hdparm:"));
	free(o.out);
	free(o.err);
}
END_TEST

/* 100 MiB of ours: a tenth and 16 MiB more is read-ahead, a hundredth and 1 MiB is writing. */
START_TEST(traffic_of_others_is_told_from_our_own)
{
	enum { OURS = 204800, SLACK = 32768 };
	static const struct {
		uint64_t read, written;
		bool other;
	} rows[] = {
		{ OURS, 0, false },
		{ OURS + OURS / 10 + SLACK, 0, false },
		{ OURS + OURS / 10 + SLACK + 1, 0, true },
		{ OURS, OURS / 100 + SLACK / 16, false },
		{ OURS, OURS / 100 + SLACK / 16 + 1, true },
		{ 0, 0, false },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		const struct traffic before = { 1000, 2000 };
		const struct traffic after = { 1000 + rows[i].read, 2000 + rows[i].written };
		struct warnings warnings = { .busy = false };

		warnings_of_traffic(&before, &after, UINT64_C(100) << 20, &warnings);
		ck_assert_msg(warnings.other_io == rows[i].other, "row %d", i);
	}
}
END_TEST

START_TEST(modifier_without_effect_is_told_of)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_READ_DEPTH, 4);
	give(&req, OPT_ZONES, 2);
	o.result = medium_run_terminal(&m, act_time_cache, OPT_TIME_CACHE, &req, &o.out, &o.err);
	ck_assert_int_eq(o.result, 0);
	ck_assert_ptr_nonnull(strstr(o.err, "--queue-depth has no effect without --direct"));
	ck_assert_ptr_nonnull(strstr(o.err, "--zones has no effect without -t"));
	free(o.out);
	free(o.err);
	give(&req, OPT_DIRECT, 0);
	give(&req, OPT_TIME_DEVICE, 0);
	o.result = medium_run_terminal(&m, act_time_cache, OPT_TIME_CACHE, &req, &o.out, &o.err);
	ck_assert_ptr_null(strstr(o.err, "no effect"));
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(progress_is_erased_at_the_end)
{
	struct medium m = medium_disk();
	struct request req = request();
	struct outcome o;

	o.result = medium_run_terminal(&m, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_ptr_nonnull(
		strstr(o.err, "\0337\033[?7l  8%   100.00 MB/sec\033[K\033[?7h\0338"));
	ck_assert_ptr_nonnull(
		strstr(o.err, "\0337\033[?7l 98%   100.00 MB/sec\033[K\033[?7h\0338"));
	ck_assert_str_eq(o.err + strlen(o.err) - 3, "\033[K");
	ck_assert_ptr_null(strstr(o.out, "\033"));
	free(o.out);
	free(o.err);
}
END_TEST

/* At once when a place begins, since the first read may take long; the run if there are several. */
START_TEST(progress_says_which_place_and_run)
{
	struct medium m = medium_disk(), n = medium_disk();
	struct request req = request();
	struct outcome o;

	give(&req, OPT_ZONES, 3);
	o.result = medium_run_terminal(&m, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_ptr_nonnull(strstr(o.err, "\033[?7l zone 1 of 3: \033[K"));
	ck_assert_ptr_nonnull(strstr(o.err, "\033[?7l zone 3 of 3:  26%   100.00 MB/sec\033[K"));
	ck_assert_ptr_null(strstr(o.err, "run "));
	ck_assert_str_eq(o.err + strlen(o.err) - 3, "\033[K");
	free(o.out);
	free(o.err);
	give(&req, OPT_RUNS, 2);
	o.result = medium_run_terminal(&n, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_ptr_nonnull(strstr(o.err, "\033[?7l zone 2 of 3, run 2 of 2: \033[K"));
	free(o.out);
	free(o.err);
	/* a slow approach does not exceed a hundred percent */
	m = medium_disk();
	m.latency_ns = 300 * MS;
	o.result = medium_run_terminal(&m, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_int_ne(strncmp(strchr(o.err, '%') - 3, "100", 3), 0);
	free(o.out);
	free(o.err);
	req.opt[OPT_ZONES].seen = false;
	n.now_ns = 0;
	o.result = medium_run_terminal(&n, act_time_device, OPT_TIME_DEVICE, &req, &o.out, &o.err);
	ck_assert_ptr_nonnull(strstr(o.err, "\033[?7lrun 2 of 2:   8%   100.00 MB/sec\033[K"));
	ck_assert_ptr_null(strstr(o.err, "zone"));
	free(o.out);
	free(o.err);
}
END_TEST

START_TEST(statistics_of_runs)
{
	const struct {
		double rates[5];
		unsigned n;
		struct rate_stats want;
	} rows[] = {
		{ { 7 }, 1, { 7, 7, 7, 7, 7, 0 } },
		{ { 3, 1 }, 2, { 1, 2, 2, 2, 3, 1 } },
		{ { 9, 1, 2 }, 3, { 1, 2, 4, 2, 9, 4 } },
		{ { 5, 100, 4, 6, 0 }, 5, { 0, 5, 23, 5, 100, 20 } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double rates[5];
		struct rate_stats s;

		memcpy(rates, rows[i].rates, sizeof(rates));
		s = rate_stats(rates, rows[i].n);
		ck_assert_double_eq(s.min, rows[i].want.min);
		ck_assert_double_eq(s.median, rows[i].want.median);
		ck_assert_double_eq(s.mean, rows[i].want.mean);
		ck_assert_double_eq(s.trimmed, rows[i].want.trimmed);
		ck_assert_double_eq(s.max, rows[i].want.max);
		ck_assert_double_eq(s.spread, rows[i].want.spread);
	}
}
END_TEST

Suite *timing_suite(void)
{
	Suite *s = suite_create("timing");

	add_case(s, "disk", three_seconds_of_a_disk);
	add_case(s, "cache", two_seconds_of_the_cache);
	add_rows(s, "speeds", speed_is_printed_as_ever, ROWS(speed_rows));
	add_rows(s, "sectors", sectors_of_no_such_size_are_taken_for_512_bytes,
		 ROWS(impossible_sectors));
	add_case(s, "labels", label_tells_direct_and_offset);
	add_rows(s, "sizes", small_device_is_read_to_its_end, ROWS(size_rows));
	add_case(s, "uneven", rest_behind_the_last_sector_is_left_out);
	add_case(s, "empty", empty_device_is_an_error);
	add_case(s, "offset", offset_at_or_beyond_the_end_is_an_error);
	add_rows(s, "faults", failing_read_names_its_offset, ROWS(fault_rows));
	add_case(s, "cached fault", failing_cached_read_is_an_error);
	add_case(s, "early end", early_end_is_an_error);
	add_rows(s, "plain words", fault_is_told_in_plain_words, ROWS(plain_word_rows));
	add_case(s, "short read", short_read_is_continued);
	add_case(s, "slow first", slow_first_read_counts);
	add_case(s, "very slow first", first_read_slower_than_the_time_is_the_only_one);
	add_case(s, "unknown size", device_of_unknown_size_is_read_for_its_time);
	add_case(s, "file", regular_file_loses_its_cached_pages);
	add_case(s, "lock", memory_that_cannot_be_locked_is_an_error);
	add_case(s, "depth", requests_of_a_slow_device_overlap);
	add_case(s, "slow", very_slow_requests_overlap_too);
	add_case(s, "copying", device_that_copies_is_read_one_at_a_time);
	add_case(s, "trial fails", failing_trial_is_no_failure);
	add_case(s, "slow", slow_device_is_not_tried_with_many_reads);
	add_case(s, "trial interrupted", interrupt_during_a_trial_ends_the_run);
	add_case(s, "limit", time_limit_holds_with_many_reads_in_flight);
	add_case(s, "no queue", without_a_queue_one_read_follows_the_other);
	add_case(s, "refusing queue", refusing_queue_goes_on_one_read_at_a_time);
	add_case(s, "interrupt", interrupt_shows_what_was_measured);
	add_case(s, "interrupt first", interrupt_before_the_first_byte_has_no_figure);
	add_case(s, "runs", last_line_of_several_runs_is_a_timing_line);
	add_case(s, "one run", one_run_has_no_summary);
	add_case(s, "zones", zones_cover_the_device);
	add_case(s, "zones offset", zones_start_behind_the_offset);
	add_case(s, "zones room", zones_without_room_are_refused);
	add_case(s, "zones cold", zones_begin_without_what_was_read_ahead);
	add_case(s, "zones slow", zones_of_a_slow_device_are_timed_long_enough);
	add_case(s, "zones alike", first_zone_is_as_fast_as_the_others);
	add_case(s, "zones fewer", zones_too_small_to_measure_become_fewer);
	add_case(s, "zones units", zones_have_units_that_fit);
	add_case(s, "zones words", outer_and_inner_are_those_of_a_hard_disk);
	add_case(s, "zones reached", places_that_were_reached_are_shown);
	add_case(s, "runs interrupted", interrupted_runs_are_summed_up);
	add_case(s, "runs slow", slow_runs_are_summed_up_in_kilobytes);
	add_case(s, "tiny cache", tiny_device_has_no_speed);
	add_case(s, "refused flush", refused_flush_is_told_once);
	add_case(s, "settle", busy_device_is_waited_for_with_a_bound);
	add_rows(s, "advice", advice_is_for_terminals, ROWS(advice_rows));
	add_case(s, "traffic", traffic_of_others_is_told_from_our_own);
	add_case(s, "no effect", modifier_without_effect_is_told_of);
	add_case(s, "progress", progress_is_erased_at_the_end);
	add_case(s, "progress parts", progress_says_which_place_and_run);
	add_case(s, "statistics", statistics_of_runs);
	return s;
}
