/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An open drive, and what it is asked: an act names the thing ("write cache"), and the drive's
 * language knows the command for it. Nothing here prints.
 */
#ifndef HDPARM_DRIVE_H
#define HDPARM_DRIVE_H

#include "ata_drive.h"
#include "device.h"
#include "disk.h"

struct drive;
struct lba_range;
struct power_state;

/*
 * A language. What each verb does, and its results, are with the function of its name in drive.h.
 * NULL: the language has no command for it, unless another meaning is said here.
 */
struct drive_ops {
	const char *ata;  /* not NULL: ATA commands, for acts that no other language has */
	const char *name; /* in messages, "NVMe" */
	const char *(*named)(struct drive *); /* the same where it depends on the device, or NULL */
	const char *scsi_layer;		      /* not NULL: the kernel drives it by its SCSI layer */
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
	int (*has_conditions)(struct drive *); /* NULL: the other verbs find it out */
	int (*conditions)(struct drive *, unsigned more, struct ata_epc_state[ATA_EPC_COUNT]);
	int (*set_condition)(struct drive *, enum ata_epc, uint64_t value, bool save);
	int (*go_to)(struct drive *, enum ata_epc);
	int (*flush)(struct drive *);
	int (*has_recovery_time)(struct drive *, bool to_set);
	int (*recovery_ready)(struct drive *); /* NULL: always */
	int (*recovery_time)(struct drive *, enum recovery_kind, struct recovery_time *);
	int (*set_recovery_time)(struct drive *, enum recovery_kind, const struct recovery_time *);
	const char *recovery_name;
	int (*plan_bad)(struct drive *, struct bad_sector *); /* NULL: there is one way */
	int (*make_bad)(struct drive *, const struct bad_sector *);
	int (*plan_trim)(struct drive *, struct disk_trim *);
	int (*trim)(struct drive *, const struct disk_trim *, const struct lba_range *, size_t n);
	int (*verify_plan)(struct drive *, struct disk_verify *);
	int (*verify)(struct drive *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name; /* the command's */
	/* NULL: set_sector_bytes() finds it, as it sends nothing before it is sure */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	bool sector_bytes_later;   /* many drives apply the size at the next power cycle */
	bool sector_bytes_formats; /* set_sector_bytes() starts a format, which goes on in the drive
				    */
	int (*sector_size)(struct drive *, struct sector_size *); /* NULL: identity() tells it */
	int (*format_status)(struct drive *, struct disk_sanitize *);
	int (*rescan)(struct drive *); /* NULL: the kernel asks by itself */
	int (*erase_ways)(struct drive *, uint32_t *ways);
	const char *const *erase_commands; /* names in the standard, by enum disk_erase */
	/* NULL: it never takes any */
	int (*erase_takes)(struct drive *, enum disk_erase, char names[DISK_KIN_BYTES]);
	int (*erase)(struct drive *, enum disk_erase, uint32_t pattern, unsigned passes);
	int (*sanitize_status)(struct drive *, bool accepted, struct disk_sanitize *);
	bool forgets_sanitize; /* its status has no `done`: idle is all that it tells afterwards */
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
 * What an act needs of the drive's language: a member of its row. 0: that it is ATA; VERB(name),
 * which every language has: nothing; VERB(scsi_layer): that the kernel drives it by its SCSI layer.
 */
#define VERB(member) offsetof(struct drive_ops, member)

/* What the verb that failed last has left for the message. */
enum { FAILURE_TEXT_BYTES = 192 };
struct failure {
	bool lacks;    /* the language has no such verb */
	bool answered; /* the NVMe or SCSI disk has reported the failure itself */
	bool refused;  /* `text` says all: why it was not tried, or the drive's own reason */
	bool unbegun;  /* the NVMe or SCSI disk has refused the command before it began it */
	/* the disk becomes ready by itself, in so many seconds at most; 0: it has not said so */
	unsigned ready_s;
	bool lost;	/* the command was delivered, and its answer did not come back */
	bool disproved; /* the drive reported success, and was then found not to have done it */
	/* what was sent and what came back; empty: the command `ata`, kept without its data */
	char text[FAILURE_TEXT_BYTES];
	struct ata_cmd ata;
	char title[ATA_TITLE_BYTES]; /* its name, with what its data say */
	char advice[128];	     /* what to try; or empty */
};

/* The forms of a SCSI disk's mode page 1Ah, as they came (enum scsi_mode_control). */
enum { KEPT_FORMS = 4, KEPT_PAGE_BYTES = 64 };
struct kept_page {
	bool asked, refused;
	uint8_t bytes, data[KEPT_PAGE_BYTES];
};

/* One open drive, in the language that it is taken to speak by now. */
struct drive {
	struct device *dev;
	const struct drive_ops *ops; /* of the language in which the last verb was called */
	struct failure failure;
	bool only_asked; /* no setting is changed: one answer serves all who ask for it */
	struct kept_page power_page[KEPT_FORMS];
};

/* A drive of which nothing has been asked yet. */
static inline struct drive drive_of(struct device *dev)
{
	return (struct drive){ .dev = dev };
}

/*
 * Its language, as far as it is known by now: NVMe by its ioctl, or by its USB bridge; SCSI where
 * sysfs shows a SAS disk that is not behind an ATA translation, or once ATA PASS-THROUGH was
 * refused as an unknown operation code, never after a timeout; the block layer's once the kernel
 * has refused every way. Otherwise ATA.
 */
enum language drive_speaks(struct drive *drive);

/* The row of the language that the drive is taken to speak by now: drive_speaks(). */
const struct drive_ops *drive_ops_of(struct drive *drive);

/* True if ATA commands are its language, as far as that is known by now. */
bool drive_takes_ata(struct drive *drive);

/* True if it is known to speak another language: not where only the kernel answers for it. */
bool drive_is_other(struct drive *drive);

/* True if a language has the verb; and whether a USB disk without ATA is not asked for it then. */
bool language_has(enum language language, size_t verb);
bool usb_bars(size_t verb);

/*
 * True if the drive is known to have no such verb. What the kernel answers for has them all: ATA's
 * tell how it refuses them.
 */
bool drive_has_no(struct drive *drive, size_t verb);

/* With LANGUAGE_NVME_USB: whether NVMe has the verb, and the bridge does not carry it. */
bool drive_bridge_lacks(struct drive *drive, size_t verb);

/* Its language's name for messages: "SAS", "SCSI", "a USB disk that takes no ATA commands". */
const char *drive_language(struct drive *drive);

/*
 * The verbs. Results: 0 or what is said here; -errno, with drive->failure: -EOPNOTSUPP where the
 * drive has no such thing, -ENOTTY with failure.lacks where its language has none. The first ones
 * may be the first question to a drive: one that turns out by it to speak another language than ATA
 * is asked in that one.
 */
int drive_identity(struct drive *drive, struct disk_identity *id);
int drive_temperature(struct drive *drive, struct drive_temperature *t);
int drive_write_cache(struct drive *drive, bool *on);
/* What is cached is flushed before. *lasts: the drive keeps the setting without power. */
int drive_set_write_cache(struct drive *drive, bool on, bool *lasts);
int drive_look_ahead(struct drive *drive, struct look_ahead *ahead);
int drive_set_look_ahead(struct drive *drive, bool on); /* until the power goes */
int drive_standby(struct drive *drive);
/* what an awake drive does by itself, which standby would end: "a self-test"; NULL: nothing */
int drive_background(struct drive *drive, const char **work);
int drive_standby_timer(struct drive *drive, uint32_t *tenths); /* of a second; 0: off */
/* the drive is awake afterwards */
int drive_set_standby_timer(struct drive *drive, struct standby_time time);
int drive_flush(struct drive *drive);

/*
 * Recovery times. drive_has_recovery_time(): 1; 0 where the drive has none, or with `to_set` does
 * not let them be set, which failure.text says then. drive_recovery_ready(): whether it takes
 * commands about them now, -EBUSY with failure.refused. drive_recovery_time(): -ENODATA with
 * failure.lost, or where the kind cannot be asked for. drive_set_recovery_time(): -EINVAL with
 * failure.refused for times that the drive cannot have; `t` is not used for RECOVERY_MAKERS.
 * drive_recovery_name(): the name of the feature that keeps them.
 */
int drive_has_recovery_time(struct drive *drive, bool to_set);
int drive_recovery_ready(struct drive *drive);
int drive_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t);
int drive_set_recovery_time(struct drive *drive, enum recovery_kind kind,
			    const struct recovery_time *t);
const char *drive_recovery_name(struct drive *drive);

/*
 * Power conditions, each with a timer. drive_epc(): whether the feature set is on; SCSI has no such
 * switch, and any timer that is on makes it on, but for those of `apart`, a bit for each condition
 * that the same line sets besides. drive_set_epc() turns all timers off there, or on
 * as the disk has saved them, else as the maker set them: -ENODATA where these turn none on, and
 * nothing was sent. `but_standby`: without the timer of SCSI that drive_set_standby_timer() sets.
 * drive_has_conditions(): 0 or -errno, where that can be known beforehand. drive_conditions(): the
 * timers as they are, whether they can be changed, and `more`, which costs a command each.
 * drive_set_condition(): a value of ata_epc_set(); the verb of SCSI checks whether the disk has the
 * condition; it is not read back.
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
 * drive_plan_trim() sends nothing: -EOPNOTSUPP where the drive does not claim it, or the kernel
 * would not pass it on; -ENODATA where it is not known how many sectors there are. drive_trim() of
 * at most so many ranges as the plan says; several calls may follow drive_begin_trim(), and
 * drive_end_trim() each of it that has succeeded.
 */
int drive_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_begin_trim(struct drive *drive, struct disk_trim *trim);
int drive_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
	       size_t n);
