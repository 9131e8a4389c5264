/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values that the verbs of drive.h take and return, independent of the drive's language. */
#ifndef HDPARM_DISK_H
#define HDPARM_DISK_H

#include "erase.h"
#include "sysfs.h"

#include <stddef.h>
#include <stdint.h>

enum { DISK_KIN_BYTES = 320, DISK_PROVISIONING_BYTES = 24 };

/* Who the disk is. Texts have no control characters, and no blanks around them. */
struct disk_identity {
	/* true for an ATA drive: the IDENTIFY data of the device have all facts / */
	bool by_identify;
	const char *language;	       /* "NVMe" */
	char heading[DISK_TEXT_BYTES]; /* "NVMe device, namespace 1" */
	char model[DISK_TEXT_BYTES], serial[DISK_TEXT_BYTES], firmware[DISK_TEXT_BYTES];
	char transport[DISK_TEXT_BYTES]; /* "PCIe, NVMe 1.4"; empty: not known */
	char wwn[DISK_TEXT_BYTES];	 /* hexadecimal digits; empty: no name */
	uint64_t bytes;			 /* 0: not known */
	unsigned logical, physical;	 /* bytes of a sector; 0: not known */
	unsigned extra;			 /* NVMe: bytes of metadata after each sector */
	unsigned rotation; /* IDENTIFY word 217: 0 not known, 1 no rotation, else rpm */
	bool has_write_cache, write_cache;
	bool has_trim; /* --trim-sector-ranges works */
};

/* A sector's data, and metadata or protection information besides, in bytes. */
struct sector_size {
	unsigned bytes, extra;
};

/* What drive_choose_sector_bytes() finds where a format was started before. */
#define DISK_FORMATS_ALREADY UINT32_MAX

/* A sector that is made unreadable. */
struct bad_sector {
	uint64_t lba;
	bool flagged;	/* ATA: as flagged, not as pseudo uncorrectable */
	bool unclaimed; /* the drive does not claim the command */
	bool by_long;	/* WRITE LONG is used */
	char way[28];	/* text for people, " (WRITE_LONG)"; or empty */
};

/* How a drive's sectors can be read without their data being sent. */
struct disk_verify {
	unsigned most;	       /* sectors in one command */
	bool may_take_less;    /* the maximum is unknown: only a command shows what is accepted */
	uint64_t sectors;      /* the drive's, where the kernel may show others; 0: the kernel's */
	unsigned sector_bytes; /* bytes of these sectors */
};

/* How a drive is told that sectors hold no data. */
struct disk_trim {
	uint64_t sectors;      /* sectors of the disk */
	uint64_t most_sectors; /* maximum of one range */
	size_t most_ranges;    /* maximum ranges of one command, at least 1 */
	/* the kernel builds the commands, and drops its cached pages of these sectors */
	bool by_kernel;
	int fd; /* the kernel's way: descriptor for writing, opened by drive_begin_trim() */
	unsigned sector_bytes; /* the kernel's sector size */
};

struct disk_sanitize {
	enum disk_sanitize_state state;
	bool done;	   /* the last operation completed without error */
	bool only_idle;	   /* the path returns the state only if idle, and loses it otherwise */
	bool no_registers; /* reason for UNKNOWN: the path returns no registers */
	bool antifreeze;   /* ATA: it cannot be frozen until the next power cycle */
	uint16_t progress; /* while running: of 65536 */
	/* the drive's own estimate of each operation, in seconds; 0: it gives none */
	uint32_t estimate_s[DISK_ERASES];
};

/* How new firmware is sent. */
enum disk_firmware_way {
	DISK_FIRMWARE_PREFERRED, /* the mode that the drive prefers */
	DISK_FIRMWARE_SEGMENTS,
	DISK_FIRMWARE_WHOLE,
	DISK_FIRMWARE_DEFERRED
};

