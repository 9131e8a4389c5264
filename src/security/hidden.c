// SPDX-License-Identifier: GPL-2.0-or-later
#include "device.h"
#include "hidden.h"
#include "identify.h"

#include <errno.h>
#include <inttypes.h>

int hidden_find(struct job *job, struct hidden_sectors *hidden)
{
	const uint8_t *id = job->dev->id.raw;
	uint64_t visible = ata_id_sectors(id), real = 0;
	struct ata_cmd cmd = { .quiet = ATA_QUIET_WARNINGS };
	int err = 0;

	*hidden = (struct hidden_sectors){ .area_known = true, .native = visible };
	if (ata_id_has(id, ID_HAS_HOST_PROTECTED_AREA) ||
	    ata_id_has(id, ID_HAS_ACCESSIBLE_MAX_ADDRESS)) {
		err = device_native_sectors(job->dev, &cmd, &hidden->native);
		if (device_hung(job->dev))
			return job_fail_ata(job, err, &cmd);
		hidden->area_known = !err && hidden->native >= visible;
	}
	if (!hidden->area_known) {
		hidden->native = visible;
		hidden->untold = ata_command_name(&cmd);
	}
	hidden->area = hidden->native - visible;
	err = device_overlay_sectors(job->dev, ATA_QUIET_WARNINGS, &real);
	if (device_hung(job->dev))
		return job_fail(job, err, "DEVICE CONFIGURATION IDENTIFY failed");
	device_forget_failure(job->dev);
	/* some drives report a number that is less than the visible one */
	hidden->overlay_known = err == -EOPNOTSUPP || (!err && real >= hidden->native);
	if (!hidden->overlay_known)
		hidden->untold = "DEVICE CONFIGURATION IDENTIFY";
	else if (!err)
		hidden->overlay = real - hidden->native;
	return 0;
}

static void show_hidden_number(struct job *job, const char *key, bool known, uint64_t sectors)
{
	if (known)
		report_u64(job->out, key, sectors, NO_TEXT);
	else
		report_null(job->out, key, NO_TEXT);
}

void hidden_show(struct job *job, const struct hidden_sectors *hidden)
{
	char line[REPORT_FOLDED_BYTES];
	const char *path = job_device_word(job);

	report_section_begin(job->out, "hidden_sectors");
	show_hidden_number(job, "protected_area", hidden->area_known, hidden->area);
	show_hidden_number(job, "overlay", hidden->overlay_known, hidden->overlay);
	report_bool(job->out, "method_reaches", hidden->overlay_known && !hidden->overlay, NO_TEXT);
	report_section_end(job->out);
	if (hidden->area)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" hidden:  %" PRIu64
					" sectors (%s): by the standard this method erases them "
					"too, but nothing can check that; to show them "
					"first:\nhdparm -N p%" PRIu64 " %s",
					hidden->area,
					native_command(job->dev->id.raw) == ATA_GET_NATIVE_MAX
						? "after the accessible max address"
						: "host protected area",
					hidden->native, path));
	if (hidden->overlay)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" hidden:  %" PRIu64
					" sectors (configuration overlay): this method may leave "
					"them as they are; to show them first:\nhdparm "
					"--yes-i-know-what-i-am-doing --dco-restore %s",
					hidden->overlay, path));
	if (hidden->untold)
		report_line(job->out, "%s\n",
			    report_fold(line, PLAN_INDENT,
					" hidden:  not known whether the drive hides sectors: %s "
					"does not show it",
					hidden->untold));
}
