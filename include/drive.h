/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An open drive, and what it is asked: an act names the thing ("write cache"), and the drive's
 * language knows the command for it. Nothing here prints.
 */
#ifndef HDPARM_DRIVE_H
#define HDPARM_DRIVE_H

#include "device.h"
#include "erase.h"

enum { DISK_KIN_BYTES = 160 };

/* Who the disk is. Texts have no control characters, and no blanks around them. */
struct disk_identity {
	bool by_identify;     /* an ATA drive's: all of it is in the IDENTIFY data of the device */
	const char *language; /* "NVMe" */
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

/* A sector that is made unreadable. */
struct bad_sector {
	uint64_t lba;
	bool flagged;	/* ATA: as flagged, not as pseudo uncorrectable */
	bool unclaimed; /* the drive does not claim the command */
	bool by_long;	/* by WRITE LONG */
	char way[28];	/* for people, " (WRITE_LONG)"; or empty */
};

/* How a drive's sectors can be read without their data being sent. */
struct disk_verify {
	unsigned most;	       /* sectors in one command */
	bool may_take_less;    /* what it takes has to be tried */
	uint64_t sectors;      /* the drive's, where the kernel may show others; 0: the kernel's */
	unsigned sector_bytes; /* of these */
};

enum disk_sanitize_state {
	DISK_SANITIZE_IDLE,
	DISK_SANITIZE_RUNNING,
	DISK_SANITIZE_FAILED,
	DISK_SANITIZE_FROZEN,
	DISK_SANITIZE_UNKNOWN /* the drive answered, and the path has lost the state */
};

struct disk_sanitize {
	enum disk_sanitize_state state;
	bool done;	   /* the last operation completed without error */
	bool only_idle;	   /* the path returns the state where it is idle, and else loses it */
	bool antifreeze;   /* ATA: it cannot be frozen until the next power cycle */
	uint16_t progress; /* while running: of 65536 */
};

/* How new firmware is sent. */
enum disk_firmware_way {
	DISK_FIRMWARE_PREFERRED, /* as the drive prefers */
	DISK_FIRMWARE_SEGMENTS,
	DISK_FIRMWARE_WHOLE,
	DISK_FIRMWARE_DEFERRED
};

/* What has come of it; with the last two drive->failure.text says more. */
enum { DISK_FIRMWARE_ACTIVE, DISK_FIRMWARE_STORED, DISK_FIRMWARE_DOUBTFUL };

/*
 * Of NVMe and SCSI: an image is a whole number of dwords; larger segments gain nothing, and memory
 * that is not contiguous bounds what an adapter takes.
 */
enum { DISK_FIRMWARE_MULTIPLE = 4, DISK_FIRMWARE_LARGEST = 128 << 10 };

/* When deferred firmware becomes active. */
#define DISK_FIRMWARE_LATER "the new one becomes active at the next power cycle, or by --fwactivate"

/* The firmware that a drive has, and how it takes a new one; sizes in bytes. */
struct disk_firmware {
	char revision[DISK_TEXT_BYTES];	 /* of the active one */
	size_t multiple;		 /* an image is a whole number of these */
	size_t granule;			 /* offsets are multiples of it */
	size_t smallest, usual, largest; /* segments */
	size_t most;			 /* of one command */
	size_t most_image;
	unsigned slot;	    /* where it is put; 0: the drive chooses */
	bool at_once;	    /* it can become active without a reset */
	const char *advice; /* where the drive does not take the way; NULL: there is no other */
	char plan[48];	    /* for people, how it will be sent; or empty */
	/* ATA's: registers are requested after each segment, and what the last ones told */
	bool ask;
	int told;
};

/* A part of an image. */
struct firmware_segment {
	void *data;
	size_t bytes, offset;
	bool last;
};

/* The temperature, as far as the drive's own scale tells it. */
struct drive_temperature {
	int celsius;
	const char *beyond;	    /* "under" or "over": all that lies beyond the scale; or NULL */
	bool tells_range, in_range; /* whether the drive says that it is in its permitted range */
	const char *source,
		*source_key; /* where that is told: in text, and for machines; or NULL */
};

/* A time for the standby timer: the option's code (ACS-4 table 58), and what it stands for. */
struct standby_time {
	uint8_t code;
	unsigned seconds; /* 0: off, or with another code than 0 a time of the maker's choice */
};

struct drive_ops;
struct power_state;

/* What the verb that failed last has left for the message. */
struct failure {
	bool lacks;    /* the language has no such verb */
	bool answered; /* the NVMe or SCSI disk has reported the failure itself */
	bool refused;  /* `text` says why it was not tried */
	/* what was sent and what came back; empty: the command `ata`, kept without its data */
	char text[128];
	struct ata_cmd ata;
};

/* One open drive, in the language that it is taken to speak by now. */
struct drive {
	struct device *dev;
	const struct drive_ops *ops; /* NULL: nobody has asked yet; see drive_speaks() */
	struct failure failure;
};

enum language { LANGUAGE_ATA, LANGUAGE_SCSI, LANGUAGE_NVME, LANGUAGE_BLOCK };

/* What an act needs of the drive's language. VERB_ATA_ONLY: that it is ATA; VERB_ANY: nothing. */
enum drive_verb {
	VERB_ATA_ONLY,
	VERB_ANY,
	VERB_SCSI_LAYER, /* that the kernel drives it by its SCSI layer */
	VERB_POWER,
	VERB_IDENTITY,
	VERB_TEMPERATURE,
	VERB_WRITE_CACHE,
	VERB_SET_WRITE_CACHE,
	VERB_STANDBY,
	VERB_SET_STANDBY_TIMER,
	VERB_FLUSH,
	VERB_MAKE_BAD,
	VERB_SET_SECTOR_BYTES,
	VERB_ERASE,
	VERB_SANITIZE_STATUS,
	VERB_SEND_FIRMWARE,
	VERB_ACTIVATE_FIRMWARE
};

/* A drive of which nothing has been asked yet. */
static inline struct drive drive_of(struct device *dev)
{
	return (struct drive){ .dev = dev };
}

/*
 * Its language, as far as it is known by now: NVMe by its ioctl; SCSI where sysfs shows a SAS disk
 * that is not behind an ATA translation, or once ATA PASS-THROUGH was refused as an unknown
 * operation code, never after a timeout; the block layer's once the kernel has refused every way.
 * Otherwise ATA.
 */
enum language drive_speaks(struct drive *drive);

/* Whether ATA commands are its language, as far as that is known by now. */
bool drive_takes_ata(struct drive *drive);

/* Whether it is known to be a disk of another language, not one that the kernel alone answers for.
 */
bool drive_is_other(struct drive *drive);

/* Whether a language has the verb. */
bool language_has(enum language language, enum drive_verb verb);

/*
 * Whether the drive is known to have no such verb. What the kernel answers for has them all: ATA's
 * tell how it refuses them.
 */
bool drive_has_no(struct drive *drive, enum drive_verb verb);

/* With SMALL=1: whether that is since this build leaves it out, not since the language has none. */
bool drive_leaves_out(struct drive *drive, enum drive_verb verb);

/* Its language's name in messages: "NVMe", "SAS", "SCSI", "a USB disk that takes no ATA commands".
 */
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
int drive_set_write_cache(struct drive *drive, bool on); /* what is cached is flushed before */
bool drive_keeps_write_cache(struct drive *drive);	 /* without power */
int drive_standby(struct drive *drive);
/* in units of 100 ms; 0: it is off */
int drive_standby_timer(struct drive *drive, uint32_t *tenths);
/* the drive is awake afterwards */
int drive_set_standby_timer(struct drive *drive, struct standby_time time);
int drive_flush(struct drive *drive);

/* The language's own number of the power state; whether the drive serves reads and writes in it. */
int drive_power_state(struct drive *drive, unsigned *state, bool *operational);

/*
 * drive_plan_bad() chooses the way, and sends nothing. drive_choose_sector_bytes() finds what
 * drive_set_sector_bytes() tells the drive, which loses all data: -EINVAL where it does not offer
 * sectors of so many bytes, or has them. drive_sector_bytes_later(): many drives apply the size at
 * the next power cycle.
 */
int drive_plan_bad(struct drive *drive, struct bad_sector *bad);
int drive_make_bad(struct drive *drive, const struct bad_sector *bad);
int drive_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int drive_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
bool drive_sector_bytes_later(struct drive *drive);

/*
 * The disk reads sectors without sending data. drive_verify_plan(): -EOPNOTSUPP where it is not to
 * be asked. drive_verify_sectors(): 1 where some sector cannot be read, and *bad, the run's end at
 * the call, is the first of them if the disk has named one. drive_verify_name(): the command's.
 */
int drive_verify_plan(struct drive *drive, struct disk_verify *plan);
int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
const char *drive_verify_name(struct drive *drive);

/*
 * drive_erase_ways(): bit n for enum disk_erase n; -ENODATA: the drive does not tell.
 * drive_erase_takes(): the other disks whose data an erase, or for DISK_NO_ERASE a change of the
 * sector size, takes, too: " nvme0n2 nvme0n3"; "" where there are none. drive_erase() starts an
 * operation, if it is one that goes on in the drive, or else returns at its end; it is not for
 * DISK_SECURITY_*, which take a password. `pattern` and `passes` (1 to 15; 0: 16) are the
 * overwrite's. drive_erase_command(): the command's name in the standard.
 */
int drive_erase_ways(struct drive *drive, uint32_t *ways);
const char *drive_erase_command(struct drive *drive, enum disk_erase erase);
int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES]);
int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);

