/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A row of verbs for each language, and what the verbs share. */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

/*
 * A language. What each verb does, and its results, are with the function of its name in drive.h.
 * NULL: the language has no command for it, unless another meaning is said here.
 */
struct drive_ops {
	const char *name;		      /* in messages, "NVMe" */
	const char *(*named)(struct drive *); /* the same where it depends on the device, or NULL */
	const char *ata;	/* not NULL: ATA commands, for acts that no other language has */
	const char *scsi_layer; /* not NULL: the kernel drives it by its SCSI layer */
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
	const char *verify_name;
	/* NULL: set_sector_bytes() finds it, as it sends nothing before it is sure */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	bool sector_bytes_later;
	bool sector_bytes_formats;
	int (*sector_size)(struct drive *, struct sector_size *); /* NULL: identity() tells it */
	int (*format_status)(struct drive *, struct disk_sanitize *);
	int (*rescan)(struct drive *); /* NULL: the kernel asks by itself */
	int (*erase_ways)(struct drive *, uint32_t *ways);
	const char *const *erase_commands; /* by enum disk_erase */
	/* NULL: it never takes any */
	int (*erase_takes)(struct drive *, enum disk_erase, char names[DISK_KIN_BYTES]);
	int (*erase)(struct drive *, enum disk_erase, uint32_t pattern, unsigned passes);
	int (*sanitize_status)(struct drive *, bool accepted, struct disk_sanitize *);
	bool forgets_sanitize;
	bool sanitize_deallocates;
	int (*firmware)(struct drive *, struct disk_firmware *);
	/* NULL: firmware() has told all */
	int (*firmware_plan)(struct drive *, enum disk_firmware_way *, bool largest,
			     struct disk_firmware *);
	int (*send_firmware)(struct drive *, struct disk_firmware *, enum disk_firmware_way,
			     const struct firmware_segment *);
	int (*end_firmware)(struct drive *, const struct disk_firmware *, enum disk_firmware_way);
	int (*activate_firmware)(struct drive *, const struct disk_firmware *);
};

extern const struct drive_ops drive_ata, drive_nvme, drive_nvme_usb, drive_scsi, drive_block;

/* The row of the language that the drive is taken to speak by now: drive_speaks(). */
const struct drive_ops *drive_ops_of(struct drive *drive);

/* As drive_tell(), of what is not tried: the text says all (failure.refused). Returns err. */
int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Keeps the command, without its data, by which the verb failed. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

/* device_power() */
bool drive_condition(struct drive *drive, struct power_state *state);

/* What is cached goes to the medium, by whichever command the kernel's driver knows. */
int drive_sync(struct drive *drive);

/*
 * The kernel trims, by the command that each kind of disk has (DATASET MANAGEMENT, UNMAP, WRITE
 * SAME); drive_kernel_plan_trim() is for disks of which the kernel knows whether they have it.
 */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/*
 * The row that has the member at this offset of struct drive_ops; NULL: none, which drive->failure
 * keeps.
 */
const struct drive_ops *verb_begin(struct drive *drive, size_t offset);

/* Whether the drive has turned out to speak another language, in which it is to be asked. */
bool verb_turns(struct drive *drive, const struct drive_ops *before, size_t offset);

#endif
