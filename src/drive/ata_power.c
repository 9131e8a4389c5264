// SPDX-License-Identifier: GPL-2.0-or-later
/* Standby of ATA drives, now and by a timer, and the timers of Extended Power Conditions. */
#include "ata_disk.h"
#include "ata_logs.h"
#include "build.h"
#include "device_ask.h"
#include "drive_send.h"
#include "idfields.h"

#include <errno.h>

int ata_disk_standby(struct drive *drive)
{
	return drive_send_either(drive, ATA_STANDBY_IMMEDIATE, ATA_STANDBY_IMMEDIATE_OLD);
}

int ata_disk_background(struct drive *drive, const char **work)
{
	struct disk_sanitize sanitize;
	uint8_t data[ID_BYTES];
	struct ata_cmd cmd;
	int err = device_identify(drive->dev);

	if (err) {
		drive_tell(drive, "IDENTIFY DEVICE failed");
		return err;
	}
	if (ata_id_claims(drive->dev->id.raw, ID_HAS_SANITIZE) &&
	    !ata_disk_sanitize_status(drive, false, &sanitize) &&
	    sanitize.state == DISK_SANITIZE_RUNNING)
		*work = "sanitize";
	else if (ata_smart_data(drive->dev->id.raw, data, &cmd) && !device_ata(drive->dev, &cmd) &&
		 ata_self_test_runs(data))
		*work = "a self-test";
	/* a drive without these does nothing of it */
	device_forget_failure(drive->dev);
	return 0;
}

int ata_disk_set_standby_timer(struct drive *drive, struct standby_time time)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE);

	if (time.save)
		return drive_refuse(drive, -EOPNOTSUPP,
				    "no ATA command saves this timer; --epc-timer "
				    "standby_z=TIME,save does, where --epc shows that it can be "
				    "saved");
	cmd.count = time.code;
	return drive_send(drive, &cmd);
}

int ata_disk_epc(struct drive *drive, unsigned apart, bool *on)
{
	(void)apart;
	return ata_disk_switch(drive, FEATURE_EPC, on);
}

static bool epc_is_off(struct device *dev)
{
	device_forget(dev);
	return !device_identify_as(dev, ATA_QUIET_ALL) &&
	       ata_feature_supported_if_valid(dev->id.raw, FEATURE_EPC) &&
	       !ata_feature_enabled(dev->id.raw, FEATURE_EPC);
}

/* While the feature set is off, a drive aborts all of its commands but the one that enables it. */
int ata_disk_set_epc(struct drive *drive, bool but_standby, bool on)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_EPC, on, 0);
	int err = drive_send(drive, &cmd);

	(void)but_standby;
	return err == -EIO && !on && epc_is_off(drive->dev) ? 0 : err;
}

int ata_disk_has_conditions(struct drive *drive)
{
	int err = device_identify(drive->dev);

	if (err) {
		drive_tell(drive, "IDENTIFY DEVICE failed");
		return err;
	}
	if (ata_feature_supported_if_valid(drive->dev->id.raw, FEATURE_EPC))
		return 0;
	drive_tell(drive, "the drive has no Extended Power Conditions");
	return -EOPNOTSUPP;
}

/* The log of Extended Power Conditions; its two pages are for idle and for standby. */
static int read_log(struct drive *drive, struct ata_epc_state states[ATA_EPC_COUNT])
{
	enum { PAGES = 2 };
	uint8_t data[PAGES][ID_BYTES];

	for (uint16_t i = 0; i < PAGES; i++) {
		struct ata_cmd cmd;
		int err = device_log_page(drive->dev, LOG_POWER_CONDITIONS, i, data[i], &cmd);

		if (err) {
			drive_keep(drive, &cmd);
			return err;
		}
	}
	if (ata_epc_decode(data[0], data[1], states))
		return 0;
	drive_tell(drive, "log %02Xh holds no power conditions", LOG_POWER_CONDITIONS);
	return -ENODATA;
}

/* Its log has all. */
int ata_disk_conditions(struct drive *drive, unsigned more,
			struct ata_epc_state states[ATA_EPC_COUNT])
{
	int err = ata_disk_has_conditions(drive);

	(void)more;
	return err ? err : read_log(drive, states);
}

int ata_disk_set_condition(struct drive *drive, enum ata_epc condition, uint64_t value, bool save)
{
	struct ata_cmd cmd = ata_epc_set(condition, value, save);

	return drive_send(drive, &cmd);
}

int ata_disk_go_to(struct drive *drive, enum ata_epc condition)
{
	struct ata_cmd cmd = ata_set_feature(FEATURE_EPC_GO_TO, true, ata_epc_table[condition].id);

	return drive_send(drive, &cmd);
}

/* With Extended Power Conditions on it is the timer of standby_z; otherwise no command asks. */
int ata_disk_standby_timer(struct drive *drive, uint32_t *tenths)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *z = &states[ATA_EPC_STANDBY_Z];
	int on = drive_ask_feature(drive, FEATURE_EPC);

	if (on < 0)
		return on;
	if (on && ata_feature_enabled(drive->dev->id.raw, FEATURE_EPC) &&
	    !read_log(drive, states) && z->supported) {
		*tenths = ata_epc_effective(&z->current);
		return 0;
	}
	drive_tell(drive, "no command asks for the standby timer");
	return -ENODATA;
}
