// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Print the settings of a JSON document from the tables, a line each, separated by tabs: the object
 * with the setting, its key, and the schema's words for its value. Without words the schema
 * decides. "settings" has settings that can be read, "saved" those of --save-conf. "device" is for
 * other queries, which show their key, or keys that begin with it, there or among the settings.
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
	for (size_t i = 0; i < action_count; i++) {
		enum opt_id id = action_table[i].opt;

		if (action_table[i].stage == STAGE_GET && !setting_of(id)->label)
			printf("device\t%s\t\n", option_key(id));
	}
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (setting_of((enum opt_id)id)->label)
			printf("settings\t%s\t%s\n", option_key(id), rule((enum opt_id)id));
		if (conf_key_saved((enum opt_id)id))
			printf("saved\t%s\t{ \"type\": [\"string\", \"null\"] }\n",
			       conf_key((enum opt_id)id));
	}
	return 0;
}
