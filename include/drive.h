/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A drive and its verbs. A verb reads a fact of the drive, changes a setting or does another
 * operation. The language of a drive is its command set: ATA, SCSI or NVMe. The kernel's block
 * layer counts as the language of a disk that takes none of these commands.
 */
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

/* Sizes of text buffers in bytes: for the names of other disks; for a provisioning mode. */
enum { DISK_KIN_BYTES = 320, DISK_PROVISIONING_BYTES = 24 };

/* Name, size and main properties of a disk. */
struct disk_identity {
	/* true for an ATA drive: only `logical` is set; device.id.raw has the other facts */
	bool by_identify;
	const char *language;	       /* name of the drive's language, such as "NVMe" */
	char heading[DISK_TEXT_BYTES]; /* title for people, such as "NVMe device, namespace 1" */
	char model[DISK_TEXT_BYTES], serial[DISK_TEXT_BYTES], firmware[DISK_TEXT_BYTES];
	/* bus, standard or both, such as "PCIe, NVMe 1.4"; empty: not known */
	char transport[DISK_TEXT_BYTES];
	/* world wide name; NVMe: EUI-64, NGUID or UUID; empty: not known */
	char wwn[DISK_TEXT_BYTES];
	uint64_t bytes;		    /* size of the disk in bytes; 0: not known */
	unsigned logical, physical; /* bytes of a logical sector, a physical sector; 0: not known */
	unsigned extra;	   /* NVMe: bytes of metadata of each sector; 0: none, or not known */
	unsigned rotation; /* coded as IDENTIFY word 217: 0 not known, 1 no rotation, else rpm */
	bool has_write_cache, write_cache;
	bool has_trim; /* the kernel can discard sectors of this disk */
};

/* Bytes of data in a sector, and further bytes of metadata or protection information. */
struct sector_size {
	unsigned bytes, extra;
};

/*
 * A value of *choice from drive_choose_sector_bytes() for a SCSI disk: a format runs, or the disk
 * has the requested sector size and the kernel does not show it yet.
 */
#define DISK_FORMATS_ALREADY UINT32_MAX

/* A request to make a sector unreadable, and the command that drive_plan_bad() chooses. */
struct bad_sector {
	uint64_t lba;
	bool flagged;	/* ATA: make a flagged error, instead of a pseudo uncorrectable error */
	bool unclaimed; /* ATA: send WRITE UNCORRECTABLE EXT, which the drive does not claim */
	bool by_long;	/* ATA: send WRITE LONG instead of WRITE UNCORRECTABLE EXT */
	char way[28];	/* text for people: the command, such as " (WRITE_LONG)"; or empty */
};

/* Limits of the verify command, by which a drive reads sectors without sending their data. */
struct disk_verify {
	unsigned most;	    /* maximum number of sectors of one command */
	bool may_take_less; /* the drive may refuse `most` sectors, and accept fewer */
	/* ATA: number of sectors of the drive; else 0: use the kernel's size */
	uint64_t sectors;
	unsigned sector_bytes; /* ATA: bytes of a sector; else 0: use the kernel's sector size */
};

/* Limits of TRIM, which tells the drive that sectors are not in use. */
struct disk_trim {
	uint64_t sectors;      /* number of sectors of the disk */
	uint64_t most_sectors; /* maximum number of sectors of one range */
	size_t most_ranges;    /* maximum number of ranges of one command, at least 1 */
	bool by_kernel; /* the ranges are passed to BLKDISCARD, and the kernel sends the commands */
	/* descriptor for BLKDISCARD, opened by drive_begin_trim(); negative: not open */
	int fd;
	unsigned sector_bytes; /* the kernel's sector size in bytes, if by_kernel; else 0 */
};

/* The state of a sanitize or format operation. */
struct disk_sanitize {
	enum disk_sanitize_state state;
	/* the last sanitize completed without error; after a format: the disk is ready */
	bool done;
	bool only_idle; /* ATA: the path can return only the state "idle", and loses the others */
	/* ATA: the path returns no registers: `state` is that of REQUEST SENSE, or UNKNOWN */
	bool no_registers;
	bool antifreeze; /* ATA: SANITIZE FREEZE LOCK is refused until the next power cycle */
	/* while running: completed part in units of 1/65536; 0 also if not known */
	uint16_t progress;
	/* NVMe: estimated seconds of each method (enum disk_erase); 0: no estimate */
	uint32_t estimate_s[DISK_ERASES];
};

