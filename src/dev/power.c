// SPDX-License-Identifier: GPL-2.0-or-later
/* The power condition: by CHECK POWER MODE, by REQUEST SENSE, or by the kernel's runtime status. */
#include "transport.h"
#include "device.h"
#include "scsi.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct condition {
	uint8_t code;
	const char *name;
	char mode[17]; /* here, not elsewhere: a pointer costs at each start */
	bool asleep;
	char set_by[8]; /* "": not known */
};

#define BY_TIMER   "timer"
#define BY_COMMAND "command"

#define EPC_NAME(condition) ata_epc_table[ATA_EPC_##condition].name

/* COUNT of CHECK POWER MODE (ACS-4 table 29; 40h and 41h: ATA8-ACS with NV cache). */
static const struct condition by_count[] = {
	{ 0x00, EPC_NAME(STANDBY_Z), "standby", true, "" },
	{ 0x01, EPC_NAME(STANDBY_Y), "standby", true, "" },
	{ 0x40, "nv_cache_spun_down", "NVcache_spindown", true, "" },
	{ 0x41, "nv_cache_spun_up", "NVcache_spinup", false, "" },
	{ 0x80, "idle", "idle", false, "" },
	{ 0x81, EPC_NAME(IDLE_A), "idle", false, "" },
	{ 0x82, EPC_NAME(IDLE_B), "idle", false, "" },
	{ 0x83, EPC_NAME(IDLE_C), "idle", false, "" },
	{ 0xff, "active", "active/idle", false, "" },
};

/* Additional sense code qualifiers of 5Eh, LOW POWER CONDITION ON (SPC-5 table F.2). */
static const struct condition by_qualifier[] = {
	/*
	 * for disks that do not report which condition; it may be standby, from which a question
	 * would wake the disk
	 */
	{ 0x00, "low_power", "standby", true, "" },
	{ 0x01, EPC_NAME(IDLE_A), "idle", false, BY_TIMER },
	{ 0x02, EPC_NAME(STANDBY_Z), "standby", true, BY_TIMER },
	{ 0x03, EPC_NAME(IDLE_A), "idle", false, BY_COMMAND },
	{ 0x04, EPC_NAME(STANDBY_Z), "standby", true, BY_COMMAND },
	{ 0x05, EPC_NAME(IDLE_B), "idle", false, BY_TIMER },
	{ 0x06, EPC_NAME(IDLE_B), "idle", false, BY_COMMAND },
	{ 0x07, EPC_NAME(IDLE_C), "idle", false, BY_TIMER },
	{ 0x08, EPC_NAME(IDLE_C), "idle", false, BY_COMMAND },
	{ 0x09, EPC_NAME(STANDBY_Y), "standby", true, BY_TIMER },
	{ 0x0a, EPC_NAME(STANDBY_Y), "standby", true, BY_COMMAND },
};

static const struct condition active = { 0, "active", "active/idle", false, "" };
static const struct condition stopped = { 0, "stopped", "standby", true, "" };

static const struct condition *find_condition(const struct condition *rows, size_t n, uint8_t code)
{
	for (size_t i = 0; i < n; i++) {
		if (rows[i].code == code)
			return &rows[i];
	}
	return NULL;
}

#define FIND(rows, code) find_condition(rows, sizeof(rows) / sizeof((rows)[0]), code)

static bool set_condition(struct power_state *state, enum power_source source,
			  const struct condition *c)
{
	state->source = source;
	state->mode = c->mode;
	state->condition = c->name;
	state->set_by = *c->set_by ? c->set_by : NULL;
	state->asleep = c->asleep;
	state->err = 0;
	return true;
}

static int check_mode(struct device *dev, struct power_state *state, enum ata_id id,
		      bool short_form)
{
	state->cmd = ata_command(id);
	state->cmd.short_form = short_form;
	state->cmd.want = WANT_COUNT;
	state->cmd.quiet = ATA_QUIET_WARNINGS;
	return device_ata(dev, &state->cmd);
}

/*
 * Send CHECK POWER MODE (E5h). If the drive aborts E5h, send the code of ATA-1, 98h; later drives
 * abort both. If the host adapter failed with E5h, try 98h, too, except over a route with only one
 * kind; if 98h fails as well, return the answer of E5h.
 */
static int check_either(struct device *dev, struct power_state *state, bool short_form)
{
	int err = check_mode(dev, state, ATA_CHECK_POWER_MODE, short_form);
	const struct ata_cmd first = state->cmd;

	if (err == -EIO && state->cmd.res.valid && (state->cmd.res.error & ER_ABRT))
		return check_mode(dev, state, ATA_CHECK_POWER_MODE_OLD, short_form);
	if (err != -EBADE || route_is_single(&dev->route))
		return err;
	if (!check_mode(dev, state, ATA_CHECK_POWER_MODE_OLD, short_form))
		return 0;
	state->cmd = first;
	return err;
}

