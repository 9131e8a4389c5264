/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An open drive, and what it is asked: an act names the thing ("write cache"), and the drive's
 * language knows the command for it. Nothing here prints.
 */
#ifndef HDPARM_DRIVE_H
#define HDPARM_DRIVE_H

#include "device.h"
#include "erase.h"

#include <stddef.h>

enum { DISK_KIN_BYTES = 160 };

/* Who the disk is. Texts have no control characters, and no blanks around them. */
struct disk_identity {
	bool by_identify; /* an ATA drive's: all of it is in the IDENTIFY data of the device */
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

/* What has come of it; with the last two drive->attempt says more. */
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

/* One open drive, in the language that it is taken to speak by now. */
struct drive {
	struct device *dev;
	const struct drive_ops *ops; /* NULL: nobody has asked yet; see drive_find() */
	/*
	 * Of the verb that failed last: the language has no such verb; or what was sent and what
	 * came back; empty: the ATA command `failed`, without its data.
	 */
	bool lacks;
	bool answered; /* the NVMe or SCSI disk has reported the failure itself */
	bool refused;  /* `attempt` says why it was not tried */
	char attempt[128];
	struct ata_cmd failed;
};

/*
 * A language. Each verb returns 0 or -errno: -EOPNOTSUPP where this drive has no such thing, with
 * nothing changed; drive->failed or drive->attempt then tells of it. NULL: the language has no word
 * for it. Acts call the functions below.
 */
struct drive_ops {
	/* not NULL: ATA commands themselves, for acts that no other language could have */
	const char *ata;
	const char *name;		      /* in messages, "NVMe" */
	const char *(*named)(struct drive *); /* the same where it depends on the device, or NULL */
	const char *scsi_layer;		      /* not NULL: the kernel drives it by its SCSI layer */
	/* which condition it is in: device_power() */
	bool (*power)(struct drive *, struct power_state *);
	int (*identity)(struct drive *, struct disk_identity *);
	/* what the kernel knows of it: nothing is sent, and no privilege is needed */
	int (*names)(struct drive *, struct disk_identity *);
	/* its own number of the power state; whether it serves reads and writes in it */
	int (*power_state)(struct drive *, unsigned *state, bool *operational);
	int (*temperature)(struct drive *, struct drive_temperature *);
	int (*write_cache)(struct drive *, bool *on);
	int (*set_write_cache)(struct drive *, bool on); /* what is cached is flushed before */
	bool (*keeps_write_cache)(struct drive *);	 /* without power; NULL: none does */
	int (*standby)(struct drive *);
	/* in units of 100 ms; 0: it is off */
	int (*standby_timer)(struct drive *, uint32_t *tenths);
	/* the drive is awake afterwards, as after IDLE */
	int (*set_standby_timer)(struct drive *, struct standby_time);
	int (*flush)(struct drive *);
	/* chooses the way; nothing is sent. NULL: there is one alone */
	int (*plan_bad)(struct drive *, struct bad_sector *);
	int (*make_bad)(struct drive *, const struct bad_sector *);
	/* -EOPNOTSUPP: verify() is not to be sent */
	int (*verify_plan)(struct drive *, struct disk_verify *);
	/*
	 * The disk reads sectors without sending data. 1: some sector cannot be read, and *bad, the
	 * run's end at the call, is the first of them if the disk has named one.
	 */
	int (*verify)(struct drive *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name; /* of the command */
	/*
	 * Finds what set_sector_bytes() tells the drive; -EINVAL: it does not offer sectors of so
	 * many bytes. NULL: set_sector_bytes() finds it, as it sends nothing before it is sure.
	 */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	/* with the loss of all data; -EINVAL: it does not offer them, or has them */
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	bool sector_bytes_later; /* many drives apply it at the next power cycle */
	/*
	 * What the drive offers to erase itself with: bit n for enum disk_erase n. -ENODATA: it
	 * does not tell.
	 */
	int (*erase_ways)(struct drive *, uint32_t *ways);
	const char *const *erase_commands; /* by enum disk_erase, as in the standard */
	/*
	 * The other disks whose data an erase, or for DISK_NO_ERASE a change of the sector size,
	 * takes, too: " nvme0n2 nvme0n3"; "" where there are none. NULL: it never takes any.
	 */
	int (*erase_takes)(struct drive *, enum disk_erase, char names[DISK_KIN_BYTES]);
	/*
	 * Erases: starts an operation, if it is one that goes on in the drive, or else returns at
	 * the end. Not for DISK_SECURITY_*, which take a password. `pattern` and `passes` (1 to 15;
	 * 0: 16) are the overwrite's.
	 */
	int (*erase)(struct drive *, enum disk_erase, uint32_t pattern, unsigned passes);
	/*
	 * `accepted`: the disk has accepted an operation. Otherwise "idle" needs more: a disk
	 * without the feature has no state, -EOPNOTSUPP.
	 */
	int (*sanitize_status)(struct drive *, bool accepted, struct disk_sanitize *);
	bool forgets_sanitize; /* its status knows no `done`: idle is all that it says afterwards */
	bool sanitize_deallocates; /* sectors may read as zeros or ones, whatever was written */
	/* asks for the firmware; -EOPNOTSUPP also where it cannot be changed */
	int (*firmware)(struct drive *, struct disk_firmware *);
	/* the sizes of segments for this way, which may replace DISK_FIRMWARE_PREFERRED; or NULL */
	int (*firmware_plan)(struct drive *, enum disk_firmware_way *, bool largest,
			     struct disk_firmware *);
	/* -EINVAL: the drive does not take it in this way; 1: it has its image and takes no more */
	int (*send_firmware)(struct drive *, struct disk_firmware *, enum disk_firmware_way,
			     const struct firmware_segment *);
	/* after the last segment, and to activate what waits: DISK_FIRMWARE_ACTIVE and so on */
	int (*end_firmware)(struct drive *, const struct disk_firmware *, enum disk_firmware_way);
	int (*activate_firmware)(struct drive *, const struct disk_firmware *);
};

extern const struct drive_ops drive_ata, drive_nvme, drive_scsi, drive_block;

/* A drive of which nothing has been asked yet. */
static inline struct drive drive_of(struct device *dev)
{
	return (struct drive){ .dev = dev };
}

/*
 * Its language, as far as it is known by now: NVMe by its ioctl; SCSI once ATA PASS-THROUGH was
 * refused as an unknown operation code, and never after a timeout; the block layer's once the
 * kernel has refused every way. Otherwise ATA.
 */
const struct drive_ops *drive_find(struct drive *drive);

/* Whether ATA commands are its language, as far as that is known by now. */
bool drive_takes_ata(struct drive *drive);

/* Whether it is known to be a disk of another language, not one that the kernel alone answers for.
 */
bool drive_is_other(struct drive *drive);

/*
 * Whether it is known to have no such verb, the member of struct drive_ops at this offset. What the
 * kernel answers for has them all: ATA's tell how it refuses them.
 */
bool drive_has_no(struct drive *drive, size_t verb);
/* With SMALL=1: whether that is since this build leaves it out, not since the language has none. */
bool drive_leaves_out(struct drive *drive, size_t verb);
bool drive_ops_have(const struct drive_ops *ops, size_t verb);
#define DRIVE_VERB(member) offsetof(struct drive_ops, member)

/* Its language's name in messages: "NVMe", "SAS", "SCSI", "a USB disk that takes no ATA commands".
 */
const char *drive_language(struct drive *drive);

/*
 * The verbs that may be the first question to a drive. Where an ATA drive turns out by that to
 * speak another language, it is asked in that one. Results of the verb; -ENOTTY with drive->lacks
 * where the language has none.
 */
int drive_identity(struct drive *drive, struct disk_identity *id);
int drive_temperature(struct drive *drive, struct drive_temperature *t);
int drive_write_cache(struct drive *drive, bool *on);
int drive_set_write_cache(struct drive *drive, bool on);
int drive_standby(struct drive *drive);
int drive_standby_timer(struct drive *drive, uint32_t *tenths);
int drive_set_standby_timer(struct drive *drive, struct standby_time time);
int drive_flush(struct drive *drive);

/* The members of drive_ops of that name. A drive is not asked first by these. */
int drive_verify_plan(struct drive *drive, struct disk_verify *plan);
int drive_verify_sectors(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
const char *drive_verify_name(struct drive *drive);
int drive_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);
int drive_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);

int drive_erase_ways(struct drive *drive, uint32_t *ways);
const char *drive_erase_command(struct drive *drive, enum disk_erase erase);
int drive_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES]);

/* Another verb, which the drive's language has. */
#define DRIVE_ASK(drive, verb, ...) drive_find(drive)->verb(drive, ##__VA_ARGS__)

/* The power condition, as device_power(); not known, without a question, where there is none. */
bool drive_power(struct drive *drive, struct power_state *state);

/* How the kernel discards on a SCSI disk, as "unmap" or "full" (not at all); false: it has none. */
enum { DISK_PROVISIONING_BYTES = 24 };
bool drive_provisioning(struct drive *drive, char mode[DISK_PROVISIONING_BYTES]);

/*
 * What the kernel knows of a disk whose language is not known yet, too: nothing is sent. 0, or
 * -errno where the kernel has no names of it, or they are those of an ATA drive.
 */
int drive_kernel_names(struct drive *drive, struct disk_identity *id);

/* For verbs: device_power(). */
bool drive_condition(struct drive *drive, struct power_state *state);

/* For verbs: what is cached goes to the medium, by whichever command the kernel's driver knows. */
int drive_sync(struct drive *drive);

/* For verbs: keeps what was sent and what came back. */
void drive_tell(struct drive *drive, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Whether it was the ATA command drive->failed by which the last verb failed. */
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
