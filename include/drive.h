/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verbs of a drive: queries and changes in the drive's language (ATA, SCSI, NVMe, block layer). */
#ifndef HDPARM_DRIVE_H
#define HDPARM_DRIVE_H

#include "ata_drive.h"
#include "device.h"
#include "erase.h"
#include "sysfs.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* --- Values that the verbs take and return --- */

enum { DISK_KIN_BYTES = 320, DISK_PROVISIONING_BYTES = 24, DISK_RESTORED_BYTES = 128 };

struct disk_identity {
	bool by_identify;     /* ATA: device.id.raw has the facts; here, only `logical` is set */
	bool of_bridge;	      /* the names are those of a USB bridge */
	const char *language; /* "NVMe" or "SCSI" */
	char heading[DISK_TEXT_BYTES]; /* such as "NVMe device, namespace 1" */
	char model[DISK_TEXT_BYTES], serial[DISK_TEXT_BYTES], firmware[DISK_TEXT_BYTES];
	char transport[DISK_TEXT_BYTES]; /* such as "PCIe, NVMe 1.4"; empty: not known */
	char wwn[DISK_TEXT_BYTES];  /* SCSI: NAA or EUI-64; NVMe: EUI-64, NGUID or UUID; or empty */
	uint64_t bytes;		    /* size of the disk; 0: not known */
	unsigned logical, physical; /* bytes of a logical sector, a physical sector; 0: not known */
	unsigned extra;	   /* NVMe: bytes of metadata of each sector; 0: none, or not known */
	unsigned rotation; /* coded as IDENTIFY word 217: 0 not known, 1 no rotation, else rpm */
	bool has_write_cache, write_cache;
	bool has_trim; /* the kernel can discard sectors of the disk; false also if not known */
};

/*
 * Bytes of a sector: data, and `extra`: NVMe metadata, or the protection information of one SCSI
 * interval. A sector can have several intervals.
 */
struct sector_size {
	unsigned bytes, extra;
};

/*
 * SCSI: *choice of drive_choose_sector_bytes() if a format runs, or the kernel does not yet use the
 * disk's new size.
 */
#define DISK_FORMATS_ALREADY UINT32_MAX

/* How drive_set_sector_bytes() changes the sectors. */
struct sector_plan {
	uint32_t choice;
	unsigned extra; /* NVMe: bytes of metadata that each sector keeps */
	char loses[96]; /* NVMe: what the sectors lose, for people; empty: nothing */
};

/* A sector to make unreadable. All members but `lba` are for ATA. */
struct bad_sector {
	uint64_t lba;
	bool flagged;	/* a flagged error, not a pseudo uncorrectable error */
	bool unclaimed; /* send WRITE UNCORRECTABLE EXT, which the drive does not claim */
	bool by_long;	/* send WRITE LONG instead of WRITE UNCORRECTABLE EXT */
	char way[28];	/* the command for people, such as " (WRITE_LONG)"; or empty */
};

/* Limits of drive_verify_sectors(). */
struct disk_verify {
	unsigned most;	       /* maximum number of sectors of one command */
	bool may_take_less;    /* the drive may refuse `most` sectors, and accept fewer */
	uint64_t sectors;      /* ATA: sectors of the drive; else 0: use the kernel's number */
	unsigned sector_bytes; /* ATA: bytes of a sector; else 0: use the kernel's sector size */
};

/* Limits of drive_trim(). */
struct disk_trim {
	uint64_t sectors;      /* sectors of the disk */
	uint64_t most_sectors; /* maximum number of sectors of one range */
	size_t most_ranges;    /* maximum number of ranges of one drive_trim(), at least 1 */
	bool by_kernel; /* the ranges are passed to BLKDISCARD, and the kernel sends the commands */
	int fd;		/* opened by drive_begin_trim(); negative: not open */
	unsigned sector_bytes; /* the kernel's sector size in bytes, if by_kernel; else 0 */
};

/* The state of a sanitize or format operation. */
struct disk_sanitize {
	enum disk_sanitize_state state;
	bool done;	/* the last sanitize succeeded; drive_format_status(): the disk is ready */
	bool only_idle; /* ATA: the path cannot return states other than "idle" */
	bool no_registers; /* ATA: the answer had no registers */
	bool antifreeze;   /* ATA: SANITIZE FREEZE LOCK is refused until the next power cycle */
	uint16_t progress; /* in 1/65536 while running; 0 also if not known */
	uint32_t estimate_s[DISK_ERASES]; /* NVMe: expected duration in seconds; 0: not told */
};

