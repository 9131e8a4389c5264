/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HDPARM_ERASE_H
#define HDPARM_ERASE_H

#include <stdbool.h>

/*
 * The methods that erase a whole drive, in all languages, best first: a sanitize operation also
 * reaches blocks that are not allocated, and caches (ACS-4, Sanitize Device feature set; NVMe Base
 * 8.21); Format NVM reaches the blocks of a namespace; SECURITY ERASE UNIT the sectors from 0 to
 * the native max address, and in its enhanced mode also reallocated ones (NIST SP 800-88 revision
 * 1).
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
	DISK_ERASES
};

/* For each but DISK_NO_ERASE. */
struct erase_method {
	const char *name; /* as users name it, "sanitize-block-erase" */
	const char *does; /* "erases all blocks ..." */
	/* a sanitize operation: the command starts it, and the status shows its end */
	bool goes_on;
};

extern const struct erase_method erase_methods[DISK_ERASES];

#endif