/* How new firmware is sent. */
enum disk_firmware_way {
	DISK_FIRMWARE_PREFERRED, /* in segments; in one command if an ATA drive takes no segments */
	DISK_FIRMWARE_SEGMENTS,	 /* in segments */
	DISK_FIRMWARE_WHOLE,	 /* in one command */
	DISK_FIRMWARE_DEFERRED	 /* in segments; stored, and activated later */
};

/*
 * The state of new firmware after the last segment, or after its activation. STORED: not active
 * yet. DOUBTFUL: the drive expects more data. drive->failure.text explains these two states.
 */
enum { DISK_FIRMWARE_ACTIVE, DISK_FIRMWARE_STORED, DISK_FIRMWARE_DOUBTFUL };

/* Advice for a command that fails on a USB disk: the bridge may need another form of CDB. */
#define DISK_TRY_TRANSPORT                                                                         \
	"if JMicron, Sunplus or Cypress made the bridge, try --transport with that name"

/* Values of `multiple` and `largest` in struct disk_firmware for NVMe and SCSI, in bytes. */
enum { DISK_FIRMWARE_MULTIPLE = 4, DISK_FIRMWARE_LARGEST = 128 << 10 };

/* Text for DISK_FIRMWARE_STORED of ATA and SCSI: when the new firmware becomes active. */
#define DISK_FIRMWARE_LATER "the new one becomes active at the next power cycle, or by --fwactivate"

/* The firmware revision of a drive, and limits for sending new firmware; sizes in bytes. */
struct disk_firmware {
	char revision[DISK_TEXT_BYTES]; /* revision of the active firmware */
	size_t multiple;		/* the size of an image is a multiple of this number */
	size_t granule;			/* offsets of segments are multiples of this number */
	/*
	 * size of a segment. smallest: if the user names the way; usual: for
	 * DISK_FIRMWARE_PREFERRED; largest: for the options that end in -max
	 */
	size_t smallest, usual, largest;
	size_t most;	   /* maximum size of a segment: one command takes no more */
	size_t most_image; /* maximum size of an image */
	unsigned slot;	   /* NVMe: firmware slot for the image; 0: the drive chooses */
	bool at_once;	   /* NVMe, SCSI: stored firmware can become active without a reset */
	/* text for people: what to try if the drive refuses the way; NULL: none */
	const char *advice;
	char plan[48]; /* text for people: how the image will be sent; or empty */
	bool ask;      /* ATA: request the registers with each segment */
	int told;      /* ATA: enum ata_firmware_indication of the last segment's registers */
};

/* A part of a firmware image; sizes in bytes. */
struct firmware_segment {
	void *data;
	size_t bytes, offset;
	bool last;
};

struct drive_temperature {
	int celsius;
	/* "under" or "over": the temperature is outside the scale of the answer; else NULL */
	const char *beyond;
	/* in_range: the temperature is in the range that the drive permits; valid if tells_range */
	bool tells_range, in_range;
	/* unusual source of the temperature, as text and for JSON; else NULL */
	const char *source, *source_key;
};

/* The kernel's state of a drive's write cache: drive_kernel_cache(). */
struct kernel_cache {
	bool flushed;	     /* the kernel holds the write cache to be on, and sends flushes */
	bool by_usb;	     /* the drive is behind a USB bridge */
	char path[PATH_MAX]; /* path of the sysfs attribute cache_type */
};

/* Whether a drive reads ahead. */
struct look_ahead {
	bool on;
	/* SCSI: read_cache: reads may be served from the cache; valid if tells_read_cache */
	bool tells_read_cache, read_cache;
};

/* Value of recovery_time.ms[] for SCSI: the maker's time, which the disk does not report. */
#define RECOVERY_UNTOLD UINT32_MAX

/* The maximum times for which the drive tries to read or write a bad sector. */
struct recovery_time {
	uint32_t ms[2]; /* in milliseconds: for reading, for writing; 0: no limit */
};

/*
 * Which recovery times are read or set. NOW: the present times. KEPT: the times after a power
 * cycle; setting KEPT also sets NOW. MAKERS: the maker's times.
 */
enum recovery_kind { RECOVERY_NOW, RECOVERY_KEPT, RECOVERY_MAKERS };

