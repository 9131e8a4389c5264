/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An open drive and its verbs: an act names a thing ("write cache"), and the row of the drive's
 * language has the command. Nothing here prints.
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

/* The values that the verbs take and return, independent of the drive's language. */

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
	bool at_once;	    /* new firmware can become active without a reset */
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

/* The kernel's state of a drive's write cache. */
struct kernel_cache {
	bool flushed; /* the kernel believes that the drive caches writes: it sends flushes */
	bool by_usb;  /* the drive is behind a USB bridge */
	char path[PATH_MAX]; /* the attribute in sysfs that sets `flushed` */
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

struct drive;
struct lba_range;
struct power_state;

/*
 * A language: ATA, SCSI, NVMe, or the kernel's block layer. The verbs and their results are
 * documented at the functions of the same names in drive.h. NULL: the language lacks the verb,
 * unless a comment here gives NULL another meaning.
 */
struct drive_ops {
	const char *ata;  /* not NULL: ATA commands, for acts that no other language has */
	const char *name; /* name in messages, "NVMe" */
	const char *(*named)(struct drive *); /* name that depends on the device, or NULL */
	const char *scsi_layer; /* not NULL: the kernel's SCSI layer drives the disk */
	/* which condition it is in: device_power() */
	bool (*power)(struct drive *, struct power_state *);
	int (*identity)(struct drive *, struct disk_identity *);
	/* what the kernel knows of it: nothing is sent, and no privilege is needed */
	int (*names)(struct drive *, struct disk_identity *);
	int (*power_state)(struct drive *, struct disk_power *);
	int (*temperature)(struct drive *, struct drive_temperature *);
	int (*write_cache)(struct drive *, bool *on);
	int (*set_write_cache)(struct drive *, bool on, bool *lasts); /* *lasts is false before */
	int (*look_ahead)(struct drive *, struct look_ahead *);
	int (*set_look_ahead)(struct drive *, bool on);
	int (*standby)(struct drive *);
	int (*background)(struct drive *, const char **work);
	int (*standby_timer)(struct drive *, uint32_t *tenths);
	int (*set_standby_timer)(struct drive *, struct standby_time);
	int (*epc)(struct drive *, unsigned apart, bool *on);
	int (*set_epc)(struct drive *, bool but_standby, bool on);
	/*
	 * SCSI's mode page: no switch but the timers; those of conditions that the disk lacks are
	 * off
	 */
	bool epc_by_timers;
	int (*has_conditions)(struct drive *); /* NULL: the first of the other verbs shows it */
	int (*conditions)(struct drive *, unsigned more, struct ata_epc_state[ATA_EPC_COUNT]);
	int (*set_condition)(struct drive *, enum ata_epc, uint64_t value, bool save);
	int (*go_to)(struct drive *, enum ata_epc);
	int (*flush)(struct drive *);
	int (*has_recovery_time)(struct drive *, bool to_set);
	int (*recovery_ready)(struct drive *); /* NULL: always */
	int (*recovery_time)(struct drive *, enum recovery_kind, struct recovery_time *);
	int (*set_recovery_time)(struct drive *, enum recovery_kind, const struct recovery_time *);
	const char *recovery_name;
	bool gives_up_soon; /* all drives give up a bad sector soon, also without a limit */
	int (*plan_bad)(struct drive *, struct bad_sector *); /* NULL: there is one way */
	int (*make_bad)(struct drive *, const struct bad_sector *);
	int (*plan_trim)(struct drive *, struct disk_trim *);
	int (*trim)(struct drive *, const struct disk_trim *, const struct lba_range *, size_t n);
	int (*verify_plan)(struct drive *, struct disk_verify *);
	int (*verify)(struct drive *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name; /* the command's */
	/* NULL: set_sector_bytes() chooses, and sends nothing before the choice is certain */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	bool sector_bytes_later; /* many drives apply the size at the next power cycle */
	/* set_sector_bytes() starts a format, which goes on in the drive / */
	bool sector_bytes_formats;
	int (*sector_size)(struct drive *, struct sector_size *); /* NULL: identity() reports it */
	int (*format_status)(struct drive *, struct disk_sanitize *);
	int (*rescan)(struct drive *); /* NULL: the kernel asks by itself */
	int (*erase_ways)(struct drive *, uint32_t *ways);
	const char *const *erase_commands; /* names in the standard, by enum disk_erase */
	/* NULL: it never takes any */
	int (*erase_takes)(struct drive *, enum disk_erase, char names[DISK_KIN_BYTES]);
	int (*erase)(struct drive *, enum disk_erase, uint32_t pattern, unsigned passes);
	int (*sanitize_status)(struct drive *, bool accepted, struct disk_sanitize *);
	/* the status has no "completed" bit: idle is the only sign of the end */
	bool forgets_sanitize;
	bool sanitize_deallocates; /* sectors may read as zeros or ones, whatever was written */
	int (*firmware)(struct drive *, struct disk_firmware *);
	/* NULL: firmware() has told all */
	int (*firmware_plan)(struct drive *, enum disk_firmware_way *, bool largest,
			     struct disk_firmware *);
	int (*send_firmware)(struct drive *, struct disk_firmware *, enum disk_firmware_way,
			     const struct firmware_segment *);
	int (*end_firmware)(struct drive *, const struct disk_firmware *, enum disk_firmware_way);
	int (*activate_firmware)(struct drive *, const struct disk_firmware *);
};

/*
 * An act's need of the drive's language, as the offset of a member of the language's row. 0: the
 * act needs ATA commands. VERB(name), which every row has: the act needs nothing. VERB(scsi_layer):
 * the kernel's SCSI layer drives the disk.
 */
#define VERB(member) offsetof(struct drive_ops, member)

/* What the verb that failed last has left for the message. */
enum { FAILURE_TEXT_BYTES = 192 };
struct failure {
	bool lacks;    /* the language has no such verb */
	bool answered; /* the NVMe or SCSI disk has reported the failure itself */
	bool refused;  /* `text` is complete: why nothing was sent, or the drive's own reason */
	bool unbegun;  /* the NVMe or SCSI disk refused the command before it began */
	/* the disk becomes ready by itself, in so many seconds at most; 0: it has not said so */
	unsigned ready_s;
	bool lost;	/* the command was delivered, and its answer did not come back */
	bool disproved; /* the drive reported success, and was then found not to have done it */
	/*
	 * what was sent and what came back; empty: the text is made from the command `ata` (kept
	 * without its data)
	 */
	char text[FAILURE_TEXT_BYTES];
	struct ata_cmd ata;
	char title[ATA_TITLE_BYTES]; /* name of that command, with the meaning of its data */
	char advice[128];	     /* what to try; or empty */
};

/* The forms of a SCSI disk's mode page 1Ah, as they came (enum scsi_mode_control). */
enum { KEPT_FORMS = 4, KEPT_PAGE_BYTES = 64 };
struct kept_page {
	bool asked, refused;
	uint8_t bytes, data[KEPT_PAGE_BYTES];
};

/* One open drive, with the language that the drive speaks as far as known. */
struct drive {
	struct device *dev;
	const struct drive_ops
		*ops; /* functions of the drive's language, as found at the last verb */
	struct failure failure;
	bool only_asked; /* no setting is changed: one answer serves all questions */
	struct kept_page power_page[KEPT_FORMS];
};

/*
 * Return a drive of which nothing has been asked yet, with its route found: device_find_route().
 * Call device_wish() before, if at all. `dev` may be NULL.
 */
struct drive drive_of(struct device *dev);

/*
 * Return the drive's language as far as known. NVMe: the kernel's ioctl or a known USB bridge.
 * SCSI: sysfs shows a SAS disk without ATA translation, or ATA PASS-THROUGH was refused as an
 * unknown operation code (a timeout proves nothing). Block layer: the kernel has refused every way.
 * Otherwise ATA. A function of the device's route and of nothing else.
 */
enum language drive_speaks(const struct drive *drive);

/* The row of the language that the drive is taken to speak by now: drive_speaks(). */
const struct drive_ops *drive_ops_of(struct drive *drive);

/* True if the drive takes ATA commands, as far as known. */
bool drive_takes_ata(const struct drive *drive);

/*
 * True if the drive is known to speak SCSI or NVMe. False for ATA, and for disks for which only the
 * kernel answers.
 */
bool drive_is_other(const struct drive *drive);

/*
 * language_has(): true if the language has the verb. usb_bars(): true if a USB disk without ATA
 * commands must not be asked for the verb.
 */
bool language_has(enum language language, size_t verb);
bool usb_bars(size_t verb);

/*
 * True if the drive is known to lack the verb. False for disks for which only the kernel answers:
 * ATA's verbs then report the kernel's refusal, as 9.65 does.
 */
bool drive_has_no(struct drive *drive, size_t verb);

/*
 * True for an NVMe drive behind a USB bridge, if NVMe has the verb but the bridge cannot carry its
 * commands.
 */
bool drive_bridge_lacks(struct drive *drive, size_t verb);

/*
 * Return 1 if a USB bridge may answer for a disk that takes no ATA commands, 0 if none may; -errno
 * if sysfs does not show how such a disk is attached.
 */
int drive_bridge_answers(struct drive *drive);

/*
 * Return the name of the language for messages: "SAS", "SCSI", "a USB disk that takes no ATA
 * commands".
 */
const char *drive_language(struct drive *drive);

/*
 * The verbs. Results: 0 or the value named at the verb; -errno, with drive->failure filled:
 * -EOPNOTSUPP if the drive lacks the thing, -ENOTTY with failure.lacks if the language lacks the
 * verb. The first question to a drive may show that the drive does not speak ATA; the verb then
 * asks again in the other language.
 */
int drive_identity(struct drive *drive, struct disk_identity *id);
int drive_temperature(struct drive *drive, struct drive_temperature *t);
int drive_write_cache(struct drive *drive, bool *on);
/*
 * Set the write cache; the cache is flushed before it is turned off. *lasts: the drive keeps the
 * setting without power.
 */
int drive_set_write_cache(struct drive *drive, bool on, bool *lasts);
/*
 * Find out whether the kernel flushes the write cache of an ATA drive behind SCSI commands: at a
 * SAS host, or behind a USB bridge. The kernel reads the state when it finds the drive, and misses
 * a SET FEATURES that is passed through. libata notices it, and reads the drive again. False if the
 * drive is at another host, or sysfs does not show the state; cache->path is then unchanged.
 */
bool drive_kernel_cache(struct drive *drive, struct kernel_cache *cache);
int drive_look_ahead(struct drive *drive, struct look_ahead *ahead);
int drive_set_look_ahead(struct drive *drive, bool on); /* until the power goes */
int drive_standby(struct drive *drive);
/* what an awake drive does by itself, which standby would end: "a self-test"; NULL: nothing */
int drive_background(struct drive *drive, const char **work);
int drive_standby_timer(struct drive *drive, uint32_t *tenths); /* tenths of a second; 0: off */
/* the drive is awake afterwards */
int drive_set_standby_timer(struct drive *drive, struct standby_time time);
int drive_flush(struct drive *drive);

/*
 * Recovery times. drive_has_recovery_time(): 1; 0 if the drive has none, or with `to_set` does not
 * let them be set (failure.text gives the reason). drive_recovery_ready(): 0 if the drive takes
 * such commands now; -EBUSY with failure.refused. drive_recovery_time(): -ENODATA with
 * failure.lost, or if the kind cannot be asked for. drive_set_recovery_time(): -EINVAL with
 * failure.refused for times that the drive cannot have; `t` is ignored for RECOVERY_MAKERS.
 * drive_recovery_name(): the name of the feature that keeps the times.
 */
int drive_has_recovery_time(struct drive *drive, bool to_set);
int drive_recovery_ready(struct drive *drive);
int drive_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t);
int drive_set_recovery_time(struct drive *drive, enum recovery_kind kind,
			    const struct recovery_time *t);
const char *drive_recovery_name(struct drive *drive);

/*
 * Power conditions, each with a timer. drive_epc(): *on is true if the feature set is on. SCSI has
 * no such switch: *on is true if any timer is on, except those in `apart` (one bit for each
 * condition that the same command line sets). drive_set_epc(): off turns all SCSI timers off; on
 * sets the saved timers, or else the maker's; -ENODATA, and nothing sent, if these turn none on.
 * `but_standby`: leave the timer that drive_set_standby_timer() sets. drive_has_conditions(): 0 or
 * -errno, if the drive's data show it. drive_conditions(): the timers, whether they can be changed,
 * and `more`, which costs a command for each bit. drive_set_condition(): set a value of
 * ata_epc_set(), without reading it back; the SCSI verb checks that the disk has the condition.
 */
enum { CONDITIONS_INITIAL = 1, CONDITIONS_SAVED = 2, CONDITIONS_RECOVERY = 4, CONDITIONS_ALL = 7 };
int drive_epc(struct drive *drive, unsigned apart, bool *on);
int drive_set_epc(struct drive *drive, bool but_standby, bool on);
int drive_has_conditions(struct drive *drive);
int drive_conditions(struct drive *drive, unsigned more,
		     struct ata_epc_state states[ATA_EPC_COUNT]);
int drive_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value, bool save);
int drive_go_to(struct drive *drive, enum ata_epc condition);

