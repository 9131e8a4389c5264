// SPDX-License-Identifier: GPL-2.0-or-later
/* apm_battery: which of two settings a device gets, on mains and on battery. */
#include "suites.h"
#include "fake_machine.h"
#include "conf.h"
#include "host.h"
#include "lib/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The machine's calls behind the replaced ones. */
static struct {
	bool discharging;
	ssize_t (*read_file)(struct host *, const char *path, char *buf, size_t size);
	ssize_t (*pread)(struct host *, int fd, void *buf, size_t bytes, uint64_t offset);
	int (*glob)(struct host *, const char *pattern, struct host_paths *paths);
} below;

static ssize_t read_supply(struct host *host, const char *path, char *buf, size_t size)
{
	if (!strcmp(path, "/sys/class/power_supply/BAT0/type"))
		return snprintf(buf, size, "Battery");
	if (!strcmp(path, "/sys/class/power_supply/BAT0/status"))
		return snprintf(buf, size, below.discharging ? "Discharging" : "Full");
	return below.read_file(host, path, buf, size);
}

static int glob_supplies(struct host *host, const char *pattern, struct host_paths *paths)
{
	if (strcmp(pattern, "/sys/class/power_supply/*"))
		return below.glob(host, pattern, paths);
	*paths = (struct host_paths){ calloc(1, sizeof(char *)), 1 };
	paths->path[0] = strdup("/sys/class/power_supply/BAT0");
	return 0;
}

static ssize_t pread_file(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct stat st;

	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		return host_kernel_ops.pread(host, fd, buf, bytes, offset);
	return below.pread(host, fd, buf, bytes, offset);
}

static void write_conf(char path[200], const char *text)
{
	FILE *file;

	snprintf(path, 200, "%s/hdparm.conf", scratch_folder());
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
	ck_assert_int_eq(chmod(path, 0600), 0);
}

/* Load the settings of /dev/sda: all command lines joined. `more`: another option, or NULL. */
static void load(const char *path, struct host *host, const char *more, char lines[256])
{
	char name[] = "hdparm", option[256], dry[] = "--dry-run", device[] = "/dev/sda", last[32];
	char *argv[] = { name, option, dry, device, more ? last : NULL, NULL };
	struct plan_error error;
	struct report report;
	struct plan plan;
	struct conf conf;
	FILE *out = tmpfile();

	snprintf(option, sizeof(option), "--conf=%s", path);
	snprintf(last, sizeof(last), "%s", more ? more : "");
	ck_assert_int_eq(plan_parse(NULL, more ? 5 : 4, argv, &plan, &error), 0);
	report = report_text(out, out);
	conf_load(&conf, &plan, host, &report);
	ck_assert_int_eq(conf.status, 0);
	lines[0] = '\0';
	for (size_t i = 0; i < conf.n; i++)
		snprintf(lines + strlen(lines), 256 - strlen(lines), "%s\n",
			 conf.commands[i].shown);
	conf_free(&conf);
	plan_free(&plan);
	report_finish(&report, 0);
	fclose(out);
}

static const struct {
	const char *name, *text, *on_mains, *on_battery;
	const char *option;
} files[] = {
	{ "a setting for battery alone", "/dev/sda {\n apm_battery = 127\n}\n", "",
	  "hdparm -B127 /dev/sda\n", NULL },
	{ "one for each", "/dev/sda {\n apm = 254\n apm_battery = 127\n}\n",
	  "hdparm -B254 /dev/sda\n", "hdparm -B127 /dev/sda\n", NULL },
	{ "the same the other way round", "/dev/sda {\n apm_battery = 127\n apm = 254\n}\n",
	  "hdparm -B254 /dev/sda\n", "hdparm -B127 /dev/sda\n", NULL },
	{ "a later one for battery", "/dev/sda {\n apm_battery = 127\n apm_battery = 1\n}\n", "",
	  "hdparm -B1 /dev/sda\n", NULL },
	{ "none for battery", "/dev/sda {\n apm = 254\n}\n", "hdparm -B254 /dev/sda\n",
	  "hdparm -B254 /dev/sda\n", NULL },
	{ "a change of power: the others stay as they are",
	  "quiet\n/dev/sda {\n apm = 254\n apm_battery = 127\n standby\n write_cache = off\n"
	  " security_unlock = x\n}\ncommand_line {\n hdparm -y /dev/sda\n}\n",
	  "hdparm -q -B254 /dev/sda\n", "hdparm -q -B127 /dev/sda\n", "--power-change" },
	{ "a change of power, and a level for battery alone",
	  "/dev/sda {\n apm_battery = 127\n standby\n}\n", "", "hdparm -B127 /dev/sda\n",
	  "--power-change" },
	{ "a change of power, and one level", "/dev/sda {\n apm = 254\n standby\n}\n", "", "",
	  "--power-change" },
	{ "a change of power, and a level outside the blocks",
	  "apm = 254\n/dev/sda {\n apm_battery = 127\n}\n", "hdparm -B254 /dev/sda\n",
	  "hdparm -B127 /dev/sda\n", "--power-change" },
};

START_TEST(settings_go_by_what_the_machine_runs_on)
{
	struct fake_machine *machine = fake_machine("sda sat");
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	char path[200], lines[256];

	below.read_file = ops->read_file;
	below.pread = ops->pread;
	below.glob = ops->glob;
	ops->read_file = read_supply;
	ops->pread = pread_file;
	ops->glob = glob_supplies;
	write_conf(path, files[_i].text);
	below.discharging = false;
	load(path, fake_host(machine), files[_i].option, lines);
	ck_assert_msg(!strcmp(lines, files[_i].on_mains), "%s: %s", files[_i].name, lines);
	below.discharging = true;
	load(path, fake_host(machine), files[_i].option, lines);
	ck_assert_msg(!strcmp(lines, files[_i].on_battery), "%s: %s", files[_i].name, lines);
	unlink(path);
	fake_machine_free(machine);
}
END_TEST

Suite *battery_suite(void)
{
	Suite *suite = suite_create("battery");

	add_rows(suite, "settings", settings_go_by_what_the_machine_runs_on, ROWS(files));
	return suite;
}
