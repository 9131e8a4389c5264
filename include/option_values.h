/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of options that are more than a number. */
#ifndef HDPARM_OPTION_VALUES_H
#define HDPARM_OPTION_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* The value of --error-recovery: the times of reading and writing in units of 100 ms, 0: off. */
struct recovery_value {
	uint16_t units[2];
	bool restore;	      /* the maker's times instead */
	uint32_t otherwise_s; /* the command timeout for a drive without recovery times; 0: none */
};

uint64_t recovery_pack(const struct recovery_value *value);
struct recovery_value recovery_unpack(uint64_t packed);

struct lba_range;

/*
 * Reads "LBA", "LBA:" or "LBA:COUNT"; the count is 0 where none is given. Otherwise as
 * lba_range_parse().
 */
int lba_run_parse(const char *word, struct lba_range *range);

/*
 * Reads exactly "LBA:COUNT"; the numbers are decimal, or hexadecimal with 0x. 0; -EINVAL for
 * another form or a count of 0, -ERANGE where the last sector needs more than 48 bits.
 */
int lba_range_parse(const char *word, struct lba_range *range);

/* The kernel's words for the values of --provisioning (drivers/scsi/sd.c), from 0; NULL ends them.
 */
extern const char *const provisioning_words[];

enum { PASSWORD_BYTES = 32 };

/*
 * A password as it is sent to the drive: the text's bytes padded with zeros, all zeros for "NULL"
 * and "", or the bytes of "hex:" and 64 hexadecimal digits. 0; -E2BIG for more than 32 bytes,
 * -EINVAL where "hex:" is not followed by exactly 64 digits.
 */
int password_decode(const char *text, uint8_t password[PASSWORD_BYTES]);

#endif
