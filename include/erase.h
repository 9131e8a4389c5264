/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HDPARM_ERASE_H
#define HDPARM_ERASE_H

#include <stdbool.h>

/*
 * What erases a whole drive, in whichever language, best first: a sanitize operation also reaches
 * blocks that are not allocated, and caches (ACS-4, Sanitize Device feature set; NVMe Base 8.21);
 * Format NVM what a namespace has, SECURITY ERASE UNIT in its enhanced mode also sectors that were
 * replaced, and else those from sector 0 to the native max address (NIST SP 800-88 revision 1).
 * FORMAT UNIT takes longest, and a power cut meanwhile leaves a disk that gives no data.
 */
enum disk_erase {
	DISK_NO_ERASE,
	DISK_CRYPTO_ERASE,
	DISK_BLOCK_ERASE,
	DISK_FORMAT_CRYPTO,
	DISK_FORMAT_ERASE,
	DISK_OVERWRITE,
	DISK_SECURITY_ENHANCED,
	DISK_SECURITY_ERASE,
	DISK_FORMAT_UNIT,
	DISK_ERASES
};

/* For each but DISK_NO_ERASE. */
struct erase_method {
	const char *name; /* the user's, as "sanitize-block-erase" */
	const char *does; /* "erases all blocks ..." */
	bool goes_on;	  /* it is started, and the drive's status tells of it */
};

extern const struct erase_method erase_methods[DISK_ERASES];

#endif
