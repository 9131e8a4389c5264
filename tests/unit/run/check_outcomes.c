// SPDX-License-Identifier: GPL-2.0-or-later
/* Each setting reports its outcome in the document. The options come from the table, so none is
 * missing. A setting that the drive ignores is never reported as applied. */
#include "suites.h"
#include "act/acts.h"
#include "fake_machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_BYTES = 256 };

/* A value for each option, and a drive that accepts it; NULL: "sda sat id=hdd". */
static const struct {
	enum opt_id id;
	const char *value, *device;
} values[] = {
	{ OPT_TRANSFER_MODE, "udma2", NULL },
	{ OPT_LOOK_AHEAD, "0", NULL },
	{ OPT_WRITE_CACHE, "0", NULL },
	{ OPT_MAX_SECTORS, "1000", NULL },
	{ OPT_ERROR_RECOVERY, "7s", "sda sat id=hdd erc=0" },
	{ OPT_SCT_WRITE_CACHE, "off", "sda sat id=hdd erc=0" },
	{ OPT_SCT_WRITE_REORDERING, "off", "sda sat id=hdd erc=0" },
	{ OPT_WRITE_READ_VERIFY, "1", "sda sat id=hdd w83=7fff w119=4002 w120=4000" },
	{ OPT_PIO_MODE, "4", "hda ide" },
	{ OPT_LINK_POWER, "min_power", "sda sat id=hdd link-power=max_performance" },
	{ OPT_QUEUE_DEPTH, "4", NULL },
	{ OPT_PROVISIONING, "unmap", "sda sat id=ssd lbp=80 unmap-blocks=65536" },
	{ OPT_READ_AHEAD, "64", NULL },
	{ OPT_STANDBY_TIMER, "60", NULL },
	{ OPT_APM, "127", NULL },
	{ OPT_ACOUSTIC, "128", NULL },
	{ OPT_BUS_STATE, "1", "hda ide" },
	{ OPT_IDLE3_TIMER, "12", NULL },
	{ OPT_DCO_SETMAX, "1000", NULL },
	{ OPT_EPC, "1", "sda sat id=hdd epc=off" },
	{ OPT_EPC_IDLE_A, "2min", "sda sat id=hdd epc=on" },
	{ OPT_EPC_IDLE_B, "2h", "sda sat id=hdd epc=on" },
	{ OPT_EPC_IDLE_C, "default,save", "sda sat id=hdd epc=on" },
	{ OPT_EPC_STANDBY_Y, "on", "sda sat id=hdd epc=on" },
	{ OPT_EPC_STANDBY_Z, "20min,save", "sda sat id=hdd epc=on" },
	{ OPT_SANITIZE_OVERWRITE, "hex:12345678", NULL },
	{ OPT_SECURITY_SET_PASS, "abc", NULL },
	{ OPT_SECURITY_UNLOCK, "abc", "sda sat id=hdd w128=27 user-password=abc" },
	{ OPT_SECURITY_DISABLE, "abc", "sda sat id=hdd w128=23 user-password=abc" },
	{ OPT_SECURITY_ERASE, "abc", "sda sat id=hdd w128=23 user-password=abc" },
	{ OPT_SECURITY_ERASE_ENHANCED, "abc", "sda sat id=hdd w128=23 user-password=abc" },
	{ OPT_SET_SECTOR_SIZE, "4096", "sda sat id=hdd log=2f:0=tests/cli/sector-sizes.hex" },
	{ OPT_TRIM_SECTOR_RANGES, "5:1", "sda sat id=ssd" },
	{ OPT_TRIM_SECTOR_RANGES_STDIN, "", "sda sat id=ssd" },
	{ OPT_FWDOWNLOAD, "tests/cli/sct-status.hex", NULL },
	{ OPT_FWDOWNLOAD_MODE3, "tests/cli/sct-status.hex", NULL },
	{ OPT_FWDOWNLOAD_MODE3_MAX, "tests/cli/sct-status.hex", NULL },
	{ OPT_FWDOWNLOAD_MODE7, "tests/cli/sct-status.hex", NULL },
	{ OPT_FWDOWNLOAD_MODEE, "tests/cli/sct-status.hex", NULL },
	{ OPT_FWDOWNLOAD_MODEE_MAX, "tests/cli/sct-status.hex", NULL },
};