/* The state of new firmware; for the last two, drive->failure.text says more. */
enum { DISK_FIRMWARE_ACTIVE, DISK_FIRMWARE_STORED, DISK_FIRMWARE_DOUBTFUL };

/*
 * Of NVMe and SCSI: an image is a whole number of dwords; larger segments gain nothing, and memory
 * that is not contiguous bounds what an adapter takes.
 */
enum { DISK_FIRMWARE_MULTIPLE = 4, DISK_FIRMWARE_LARGEST = 128 << 10 };

/* When deferred firmware becomes active. */
#define DISK_FIRMWARE_LATER "the new one becomes active at the next power cycle, or by --fwactivate"

/* The firmware revision of a drive, and how the drive takes new firmware; sizes in bytes. */
struct disk_firmware {
	char revision[DISK_TEXT_BYTES];	 /* revision in the active slot */
	size_t multiple;		 /* an image is a whole number of these */
	size_t granule;			 /* offsets are multiples of it */
	size_t smallest, usual, largest; /* segments */
	size_t most;			 /* maximum bytes of one command */
	size_t most_image;
	unsigned slot;	    /* where it is put; 0: the drive chooses */
	bool at_once;	    /* it can become active without a reset */
	const char *advice; /* where the drive does not take the way; NULL: there is no other */
	char plan[48];	    /* text for people: how the image will be sent; or empty */
	/* ATA: registers are requested after each segment; here is what the last ones said */
	bool ask;
	int told;
};

/* A part of an image. */
struct firmware_segment {
	void *data;
	size_t bytes, offset;
	bool last;
};

/* The temperature, as precise as the drive reports it. */
struct drive_temperature {
	int celsius;
	const char *beyond; /* "under" or "over" for a temperature beyond the scale; or NULL */
	/* the drive reports a permitted range; the temperature is in that range */
	bool tells_range, in_range;
	const char *source,
		*source_key; /* source of the limits: text, and key for machines; or NULL */
};

/* Whether a drive reads ahead, and, if the drive reports that too, reads through its cache. */
struct look_ahead {
	bool on;
	bool tells_read_cache, read_cache;
};

/*
 * How long the drive tries to read or write a bad sector, in ms; 0: no limit; RECOVERY_UNTOLD: the
 * maker's time, which the drive does not report.
 */
#define RECOVERY_UNTOLD UINT32_MAX
struct recovery_time {
	uint32_t ms[2]; /* reading, writing */
};

/*
 * NOW: the present times. KEPT: the times after a power cycle (when setting: both). MAKERS: the
 * maker's times.
 */
enum recovery_kind { RECOVERY_NOW, RECOVERY_KEPT, RECOVERY_MAKERS };

/* A time for the standby timer: the code of the option (ACS-4 table 58), and its time. */
struct standby_time {
	uint8_t code;
	unsigned seconds; /* 0: off, or with another code than 0 a time of the maker's choice */
	bool save;	  /* it is to last over power cycles */
};

/* The state of a language that numbers its power states: not the condition of drive_power(). */
struct disk_power {
	unsigned state;
	bool operational; /* the drive serves reads and writes in it */
	/*
	 * Whether the drive changes its power state without commands (APST), if the drive reports
	 * that. The kernel decides by a latency in microseconds: its module parameter, and the
	 * attribute of the device, which has priority unless it is "auto". Empty: not known.
	 */
	bool tells_apst, apst;
	char default_latency[DISK_TEXT_BYTES], tolerance[DISK_TEXT_BYTES];
};

/* A mode that was set. */
struct disk_provisioning {
	char before[DISK_PROVISIONING_BYTES];
	uint64_t before_bytes; /* bytes that the kernel discarded by one command before; or 0 */
	char now[DISK_PROVISIONING_BYTES]; /* mode that was read back */
	/* bytes that the kernel discards by one command from now on; 0: unchanged */
	uint64_t most_bytes;
};

#endif
