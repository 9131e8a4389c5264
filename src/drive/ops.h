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
	int (*power_state)(struct drive *, unsigned *state, bool *operational);
	int (*temperature)(struct drive *, struct drive_temperature *);
	int (*write_cache)(struct drive *, bool *on);
	int (*set_write_cache)(struct drive *, bool on);
	bool (*keeps_write_cache)(struct drive *); /* NULL: no drive does */
	int (*standby)(struct drive *);
	int (*standby_timer)(struct drive *, uint32_t *tenths);
	int (*set_standby_timer)(struct drive *, struct standby_time);
	int (*flush)(struct drive *);
	int (*plan_bad)(struct drive *, struct bad_sector *); /* NULL: there is one way */
	int (*make_bad)(struct drive *, const struct bad_sector *);
	int (*verify_plan)(struct drive *, struct disk_verify *);
	int (*verify)(struct drive *, uint64_t lba, unsigned sectors, uint64_t *bad);
	const char *verify_name;
	/* NULL: set_sector_bytes() finds it, as it sends nothing before it is sure */
	int (*choose_sector_bytes)(struct drive *, unsigned bytes, uint32_t *choice);
	int (*set_sector_bytes)(struct drive *, unsigned bytes, uint32_t choice);
	bool sector_bytes_later;
	bool sector_bytes_formats;
	int (*sector_bytes)(struct drive *, unsigned *bytes); /* NULL: identity() tells it */
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

extern const struct drive_ops drive_ata, drive_nvme, drive_scsi, drive_block;

/* device_power() */
bool drive_condition(struct drive *drive, struct power_state *state);

/* What is cached goes to the medium, by whichever command the kernel's driver knows. */
int drive_sync(struct drive *drive);

#endif