static bool sets(enum opt_id id)
{
	enum opt_kind kind = option_table[id].kind;

	return kind == OPT_KIND_GETSET || kind == OPT_KIND_SET ||
	       (kind == OPT_KIND_SOLO && id != OPT_SANITIZE_STATUS);
}

/* {"option": NAME, ..., "outcome": WORD} */
static bool tells(const char *document, enum opt_id id, char outcome[32])
{
	char find[OPTION_NAME_BYTES + 32], name[OPTION_NAME_BYTES];
	const char *at = strstr(document, "\"changes\"");

	snprintf(find, sizeof(find), "\"option\": \"%s\"", option_name(id, name));
	at = at ? strstr(at, find) : NULL;
	at = at ? strstr(at, "\"outcome\": \"") : NULL;
	return at && sscanf(at, "\"outcome\": \"%31[a-z]\"", outcome) == 1;
}

/*
 * The option's outcome on a drive; `ignoring`: the drive completes every command and does nothing.
 */
static void try(enum opt_id id, bool ignoring, char outcome[32])
{
	const char *value = option_table[id].value ? "1" : "", *device = "sda sat id=hdd w59=f510";
	char line[LINE_BYTES], name[OPTION_NAME_BYTES], path[16], change[96];
	struct fake_machine *machine;
	struct fake_run run;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		if (values[i].id != id)
			continue;
		value = values[i].value;
		device = values[i].device ? values[i].device : device;
	}
	snprintf(path, sizeof(path), "%.3s", device);
	machine = fake_machine(device);
	fake_input(machine, "5:1\n");
	snprintf(change, sizeof(change), "%s ignore=ef,f9,f1,f2,f6,37,b2,e3,b1/c3 sct-ignores",
		 path);
	if (ignoring)
		fake_change(machine, change);
	snprintf(line, sizeof(line),
		 "--json --yes-i-know-what-i-am-doing --please-destroy-my-drive %s %s /dev/%s",
		 option_name(id, name), value, path);
	run = fake_run(machine, line);
	ck_assert_msg(tells(run.out, id, outcome), "%s: no outcome: %s%s", line, run.out, run.err);
	ck_assert_msg(strcmp(outcome, "ignored") != 0 || run.status != 0,
		      "%s: ignored, but status 0", line);
	fake_run_free(&run);
	fake_machine_free(machine);
}

START_TEST(every_set_has_an_outcome)
{
	enum opt_id id = (enum opt_id)_i;
	char outcome[32];

	if (sets(id))
		try(id, false, outcome);
}
END_TEST

/* False for settings of the kernel or the old driver, which a drive cannot ignore. */
static bool drives(enum opt_id id)
{
	static const enum opt_id others[] = {
		OPT_STANDBY_TIMER,    OPT_MAX_SECTORS,	     OPT_SECURITY_UNLOCK,
		OPT_SECURITY_DISABLE, OPT_SECURITY_SET_PASS, OPT_SET_SECTOR_SIZE,
		OPT_DCO_SETMAX,	      OPT_EPC_IDLE_A,	     OPT_EPC_IDLE_B,
		OPT_EPC_STANDBY_Z,
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (others[i] == id)
			return true;
	}
	return setting_of(id)->feature != FEATURE_NONE || setting_of(id)->sct;
}

START_TEST(what_is_ignored_is_not_called_applied)
{
	enum opt_id id = (enum opt_id)_i;
	char outcome[32];

	if (!drives(id))
		return;
	try(id, true, outcome);
	ck_assert_msg(strcmp(outcome, "applied") != 0, "%s: applied", option_key(id));
}
END_TEST

Suite *outcomes_suite(void)
{
	Suite *suite = suite_create("outcomes");

	add_rows(suite, "all", every_set_has_an_outcome, OPT_COUNT);
	add_rows(suite, "ignored", what_is_ignored_is_not_called_applied, OPT_COUNT);
	return suite;
}
