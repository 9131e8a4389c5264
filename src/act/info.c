// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of acts without job->dev; help and version. */
#include "action.h"
#include "acts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 28, DISKS_BYTES = 40, KEYS_BYTES = 120 };

static const char *const group_titles[HELP_COUNT] = {
	[HELP_IDENTITY] = "What drive it is",
	[HELP_POWER] = "Power",
	[HELP_CACHE] = "Cache, features and time limits",
	[HELP_SPEED] = "Speed",
	[HELP_SECTORS] = "Sectors and size",
	[HELP_ERASE] = "Erase and passwords",
	[HELP_FIRMWARE] = "Firmware",
	[HELP_CONF] = "Settings that last (hdparm.conf)",
	[HELP_OUTPUT] = "Output and how commands are sent",
	[HELP_OLD] = "The old IDE driver, and for tests",
};

static bool may_lack_value(const struct option_def *def)
{
	return def->kind == OPT_KIND_GETSET || (def->flags & OPT_MAY_LACK_VALUE);
}

static void show_option(struct report *out, enum opt_id id, char mark)
{
	const struct option_def *def = &option_table[id];
	char words[64];
	int at = 0;

	if (def->letter)
		at = snprintf(words, sizeof(words), "-%c%s", def->letter, def->name[0] ? ", " : "");
	if (def->name[0])
		at += snprintf(words + at, sizeof(words) - (size_t)at, "--%s", def->name);
	if (def->value)
		snprintf(words + at, sizeof(words) - (size_t)at,
			 def->flags & OPT_EQUALS_VALUE ? "[=%s]"
			 : may_lack_value(def)	       ? " [%s]"
			 : def->value->more_max > 1    ? " %s ..."
						       : " %s",
			 def->value->metavar);
	if (strlen(words) > HELP_COLUMN)
		report_line(out, "%c%s\n %*s %s\n", mark, words, HELP_COLUMN, "", option_help(id));
	else
		report_line(out, "%c%-*s %s\n", mark, HELP_COLUMN, words, option_help(id));
}

static int act_help(struct job *job)
{
	report_line(job->out, "\nhdparm - get/set hard disk parameters - version v%s\n\n",
		    HDPARM_VERSION);
	report_line(job->out,
		    "Usage:  hdparm  [options] [device ...]\n\nOptions:\n"
		    " Those marked ! can lose data or the drive: SAFETY in man hdparm.\n");
	for (unsigned group = HELP_IDENTITY; group < HELP_COUNT; group++) {
		const char *title = group_titles[group];

		for (unsigned id = 0; id < OPT_COUNT; id++) {
			const struct option_def *def = &option_table[id];

			if (def->group != group || (def->flags & OPT_HIDDEN))
				continue;
			if (*title)
				report_line(job->out, "\n%s:\n", title);
			title = "";
			show_option(job->out, id, def->dangerous ? '!' : ' ');
		}
	}
	report_line(job->out,
		    "\nMore: man hdparm                all options in full, safety, examples\n");
	report_line(job->out, "      man hdparm.conf           settings that last\n");
	report_line(job->out, "      hdparm --security-help    drives' passwords\n");
	return 0;
}

static int act_security_help(struct job *job)
{
	report_line(job->out,
		    "Security of ATA drives: these options lock, unlock and erase a drive.\n"
		    "A drive whose passwords are lost cannot be used any more.\n\n");
	for (unsigned id = OPT_SECURITY_DISABLE; id <= OPT_SECURITY_UNLOCK; id++)
		show_option(job->out, id, ' ');
	show_option(job->out, OPT_USER_MASTER, ' ');
	report_line(
		job->out,
		"\nPASSWORD is up to 32 bytes of text, NULL for an empty one, or hex: and 64\n"
		"digits. Other users can see it on the command line: give in its place, before\n"
		"the option, --security-password-file or --security-prompt-for-password.\n"
		"\nMore: SECURITY and EXAMPLES in man hdparm\n");
	return 0;
}

static int act_version(struct job *job)
{
	/* not in JSON, whose documents begin with the version */
	report_line(job->out, "hdparm v%s\n", HDPARM_VERSION);
	return 0;
}

