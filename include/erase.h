/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Erase methods; ATA's Security and Sanitize feature sets. An `id` of type uint8_t * has 512 bytes
 * of IDENTIFY data.
 */
#ifndef HDPARM_ERASE_H
#define HDPARM_ERASE_H

#include "ata.h"

/* Methods that erase a drive or an NVMe namespace, the best first. */
enum disk_erase {
	DISK_NO_ERASE,
	DISK_CRYPTO_ERASE,	/* sanitize */
	DISK_BLOCK_ERASE,	/* sanitize */
	DISK_FORMAT_CRYPTO,	/* NVMe */
	DISK_FORMAT_ERASE,	/* NVMe */
	DISK_OVERWRITE,		/* sanitize */
	DISK_SECURITY_ENHANCED, /* ATA */
	DISK_SECURITY_ERASE,	/* ATA */
	DISK_FORMAT_UNIT,	/* SCSI */
	DISK_ERASES
};

/* A row of erase_methods[]; the members are NULL and false for DISK_NO_ERASE. */
struct erase_method {
	const char *name; /* for users, such as "sanitize-block-erase" */
	const char *does; /* what the method does, such as "erases all blocks ..." */
	bool goes_on;	  /* the command only starts the erase */
};

extern const struct erase_method erase_methods[DISK_ERASES];

enum disk_sanitize_state {
	DISK_SANITIZE_IDLE,
	DISK_SANITIZE_RUNNING,
	DISK_SANITIZE_FAILED,
	DISK_SANITIZE_FROZEN,
	DISK_UNFORMATTED,     /* the medium has no valid format */
	DISK_SANITIZE_UNKNOWN /* the answer does not show the state */
};

/* Return advice on DISK_SANITIZE_RUNNING or _FAILED; "" for other states. */
const char *disk_sanitize_advice(enum disk_sanitize_state state);

/* --- security (ACS-4 4.18, word 128) --- */

struct ata_security {
	bool supported, enabled, locked, frozen, expired, enhanced_erase, maximum;
	uint16_t master_revision; /* Master Password Identifier, word 92 */
};

/*
 * Return the drive's estimate of the time of SECURITY ERASE UNIT in minutes; 0: none. *more: the
 * drive reports "more than" this time.
 */
unsigned ata_erase_minutes(const uint8_t *id, bool enhanced, bool *more);

void ata_security_decode(const uint8_t *id, struct ata_security *security);

/* The parameter block of an ATA security command, before encoding. */
struct ata_password {
	bool master;	   /* the master password, else the user password */
	bool maximum;	   /* SECURITY SET PASSWORD: level maximum, else high */
	bool enhanced;	   /* SECURITY ERASE UNIT: enhanced mode, else normal mode */
	uint16_t revision; /* SECURITY SET PASSWORD, master: the new Master Password Identifier */
	uint8_t bytes[32];
};

/*
 * Encode the parameter block of a security command. Only SECURITY ERASE UNIT gets the bit of
 * `enhanced`, which the other commands reserve. The caller wipes `block` after use.
 */
void ata_password_encode(enum ata_id command, const struct ata_password *password,
			 uint8_t block[512]);

/*
 * Return the Master Password Identifier (word 92) after `now`: 1 after FFFEh; 0 after 0 or FFFFh
 * (none).
 */
uint16_t ata_next_master_revision(uint16_t now);

/*
 * Return the timeout of SECURITY ERASE UNIT in seconds, 7200 to 4294967: longer than the drive's
 * estimate, and enough for all sectors at 10 MB/s if the upper bound permits.
 */
unsigned ata_erase_timeout_s(const uint8_t *id, bool enhanced);

/* --- sanitize (ACS-4 4.17, 7.34) --- */

struct ata_sanitize_support {
	bool sanitize, crypto_scramble, overwrite, block_erase, antifreeze_lock; /* word 59 */
};

void ata_sanitize_support(const uint8_t *id, struct ata_sanitize_support *support);

/*
 * State in the answer of a SANITIZE command. After a failed operation, the drive aborts SANITIZE
 * STATUS EXT instead.
 */
enum ata_sanitize_state {
	SANITIZE_IDLE,
	SANITIZE_FROZEN, /* by SANITIZE FREEZE LOCK EXT */
	SANITIZE_RUNNING
};

struct ata_sanitize_status {
	enum ata_sanitize_state state;
	bool done;	   /* the last operation completed without error */
	bool antifreeze;   /* SANITIZE FREEZE LOCK EXT is refused until the next power cycle */
	uint16_t progress; /* while running: completed part in units of 1/65536 */
};

/* Decode the registers of a completed SANITIZE command. *status is not valid if res->count_cut. */
void ata_sanitize_decode(const struct ata_result *res, struct ata_sanitize_status *status);

enum { SANITIZE_REASON_FAILED = 1 }; /* code of ata_sanitize_reason(): the last operation failed */

/* Return why the drive aborted a SANITIZE command. `code`: LBA 7:0 of the answer. */
const char *ata_sanitize_reason(uint8_t code);

/* True if the drive aborted a SANITIZE command because the last operation failed. */
bool ata_sanitize_failed(const struct ata_result *res);

/*
 * Return the SANITIZE command `id`. Only OVERWRITE EXT uses `pattern` and `passes` (1 to 15; 0
 * means 16).
 */
struct ata_cmd ata_sanitize_command(enum ata_id id, uint32_t pattern, unsigned passes);

#endif
