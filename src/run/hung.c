// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Drives that hang: the report, and the list that excludes other names of the same drive from this
 * run.
 */
#include "block.h"
#include "device.h"
#include "parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct drive_key drive_key_of(struct host *host, const char *path)
{
	struct drive_key key = { .rdev = 0 };
	struct block_disk disk;
	struct stat st;

	if (!path || host_stat(host, path, &st) || !(S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode)))
		return key;
	key = (struct drive_key){ st.st_rdev, S_ISCHR(st.st_mode) };
	if (!block_whole(host, key.rdev, key.character, &disk))
		key = (struct drive_key){ disk.rdev, false };
	return key;
}

bool drive_is(struct drive_key one, struct drive_key other)
{
	return one.rdev && one.rdev == other.rdev && one.character == other.character;
}

struct hung_drive {
	struct drive_key key;
	struct hung_drive *next;
};

int hung_add(struct hung_drives *hung, struct drive_key key)
{
	struct hung_drive *drive = malloc(sizeof(*drive));

	if (!drive)
		return -ENOMEM;
	*drive = (struct hung_drive){ key, hung->first };
	hung->first = drive;
	return 0;
}

bool hung_has(const struct hung_drives *hung, struct host *host, const char *path)
{
	struct drive_key key;

	/* without a hung drive no lookup is needed */
	if (!hung->first)
		return false;
	key = drive_key_of(host, path);
	for (const struct hung_drive *drive = hung->first; drive; drive = drive->next) {
		if (drive_is(drive->key, key))
			return true;
	}
	return false;
}

void hung_free(struct hung_drives *hung)
{
	while (hung->first) {
		struct hung_drive *drive = hung->first;

		hung->first = drive->next;
		free(drive);
	}
}

/* List the options that were not run: "-S, -B", or "". */
static void name_undone(const bool undone[OPT_COUNT], char *text, size_t size)
{
	char name[OPTION_NAME_BYTES];
	size_t n = 0;

	*text = '\0';
	for (unsigned id = 0; id < OPT_COUNT && n < size; id++) {
		if (undone[id])
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "",
					      option_name((enum opt_id)id, name));
	}
}

static void show_hung_section(struct report *out, const struct drive_hang *hang,
			      const bool undone[OPT_COUNT])
{
	char name[OPTION_NAME_BYTES];

	report_section_begin(out, "hung");
	report_string(out, "command", hang->what, NO_TEXT);
	if (hang->limit_s)
		report_u64(out, "time_limit_s", hang->limit_s, NO_TEXT);
	else
		report_null(out, "time_limit_s", NO_TEXT);
	report_array_begin(out, "left_undone");
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (undone[id])
			report_string(out, "option", option_name((enum opt_id)id, name), NO_TEXT);
	}
	report_section_end(out);
	report_section_end(out);
}

int tell_hang(struct report *out, const struct drive_hang *hang, const bool undone[OPT_COUNT])
{
	char what[160], left[256];

	if (hang->err != -ETIMEDOUT)
		snprintf(what, sizeof(what), "has gone: %s ended with \"%s\"", hang->what,
			 strerror(-hang->err));
	else if (hang->limit_s)
		snprintf(what, sizeof(what), "hangs: %s had no answer within %u s", hang->what,
			 hang->limit_s);
	else
		snprintf(what, sizeof(what), "hangs: %s had no answer in time", hang->what);
	name_undone(undone, left, sizeof(left));
	show_hung_section(out, hang, undone);
	if (!*left)
		return 0;
	report_error(out, NULL, -hang->err,
		     "the drive %s; nothing more is sent to it; left undone: %s", what, left);
	return hang->err;
}