static const char *kind_name(enum opt_kind kind)
{
	static const char *const names[] = {
		[OPT_KIND_GETSET] = "getset", [OPT_KIND_SET] = "set",
		[OPT_KIND_ASK] = "ask",	      [OPT_KIND_FLAG] = "flag",
		[OPT_KIND_SOLO] = "solo",     [OPT_KIND_MODIFIER] = "modifier",
		[OPT_KIND_INFO] = "info",     [OPT_KIND_PLAN] = "plan",
		[OPT_KIND_LONE] = "lone",     [OPT_KIND_RUN] = "flag",
	};

	return names[kind];
}

/* Write the kinds of disks that take an option, as "ata,scsi"; "" without a row in action_table. */
static void disks_text(enum opt_id id, char text[DISKS_BYTES])
{
	static const struct {
		enum language language;
		const char *word;
	} words[] = {
		{ LANGUAGE_SCSI, ",scsi" },   { LANGUAGE_SCSI_USB, ",usb" },
		{ LANGUAGE_NVME, ",nvme" },   { LANGUAGE_NVME_USB, ",nvme-usb" },
		{ LANGUAGE_BLOCK, ",block" },
	};
	unsigned answer = 0, rows = 0;

	for (size_t i = 0; i < action_count; i++) {
		if (action_table[i].opt != id)
			continue;
		for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++) {
			if (language_has(words[w].language, action_table[i].needs) &&
			    !(words[w].language == LANGUAGE_SCSI_USB && action_table[i].not_usb))
				answer |= 1u << w;
		}
		rows++;
	}
	snprintf(text, DISKS_BYTES, "%s", rows ? "ata" : "");
	for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++) {
		if (answer & 1u << w)
			snprintf(text + strlen(text), DISKS_BYTES - strlen(text), "%s",
				 words[w].word);
	}
}

/* Return how the option takes its value: "equals" if the value is optional and follows "=". */
static const char *value_need(const struct option_def *def)
{
	if (!def->value)
		return "no";
	if (def->flags & OPT_EQUALS_VALUE)
		return "equals";
	return may_lack_value(def) ? "may" : "must";
}

static void keys_text(const struct conf_key *key, char text[KEYS_BYTES])
{
	size_t n = 0;

	for (text[0] = '\0'; key && key->name && n < KEYS_BYTES; key++)
		n += (size_t)snprintf(text + n, KEYS_BYTES - n, "%s%s", n ? "," : "", key->name);
}

/*
 * List the options for shell completions. Columns, separated by tabs: letter, name, kind, name of
 * the value, minimum, maximum, consent bits, help, disks, number of the group (0: not in --help),
 * its title, value_need(), the allowed values, and the keys of hdparm.conf.
 */
static int act_list_options(struct job *job)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];
		char letter[2] = { def->letter, '\0' }, disks[DISKS_BYTES];
		char allowed[OPTION_ALLOWED_BYTES], keys[KEYS_BYTES];
		unsigned group = def->flags & OPT_HIDDEN ? 0 : def->group;

		disks_text((enum opt_id)id, disks);
		keys_text(def->keys, keys);
		report_line(job->out,
			    "%s\t%s\t%s\t%s\t%u\t%" PRIu64 "\t%u\t%s\t%s\t%u\t%s\t%s\t%s\t%s\n",
			    letter, def->name, kind_name(def->kind),
			    def->value ? def->value->metavar : "", def->min, def->max, def->consent,
			    option_help(id), disks, group, group ? group_titles[group] : "",
			    value_need(def), def->value ? value_allowed(def, allowed) : "", keys);
	}
	return 0;
}

/* --- the order of the acts that need no open device --- */

/* clang-format off */
const struct action deviceless_table[] = {
	{ .opt = OPT_HELP, .stage = STAGE_DO, .run = act_help },
	{ .opt = OPT_VERSION, .stage = STAGE_DO, .run = act_version },
	{ .opt = OPT_LIST_OPTIONS, .stage = STAGE_DO, .run = act_list_options },
	{ .opt = OPT_IDENTIFY_STDIN, .stage = STAGE_DO, .run = act_identify_stdin },
	{ .opt = OPT_SECURITY_HELP, .stage = STAGE_DO, .run = act_security_help },
	{ .opt = OPT_FALLOCATE, .stage = STAGE_DO, .run = act_fallocate },
	{ .opt = OPT_FIBMAP, .stage = STAGE_DO, .run = act_fibmap },

	/* for a suspended device, which is not opened */
	{ .opt = OPT_POWER_MODE, .stage = STAGE_GET, .run = act_power_mode },
};
/* clang-format on */

const size_t deviceless_count = sizeof(deviceless_table) / sizeof(deviceless_table[0]);