/* A value for the standby timer. */
struct standby_time {
	uint8_t code;	  /* COUNT of ATA's IDLE command; 0: the timer is off */
	unsigned seconds; /* time of `code`; 0: the timer is off, or the maker chooses the time */
	bool save;	  /* keep the value over a power cycle */
};

/* The power state of an NVMe drive. ATA and SCSI drives have power conditions: drive_power(). */
struct disk_power {
	unsigned state;	  /* number of the power state */
	bool operational; /* the drive serves reads and writes in this state */
	/* apst, valid if tells_apst: the drive changes its power state by itself (APST) */
	bool tells_apst, apst;
	/*
	 * maximum latencies in microseconds by which the kernel sets APST; empty: not known.
	 * default_latency: of the kernel's NVMe driver; tolerance: of this drive, used instead
	 * unless "auto"
	 */
	char default_latency[DISK_TEXT_BYTES], tolerance[DISK_TEXT_BYTES];
};

/* The result of drive_set_provisioning(). Modes have the kernel's names, such as "unmap". */
struct disk_provisioning {
	char before[DISK_PROVISIONING_BYTES]; /* previous mode */
	/* previous maximum of one discard in bytes; 0: no discards, or not known */
	uint64_t before_bytes;
	char now[DISK_PROVISIONING_BYTES]; /* new mode as read back; empty: not read back */
	/* new maximum of one discard in bytes; 0: not set by hdparm */
	uint64_t most_bytes;
};

struct drive;
struct lba_range;
struct power_state;

/*
 * The functions and properties of a language: ATA, SCSI, NVMe, NVMe behind a USB bridge, or the
 * kernel's block layer. For the contract of a function, see drive_...() below. NULL: the language
 * lacks the verb, unless a comment here gives NULL another meaning.
 */