enum disk_firmware_way {
	DISK_FIRMWARE_PREFERRED, /* in segments; in one command if an ATA drive takes no segments */
	DISK_FIRMWARE_SEGMENTS,
	DISK_FIRMWARE_WHOLE,   /* in one command */
	DISK_FIRMWARE_DEFERRED /* in segments; stored, and activated later */
};

/* STORED: not active yet. DOUBTFUL: the drive expects more data. failure.text explains both. */
enum { DISK_FIRMWARE_ACTIVE, DISK_FIRMWARE_STORED, DISK_FIRMWARE_DOUBTFUL };

/* Values of `multiple` and `largest` in struct disk_firmware for NVMe and SCSI, in bytes. */
enum { DISK_FIRMWARE_MULTIPLE = 4, DISK_FIRMWARE_LARGEST = 128 << 10 };

#define DISK_FIRMWARE_LATER "the new one becomes active at the next power cycle, or by --fwactivate"

/* The active firmware of a drive, and limits for sending new firmware; sizes in bytes. */
struct disk_firmware {
	char revision[DISK_TEXT_BYTES];
	size_t multiple; /* the size of an image is a multiple of this number */
	size_t granule;	 /* offsets of segments are multiples of this number */
	/*
	 * wanted size of a segment: `usual` for DISK_FIRMWARE_PREFERRED, `largest` for an option
	 * that ends in -max, else `smallest`
	 */
	size_t smallest, usual, largest;
	size_t most;	    /* maximum data of one command */
	size_t most_image;  /* maximum size of an image */
	unsigned slot;	    /* NVMe: firmware slot for the image; 0: the drive chooses */
	bool at_once;	    /* NVMe, SCSI: stored firmware can become active without a reset */
	const char *advice; /* what to try if the drive refuses the way; NULL: none */
	const char *doubt;  /* why the drive may not take the way; NULL: nothing shows that */
	char plan[48];	    /* how the image will be sent, for people; or empty */
	bool ask;	    /* ATA: request the registers with each segment */
	int told; /* ATA: enum ata_firmware_indication, by the registers of the segment sent last */
};

/* A part of a firmware image; `offset` in bytes. */
struct firmware_segment {
	void *data;
	size_t bytes, offset;
	bool last;
};

struct drive_temperature {
	int celsius;
	const char *beyond; /* "under" or "over": outside the scale of the answer; else NULL */
	/* in_range, valid if tells_range: the drive permits this temperature */
	bool tells_range, in_range;
	/* where `celsius` is from, for people and for JSON: "SCT status", "sct"; or NULL */
	const char *source, *source_key;
};

struct kernel_cache {
	bool flushed; /* cache_type shows a write cache, which the kernel flushes */
	bool by_usb;
	bool set_with_on, set_with_off; /* turning the cache on, or off, sets cache_type as well */
	char path[PATH_MAX];		/* path of the sysfs attribute cache_type */
};

struct look_ahead {
	bool on;
	/* SCSI: read_cache, valid if tells_read_cache: reads may be served from the cache */
	bool tells_read_cache, read_cache;
};

/* Value of recovery_time.ms[] for SCSI: the disk's default, which the disk does not report. */
#define RECOVERY_UNTOLD UINT32_MAX

/* The maximum times for which the drive tries to read or write a bad sector. */
struct recovery_time {
	uint32_t ms[2]; /* for reading, for writing; 0: no limit */
};

/* KEPT: the times after a power cycle. Setting KEPT also sets NOW. */
enum recovery_kind { RECOVERY_NOW, RECOVERY_KEPT, RECOVERY_MAKERS };

struct standby_time {
	uint8_t code;	  /* COUNT of ATA's IDLE command; 0: the timer is off */
	unsigned seconds; /* time of `code`; 0: the timer is off, or `code` has no fixed time */
	bool save;	  /* keep the value over a power cycle */
};

/* The power state of an NVMe drive. */
struct disk_power {
	unsigned state;
	bool operational; /* the drive serves reads and writes */
	/* apst, valid if tells_apst: the drive changes its power state by itself (APST) */
	bool tells_apst, apst;
	/* the kernel's latency limits for APST: microseconds or a word; empty: not read */
	char default_latency[DISK_TEXT_BYTES], tolerance[DISK_TEXT_BYTES];
};

