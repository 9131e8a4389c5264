// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of acts is a promise to scripts: changing this text is a visible decision. */
#include "suites.h"
#include "action.h"

#include <stdio.h>
#include <string.h>

static const char *const stage_names[] = { "set", "get", "do" };

static const char order[] =
	"do -h\ndo -V\ndo --list-options\ndo --Istdin\n"
	"do --security-help\ndo --fallocate\ndo --fibmap\n"
	"set --set-sector-size\nset --trim-sector-ranges-stdin\nset -J\n"
	"set -a\nset -p\nset -c\nset -m\nset -r\nset -u\nset -d\nset -Q\nset -n\nset -k\n"
	"set -L\nset -K\nset -D\nset -P\nset -X\nset -A\nset -s\nset -B\nset -E\nset -M\nset -R\n"
	"set -W\nset -S\n"
	"set --security-unlock\nset --security-set-pass\nset --security-disable\n"
	"set --security-erase\nset --security-erase-enhanced\n"
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
	"get -A\nget -W\nget -B\nget -M\nget -R\nget -b\nget -N\n"
	"do -T\ndo -F\ndo -t\ndo -f\ndo -z\ndo --idle-immediate\ndo -y\ndo --idle-unload\ndo "
	"-Y\ndo -w\n";

START_TEST(order_is_fixed)
{
	char got[8192] = "", name[OPTION_NAME_BYTES];

	for (size_t i = 0; i < action_count; i++) {
		size_t at = strlen(got);

		snprintf(got + at, sizeof(got) - at, "%s %s\n", stage_names[action_table[i].stage],
			 option_name(action_table[i].opt, name));
	}
	ck_assert_str_eq(got, order);
}
END_TEST

Suite *actions_suite(void)
{
	Suite *suite = suite_create("actions");

	add_case(suite, "order", order_is_fixed);
	return suite;
}
