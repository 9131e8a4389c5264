// SPDX-License-Identifier: GPL-2.0-or-later
/* New firmware of a SCSI disk: WRITE BUFFER (SPC-5 6.49). */
#include "scsi_disk.h"

#include <errno.h>
#include <stdio.h>

/*
 * The disk's own boundary of offsets is not asked for, since bridges and old disks fail on READ
 * BUFFER: 4 KiB suit those that state one.
 */
enum {
	GRANULE_BYTES = 4 << 10,
	USUAL_BYTES = 32 << 10,
	MOST_BYTES = (1 << 24) - 1 /* three bytes of the CDB */
};

/*
 * A disk reports a unit attention, as after a reset, once, in place of the next command's result.
 * TEST UNIT READY takes it, so that no command that changes something is sent twice. A disk that is
 * not ready may need its firmware all the more.
 */
int scsi_disk_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	struct scsi_cmd question = scsi_test_unit_ready();
	size_t kernel = block_command_bytes(drive->dev);
	struct scsi_identity names;
	int err = scsi_disk_ask(drive, &question);
	struct scsi_sense sense = scsi_sense_decode(question.sense, question.sense_bytes);

	if (!err || scsi_attention(&sense) || scsi_not_ready(&sense))
		err = scsi_disk_ask_names(drive, &names);
	if (err)
		return err;
	*firmware = (struct disk_firmware){
		.granule = GRANULE_BYTES,
		.smallest = GRANULE_BYTES,
		.usual = USUAL_BYTES,
		.largest = DISK_FIRMWARE_LARGEST,
		.most = kernel && kernel < MOST_BYTES ? kernel : MOST_BYTES,
		.multiple = DISK_FIRMWARE_MULTIPLE,
		.most_image = MOST_BYTES,
		.at_once = true,
		.advice = "try another of --fwdownload, --fwdownload-mode7 and --fwdownload-modee",
	};
	snprintf(firmware->revision, sizeof(firmware->revision), "%s", names.revision);
	return 0;
}

/* The last segment may be answered by the news that the disk has new firmware. */
int scsi_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment)
{
	static const enum scsi_firmware_mode modes[] = {
		[DISK_FIRMWARE_PREFERRED] = SCSI_FIRMWARE_SEGMENT,
		[DISK_FIRMWARE_SEGMENTS] = SCSI_FIRMWARE_SEGMENT,
		[DISK_FIRMWARE_WHOLE] = SCSI_FIRMWARE_WHOLE,
		[DISK_FIRMWARE_DEFERRED] = SCSI_FIRMWARE_DEFERRED,
	};
	struct scsi_cmd cmd = scsi_write_buffer(modes[way], (uint32_t)segment->offset,
						segment->data, segment->bytes);
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);

	(void)firmware;
	if (segment->last && scsi_microcode_changed(&sense))
		return 0;
	if (err && scsi_form_refused(&sense))
		return -EINVAL;
	if (!err || !scsi_data_refused(&sense))
		return err;
	drive_tell(drive, "the disk rejects the firmware image (sense %02Xh/%02Xh/%02Xh)",
		   sense.code.key, sense.code.asc, sense.code.ascq);
	return -EIO;
}

int scsi_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way)
{
	(void)firmware;
	if (way != DISK_FIRMWARE_DEFERRED)
		return 0;
	drive_tell(drive, DISK_FIRMWARE_LATER);
	return DISK_FIRMWARE_STORED;
}

int scsi_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	struct scsi_cmd cmd = scsi_write_buffer(SCSI_FIRMWARE_ACTIVATE, 0, NULL, 0);
	int err = scsi_disk_ask(drive, &cmd);
	struct scsi_sense sense = scsi_sense_decode(cmd.sense, cmd.sense_bytes);

	(void)firmware;
	return scsi_microcode_changed(&sense) ? 0 : err;
}