/* Modes have the kernel's names, such as "unmap". */
struct disk_provisioning {
	char before[DISK_PROVISIONING_BYTES]; /* previous mode */
	/* previous maximum of one discard in bytes; 0: no discards, or not known */
	uint64_t before_bytes;
	char now[DISK_PROVISIONING_BYTES]; /* new mode as read back; empty: not read back */
	/* if `now` is the requested mode: new maximum of one discard in bytes; 0: not set */
	uint64_t most_bytes;
	/* for "unmap": scsi_provisioning.unit_blocks and .first_unit */
	uint32_t unit_sectors, first_unit;
};

struct drive;
struct lba_range;
struct power_state;

/* The verbs of a language. NULL: no such verb, unless a comment here or at drive_...() differs. */
struct drive_ops {
	const char *name;		      /* name of the language in messages, such as "NVMe" */
	const char *(*named)(struct drive *); /* NULL: drive_language() returns `name` */
	bool power;			      /* device_power() finds the power condition */
	int (*identity)(struct drive *, struct disk_identity *);
	int (*names)(struct drive *, struct disk_identity *); /* NULL: SCSI's function is used */
	int (*power_state)(struct drive *, struct disk_power *);
	int (*temperature)(struct drive *, struct drive_temperature *);
	int (*write_cache)(struct drive *, bool *on);
	int (*set_write_cache)(struct drive *, bool on, bool *lasts);
	int (*look_ahead)(struct drive *, struct look_ahead *);
	int (*set_look_ahead)(struct drive *, bool on);
	int (*standby)(struct drive *);
	int (*background)(struct drive *, const char **work);
	int (*standby_timer)(struct drive *, uint32_t *tenths);
	int (*set_standby_timer)(struct drive *, struct standby_time);
	int (*epc)(struct drive *, unsigned apart, bool *on);
	int (*set_epc)(struct drive *, bool but_standby, bool on);
	bool epc_by_timers; /* SCSI: power conditions are on if any timer is on */
	int (*has_conditions)(struct drive *);
	int (*conditions)(struct drive *, unsigned more, struct ata_epc_state[ATA_EPC_COUNT]);
	int (*set_condition)(struct drive *, enum ata_epc, uint64_t value, bool save);
	int (*go_to)(struct drive *, enum ata_epc);
	int (*flush)(struct drive *);
	int (*has_recovery_time)(struct drive *, bool to_set);
	int (*recovery_ready)(struct drive *);
	int (*recovery_time)(struct drive *, enum recovery_kind, struct recovery_time *);
	int (*set_recovery_time)(struct drive *, enum recovery_kind, const struct recovery_time *);
	const char *recovery_name; /* NULL: drive_recovery_name() returns ATA's name */
	/* NVMe: a drive without a time limit is assumed to give up a bad sector soon */
	bool gives_up_soon;
	int (*plan_bad)(struct drive *, struct bad_sector *);
	int (*make_bad)(struct drive *, const struct bad_sector *);
	int (*plan_trim)(struct drive *, struct disk_trim *);
	int (*trim)(struct drive *, const struct disk_trim *, const struct lba_range *, size_t n);
	int (*verify_plan)(struct drive *, struct disk_verify *);
	int (*verify)(struct drive *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name;	     /* name of the command that verify() sends */
	int (*read_refusal)(struct drive *); /* NULL: drive_read_refusal() returns 0 */
	/* NULL: set_sector_bytes() ignores `choice` */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	/* NULL: drive_plan_sector_bytes() leaves the plan as it is */
	int (*plan_sector_bytes)(struct drive *, unsigned bytes, struct sector_plan *);
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	bool sector_bytes_later;   /* ATA: a new size may need a power cycle */
	bool sector_bytes_formats; /* set_sector_bytes() only starts the format */
	int (*sector_size)(struct drive *, struct sector_size *); /* NULL: use identity() */
	int (*format_status)(struct drive *, struct disk_sanitize *);
	int (*rescan)(struct drive *);
	const char *rescan_by; /* the files that rescan() writes, for the user */
	int (*erase_ways)(struct drive *, uint32_t *ways);
	const char *const *erase_commands; /* indexed by enum disk_erase */
	/* NULL: drive_erase_takes() returns 0, without names */
	int (*erase_takes)(struct drive *, enum disk_erase, char names[DISK_KIN_BYTES]);
	int (*erase)(struct drive *, enum disk_erase, uint32_t pattern, unsigned passes);
	int (*sanitize_status)(struct drive *, bool accepted, struct disk_sanitize *);
	bool forgets_sanitize; /* SCSI: sanitize_status() does not set `done` */
	/* NVMe: also after an overwrite by sanitize, sectors may read as zeros or ones */
	bool sanitize_deallocates;
	int (*firmware)(struct drive *, struct disk_firmware *);
	int (*firmware_plan)(struct drive *, enum disk_firmware_way *, bool largest,
			     struct disk_firmware *);
	int (*send_firmware)(struct drive *, struct disk_firmware *, enum disk_firmware_way,
			     const struct firmware_segment *);
	int (*end_firmware)(struct drive *, const struct disk_firmware *, enum disk_firmware_way);
	int (*activate_firmware)(struct drive *, const struct disk_firmware *);
};

/* The verbs that rows of action_table need: DEF(name of the need, member of struct drive_ops). */
#define NEEDED_VERBS(DEF)                                                                          \
	DEF(POWER, power)                                                                          \
	DEF(IDENTITY, identity)                                                                    \
	DEF(TEMPERATURE, temperature)                                                              \
	DEF(WRITE_CACHE, write_cache)                                                              \
	DEF(SET_WRITE_CACHE, set_write_cache)                                                      \
	DEF(LOOK_AHEAD, look_ahead)                                                                \
	DEF(SET_LOOK_AHEAD, set_look_ahead)                                                        \
	DEF(STANDBY, standby)                                                                      \
	DEF(SET_STANDBY_TIMER, set_standby_timer)                                                  \
	DEF(SET_EPC, set_epc)                                                                      \
	DEF(CONDITIONS, conditions)                                                                \
	DEF(SET_CONDITION, set_condition)                                                          \
	DEF(GO_TO, go_to)                                                                          \
	DEF(FLUSH, flush)                                                                          \
	DEF(HAS_RECOVERY_TIME, has_recovery_time)                                                  \
	DEF(RECOVERY_TIME, recovery_time)                                                          \
	DEF(SET_RECOVERY_TIME, set_recovery_time)                                                  \
	DEF(MAKE_BAD, make_bad)                                                                    \
	DEF(TRIM, trim)                                                                            \
	DEF(SET_SECTOR_BYTES, set_sector_bytes)                                                    \
	DEF(ERASE, erase)                                                                          \
	DEF(SANITIZE_STATUS, sanitize_status)                                                      \
	DEF(SEND_FIRMWARE, send_firmware)                                                          \
	DEF(ACTIVATE_FIRMWARE, activate_firmware)

/* What an act needs from the drive's language: nothing but the verbs, or as the comments say. */
enum need {
	NEEDS_ATA,	  /* ATA commands */
	NEEDS_NOTHING,	  /* each language will do */
	NEEDS_SCSI_LAYER, /* a disk of the kernel's SCSI layer */
	NEEDS_LINK,	  /* a SATA or NVMe disk; a bridge may be between */
#define NEED(name, member) NEEDS_##name,
	NEEDED_VERBS(NEED)
#undef NEED
};

enum { FAILURE_TEXT_BYTES = 320 };

enum failure_kind {
	FAILURE_NONE,	 /* none; or an -errno that a comment of the verb explains */
	FAILURE_TOLD,	 /* `text`: what failed; or after success, what the verb's comment says */
	FAILURE_ATA,	 /* the command in `ata` failed; no text */
	FAILURE_LACKS,	 /* the language lacks the verb, or a USB disk must not be asked */
	FAILURE_REFUSED, /* `text` is the whole message: the caller adds neither errno nor advice */
	FAILURE_LOST,	 /* SCT, as FAILURE_TOLD: the path lost the drive's answer */
	FAILURE_NO_VALUE,  /* as FAILURE_TOLD: nothing is stored that could be taken */
	FAILURE_DISPROVED, /* as FAILURE_TOLD: reported as done, but a query shows otherwise */
};

/* The last failure of a verb, and facts about it for the caller. */
struct failure {
	enum failure_kind kind;
	char text[FAILURE_TEXT_BYTES];
	struct ata_cmd ata;	     /* the last failed ATA command, without its data */
	char title[ATA_TITLE_BYTES]; /* ata_command_title() of this command with its data */
	char advice[128];	     /* what to try, for people; or empty */
	bool answered; /* NVMe: the controller returned an error; SCSI, bridge: sense data came */
	/* NVMe, SCSI: the last command was refused; or FORMAT UNIT was not sent */
	bool unbegun;
	unsigned ready_s; /* if the disk is becoming ready: maximum wait in seconds; else 0 */
};

/* KEPT_FORMS: number of values of enum scsi_mode_control. */
enum { KEPT_FORMS = 4, KEPT_PAGE_BYTES = 64 };

/* A kept answer to MODE SENSE for mode page 1Ah (Power Condition). */
struct kept_page {
	/* asked: an answer is kept. refused, if asked: the answer is -EOPNOTSUPP, without `data` */
	bool asked, refused;
	uint8_t bytes, data[KEPT_PAGE_BYTES];
};

/* A failure, and what device_diagnose() explains of it, to be restored after further commands. */
struct past_failure {
	struct failure failure;
	struct ata_cmd cmd;
	int result;
	enum route_way via;
};

struct drive {
	struct device *dev;
	struct failure failure;
	bool only_asked; /* settings are only read, so power_page[] is used again */
	struct kept_page power_page[KEPT_FORMS]; /* indexed by enum scsi_mode_control */
};

/*
 * Return the drive of `dev`, which may be NULL. Find the route of `dev`; nothing is sent. Call
 * device_wish(), if at all, before.
 */
struct drive drive_of(struct device *dev);

/* Return the language: presumed until device_settle(), and LANGUAGE_BLOCK before drive_of(). */
enum language drive_speaks(const struct drive *drive);

/* Return the verbs of the language (drive_speaks()). */
const struct drive_ops *drive_ops(const struct drive *drive);

/* True if the language (drive_speaks()) is ATA. */
bool drive_takes_ata(const struct drive *drive);

/* True if the language is SCSI or NVMe. */
bool drive_is_other(const struct drive *drive);

/* True if drives of the language have what an act needs. */
bool language_has(enum language language, enum need need);

/* True if a SCSI or NVMe drive's language lacks what an act needs. */
bool drive_has_no(struct drive *drive, enum need need);

/* True if drive_has_no(), or if only the block layer is left and lacks what an act needs. */
bool drive_cannot(struct drive *drive, enum need need);

/*
 * Fail as FAILURE_LACKS, with text and advice: why the verb is missing. `scsi_may`, `nvme_may`:
 * disks of this language may have the feature. True if the drive may have the feature, but hdparm
 * cannot use it.
 */
bool drive_explain_lack(struct drive *drive, enum need need, bool scsi_may, bool nvme_may);

/* Return 1 if a USB bridge may answer for a SCSI disk; 0 if not; -errno: not known. */
int drive_bridge_answers(struct drive *drive);

/* Return the name of the drive's language for messages, such as "NVMe" or "SAS". */
const char *drive_language(struct drive *drive);

/*
 * --- The verbs ---
 *
 * Return 0, if a comment names no other result; or -errno with drive->failure: -ENOTTY and
 * FAILURE_LACKS; -EOPNOTSUPP: the drive, or the path to the drive, cannot do this.
 */

int drive_identity(struct drive *drive, struct disk_identity *id);
int drive_temperature(struct drive *drive, struct drive_temperature *t);
/* -EOPNOTSUPP with FAILURE_NONE: an ATA drive does not claim the feature. */
int drive_write_cache(struct drive *drive, bool *on);

/*
 * Flush before "off"; for ATA and a generic node also after. After 0, *lasts is true if the drive
 * shows that the setting is saved; in a dry run, if the drive can save.
 */
int drive_set_write_cache(struct drive *drive, bool on, bool *lasts);
/*
 * Fill *cache for an ATA drive at a SAS host or on USB, and for a SCSI disk that is not on USB. 0,
 * or -errno: -ENOENT for other drives, and if there is no cache_type.
 */
int drive_kernel_cache(struct drive *drive, struct kernel_cache *cache);

/* -EOPNOTSUPP as drive_write_cache(). */
int drive_look_ahead(struct drive *drive, struct look_ahead *ahead);

/* Turn read-ahead on or off, without a request to save the setting. */
int drive_set_look_ahead(struct drive *drive, bool on);

int drive_standby(struct drive *drive);

/* *work becomes "a self-test", "sanitize", "a format" or NULL. Call only for an awake drive. */
int drive_background(struct drive *drive, const char **work);

/*
 * Read the timer of standby_z in units of 100 ms; 0: off. ATA: -ENODATA, for example if EPC is off.
 */
int drive_standby_timer(struct drive *drive, uint32_t *tenths);

/* Set the standby timer. This may wake the drive. */
int drive_set_standby_timer(struct drive *drive, struct standby_time time);

int drive_flush(struct drive *drive);

/*
 * ATA: return 1 if the drive has recovery times (struct recovery_time), else 0. SCSI, NVMe: return
 * 1; for `to_set` return 0 with failure.text if a query shows that the times cannot be set. Or
 * return -errno.
 */
int drive_has_recovery_time(struct drive *drive, bool to_set);
/*
 * ATA: 0 if the drive takes an SCT command now, else -errno: -EBUSY, with FAILURE_REFUSED, during
 * an SCT command. Other languages: 0.
 */
int drive_recovery_ready(struct drive *drive);
/*
 * ATA: -ENODATA with FAILURE_NO_VALUE for RECOVERY_MAKERS; with FAILURE_LOST if the path lost the
 * answer.
 */
int drive_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t);
/*
 * RECOVERY_MAKERS is for ATA only, and ignores `t`. SCSI, NVMe: -EINVAL, with FAILURE_REFUSED, if
 * the two times differ. SCSI: -EINVAL for 0, and above 65535 ms except RECOVERY_UNTOLD.
 */