int drive_power_state(struct drive *drive, struct disk_power *power);

/* drive_plan_bad() chooses the way, and sends nothing. */
int drive_plan_bad(struct drive *drive, struct bad_sector *bad);
int drive_make_bad(struct drive *drive, const struct bad_sector *bad);

/*
 * drive_plan_trim() sends nothing: -EOPNOTSUPP if the drive does not claim TRIM, or the kernel
 * would not pass it on; -ENODATA if the number of sectors is not known. drive_trim() takes at most
 * as many ranges as the plan says, and may be called several times after drive_begin_trim(). Call
 * drive_end_trim() after each drive_trim() that succeeded.
 */
int drive_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_begin_trim(struct drive *drive, struct disk_trim *trim);
int drive_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
	       size_t n);
void drive_end_trim(struct drive *drive, struct disk_trim *trim);

/*
 * The size of sectors. drive_sector_size(): the size that the drive shows now.
 * drive_choose_sector_bytes(): find the argument for drive_set_sector_bytes(), which destroys all
 * data; -EINVAL if the drive does not offer sectors of that size, or has that size already.
 * drive_rescan(): make the kernel read the sizes again, on all paths, unless the kernel does so by
 * itself.
 */
int drive_sector_size(struct drive *drive, struct sector_size *size);
int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int drive_rescan(struct drive *drive);

