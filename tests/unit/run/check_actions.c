// SPDX-License-Identifier: GPL-2.0-or-later
/* Scripts rely on the order of acts: change this text only on purpose. */
#include "suites.h"
#include "act/acts.h"
#include "action.h"
#include "cli/values.h"
#include "fake_machine.h"

#include <stdio.h>
#include <string.h>

static const char *const stage_names[] = { "set", "get", "do" };

static const char order[] =
	"set --set-sector-size\nset --trim-sector-ranges-stdin\nset -J\n"
	"set -a\nset -p\nset -c\nset -m\nset -r\nset -u\nset -d\nset -Q\nset -n\nset -k\n"
	"set -L\nset -K\nset -D\nset -P\nset -X\nset -A\nset -s\nset -B\nset -E\nset -M\nset -R\n"
	"set -W\nset --command-timeout\nset --eh-timeout\nset --provisioning\nset "
	"--link-power\nset "
	"--error-recovery\nset "
	"--sct-write-cache\n"
	"set --sct-write-reordering\nset -S\n"
	"set --epc\nset --epc-idle-a\nset --epc-idle-b\nset --epc-idle-c\n"
	"set --epc-standby-y\nset --epc-standby-z\n"
	"set --erase\nset --security-unlock\nset --security-set-pass\nset --security-disable\n"
	"set --security-erase\nset --security-erase-enhanced\n"
	"set --security-recover\n"
	"set --sanitize-status\nset --sanitize-freeze-lock\nset --sanitize-antifreeze-lock\n"
	"set --sanitize-crypto-scramble\nset --sanitize-block-erase\nset --sanitize-overwrite\n"
	"set --dco-identify\nset --dco-restore\nset --dco-freeze\nset --dco-setmax\n"
	"set --security-freeze\nset -Z\nset -b\nset -N\n"
	"set --make-bad-sector\nset --trim-sector-ranges\n"
	"set --write-sector\nset --repair-sector\n"
	"set --fwdownload\nset --fwdownload-mode3\nset --fwdownload-mode3-max\n"
	"set --fwdownload-mode7\nset --fwdownload-modee\nset --fwdownload-modee-max\n"
	"set --fwactivate\nset --read-sector\nset --drq-hsm-error\n"
	"get -H\nget -m\nget -c\nget -u\nget -d\nget -Q\nget -k\nget -n\nget -r\nget -a\nget -g\n"
	"get -J\nget -C\ndo -i\ndo -I\ndo --Istdout\ndo --Iraw\n"
	"get -A\nget -W\nget --error-recovery\nget --sct-write-cache\n"
	"get --sct-write-reordering\nget --command-timeout\nget --eh-timeout\nget --provisioning\n"
	"get --link-power\n"
	"get -B\nget -M\nget -R\nget --epc\nget -b\nget -N\n"
	"do -T\ndo -F\ndo -t\ndo -f\ndo --whose-sector\ndo --surface-scan\ndo -z\ndo "
	"--idle-immediate\n"
	"do -y\ndo --idle-unload\n"
	"do --epc-go\ndo -Y\ndo -w\n";

/* The rows of a job without a device. */
static const char deviceless_order[] = "do -h\ndo -V\ndo --list-options\ndo --Istdin\n"
				       "do --security-help\ndo --fallocate\ndo --fibmap\nget -C\n";

enum { ROWS_BYTES = 8192, ROW_BYTES = OPTION_NAME_BYTES + 8 };

/* Append to `text` each row of `rows` that `others` lacks, behind a blank. */
static void add_missing(char text[ROWS_BYTES], const char *rows, const char *others)
{
	char padded[ROWS_BYTES], row[ROW_BYTES];

	snprintf(padded, sizeof(padded), "\n%s", others);
	for (; *rows; rows = strchr(rows, '\n') + 1) {
		snprintf(row, sizeof(row), "\n%.*s\n", (int)strcspn(rows, "\n"), rows);
		if (!strstr(padded, row))
			snprintf(text + strlen(text), ROWS_BYTES - strlen(text), " '%.*s'",
				 (int)strcspn(rows, "\n"), rows);
	}
}

/* Return the first line that differs: its place in both texts. */
static size_t first_difference(const char *text, const char *other)
{
	size_t line = 0;

	for (size_t i = 0; text[i] && text[i] == other[i]; i++)
		line = text[i] == '\n' ? i + 1 : line;
	return line;
}

static void check_order(const struct action *table, size_t count, const char *file,
			const char *expected)
{
	char got[ROWS_BYTES] = "", unlisted[ROWS_BYTES] = "", missing[ROWS_BYTES] = "";
	char name[OPTION_NAME_BYTES];
	size_t same;

	for (size_t i = 0; i < count; i++) {
		size_t at = strlen(got);

		snprintf(got + at, sizeof(got) - at, "%s %s\n", stage_names[table[i].stage],
			 option_name(table[i].opt, name));
	}
	add_missing(unlisted, got, expected);
	ck_assert_msg(!*unlisted, "this file's list lacks rows of %s:%s", file, unlisted);
	add_missing(missing, expected, got);
	ck_assert_msg(!*missing, "%s lacks rows of this file's list:%s", file, missing);
	same = first_difference(got, expected);
	ck_assert_msg(!strcmp(got, expected), "%s has '%.*s' where this file's list has '%.*s'",
		      file, (int)strcspn(got + same, "\n"), got + same,
		      (int)strcspn(expected + same, "\n"), expected + same);
}

START_TEST(order_is_fixed)
{
	check_order(action_table, action_count, "src/act/actions.c", order);
	check_order(deviceless_table, deviceless_count, "src/act/info.c", deviceless_order);
}
END_TEST