int drive_set_recovery_time(struct drive *drive, enum recovery_kind kind,
			    const struct recovery_time *t);
/* Return the name of the recovery times for messages, such as "recovery time limit". */
const char *drive_recovery_name(struct drive *drive);

/* Bits of `more` for drive_conditions(): the members of struct ata_epc_state to read. */
enum { CONDITIONS_INITIAL = 1, CONDITIONS_SAVED = 2, CONDITIONS_RECOVERY = 4, CONDITIONS_ALL = 7 };

/*
 * Read whether the power conditions (ATA: EPC; SCSI: mode page 1Ah) are on. SCSI: true if any timer
 * is on; the timer of condition n (enum ata_epc) does not count if bit n of `apart` is set.
 */
int drive_epc(struct drive *drive, unsigned apart, bool *on);
/*
 * SCSI: "off" turns the timers off, except standby_z if `but_standby`. "On" does nothing if a timer
 * is on, not counting standby_z if `but_standby`. Otherwise "on" restores the saved timers, or if
 * no saved timer is on, the maker's timers; FAILURE_NO_VALUE if no maker's timer is on.
 */
int drive_set_epc(struct drive *drive, bool but_standby, bool on);
/* Return 1 if an ATA drive has EPC; 0, with failure.text, if not; or -errno. Other languages: 1. */
int drive_has_conditions(struct drive *drive);
/* Read the timers. `more` (CONDITIONS_*): what else to read from a SCSI disk. */
int drive_conditions(struct drive *drive, unsigned more,
		     struct ata_epc_state states[ATA_EPC_COUNT]);