struct drive_ops {
	const char *ata;  /* not NULL only for ATA: VERB(ata) stands for ATA commands */
	const char *name; /* name of the language in messages, such as "NVMe" */
	/* the language's name for this drive; NULL: use `name` */
	const char *(*named)(struct drive *);
	/* not NULL for a language of disks of the kernel's SCSI layer: VERB(scsi_layer) */
	const char *scsi_layer;
	/* only tested for NULL, by drive_power() */
	bool (*power)(struct drive *, struct power_state *);
	int (*identity)(struct drive *, struct disk_identity *);
	/* NULL: drive_kernel_names() uses SCSI's function */
	int (*names)(struct drive *, struct disk_identity *);
	int (*power_state)(struct drive *, struct disk_power *);
	int (*temperature)(struct drive *, struct drive_temperature *);
	int (*write_cache)(struct drive *, bool *on);
	/* *lasts is false before the call */
	int (*set_write_cache)(struct drive *, bool on, bool *lasts);
	int (*look_ahead)(struct drive *, struct look_ahead *);
	int (*set_look_ahead)(struct drive *, bool on);
	int (*standby)(struct drive *);
	int (*background)(struct drive *, const char **work);
	int (*standby_timer)(struct drive *, uint32_t *tenths);
	int (*set_standby_timer)(struct drive *, struct standby_time);
	int (*epc)(struct drive *, unsigned apart, bool *on);
	int (*set_epc)(struct drive *, bool but_standby, bool on);
	/* SCSI: power conditions have no switch, and count as on if any timer is on */
	bool epc_by_timers;
	int (*has_conditions)(struct drive *); /* NULL: drive_has_conditions() returns 0 */
	int (*conditions)(struct drive *, unsigned more, struct ata_epc_state[ATA_EPC_COUNT]);
	int (*set_condition)(struct drive *, enum ata_epc, uint64_t value, bool save);
	int (*go_to)(struct drive *, enum ata_epc);
	int (*flush)(struct drive *);
	int (*has_recovery_time)(struct drive *, bool to_set);
	int (*recovery_ready)(struct drive *); /* NULL: drive_recovery_ready() returns 0 */
	int (*recovery_time)(struct drive *, enum recovery_kind, struct recovery_time *);
	int (*set_recovery_time)(struct drive *, enum recovery_kind, const struct recovery_time *);
	const char *recovery_name; /* NULL: drive_recovery_name() returns ATA's name */
	bool gives_up_soon; /* NVMe: drives give up a bad sector soon, even without a time limit */
	int (*plan_bad)(struct drive *, struct bad_sector *); /* NULL: drive_plan_bad() returns 0 */
	int (*make_bad)(struct drive *, const struct bad_sector *);
	int (*plan_trim)(struct drive *, struct disk_trim *);
	int (*trim)(struct drive *, const struct disk_trim *, const struct lba_range *, size_t n);
	int (*verify_plan)(struct drive *, struct disk_verify *);
	int (*verify)(struct drive *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name; /* name of the command that verify() sends */
	/* NULL: set_sector_bytes() finds the format by itself, and ignores `choice` */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	/* ATA: many drives use a new size only after the next power cycle */
	bool sector_bytes_later;
	/* set_sector_bytes() only starts the format */
	bool sector_bytes_formats;
	int (*sector_size)(struct drive *, struct sector_size *); /* NULL: use identity() */
	int (*format_status)(struct drive *, struct disk_sanitize *);
	int (*rescan)(struct drive *); /* NULL: drive_rescan() returns 0 */
	int (*erase_ways)(struct drive *, uint32_t *ways);
	/* names of the erase commands, indexed by enum disk_erase */
	const char *const *erase_commands;
	/* NULL: an erase destroys no data of other disks */
	int (*erase_takes)(struct drive *, enum disk_erase, char names[DISK_KIN_BYTES]);
	int (*erase)(struct drive *, enum disk_erase, uint32_t pattern, unsigned passes);
	int (*sanitize_status)(struct drive *, bool accepted, struct disk_sanitize *);
	/* SCSI: sanitize_status() does not set `done`: only the state "idle" shows the end */
	bool forgets_sanitize;
	/* NVMe: sectors may read as zeros or ones after any sanitize, also after an overwrite */
	bool sanitize_deallocates;
	int (*firmware)(struct drive *, struct disk_firmware *);
	/* NULL: drive_plan_firmware() returns 0 */
	int (*firmware_plan)(struct drive *, enum disk_firmware_way *, bool largest,
			     struct disk_firmware *);
	int (*send_firmware)(struct drive *, struct disk_firmware *, enum disk_firmware_way,
			     const struct firmware_segment *);
	int (*end_firmware)(struct drive *, const struct disk_firmware *, enum disk_firmware_way);
	int (*activate_firmware)(struct drive *, const struct disk_firmware *);
};

/*
 * The verb that an act needs, as the offset of a pointer in struct drive_ops. A language can do the
 * act if its pointer is not NULL. VERB(ata), which is 0: the act needs ATA commands. VERB(name):
 * any language will do. VERB(scsi_layer): the act needs a disk of the kernel's SCSI layer.
 */
#define VERB(member) offsetof(struct drive_ops, member)

enum { FAILURE_TEXT_BYTES = 192 };

/* Details of the last failure of a verb, for the error message. */
struct failure {
	bool lacks;    /* the language lacks the verb, or a USB disk must not be asked */
	bool answered; /* NVMe, SCSI: the disk or its bridge answered that the command failed */
	bool refused;  /* `text` is the whole message: the caller adds neither errno nor advice */
	bool unbegun;  /* NVMe, SCSI: the disk refused the command, and has changed nothing */
	/* if the disk is becoming ready: maximum time in seconds until it is; else 0 */
	unsigned ready_s;
	bool lost;	/* the drive got the command, but the path lost the answer */
	bool disproved; /* the drive reported success, but a query shows another setting */
	char text[FAILURE_TEXT_BYTES]; /* the message; empty: the caller describes `ata` instead */
	struct ata_cmd ata;	       /* the failed ATA command, without its data */
	char title[ATA_TITLE_BYTES];   /* ata_command_title() of `ata`: name and subcommand */
	char advice[128];	       /* text for people: what to try; or empty */
};

/* Number of values of enum scsi_mode_control; size of a kept page in bytes. */
enum { KEPT_FORMS = 4, KEPT_PAGE_BYTES = 64 };

/* A copy of mode page 1Ah (Power Condition) of a SCSI disk. */
struct kept_page {
	/* asked: the disk has answered MODE SENSE. refused: with an error; `data` is not valid */
	bool asked, refused;
	uint8_t bytes, data[KEPT_PAGE_BYTES];
};

struct drive {
	struct device *dev;
	const struct drive_ops *ops; /* the last result of drive_ops_of() */
	struct failure failure;
	bool only_asked; /* the program only reads settings, so power_page[] stays valid */
	/* answers of the disk; indexed by enum scsi_mode_control */
	struct kept_page power_page[KEPT_FORMS];
};

/*
 * Return a new struct drive for `dev`, which may be NULL. Find the route by device_find_route(); no
 * command is sent to the drive. Call device_wish(), if at all, before drive_of().
 */
struct drive drive_of(struct device *dev);

/*
 * Return the drive's presumed language, by the first kind of the route (route_language()): ATA,
 * unless sysfs, NVME_IOCTL_ID or the answer to a command has shown another language.
 */
enum language drive_speaks(const struct drive *drive);

/* Return the functions of the language drive_speaks(), and store the pointer in the drive. */
const struct drive_ops *drive_ops_of(struct drive *drive);

/* True unless the drive is known to take no ATA commands. */
bool drive_takes_ata(const struct drive *drive);

/*
 * True if the drive is known to speak SCSI or NVMe. False for ATA, and for LANGUAGE_BLOCK: a disk
 * that takes no pass-through commands.
 */
bool drive_is_other(const struct drive *drive);

/* True if the language has the verb, which is an offset by VERB(). */
bool language_has(enum language language, size_t verb);

/* True if the verb may hang a USB disk that takes no ATA commands, and must not be tried. */
bool usb_bars(size_t verb);

/*
 * True if the drive is known to speak SCSI or NVMe, and its language lacks the verb, or the disk is
 * a SCSI disk on USB and usb_bars() forbids the verb. False for LANGUAGE_BLOCK.
 */
bool drive_has_no(struct drive *drive, size_t verb);

/* True if drive_has_no(), or if the language is LANGUAGE_BLOCK, which lacks the verb. */
bool drive_cannot(struct drive *drive, size_t verb);

/*
 * Fill drive->failure.text and .advice for an act whose verb the drive's language lacks.
 * `scsi_may`: SCSI has the feature, but hdparm does not use it.
 */
void drive_explain_lack(struct drive *drive, size_t verb, bool scsi_may);

/*
 * Read the IDENTIFY data by device_identify_as(). -ENOTTY if the drive is known to take no ATA
 * commands. The answer may show that the drive speaks another language.
 */
int drive_identify_ata(struct drive *drive, enum ata_quiet quiet);

/*
 * Return 1 if a SCSI answer may come from a USB bridge instead of the disk, 0 if not, or -errno if
 * sysfs does not show how the disk is attached. 0 for each language but SCSI.
 */
int drive_bridge_answers(struct drive *drive);

/*
 * Return the name of the drive's language for messages, such as "NVMe", "SAS" or "a USB disk that
 * takes no ATA commands".
 */
const char *drive_language(struct drive *drive);

/*
 * --- The verbs ---
 *
 * They return 0 or more on success: the comment of a verb names results other than 0. On failure
 * they return -errno, and drive->failure has the details: -ENOTTY, with failure.lacks, if the
 * language lacks the verb; -EOPNOTSUPP if the drive lacks the feature.
 *
 * The first command may show that the drive does not speak ATA. Some verbs then start again in the
 * drive's own language.
 */

int drive_identity(struct drive *drive, struct disk_identity *id);
int drive_temperature(struct drive *drive, struct drive_temperature *t);
int drive_write_cache(struct drive *drive, bool *on);

/*
 * Turn the write cache on or off. The cache is flushed before it is turned off, but not on a
 * generic node of SCSI or NVMe. *lasts becomes true if the drive is known to keep the setting over
 * a power cycle.
 */
int drive_set_write_cache(struct drive *drive, bool on, bool *lasts);
/*
 * Read from sysfs whether the kernel flushes the write cache of an ATA drive at a SAS host or
 * behind a USB bridge. True if *cache was filled; false for other drives, or if sysfs does not show
 * the state.
 */
bool drive_kernel_cache(struct drive *drive, struct kernel_cache *cache);

int drive_look_ahead(struct drive *drive, struct look_ahead *ahead);

/* Turn read-ahead on or off until the next power cycle. */
int drive_set_look_ahead(struct drive *drive, bool on);

int drive_standby(struct drive *drive);

/*
 * Find work that standby may interrupt. *work becomes "a self-test", "sanitize" or "a format";
 * NULL: none. Call this only for an awake drive.
 */
int drive_background(struct drive *drive, const char **work);

/* Read the standby timer in tenths of a second; 0: off. */
int drive_standby_timer(struct drive *drive, uint32_t *tenths);

/* Set the standby timer. This may wake the drive. */
int drive_set_standby_timer(struct drive *drive, struct standby_time time);

int drive_flush(struct drive *drive);

/*
 * Recovery times (struct recovery_time): how long the drive tries to read or write a bad sector.
 *
 * drive_has_recovery_time(): return 1 if the drive has recovery times, 0 if not. For SCSI and NVMe
 * without `to_set`, return 1 without a query. With `to_set`, return 0 also if the times cannot be
 * set, with the reason in failure.text.
 *
 * drive_recovery_ready(): return 0 if the drive takes commands for recovery times now. ATA: -EBUSY,
 * with failure.refused, while the drive executes another SCT command.
 *
 * drive_recovery_time(): read the times. ATA: -ENODATA for RECOVERY_MAKERS, which no command reads;
 * -ENODATA with failure.lost if the path lost the answer.
 *
 * drive_set_recovery_time(): set the times. RECOVERY_MAKERS is for ATA only, and ignores `t`. SCSI,
 * NVMe: -EINVAL, with failure.refused, for times that the drive cannot have.
 *
 * drive_recovery_name(): return the name of the feature for messages.
 */
int drive_has_recovery_time(struct drive *drive, bool to_set);
int drive_recovery_ready(struct drive *drive);
int drive_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t);
int drive_set_recovery_time(struct drive *drive, enum recovery_kind kind,
			    const struct recovery_time *t);
