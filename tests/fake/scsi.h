/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the SCSI disk. */
#ifndef TESTS_FAKE_SCSI_H
#define TESTS_FAKE_SCSI_H

#include <scsi/sg.h>
#include "kernel.h"

enum { ANSWER_BYTES = 512 };

/* A decoded command, and its answer. */
struct scsi_call {
	struct fake_call *call;
	sg_io_hdr_t *io;
	const uint8_t *cdb;
	uint8_t answer[ANSWER_BYTES];
	size_t bytes; /* bytes of the answer */
	uint8_t key[3];
	bool has_information;
	uint64_t information;
	int progress; /* -1: none */
	char shown[96];
};

static inline uint64_t number(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | *at++;
	return value;
}

static inline void put(uint8_t *at, unsigned bytes, uint64_t value)
{
	while (bytes--) {
		at[bytes] = (uint8_t)value;
		value >>= 8;
	}
}

static inline void fail(struct scsi_call *c, uint8_t key, uint8_t asc, uint8_t ascq)
{
	c->key[0] = key, c->key[1] = asc, c->key[2] = ascq;
}

/* scsi_format.c: the sector size, and FORMAT UNIT. */
void fake_read_capacity(struct scsi_call *c);
void fake_format_unit(struct scsi_call *c);
/* Write a mode parameter block descriptor to `at`; return its length, set *is_long to LONGLBA. */
size_t fake_blocks(const struct fake_device *dev, bool may_be_long, uint8_t *at, bool *is_long);
void fake_select_blocks(struct scsi_call *c, const uint8_t *list, size_t length, bool save);
/* Update the state by the time, and set the format's progress in 1/65536. */
void fake_format_settle(const struct world *w, struct fake_device *dev);
int fake_format_progress(const struct world *w, const struct fake_device *dev);
void fake_format_power_cycle(struct fake_device *dev);

#endif