/* Set a timer; `value` and `save` as for ata_epc_set(). The new value is not read back. */
int drive_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value, bool save);
int drive_go_to(struct drive *drive, enum ata_epc condition);

int drive_power_state(struct drive *drive, struct disk_power *power);

/* ATA: choose the command, after device_identify(). Other languages: 0. */
int drive_plan_bad(struct drive *drive, struct bad_sector *bad);

/* Make the sector unreadable. Call drive_plan_bad() before. */
int drive_make_bad(struct drive *drive, const struct bad_sector *bad);

/*
 * Find the limits; nothing is sent. ATA: after device_identify(). -EOPNOTSUPP: no TRIM, or no
 * discards by the kernel; -ENODATA: the number of sectors is not known.
 */
int drive_plan_trim(struct drive *drive, struct disk_trim *trim);
/* Open trim->fd if trim->by_kernel. Call this once before drive_trim(). */
int drive_begin_trim(struct drive *drive, struct disk_trim *trim);
/* Trim `n` ranges, at most trim->most_ranges. */
int drive_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
	       size_t n);
/* Close trim->fd. Call this also if drive_trim() failed. */
void drive_end_trim(struct drive *drive, struct disk_trim *trim);

int drive_sector_size(struct drive *drive, struct sector_size *size);
/*
 * Find *choice for drive_set_sector_bytes(). ATA: -EINVAL if the drive does not offer this size.
 * SCSI: *choice becomes the present sector size in bytes (0: not known) or DISK_FORMATS_ALREADY;
 * -EINVAL if the sectors have this size, and there is nothing to do.
 */