const char *drive_recovery_name(struct drive *drive);

/* Bits of `more` for drive_conditions(): initial timers, saved timers, recovery times. */
enum { CONDITIONS_INITIAL = 1, CONDITIONS_SAVED = 2, CONDITIONS_RECOVERY = 4, CONDITIONS_ALL = 7 };

/*
 * Power conditions (Extended Power Conditions of ATA, mode page 1Ah of SCSI), each with a timer.
 *
 * drive_epc(): read whether the power conditions are on. SCSI has no switch: *on is true if any
 * timer is on; the timer of condition n (enum ata_epc) does not count if bit n of `apart` is set.
 *
 * drive_set_epc(): turn the power conditions on or off. SCSI: "off" turns the timers off, with
 * `but_standby` except that of standby_z. "On" restores the saved timers, or if these are off, the
 * maker's; -ENODATA if those are off, too. No setting is sent if drive_epc() reports the wanted
 * state already; with `but_standby`, the timer of standby_z does not count.
 *
 * drive_has_conditions(): return 0 if an ATA drive has the feature set, else -errno. Return 0 for
 * other languages.
 *
 * drive_conditions(): read the timers, and whether they can be changed. `more` (CONDITIONS_*): what
 * else to read from a SCSI disk.
 *
 * drive_set_condition(): set a timer; `value` and `save` are as for ata_epc_set(). The new value is
 * not read back.
 *
 * drive_go_to(): enter a condition now.
 */