/*
 * Where drive_set_sector_bytes() starts a format, the choice is the present size (0 if the drive
 * does not report it), or DISK_FORMATS_ALREADY: an earlier format still runs, or has ended
 * unnoticed by the kernel, and nothing is sent. drive_format_status(): DISK_SANITIZE_RUNNING,
 * DISK_UNFORMATTED, or DISK_SANITIZE_IDLE, with `done` if the drive takes reads and writes.
 */
int drive_format_status(struct drive *drive, struct disk_sanitize *status);

/*
 * The drive reads sectors without sending data. drive_verify_plan(): -EOPNOTSUPP if the drive must
 * not be asked. drive_verify_sectors(): 1 if a sector cannot be read; *bad is then the first bad
 * sector if the drive named it, else unchanged (the caller sets it to the end of the run).
 */
int drive_verify_plan(struct drive *drive, struct disk_verify *plan);
int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);

/*
 * drive_erase_ways(): bit n stands for enum disk_erase n; -ENODATA if the drive does not report its
 * ways. drive_erase_takes(): the other disks whose data the erase (DISK_NO_ERASE: a change of the
 * sector size) destroys too, " nvme0n2 nvme0n3", or "". drive_erase(): start an operation that
 * continues in the drive, or erase and return at the end; not for DISK_SECURITY_*, which need a
 * password. `pattern` and `passes` (1 to 15; 0 means 16) are for an overwrite.
 */