int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
/*
 * NVMe: choose the format, by queries: with the metadata and protection information of the present
 * one, if the size changes and there is such a format; else without metadata. -EINVAL if no such
 * format can be sent, or if the drive may use it already. Other languages: 0.
 */
int drive_plan_sector_bytes(struct drive *drive, unsigned bytes, struct sector_plan *plan);
/*
 * Set the sector size, and destroy all data. `choice`: sector_plan.choice. SCSI: nothing is sent
 * for DISK_FORMATS_ALREADY.
 */
int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
/*
 * SCSI and NVMe: make the kernel read the size again, also by the drive's other paths. All are
 * tried; 0, or the first -errno. Other languages: 0.
 */
int drive_rescan(struct drive *drive);

/*
 * Read the state of a SCSI disk's format: DISK_SANITIZE_RUNNING, DISK_UNFORMATTED, or
 * DISK_SANITIZE_IDLE with `done`: no format runs, and the disk is ready.
 */
int drive_format_status(struct drive *drive, struct disk_sanitize *status);

/*
 * Find the limits. -EOPNOTSUPP: the drive lacks the verify command, is SCSI but not SAS, or is ATA
 * with unusable IDENTIFY data.
 */
int drive_verify_plan(struct drive *drive, struct disk_verify *plan);
/*
 * Return 0 if all sectors can be read, 1 if a sector cannot, or -errno. After 1, *bad is the bad
 * sector that the drive names; if the drive names none, *bad is lba + sectors (ATA), or unchanged.
 */