/* 0, with the disk's sense data; else -errno and the reason. */
static int request_sense(struct device *dev, struct power_state *state, struct sense_code *code)
{
	uint8_t data[ATA_SENSE_BYTES] = { 0 };
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = device_scsi(dev, &cmd);

	if (err)
		state->reason = err == -ETIMEDOUT
					? "the device takes no ATA commands, and REQUEST SENSE "
					  "was not answered in time"
					: "the device takes no ATA commands, and REQUEST SENSE "
					  "failed";
	else
		state->reason = "the device takes no ATA commands, and REQUEST SENSE says nothing "
				"of power";
	*code = sense_code(data, cmd.got);
	return err ? err : code->present || code->deferred ? 0 : -ENODATA;
}

/* Return the power condition in sense data; NULL if they report something else. */
static const struct condition *condition_of(const struct sense_code *code)
{
	if (code->asc == ASC_LOW_POWER)
		return FIND(by_qualifier, code->ascq);
	if (code->key == KEY_NOT_READY && code->asc == ASC_NOT_READY &&
	    (code->ascq == ASCQ_START_UNIT_REQUIRED || code->ascq == ASCQ_NOTIFY_REQUIRED))
		return &stopped;
	return code->key == KEY_NO_SENSE && !code->asc && !code->ascq ? &active : NULL;
}

/* True if a disk that goes on telling this is in no low power condition. */
static bool is_awake(const struct sense_code *code)
{
	if (code->asc == ASC_LOW_POWER)
		return false;
	return code->key == KEY_NO_SENSE || code->key == KEY_RECOVERED_ERROR ||
	       code->key == KEY_UNIT_ATTENTION ||
	       (code->key == KEY_NOT_READY && code->asc == ASC_NOT_READY);
}

/*
 * Ask a SCSI disk by REQUEST SENSE; a USB bridge would report its own state. A pending event, or
 * the refusal of the last ATA command, is reported first and once, so the disk is asked again
 * (SPC-5 6.39). A lasting report, as of a warning temperature or a running format, comes only from
 * a disk in no low power condition. A fault, or a missing medium, does not show the condition.
 */
static bool ask_scsi(struct device *dev, struct power_state *state)
{
	enum { MOST_ASKED = 4 };
	const struct condition *c = NULL;
	struct sense_code code;

	if (device_may_be_usb(dev)) {
		state->reason = device_is_usb(dev)
					? "the USB bridge takes no ATA commands"
					: "the device takes no ATA commands, and sysfs does not "
					  "show whether a USB bridge would answer for it";
		return false;
	}
	for (unsigned asked = 0; asked < MOST_ASKED && !c; asked++) {
		if (request_sense(dev, state, &code))
			return false;
		c = condition_of(&code);
	}
	if (!c && is_awake(&code))
		c = &active;
	return c && set_condition(state, POWER_BY_SENSE, c);
}

static bool ask_power(struct device *dev, struct power_state *state)
{
	const struct condition *c;

	state->err = check_either(dev, state, false);
	if (state->err == -EIO && !state->cmd.res.valid && route_by_cdb(dev->attempt.via)) {
		if (sense_opcode_unknown(&state->cmd.res))
			return ask_scsi(dev, state);
		/* some bridges return registers only for the 12-byte CDB */
		if (!dev->wish.prefer_ata12 && !route_is_single(&dev->route))
			state->err = check_either(dev, state, dev->kind != DEVICE_OPTICAL);
	}
	if (state->err) {
		/* the old IDE driver returns registers if it succeeds: then the error is its own */
		if (state->err == -EIO && !state->cmd.res.valid && dev->kind != DEVICE_LEGACY_IDE)
			state->reason = "the answer holds no registers";
		state->fixed_sense = state->cmd.res.valid && sense_is_fixed(&state->cmd.res);
		return false;
	}
	c = FIND(by_count, (uint8_t)state->cmd.res.count);
	if (c)
		return set_condition(state, POWER_BY_CHECK, c);
	state->reason = "the drive returns a code that no standard defines";
	return false;
}

bool device_power(struct device *dev, struct power_state *state)
{
	bool known;

	*state = (struct power_state){ .mode = "unknown" };
	known = ask_power(dev, state);
	state->cmd.quiet = ATA_REPORT_ALL;
	/* a device that does not know the command has no more to say */
	if (!known && state->err == -EIO && !state->cmd.res.valid &&
	    route_by_cdb(dev->attempt.via) && !sense_opcode_unknown(&state->cmd.res))
		sgio_warn_missing(dev, &state->cmd);
	return known;
}

struct power_state power_suspended(void)
{
	return (struct power_state){
		.source = POWER_BY_RUNTIME,
		.mode = "standby",
		.condition = "suspended",
		.asleep = true,
	};
}