int drive_epc(struct drive *drive, unsigned apart, bool *on);
int drive_set_epc(struct drive *drive, bool but_standby, bool on);
int drive_has_conditions(struct drive *drive);
int drive_conditions(struct drive *drive, unsigned more,
		     struct ata_epc_state states[ATA_EPC_COUNT]);
int drive_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value, bool save);
int drive_go_to(struct drive *drive, enum ata_epc condition);

int drive_power_state(struct drive *drive, struct disk_power *power);

/*
 * ATA: choose the command that makes the sector bad->lba unreadable, and store the choice in *bad.
 * device_identify() must have answered before. Return 0 for other languages.
 */
int drive_plan_bad(struct drive *drive, struct bad_sector *bad);

/* Make the sector bad->lba unreadable. Call drive_plan_bad() before. */
int drive_make_bad(struct drive *drive, const struct bad_sector *bad);

/*
 * drive_plan_trim(): find the limits; nothing is sent. ATA: device_identify() must have answered
 * before. -EOPNOTSUPP if an ATA drive does not claim TRIM, or the kernel sends another disk no
 * discards; -ENODATA if the number of sectors is not known.
 *
 * drive_begin_trim(): open trim->fd if trim->by_kernel. Call this once before drive_trim().
 *
 * drive_trim(): trim at most trim->most_ranges ranges. This may be called several times.
 *
 * drive_end_trim(): close trim->fd. Call this once, also if drive_trim() failed.
 */