/*
 * `accepted`: the disk has accepted an operation; otherwise "idle" needs more, as a disk without
 * the feature has no state: -EOPNOTSUPP. drive_forgets_sanitize(): its status has no `done`, so
 * that idle is all that it tells afterwards. drive_sanitize_deallocates(): sectors may read as
 * zeros or ones afterwards, whatever was written.
 */
int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);
bool drive_forgets_sanitize(struct drive *drive);
bool drive_sanitize_deallocates(struct drive *drive);

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
 * How the kernel discards on a SCSI disk, as "unmap" or "full" (not at all), or "not known"; false:
 * no such disk.
 */
enum { DISK_PROVISIONING_BYTES = 24 };
bool drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES]);

/*
 * What the kernel knows of a disk whose language is not known yet, too: nothing is sent. 0, or
 * -errno where the kernel has no names of it, or they are those of an ATA drive.
 */
int drive_kernel_names(struct drive *drive, struct disk_identity *id);

/* Keeps what was sent and what came back, for the message. */
void drive_tell(struct drive *drive, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Whether it was the ATA command failure.ata by which the last verb failed. */
bool drive_failed_ata(const struct drive *drive);

/* For ATA's verbs, and acts that no other language has: device_ata(), and what failed is kept. */
int drive_send(struct drive *drive, struct ata_cmd *cmd);

/* The same for a command without data; one that the drive aborts is sent by its older code. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older);

/* FLUSH CACHE; the refusal of a drive that claims neither form of it is no failure. */
int drive_flush_if_possible(struct drive *drive);

/* The temperature of an ATA drive by its SCT status alone. False: that does not tell it. */
bool drive_sct_temperature(struct drive *drive, struct drive_temperature *t);

/* Whether an ATA drive has what IDENTIFY data show: 1 or 0; -errno where that is not known. */
int drive_ask_feature(struct drive *drive, enum ata_feature feature);

#endif
