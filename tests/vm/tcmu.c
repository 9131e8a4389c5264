// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Serve one fake drive to a real kernel: the user-space side of target_core_user. Commands come
 * over the ring of a UIO device (Documentation/target/tcmu-design.rst). ATA PASS-THROUGH goes to
 * the shim's drive, and so do all commands for a SCSI disk ("sda sas"); the other commands are
 * those that sd needs to make a disk of the drive.
 *
 *   tcmu UIO-DEVICE CONTROL-PIPE LOG DEVICE-LINE [IMAGE]
 *
 * DEVICE-LINE describes the drive as in tests/cli ("sda usbsat id=ssd"). Lines written to
 * CONTROL-PIPE change the drive ("sda power-cycle", "sda fault cmd=ef abrt"); "again
 * [KEY=VALUE...]" replaces it by a new one with the same description and these changes. LOG gets
 * the commands. With IMAGE the drive keeps its data in that file, and each line of LOG begins with
 * the seconds of the guest's clock, which is the drive's clock. A lost command (fault lost) is
 * answered after the kernel has given up. An ATA drive has a world wide name only with wwn=.
 */
#undef _GNU_SOURCE /* fcntl.h would define struct iovec, as linux/uio.h does */
#include <errno.h>
#include <fcntl.h>
#include <linux/target_core_user.h>
#include <poll.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../fake/kernel.h"

enum {
	TEST_UNIT_READY = 0x00,
	REQUEST_SENSE = 0x03,
	INQUIRY = 0x12,
	FORMAT_UNIT = 0x04,
	MODE_SELECT_6 = 0x15,
	MODE_SENSE_6 = 0x1a,
	START_STOP = 0x1b,
	READ_CAPACITY_10 = 0x25,
	READ_10 = 0x28,
	WRITE_10 = 0x2a,
	SYNCHRONIZE_CACHE_10 = 0x35,
	WRITE_BUFFER = 0x3b,
	SANITIZE = 0x48,
	MODE_SELECT_10 = 0x55,
	MODE_SENSE_10 = 0x5a,
	ATA_PASS_THROUGH_16 = 0x85,
	READ_16 = 0x88,
	WRITE_16 = 0x8a,
	SYNCHRONIZE_CACHE_16 = 0x91,
	SERVICE_ACTION_IN_16 = 0x9e, /* READ CAPACITY (16) */
	SERVICE_ACTION_OUT_16 = 0x9f,
	ATA_PASS_THROUGH_12 = 0xa1,
	CHECK_CONDITION = 2,
	SAM_BUSY = 8,
	DATA_MAX = 4 << 20,
	LOST_S = 22 /* longer than all time limits of the jobs */
};

struct server {
	struct world world;
	struct fake_call call;
	FILE *log;
	const char *description;
	int image;		/* -1: no image; reads return the fake drive's data */
	uint8_t data[DATA_MAX]; /* data of the present command */
	size_t bytes;		/* length of the data in the initiator's view */
	uint8_t sense[TCMU_SENSE_BUFFERSIZE];
	const uint8_t *cdb;
};

