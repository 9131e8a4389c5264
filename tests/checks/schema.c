// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Print the settings of a JSON document from the tables, a line each, separated by tabs: the object
 * with the setting, its key, and the schema's words for its value. Without words the schema
 * decides. "settings" has settings that can be read, "saved" those of --save-conf.
 */
#include "act/acts.h"
#include "conf.h"

#include <stdio.h>

static const char *rule(enum opt_id id)
{
	/* a drive may lack the setting, or not report it */
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
			printf("settings\t%s\t%s\n", option_key(id), rule((enum opt_id)id));
		if (conf_key_saved((enum opt_id)id))
			printf("saved\t%s\t{ \"type\": [\"string\", \"null\"] }\n",
			       conf_key((enum opt_id)id));
	}
	return 0;
}