int drive_erase_ways(struct drive *drive, uint32_t *ways);
int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES]);
int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);

/*
 * `accepted`: the disk has accepted an operation; otherwise "idle" needs more, as a disk without
 * the feature has no state: -EOPNOTSUPP.
 */
int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);

/*
 * drive_firmware(): -EOPNOTSUPP also if the firmware cannot be changed. drive_plan_firmware(): the
 * segment sizes for this way; may replace DISK_FIRMWARE_PREFERRED. drive_send_firmware(): -EINVAL
 * if the drive does not take firmware in this way; 1 if the drive has its whole image and takes no
 * more. drive_end_firmware() follows the last segment. drive_activate_firmware() activates stored
 * firmware: DISK_FIRMWARE_ACTIVE and so on.
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
 * Find the power condition, as device_power() does. False, without a question, if the language has
 * none.
 */
bool drive_power(struct drive *drive, struct power_state *state);

/*
 * The command by which the kernel's SCSI layer discards sectors: "unmap", ..., or not at all,
 * "full" and "disabled". drive_provisioning(): 0; -ENOENT if the disk has no such mode; another
 * -errno, kept for the message. drive_set_provisioning(): set the mode, by the kernel's name. For a
 * mode that discards, first ask whether the disk claims the command; -EOPNOTSUPP if not. The limit
 * is set to what the disk takes in one UNMAP. In a dry run `now` is empty.
 * drive_lacks_provisioning(): true if the mode would be refused; only asks.
 * drive_restore_provisioning(): set the previous mode and limit, without a question; true if both
 * are set again.
 */
int drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES]);
int drive_set_provisioning(struct drive *drive, const char *mode, struct disk_provisioning *p);
bool drive_lacks_provisioning(struct drive *drive, const char *mode);
bool drive_restore_provisioning(struct drive *drive, const struct disk_provisioning *p);

/*
 * Read the names that the kernel has of a disk, before the language is known. Nothing is sent,
 * except to an NVMe disk behind a USB bridge: the kernel has only the bridge's names. 0; -errno if
 * the kernel has no names, or if they are those of an ATA drive.
 */
int drive_kernel_names(struct drive *drive, struct disk_identity *id);

/* Keep what was sent and what came back, for the message. */
void drive_tell(struct drive *drive, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* True if the last verb failed by the ATA command failure.ata. */
bool drive_failed_ata(const struct drive *drive);

/*
 * ATA commands of a drive, for ATA's verbs and for acts on what no other language has. What failed
 * is kept in drive->failure.
 */

/* device_ata(). */
int drive_send(struct drive *drive, struct ata_cmd *cmd);

/* Send a command without data; if the drive aborts it, send the older code. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older);

/* FLUSH CACHE; the refusal of a drive that claims neither form of it is no failure. */
int drive_flush_if_possible(struct drive *drive);

/* Read the temperature of an ATA drive from its SCT status. False if the status has none. */
bool drive_sct_temperature(struct drive *drive, struct drive_temperature *t);

/* Return whether an ATA drive has what IDENTIFY data show: 1 or 0; -errno where that is not known.
 */
int drive_ask_feature(struct drive *drive, enum ata_feature feature);

/* --- SCT commands; device_identify() must have answered before --- */

/*
 * Error recovery: the times of reading and writing. A feature: its state, and whether it is kept.
 */
struct sct_values {
	uint16_t part[SCT_PARTS];
};

enum { SCT_PART_STATE, SCT_PART_KEPT, SCT_PART_BITS = 16 };

/* Return whether a command may be sent: it is aborted while another one runs. 0; -EBUSY; or -errno.
 */
int drive_sct_ready(struct drive *drive);

/*
 * Ask for both values of the setting by `get`; set them by `set`, kept over a power cycle where
 * that is an option of `set`. 0 or -errno; -ENODATA with failure.lost.
 */
int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values);
int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep);

/* Ask a drive that has refused an SCT command for its own reason, and keep that. */
void drive_sct_explain(struct drive *drive);

#endif