void drive_end_trim(struct drive *drive, struct disk_trim *trim);

/*
 * The size of sectors. drive_sector_size(): what the drive itself shows now.
 * drive_choose_sector_bytes() finds what drive_set_sector_bytes() tells the drive, which loses all
 * data: -EINVAL where it does not offer sectors of so many bytes, or has them already.
 * drive_rescan() has the kernel read the sizes again, by all paths, unless it does so by itself.
 */
int drive_sector_size(struct drive *drive, struct sector_size *size);
int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int drive_rescan(struct drive *drive);

/*
 * Where drive_set_sector_bytes() starts a format, the choice is the present size, 0 if the drive
 * does not report it, or DISK_FORMATS_ALREADY: a format was started before, and runs, or has ended
 * without the kernel having noticed: nothing is sent. drive_format_status(): DISK_SANITIZE_RUNNING,
 * DISK_UNFORMATTED, or DISK_SANITIZE_IDLE, with `done`, if the drive takes reads and writes.
 */
int drive_format_status(struct drive *drive, struct disk_sanitize *status);

/*
 * The disk reads sectors without sending data. drive_verify_plan(): -EOPNOTSUPP where it is not to
 * be asked. drive_verify_sectors(): 1 where some sector cannot be read, and *bad, the run's end at
 * the call, is the first of them if the disk has named one.
 */
