// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the table of settings says of their values in a document: for each that can be asked a line,
 * its key, a tab, and the schema's words for its value; none behind the tab: that is the schema's
 * own affair.
 */
#include "act/acts.h"

#include <stdio.h>

static const char *rule(enum opt_id id)
{
	/* a drive may lack it, or not tell */
	bool drives = setting_of(id)->feature != FEATURE_NONE;

	if (setting_is_flag(id))
		return drives ? "{ \"type\": [\"boolean\", \"null\"] }"
			      : "{ \"type\": \"boolean\" }";
	return drives ? "{ \"type\": [\"integer\", \"null\"], \"minimum\": 0, \"maximum\": 255 }"
		      : "";
}

int main(void)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (setting_of((enum opt_id)id)->label)
			printf("%s\t%s\n", option_key(id), rule((enum opt_id)id));
	}
	return 0;
}