int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
/*
 * Ask why reads fail: a lock, a sanitize operation, or sense data. Return -errno, with failure.text
 * and, for a known cause, failure.advice; or 0: the drive reports no cause. Call after failed
 * reads.
 */
int drive_read_refusal(struct drive *drive);

/*
 * Bit n of *ways: the drive has the erase method n (enum disk_erase). ATA: after device_identify().
 * NVMe: the bits of formats are 0 if the format in use is not known or cannot be sent. SCSI: the
 * bit of FORMAT UNIT is 0 if the disk may be on USB. Return 0; 1 if a SCSI disk does not report
 * whether it has SANITIZE; or -errno.
 */
int drive_erase_ways(struct drive *drive, uint32_t *ways);
/*
 * Find other disks whose data the erase also destroys. `names` becomes a text such as
 * " nvme0n2 nvme0n3"; "": none found. DISK_NO_ERASE stands for a change of the sector size.
 */
int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES]);
/*
 * Start an erase that goes on (erase_method.goes_on), or erase and return at the end. Not for
 * DISK_SECURITY_*. `pattern` and `passes` (1 to 15; 0 means 16) are for DISK_OVERWRITE.
 */
int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);

/*
 * Read the state of the sanitize operation. -EOPNOTSUPP for an NVMe disk, or an idle SCSI disk,
 * that does not claim sanitize; if `accepted`, the claim is not checked.
 */
int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);

/*
 * Read the revision and the limits. -EOPNOTSUPP if the firmware cannot be changed; the revision may
 * then be set, nevertheless.
 */
int drive_firmware(struct drive *drive, struct disk_firmware *firmware);
/* ATA: set the segment sizes for *way, and replace DISK_FIRMWARE_PREFERRED. Other languages: 0. */
int drive_plan_firmware(struct drive *drive, enum disk_firmware_way *way, bool largest,
			struct disk_firmware *firmware);
/*
 * Send one segment. Return 0; 1 if an ATA drive reports a complete image, so that no more may be
 * sent; or -errno: -EINVAL if a SCSI disk does not take firmware in this way.
 */
int drive_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			enum disk_firmware_way way, const struct firmware_segment *segment);
/* After the last segment: DISK_FIRMWARE_ACTIVE, _STORED or _DOUBTFUL, or -errno. */
int drive_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
		       enum disk_firmware_way way);
/* Activate stored firmware. Return DISK_FIRMWARE_ACTIVE or _STORED, or -errno. */
int drive_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

/* True if device_power() found the power condition. NVMe: false, and nothing is sent. */
bool drive_power(struct drive *drive, struct power_state *state);