int drive_verify_plan(struct drive *drive, struct disk_verify *plan);
int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);

/*
 * drive_erase_ways(): bit n for enum disk_erase n; -ENODATA: the drive does not tell.
 * drive_erase_takes(): the other disks whose data an erase, or for DISK_NO_ERASE a change of the
 * sector size, takes, too: " nvme0n2 nvme0n3"; "" where there are none. drive_erase() starts an
 * operation, if it is one that goes on in the drive, or else returns at its end; it is not for
 * DISK_SECURITY_*, which take a password. `pattern` and `passes` (1 to 15; 0: 16) are the
 * overwrite's.
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
 * drive_firmware(): -EOPNOTSUPP also where it cannot be changed. drive_plan_firmware(): the sizes
 * of segments for this way, which may replace DISK_FIRMWARE_PREFERRED. drive_send_firmware():
 * -EINVAL where the drive does not take it in this way; 1: it has its image and takes no more.
 * drive_end_firmware() after the last segment, and drive_activate_firmware(), to activate what
 * waits: DISK_FIRMWARE_ACTIVE and so on.
 */
int drive_firmware(struct drive *drive, struct disk_firmware *firmware);
int drive_plan_firmware(struct drive *drive, enum disk_firmware_way *way, bool largest,
			struct disk_firmware *firmware);
int drive_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			enum disk_firmware_way way, const struct firmware_segment *segment);
int drive_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
		       enum disk_firmware_way way);
int drive_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

/* The power condition, as device_power(); not known, without a question, where there is none. */
bool drive_power(struct drive *drive, struct power_state *state);

/*
 * How the kernel discards on a disk of its SCSI layer, an ATA drive's, too: by which command, as
 * "unmap", or not at all, "full" and "disabled". 0; -ENOENT: the disk has no such mode; or another
 * -errno, kept for the message. drive_set_provisioning() sets the mode, by the kernel's word for
 * it. For one that discards the disk is asked first whether it claims that command; -EOPNOTSUPP if
 * it does not. The kernel sends at most what the disk takes in one UNMAP. In a dry run `now` is
 * empty. drive_lacks_provisioning(): whether it would be refused so; the disk is only asked.
 * drive_restore_provisioning() sets the mode that was before, with its limit, without a question:
 * whether it is so again.
 */
int drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES]);
int drive_set_provisioning(struct drive *drive, const char *mode, struct disk_provisioning *p);
bool drive_lacks_provisioning(struct drive *drive, const char *mode);
bool drive_restore_provisioning(struct drive *drive, const struct disk_provisioning *p);

/*
 * What the kernel knows of a disk whose language is not known yet, too: nothing is sent, but to an
 * NVMe disk behind a USB bridge, of which the kernel knows the bridge's names alone. 0, or -errno
 * where the kernel has no names of it, or they are those of an ATA drive.
 */
int drive_kernel_names(struct drive *drive, struct disk_identity *id);

/* Keep what was sent and what came back, for the message. */
void drive_tell(struct drive *drive, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* True if it was the ATA command failure.ata by which the last verb failed. */
bool drive_failed_ata(const struct drive *drive);

#endif
