// SPDX-License-Identifier: GPL-2.0-or-later
/* The power condition: by CHECK POWER MODE, REQUEST SENSE, or the kernel's runtime status. */
#include "ata.h"
#include "device.h"
#include "scsi.h"
#include "transport.h"

#include <errno.h>

struct condition {
	uint8_t code;
	const char *name;
	char mode[17];
	bool asleep;
	char set_by[8]; /* BY_TIMER, BY_COMMAND, or "" if not known */
};

#define BY_TIMER   "timer"
#define BY_COMMAND "command"

#define EPC_NAME(condition) ata_epc_table[ATA_EPC_##condition].name

/* Power conditions by COUNT of CHECK POWER MODE: ACS-4; 40h and 41h from ATA8-ACS. */
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

/* Power conditions by the qualifier of sense code 5Eh, LOW POWER CONDITION ON (SPC-5 annex F). */
static const struct condition by_qualifier[] = {
	/* an unknown low power condition may be standby: a command may spin the disk up */
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

static struct ata_cmd power_question(enum ata_id id, bool short_form)
{
	struct ata_cmd cmd = ata_command(id);

	cmd.short_form = short_form;
	cmd.want = WANT_COUNT;
	cmd.quiet = ATA_QUIET_WARNINGS;
	return cmd;
}

/* Send CHECK POWER MODE; if that is refused or does not arrive, its older code. */
static int check_mode(struct device *dev, struct ata_cmd *cmd, bool short_form)
{
	struct ata_cmd older = power_question(ATA_CHECK_POWER_MODE_OLD, short_form);
	bool open, answered;
	int err, again;

	device_find_route(dev);
	open = route_is_open(&dev->route);
	device_settle(dev);
	/* the question that settled the language may have been this one */
	answered = open && dev->route.answered && dev->settling.question == ATA_CHECK_POWER_MODE;
	*cmd = power_question(ATA_CHECK_POWER_MODE, short_form);
	if (answered)
		cmd->res = dev->settling.res;
	err = answered ? dev->settling.err : device_ata(dev, cmd);
	if (err == -EIO && cmd->res.valid && (cmd->res.error & ER_ABRT)) {
		*cmd = older;
		return device_ata(dev, cmd);
	}
	if (err != -EBADE || route_is_single(&dev->route))
		return err;
	again = device_ata(dev, &older);
	if (!again)
		*cmd = older;
	return again ? err : 0;
}

/* Return false, with the reason, if no sense data come. */
static bool request_sense(struct device *dev, struct power_state *state, struct sense_code *code)
{
	uint8_t data[ATA_SENSE_BYTES] = { 0 };
	struct scsi_cmd cmd = scsi_request_sense(data, sizeof(data));
	int err = device_scsi(dev, &cmd);

	if (err == -ETIMEDOUT)
		state->reason = "the device takes no ATA commands, and REQUEST SENSE was not "
				"answered in time";
	else if (err)
		state->reason = "the device takes no ATA commands, and REQUEST SENSE failed";
	else
		state->reason = "the device takes no ATA commands, and REQUEST SENSE says nothing "
				"of power";
	*code = sense_code(data, cmd.got);
	return !err && (code->present || code->deferred);
}

static const struct condition *condition_of(const struct sense_code *code)
{
	if (code->asc == ASC_LOW_POWER)
		return FIND(by_qualifier, code->ascq);
	if (code->key == KEY_NOT_READY && code->asc == ASC_NOT_READY &&
	    (code->ascq == ASCQ_START_UNIT_REQUIRED || code->ascq == ASCQ_NOTIFY_REQUIRED))
		return &stopped;
	return code->key == KEY_NO_SENSE && !code->asc && !code->ascq ? &active : NULL;
}

static bool is_awake(const struct sense_code *code)
{
	if (code->asc == ASC_LOW_POWER)
		return false;
	return code->key == KEY_NO_SENSE || code->key == KEY_RECOVERED_ERROR ||
	       code->key == KEY_UNIT_ATTENTION ||
	       (code->key == KEY_NOT_READY && code->asc == ASC_NOT_READY);
}

static bool ask_scsi(struct device *dev, struct power_state *state)
{
	enum { MOST_ASKED = 4 };
	const struct condition *c = NULL;
	struct sense_code code;

	if (device_may_be_usb(dev)) {
		state->reason = dev->route.answered && route_takes_ata(&dev->route)
					? "the drive or the USB bridge does not know it"
				: device_is_usb(dev) ? "the USB bridge takes no ATA commands"
						     : "the device takes no ATA commands, "
						       "and sysfs does not show "
						       "whether a USB bridge would answer for it";
		return false;
	}
	/* unit attentions come before the power condition (SPC-5) */
	for (unsigned asked = 0; asked < MOST_ASKED && !c; asked++) {
		if (!request_sense(dev, state, &code))
			return false;
		c = condition_of(&code);
	}
	if (!c && is_awake(&code))
		c = &active;
	return c && set_condition(state, POWER_BY_SENSE, c);
}

static bool came_without_registers(const struct device *dev, const struct power_state *state)
{
	return state->err == -EIO && !state->cmd.res.valid && route_by_cdb(dev->attempt.via);
}

static bool ask_power(struct device *dev, struct power_state *state)
{
	const struct condition *c;

	state->err = check_mode(dev, &state->cmd, false);
	if (came_without_registers(dev, state)) {
		if (sense_opcode_unknown(&state->cmd.res))
			return ask_scsi(dev, state);
		/* some bridges return registers only for the 12-byte CDB */
		if (!dev->wish.prefer_ata12 && !route_is_single(&dev->route) &&
		    dev->kind != DEVICE_OPTICAL)
			state->err = check_mode(dev, &state->cmd, true);
	}
	if (state->err) {
		/* missing registers are usual for errors of the old IDE driver: set no reason */
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
	/* no registers come for an unknown operation code: do not warn */
	if (!known && came_without_registers(dev, state) && !sense_opcode_unknown(&state->cmd.res))
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