/* The option with an accepted value. */
static void spell(enum opt_id id, char *word, size_t size)
{
	static const struct {
		const struct value_type *type;
		const char *value;
	} values[] = {
		{ &value_path, "/dev/null" },
		{ &value_password, "abc" },
		{ &value_lba_ranges, "5:1" },
		{ &value_lba_range, "5:1" },
		{ &value_provisioning, "full" },
		{ &value_link_power, "min_power" },
		{ &value_pattern, "hex:12345678" },
		{ &value_user_master, "m" },
		{ &value_security_mode, "h" },
		{ &value_transport, "sat16" },
		{ &value_kib_and_file, "1 /dev/null" },
		{ &value_epc_timer, "2min" },
		{ &value_epc_member, "idle_b=2min" },
		{ &value_epc_condition, "idle_b" },
		{ &value_sct_feature, "write-cache" },
		{ &value_sct_cache, "on" },
		{ &value_sct_reordering, "on" },
		{ &value_erase_method, "sanitize-overwrite" },
	};
	const struct option_def *def = &option_table[id];
	char name[OPTION_NAME_BYTES], number[24];
	const char *value = NULL;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		value = def->value == values[i].type ? values[i].value : value;
	if (def->value && !value) {
		snprintf(number, sizeof(number), "%llu", (unsigned long long)def->min);
		value = number;
	}
	snprintf(word, size, "%s%s%s", option_name(id, name),
		 !value				 ? ""
		 : def->flags & OPT_EQUALS_VALUE ? "="
						 : " ",
		 value ? value : "");
}

/* Fail with the command line and the first line that differs: the help text alone has 180 lines. */
static void check_text(const char *line, const char *got, const char *want)
{
	size_t same = first_difference(got, want);

	ck_assert_msg(!strcmp(got, want), "'%s' prints '%.*s' instead of '%.*s'", line,
		      (int)strcspn(got + same, "\n"), got + same, (int)strcspn(want + same, "\n"),
		      want + same);
}

/* With an act on a file or on standard input another act is an error, and neither is done. */
static void check_refused(const char *line, const struct fake_run *run)
{
	ck_assert_msg(run->status == STATUS_USAGE, "'%s' exits with %d", line, run->status);
	check_text(line, run->out, "");
	ck_assert_msg(strstr(run->err, "cannot be combined") || strstr(run->err, "given twice"),
		      "'%s' prints '%.*s'", line, (int)strcspn(run->err, "\n"), run->err);
}

static void check_alike(const char *line, const struct fake_run *run, const struct fake_run *alone)
{
	check_text(line, run->err, alone->err);
	if (!strstr(line, "--json"))
		check_text(line, run->out, alone->out);
	ck_assert_msg(run->status == alone->status, "'%s' exits with %d", line, run->status);
}

/* An option without a device ignores the other option, or the line is refused: no act on a device
 * runs. */
static void check_beside(enum opt_id id, enum opt_id other, bool first)
{
	struct fake_machine *machine = fake_machine("sda sat id=hdd");
	/* an option that implies several acts counts as one */
	bool acts = option_table[other].kind != OPT_KIND_MODIFIER || other == OPT_DEFAULTS ||
		    (option_table[other].value && option_table[other].value->member);
	char line[256], info[128], word[128];
	struct fake_run alone, run;

	spell(id, info, sizeof(info));
	spell(other, word, sizeof(word));
	snprintf(line, sizeof(line), "%s %s", first ? word : info, first ? info : word);
	alone = fake_run(machine, info);
	ck_assert_msg(*alone.out || *alone.err, "%s: says nothing", info);
	run = fake_run(machine, line);
	if (option_table[id].kind == OPT_KIND_LONE && acts)
		check_refused(line, &run);
	else
		check_alike(line, &run, &alone);
	ck_assert_str_eq(fake_machine_log(machine), "");
	ck_assert_int_eq(fake_open_files(machine), 0);
	fake_run_free(&run);
	fake_run_free(&alone);
	fake_machine_free(machine);
}

START_TEST(info_beside_any_other_option)
{
	enum opt_kind kind = option_table[_i].kind;

	if (kind != OPT_KIND_INFO && kind != OPT_KIND_LONE)
		return;
	for (unsigned other = 0; other < OPT_COUNT; other++) {
		/* the first of the two ends the parsing, and with --dry-run there is a message */
		if (option_table[other].kind == OPT_KIND_INFO || other == OPT_DRY_RUN)
			continue;
		check_beside((enum opt_id)_i, (enum opt_id)other, true);
		check_beside((enum opt_id)_i, (enum opt_id)other, false);
	}
}
END_TEST

static bool runs(enum opt_id id, int (*run)(struct job *))
{
	for (size_t i = 0; i < action_count; i++) {
		if (action_table[i].opt == id && action_table[i].run == run)
			return true;
	}
	return false;
}

START_TEST(act_has_its_setting)
{
	enum opt_id id = (enum opt_id)_i;
	const struct setting_def *setting = setting_of(id);
	bool sets = runs(id, act_feature_set);
	char name[OPTION_NAME_BYTES];

	option_name(id, name);
	if (sets || runs(id, act_setting_get))
		ck_assert_msg(setting->opt == id, "src/act/settings.c lacks a row of %s", name);
	if (sets)
		ck_assert_msg(ata_feature_table[setting->feature].on.name,
			      "src/ata/command.c lacks a row of the feature of %s", name);
}
END_TEST

Suite *actions_suite(void)
{
	Suite *suite = suite_create("actions");

	add_case(suite, "order", order_is_fixed);
	add_rows(suite, "setting", act_has_its_setting, OPT_COUNT);
	add_rows(suite, "info", info_beside_any_other_option, OPT_COUNT);
	return suite;
}
