// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dsense NODE 0|1: choose the form of a disk's sense data, as sdparm --set D_SENSE=1 does, by the
 * bit of the control mode page (SPC-4 7.5.8). A SATA port answers in fixed format unless the bit is
 * set.
 */
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	MODE_SELECT_6 = 0x15,
	MODE_SENSE_6 = 0x1a,
	PAGE_FORMAT = 0x10,
	NO_BLOCK_DESCRIPTOR = 0x08,
	CONTROL_PAGE = 0x0a,
	HEADER_BYTES = 4,
	PAGE_BYTES = 12,
	D_SENSE = 0x04 /* bit of the page's byte 2 */
};

static int command(int fd, unsigned char *cdb, unsigned char *data, int direction)
{
	unsigned char sense[32];
	sg_io_hdr_t io = { .interface_id = 'S',
			   .dxfer_direction = direction,
			   .cmd_len = 6,
			   .mx_sb_len = sizeof(sense),
			   .dxfer_len = HEADER_BYTES + PAGE_BYTES,
			   .dxferp = data,
			   .cmdp = cdb,
			   .sbp = sense,
			   .timeout = 15000 };

	return ioctl(fd, SG_IO, &io) || io.status || io.host_status;
}

int main(int argc, char *argv[])
{
	unsigned char ask[6] = { MODE_SENSE_6, NO_BLOCK_DESCRIPTOR, CONTROL_PAGE, 0,
				 HEADER_BYTES + PAGE_BYTES };
	unsigned char set[6] = { MODE_SELECT_6, PAGE_FORMAT, 0, 0, HEADER_BYTES + PAGE_BYTES };
	unsigned char data[HEADER_BYTES + PAGE_BYTES] = { 0 };
	int fd;

	if (argc != 3)
		return 2;
	fd = open(argv[1], O_RDWR | O_NONBLOCK);
	if (fd < 0 || command(fd, ask, data, SG_DXFER_FROM_DEV)) {
		perror("dsense: asking");
		return 1;
	}
	data[0] = data[1] = data[2] = data[3] = 0; /* reserved in MODE SELECT */
	data[HEADER_BYTES + 2] &= (unsigned char)~D_SENSE;
	if (atoi(argv[2]))
		data[HEADER_BYTES + 2] |= D_SENSE;
	if (command(fd, set, data, SG_DXFER_TO_DEV)) {
		fprintf(stderr, "dsense: the disk refused\n");
		return 1;
	}
	return 0;
}