static void put32(uint8_t *at, uint64_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint64_t get(const uint8_t *at, int bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | *at++;
	return value;
}

static int illegal(struct server *s, uint8_t asc)
{
	memset(s->sense, 0, sizeof(s->sense));
	s->sense[0] = 0x70;
	s->sense[2] = 5;
	s->sense[7] = 10;
	s->sense[12] = asc;
	return CHECK_CONDITION;
}

/* The drive's words 27 to 46 and 10 to 19, for INQUIRY. */
static void id_text(const struct drive *drive, unsigned word, uint8_t *text, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		text[i] = (uint8_t)(drive->id[word + i / 2] >> (i % 2 ? 0 : 8));
}

static int inquiry(struct server *s)
{
	const struct drive *drive = &s->call.dev->drive;
	bool named = strstr(s->description, " wwn=");
	uint8_t *d = s->data;

	if (!(s->cdb[1] & 1)) {
		d[2] = 5; /* SPC-3 */
		d[3] = 2;
		d[4] = 31;
		memcpy(d + 8, "ATA     ", 8);
		id_text(drive, 27, d + 16, 16);
		id_text(drive, 23, d + 32, 4);
		return 0;
	}
	d[1] = s->cdb[2];
	switch (s->cdb[2]) {
	case 0x00:
		d[3] = named ? 3 : 2;
		d[5] = 0x80;
		d[6] = named ? 0x83 : 0;
		return 0;
	case 0x80:
		d[3] = 20;
		id_text(drive, 10, d + 4, 20);
		return 0;
	case 0x83:
		if (!named)
			break;
		d[3] = 12;
		d[4] = 1; /* binary */
		d[5] = 3; /* NAA, of the logical unit */
		d[7] = 8;
		put32(d + 8, s->call.dev->scsi.wwn >> 32);
		put32(d + 12, s->call.dev->scsi.wwn);
		return 0;
	}
	return illegal(s, 0x24);
}

static int capacity(struct server *s, bool wide)
{
	const struct drive *drive = &s->call.dev->drive;
	uint64_t last = drive_sectors(drive) - 1;

	if (wide) {
		put32(s->data, last >> 32);
		put32(s->data + 4, last);
		put32(s->data + 8, drive_sector_bytes(drive));
	} else {
		put32(s->data, last > 0xffffffff ? 0xffffffff : last);
		put32(s->data + 4, drive_sector_bytes(drive));
	}
	return 0;
}

static int medium_error(struct server *s)
{
	illegal(s, 0);
	s->sense[2] = 3; /* MEDIUM ERROR, unrecovered read error */
	s->sense[12] = 0x11;
	return CHECK_CONDITION;
}

/* Transfer sectors of a SCSI disk, as the shim serves read(2) and write(2). */
static int scsi_transfer(struct server *s, uint64_t lba, bool write)
{
	uint64_t at = lba * s->call.dev->logical;
	ssize_t moved = write ? fake_write(&s->call, s->data, s->bytes, at)
			      : fake_read(&s->call, s->data, s->bytes, at, false);

	return moved == (ssize_t)s->bytes ? 0 : medium_error(s);
}

/* Copy between the command's data and the image. */
static int keep(struct server *s, uint64_t lba, bool write)
{
	off_t at = (off_t)(lba * drive_sector_bytes(&s->call.dev->drive));
	ssize_t moved = write ? pwrite(s->image, s->data, s->bytes, at)
			      : pread(s->image, s->data, s->bytes, at);

	return moved == (ssize_t)s->bytes ? 0 : medium_error(s);
}

/* Sector by sector through the drive, so that its bad sectors and locks count. */
static int transfer(struct server *s, bool wide, bool write)
{
	struct drive *drive = &s->call.dev->drive;
	uint64_t lba = wide ? get(s->cdb + 2, 8) : get(s->cdb + 2, 4);
	uint64_t count = wide ? get(s->cdb + 10, 4) : get(s->cdb + 7, 2);
	unsigned unit = drive_sector_bytes(drive);

	if (fake_kinds[s->call.dev->kind].sg == SG_SCSI)
		return scsi_transfer(s, lba, write);
	for (uint64_t i = 0; i < count && (i + 1) * unit <= s->bytes; i++) {
		struct fake_cmd c = {
			.command = write ? 0x34 : 0x24, /* READ, WRITE SECTORS EXT */
			.ext = true,
			.protocol = write ? FAKE_PIO_OUT : FAKE_PIO_IN,
			.count = 1,
			.lba = lba + i,
			.device = 0x40,
			.data = s->data + i * unit,
			.bytes = unit,
			.via = "",
		};

		drive_execute(drive, &c, NULL, NULL);
		if (c.lost || (c.out.status & ST_ERR))
			return medium_error(s);
	}
	return s->image < 0 ? 0 : keep(s, lba, write);
}

static void trace(void *who, const char *line)
{
	const struct server *s = who;

	if (s->image >= 0)
		fprintf(s->log, "%llu ", (unsigned long long)(s->world.nanoseconds / 1000000000));
	fprintf(s->log, "%s\n", line);
	fflush(s->log);
}

/* START STOP UNIT, as a translation layer makes a command of it (SAT-4 8.25). */
static int start_stop(struct server *s)
{
	struct fake_cmd c = { .command = 0xe0 /* STANDBY IMMEDIATE */, .via = "START STOP UNIT" };

	if (!(s->cdb[4] & 1))
		drive_execute(&s->call.dev->drive, &c, trace, s);
	return 0;
}

/*
 * True if a command comes with data; an ATA command has its direction in the CDB (T_DIR, SAT-4
 * 12.2.2).
 */
static bool sends_data(const uint8_t *cdb)
{
	switch (cdb[0]) {
	case FORMAT_UNIT:
	case MODE_SELECT_6:
	case MODE_SELECT_10:
	case SANITIZE:
	case SERVICE_ACTION_OUT_16:
	case WRITE_10:
	case WRITE_16:
	case WRITE_BUFFER:
		return true;
	case ATA_PASS_THROUGH_12:
	case ATA_PASS_THROUGH_16:
		return !(cdb[2] & 8);
	}
	return false;
}

/* Execute one CDB on the device to which the shim would send it. */
static int pass(struct server *s, const uint8_t *cdb, void *data, size_t bytes)
{
	static const uint8_t lengths[8] = { 6, 10, 10, 0, 16, 12 };
	uint8_t copied[16];
	sg_io_hdr_t io = { .interface_id = 'S', .cmdp = copied, .sbp = s->sense };
	int err;

	io.cmd_len = lengths[cdb[0] >> 5];
	memcpy(copied, cdb, io.cmd_len);
	io.mx_sb_len = TCMU_SENSE_BUFFERSIZE;
	io.dxferp = data;
	io.dxfer_len = (unsigned)bytes;
	io.dxfer_direction = !bytes	       ? SG_DXFER_NONE
			     : sends_data(cdb) ? SG_DXFER_TO_DEV
					       : SG_DXFER_FROM_DEV;
	err = fake_sg_io(&s->call, &io);
	if (err || io.host_status) {
		sleep(LOST_S);
		return SAM_BUSY;
	}
	return io.status;
}

static int pass_on(struct server *s)
{
	return pass(s, s->cdb, s->data, s->bytes);
}

/* The six-byte forms, whose headers differ from the fake disk's ten-byte forms (SPC-5 7.5.5). */
static int mode_sense_6(struct server *s)
{
	uint8_t cdb[10] = { MODE_SENSE_10, s->cdb[1], s->cdb[2], s->cdb[3], 0, 0, 0, 0, 255 };
	uint8_t data[255] = { 0 };
	int status = pass(s, cdb, data, sizeof(data));

	if (status)
		return status;
	s->data[0] = (uint8_t)(data[1] - 3);
	s->data[1] = data[2];
	s->data[2] = data[3];
	s->data[3] = data[7];
	memcpy(s->data + 4, data + 8, sizeof(data) - 8);
	return 0;
}

static int mode_select_6(struct server *s)
{
	uint8_t cdb[10] = { MODE_SELECT_10, s->cdb[1], 0, 0, 0, 0, 0, 0, (uint8_t)(s->bytes + 4) };
	uint8_t data[260] = { 0 };

	if (s->bytes < 4 || s->bytes > 251)
		return illegal(s, 0x1a);
	data[2] = s->data[1];
	data[3] = s->data[2];
	data[7] = s->data[3];
	memcpy(data + 8, s->data + 4, s->bytes - 4);
	return pass(s, cdb, data, s->bytes + 4);
}

/* Page 00h lists the fake disk's pages; the kernel asks for it first. */
static int scsi_inquiry(struct server *s)
{
	uint8_t page[256];
	unsigned n = 0;

	if (!(s->cdb[1] & 1) || s->cdb[2])
		return pass_on(s);
	s->data[4 + n++] = 0;
	for (unsigned code = 1; code < 0xff; code++)
		if (fake_scsi_page(s->call.dev, code, page))
			s->data[4 + n++] = (uint8_t)code;
	s->data[3] = (uint8_t)n;
	return 0;
}

static int scsi_execute(struct server *s)
{
	const struct fake_device *dev = s->call.dev;
	uint64_t last = dev->bytes / dev->logical - 1;

	switch (s->cdb[0]) {
	case INQUIRY:
		return scsi_inquiry(s);
	case MODE_SENSE_6:
		return mode_sense_6(s);
	case MODE_SELECT_6:
		return mode_select_6(s);
	case READ_CAPACITY_10:
		put32(s->data, last > 0xffffffff ? 0xffffffff : last);
		put32(s->data + 4, dev->logical);
		return 0;
	}
	return pass_on(s);
}

static int ata_execute(struct server *s)
{
	switch (s->cdb[0]) {
	case TEST_UNIT_READY:
		return 0;
	case START_STOP:
		return start_stop(s);
	case REQUEST_SENSE:
		s->data[0] = 0x70;
		s->data[7] = 10;
		return 0;
	case INQUIRY:
		return inquiry(s);
	case MODE_SENSE_6:
		s->data[0] = 3; /* a header without pages: write cache unknown, not protected */
		return 0;
	case READ_CAPACITY_10:
		return capacity(s, false);
	case SERVICE_ACTION_IN_16:
		return (s->cdb[1] & 0x1f) == 0x10 ? capacity(s, true) : illegal(s, 0x24);
	case ATA_PASS_THROUGH_12:
	case ATA_PASS_THROUGH_16:
		return pass_on(s);
	}
	return illegal(s, 0x20);
}

static int execute(struct server *s)
{
	memset(s->sense, 0, sizeof(s->sense));
	switch (s->cdb[0]) {
	case SYNCHRONIZE_CACHE_10:
	case SYNCHRONIZE_CACHE_16:
		return 0;
	case READ_10:
	case READ_16:
		return transfer(s, s->cdb[0] == READ_16, false);
	case WRITE_10:
	case WRITE_16:
		return transfer(s, s->cdb[0] == WRITE_16, true);
	}
	return fake_kinds[s->call.dev->kind].sg == SG_SCSI ? scsi_execute(s) : ata_execute(s);
}

/* Copy between the ring's scattered pieces and our buffer. */
static void copy(struct server *s, uint8_t *ring, const struct iovec *iov, unsigned n, bool out)
{
	size_t at = 0;

	for (unsigned i = 0; i < n; i++) {
		uint8_t *piece = ring + (size_t)iov[i].iov_base;
		size_t len = iov[i].iov_len;

		if (at + len > DATA_MAX)
			len = DATA_MAX - at;
		memcpy(out ? s->data + at : piece, out ? piece : s->data + at, len);
		at += len;
	}
	s->bytes = at;
}

/* Set the clock to the time since the drive was plugged in, for its operations. */
static void set_clock(struct server *s)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	s->world.nanoseconds = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void serve(struct server *s, uint8_t *ring, struct tcmu_cmd_entry *entry)
{
	unsigned n = entry->req.iov_cnt;
	struct iovec iov[256];

	if (n > 256)
		n = 256;
	memcpy(iov, entry->req.iov, n * sizeof(iov[0]));
	s->cdb = ring + entry->req.cdb_off;
	set_clock(s);
	copy(s, ring, iov, n, true);
	if (!sends_data(s->cdb))
		memset(s->data, 0, s->bytes);
	entry->rsp.scsi_status = (uint8_t)execute(s);
	copy(s, ring, iov, n, false);
	memcpy(entry->rsp.sense_buffer, s->sense, TCMU_SENSE_BUFFERSIZE);
}

static void drain(struct server *s, uint8_t *ring)
{
	struct tcmu_mailbox *mailbox = (struct tcmu_mailbox *)ring;

	while (mailbox->cmd_tail != __atomic_load_n(&mailbox->cmd_head, __ATOMIC_ACQUIRE)) {
		struct tcmu_cmd_entry *entry =
			(void *)(ring + mailbox->cmdr_off + mailbox->cmd_tail);
		uint32_t length = tcmu_hdr_get_len(entry->hdr.len_op);

		if (tcmu_hdr_get_op(entry->hdr.len_op) == TCMU_OP_CMD)
			serve(s, ring, entry);
		else if (tcmu_hdr_get_op(entry->hdr.len_op) != TCMU_OP_PAD)
			entry->hdr.uflags |= TCMU_UFLAG_UNKNOWN_OP;
		__atomic_store_n(&mailbox->cmd_tail,
				 (mailbox->cmd_tail + length) % mailbox->cmdr_size,
				 __ATOMIC_RELEASE);
	}
}

static int again(struct server *s, const char *besides, char *message, size_t size)
{
	char text[768];

	s->world.devices = 0;
	snprintf(text, sizeof(text), "%s%s", s->description, besides);
	return world_add(&s->world, text, ".", message, size);
}

static void change(struct server *s, int fd)
{
	char text[512], message[256];
	ssize_t n = read(fd, text, sizeof(text) - 1);
	int err;

	if (n <= 0)
		return;
	text[n] = 0;
	text[strcspn(text, "\n")] = 0;
	err = strncmp(text, "again", 5)
		      ? world_change(&s->world, text, ".", message, sizeof(message))
		      : again(s, text + 5, message, sizeof(message));
	if (err)
		trace(s, message);
	else
		trace(s, "changed");
}

static size_t ring_size(const char *uio)
{
	char path[128], text[32] = "";
	FILE *in;

	snprintf(path, sizeof(path), "/sys/class/uio/%s/maps/map0/size", strrchr(uio, '/') + 1);
	in = fopen(path, "r");
	if (!in || !fgets(text, sizeof(text), in))
		return 0;
	fclose(in);
	return strtoul(text, NULL, 16);
}

int main(int argc, char *argv[])
{
	static struct server s;
	char message[256] = "";
	struct pollfd fds[2];
	uint8_t *ring;
	size_t size;

	if (argc != 5 && argc != 6)
		return 2;
	s.log = fopen(argv[3], "a"); /* the job empties the log between runs */
	s.description = argv[4];
	s.image = argc == 6 ? open(argv[5], O_RDWR) : -1;
	if (!s.log || again(&s, "", message, sizeof(message))) {
		fprintf(stderr, "tcmu: %s: %s\n", argv[4], message);
		return 1;
	}
	s.call = (struct fake_call){ &s.world, &s.world.device[0], trace, &s };
	fds[0] = (struct pollfd){ open(argv[1], O_RDWR), POLLIN, 0 };
	fds[1] = (struct pollfd){ open(argv[2], O_RDWR | O_NONBLOCK), POLLIN, 0 };
	size = ring_size(argv[1]);
	ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fds[0].fd, 0);
	if (ring == MAP_FAILED) {
		fprintf(stderr, "tcmu: %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	for (;;) {
		int32_t events = 0;

		drain(&s, ring);
		if (write(fds[0].fd, &events, sizeof(events)) < 0 || poll(fds, 2, -1) < 0)
			return 1;
		if (fds[1].revents)
			change(&s, fds[1].fd);
		if (fds[0].revents && read(fds[0].fd, &events, sizeof(events)) < 0)
			return 1;
	}
}
