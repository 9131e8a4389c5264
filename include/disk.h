/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a disk that takes no ATA commands is asked, whichever language it speaks. An act asks for
 * the thing ("write cache"), and the language knows the command for it.
 */
#ifndef HDPARM_DISK_H
#define HDPARM_DISK_H

#include "device.h"

/* Which disks answer an option; bits. */
enum {
	SPEAKS_NVME = 1,
	SPEAKS_SCSI = 2,
	SPEAKS_BLOCK = 4,    /* the kernel's block layer answers: arrays, loop and virtual disks */
	SPEAKS_ANYTHING = 8, /* whatever it is, the kernel's driver is asked, and may refuse */
	SPEAKS_NOT_USB = 16, /* with SPEAKS_SCSI: a USB bridge may answer for the disk */
	SPEAKS_SAS = SPEAKS_SCSI | SPEAKS_NOT_USB,
	SPEAKS_ALL = SPEAKS_NVME | SPEAKS_SCSI | SPEAKS_BLOCK
};

enum { DISK_TEXT_BYTES = 48 };

/* Who the disk is. Texts have no control characters, and no blanks around them. */
struct disk_identity {
	char heading[DISK_TEXT_BYTES]; /* "NVMe device, namespace 1" */
	char model[DISK_TEXT_BYTES], serial[DISK_TEXT_BYTES], firmware[DISK_TEXT_BYTES];
	char transport[DISK_TEXT_BYTES]; /* "PCIe, NVMe 1.4"; empty where it is not known */
	char wwn[DISK_TEXT_BYTES];	 /* hexadecimal digits; empty: it has none */
	uint64_t bytes;			 /* 0: not known */
	unsigned logical, physical;	 /* bytes of a sector; 0: not known */
	unsigned rotation;		 /* as IDENTIFY's word 217: 0 not known, 1 none, else rpm */
	bool has_write_cache, write_cache;
	bool has_trim; /* --trim-sector-ranges works */
};

/* What erases a whole drive. */
enum disk_erase { DISK_NO_ERASE, DISK_BLOCK_ERASE, DISK_OVERWRITE, DISK_CRYPTO_ERASE };

enum disk_sanitize_state { DISK_SANITIZE_IDLE, DISK_SANITIZE_RUNNING, DISK_SANITIZE_FAILED };

struct disk_sanitize {
	enum disk_sanitize_state state;
	bool done;	   /* the last operation completed without error */
	uint16_t progress; /* while running: of 65536 */
};

/* How new firmware is sent. */
enum disk_firmware_way { DISK_FIRMWARE_SEGMENTS, DISK_FIRMWARE_WHOLE, DISK_FIRMWARE_DEFERRED };

/* An image is a whole number of dwords in every language. */
enum { DISK_FIRMWARE_MULTIPLE = 4 };

/* When deferred firmware becomes active, for ATA drives, too. */
#define DISK_FIRMWARE_WAITS "the new one becomes active at the next power cycle, or by --fwactivate"

/* The firmware that a disk has, and how it takes a new one; sizes in bytes. */
struct disk_firmware {
	char revision[DISK_TEXT_BYTES]; /* of the active one */
	size_t granule;			/* the smallest segment; offsets are multiples of it */
	size_t usual;			/* a segment, where nothing else is asked for */
	size_t most;			/* of one command */
	size_t most_image;
	unsigned slot;	    /* where it is put; 0: the disk chooses */
	bool at_once;	    /* it can become active without a reset */
	const char *advice; /* where the disk does not take the way; NULL: there is no other */
};

/* A part of an image. */
struct firmware_segment {
	void *data;
	size_t bytes, offset;
	bool last;
};

/* For set_standby_timer: off. */
enum { DISK_NO_TIMER = 0 };

/*
 * A language. Each function returns 0 or -errno: -EOPNOTSUPP where this disk has no such thing,
 * with nothing changed. dev->attempt then says what was sent and what came back. NULL: the language
 * has no word for it.
 */
