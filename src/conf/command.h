/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From settings and command lines to the plan. */
#ifndef HDPARM_CONF_COMMAND_H
#define HDPARM_CONF_COMMAND_H

#include "file.h"

/* What is being made, and of what. */
struct making {
	struct conf *conf;
	struct conf_file *file;
	const struct device_list *only; /* NULL: every device */
	char **asked;			/* words of --conf's own line that count for each device */
	size_t n_asked;
	bool replay; /* devices are looked up here, but those of a recording are served */
};

/* What a device gets by its settings (settings.c); what command_line blocks say (commands.c). */
void make_target(struct making *making, const struct target *target, bool battery);
void make_commands(struct making *making, const struct block *block);

/*
 * expand.c: notes in making->conf a word for devices of which none is here, in a line of the file;
 * of one line there may be several.
 */
void add_unmatched(struct making *making, unsigned line, const char *name);

/*
 * expand.c: adds the command line. The words are NULL-terminated; they, the plan and `chosen`, an
 * identity for each of its steps, are used up.
 */
void add_command(struct making *making, const struct words *words, struct plan *plan,
		 struct block_identity *chosen);

#endif