int drive_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_begin_trim(struct drive *drive, struct disk_trim *trim);
int drive_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
	       size_t n);
void drive_end_trim(struct drive *drive, struct disk_trim *trim);

/*
 * drive_sector_size(): read the present size.
 *
 * drive_choose_sector_bytes(): find *choice, the argument for drive_set_sector_bytes(). ATA:
 * -EINVAL if the drive does not offer this size. SCSI: *choice becomes the present size in bytes
 * (0: not known) or DISK_FORMATS_ALREADY; -EINVAL if no change is needed. NVMe: nothing is done.
 *
 * drive_set_sector_bytes(): change the size, which destroys all data. NVMe: -EINVAL if the drive
 * does not offer this size, or if drive or kernel show this size already.
 *
 * drive_rescan(): SCSI: make the kernel read the size again, on all paths to the disk. Return 0 for
 * other languages.
 */
int drive_sector_size(struct drive *drive, struct sector_size *size);
int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int drive_rescan(struct drive *drive);

/*
 * Read the state of a format of a SCSI disk, which drive_set_sector_bytes() or drive_erase() with
 * DISK_FORMAT_UNIT has started. The state is DISK_SANITIZE_RUNNING, DISK_UNFORMATTED, or
 * DISK_SANITIZE_IDLE with `done`: no format runs, and the disk is ready.
 */
int drive_format_status(struct drive *drive, struct disk_sanitize *status);

/*
 * Verify: the drive reads sectors without sending their data.
 *
 * drive_verify_plan(): find the limits of the verify command. -EOPNOTSUPP if the drive lacks the
 * command, or the command must not be sent to this drive.
 *
 * drive_verify_sectors(): return 0 if all sectors can be read, 1 if a sector cannot, or -errno.
 * After 1, *bad is the bad sector that the drive names; else unchanged, or lba + sectors.
 */
int drive_verify_plan(struct drive *drive, struct disk_verify *plan);
int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);

/*
 * drive_erase_ways(): find the erase methods that the drive has. Bit n of *ways stands for the
 * value n of enum disk_erase. SCSI: -ENODATA if the disk does not report whether it has SANITIZE.
 *
 * drive_erase_takes(): find other disks, such as NVMe namespaces, whose data the erase also
 * destroys. `names` becomes " nvme0n2 nvme0n3" or the like; "": none. DISK_NO_ERASE stands for a
 * change of the sector size.
 *
 * drive_erase(): start an operation that goes on in the drive (erase_method.goes_on), or erase and
 * return at the end. Not for DISK_SECURITY_*, which need a password. `pattern` and `passes` (1 to
 * 15; 0 means 16) are for DISK_OVERWRITE.
 */
int drive_erase_ways(struct drive *drive, uint32_t *ways);
int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES]);
int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);

/*
 * Read the state of the sanitize operation. If `accepted` is false, also check that an NVMe disk,
 * or an idle SCSI disk, has sanitize; -EOPNOTSUPP if not. The caller sets `accepted` if the disk is
 * known to have sanitize.
 */
int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);

/*
 * drive_firmware(): read the revision and the limits. -EOPNOTSUPP if the firmware cannot be
 * changed.
 *
 * drive_plan_firmware(): ATA: find the sizes of segments for *way, and replace
 * DISK_FIRMWARE_PREFERRED in *way. Other languages: nothing is done.
 *
 * drive_send_firmware(): send one segment. Return 0; 1 if an ATA drive reports that the image is
 * complete, so that no more may be sent; or -errno: -EINVAL if a SCSI disk does not take firmware
 * in this way.
 *
 * drive_end_firmware(): finish after the last segment. Return DISK_FIRMWARE_ACTIVE, _STORED or
 * _DOUBTFUL, or -errno.
 *
 * drive_activate_firmware(): activate stored firmware. Return DISK_FIRMWARE_ACTIVE or _STORED, or
 * -errno.
 */
int drive_firmware(struct drive *drive, struct disk_firmware *firmware);
int drive_plan_firmware(struct drive *drive, enum disk_firmware_way *way, bool largest,
			struct disk_firmware *firmware);