struct disk_language {
	unsigned bit;	  /* SPEAKS_* */
	const char *name; /* in messages, "NVMe" */
	const char *(*named)(
		struct device *); /* the same where it depends on the device, or NULL */
	int (*identity)(struct device *, struct disk_identity *);
	/* what the kernel knows of it: nothing is sent, and no privilege is needed */
	int (*names)(struct device *, struct disk_identity *);
	/* its own number of the power state; whether it serves reads and writes in it */
	int (*power_state)(struct device *, unsigned *state, bool *operational);
	int (*temperature)(struct device *, int *celsius);
	int (*write_cache)(struct device *, bool *on);
	int (*set_write_cache)(struct device *, bool on); /* what is cached is flushed before */
	bool (*keeps_write_cache)(struct device *);	  /* without power; NULL: none does */
	int (*standby)(struct device *);
	/* in units of 100 ms; 0: it is off */
	int (*standby_timer)(struct device *, uint32_t *tenths);
	/* in seconds; DISK_NO_TIMER switches it off. The disk is awake afterwards, as after IDLE.
	 */
	int (*set_standby_timer)(struct device *, unsigned seconds);
	int (*make_bad)(struct device *, uint64_t lba);
	/* the most sectors that one verify() is to have; -EOPNOTSUPP: it is not to be sent */
	int (*verify_most)(struct device *, unsigned *sectors);
	/*
	 * The disk reads sectors without sending data. 1: some sector cannot be read, and *bad, the
	 * run's end at the call, is the first of them if the disk has named one.
	 */
	int (*verify)(struct device *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name; /* of the command */
	/* sectors of `bytes`, with the loss of all data; -EINVAL: it does not offer them, or has
	 * them */
	int (*set_sector_bytes)(struct device *, unsigned bytes);
	/*
	 * Starts an operation, which goes on in the drive. `pattern` and `passes` (1 to 15; 0: 16)
	 * are the overwrite's.
	 */
	int (*sanitize)(struct device *, enum disk_erase, uint32_t pattern, unsigned passes);
	int (*sanitize_status)(struct device *, struct disk_sanitize *);
	bool forgets_sanitize; /* its status knows no `done`: idle is all that it says afterwards */
	/* asks for the firmware; -EOPNOTSUPP also where it cannot be changed */
	int (*firmware)(struct device *, struct disk_firmware *);
	/* -EINVAL: the disk does not take it in this way */
	int (*send_firmware)(struct device *, enum disk_firmware_way,
			     const struct firmware_segment *);
	/*
	 * After the last segment, and to activate what waits. 0: it is active; 1: it is stored, and
	 * dev->attempt says when it becomes active.
	 */
	int (*end_firmware)(struct device *, const struct disk_firmware *, enum disk_firmware_way);
	int (*activate_firmware)(struct device *, const struct disk_firmware *);
	/* claims what else it erases, as block_claim(); NULL: nothing */
	int (*claim_others)(struct device *, char why[]);
};

extern const struct disk_language language_nvme, language_scsi, language_block;

/*
 * The language of a disk that takes no ATA commands, as far as it is known by now: NVMe by its
 * ioctl; SCSI once ATA PASS-THROUGH was refused as an unknown operation code, and never after a
 * timeout; the block layer's once the kernel has refused every way. NULL: ATA, or not known.
 */
const struct disk_language *device_language(struct device *dev);

/*
 * What the kernel knows of a disk whose language is not known yet, too: nothing is sent. 0, or
 * -errno where the kernel has no names of it, or they are those of an ATA drive.
 */
int device_kernel_names(struct device *dev, struct disk_identity *id);

/* Its name in messages: "NVMe", "SAS", "SCSI", "USB without ATA commands". */
const char *device_language_name(struct device *dev);

/* Keeps in dev->attempt what was sent and what came back, for job_fail_disk(). */
void device_attempt(struct device *dev, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