/*
 * Read the provisioning mode: by which command the kernel's SCSI layer discards sectors, such as
 * "unmap". 0, or -errno: -ENOENT if the kernel has no mode for this disk.
 */
int drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES]);
/*
 * 0 if *wanted is the maximum of one discard in bytes that drive_set_provisioning() would set (0:
 * none), at most queue/discard_max_hw_bytes, and *now the present one; or -errno.
 */
int drive_discard_limit(struct drive *drive, const char *mode, uint64_t *wanted, uint64_t *now);

/*
 * Set the mode; for "unmap", also limit the kernel's discards to what disk and USB bridge take.
 * -EOPNOTSUPP if drive_lacks_provisioning(), or the kernel has no mode for this disk.
 */
int drive_set_provisioning(struct drive *drive, const char *mode, struct disk_provisioning *p);
/*
 * True if the disk does not claim the command of the mode, or for "unmap", if
 * scsi_provisioning.unmap_blocks is 0.
 */
bool drive_lacks_provisioning(struct drive *drive, const char *mode);
/*
 * Set p->before and, unless 0, p->before_bytes again. True if both are read back; if not, `text`
 * says what is not as before.
 */
bool drive_restore_provisioning(struct drive *drive, const struct disk_provisioning *p,
				char text[DISK_RESTORED_BYTES]);

/*
 * Read model and serial number from sysfs; for LANGUAGE_NVME_USB, by a command, if the user may
 * send commands. -ENOENT if sysfs has no names, or the vendor is "ATA".
 */
int drive_kernel_names(struct drive *drive, struct disk_identity *id);

/*
 * Fail as `kind`: set drive->failure but `answered`, which tells of the last command, and `ata`,
 * `title`. The caller may set its facts after it. Return `err`.
 */
int drive_fail(struct drive *drive, enum failure_kind kind, int err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Fail as FAILURE_TOLD, FAILURE_REFUSED. */
#define drive_tell(drive, ...)	 drive_fail(drive, FAILURE_TOLD, __VA_ARGS__)
#define drive_refuse(drive, ...) drive_fail(drive, FAILURE_REFUSED, __VA_ARGS__)

/* Set FAILURE_NONE, and `answered` to false. */
void drive_forget_failure(struct drive *drive);

struct past_failure drive_past_failure(const struct drive *drive);
void drive_restore_failure(struct drive *drive, const struct past_failure *past);

/* True if the last failure is FAILURE_ATA. */
bool drive_failed_ata(const struct drive *drive);

/* --- Functions for ATA drives only; -errno comes with drive->failure filled --- */

/* Send a command by device_ata(); store a failed command in failure.ata. 0 or -errno. */
int drive_send(struct drive *drive, struct ata_cmd *cmd);

/* Send command `id`, which has no data; if the drive aborts `id`, send `older`. 0 or -errno. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older);

/*
 * 0 or -errno of FLUSH CACHE (EXT). FLUSH CACHE is sent also if the IDENTIFY data claim neither;
 * then a refusal is no failure.
 */
int drive_try_flush(struct drive *drive);

/* Read the temperature from the SCT status. False if there is no valid temperature. */
bool drive_sct_temperature(struct drive *drive, struct drive_temperature *t);

/* Return 1 if ata_feature_supported_if_valid(), else 0; or -errno: -ENODATA for invalid data. */
int drive_ask_feature(struct drive *drive, enum ata_feature feature);

/* --- SCT commands; device_identify() must have answered before --- */

/*
 * Error recovery: time limits for reading and writing, in units of 100 ms. A feature: the state,
 * and whether a power cycle keeps the state.
 */
struct sct_values {
	uint16_t part[SCT_PARTS];
};

enum { SCT_PART_STATE, SCT_PART_KEPT };

/* 0, or -errno: -EBUSY while the drive executes an SCT command, and would abort another. */
int drive_sct_ready(struct drive *drive);

/*
 * Read the values by the operation `get`. 0, or -errno: -ENODATA with FAILURE_LOST if the answer
 * was lost.
 */
int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values);
/* 0 or -errno. `keep`, for SCT_SET_FEATURE only: keep the values over a power cycle. */
int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep);

/* After a refused SCT command: store in drive->failure the reason, if the SCT status has one. */
void drive_sct_explain(struct drive *drive);

#endif