int drive_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			enum disk_firmware_way way, const struct firmware_segment *segment);
int drive_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
		       enum disk_firmware_way way);
int drive_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

/*
 * Read the power condition by device_power(). True if the condition was found. For NVMe, nothing is
 * sent, and the result is false.
 */
bool drive_power(struct drive *drive, struct power_state *state);

/*
 * The provisioning mode: the command by which the kernel's SCSI layer discards sectors, such as
 * "unmap" or "writesame_16". In the modes "full" and "disabled", the kernel discards nothing.
 *
 * drive_provisioning(): read the mode. 0, or -errno: -ENOENT if the kernel has no mode for this
 * disk.
 *
 * drive_set_provisioning(): set the mode; for "unmap", also limit the kernel's discards to the
 * largest UNMAP that the disk and its USB bridge take. -EOPNOTSUPP if drive_lacks_provisioning(),
 * or if the kernel has no mode for this disk.
 *
 * drive_lacks_provisioning(): true if the disk does not claim the command of the mode or, for
 * "unmap", reports no maximum. Only queries are sent.
 *
 * drive_restore_provisioning(): set the mode p->before and the maximum p->before_bytes again,
 * without a query to the disk. True on success.
 */
int drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES]);
int drive_set_provisioning(struct drive *drive, const char *mode, struct disk_provisioning *p);
bool drive_lacks_provisioning(struct drive *drive, const char *mode);
bool drive_restore_provisioning(struct drive *drive, const struct disk_provisioning *p);

/*
 * Read model, serial number and so on, mostly from sysfs. An NVMe drive behind a USB bridge is
 * asked by a command, as sysfs has only the bridge's names. 0 or -errno. -ENOENT for a disk with
 * the vendor "ATA" in sysfs, which has shortened names.
 */
int drive_kernel_names(struct drive *drive, struct disk_identity *id);

/*
 * Set drive->failure.text, and reset the other members of drive->failure except `answered`, `ata`
 * and `title`.
 */
void drive_tell(struct drive *drive, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* After a failed verb: true if drive->failure.ata, not failure.text, describes the failure. */
bool drive_failed_ata(const struct drive *drive);

/* --- Functions for ATA drives only; -errno comes with drive->failure filled --- */

/* Send a command by device_ata(); store a failed command in failure.ata. 0 or -errno. */
int drive_send(struct drive *drive, struct ata_cmd *cmd);

/* Send command `id`, which has no data; if the drive aborts `id`, send `older`. 0 or -errno. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older);

/*
 * Send FLUSH CACHE or FLUSH CACHE EXT. 0 or -errno. A failure counts as success if the IDENTIFY
 * data claim neither command.
 */
int drive_flush_if_possible(struct drive *drive);

/* Read the temperature from the SCT status. False if there is no valid temperature. */
bool drive_sct_temperature(struct drive *drive, struct drive_temperature *t);

/*
 * Return 1 if the IDENTIFY data claim the feature, 0 if not, or -errno: -ENODATA if the data are
 * not valid.
 */
int drive_ask_feature(struct drive *drive, enum ata_feature feature);

/* --- SCT commands; device_identify() must have answered before --- */

/*
 * The two values of an SCT setting. For error recovery: the time limits of reading and of writing,
 * in units of 100 ms. For a feature: the state (part[SCT_PART_STATE]), and whether the state
 * survives a power cycle (part[SCT_PART_KEPT]).
 */
struct sct_values {
	uint16_t part[SCT_PARTS];
};

enum { SCT_PART_STATE, SCT_PART_KEPT, SCT_PART_BITS = 16 };

/*
 * Check by the SCT status that an SCT command may be sent. 0, or -errno: -EBUSY while the drive
 * executes an SCT command, since the drive would abort a second SCT command.
 */
int drive_sct_ready(struct drive *drive);

/*
 * drive_sct_values(): read the values of a setting by the operation `get`. 0, or -errno: -ENODATA
 * with failure.lost if the path lost the answer.
 *
 * drive_sct_set(): set the values by the operation `set`. 0 or -errno. `keep`, for SCT_SET_FEATURE
 * only: the drive keeps the values over a power cycle.
 */
int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values);
int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep);

/* After a refused SCT command: store the reason that the SCT status gives in drive->failure. */
void drive_sct_explain(struct drive *drive);

#endif
